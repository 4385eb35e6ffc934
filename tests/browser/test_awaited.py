"""A war on a map and a story at real browsers: at each step everybody's page names what is awaited of whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.campaigning import Member, awaits, begins, fixtures, founds, swift
from tests.browser.house import PASSWORD, Caller
from tests.browser.player import until
from tests.browser.server import Server
from tests.browser.test_campaigns import orders

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

Json = Any
BANDS = {"Hana": "Herons", "Mika": "Pines"}
MARCH, SEND, DIVIDE = "seals the march order", "sends the roster", "divides the warband"
CASTLE, HERS, OPEN = "ishikura", "kazahaya", "tokonami"
"""A province of nobody with a castle beside Mika's start; Hana's on the way there, and Mika's beside both."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for these only."""
    with swift(tmp_path_factory.mktemp("awaited")) as running:
        yield running


class Club:
    """The host, who leads nothing, and two players at browsers of their own."""

    def __init__(self, browser: Browser, url: str, called: str) -> None:
        self.host, self.hana, self.mika = (member(browser, url, name, called) for name in ("Yuki", *BANDS))
        self.id, self.bands = "", dict[str, str]()

    @property
    def all(self) -> tuple[Member, ...]:
        """All three."""
        return self.host, self.hana, self.mika

    def gathers(self, rosters: tuple[str, str]) -> None:
        """Both have joined by the link that invites, and it has begun."""
        self.host.at(f"/campaign/{self.id}/host")
        link = self.host.page.locator("#invite").input_value().removeprefix(self.host.url)
        for mark, (one, roster) in enumerate(zip((self.hana, self.mika), rosters, strict=True), 1):
            self.bands[one.name] = one.at(link).raises(BANDS[one.name], roster, mark)
        begins(self.host, self.id)

    def awaits(self, told: dict[str, list[str]], **mine: str) -> None:
        """Everybody's page says this, by the names of players."""
        awaits(self.all, self.id, {BANDS[name]: words for name, words in told.items()}, mine)

    def decides(self, fixture: str, winner: str) -> None:
        """The host writes who has won a battle."""
        self.host.at(f"/campaign/{self.id}/battle/{fixture}")
        folded = self.host.page.locator("details:not([open]) > summary", has_text="The umpire decides")
        if folded.count():
            folded.first.click()
        self.host.sends("decide", result="won", winner=self.bands[winner], reason="As it was fought at the club.")

    def now(self) -> Json:
        """The campaign as its host sees it."""
        return self.host.reads(f"/campaigns/{self.id}")

    def open(self) -> list[Json]:
        """Its battles that are not over."""
        return [one for one in fixtures(self.host, self.id) if one.get("state", "open") in ("open", "playing")]

    def leaves(self) -> None:
        """All browsers are closed; nothing had gone wrong in any."""
        for one in self.all:
            one.leaves()


def member(browser: Browser, url: str, name: str, called: str) -> Member:
    """Somebody with an account at a browser."""
    caller = Caller(url)
    caller.form("/signup", name=f"{name}{called}", password=PASSWORD)
    one = Member(browser, url, name, caller)
    caller.http.close()
    return one


def test_a_war_on_a_map_with_a_province_of_nobody_and_a_castle(browser: Browser, server: Server) -> None:
    club = Club(browser, server.url, "War")
    club.id = founds(club.host, "War of the bay", "daimyo", "map", map="heron-bay", points="300", days="8", years="1")
    club.gathers(("asai", "mori"))
    spring(club)
    summer(club)
    autumn(club)
    club.leaves()


def marches(club: Club, hana: str = "", mika: str = "") -> None:
    """Both orders are sealed, Hana's first; who has not sealed hers is awaited, and nobody else."""
    both = dict.fromkeys(BANDS, "March orders")
    club.awaits({name: [MARCH] for name in BANDS}, **both)
    orders(club.hana, club.id, club.bands["Hana"], hana)
    club.awaits({"Mika": [MARCH]}, Mika=both["Mika"])
    orders(club.mika, club.id, club.bands["Mika"], mika)


