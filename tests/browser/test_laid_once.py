"""What is written on a table is laid once for what has come, by what lies about it, and never on a table that rests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.browser.glance import SIZES, begin, opened
from tests.browser.player import Player, until
from tests.browser.server import Server
from tests.browser.test_men import great

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

LAID, CHOSEN = "put() { const { scale } = this.camera;", "function chosen(lists)"
"""How the functions begin in which all is laid, and in which the best of all signs' are chosen."""
READ, PLACED = "function looked(node) {", "cells(body, deed) {"
"""And in which a counter is read, and in which what it covers is looked for among the cells of the table."""
CARDS, KEY = "async show() { const turn =", "function shown() { const list = $('#row-key"
"""Those that draw the cards of who is asked about, and choose the rows of a phone's key."""
ASKED, STANDS = "function read(node) { const had", "function stands(node) {"
"""Those that ask what a counter is, and read out of its text where it stands."""
LINES = """(() => {
  const Real = window.WebSocket;
  window.lines = [];
  window.WebSocket = class extends Real { constructor(...args) { super(...args); window.lines.push(this); } };
})()"""
MOVES = """() => {
  const [node] = [...document.querySelectorAll('#layer-counters > .counter[data-group]')].slice(-1);
  const { e, f } = node.transform.baseVal.consolidate().matrix;
  const copy = node.cloneNode(false);
  copy.setAttribute('transform', `translate(${e} ${f - 40})`);
  copy.setAttribute('data-same', '');
  const content = `<svg hx-swap-oob="counters:#layer-counters">${copy.outerHTML}</svg>`;
  const data = JSON.stringify({ v: Number(document.body.dataset.version), gone: [], content });
  window.lines.at(-1).dispatchEvent(new MessageEvent('message', { data }));
}"""
"""A message comes in which one model has moved."""
FRAMES = """async (count) => {
  for (let n = 0; n < count; n += 1) await new Promise((done) => requestAnimationFrame(done));
}"""
NUMBERED = """() => [...document.querySelectorAll('.room *')]
  .filter((node) => getComputedStyle(node).counterIncrement !== 'none').map((node) => node.outerHTML.slice(0, 100))"""
"""What browsers count in a room: with one of them that comes or goes they number all of the page anew."""
FOLDED = """() => [...document.querySelectorAll('.room details')]
  .map((node) => getComputedStyle(node, '::details-content').contain)"""
"""How what can be folded in a room keeps to itself: where only what is closed has numbers of its own, the page is
numbered anew with each that opens or closes."""
LONG = """(count) => {
  const rows = Array.from({ length: count }, () => document.createElement('li'));
  document.querySelector('#log ol').append(...rows);
}"""
LINES_MORE = 600
DID = """() => {
  const did = document.createElement('span');
  did.className = 'did';
  document.querySelector('#deeds ol').append(did);
}"""
"""A word comes by which the list of deeds is drawn otherwise."""
PAINTED = """() => {
  const all = [...document.querySelectorAll('#layer-counters > .counter')];
  const seen = (node) => getComputedStyle(node).visibility === 'visible' && getComputedStyle(node).display !== 'none';
  const parts = (what) => all.flatMap((one) => [...one.querySelectorAll(what)]);
  const marks = ['may', 'is-on', 'is-mate', 'is-lit', 'is-told', 'is-picked', 'is-meant'];
  const marked = marks.map((name) => `.${name}`).join();
  for (const [n, name] of marks.entries()) all[n].classList.add(name);
  const rings = all.filter((one) => seen(one.querySelector('.ring')));
  const found = { hits: parts('.hit').filter(seen).length, rings: rings.length, men: all.length,
                  marked: all.filter((one) => one.matches(marked)).length,
                  bare: all.filter((one) => one.matches(marked) && !rings.includes(one)).length };
  for (const [n, name] of marks.entries()) all[n].classList.remove(name);
  return found;
}"""
"""Some being marked each way there is: how many counters have an area to press that is painted, how many a ring so,
how many are marked by it, and how many of these have none."""
ROWS = """() => [...document.querySelectorAll('#stone > use')].map((cut) => ['a', 'b', 'c', 'd'].map((side) => {
  const stone = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  stone.classList.add(side);
  stone.append(cut.cloneNode());
  document.body.append(stone);
  const shown = getComputedStyle(stone.firstChild).display !== 'none';
  stone.remove();
  return shown ? side : '';
}).join(''))"""
"""The sides whose stones have each of the shapes that some rims are cut to."""
MORE = """() => [
  ...document.querySelectorAll('#layer-counters .stood:not(:has([href="#crown"]))'),
].flatMap((one) => [
  getComputedStyle(one).rotate !== 'none' && 'turned',
  Math.abs(one.parentNode.dataset.r / 11.25 - 1) < 0.04 && getComputedStyle(one).transform !== 'none' && 'scaled',
  one.querySelector(':scope > g:not(:has(.badge))') && 'within',
  one.querySelector('[href="#stone"]') && 'copied'].filter(Boolean))"""
