"""What goes somewhere on a table is drawn on its way by the browser's compositor, and stands still once it is there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.glance import SIZES, begin, opened
from tests.browser.house import READY, furnish
from tests.browser.player import until
from tests.browser.server import Server
from tests.browser.test_access import visit
from tests.browser.test_laid_once import LINES, MOVES
from tests.browser.test_men import great

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

KEPT = """async () => {
  const all = [...document.querySelectorAll('#layer-counters > .counter')];
  const names = [...document.querySelectorAll('#unit-names > .unit-name')];
  const parts = (ones) => ones.flatMap((one) => [one, ...one.querySelectorAll('*')]);
  const kept = (ones) => {
    const found = parts(ones).filter((part) => getComputedStyle(part).vectorEffect !== 'none');
    return [...new Set(found.map((part) => part.getAttribute('class')))];
  };
  const still = kept(all);
  const moved = all.map((node) => {
    const { e, f } = node.transform.baseVal.consolidate().matrix;
    const copy = node.cloneNode(false);
    copy.setAttribute('transform', `translate(${e + 20} ${f})`);
    copy.setAttribute('data-same', '');
    return copy.outerHTML;
  });
  document.body.dataset.pictures = 'off';
  const content = `<svg hx-swap-oob="counters:#layer-counters">${moved.join('')}</svg>`;
  const data = JSON.stringify({ v: Number(document.body.dataset.version), gone: [], content });
  window.lines.at(-1).dispatchEvent(new MessageEvent('message', { data }));
  const going = () => all.filter((one) => one.getAnimations().length);
  for (let n = 0; n < 1000 && !going().length; n += 1) await new Promise((done) => setTimeout(done, 4));
  const goes = going();
  for (const name of names) name.classList.add('is-moving');
  const moving = kept([...goes, ...names]);
  for (const name of names) name.classList.remove('is-moving');
  return { all: all.length, goes: goes.length, still, going: moving };
}"""
"""All counters go: which parts of what may go have lines that are as wide at any scale, at rest and on their way.

Of what has any no browser leaves its way to the compositor, and the page is styled, laid out and painted again for each
frame of it.
"""
WAYS = """() => {
  const going = [...document.querySelectorAll('#layer-counters > .counter')].flatMap((one) => one.getAnimations());
  return going.map(({ id }) => id);
}"""


@pytest.mark.parametrize("system", READY)
def test_nothing_that_goes_has_lines_that_keep_their_width(browser: Browser, server: Server, system: str) -> None:
    with visit(browser, furnish(server), f"play-{system}") as page:
        page.add_init_script(LINES)
        page.add_init_script("document.addEventListener('htmx:ws:after:message:incoming', () => (window.told = true))")
        page.reload()
        page.wait_for_selector("#layer-counters > .counter")
        page.wait_for_function("() => window.told && !document.querySelector('#layer-eye.is-playing')")
        told: dict[str, Any] = page.evaluate(KEPT)
        assert told["goes"] == told["all"] > 2
        assert told["going"] == []
        if system in {"daimyo", "kensei"}:
            assert told["still"], "formations that stand have lines of one width"


def test_who_glides_is_called_off_where_he_stands(browser: Browser, server: Server) -> None:
    player = great(browser, server)
    player.page.context.add_init_script(LINES)
    try:
        begin(player)
        opened(player, SIZES[0])
        page = player.page
        page.wait_for_function("() => window.lines.length && document.querySelector('#table.is-small')")
        page.evaluate("() => { document.body.dataset.pictures = 'off'; }")
        page.evaluate(MOVES)
        assert page.evaluate(WAYS) == ["glide"]
        until(lambda: page.evaluate(WAYS) == [])
        assert page.evaluate("() => document.querySelectorAll('#table .is-moving').length") == 0
    finally:
        player.close()


TELLS = """(kind) => {
  const [one, other] = [...document.querySelectorAll('#layer-counters > .counter[data-group]')].slice(-2);
  document.body.dataset.pictures = 'slow';
  const picture = JSON.stringify({ kind, by: [one.dataset.piece], at: [other.dataset.piece], word: 'So.' });
  const row = `<li id="e-99999999" data-seq="99999999" data-picture='${picture}'><div>It is done.</div></li>`;
  const data = JSON.stringify({ v: Number(document.body.dataset.version), gone: [],
    content: `<ol hx-swap-oob="lines:#log .scroll">${row}</ol>` });
  window.lines.at(-1).dispatchEvent(new MessageEvent('message', { data }));
}"""
"""A line comes in which tells that one did this to another."""
COMES = """() => {
  const marks = document.querySelector('.eye-beat');
  const beat = parseFloat(marks.style.getPropertyValue('--beat'));
  return marks.getAnimations({ subtree: true }).map((way) => {
    const { target } = way.effect;
    const { delay, duration } = way.effect.getTiming();
    const frames = way.effect.getKeyframes().map((frame) => Object.keys(frame));
    const what = [...new Set(frames.flat())].filter((name) => !/^(offset|computedOffset|easing|composite)$/.test(name));
    const parts = [target, ...target.querySelectorAll('*')].map((part) => getComputedStyle(part).vectorEffect);
    return { on: target.getAttribute('class') ?? target.localName, what: what.sort(), delay, beats: duration / beat,
             kept: what.includes('transform') && parts.some((one) => one !== 'none') };
  });
}"""
"""How each mark of a beat comes: what of it changes, after how long and for how many beats, and whether what is moved
has lines that are as wide at any scale."""
TELLS_AND_COMES = f"""(kind) => {{
  ({TELLS})(kind);
  const comes = () => document.querySelector('.eye-beat')?.getAnimations({{ subtree: true }}).length;
  const look = () => comes() ? ({COMES})() : new Promise(requestAnimationFrame).then(look);
  return look();
}}"""
"""The marks are read as soon as they come: a beat is over before a busy machine has asked for it and then for them."""


@pytest.mark.parametrize("kind", ["charge", "shot", "blow", "cast", "card"])
def test_marks_of_a_beat_come_without_the_page_drawing_them(browser: Browser, server: Server, kind: str) -> None:
    player = great(browser, server)
    player.page.context.add_init_script(LINES)
    try:
        begin(player)
        opened(player, SIZES[0])
        page = player.page
        page.wait_for_function("() => window.lines.length && !document.querySelector('#layer-eye.is-playing')")
        ways: list[dict[str, Any]] = page.evaluate(TELLS_AND_COMES, kind)
        assert len(ways) > 2
        for way in ways:
            assert set(way["what"]) <= {"opacity", "transform"}, way
            # One that began or ended while the beat is seen would have the page draw frames.
            assert way["delay"] == 0, way
            assert way["beats"] == pytest.approx(2, abs=0.01), way
            assert not way["kept"], way
        grows = [way for way in ways if way["on"] == "path" and way["what"] == ["transform"]]
        assert bool(grows) == (kind != "card")
    finally:
        player.close()