def season(club: Club) -> str:
    """Which season it is."""
    return str(club.now()["rounds"][-1]["season"])


def spring(club: Club) -> None:
    """Mika marches on a castle that is nobody's: those who hold it fight her, and she alone is awaited."""
    marches(club, HERS, CASTLE)
    (one,) = club.open()
    assert (one["kind"], one["place"]) == ("garrison", CASTLE)
    club.awaits({"Mika": [SEND]}, Mika="Send your roster")
    club.decides(one["id"], "Mika")
    until(lambda: season(club) == "summer")
    assert club.now()["land"]["owners"][CASTLE] == club.bands["Mika"]


def summer(club: Club) -> None:
    """Hana marches into a province that nobody guards: it is hers without a battle."""
    marches(club, OPEN)
    until(lambda: season(club) == "autumn")
    assert club.now()["land"]["owners"][OPEN] == club.bands["Hana"]
    assert not club.open()


def autumn(club: Club) -> None:
    """Hana beats Mika before her castle: both are awaited for that battle, and the castle holds out for a season."""
    marches(club, CASTLE)
    (one,) = club.open()
    assert (one["kind"], one["place"]) == ("province", CASTLE)
    club.awaits({name: [SEND] for name in BANDS}, **dict.fromkeys(BANDS, "Send your roster"))
    club.decides(one["id"], "Hana")
    until(lambda: season(club) == "winter")
    land = club.now()["land"]
    assert (land["owners"][CASTLE], land["armies"][club.bands["Hana"]]) == (club.bands["Mika"], CASTLE)
    marches(club)
    until(lambda: club.now()["land"]["owners"][CASTLE] == club.bands["Hana"])


def test_a_story_that_is_divided_in_secret(browser: Browser, server: Server) -> None:
    club = Club(browser, server.url, "Tale")
    club.id = founds(club.host, "Three groups", "ronin", "story", story="three-groups", points="300")
    club.gathers(("red-devils", "river-league"))
    divided(club)
    one_day(club)
    the_last(club)
    club.leaves()


def divided(club: Club) -> None:
    """Who has not divided hers is awaited for that, and who has for the rosters of those battles that stand.

    Who is at home in the third is known once both have.
    """
    club.awaits({name: [DIVIDE] for name in BANDS}, **dict.fromkeys(BANDS, "Divide it"))
    club.hana.at(f"/campaign/{club.id}").presses(club.hana.form("split").get_by_role("button"))
    club.awaits({"Hana": [SEND] * 2, "Mika": [DIVIDE]}, Hana="Send your roster", Mika="Divide it")
    club.mika.at(f"/campaign/{club.id}").presses(club.mika.form("split").get_by_role("button"))
    club.awaits({name: [SEND] * 3 for name in BANDS}, **dict.fromkeys(BANDS, "Send your roster"))


def one_day(club: Club) -> None:
    """Three battles of one day: each that is decided is awaited no more."""
    expect(club.host.at(f"/campaign/{club.id}").page.locator("#story")).to_contain_text("One day, three places")
    for left, winner in ((2, "Hana"), (1, "Mika"), (0, "Hana")):
        club.decides(club.open()[0]["id"], winner)
        if left:
            told = {name: [SEND] * left for name in BANDS}
            club.awaits(told, **dict.fromkeys(BANDS, "Send your roster"))


def the_last(club: Club) -> None:
    """Those who are left meet once more; then the story is told, and nobody is awaited."""
    until(lambda: len(club.open()) == 1)
    expect(club.host.at(f"/campaign/{club.id}").page.locator("#story")).to_contain_text("Those who are left")
    club.awaits({name: [SEND] for name in BANDS}, **dict.fromkeys(BANDS, "Send your roster"))
    club.decides(club.open()[0]["id"], "Hana")
    until(lambda: club.now()["state"] == "ended")
    club.awaits({})
    for one in club.all:
        expect(one.page.locator(".won")).to_contain_text(BANDS["Hana"])
