"""Counters of men tell what they are from afar: their arm, their side, their code, and never lie on each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from app.systems.celtos.book import table
from tests.browser.glance import LYING, SIZES, begin, opened
from tests.browser.player import Player, alone
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

READ = 11.5
"""How many pixels wide the fill of a sign must be to be told from others."""
GREAT = {
    "red": ("reeds-and-claws", [("P3", "mob", 10), ("R2", "ronin", 5), ("H2", "slingers", 8), ("O2", "oni", 1)]),
    "blue": ("black-pass", [("S2", "samurai", 6), ("P2", "pikes", 8)]),
}
"""Two bands at the highest limit of points: ready ones, and what is added to them."""
TOLD = """() => {
  const size = (node) => node.getBoundingClientRect().width;
  const sides = (node) => ['a', 'b', 'c', 'd'].filter((side) => node.classList.contains(side)).join();
  const tags = [...document.querySelectorAll('.unit-name')].filter((one) => one.getClientRects().length);
  const tagged = (one) => tags.find((tag) => tag.dataset.unit ? tag.dataset.unit === one.dataset.group : tag.dataset.of.split(' ').includes(one.dataset.piece));
  const men = [...document.querySelectorAll('#layer-counters > .counter:not(.is-body)')];
  return men.map((one) => {
    const tag = tagged(one);
    const sign = one.querySelector('.arm');
    const code = ['is-below', 'is-above', 'is-right', 'is-left'].some((side) => one.classList.contains(side));
    return { id: one.id, side: sides(one), stone: sign ? size(sign) : 0, tag: tag ? size(tag.querySelector('.arm')) : 0,
      named: code || Boolean(tag), alike: !tag || sides(tag) === sides(one) };
  });
}"""  # noqa: E501
"""Of each man: his side, how large his sign is on his stone and on a tag, whether he is named, in his own colours."""
OVER = """() => {
  const men = [...document.querySelectorAll('#layer-counters > .counter:not(.is-body)')];
  const [table] = document.querySelectorAll('#layer-counters');
  const part = Math.abs(table.getScreenCTM().a) || Math.abs(table.getScreenCTM().b);
  const discs = men.map((one) => {
    const box = one.querySelector('.halo').getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return { id: one.id, x, y, drawn: box.width / 2, base: one.dataset.r * part };
  });
  const found = [];
  discs.forEach((one, n) => discs.slice(n + 1).forEach((other) => {
    const far = Math.hypot(one.x - other.x, one.y - other.y);
    const [drawn, bases] = [one.drawn + other.drawn - far, one.base + other.base - far];
    if (drawn > Math.max(0, bases) + 0.12 * (one.base + other.base)) found.push([one.id, other.id, drawn, bases]);
  }));
  return found;
}"""
"""Whose discs, rims included, lie on each other by more than a rim where their bases do not."""

MELEE = """() => {
  const [reds, blues] = ['a', 'b'].map((side) => [...document.querySelectorAll(`#layer-counters > .counter.${side}`)]);
  const crowd = [reds[0], blues[0], blues[1], reds[1], blues[2], reds[2], blues[3]];
  crowd.forEach((one, n) => {
    const r = Number(one.dataset.r) * 2.02;
    const turn = n * Math.PI / 3;
    const [x, y] = n ? [Math.cos(turn) * r, Math.sin(turn) * r] : [0, 0];
    one.setAttribute('transform', `translate(${420 + x} ${400 + y})`);
  });
  return crowd.map((one) => one.id);
}"""
"""Seven of two sides stand against each other in the middle of the table: who."""
CORNERS = """() => ['a', 'b'].map((side) => [...document.querySelectorAll(`#stone-names .${side} rect`)]
  .map((one) => parseFloat(getComputedStyle(one).rx)))"""
"""How round the corners of the tags of either side are."""
BARE = """() => [...document.querySelectorAll('.counter:not(.is-body) .grown')].filter((one) => {
  const wide = (what) => one.querySelector(what)?.getBoundingClientRect().width || 0;
  const text = one.closest('.is-tagged') && one.querySelector('text');
  return !wide('.arm') || wide('.arm') > wide('.halo') || text?.getClientRects().length;
}).map((one) => one.parentNode.id)"""
"""Which stones of single men do not bear what their men bear, or not within their rims, or, being small, a number."""


def great(browser: Browser, server: Server) -> Player:
    """Two bands of Celtos at its highest limit, set up as proposed."""
    one = Player(browser, server.url, "Hana", "red")
    ready = table("samples")
    rosters = {
        seat: {"list": ready[key]["list"], "name": "Great",
               "units": [*ready[key]["units"], *({"code": c, "entry": e, "models": n} for c, e, n in more)]}
        for seat, (key, more) in GREAT.items()
    }  # fmt: skip
    sides = [{"seat": seat, "roster": roster, "player": "me"} for seat, roster in rosters.items()]
    body = {"system": "celtos", "scenario": "open-field", "name": "Hana", "sides": sides,
            "options": {"points": 600, "terrain": "none"}}  # fmt: skip
    made = one.page.request.post(
        f"{one.url}/api/v1/games", data=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert made.status == 201, made.text()
    one.game = made.json()["id"]
    return one


@pytest.fixture(scope="module", params=["ronin", "celtos"])
def men(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Player]:
    """A battle of single men, and the largest of units of loose models."""
    bands = ("red-devils", "river-league")
    if request.param == "celtos":
        one = great(browser, server)
    else:
        one = alone(browser, server.url, "ronin", "skirmish", bands, points=200, terrain="rice-valley")
    begin(one)
    yield one
    one.close()


@pytest.mark.parametrize("size", SIZES)
def test_each_man_tells_his_arm_and_his_side_and_lies_on_nobody(men: Player, size: tuple[int, int]) -> None:
    opened(men, size)
    men.page.wait_for_function(f"() => !({LYING})().found.length", timeout=10_000)
    told: list[dict[str, Any]] = men.page.evaluate(TOLD)
    assert len(told) > 20
    assert [one for one in told if max(one["stone"], one["tag"]) < READ] == []
    assert [one["id"] for one in told if not (one["named"] and one["side"] and one["alike"])] == []
    assert men.page.evaluate(OVER) == []
    assert men.page.evaluate(BARE) == []


@pytest.mark.parametrize("size", SIZES)
def test_in_the_thick_of_a_melee_each_is_still_told_and_either_side_by_its_shape(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    one = alone(browser, server.url, "ronin", "skirmish", ("red-devils", "river-league"), points=200, terrain="none")
    begin(one)
    opened(one, size)
    crowd = one.page.evaluate(MELEE)
    one.page.set_viewport_size({"width": size[0], "height": size[1] + 1})
    one.page.wait_for_function("() => document.querySelectorAll('.is-tagged').length > 3", timeout=10_000)
    one.page.wait_for_function(f"() => !({LYING})().found.length", timeout=10_000)
    told = [man for man in one.page.evaluate(TOLD) if man["id"] in crowd]
    assert [man for man in told if max(man["stone"], man["tag"]) < READ or not (man["named"] and man["alike"])] == []
    reds, blues = one.page.evaluate(CORNERS)
    assert min(reds) > 2 * max(blues) > 0
    one.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_key_has_every_sign_that_is_on_the_table(men: Player, size: tuple[int, int]) -> None:
    opened(men, size)
    if size == SIZES[1]:
        men.page.locator("label:has(#tab-who)").click()
    signs = "(nodes) => [...new Set(nodes.map((node) => node.getAttribute('href')))].sort()"
    shown = men.page.locator("#layer-counters .arm").evaluate_all(signs)
    key = men.page.locator(".arms-key use")
    expect(key.first).to_be_visible()
    assert set(shown) <= set(key.evaluate_all(signs))
    expect(men.page.locator('.key [href="#acted"]')).to_have_count(1)
    expect(men.page.locator(".key .left-number text")).to_be_visible()
