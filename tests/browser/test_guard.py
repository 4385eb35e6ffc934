"""What answers much at once keeps off where another button just stood, and no longer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KEPT_OFF = """async () => {
  document.body.innerHTML = '<section id="ask"><button id="below">Below</button></section>';
  const at = ({ style }) => Object.assign(style, { position: 'absolute', inset: 0, width: '90px', height: '40px' });
  const ask = document.querySelector('#ask');
  at(document.querySelector('#below'));
  const { Guard } = await import('/static/js/table/hand/guard.js');
  const guard = new Guard(ask);
  guard.watch(ask);
  const rest = document.createElement('button');
  rest.dataset.deed = 'rest';
  at(rest);
  ask.append(rest);
  const barred = () => rest.classList.contains('is-new');
  await new Promise((done) => new MutationObserver(done).observe(rest, { attributeFilter: ['class'] }));
  const first = barred();
  for (const end = performance.now() + 20_000; barred() && performance.now() < end; )
    await new Promise((done) => setTimeout(done, 100));
  return [first, barred()];
}"""


def test_what_lies_over_a_button_that_stays_is_pressed_once_it_has_been_seen(browser: Browser, server: Server) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{server.url}/rules/ronin")
    first, last = page.evaluate(KEPT_OFF)
    page.context.close()
    assert first, "what comes over another button is not pressed at once"
    assert not last, "it is pressed later, though the other stands there still"
