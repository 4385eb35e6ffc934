"""Campaigns at real browsers: their players, a server whose bots do not hesitate, and one that is furnished."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.house import PASSWORD, Caller
from tests.browser.player import Player, until
from tests.browser.server import Server
from tests.browser.visitor import watch

Json = Any
SWIFT = """import sys
from functools import partial
from app.web import app
app.open_games = partial(app.open_games, bot_delay=0)
from app.cli import main
sys.exit(main(sys.argv[1:]))
"""
FOUGHT = 60
"""Seconds within which two bots have fought a battle."""
NAMES = {"hana": "Red Lanterns", "mika": "River Guard"}


@contextmanager
def swift(folder: Path) -> Iterator[Server]:
    """A server whose bots answer at once."""
    running = Server(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.browser.server.SERVE", SWIFT)
        running.start()
    yield running
    running.stop()


# -- at a browser ---------------------------------------------------------------------


class Member(Player):
    """Somebody of a campaign at a browser; whatever goes wrong in it is noted."""

    def __init__(self, browser: Browser, url: str, name: str, account: Caller | None = None, **context: Any) -> None:
        super().__init__(browser, url, name, **context)
        self.context.set_default_timeout(15_000)
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
        return next(id for id, w in self.now(camp)["warbands"].items() if w["name"] == NAMES[who])

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
