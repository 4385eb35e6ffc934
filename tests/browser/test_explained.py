"""The questions of one's first battle are explained as they come, until one has enough."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "es-ES"}


@pytest.mark.parametrize(("screen", "battle", "understood", "enough"), [
    (DESK, "Your first battle", "Understood", "Explain no more"),
    (PHONE, "Tu primera batalla", "Entendido", "No explicar más"),
])  # fmt: skip
def test_a_first_battle_explains_its_questions_until_one_has_enough(
    browser: Browser, server: Server, screen: dict[str, Any], battle: str, understood: str, enough: str
) -> None:
    page = Player(browser, server.url, "Yuki", **screen).page
    page.goto(f"{server.url}/learn/ronin")
    page.get_by_role("button", name=re.compile(battle)).click()
    said, asked = page.locator("#first"), page.locator("#prompt .ask h2")
    expect(said).to_be_visible()
    assert len(said.locator("p").inner_text()) > len(asked.inner_text())
    expect(asked).to_be_in_viewport()
    said.get_by_role("button", name=understood).click()
    expect(said).to_be_hidden()
    page.reload()
    expect(asked).to_be_visible()
    expect(page.locator("#table[tabindex]")).to_have_count(1)
    expect(said).to_be_hidden()

    page.locator("details.menu:has(#explains) > summary").click()
    page.locator("#explains").uncheck()
    page.locator("#explains").check()
    expect(said).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#explains")).to_be_hidden()
    expect(page.locator("details.menu:has(#explains) > summary")).to_be_focused()
    said.get_by_role("button", name=enough).click()
    expect(said).to_be_hidden()
    expect(page.locator("#explains")).not_to_be_checked()
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-explain", "off")
    expect(said).to_be_hidden()
