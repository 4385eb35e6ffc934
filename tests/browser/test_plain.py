"""A table in a browser that runs no script: found from the front page, its questions answered by forms."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(120)]
MODELS = 3
"""So many models are set up by hand."""
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def asked(page: Page) -> str:
    """What is asked."""
    return page.locator("#asked").inner_text()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_battle_is_begun_without_script(browser: Browser, server: Server, size: dict[str, int]) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=size)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(server.url)
    page.locator("input[name=setup][value=own]").check()
    page.locator("input[name=way][value=same]").check()
    page.locator("form.quick button[value=ronin]").click()
    expect(page.locator(".plain-ask")).to_be_visible()
    expect(page.locator("#table .t-field")).to_be_visible()
    for _ in range(5):
        if page.locator(".plain-options a").count():
            break
        page.locator(".plain-options button").first.click()
        page.wait_for_load_state()
    for _ in range(MODELS):
        page.locator(".plain-options a").first.click()
        page.locator("input[name=spot]").fill("afar")
        page.locator(".plain-fields button").click()
        expect(page.locator(".refusal")).to_contain_text("is no place")
        expect(page.locator("input[name=spot]")).to_have_value("afar")
        offered = page.locator(".plain-fields small").inner_text()
        assert offered.startswith("x y")
        page.go_back()
        page.locator(".plain-fields button").click()
        expect(page.locator(".plain-ask")).to_be_visible()
    standing = page.locator(".plain-pieces li").filter(has_text=re.compile(r": [\d.]+ [\d.]+$"))
    expect(standing).to_have_count(MODELS)
    expect(page.locator("#layer-counters .counter")).to_have_count(MODELS)
    assert asked(page)
    width = page.locator("body").bounding_box()
    assert width is not None
    assert width["width"] <= size["width"]
    context.close()
