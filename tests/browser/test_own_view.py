"""What whoever looks has made of his table stays: where he looks, and what he reads beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

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
    leads = box.locator(".in-book a").first
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


def within(option: Locator) -> dict[str, float]:
    """A point inside a button."""
    edges = option.bounding_box()
    assert edges
    return {"x": edges["x"] + 20, "y": edges["y"] + edges["height"] / 2}


def test_what_an_option_is_called_by_the_rules_explains_itself(browser: Browser, server: Server) -> None:
    one = alone(browser, server.url, "kensei", "pitched_battle", ("buke_500", "kuge_500"), screen={"has_touch": True})
    page = one.page
    question = asked(one)
    while question["about"] != "special.taisho":
        body = {"seat": one.seat, "ask": question["id"], "answer": question["default"]}
        assert page.request.post(f"{server.url}/api/v1/games/{one.game}/answers", data=body).ok
        question = asked(one)
    page.goto(f"{server.url}/play/{one.game}?seat={one.seat}&veil=0")
    one.ready()
    option, box = page.locator("#prompt button[data-explains]").first, page.locator("#explained")
    page.mouse.move(2, 2)
    option.hover()
    expect(box).to_contain_text(str(option.get_attribute("data-explains")))
    page.mouse.move(2, 2)
    expect(box).to_be_hidden()
    page.keyboard.press("Tab")
    option.focus()
    expect(box).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    finger = within(option)
    hand = page.context.new_cdp_session(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(box).to_be_visible()
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(box).to_be_visible()
    assert one.ready()["id"] == question["id"]
    expect(option).to_have_attribute("aria-pressed", "false")
    page.evaluate("document.querySelector('#prompt button[data-explains]').remove()")
    expect(box).to_be_hidden()
    page.reload()
    one.ready()
    expect(page.locator("#prompt .is-new")).to_have_count(0)  # a button that has just come takes no press for a moment
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [within(option)]})
    expect(box).to_be_visible()
    hand.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    option.tap()
    expect(box).to_be_hidden()
    expect(page.locator("#prompt :is([data-at]:not([data-at='[]']), [aria-pressed=true])")).not_to_have_count(0)
    page.context.close()
