"""The key of signs, which pushes nothing, and the lines of signs, which are seen whole."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.glance import LARGEST, SIZES, begin, opened
from tests.browser.player import Player, alone
from tests.browser.server import Server

STRIP = """() => {
  const shown = (one) => one.getClientRects().length;
  const key = document.querySelector('#row-key').getBoundingClientRect();
  const rows = [...document.querySelectorAll('#row-key li:not(.arms-key)')].filter(shown);
  const lists = [...document.querySelectorAll('#bands > .band')].map((one) => one.getBoundingClientRect());
  const bands = document.querySelector('#bands').getBoundingClientRect();
  const card = document.querySelector('#card').getBoundingClientRect();
  return { rows: rows.length, cut: rows.filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < card.left || right > card.right || top < card.top || bottom > key.bottom + 1;
  }).map((one) => one.textContent.trim()), free: bands.height - lists.reduce((sum, one) => sum + one.height, 0) };
}"""
"""Rows of the key that are seen, those not whole in the strip of the cards, what the lists leave of their column."""
CROSSED = """() => {
  const plates = [...document.querySelectorAll('.muster > .far > rect')].map((one) => one.getBoundingClientRect());
  const inside = ({ x, y }) => plates.some((one) => Math.abs(one.left + one.width / 2 - x) < one.width / 2 - 1.5
    && Math.abs(one.top + one.height / 2 - y) < one.height / 2 - 1.5);
  return [...document.querySelectorAll('#borders > .stalk:not(.stalk-halo)')].filter((one) => {
    const [way, long] = [one.getScreenCTM(), one.getTotalLength()];
    return Array.from({ length: 40 }, (_, n) => one.getPointAtLength(long * n / 39).matrixTransform(way)).some(inside);
  }).length;
}"""
"""How many lines of signs lie on a plate."""
CAME = """() => {
  const list = document.querySelector('#row-key .arms-key ul');
  const seen = document.querySelector('#signs use').getAttribute('href');
  const row = [...list.children].find((one) => one.querySelector('use')?.getAttribute('href') === seen);
  for (let n = 0; n < 6; n += 1) {
    const more = row.cloneNode(true);
    more.append('One more sign');
    list.append(more);
  }
  document.dispatchEvent(new CustomEvent('htmx:before:swap', { detail: { tasks: [{}] } }));
}"""
"""Rows have come into the key, more than it has room for, and something is about to be swapped in."""


@pytest.fixture(scope="module", params=list(LARGEST))
def battle(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Player:
    """The largest battle that is offered, both sides set up as proposed."""
    scenario, bands, options = LARGEST[request.param]
    one = alone(browser, server.url, request.param, scenario, bands, **options)
    begin(one)
    return one


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_key_stands_whole_in_the_strip_of_the_cards_and_takes_nothing_of_the_lists(
    battle: Player, lang: str
) -> None:
    battle.context.add_cookies([{"name": "gunbai-lang", "value": lang, "url": battle.url}])
    opened(battle, SIZES[0])
    battle.context.clear_cookies(name="gunbai-lang")
    assert battle.page.locator("html").get_attribute("lang") == lang
    told = battle.page.evaluate(STRIP)
    assert told["rows"] > 10
    assert told["cut"] == []
    assert told["free"] < 3, "the lists have all of their column"


@pytest.mark.parametrize("size", SIZES)
def test_the_line_of_a_sign_lies_over_all_and_on_no_plate(battle: Player, size: tuple[int, int]) -> None:
    opened(battle, size)
    assert battle.page.evaluate(CROSSED) == 0
    last = "() => [...document.querySelectorAll('#borders, #layer-counters')].at(-1).id"
    assert battle.page.evaluate(last) == "borders"


def test_on_a_phone_what_of_the_key_is_on_the_table_stands_open_and_the_rest_where_it_is_asked_for(
    battle: Player,
) -> None:
    opened(battle, SIZES[1], low=False)
    box, more = battle.page.locator("#signs"), battle.page.locator("#signs .more")
    expect(box.locator("li").first).to_be_visible()
    end = "(one) => one.getBoundingClientRect().bottom"
    assert box.locator("li").last.evaluate(end) <= box.locator("ul").evaluate(end) + 1, (
        "what is on the table now is seen"
    )
    expect(more).to_be_hidden()
    battle.page.evaluate(CAME)
    low = box.bounding_box()
    assert low
    assert low["height"] < 50
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    assert box.locator("ul").get_attribute("aria-hidden") is None
    assert more.get_attribute("aria-controls") == box.locator("ul").get_attribute("id")
    high = box.bounding_box()
    assert high
    assert high["height"] > low["height"] + 30
    assert box.locator("li").last.evaluate(end) <= box.locator("ul").evaluate(end) + 1
    more.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "false")
    assert box.locator("ul").get_attribute("aria-hidden") == "true"


def test_on_a_phone_what_came_while_the_key_was_not_seen_can_still_be_opened(battle: Player) -> None:
    opened(battle, SIZES[1], low=False)
    page, more = battle.page, battle.page.locator("#signs .more")
    expect(page.locator("#signs")).to_be_visible()
    page.locator("label:has(#tab-log)").click()
    expect(page.locator("#signs")).to_be_hidden()
    page.evaluate(CAME)
    page.wait_for_function("() => document.querySelector('#signs').textContent.includes('One more sign')")
    page.evaluate("() => new Promise((done) => setTimeout(done, 400))")
    page.locator("label:has(#tab-ask)").click()
    expect(more).to_be_visible()


BESIDE = """() => {
  const rows = [...document.querySelectorAll('#row-key .arms-key:not(.ground-key) li:not(.if-seen, .of-deeds)')];
  const [strip, card] = ['#card', '#card .card'].map((one) => document.querySelector(one).getBoundingClientRect());
  return { rows: rows.length, lost: rows.filter((one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    return !width || left < card.right || right > strip.right || top < strip.top || bottom > strip.bottom;
  }).map((one) => one.textContent.trim()) };
}"""
"""How many arms the key has, and those that are not whole beside the card."""


@pytest.mark.parametrize("size", [SIZES[0], (1280, 720)])
def test_beside_the_one_card_that_is_held_the_key_has_each_arm(battle: Player, size: tuple[int, int]) -> None:
    opened(battle, size)
    battle.page.locator("#bands button[data-piece]:visible").nth(1).hover()
    expect(battle.page.locator("#card .card")).to_have_count(1)
    battle.page.keyboard.press("i")
    battle.page.mouse.move(size[0] // 2, size[1] // 3)
    expect(battle.page.locator("#card [data-card=pin][aria-pressed=true]")).to_have_count(1)
    told = battle.page.evaluate(BESIDE)
    assert told["rows"] > 4
    assert told["lost"] == []
    battle.page.locator("#card [data-card=close]").click()


def test_on_a_low_screen_grounds_without_a_name_stand_in_the_key(battle: Player) -> None:
    opened(battle, (1280, 720))
    cut = battle.page.evaluate(STRIP)["cut"]
    assert cut == []
    for row in battle.page.locator("#row-key .ground-key li:not(.is-named)").all():
        expect(row).to_be_visible()
    row = battle.page.locator("#row-key .ground-key li").first
    row.evaluate("(one) => one.classList.add('is-named')")
    expect(row).to_be_hidden()
    row.evaluate("(one) => one.classList.remove('is-named')")
    expect(row).to_be_visible()
