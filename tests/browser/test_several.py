"""Several units of larger games at once: formations of an army, units of a warband, each in turn where it was drawn."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect

from app.engine.formations import spot
from app.engine.geometry import Point
from tests.browser.player import Player, alone, until
from tests.browser.server import Server
from tests.browser.test_manoeuvre import CM, group, open_keys, until_asked

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


def middle(formation: Any) -> tuple[int, int]:
    """The middle of a formation."""
    xs, ys = [p[0] for p in formation["outline"]], [p[1] for p in formation["outline"]]
    return sum(xs) // 4, sum(ys) // 4


def pick(one: Player, *places: tuple[int, int]) -> None:
    """Each of these places is clicked with Shift."""
    one.page.keyboard.down("Shift")
    for place in places:
        one.click(*place)
    one.page.keyboard.up("Shift")


def test_formations_go_ahead_together_one_after_the_other(browser: Browser, server: Server) -> None:
    one = alone(browser, server.url, "daimyo", "meeting", ("takeda", "uesugi"))
    keys = [key for key in open_keys(until_asked(one, "move.unit")) if key != "done" and "-L" not in key][:2]
    one.rest()
    assert len(keys) == 2
    before = [group(one, key) for key in keys]
    pick(one, *(middle(g) for g in before))
    expect(one.page.locator(".counter.is-picked")).to_have_count(2)
    at, facing = middle(before[0]), before[0]["facing"]
    end = spot(Point(*at), facing, 0, 4 * CM)
    one.rest()
    one.page.mouse.move(*one.screen(*at))
    one.page.mouse.down()
    beyond = spot(Point(*at), facing, 0, 40 * CM)
    one.page.mouse.move(*one.screen(beyond.x, beyond.y), steps=8)
    expect(one.page.locator(".several .note.no")).to_contain_text("too far, at most")
    one.page.mouse.move(*one.screen(end.x, end.y), steps=8)
    expect(one.page.locator(".several .note.ok")).to_have_count(1)
    expect(one.page.locator(".several .note")).to_contain_text(re.compile(r"^(3\.9|4|4\.1) cm"))
    one.page.mouse.up()
    expect(one.page.locator(".several .note")).to_have_count(0)
    tick = one.page.locator("[data-at-piece=yes]")
    bar, version = one.page.locator(".several-bar"), one.look()["version"]
    expect(bar).to_contain_text("2 still to be put")
    expect(tick).to_be_enabled()
    tick.click()
    until(lambda: int(one.look()["version"]) > version)

    def all_are_put() -> bool:
        with suppress(Error):  # what may be taken back is given without a word: the confirmation goes
            if bar.is_visible() and tick.count():
                tick.click(timeout=1_000)
        return not bar.is_visible()

    until(all_are_put)
    assert int(one.look()["version"]) > version + 1
    for was in before:
        now, goal = group(one, was["id"]), spot(Point(*middle(was)), was["facing"], 0, 4 * CM)
        if now["facing"] == was["facing"] and middle(now) != middle(was):
            assert abs(middle(now)[0] - goal.x) + abs(middle(now)[1] - goal.y) < CM
    assert one.trouble == []
    one.close()
