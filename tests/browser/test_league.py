"""A league of four over three rounds as a club has it: one does not show, one leaves, one comes late, one is removed, a
result is disputed, and one is overturned after the next round has begun.

At each step everybody's page says what is awaited of whom, and nobody waits for what is not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from app.campaigns.ledger.verifying import verify
from app.systems import SYSTEMS
from tests.browser.campaigning import Member, begins, fixtures, founds, swift
from tests.browser.house import PASSWORD, Caller
from tests.browser.player import until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

Json = Any
BANDS = {
    "Hana": ("Herons", "red-devils"),
    "Mika": ("Pines", "river-league"),
    "Aki": ("Foxes", "red-devils"),
    "Sora": ("Tides", "river-league"),
    "Ren": ("Crows", "red-devils"),
}
"""The warband of each player, and of which ready roster it is."""
NOTHING, SEND, FIGHT = "Nothing waits for you.", "sends the roster", "fights at the table"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for this league only."""
    with swift(tmp_path_factory.mktemp("league")) as running:
        yield running


class League:
    """The host, who plays no battle himself, and the players at browsers of their own."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.host = self.member(browser, url, "Yuki")
        self.players = {name: self.member(browser, url, name) for name in BANDS}
        self.bands: dict[str, str] = {}
        self.id = self.link = ""

    def member(self, browser: Browser, url: str, name: str) -> Member:
        """Somebody with an account at a browser."""
        caller = Caller(url)
        caller.form("/signup", name=name, password=PASSWORD)
        one = Member(browser, url, name, caller)
        caller.http.close()
        return one

    def everybody(self) -> list[Member]:
        """The host and all players."""
        return [self.host, *self.players.values()]

    def comes(self, name: str) -> None:
        """A player joins by the link that invites, with a warband."""
        band, roster = BANDS[name]
        self.bands[name] = self.players[name].at(self.link).raises(band, roster, len(self.bands) + 1)

    def pair(self, name: str, of_round: int) -> tuple[str, str]:
        """The battle of a player in a round, and who stands against him, nobody if he rests."""
        names = {id: name for name, id in self.bands.items()}
        one = next(f for f in fixtures(self.host, self.id) if f["round"] == of_round and self.bands[name] in f["sides"])
        return one["id"], next((names[side] for side in one["sides"] if side and side != self.bands[name]), "")

    def at(self, one: Member, fixture: str = "") -> Member:
        """The page of the campaign, or of a battle of it, is open."""
        return one.at(f"/campaign/{self.id}" + (f"/battle/{fixture}" if fixture else ""))

    def opens(self, one: Member, summary: str) -> None:
        """What is folded below these words is open."""
        folded = one.page.locator("details:not([open]) > summary", has_text=summary)
        if folded.count():
            folded.first.click()

    def musters(self, name: str, fixture: str) -> None:
        """A player sends the roster that is ticked."""
        one = self.at(self.players[name], fixture)
        one.presses(one.form("muster").get_by_role("button"))

    def decides(self, fixture: str, winner: str, reason: str) -> None:
        """The host says on the page of a battle who has won it."""
        one = self.at(self.host, fixture)
        self.opens(one, "The umpire decides")
        one.sends("decide", result="won", winner=self.bands[winner], reason=reason)

    def awaits(self, told: dict[str, str], mine: dict[str, str]) -> None:
        """Everybody's page says of whom what is awaited, and to each what he is to do himself, if anything."""
        for one in self.everybody():
            self.at(one)
            rows = [row.inner_text() for row in one.page.locator("#awaited li").all()]
            assert len(rows) == len(told), (one.name, rows)
            for name, what in told.items():
                said = [row for row in rows if row.startswith(BANDS[name][0])]
                assert len(said) == 1, (one.name, name, rows)
                assert what in said[0], (one.name, rows)
                assert "since" in said[0], (one.name, rows)
            if one is self.host or one.name not in self.bands:
                continue
            box, wanted = one.page.locator(".due-box"), mine.get(one.name)
            if wanted:
                expect(box).to_contain_text(wanted)
            else:
                expect(box).to_have_count(0)
                expect(one.page.locator(".camphead")).to_contain_text(NOTHING)

    def points(self) -> dict[str, int]:
        """What the standings give each player."""
        lines = {line["warband"]: line["points"] for line in self.host.reads(f"/campaigns/{self.id}/standings")}
        return {name: lines[id] for name, id in self.bands.items() if id in lines}

    def inbox(self, name: str, text: str) -> None:
        """A player was told this."""
        page = self.players[name].at("/account/notices").page
        expect(page.locator("main")).to_contain_text(text)


