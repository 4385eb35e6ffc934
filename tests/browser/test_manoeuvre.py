"""A formation in a browser: set up by hand with its front turned, then moved by its handles, by keys and by buttons."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from app.engine.formations import Formation, Step, course, footprint
from app.engine.geometry import Point
from tests.browser.player import Player, alone, asked, until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

CM = 1000


@pytest.fixture
def player(browser: Browser, server: Server) -> Iterator[Player]:
    """Somebody who plays both sides of a meeting on the plain at one screen."""
    one = alone(browser, server.url, "daimyo", "meeting", ("takeda", "uesugi"))
    yield one
    assert one.trouble == []
    one.close()


def open_keys(question: Any) -> list[str]:
    """The options that may be chosen."""
    return [row["key"] for row in question["domain"].get("options", []) if row["no"] is None]


def until_asked(player: Player, about: str) -> Any:
    """Everything before the first question of this kind is answered: by the rest as proposed, else by what is first."""
    for _ in range(200):
        question = asked(player)
        if question["about"] == about:
            player.sit()
            return player.ready()
        keys = open_keys(question)
        answer = "rest" if "rest" in keys else keys[0] if keys else question["default"]
        body = {"seat": player.seat, "ask": question["id"], "answer": answer}
        given = player.page.request.post(f"{player.url}/api/v1/games/{player.game}/answers", data=body)
        assert given.ok, given.text()
    raise AssertionError(f"{about} is never asked")


def group(player: Player, id: str) -> Any:
    """A formation as its player sees it."""
    return next(g for side in player.look()["view"]["sides"] for g in side["groups"] if g["id"] == id)


def handle(player: Player, name: str) -> tuple[float, float]:
    """Where a handle of the formation lies on the screen."""
    box = player.page.locator(f".drill-handle.is-{name} circle").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(player: Player, name: str, dx: float, dy: float) -> None:
    """Drag a handle by so many pixels."""
    player.rest()
    x, y = handle(player, name)
    mouse = player.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + dx, y + dy, steps=8)
    mouse.up()


def rows(player: Player) -> Locator:
    """The steps in the panel."""
    return player.page.locator("#prompt [data-steps] li")


def domain(player: Player) -> Any:
    """What the question on the page says of itself."""
    return json.loads(player.page.locator("#prompt .ask").get_attribute("data-domain") or "{}")


def test_a_formation_is_set_up_where_it_is_put_with_its_front_turned(player: Player) -> None:
    unit = next(key for key in open_keys(until_asked(player, "deploy.unit")) if key != "rest")
    player.choose(unit)
    zone = domain(player)["zones"][0]
    middle = [sum(p[axis] for p in zone) // len(zone) for axis in (0, 1)]
    away = middle[0], 60 * CM
    player.click(*away)
    expect(player.page.locator("#prompt .refusal .clause")).to_have_text(re.compile("DAI-"))
    expect(player.page.locator("#prompt [data-act=confirm]")).to_be_enabled()
    player.click(middle[0], middle[1])
    expect(player.page.locator("#prompt .refusal")).to_have_count(0)
    facing = 0 if middle[1] > away[1] else 18_000
    player.page.keyboard.press("r")
    player.confirm()
    until(lambda: bool(group(player, unit)["outline"]))
    stood = group(player, unit)
    (ax, ay), (bx, by) = stood["outline"][:2]
    assert stood["facing"] == facing + 1500
    assert abs((ax + bx) // 2 - middle[0]) < CM // 2
    assert abs((ay + by) // 2 - middle[1]) < CM // 2


def test_steps_are_drawn_added_up_mended_taken_back_and_given(player: Player) -> None:
    unit = open_keys(until_asked(player, "move.unit"))[0]
    player.choose(unit)
    player.choose("move")
    drawn_by_hand(player)
    start = domain(player)["start"]
    press = player.page.keyboard.press
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "Shift+ArrowRight", "ArrowUp"):
        press(key)
    expect(rows(player)).to_have_text(
        [re.compile("Forward 2 cm"), re.compile("Wheel right 6°"), re.compile("Forward 1 cm")]
    )
    warned(player)
    for _ in range(40):
        press("ArrowUp")
    expect(player.page.locator("#prompt .refusal .clause")).to_have_text(re.compile("DAI-"))
    # What the server says of the last key has come: it has been mended, and counts as allowed.
    expect(player.page.locator("#prompt:has(.refusal.is-soft) [data-used] .clause")).to_have_count(1)
    expect(player.page.locator("#prompt [data-act=confirm]")).to_be_enabled()
    press("Backspace")
    expect(rows(player)).to_have_count(2)
    player.confirm()
    expect(player.page.locator(".counter.is-away")).to_have_count(0)
    until(lambda: "moved" in group(player, unit)["badges"])
    body = Formation(**{**start, "at": Point(*start["at"])})
    ends = course(body, (Step("forward", 2 * CM), Step("wheel", 600)))[-1]
    assert [tuple(p) for p in group(player, unit)["outline"]] == [tuple(p) for p in footprint(ends)]


def warned(player: Player) -> None:
    """What a step brings with it besides its cost stands at the formation, not in the panel alone."""

    def brings(route: Route) -> None:
        reply = route.fetch()
        found = reply.json()
        route.fulfill(response=reply, json=found | {"notes": [*found["notes"], {"text": "Both fall", "clause": ""}]})

    note = player.page.locator(".note.gold")
    expect(note).to_have_count(0)
    player.page.route("**/preview", brings)
    player.page.keyboard.press("ArrowUp")
    expect(note).to_have_text("! Both fall")
    player.page.unroute_all(behavior="wait")
    player.page.keyboard.press("Backspace")
    expect(note).to_have_count(0)


def drawn_by_hand(player: Player) -> None:
    """The front is drawn ahead and a corner round; both are taken back, and so is a step of a button."""
    up = -30 if domain(player)["start"]["facing"] == 0 else 30
    pull(player, "line", 0, up)
    pull(player, "left", 0, up / 2)
    expect(rows(player)).to_have_text([re.compile("Forward"), re.compile("Wheel right")])
    expect(player.page.locator("#prompt [data-used]")).to_contain_text("cm")
    player.page.keyboard.press("Escape")
    expect(rows(player)).to_have_count(1)
    player.page.locator("#prompt [data-act=corner]").click()
    player.page.locator("#prompt [data-act=about]").click()
    expect(rows(player)).to_have_text([re.compile("About turn")])
    player.page.keyboard.press("t")
    expect(rows(player)).to_have_count(0)
