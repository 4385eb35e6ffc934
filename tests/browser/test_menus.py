"""Of several menus one is open, and Escape shuts the one in which one is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MENUS = """() => {
  const menu = (name) => `<details class="menu" id="${name}"><summary>${name}</summary><input></details>`;
  document.body.innerHTML = `${menu('one')}${menu('other')}<p>Elsewhere</p>`;
  document.body.style.display = 'block';
  for (const one of document.querySelectorAll('.menu')) one.style.cssText = 'position: static; display: block';
}"""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """One with two menus."""
    page = browser.new_context().new_page()
    page.goto(f"{server.url}/rules/ronin")
    page.evaluate(MENUS)
    yield page
    page.context.close()


def opened(page: Page) -> list[str]:
    """Which menus are open."""
    found: list[str] = page.evaluate("[...document.querySelectorAll('.menu[open]')].map(({ id }) => id)")
    return found


def test_one_that_is_opened_shuts_the_other(page: Page) -> None:
    for name in ("one", "other", "one"):
        page.locator(f"#{name} summary").click()
        expect(page.locator(f"#{name}")).to_have_attribute("open", "")
        assert opened(page) == [name]
    page.locator("#one input").click()
    assert opened(page) == ["one"]
    page.locator("p").click()
    assert opened(page) == []


def test_escape_shuts_the_one_in_which_one_is(page: Page) -> None:
    page.evaluate("for (const menu of document.querySelectorAll('.menu')) menu.open = true")
    page.locator("#other input").focus()
    page.keyboard.press("Escape")
    assert opened(page) == ["one"]
    expect(page.locator("#other summary")).to_be_focused()
    page.keyboard.press("Escape")
    assert opened(page) == []
    expect(page.locator("#one summary")).to_be_focused()
