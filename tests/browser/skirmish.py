"""A small skirmish of Ronin that one person plays on both sides at one screen, at its first Move Phase."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Locator

from tests.browser.player import INCH, Player, asked

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
}  # fmt: skip
MOST_ASKED = 120
"""Of the questions that lead to the one a test is about."""
BAND = {
    "name": "Herons", "faction": "bushi",
    "models": [
        {"code": "L", "title": "samurai", "armour": "heavy", "weapons": ["katana"], "attributes": [], "leader": True},
        {"code": "B1", "title": "ashigaru", "armour": "none", "weapons": ["katana", "yumi"], "attributes": []},
        {"code": "Y1", "title": "ashigaru", "armour": "none", "weapons": ["katana", "yari"], "attributes": []},
        {"code": "Y2", "title": "ashigaru", "armour": "none", "weapons": ["katana", "yari"], "attributes": []},
    ],
}  # fmt: skip
SIZE = 24 * INCH


def made(browser: Browser, url: str, **context: Any) -> Player:
    """Somebody who plays both sides at one screen; nothing is set up yet."""
    one = Player(browser, url, "Hana", "red", **context)
    body = {
        "system": "ronin", "scenario": "skirmish", "name": "Hana",
        "options": {"points": 100, "table": [24, 24], "terrain": []},
        "sides": [{"seat": seat, "roster": BAND, "player": "me"} for seat in ("red", "blue")],
    }  # fmt: skip
    game = one.page.request.post(f"{url}/api/v1/games", data=json.dumps(body),
                                 headers={"content-type": "application/json"})  # fmt: skip
    assert game.status == 201, game.text()
    one.game = game.json()["id"]
    return one


def laid(browser: Browser, url: str, **context: Any) -> Player:
    """The same at the first go of the first Move Phase."""
    one = made(browser, url, **context)
    return brought(one, lambda question: question["about"] == "activate.move", lambda question: set_up(one, question))


def brought(one: Player, there: Callable[[Any], bool], raw: Callable[[Any], Any]) -> Player:
    """Questions are answered without the page until one is asked that is looked for; the page shows that."""
    answered = list[str]()
    while not there(question := asked(one)):
        answered.append(question["about"])
        assert len(answered) < MOST_ASKED, f"never asked: {answered}"
        answer(one, question, raw(question))
    one.page.goto(f"{one.url}/play/{one.game}?seat={one.seat}")
    one.ready()
    one.rest()
    return one


def set_up(one: Player, question: Any) -> Any:
    """The first model is set up in its place; all else is answered as by silence."""
    if "deploy" not in question["about"]:
        return question["default"]
    key = next(o["key"] for o in question["domain"]["options"] if o["no"] is None)
    return {"pick": key, "then": spot(one, key)}


def answer(one: Player, question: Any, raw: Any) -> None:
    """The question is answered without the page."""
    body = {"seat": one.seat, "ask": question["id"], "answer": raw}
    given = one.page.request.post(f"{one.url}/api/v1/games/{one.game}/answers", data=json.dumps(body),
                                  headers={"content-type": "application/json"})  # fmt: skip
    assert given.ok, given.text()


def spot(one: Player, key: str) -> tuple[int, int]:
    """Where a model is set up: on the front of its zone, five inches from the next."""
    zone = next(z for z in one.look()["view"]["zones"] if z["side"] == ("a" if one.seat == "red" else "b"))
    xs, ys = [p[0] for p in zone["outline"]], [p[1] for p in zone["outline"]]
    along, front = (5 + 5 * (int(key.rsplit("-", 1)[1]) - 1)) * INCH, 5 * INCH + INCH // 4
    if max(xs) - min(xs) > max(ys) - min(ys):
        return along, front if min(ys) == 0 else SIZE - front
    return front if min(xs) == 0 else SIZE - front, along


def ahead(one: Player, piece: Any, inches: float) -> tuple[int, int]:
    """A point so far from a model, straight towards the other side."""
    far = round(inches * INCH)
    foe = next(p for p in one.look()["view"]["pieces"] if p["id"] == piece["id"].replace(one.seat, other(one)))
    dx, dy = foe["x"] - piece["x"], foe["y"] - piece["y"]
    if abs(dx) > abs(dy):
        return piece["x"] + (far if dx > 0 else -far), piece["y"]
    return piece["x"], piece["y"] + (far if dy > 0 else -far)


def other(one: Player) -> str:
    """The seat that is not asked."""
    return "blue" if one.seat == "red" else "red"


def level(one: Player) -> list[str]:
    """The level that the panel shows."""
    found: list[str] = json.loads(one.page.locator("#prompt .ask").get_attribute("data-at") or "[]")
    return found


def window(one: Player) -> str:
    """What of the table is seen."""
    return one.page.locator("#table").get_attribute("viewBox") or ""


def pressed(one: Player, button: Locator) -> None:
    """The pointer goes to the button as a hand goes, over the table, and presses it at once."""
    box = button.bounding_box()
    assert box
    one.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    one.page.mouse.down()
    one.page.mouse.up()


def tick(one: Player) -> Locator:
    """The confirmation that stands at the piece."""
    return one.page.locator("[data-at-piece=yes]")


def recorded(one: Player, version: int) -> None:
    """What was confirmed counts; the page goes on to the other seat."""
    one.until(lambda: int(one.look()["version"]) > version)


def over(one: Player) -> None:
    """The browser is closed; nothing had gone wrong in it."""
    trouble = [line for line in one.trouble if "409" not in line]
    one.close()
    assert not trouble, trouble
