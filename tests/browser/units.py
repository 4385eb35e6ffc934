"""Riders against gunners: two bands of units, three people at the table, and answers given past the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, Error, Locator, expect

from tests.browser.player import Player, until
from tests.browser.server import Server

CM = 1000
UNFOLD = """(one) => {
  for (let story = one.parentElement.closest('details'); story; story = story.parentElement.closest('details')) story.open = true;
}"""  # noqa: E501
"""Every story in which something stands is opened."""
Json = Any
Spots = Mapping[str, tuple[int, int]]
CAPTAIN, RIDERS, SPEARS = "red-1", "red-2", "red-3"
TAISHO, GUNNERS, ARCHERS, BOWS = "blue-1", "blue-2", "blue-3", "blue-4"

RED = {
    "name": "Autumn Gale", "list": "hayate",
    "units": [
        {"code": "C", "entry": "captain"},
        {"code": "R", "entry": "riders", "models": 6, "options": ["hankyu"], "command": ["leader"]},
        {"code": "Y", "entry": "spears", "models": 6, "command": ["leader"]},
    ],
}  # fmt: skip
BLUE = {
    "name": "Black Pass Company", "list": "kurogane",
    "units": [
        {"code": "T", "entry": "taisho"},
        {"code": "G", "entry": "gunners", "models": 6, "command": ["leader"]},
        {"code": "A", "entry": "archers", "models": 4, "command": ["leader", "musician"]},
        {"code": "B", "entry": "archers", "models": 4, "command": ["leader", "musician"]},
    ],
}  # fmt: skip


def rank(unit: str, models: int, x: float, y: float, pitch: float) -> dict[str, tuple[int, int]]:
    """The models of a unit side by side from a place on, in centimetres."""
    return {f"{unit}-{n + 1}": (round((x + n * pitch) * CM), round(y * CM)) for n in range(models)}


PLACES: dict[str, Spots] = {
    CAPTAIN: {f"{CAPTAIN}-1": (112 * CM, 93 * CM)},
    RIDERS: rank(RIDERS, 6, 79, 92, 4.5),
    TAISHO: {f"{TAISHO}-1": (140 * CM, 20 * CM)},
    GUNNERS: rank(GUNNERS, 6, 82.5, 28.7, 3),
    ARCHERS: rank(ARCHERS, 4, 60, 28.7, 3),
}
"""Where units stand that are not set up by hand: the riders and the gunners face each other over 60 cm."""


class Table:
    """The three of them."""

    def __init__(self, browser: Browser, server: Server) -> None:
        url = server.url
        self.red, self.blue, self.watcher = (
            Player(browser, url, "Hana", "red"), Player(browser, url, "Mika", "blue"), Player(browser, url, "Ori"),
        )  # fmt: skip
        game = self.laid()
        for player in self.everybody():
            player.game = game["id"]
        self.watcher.key = game["links"]["watch"].rsplit("/", 1)[1]
        self.blue.page.goto(game["links"]["seats"]["blue"])
        self.blue.page.get_by_role("textbox").first.fill("Mika")
        self.blue.page.get_by_role("button", name=re.compile("seat", re.I)).last.click()
        self.blue.page.wait_for_url("**/play/**")
        self.red.page.goto(f"{url}/play/{game['id']}")
        self.watcher.page.goto(game["links"]["watch"])

    def laid(self) -> Json:
        """A game made by red, blue's seat left for a person."""
        sides = [{"seat": "red", "roster": RED, "player": "me"}, {"seat": "blue", "roster": BLUE, "player": "person"}]
        body = {"system": "celtos", "scenario": "open-field", "name": "Hana", "sides": sides,
                "options": {"terrain": "none", "points": 300}}  # fmt: skip
        made = self.red.page.request.post(f"{self.red.url}/api/v1/games", data=json.dumps(body),
                                          headers={"content-type": "application/json"})  # fmt: skip
        assert made.status == 201, made.text()
        return made.json()

    def everybody(self) -> tuple[Player, Player, Player]:
        """All three."""
        return self.red, self.blue, self.watcher

    def asked(self) -> tuple[Player, Json]:
        """Who is asked now, and what."""
        for player in (self.red, self.blue):
            if question := player.question():
                return player, question
        raise AssertionError("nobody is asked")

    def events(self, *kinds: str) -> list[Json]:
        """What has happened of these kinds."""
        query = "since=0&limit=1000&seat=red"
        found: list[Json] = []
        while True:
            answer = self.red.page.request.get(f"{self.red.url}/api/v1/games/{self.red.game}/events?{query}")
            assert answer.ok, answer.text()
            more = answer.json()["events"]
            found += more
            if len(more) < 1000:
                return [e for e in found if e.get("kind") in kinds]
            query = f"since={more[-1]['version']}&limit=1000&seat=red"


