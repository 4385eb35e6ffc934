"""What whoever looks has made of his table stays: where he looks, and what he reads beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import alone, asked, until
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def seen(page: Page) -> list[float]:
    """The part of the table that is seen, to a tenth of a drawing unit."""
    found = page.evaluate("() => document.querySelector('#table').getAttribute('viewBox')")
    return [round(float(one), 1) for one in found.split()]


def loaded(browser: Browser, server: Server) -> Page:
    """A table of Ronin whose scripts listen, at the seat that is asked: from the other the page would go there."""
    one = alone(browser, server.url, "ronin", "skirmish", ("red-devils", "river-league"), points=200)
    asked(one)
    one.page.goto(f"{server.url}/play/{one.game}?seat={one.seat}&veil=0")
    one.ready()
    return one.page


def test_where_one_looks_survives_a_reload_and_the_whole_table_too(browser: Browser, server: Server) -> None:
    page = loaded(browser, server)
    whole = seen(page)
    for _ in range(2):
        page.keyboard.press("+")
    near = seen(page)
    assert near != whole
    page.reload()
    until(lambda: seen(page) == near)
    page.keyboard.press("0")
    page.reload()
    page.wait_for_selector("#prompt h2")
    assert seen(page) == whole
    page.context.close()


def test_a_clause_is_read_beside_the_table_and_leads_to_its_book_elsewhere(browser: Browser, server: Server) -> None:
    page = loaded(browser, server)
    link, box = page.locator("#prompt a.clause").first, page.locator("#explained")
    clause, here = link.inner_text(), page.url
    link.click()
    expect(box).to_be_visible()
    page.mouse.move(2, 2)
    leads = box.locator(".in-book a")
    expect(leads).to_be_visible()
    assert leads.get_attribute("href") == f"/rules/ronin#{clause}"
    assert (leads.get_attribute("target"), page.url) == ("_blank", here)
    link.click()
    expect(box).to_be_hidden()
    link.focus()
    page.keyboard.press("Enter")
    expect(leads).to_be_focused()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(link).to_be_focused()
    assert len(page.context.pages) == 1
    page.context.close()
