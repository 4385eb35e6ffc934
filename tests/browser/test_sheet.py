"""The sheet of a phone is dragged by a finger, and raised and sunk by a tap or by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player
from tests.browser.server import Server
from tests.browser.skirmish import PHONE, laid, over

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

CLICKS = "addEventListener('click', ({ target }) => (window.clicked = [...(window.clicked || []), target.id]), true)"
LOW, HALF, HIGH = re.compile("is-low"), re.compile("now$"), re.compile("is-high")


def stroke(one: Player, down: int) -> None:
    """A finger takes the grip and goes so many pixels down."""
    box = one.page.locator("#grip").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = one.context.new_cdp_session(one.page)
    for kind, share in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0), ("touchEnd", None)):
        points = [] if share is None else [{"x": x, "y": y + down * share}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.detach()


def test_a_finger_drags_the_sheet_and_a_tap_raises_it(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url, **PHONE)
    sheet, grip = one.page.locator(".now"), one.page.locator("#grip")
    one.page.evaluate(CLICKS)
    expect(sheet).to_have_class(HALF)
    for down, level in ((-200, HIGH), (200, HALF), (200, LOW), (-200, HALF), (-200, HIGH)):
        stroke(one, down)
        expect(sheet).to_have_class(level)
    for level in (LOW, HALF, HIGH):
        grip.tap()
        expect(sheet).to_have_class(level)
    stroke(one, 20)  # a tap that slips
    expect(sheet).to_have_class(LOW)
    assert one.page.evaluate("window.clicked ?? []") == [], "a click goes to what lies under the finger then"
    grip.focus()
    for level in (HALF, HIGH, LOW):
        one.page.keyboard.press("Enter")
        expect(sheet).to_have_class(level)
    over(one)
