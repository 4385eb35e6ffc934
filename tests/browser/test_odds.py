"""The chances of options come into room that is kept for them: nothing moves under the pointer."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.player import alone
from tests.browser.server import Server
from tests.browser.skirmish import PHONE, brought, over

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
STANDING = """() => [...document.querySelectorAll('#prompt, #prompt button[data-key], #prompt [data-deed], #log li')]
  .map((node) => [node.id || node.dataset.key, node.getBoundingClientRect()])
  .map(([name, { x, y, width, height }]) => [name, x, y, width, height])"""
"""Where the question, its buttons and the lines of the log stand."""
ASKED: list[tuple[str, str, tuple[str, str], str, dict[str, Any]]] = [
    ("daimyo", "meeting", ("takeda", "oda"), "clan.choose", PHONE),
    ("kensei", "pitched_battle", ("buke_500", "kuge_500"), "special.taisho", {}),
]
"""Questions whose options hang on dice, in a list and side by side."""


@pytest.mark.parametrize(("system", "scenario", "bands", "about", "screen"), ASKED, ids=[row[0] for row in ASKED])
def test_nothing_moves_when_the_chances_come(
    browser: Browser, server: Server, system: str, scenario: str, bands: tuple[str, str], about: str, screen: Any
) -> None:
    held = list[Route]()
    one = alone(browser, server.url, system, scenario, bands, screen=screen)
    page = one.page
    page.route("**/odds?*", lambda route: route.continue_() if held else held.append(route))
    brought(one, lambda question: question["about"] == about, lambda question: question["default"])
    page.wait_for_function("document.fonts.status === 'loaded'")
    one.until(lambda: bool(held))
    before = page.evaluate(STANDING)
    held[0].continue_()
    expect(page.locator("#prompt .odds-on").first).to_be_attached()
    assert page.evaluate(STANDING) == before
    over(one)
