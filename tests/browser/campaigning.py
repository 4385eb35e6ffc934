"""Campaigns at real browsers: their players, a server whose bots do not hesitate, and one that is furnished."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tests.browser.house import PASSWORD, Caller
from tests.browser.player import PATIENCE, Player, until
from tests.browser.server import SWIFT, Server
from tests.browser.visitor import watch

Json = Any
FOUGHT = 60
"""Seconds within which two bots have fought a battle."""
NAMES = {"hana": "Red Lanterns", "mika": "River Guard"}


@contextmanager
def swift(folder: Path) -> Iterator[Server]:
    """A server whose bots answer at once."""
    running = Server(folder, SWIFT)
    running.start()
    yield running
    running.stop()


# -- at a browser ---------------------------------------------------------------------


class Member(Player):
    """Somebody of a campaign at a browser; whatever goes wrong in it is noted."""

    def __init__(self, browser: Browser, url: str, name: str, account: Caller | None = None, **context: Any) -> None:
        super().__init__(browser, url, name, **context)
        self.context.set_default_timeout(1000 * PATIENCE)
        if account:
            cookies = [{"name": k, "value": v, "url": url} for k, v in account.http.cookies.items()]
            self.context.add_cookies(cookies)  # type: ignore[arg-type]
        watch(self.page, self.trouble)

    def at(self, path: str) -> Member:
        """The page of this path is open."""
        given = self.page.goto(self.url + path)
        assert given is not None, path
        assert given.ok, (path, given.status)
        return self

    def signs_up(self) -> None:
        """The account of this name is there."""
        self.at("/signup")
        self.page.locator("[name=name]").fill(self.name)
        self.page.locator("[name=password]").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign up").click()
        self.page.wait_for_url(re.compile(r"^(?!.*/signup)"))

    def form(self, key: str) -> Locator:
        """A form that gives a command."""
        return self.page.locator(f"#f-{key}")

    def sends(self, key: str, **fields: str) -> None:
        """These fields of a form are filled and it is sent; it was taken."""
        form = self.form(key)
        for name, value in fields.items():
            one = form.locator(f"[name={name}]").first
            if one.evaluate("(it) => it.tagName") == "SELECT":
                one.select_option(value)
            else:
                one.fill(value)
        self.presses(form.get_by_role("button").last)

    def presses(self, button: Locator) -> None:
        """A button is pressed, the answer is there, and nothing was refused."""
        with self.page.expect_response(lambda given: given.request.method == "POST") as answer:
            button.click()
        refusal = "" if answer.value.status == 303 else self.page.locator(".refusal").first.inner_text()
        assert answer.value.status == 303, (self.name, answer.value.url, refusal)
        self.page.wait_for_load_state()

    def reads(self, path: str) -> Json:
        """What the interface tells who has this browser."""
        given = self.page.request.get(f"{self.url}/api/v1{path}")
        assert given.ok, given.text()
        return given.json()

    def raises(self, name: str, sample: str, mark: int) -> str:
        """A warband of a ready roster joins by the form of the page that is open; its id."""
        self.form("raise").locator("[name=name]").fill(name)
        self.form("raise").locator("[name=band]").select_option(f"sample:{sample}")
        for field_ in ("emblem", "hue"):
            self.page.locator(f"label.pickem:has(input[name={field_}][value='{mark}'])").click()
        self.presses(self.form("raise").get_by_role("button").last)
        expect(self.page.locator("h1")).to_have_text(name)
        return self.page.url.rpartition("/warband/")[2].partition("?")[0]

    def leaves(self) -> None:
        """The browser is closed; nothing had gone wrong in it."""
        self.context.close()
        assert not self.trouble, (self.name, self.trouble)


def fixtures(one: Member, camp: str) -> list[Json]:
    """The battles of a campaign as somebody may know them."""
    return list(one.reads(f"/campaigns/{camp}").get("fixtures", {}).values())


def fought(one: Member, camp: str, fixture: str) -> Json:
    """A battle that is over and settled, once it is so."""

    def now() -> Json:
        return next(f for f in fixtures(one, camp) if f["id"] == fixture)

    until(lambda: now().get("state") == "done" and len(now().get("settled", ())) == 2, FOUGHT)
    return now()


# -- what all of them do ---------------------------------------------------------------


def founds(host: Member, name: str, system: str, pairing: str, **fields: str) -> str:
    """A campaign is founded by the page; its id."""
    host.at("/campaigns").page.get_by_role("link", name="New campaign").click()
    host.page.goto(f"{host.url}/campaigns/new?system={system}")
    form = host.page.locator("form.steps")
    form.locator("[name=name]").fill(name)
    form.locator(f"label.card:has([name=pairing][value='{pairing}'])").click()
    for key, value in fields.items():
        one = form.locator(f"[name={key}]")
        if key in ("map", "story"):
            one.select_option(value)
        else:
            one.fill(value)
    host.presses(form.get_by_role("button", name="Found the campaign"))
    host.page.wait_for_url("**/host*")
    return host.page.url.split("/campaign/")[1].split("/")[0]


def join(host: Member, hana: Member, mika: Member, camp: str, rosters: tuple[str, str]) -> tuple[str, str]:
    """Hana is invited by name and Mika by the link; both come with a warband."""
    host.at(f"/campaign/{camp}/host").sends("invite", handle="Hana")
    link = host.page.locator("#invite").input_value()
    hana.at("/campaigns").page.locator(f"a[href^='/campaign/{camp}']", has_text="Look and join").click()
    one = hana.raises(NAMES["hana"], rosters[0], 2)
    assert mika.page.request.get(f"{mika.url}/campaign/{camp}").ok  # anybody may read it
    mika.at(f"/campaign/{camp}")
    expect(mika.form("raise")).to_have_count(0)
    mika.at(link.removeprefix(mika.url))
    other = mika.raises(NAMES["mika"], rosters[1], 3)
    found = host.reads(f"/campaigns/{camp}")["warbands"]
    assert [(found[id]["emblem"], found[id]["hue"]) for id in (one, other)] == [(2, 2), (3, 3)]
    return one, other


def begins(host: Member, camp: str) -> None:
    """The host has begun it, and the first round is open."""
    host.at(f"/campaign/{camp}/host").presses(host.page.get_by_role("button", name="Begin the campaign"))
    host.at(f"/campaign/{camp}")
    expect(host.page.locator(".seasons [aria-current=step]")).to_be_visible()


def thrown(part: Locator) -> list[list[int]]:
    """The faces of all dice that a part of a page shows."""
    told = [one.get_attribute("aria-label") or "" for one in part.locator(".dice").all()]
    return sorted([int(n) for n in re.findall(r"\d+", label)] for label in told)


def faces(one: Member, camp: str, fixture: str = "") -> list[list[int]]:
    """The faces that stand in the ledger, of one battle or of all."""
    bodies = [row["body"] for row in one.reads(f"/campaigns/{camp}/entries") if row["kind"] == "posted"]
    rows = [body["step"] for body in bodies if body.get("fixture", "") == fixture or not fixture]
    return [step["faces"] for step in rows if step.get("faces")]


def awaits(everybody: Sequence[Member], camp: str, told: Mapping[str, Sequence[str]], mine: Mapping[str, str]) -> None:
    """The page of each person names of which warband what is awaited and since when, and to whom it says so what he is
    to do himself; nobody else is told to do anything.

    ``told``: by the name of a warband, a word for each line; ``mine``: by the name of a person.
    """
    for one in everybody:
        one.at(f"/campaign/{camp}")
        rows = [row.inner_text() for row in one.page.locator("#awaited li").all()]
        assert len(rows) == sum(map(len, told.values())), (one.name, rows)
        for band, words in told.items():
            said = [row for row in rows if row.startswith(band)]
            assert len(said) == len(words), (one.name, band, rows)
            assert all(word in row and "since" in row for word, row in zip(words, said, strict=True)), (one.name, rows)
        box = one.page.locator(".due-box")
        if one.name in mine:
            expect(box).to_contain_text(mine[one.name])
        else:
            expect(box).to_have_count(0)


# -- furnished ------------------------------------------------------------------------


@dataclass
class Camps:
    """Two campaigns of a host, Hana and Mika on a server of their own, and one that still gathers."""

    server: Server
    people: dict[str, Caller] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def give(self, who: str, camp: str, do: str, **fields: Json) -> None:
        """A command is done."""
        self.people[who].post(f"/campaigns/{self.ids[camp]}/commands", {"give": {"do": do, **fields}})

    def joins(self, who: str, camp: str, roster: str, mark: int) -> None:
        """Somebody is in a campaign with a ready roster; ``mark``: of emblem and colour."""
        self.give(who, camp, "join", name=who.title(), entropy="ab" * 8)
        self.give(who, camp, "raise", name=NAMES[who], emblem=mark, hue=mark, roster={"sample": roster})

    def now(self, camp: str) -> Json:
        """A campaign as its host sees it."""
        return self.people["yuki"].get(f"/campaigns/{self.ids[camp]}")

    def warband(self, camp: str, who: str) -> str:
        """The warband that somebody leads."""
        return next(str(id) for id, w in self.now(camp)["warbands"].items() if w["name"] == NAMES[who])

    def battle(self, camp: str, *, over: bool) -> str:
        """A battle that is over, or one that is not."""
        all_ = self.now(camp)["fixtures"].values()
        return str(next(f["id"] for f in all_ if (f.get("state") == "done") == over))


def people(server: Server) -> dict[str, Caller]:
    """A host and two players with accounts."""
    found = {}
    for name in ("yuki", "hana", "mika"):
        found[name] = Caller(server.url)
        found[name].form("/signup", name=name.title(), password=PASSWORD)
    return found


def furnished(server: Server) -> Camps:
    """A Ronin campaign after its first battle, a war on a map in its first season, and one that gathers."""
    camps = Camps(server, people(server))
    settings = {"rounds": 3, "points": 200, "public": True, "open": True}
    founded(camps, "ronin", "ronin", ("red-devils", "river-league"), **settings)
    founded(camps, "gathers", "ronin", ())
    founded(camps, "map", "daimyo", ("asai", "mori"), pairing="map", map="heron-bay", points=300, open=True)
    first = camps.battle("ronin", over=False)
    for who in NAMES:
        camps.give(who, "ronin", "stand-in", warband=camps.warband("ronin", who), fixture=first)
    until(lambda: len(camps.now("ronin")["fixtures"][first].get("settled", ())) == 2, FOUGHT)
    if all(one.get("state") == "done" for one in camps.now("ronin")["fixtures"].values()):  # a choice holds the round
        camps.give("yuki", "ronin", "close-round", reason="Nobody waits for the choice.")
    told = {"title": "The lamp in the reeds", "text": "We waited for the dawn.\nIt came.", "fixture": first}
    camps.give("hana", "ronin", "write", warband=camps.warband("ronin", "hana"), **told)
    camps.give("yuki", "ronin", "announce", title="Snow", text="The passes close early this year.")
    return camps


def founded(camps: Camps, key: str, system: str, rosters: tuple[str, ...], **settings: Json) -> str:
    """A campaign of the host; with rosters the two have joined it and it has begun.  Its id."""
    body = {"name": f"Autumn of {key}", "system": system, "settings": {"open": True, "points": 200} | settings}
    camps.ids[key] = str(camps.people["yuki"].post("/campaigns", body)["id"])
    for n, (who, roster) in enumerate(zip(NAMES, rosters, strict=False), 1):
        camps.joins(who, key, roster, n)
    if rosters:
        camps.give("yuki", key, "start")
    return camps.ids[key]