"""How often men of units are turned within themselves, or scaled though their base is nearly as large as drawn,
hold a part in a part for nothing, or their stone as a copy: with each of these all is painted, pressed and styled
through more of them, hundreds of times."""
WHOLE = """() => {
  const find = Element.prototype.querySelectorAll;
  window.whole = [];
  Element.prototype.querySelectorAll = function (selector) {
    if (this.matches('.table')) window.whole.push(selector);
    return find.call(this, selector);
  };
}"""
"""What is looked for among all that is drawn on the table is noted from now on."""
GOING = """(() => {
  const [begin, end] = [window.setInterval, window.clearInterval];
  window.going = new Map();
  window.setInterval = (deed, each, ...more) => {
    const id = begin(deed, each, ...more);
    window.going.set(id, each);
    return id;
  };
  window.clearInterval = (id) => {
    window.going.delete(id);
    end(id);
  };
})()"""
"""What is done again and again is known by how often."""
AIMED = """() => {
  const hit = document.querySelector('#layer-counters > .counter .hit');
  const { left, top, width, height } = hit.getBoundingClientRect();
  const there = document.elementsFromPoint(left + width / 2, top + height * 0.04);
  return there.includes(hit);
}"""
"""Whether a counter is pressed at the rim of its area, where nothing of it is drawn."""
SIGNS = "() => document.querySelectorAll('#unit-names > .unit-name').length"


@pytest.fixture
def player(browser: Browser, server: Server) -> Iterator[Player]:
    """Somebody before a table of many units of loose models, seen from afar."""
    one = great(browser, server)
    one.page.context.add_init_script(LINES)
    begin(one)
    yield one
    one.close()


class Calls:
    """How often functions of the page ran since it was last asked."""

    def __init__(self, player: Player, names: tuple[str, ...] = (LAID, CHOSEN, READ, PLACED)) -> None:
        self.clock: CDPSession = player.page.context.new_cdp_session(player.page)
        self.clock.send("Profiler.enable")
        self.clock.send("Debugger.enable")
        self.clock.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        self.sources: dict[str, str] = {}
        self.counts = dict.fromkeys(names, 0)
        self.known: set[str] = set()

    def taken(self) -> dict[str, int]:
        """The same since this began."""
        told: Any = self.clock.send("Profiler.takePreciseCoverage")["result"]
        for script in told:
            for function in script["functions"]:
                reach = function["ranges"][0]
                beginning = " ".join(self.source(script["scriptId"])[reach["startOffset"] :][:90].split())
                for start in self.counts:
                    if beginning.startswith(start):
                        self.known.add(start)
                        self.counts[start] += reach["count"]
        return self.counts

    def source(self, script: str) -> str:
        """The text of a script."""
        if script not in self.sources:
            self.sources[script] = self.clock.send("Debugger.getScriptSource", {"scriptId": script})["scriptSource"]
        return self.sources[script]


