"""Nothing final is given that nobody has seen and confirmed, however wildly keys and clicks come."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

from app.engine.returning import picks_of, returns
from app.web.page.prompts import nest
from tests.browser.player import Json, Player, alone, asked
from tests.browser.server import Server
from tests.browser.skirmish import answer, made

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

SEEN = 500
"""Milliseconds for which something final has been seen before it is given."""
SHORT = 1000
"""Milliseconds that a button is waited for which may not be there."""
SLACK = 30
"""Milliseconds that a timer of the page may be early by."""
WATCHED = """
window.acts = [];
const stamp = (event) => event.isTrusted && !event.repeat &&
  window.acts.push({ at: performance.now(), what: event.type === 'keydown' ? event.key : 'click' });
for (const name of ['pointerdown', 'keydown']) addEventListener(name, stamp, true);
const since = new WeakMap();
const shown = (node) => node && !node.disabled && node.checkVisibility();
const look = () => {
  for (const node of document.querySelectorAll('[data-act=confirm], [data-at-piece=yes]')) {
    if (!shown(node)) since.delete(node);
    else if (!since.has(node)) since.set(node, performance.now());
  }
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
const asks = new Map();
setInterval(() => {
  const { ask } = document.querySelector('#prompt .ask')?.dataset || {};
  if (ask && !asks.has(ask)) asks.set(ask, performance.now());
}, 5);
const fetched = window.fetch;
window.fetch = (path, request) => {
  if (String(path).endsWith('/answers')) {
    const body = request.body instanceof FormData || request.body instanceof URLSearchParams
      ? Object.fromEntries(request.body) : Object.fromEntries(new URLSearchParams(request.body));
    const panel = document.querySelector('#prompt .ask').dataset;
    const times = [...document.querySelectorAll('[data-act=confirm], [data-at-piece=yes]')]
      .filter((node) => since.has(node)).map((node) => since.get(node));
    const begun = asks.get(panel.ask) || 0;
    window.told({ ...body, now: performance.now(), since: Math.min(...times, Infinity), kind: panel.kind,
      acts: window.acts.filter(({ at }) => at >= begun).length, returning: JSON.parse(panel.returning || '[]') });
  }
  return fetched(path, request);
};
"""
"""Tells what the page sent, since when its confirmation had been seen, and what was done before."""
GAMES = (
    ("celtos", "open-field", ("black-pass-vanguard", "black-pass-vanguard"), 15),
    ("daimyo", "meeting", ("takeda", "oda"), 15),
    ("kensei", "pitched_battle", ("buke_500", "kuge_500"), 15),
)
"""The battles, and for how many seconds each is played so."""
WHOLE, PRESSED = 200, 12
"""A whole battle is over long before so many seconds; of so many questions one is pressed at."""
FORMS = ("split", "order", "assign", "allot", "form")
"""Questions that a panel shows whole, with a confirmation of their own."""
ACTS = 10
"""How much is done at a question before it is answered without the page."""
KEYS = ("Enter", " ", "Tab", "Enter", "ArrowDown", "Tab", " ")


class Wild:
    """Somebody who presses and clicks at random, and is no slower than the machine lets him."""

    def __init__(self, one: Player, seed: int) -> None:
        self.one, self.rng, self.sent = one, Random(seed), list[Json]()
        one.page.expose_function("told", lambda sent: self.sent.append(sent))
        one.page.add_init_script(WATCHED)

    def play(self, seconds: float, every: int = 1) -> None:
        """For so long, or until the battle is over; what nobody hit upon is answered without the page, and so are the
        questions between: of so many one is pressed at."""
        end, number = time.monotonic() + seconds, 0
        while time.monotonic() < end and self.one.look()["status"] == "playing":
            question, number = asked(self.one), number + 1
            if number % every and self.final:
                answer(self.one, question, question["default"])
                continue
            with suppress(Error):  # the page goes over to the other seat meanwhile
                self.open()
                for _ in range(ACTS):
                    self.act()
                self.confirm(question)
            if (self.one.question() or {}).get("id") == question["id"]:
                body = {"seat": self.one.seat, "ask": question["id"], "answer": question["default"]}
                self.one.page.request.post(f"{self.one.url}/api/v1/games/{self.one.game}/answers", data=body)

    @property
    def final(self) -> list[Json]:
        """What the page has sent and nobody can take back."""
        return [sent for sent in self.sent if not returns(sent["returning"], picks(sent))]

    def open(self) -> None:
        """The page of the seat that is asked stands open, without a veil."""
        page = self.one.page
        if page.url == "about:blank" or page.evaluate("document.body.dataset.you") != self.one.seat:
            page.goto(f"{self.one.url}/play/{self.one.game}?seat={self.one.seat}")
        veil = page.locator("#veil[open] button")
        if veil.count():
            veil.first.click()

    def confirm(self, question: Json) -> None:
        """What stands if nobody answers is chosen and confirmed at once, where that is an option of the panel."""
        usual, page = question["default"], self.one.page
        key = usual.get("pick") if isinstance(usual, dict) else usual
        page.keyboard.press("Escape")
        page.locator(f"#prompt [data-ask='{question['id']}'] button[data-key='{key}']").first.click(timeout=SHORT)
        page.locator("#prompt [data-act=confirm]:visible:enabled").click(timeout=SHORT)
        page.wait_for_timeout(SEEN)

    def act(self) -> None:
        """A key, a click on a button or a counter or anywhere, or two clicks in a row."""
        page, draw = self.one.page, self.rng.random()
        if draw < 0.35:
            page.keyboard.press(self.rng.choice(KEYS))
            return
        boxes: Any = page.evaluate(BOXES)
        near = bool(boxes) and draw < 0.85
        x, y = self.rng.choice(boxes) if near else (self.rng.randint(0, 1439), self.rng.randint(60, 899))
        for _ in range(2 if self.rng.random() < 0.3 else 1):
            page.mouse.click(x, y)
        if self.rng.random() < 0.4:
            page.wait_for_timeout(SEEN)


BOXES = """() => [...document.querySelectorAll('#prompt button, .at-piece button, #layer-counters .counter')]
  .filter((one) => !one.closest('[data-deed], .foot-slot, .consent-slot') && one.dataset.deed === undefined)
  .map((one) => one.getBoundingClientRect()).filter((box) => box.width)
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])"""


def picks(one: Json) -> list[str]:
    """The picks of an answer as it was sent."""
    at, value = json.loads(one["at"]), json.loads(one["value"]) if one["value"] else None
    return picks_of(nest(at, value))


def deliberate(one: Json) -> None:
    """A final answer had been seen long enough, and was confirmed by an act of its own after that it was chosen by."""
    assert one["now"] - one["since"] >= SEEN - SLACK, f"{one['at']} was given {one['now'] - one['since']:.0f} ms after"
    assert one["acts"] >= (1 if one["kind"] in FORMS else 2), f"{one['at']} was given by one act"


@pytest.mark.parametrize(("system", "scenario", "bands", "seconds"), GAMES)
def test_nothing_final_is_given_unseen(
    browser: Browser, server: Server, system: str, scenario: str, bands: tuple[str, str], seconds: float
) -> None:
    one = alone(browser, server.url, system, scenario, bands)
    wild = Wild(one, 7)
    wild.play(seconds)
    nothing_unseen(wild)


def test_nothing_final_is_given_unseen_in_a_whole_battle(browser: Browser, server: Server) -> None:
    one = made(browser, server.url)
    wild = Wild(one, 11)
    wild.play(WHOLE, every=PRESSED)
    assert one.look()["status"] == "over"
    nothing_unseen(wild)


def nothing_unseen(wild: Wild) -> None:
    """Of all that the page has sent nothing final was unseen; nothing went wrong in it."""
    one = wild.one
    assert wild.final
    for sent in wild.final:
        deliberate(sent)
    one.close()
    assert not [line for line in one.trouble if "409" not in line and "422" not in line]
