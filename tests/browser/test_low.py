"""A phone: its key lies over the table while it is asked for; what confirms stands at the foot of its sheet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.glance import LARGEST, SIZES, begin, opened
from tests.browser.player import Player, alone
from tests.browser.server import Server
from tests.browser.skirmish import PHONE, laid, level, over

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

TOLD = """() => {
  const [key, sheet] = ['#signs', '.now'].map((name) => document.querySelector(name).getBoundingClientRect());
  const rows = [...document.querySelectorAll('#signs li')];
  const on = [...document.querySelectorAll('#table .arm, #musters .arm')].filter((one) => one.getClientRects().length);
  const arms = new Set(on.map((one) => one.getAttribute('href')));
  const told = new Set(rows.flatMap((row) => [...row.querySelectorAll('use')].map((one) => one.getAttribute('href'))));
  return { above: key.bottom <= sheet.top + 1, untold: [...arms].filter((arm) => !told.has(arm)), arms: arms.size,
    cut: rows.filter((row) => row.getBoundingClientRect().right > key.right).map((row) => row.textContent) };
}"""
"""Whether the key lies above the sheet, which arms it does not tell of how many are drawn, what of it is cut."""


@pytest.fixture(scope="module", params=list(LARGEST))
def battle(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Player]:
    """The largest battle that is offered, both sides set up as proposed."""
    scenario, bands, options = LARGEST[request.param]
    one = alone(browser, server.url, request.param, scenario, bands, **options)
    begin(one)
    yield one
    one.close()


def test_where_the_sheet_is_low_one_button_lays_the_key_over_a_table_that_stays_as_it_is(battle: Player) -> None:
    opened(battle, SIZES[1])
    page, button, key = battle.page, battle.page.locator("#t-key"), battle.page.locator("#signs")
    expect(key).to_be_hidden()
    seen = page.locator("#table").get_attribute("viewBox")
    button.click()
    expect(key).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")
    told = page.evaluate(TOLD)
    assert told["above"]
    assert told["arms"] > 3
    assert told["untold"] == told["cut"] == []
    assert page.locator("#table").get_attribute("viewBox") == seen
    page.locator("#signs .put-away").click()
    expect(key).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    expect(key.locator("ul")).to_have_attribute("tabindex", "0")
    button.press("Escape")
    expect(key).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(key.locator("ul[tabindex]")).to_have_count(0)
    button.click()
    page.locator("body").evaluate("(one) => one.classList.add('is-holding')")
    page.locator("#signs .put-away").press("Escape")
    expect(key).to_be_hidden()
    expect(page.locator("#table")).to_be_focused()
    page.locator("body").evaluate("(one) => one.classList.remove('is-holding')")
    page.locator("#grip").click()
    expect(key).to_be_visible()
    page.locator("#signs .put-away").click()
    expect(key).to_be_hidden()
    page.reload()
    battle.ready()
    expect(key).to_be_hidden()
    button.click()
    expect(key.locator("li").first).to_be_visible()
    page.evaluate("localStorage.clear()")


FOOT = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [yes, ask] = [box('#prompt [data-act=confirm]'), box('#prompt')];
  const under = [...document.querySelectorAll('#prompt button:not([hidden])')].filter((one) => {
    const { top, bottom, height } = one.getBoundingClientRect();
    return !one.closest('.acts') && height && top < yes.bottom && yes.top < bottom && bottom > ask.top;
  });
  return { foot: ask.bottom - yes.bottom, under: under.map((one) => one.textContent) };
}"""
"""How far above the end of the question what confirms it stands, and which other buttons lie under that."""


def test_what_is_drawn_is_confirmed_at_the_foot_of_the_sheet_and_its_form_chosen_again_throws_nothing_away(
    browser: Browser, server: Server
) -> None:
    one = laid(browser, server.url, **PHONE)
    page, confirm = one.page, one.page.locator("#prompt [data-act=confirm]")
    me = one.piece(f"{one.seat}-1")
    one.click(me["x"], me["y"])
    one.until(lambda: level(one) == [me["id"]])
    one.choose("move")
    one.until(lambda: level(one) == [me["id"], "move"])
    page.keyboard.press("e")
    expect(page.locator("[data-at-piece=yes]")).to_be_visible()
    expect(confirm).to_be_visible()
    expect(confirm).to_be_enabled()
    told = page.evaluate(FOOT)
    assert told["under"] == []
    assert told["foot"] < SIZES[1][1] // 6
    said = confirm.inner_text()
    form = page.locator("#prompt .opts [aria-pressed=true][data-more]")
    expect(form).to_have_count(1)
    form.click()
    one.rest()
    expect(confirm).to_be_enabled()
    assert confirm.inner_text() == said
    over(one)


UNDER = """(acts) => {
  const more = Array.from({ length: 30 }, () => document.createElement('button'));
  for (const one of more) one.textContent = 'One more option';
  acts.before(...more.map((one) => { const p = document.createElement('p'); p.append(one); return p; }));
  return more.filter((one) => {
    one.focus();
    return one.getBoundingClientRect().bottom > acts.getBoundingClientRect().top;
  }).length;
}"""
"""So many of the options of a long question lie under what confirms it when each takes the focus after the other."""


def test_what_takes_the_focus_in_a_long_question_does_not_lie_under_what_confirms_it(
    browser: Browser, server: Server
) -> None:
    one = laid(browser, server.url, **PHONE)
    me = one.piece(f"{one.seat}-1")
    one.click(me["x"], me["y"])
    one.until(lambda: level(one) == [me["id"]])
    one.choose("move")
    one.until(lambda: level(one) == [me["id"], "move"])
    one.rest()
    assert one.page.locator("#prompt .acts").evaluate(UNDER) == 0
    over(one)


SCROLLED = """(one) => {
  const more = document.createElement('p');
  more.style.height = '2000px';
  one.append(more);
  one.scrollTop = 400;
}"""
"""What is asked is long, and was scrolled."""


def test_a_new_question_begins_at_its_top(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url, **PHONE)
    page, me = one.page, one.piece(f"{one.seat}-1")
    page.locator("#prompt").evaluate(SCROLLED)
    one.click(me["x"], me["y"])
    one.until(lambda: level(one) == [me["id"]])
    assert page.locator("#prompt").evaluate("(one) => one.scrollTop") == 0
    over(one)


def test_where_the_question_stands_beside_the_table_it_is_not_sunk(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    one.page.set_viewport_size({"width": 700, "height": 400})
    answer = one.page.locator("#prompt [data-key]").first
    expect(answer).to_be_visible()
    one.page.locator("#t-fit").click()
    one.rest()
    expect(answer).to_be_visible()
    expect(one.page.locator(".now.is-low")).to_have_count(0)
    over(one)


def test_under_a_sheet_that_was_raised_over_it_a_table_stays_as_large_at_another_height(battle: Player) -> None:
    opened(battle, SIZES[1])
    page, edge = battle.page, battle.page.locator("#under .t-edge")
    before = edge.bounding_box()
    page.locator("#grip").click()
    expect(page.locator("#prompt [data-key]").first).to_be_visible()
    page.set_viewport_size({"width": SIZES[1][0], "height": SIZES[1][1] - 2})
    battle.rest()
    after = edge.bounding_box()
    assert before
    assert after
    assert after["width"] > 0.98 * before["width"]
    page.set_viewport_size({"width": SIZES[1][0], "height": SIZES[1][1]})