def test_one_model_that_moves_has_signs_laid_once_and_a_table_at_rest_never(player: Player) -> None:
    opened(player, SIZES[0])
    page = player.page
    page.wait_for_function("() => window.lines.length && document.querySelector('#table.is-small')")
    assert page.evaluate(SIGNS) > 8
    page.evaluate(FRAMES, 20)
    calls = Calls(player)
    page.evaluate(FRAMES, 20)
    assert set(calls.taken().values()) == {0}, "nothing is laid at a table that rests"
    page.evaluate(WHOLE)
    page.evaluate(MOVES)
    until(lambda: calls.taken()[LAID] > 0)
    page.evaluate(FRAMES, 20)
    counts = calls.taken()
    assert page.evaluate("window.whole") == [], "no words are looked for among the thousands of parts of counters"
    assert calls.known == {LAID, CHOSEN, READ, PLACED}
    assert counts[LAID] == 1
    assert 0 < counts[CHOSEN] <= 3
    assert counts[READ] == 1, "a counter that is as it was is not read again"
    assert counts[PLACED] == 2, "what stands where it stood stays where it was found: one has gone, one has come"


def test_a_move_draws_no_card_of_nobody_and_asks_for_no_key_of_a_phone_where_none_is(player: Player) -> None:
    opened(player, SIZES[0])
    page = player.page
    page.wait_for_function("() => window.lines.length && document.querySelector('#table.is-small')")
    page.evaluate(FRAMES, 60)
    calls = Calls(player, (LAID, CARDS, KEY, ASKED, STANDS))
    page.evaluate(MOVES)
    until(lambda: calls.taken()[LAID] > 0)
    page.wait_for_timeout(400)
    counts = dict(calls.taken())
    assert (counts[CARDS], counts[KEY]) == (0, 0)
    men = page.locator("#layer-counters > .counter").count()
    assert men <= counts[ASKED] < 3 * men, "what a counter is is asked when units are told and when signs are laid"
    page.evaluate("() => document.querySelector('#bands button[data-piece]').click()")
    page.evaluate(MOVES)
    page.set_viewport_size({"width": SIZES[1][0], "height": SIZES[1][1]})
    until(lambda: calls.taken()[CARDS] > 1 and calls.counts[KEY] > 0)


def test_what_is_not_seen_of_counters_is_not_painted_and_nothing_in_a_room_is_numbered(player: Player) -> None:
    opened(player, SIZES[0])
    page = player.page
    page.wait_for_function("() => window.lines.length && document.querySelector('#table.is-small')")
    page.evaluate(FRAMES, 20)
    told = page.evaluate(PAINTED)
    assert told["men"] > 20
    assert (told["hits"], told["bare"]) == (0, 0)
    assert 7 <= told["rings"] == told["marked"] < told["men"]
    assert page.evaluate(ROWS) == ["c", "d"]
    assert page.evaluate(MORE) == []
    assert page.evaluate("() => document.querySelectorAll('.room summary').length")
    assert page.evaluate(NUMBERED) == []
    assert page.evaluate(AIMED), "what is hidden of a counter is still where it is pressed"


def test_what_comes_beside_a_log_has_none_of_its_lines_styled_anew(browser: Browser, player: Player) -> None:
    opened(player, SIZES[0])
    page = player.page
    page.wait_for_function("() => window.lines.length && document.querySelector('#table.is-small')")
    folded = page.evaluate(FOLDED)
    assert folded
    assert all("style" in contain for contain in folded)
    page.evaluate(LONG, LINES_MORE)
    page.wait_for_timeout(400)
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.evaluate(DID)
    page.evaluate(FRAMES, 3)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [row["args"].get("elementCount", 0) for row in events if row["name"] == "UpdateLayoutTree"]
    assert sum(styled) > 0
    assert max(styled) < LINES_MORE, "no rule behind :has() names a line by its tag alone"


def test_a_page_at_rest_does_nothing_again_and_again(player: Player) -> None:
    player.page.add_init_script(GOING)
    opened(player, SIZES[0])
    page = player.page
    often = "() => [...window.going.values()].filter((each) => each < 5000)"
    page.wait_for_function("() => window.going.size")
    assert page.evaluate(often) == [], "without clocks, times to answer and views that are shared nothing is counted"