def test_a_league_of_three_rounds_with_all_that_happens_in_a_club(browser: Browser, server: Server) -> None:
    league = League(browser, server.url)
    begun(league)
    first, rivals = a_roster_that_does_not_come(league)
    disputed(league, first, rivals)
    second_round(league)
    overturned(league, first, rivals)
    removed_and_gone(league)
    ended(league)
    raw = league.host.page.request.get(f"{server.url}/campaign/{league.id}/export").body()
    assert verify(raw, SYSTEMS) == []
    for one in league.everybody():
        one.leaves()


def begun(league: League) -> None:
    """Founded, joined by four, begun: each is asked for a roster."""
    host = league.host
    league.id = founds(host, "River League", "ronin", "swiss", points="200", days="7", rounds="3")
    host.at(f"/campaign/{league.id}/host")
    league.link = host.page.locator("#invite").input_value().removeprefix(host.url)
    for name in [*BANDS][:4]:
        league.comes(name)
    begins(host, league.id)
    four = dict.fromkeys([*BANDS][:4], SEND)
    league.awaits(four, dict.fromkeys(four, "Send your roster"))


def a_roster_that_does_not_come(league: League) -> tuple[str, tuple[str, str]]:
    """Of all but Sora the rosters come; she is reminded; the others fight, and the umpire writes what came of it."""
    shows = [name for name in [*BANDS][:4] if name != "Sora"]
    for name in shows:
        league.musters(name, league.pair(name, 1)[0])
    against = league.pair("Sora", 1)[1]
    fighters = tuple(name for name in shows if name != against)
    one, other = fighters
    fixture = league.pair(one, 1)[0]
    now = league.host.reads(f"/campaigns/{league.id}")["fixtures"][fixture]
    assert now["state"] == "playing"
    page = league.at(league.host).page
    said = [row.inner_text() for row in page.locator("#awaited li").all()]
    assert [row for row in said if row.startswith(BANDS["Sora"][0])], said
    assert not [row for row in said if row.startswith(BANDS[against][0])], "who has sent his is not awaited"
    assert all(FIGHT in row or SEND in row for row in said)
    expect(league.at(league.players[against]).page.locator(".due-box")).to_contain_text("Offer dates")
    expect(league.at(league.players["Sora"]).page.locator(".due-box")).to_contain_text("Send your roster")
    league.at(league.players[against])
    league.players[against].presses(league.players[against].page.locator("#awaited form button").first)
    league.inbox("Sora", "River League")
    league.decides(fixture, one, "They shook hands over it.")
    return fixture, (one, other)


def disputed(league: League, fixture: str, rivals: tuple[str, str]) -> None:
    """The loser disputes it: the standings are provisional until the umpire has answered; then Sora's battle is closed
    with the round."""
    winner, loser = rivals
    one = league.at(league.players[loser], fixture)
    league.opens(one, "Dispute the result")
    one.sends("dispute", reason="We never shook hands.")
    expect(one.page.locator("main")).to_contain_text("This result is disputed")
    host = league.at(league.host)
    expect(host.page.locator("#awaited")).to_contain_text("umpire")
    league.at(league.host, fixture).sends("uphold", reason="Both rosters say so.")
    assert league.points()[winner] > league.points()[loser]
    late = league.pair("Sora", 1)
    host.at(f"/campaign/{league.id}/host")
    host.sends("close-round", reason="She did not show.", **{f"fate_{late[0]}": "deadline"})
    until(lambda: league.host.reads(f"/campaigns/{league.id}")["fixtures"][late[0]].get("state") == "done")
    assert league.points()[late[1]] > league.points()["Sora"]


