"""The table alone: panels go and come back, the question stays where one is asked, and this browser remembers it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import alone, asked
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(120)]


def test_the_table_stands_alone_with_the_question_over_it(browser: Browser, server: Server) -> None:
    one = alone(browser, server.url, "ronin", "skirmish", ("red-devils", "river-league"), points=200)
    page = one.page
    asked(one)
    page.goto(f"{server.url}/play/{one.game}?seat={one.seat}&veil=0")
    one.ready()
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
    one.ready()
    expect(who).to_be_hidden()
    button.click()
    expect(who).to_be_visible()
    expect(log).to_be_visible()
    one.close()
    assert one.trouble == []


PART_OF_NONE = """() => {
  const text = '<svg hx-swap-oob="counters:#layer-counters"><g id="p-none" class="counter" data-same></g></svg>';
  return window.htmx.swap({ sourceElement: document.body, target: document.body, swap: 'none', text })
    .then(() => '', (error) => error.message);
}"""


def test_what_breaks_while_it_is_put_in_place_has_the_page_asked_for_anew(browser: Browser, server: Server) -> None:
    one = alone(browser, server.url, "ronin", "skirmish", ("red-devils", "river-league"), points=200)
    page = one.page
    asked(one)
    page.goto(f"{server.url}/play/{one.game}?seat={one.seat}&veil=0")
    question = one.ready()
    assert page.evaluate(PART_OF_NONE) == "a part of p-none, which is not here"
    page.evaluate("() => { window.same = true; window.htmx.swap = () => { throw new TypeError('half-way'); }; }")
    body = {"seat": one.seat, "ask": question["id"], "answer": question["default"]}
    assert page.request.post(f"{server.url}/api/v1/games/{one.game}/answers", data=body).ok
    page.wait_for_function("() => !window.same && document.querySelector('#table[tabindex]')")
    asked(one)
    expect(page.locator("body")).to_have_attribute("data-version", str(one.look()["version"]))
    one.close()
    assert [words for words in one.trouble if "half-way" not in words] == []
