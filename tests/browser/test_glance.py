"""The whole table at a glance: what is written lies on nothing else, the tools on no table, and no word is cut."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.glance import (
    ARMS,
    BORNE,
    ENOUGH,
    HIGHEST,
    HUES,
    LARGER,
    LARGEST,
    LINE,
    LYING,
    OVER,
    READ,
    SIZES,
    UPRIGHT,
    begin,
    contrast,
    opened,
)
from tests.browser.player import Player, alone, until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module", params=list(LARGEST))
def battle(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Player:
    """The largest battle that is offered, both sides set up as proposed."""
    scenario, bands, options = LARGEST[request.param]
    one = alone(browser, server.url, request.param, scenario, bands, **options)
    begin(one)
    return one


@pytest.mark.parametrize(("size", "low"), [(SIZES[0], True), (SIZES[1], True), (SIZES[1], False)])
def test_no_label_of_the_largest_battle_lies_on_another_or_on_a_counter(
    battle: Player, size: tuple[int, int], low: bool
) -> None:
    opened(battle, size, low=low)
    battle.page.wait_for_function(f"() => !({LYING})().found.length", timeout=10_000)
    lying = battle.page.evaluate(LYING)
    assert lying["found"] == []
    assert lying["labels"] > 4
    assert battle.page.evaluate(OVER)["found"] == []
    told = battle.page.evaluate(ARMS, READ)
    assert told["faint"] == told["leaderless"] == []
    assert told["gathered"] == told["signs"]
    assert bool(told["signs"]) == bool(battle.look()["view"]["sides"][0]["forces"])


def test_on_a_phone_the_whole_table_has_all_the_room_and_one_tap_brings_what_is_asked_over_it(battle: Player) -> None:
    opened(battle, SIZES[1], low=False)
    page = battle.page
    sheet, answer, drawn = page.locator(".now"), page.locator("#prompt [data-key]").first, page.locator("#table")
    page.keyboard.press("0")
    battle.rest()
    half = page.locator("#under .t-edge").bounding_box()
    expect(answer).to_be_in_viewport()
    page.locator("#t-fit").click()
    expect(answer).to_be_hidden()
    expect(page.locator("#prompt h2")).to_be_in_viewport(ratio=1)
    battle.rest()
    edge = page.locator("#under .t-edge").bounding_box()
    low = sheet.bounding_box()
    assert half
    assert edge
    assert low
    assert edge["width"] * edge["height"] >= LARGER * half["width"] * half["height"]
    assert edge["y"] + edge["height"] <= low["y"]
    whole = drawn.get_attribute("viewBox")
    for lifts in ("#prompt h2", "label:has(#tab-ask)", "#grip"):
        page.locator(lifts).click()
        expect(answer).to_be_in_viewport()
        battle.rest()
        assert drawn.get_attribute("viewBox") == whole
        page.locator("#t-fit").click()
        expect(answer).to_be_hidden()
    page.reload()
    battle.ready()
    page.keyboard.press("0")
    battle.rest()
    expect(sheet).to_have_class(re.compile("is-low"))
    assert drawn.get_attribute("viewBox") == whole
    for way, level in ((-200, "now$"), (-200, "is-high"), (200, "now$"), (200, "is-low")):
        at = page.locator("#grip").bounding_box()
        assert at
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        page.mouse.down()
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2 + way, steps=3)
        page.mouse.up()
        expect(sheet).to_have_class(re.compile(level))


def test_nor_does_the_name_of_a_unit_of_loose_models_which_tells_its_arm(browser: Browser, server: Server) -> None:
    bands = ("reeds-and-claws", "black-pass")
    one = alone(browser, server.url, "celtos", "open-field", bands, points=400, terrain="none")
    begin(one)
    for size in SIZES:
        opened(one, size)
        one.page.wait_for_function(f"() => !({LYING})().found.length", timeout=10_000)
        names = one.page.locator(".unit-name")
        expect(names.locator(".arm")).to_have_count(names.count())
        assert names.count() > 9
    one.close()


BORN = """() => {
  const key = document.querySelector('#row-key');
  const fragment = document.createDocumentFragment();
  fragment.append(key.cloneNode(true));
  const row = key.querySelector('.arms-key li').cloneNode(true);
  row.querySelector('use').setAttribute('href', '#em-1');
  row.querySelector('span').textContent = 'new to all';
  fragment.firstElementChild.append(row);
  document.dispatchEvent(new CustomEvent('htmx:before:swap', { detail: { tasks: [{ fragment }] } }));
  key.replaceWith(fragment);
  const badge = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  badge.setAttribute('class', 'loud is-new');
  badge.innerHTML = '<use href="#em-1" width="9" height="9"/>';
  document.querySelector('#table .muster, #table .formation:not(.is-gathered)').append(badge);
}"""
"""A message brings a sign that nobody has worn, and its row of the key."""


def test_nor_does_any_where_the_battle_is_looked_back_at(battle: Player) -> None:
    battle.page.set_viewport_size({"width": SIZES[1][0], "height": SIZES[1][1]})
    battle.page.goto(f"{battle.url}/replay/{battle.game}")
    battle.page.wait_for_function(f"() => document.querySelector('#table.is-small') && !({LYING})().found.length")
    assert battle.page.evaluate(LYING)["labels"] > 4
    signs = battle.page.locator("#signs li")
    expect(signs.first).to_be_visible()
    battle.page.evaluate(BORN)
    expect(signs.filter(has_text="new to all")).to_have_count(1)
    battle.page.evaluate("document.querySelector('#table .loud.is-new').remove()")
    battle.page.keyboard.press("+")
    expect(signs.filter(has_text="new to all")).to_have_count(0)
    battle.page.locator("#signs .put-away").press("Enter")
    expect(battle.page.locator("#signs")).to_have_count(0)
    expect(battle.page.locator("#tab-log")).to_be_focused()


WORN = """() => {
  const ns = 'http://www.w3.org/2000/svg';
  for (const one of document.querySelectorAll('.formation:not(.is-gathered)')) {
    const tag = one.querySelector('.is-off > .tag');
    if (!tag) continue;
    const { x, y, width, height } = tag.getBoundingClientRect();
    const { x: mx, y: my } = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(one.getScreenCTM().inverse());
    const worn = document.createElementNS(ns, 'g');
    worn.setAttribute('class', 'loud');
    worn.setAttribute('transform', `translate(${mx.toFixed(2)} ${my.toFixed(2)})`);
    worn.innerHTML = '<g class="far"><g transform="translate(0 0)"><use href="#b-reaction"/></g></g>';
    one.append(worn);
  }
  return document.querySelectorAll('.formation .loud').length;
}"""
"""Formations that have a tag wear something where that is: how many."""
HIDDEN = """() => {
  const tags = [...document.querySelectorAll('.is-off > .tag')].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll('.formation .loud use')].map((one) => one.getBoundingClientRect())
    .filter((one) => tags.some((tag) => {
      const [x, y] = [one.x + one.width / 2, one.y + one.height / 2];
      return tag.left < x && x < tag.right && tag.top < y && y < tag.bottom;
    })).length;
}"""
"""How many of the things that formations wear lie under a tag."""


def test_a_tag_lies_on_nothing_that_formations_wear(battle: Player) -> None:
    opened(battle, SIZES[1])
    worn = battle.page.evaluate(WORN)
    assert bool(worn) != bool(battle.look()["view"]["sides"][0]["forces"]), "on signs stands what those wear"
    assert battle.page.evaluate(HIDDEN) == worn
    battle.page.set_viewport_size({"width": SIZES[1][0], "height": SIZES[1][1] + 1})
    battle.page.wait_for_function(f"() => !({HIDDEN})()", timeout=10_000)


def test_a_force_is_named_once_and_others_of_it_by_who_leads_them(battle: Player) -> None:
    opened(battle, SIZES[0])
    told = "(nodes) => nodes.map((one) => `${one.textContent} ${one.closest('.muster').classList}`)"
    named = [name for name in battle.page.locator(".muster text").evaluate_all(told) if not name[0].isdigit()]
    assert len(set(named)) == len(named)
    assert bool(named) == bool(battle.look()["view"]["sides"][0]["forces"])


@pytest.mark.parametrize("dark", [False, True])
def test_what_is_written_stands_out(battle: Player, dark: bool) -> None:
    opened(battle, SIZES[0], dark)
    shown = battle.page.evaluate(HUES)
    assert shown
    faint = [(text, fill, about) for text, fill, about in shown if contrast(fill, about) < ENOUGH]
    assert faint == []


def test_every_phase_has_its_name_and_neither_the_mast_nor_who_is_listed_is_cut(battle: Player) -> None:
    opened(battle, SIZES[0])
    cut = battle.page.evaluate("""() => {
      const wide = (one) => one.getBoundingClientRect().width;
      const steps = [...document.querySelectorAll('.phases > li:not(.turn)')];
      const whole = [document.querySelector('.game h1'), document.querySelector('.go'), document.querySelector('.phases [aria-current] span'), ...document.querySelectorAll('#bands .nm, #bands .bears')];
      return { nameless: steps.filter((one) => wide(one.querySelector('span')) < 20).map((one) => one.title),
        cut: whole.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent.trim()) };
    }""")  # noqa: E501
    assert cut == {"nameless": [], "cut": []}


def test_the_sign_of_those_who_are_gathered_leads_to_them_and_they_part(battle: Player) -> None:
    opened(battle, SIZES[1])
    signs = battle.page.locator(".muster")
    if not battle.look()["view"]["sides"][0]["forces"]:
        expect(signs).to_have_count(0)
        return
    edge = signs.first.locator("rect").bounding_box()
    assert edge
    battle.page.mouse.click(edge["x"] + edge["width"] - 4, edge["y"] + edge["height"] / 2)
    near = battle.page.locator(f"[id='p-{battle.look()['view']['sides'][0]['forces'][0]['groups'][0]}']")
    expect(battle.page.locator("#mini")).to_be_visible()
    expect(near).not_to_have_class(re.compile("is-gathered"))


@pytest.mark.parametrize("size", SIZES)
def test_who_has_come_near_sees_on_a_small_map_where_and_goes_by_it(battle: Player, size: tuple[int, int]) -> None:
    opened(battle, size)
    page = battle.page
    expect(page.locator("#mini")).to_be_hidden()
    middle = battle.look()["view"]["width"] // 2, battle.look()["view"]["depth"] // 2
    page.mouse.move(*battle.screen(*middle))
    for _ in range(5):
        page.mouse.wheel(0, -240)
    battle.rest()
    expect(page.locator("#mini")).to_be_visible()
    page.wait_for_function(f"() => {HIGHEST} <= {LINE}", timeout=10_000)
    page.wait_for_function(f"() => ({BORNE})().length", timeout=10_000)
    assert min(page.evaluate(BORNE)) >= READ
    edge = page.locator("#mini use").bounding_box()
    assert edge
    for part in (0.3, 0.7):
        page.mouse.click(edge["x"] + edge["width"] * part, edge["y"] + edge["height"] * 0.5)
        battle.rest()
        seen = page.locator("#mini-view").bounding_box()
        assert seen
        assert seen["x"] + seen["width"] / 2 == pytest.approx(edge["x"] + edge["width"] * part, abs=4)
        assert seen["y"] + seen["height"] / 2 == pytest.approx(edge["y"] + edge["height"] * 0.5, abs=4)


def test_on_a_tall_screen_a_wide_table_lies_turned_and_is_moved_as_it_is_seen(battle: Player) -> None:
    opened(battle, SIZES[1])
    page, view = battle.page, battle.look()["view"]
    page.locator("#t-fit").click()  # another test may have left it near a fight
    battle.rest()
    edge = page.locator("#under .t-edge").bounding_box()
    assert edge
    assert edge["height"] / edge["width"] == pytest.approx(view["width"] / view["depth"], rel=0.02)
    assert page.evaluate(UPRIGHT) == []
    middle = view["width"] // 2, view["depth"] // 2
    seen = battle.screen(*middle)
    page.mouse.move(*seen)
    page.mouse.wheel(0, -400)
    battle.rest()
    assert battle.screen(*middle) == pytest.approx(seen, abs=3)
    page.keyboard.down("Space")
    page.mouse.down()
    page.mouse.move(seen[0] + 40, seen[1] + 25, steps=4)
    page.mouse.up()
    page.keyboard.up("Space")
    battle.rest()
    assert battle.screen(*middle) == pytest.approx((seen[0] + 40, seen[1] + 25), abs=3)
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    page.locator("#t-fit").click()
    battle.rest()
    lies = page.locator("#under .t-edge").bounding_box()
    assert lies
    assert lies["width"] > lies["height"]
    until(lambda: page.evaluate(UPRIGHT) == [], saw=lambda: page.evaluate(UPRIGHT))


@pytest.mark.parametrize(("size", "low"), [(SIZES[0], True), (SIZES[1], True), (SIZES[1], False)])
def test_the_tools_lie_on_no_part_of_a_table_that_is_seen_whole(
    browser: Browser, server: Server, size: tuple[int, int], low: bool
) -> None:
    one = alone(browser, server.url, "ronin", "skirmish", ("red-devils", "river-league"), points=200)
    opened(one, size, low=low)
    bar = one.page.locator("#tools").bounding_box()
    assert bar
    assert (bar["height"] > bar["width"]) == (not low)
    apart = one.page.evaluate("""() => {
      const [bar, edge] = ['#tools', '#under .t-edge'].map((name) => document.querySelector(name).getBoundingClientRect());
      return bar.bottom <= edge.top || bar.top >= edge.bottom || bar.left >= edge.right || bar.right <= edge.left;
    }""")  # noqa: E501
    assert apart
    one.close()


def test_a_skirmish_shows_ranges_and_what_the_rules_know_of_ground(browser: Browser, server: Server) -> None:
    one = alone(
        browser, server.url, "ronin", "skirmish", ("red-devils", "river-league"), points=200, terrain="rice-valley"
    )
    begin(one)
    opened(one, SIZES[1])
    one.page.wait_for_function(f"() => !({LYING})().found.length", timeout=10_000)
    one.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    one.page.locator("#t-rings").click()
    expect(one.page.locator("#rings .ring-range")).to_have_count(4)
    rims = one.page.locator("#ground .t-rim")
    expect(rims).to_have_count(2)
    expect(rims.first).to_have_css("stroke", "none")
    one.page.locator("#layer-counters .counter.may").first.click()
    expect(rims.first).not_to_have_css("stroke", "none")
    one.close()


def test_a_button_that_is_disabled_can_be_read_under_the_pointer(battle: Player) -> None:
    opened(battle, SIZES[0])
    hues = battle.page.evaluate("""() => {
      document.querySelector('#victory').innerHTML = '<button id="dim" class="btn ink" disabled>Confirm</button>';
      return true;
    }""")
    assert hues
    dim = battle.page.locator("#dim")
    dim.hover(force=True)
    battle.rest()
    fill, about = dim.evaluate("(one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]")
    expect(dim).to_be_disabled()
    assert contrast(fill, about) >= ENOUGH