def second_round(league: League) -> None:
    """Ren comes late, between the rounds or into the second: he is paired or rests, and is told so."""
    until(lambda: any(f["round"] == 2 for f in fixtures(league.host, league.id)))
    league.comes("Ren")
    page = league.at(league.players["Ren"]).page
    expect(page.locator(".stand")).to_contain_text(BANDS["Ren"][0])
    pairs = [f["sides"] for f in fixtures(league.host, league.id) if f["round"] == 2 and all(f["sides"])]
    paired = [name for name, id in league.bands.items() if any(id in sides for sides in pairs)]
    league.awaits(dict.fromkeys(paired, SEND), dict.fromkeys(paired, "Send your roster"))


def overturned(league: League, fixture: str, rivals: tuple[str, str]) -> None:
    """The first result is overturned while the second round is played: the points follow, both are told, and the
    page of the battle says who and why."""
    winner, loser = rivals
    before = league.points()
    one = league.at(league.host, fixture)
    league.opens(one, "Overturn the result")
    one.sends("overturn", result="won", winner=league.bands[loser], reason="The photograph shows the other.")
    after = league.points()
    assert (after[winner], after[loser]) == (before[loser], before[winner])
    for name in rivals:
        rulings = league.at(league.players[name], fixture).page.locator("#rulings")
        expect(rulings).to_contain_text("The photograph shows the other.")
        expect(rulings).to_contain_text("Yuki")
        league.inbox(name, "overturned")
    kinds = [row["kind"] for row in league.host.reads(f"/campaigns/{league.id}/entries?limit=500")]
    assert "ended" in kinds, "what was decided first stands in the ledger"


def removed_and_gone(league: League) -> None:
    """Aki leaves and the host removes Sora: bots lead their warbands, and nobody is awaited for them."""
    one = league.at(league.players["Aki"])
    league.opens(one, "Leave the campaign")
    one.presses(one.form("leave").get_by_role("button"))
    host = league.host.at(f"/campaign/{league.id}/host")
    guest = next(p["guest"] for p in host.reads(f"/campaigns/{league.id}")["players"].values() if p["name"] == "Sora")
    league.opens(host, "Sora")
    host.sends(f"remove-{guest}", reason="She has not answered for a month.")
    expect(league.at(league.players["Sora"]).page.locator("main")).to_contain_text("She has not answered for a month.")
    for name in ("Aki", "Sora"):
        expect(league.at(league.players[name]).page.locator(".due-box")).to_have_count(0)
    for name in ("Hana", "Mika", "Ren"):
        rival = league.pair(name, 2)[1] if is_in(league, name, 2) else ""
        if rival in ("Aki", "Sora"):
            page = league.at(league.players[name]).page
            assert not [
                row for row in page.locator("#awaited li").all() if row.inner_text().startswith(BANDS[rival][0])
            ]
    finished(league, 2)


def finished(league: League, of_round: int) -> None:
    """The host decides what is left of a round; where nobody is left on either side the bots fight it out."""
    gone = {league.bands[name] for name in ("Aki", "Sora")}
    names = {id: name for name, id in league.bands.items()}
    for one in [f for f in fixtures(league.host, league.id) if f["round"] == of_round and f.get("state") != "done"]:
        stayed = [side for side in one["sides"] if side and side not in gone]
        if stayed:
            league.decides(one["id"], names[stayed[0]], "By the clock of the hall.")
    until(
        lambda: all(f.get("state") == "done" for f in fixtures(league.host, league.id) if f["round"] == of_round), 120
    )


def is_in(league: League, name: str, of_round: int) -> bool:
    """Whether a player has a battle in a round."""
    return any(f["round"] == of_round and league.bands[name] in f["sides"] for f in fixtures(league.host, league.id))


def ended(league: League) -> None:
    """The third round is decided, and the league has a winner whom everybody's page names."""
    until(lambda: any(f["round"] == 3 for f in fixtures(league.host, league.id)))
    finished(league, 3)
    until(lambda: league.host.reads(f"/campaigns/{league.id}")["state"] == "ended")
    for one in (league.host, *league.players.values()):
        page = league.at(one).page
        expect(page.locator(".won")).to_contain_text(re.compile("|".join(band for band, _ in BANDS.values())))
        expect(page.locator("#awaited")).to_have_count(0)