# -- past the page ---------------------------------------------------------------------


def quietly(player: Player, question: Json, answer: Json = None) -> None:
    """The question is answered without the page, by what silence means if nothing else is said."""
    body = {"seat": player.seat, "ask": question["id"], "answer": question["default"] if answer is None else answer}
    given = player.page.request.post(f"{player.url}/api/v1/games/{player.game}/answers", data=body)
    assert given.ok, given.text()


def tries(player: Player, question: Json, answers: Iterable[Json]) -> bool:
    """The first of these answers that is legal is given without the page; whether there was one."""
    for answer in answers:
        body = {"seat": player.seat, "ask": question["id"], "answer": answer}
        given = player.page.request.post(f"{player.url}/api/v1/games/{player.game}/answers", data=body)
        assert given.status in (200, 422), given.text()
        if given.ok:
            return True
    return False


def open_keys(question: Json) -> list[str]:
    """The options of a menu or a short list that may be chosen."""
    return [o["key"] for o in question["domain"].get("options", []) if o["no"] is None]


def crew(player: Player, unit: str) -> list[Json]:
    """The models of a unit on the table."""
    return [p for p in player.look()["view"]["pieces"] if p["id"].startswith(f"{unit}-") and not p["gone"]]


# -- on the page -----------------------------------------------------------------------


def ask_of(player: Player) -> str:
    """The question this player is asked now, by its id."""
    question = player.question()
    return question["id"] if question else ""


def answered(player: Player, ask: str) -> None:
    """The answer to this question is taken, and the page asks another or none."""
    until(lambda: ask_of(player) != ask)
    expect(player.page.locator(f"#prompt [data-ask='{ask}']")).to_have_count(0)


def pick(player: Player, *keys: str) -> None:
    """Options chosen one below the other; what shows first what it would do is confirmed."""
    ask = player.ready()["id"]
    for key in keys:
        player.choose(key)
    # Of this question alone: the next one may have come, and be armed, since it was asked which it is.
    button = player.page.locator(f"#prompt [data-ask='{ask}'] [data-act=confirm]:visible:enabled")

    def taken() -> bool:
        if ask_of(player) != ask:
            return True
        with suppress(Error):  # it goes when the answer is taken meanwhile
            if button.count():
                button.click(timeout=2000)
        return False

    until(taken)
    answered(player, ask)


def confirmed(player: Player) -> None:
    """What is drawn or shared out is given as it stands."""
    ask = ask_of(player)
    player.confirm()
    answered(player, ask)


def drag_unit(player: Player, unit: str, dx: float, dy: float) -> None:
    """Press on the first model of a unit and drag the whole of it so many centimetres."""
    first = crew(player, unit)[0]
    start = (first["x"], first["y"])
    player.drag(start, (start[0] + round(dx * CM), start[1] + round(dy * CM)))


def drag_one(player: Player, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Take one model alone, as it is drawn now, and drag it elsewhere."""
    player.page.keyboard.down("Alt")
    player.drag(start, end)
    player.page.keyboard.up("Alt")


def drop(player: Player, thing: Locator, on: Locator) -> None:
    """Drag a chip of the panel onto a row of it."""
    thing.scroll_into_view_if_needed()
    a, b = thing.bounding_box(), on.bounding_box()
    assert a
    assert b
    mouse = player.page.mouse
    mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    mouse.down()
    mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=6)
    mouse.up()


def share_out(player: Player, question: Json) -> None:
    """All hits are taken back, the first dragged onto a model, the others given by button in turn."""
    panel = player.page.locator("#prompt .allot")
    player.page.locator("#prompt [data-act=none]").click()
    chips, rows = panel.locator("[data-pool] [data-item]"), panel.locator("[data-to]")
    hits, takers = len(question["domain"]["items"]), rows.count()
    expect(chips).to_have_count(hits)
    expect(player.page.locator("#prompt [data-act=confirm]")).to_be_disabled()
    drop(player, chips.first, rows.first)
    expect(rows.first.locator(".got [data-item]")).to_have_count(1)
    for n in range(1, hits):
        rows.nth(n % takers).locator("button.step").click()
    expect(chips).to_have_count(0)
    confirmed(player)
