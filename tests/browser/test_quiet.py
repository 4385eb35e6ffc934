"""The table alone: panels go and come back, the question stays where one is asked, and this browser remembers it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import alone
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(120)]


def test_the_table_stands_alone_with_the_question_over_it(browser: Browser, server: Server) -> None:
    one = alone(browser, server.url, "ronin", "skirmish", ("red-devils", "river-league"), points=200)
    page = one.page
    page.goto(f"{server.url}/play/{one.game}?seat=red&veil=0")
    who, log, button = page.locator(".who"), page.locator("#log"), page.locator("#t-quiet")
    before = page.locator("#table").bounding_box()
    expect(who).to_be_visible()
    page.keyboard.press("z")
    expect(who).to_be_hidden()
    expect(log).to_be_hidden()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt section.ask")).to_be_visible()
    now = page.locator("#table").bounding_box()
    assert before
    assert now
    assert now["width"] > before["width"]
    page.reload()
    expect(who).to_be_hidden()
    button.click()
    expect(who).to_be_visible()
    expect(log).to_be_visible()
    one.close()
    assert one.trouble == []
