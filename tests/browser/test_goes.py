"""What goes somewhere on a table is drawn on its way by the browser's compositor, and stands still once it is there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.house import READY, furnish
from tests.browser.server import Server
from tests.browser.test_access import visit
from tests.browser.test_glance import SIZES, begin, opened
from tests.browser.test_laid_once import LINES, MOVES
from tests.browser.test_men import great

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

KEPT = """() => {
  const all = [...document.querySelectorAll('#layer-counters > .counter, #unit-names > .unit-name')];
  const parts = all.flatMap((one) => [one, ...one.querySelectorAll('*')]);
  const kept = () => {
    const found = parts.filter((part) => getComputedStyle(part).vectorEffect !== 'none');
    return [...new Set(found.map((part) => part.getAttribute('class')))];
  };
  const still = kept();
  for (const one of all) one.classList.add('is-moving');
  const going = kept();
  for (const one of all) one.classList.remove('is-moving');
  return { all: all.length, still, going };
}"""
"""Which parts of what may go have lines that are as wide at any scale, at rest and on their way: of what has any no
browser leaves its way to the compositor, and the page is styled, laid out and painted again for each frame of it."""
WAYS = """() => {
  const going = [...document.querySelectorAll('#layer-counters > .counter')].flatMap((one) => one.getAnimations());
  return { ways: going.map(({ id }) => id), marked: document.querySelectorAll('#table .is-moving').length };
}"""


@pytest.mark.parametrize("system", READY)
def test_nothing_that_goes_has_lines_that_keep_their_width(browser: Browser, server: Server, system: str) -> None:
    with visit(browser, furnish(server), f"play-{system}") as page:
        page.wait_for_selector("#layer-counters > .counter")
        told: dict[str, Any] = page.evaluate(KEPT)
        assert told["all"] > 2
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
        assert page.evaluate(WAYS) == {"ways": ["glide"], "marked": 1}
        page.wait_for_function("() => !document.querySelector('#table .is-moving')")
        assert page.evaluate(WAYS) == {"ways": [], "marked": 0}
    finally:
        player.close()
