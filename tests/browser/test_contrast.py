"""What is written at a table stands out by 4.5 to 1 from what is really painted beneath it, in both themes.

Every word in sight is taken with its own colour; then all words are made transparent, the page is photographed, and the
pixels of each word's box are read: their mean is what lies beneath it.  What has a halo stands out from that.
"""

from __future__ import annotations

import base64
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.glance import SIZES, begin, opened
from tests.browser.player import Player, alone
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

ENOUGH = 4.5
BATTLES = {
    "ronin": ("skirmish", ("red-devils", "river-league"), {"points": 200, "terrain": "rice-valley"}),
    "celtos": ("open-field", ("reeds-and-claws", "black-pass"), {"points": 400, "terrain": "random"}),
    "daimyo": ("sekigahara", ("sekigahara-west", "sekigahara-east"), {}),
    "kensei": ("pitched_battle", ("buke_3000", "kuge_3000"), {"points": 3000, "terrain": "two_woods"}),
}
WORDS = """() => {
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const opacity = (node) => { let all = 1; for (let at = node; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity); return all; };
  const home = (node) => (node.closest('svg') ? node.closest('svg').parentElement : node);
  const onTop = (node, x, y) => { const top = document.elementFromPoint(x, y); return Boolean(top) && home(node).contains(top); };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const node = text.parentElement;
    if (!text.textContent.trim() || node.closest('script, style, template, option, :disabled, [aria-disabled=true]') || !node.getClientRects().length || !shown(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    if (right - left < 3 || bottom - top < 5 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) continue;
    const drawn = Boolean(node.closest('svg'));
    const part = (bottom - top) / 4;
    if (![top + 1, bottom - 1].every((y) => onTop(node, (left + right) / 2, y))) continue;
    const style = getComputedStyle(node);
    const halo = drawn && style.stroke !== 'none' && style.paintOrder.startsWith('stroke') ? style.stroke : '';
    found.push({ text: text.textContent.trim().slice(0, 30), within: node.closest('[class]')?.getAttribute('class') || '', hue: drawn ? style.fill : style.color,
      halo, part: opacity(node), box: [left, top + part, right, bottom - part].map(Math.round) });
  }
  return found;
}"""  # noqa: E501
"""The words in sight: what they say, their colour, that of their halo, how opaque they are, and where they are."""
BARE = """
*, *::before, *::after { color: transparent !important; text-shadow: none !important; transition: none !important }
svg text, svg tspan { fill: transparent !important; stroke: transparent !important }
"""
"""The page without its words."""
HIDE = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
}"""
FAINT = """async ([words, picture, enough]) => {
  const image = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (one) => one.charCodeAt(0))]));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const hue = (text) => { pen.clearRect(0, 0, 1, 1); pen.fillStyle = text; pen.fillRect(0, 0, 1, 1); const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data; return [[r, g, b], a / 255]; };
  const hues = words.map(({ hue: fill, halo }) => [hue(fill), halo && hue(halo)[0]]);
  pen.drawImage(image, 0, 0);
  const mean = ([left, top, right, bottom]) => {
    const { data } = pen.getImageData(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
    const sum = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4) for (let n = 0; n < 3; n += 1) sum[n] += data[i + n];
    return sum.map((one) => (4 * one) / data.length);
  };
  const bright = (parts) => { const [r, g, b] = parts.map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  return words.flatMap((word, n) => {
    const [[fill, clear], halo] = hues[n];
    const beneath = mean(word.box);
    const about = halo ? halo.map((one, i) => one * word.part + beneath[i] * (1 - word.part)) : beneath;
    const all = clear * word.part;
    const ink = fill.map((one, i) => one * all + about[i] * (1 - all));
    const [high, low] = [bright(ink), bright(about)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    return ratio < enough ? [`${word.text} (${word.within}): ${ratio.toFixed(2)}, ${ink.map(Math.round)} on ${about.map(Math.round)} at ${word.box}`] : [];
  });
}"""  # noqa: E501
"""Which of these words stand out less than that from what is painted beneath them."""


def faint(page: Page) -> tuple[int, list[str]]:
    """How many words are in sight, and which of them are hard to read."""
    words: list[dict[str, Any]] = page.evaluate(WORDS)
    page.evaluate(HIDE, BARE)
    picture = base64.b64encode(page.screenshot()).decode()
    return len(words), page.evaluate(FAINT, [words, picture, ENOUGH])


@pytest.fixture(scope="module", params=list(BATTLES))
def battle(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Player:
    """A battle of each system, both sides set up as proposed."""
    scenario, bands, options = BATTLES[request.param]
    one = alone(browser, server.url, request.param, scenario, bands, **options)
    begin(one)
    return one


def test_what_is_written_at_a_table_stands_out_from_what_is_beneath(battle: Player) -> None:
    for size, dark in product(SIZES, (False, True)):
        opened(battle, size, dark)
        count, found = faint(battle.page)
        assert count > 20
        assert found == []
