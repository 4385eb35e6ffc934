"""Enter that is struck before what was drawn has come to its level counts for that drawing, and for no other."""

from __future__ import annotations

import re
from math import dist

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.player import INCH, Player
from tests.browser.server import Server
from tests.browser.skirmish import ahead, laid, level, over, tick

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

SEEN = 1200
"""More milliseconds than something is seen before it is given."""
LEVEL = re.compile(r"/prompt\?")
PREVIEW = re.compile(r"/preview$")
BESIDE = 3 * INCH // 4
"""So near to another no base has room."""


def struck(one: Player, end: tuple[int, int]) -> Route:
    """A piece is dragged there, and Enter struck for it while its level is still on the way."""
    me = one.piece(f"{one.seat}-1")
    levels = list[Route]()
    one.page.route(LEVEL, lambda route: levels.append(route), times=1)
    with one.page.expect_request(LEVEL):
        one.drag((me["x"], me["y"]), end)
    one.page.keyboard.press("Enter")
    return levels[0]


def test_what_was_taken_back_after_enter_is_not_given(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    version, late = one.look()["version"], struck(one, ahead(one, one.piece(f"{one.seat}-1"), 5))
    one.page.keyboard.press("Escape")
    with one.page.expect_response(LEVEL):
        late.continue_()
    one.until(lambda: level(one) == [])
    one.page.wait_for_timeout(SEEN)
    assert one.look()["version"] == version
    assert level(one) == []
    expect(one.page.locator(".at-piece")).to_be_hidden()
    over(one)


def test_enter_for_one_place_does_not_give_another(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me, version, replies = one.piece(f"{one.seat}-1"), one.look()["version"], list[Route]()
    one.page.route(PREVIEW, lambda route: replies.append(route), times=1)
    with one.page.expect_request(PREVIEW):
        one.drag((me["x"], me["y"]), ahead(one, me, 5))
    one.page.keyboard.press("Enter")
    one.click(*ahead(one, me, 3))
    replies[0].continue_()
    expect(tick(one)).to_be_visible()
    one.page.wait_for_timeout(SEEN)
    assert one.look()["version"] == version
    expect(tick(one)).to_be_visible()
    over(one)


def test_enter_for_what_never_came_to_its_level_counts_for_nothing_that_is_put_later(
    browser: Browser, server: Server
) -> None:
    one = laid(browser, server.url)
    version, late = one.look()["version"], struck(one, ahead(one, one.piece(f"{one.seat}-1"), 5))
    with one.page.expect_response(LEVEL):
        late.fulfill(status=500)
    one.rest()
    assert level(one) == []
    one.click(*ahead(one, one.piece(f"{one.seat}-1"), 3))
    expect(tick(one)).to_be_visible()
    one.page.wait_for_timeout(SEEN)
    assert one.look()["version"] == version
    one.close()


def test_where_answers_are_given_at_once_enter_gives_nothing_that_has_to_be_mended(
    browser: Browser, server: Server
) -> None:
    one = laid(browser, server.url)
    one.page.evaluate("document.body.dataset.confirm = 'never'")
    me, mate = (one.piece(f"{one.seat}-{n}") for n in (1, 2))
    far = dist((me["x"], me["y"]), (mate["x"], mate["y"]))
    version, near = one.look()["version"], 1 - BESIDE / far
    end = tuple(round(me[axis] + near * (mate[axis] - me[axis])) for axis in "xy")
    late = struck(one, (end[0], end[1]))
    late.continue_()
    expect(one.page.locator(".at-why")).to_be_visible()
    one.page.wait_for_timeout(SEEN)
    assert one.look()["version"] == version
    expect(one.page.locator(".at-why")).to_be_visible()
    over(one)
