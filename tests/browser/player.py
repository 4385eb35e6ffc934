"""Somebody at a browser: reads the table through the API with the page's own cookie, acts on the page only."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page, expect

INCH = 2540
DOUBLE = 500
"""After so many milliseconds a second press is no double click."""
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB"}
"""How a browser is, where nothing else is said."""
Json = Any


MOMENT = 2000
"""Milliseconds that a button is waited for which may be gone."""
PATIENCE = 60
"""Seconds after which something that is waited for will never come, however busy the machine is."""
PAUSES = 0.05, 0.3
"""How long one waits until one looks again, at first and at most: to look costs the server as much as a page."""
AT_REST = """(most) => new Promise((done) => {
  let last = '', same = 0, moving = [], frames = 0;
  const give = setTimeout(() => done(`after ${frames} frames, at ${last}: ${moving}`), most);
  const look = () => {
    const { a, d, e, f } = document.querySelector('#table').getScreenCTM();
    moving = document.getAnimations()
      .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity)
      .map(({ animationName, effect }) => `${animationName || ''} of ${effect.target?.outerHTML.slice(0, 80)}`);
    const now = [a, d, e, f].join();
    same = now === last && !moving.length ? same + 1 : 0;
    last = now;
    frames += 1;
    if (same < 5) return void requestAnimationFrame(look);
    clearTimeout(give);
    done('');
  };
  look();
})"""
"""Nothing on the page moves, and the table has stood in its place for some frames; else what still moves at the end."""


SHOWN = """() => [location.href, document.querySelector('#prompt')?.innerText,
  document.activeElement?.outerHTML.slice(0, 120),
  ...[...document.querySelectorAll('.at-piece, #hand-marks')].map((node) => node.textContent)].join('\\n')"""
"""What is asked, what has the focus, and what stands at the piece."""
STANDING = """() => [...document.querySelectorAll('#layer-counters .counter')]
  .map((node) => node.id + node.getAttribute('transform')).sort()"""
"""Where every counter stands on a page."""


def until(holds: Callable[[], bool], seconds: float = PATIENCE, saw: Callable[[], object] | None = None) -> None:
    """Wait until this holds; ``saw`` says what there is instead."""
    end, pause = time.monotonic() + seconds, PAUSES[0]
    while not holds():
        assert time.monotonic() < end, f"waited in vain: {saw() if saw else ''}"
        time.sleep(pause)
        pause = min(PAUSES[1], pause * 1.4)


def counted(page: Page, name: str, count: int) -> None:
    """Wait until a counter that the test has put into the page stands so."""
    until(lambda: bool(page.evaluate("(name) => window[name]", name) == count))


def twice(button: Locator) -> None:
    """A button is clicked, and once more where it waits for that; on a slow machine it has been given meanwhile, then
    nothing is clicked that the next question asks."""
    page = button.page
    ask = page.locator("#prompt > .ask").get_attribute("data-ask")
    button.click()
    page.wait_for_timeout(DOUBLE)
    again = page.locator(f"#prompt > .ask[data-ask='{ask}'] [data-all][aria-pressed=true]")
    if again.count():
        with suppress(Error):
            again.click(timeout=MOMENT)


class Player:
    """One person with one browser context."""

    def __init__(self, browser: Browser, url: str, name: str, seat: str = "", key: str = "", **context: Any) -> None:
        self.url, self.name, self.seat, self.key = url, name, seat, key
        self.game = ""
        self.context = browser.new_context(**WIDE | context)
        self.page: Page = self.context.new_page()
        self.trouble: list[str] = []
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", lambda m: self.trouble.append(m.text) if m.type == "error" else None)

    # -- reading -----------------------------------------------------------------

    def look(self) -> Json:
        """The game as this person may see it."""
        query = f"watch={self.key}" if self.key else f"seat={self.seat}"
        answer = self.page.request.get(f"{self.url}/api/v1/games/{self.game}?{query}", max_retries=3)
        assert answer.ok, answer.text()
        return answer.json()

    def question(self) -> Json:
        """The open question to this seat, or nothing."""
        return next((q for q in self.look()["questions"] if q["mine"] and not q["sealed"]), None)

    def piece(self, id: str) -> Json:
        """A counter on the table."""
        return next(p for p in self.look()["view"]["pieces"] if p["id"] == id)

    def saw(self) -> str:
        """What the page shows, for whoever has waited in vain."""
        with suppress(Error):
            return str(self.page.evaluate(SHOWN))
        return self.page.url

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until this holds; else what the page shows is told."""
        until(holds, saw=self.saw)

    # -- acting ------------------------------------------------------------------

    def ready(self) -> Json:
        """This seat's question, once the page shows it and its scripts listen."""
        question = self.question()
        assert question, f"{self.name} is not asked"
        expect(self.page.locator("#table[tabindex]")).to_have_count(1)
        expect(self.page.locator(f"#prompt [data-ask='{question['id']}']")).to_be_visible()
        return question

    def choose(self, key: str) -> None:
        """Click the option of this key in the question panel."""
        panel = self.page.locator("#prompt section.ask")
        button = self.page.locator(f"#prompt button[data-key='{key}']").first
        before = json.loads(button.get_attribute("data-at") or panel.get_attribute("data-at") or "[]")
        more = button.get_attribute("data-more")
        button.click()
        if more is not None:
            way = [*before, key]
            self.until(lambda: json.loads(panel.get_attribute("data-at") or "[]")[: len(way)] == way)

    def confirm(self) -> None:
        """The ink button of the question."""
        button = self.page.locator("#prompt [data-act=confirm]")
        expect(button).to_be_enabled()
        button.click()

    def settle(self, version: int) -> None:
        """The page has seen a later version than this one."""
        self.until(lambda: int(self.page.evaluate("() => document.body.dataset.version")) > version)

    def screen(self, x: int, y: int) -> tuple[float, float]:
        """Where a point of the table (1/100 mm) lies on the screen."""
        spot = self.page.evaluate(
            "([x, y]) => { const p = new DOMPoint(x * 22.5 / 2540, y * 22.5 / 2540)"
            ".matrixTransform(document.querySelector('#table').getScreenCTM()); return [p.x, p.y] }",
            [x, y],
        )
        return spot[0], spot[1]

    def leave(self) -> None:
        """The page shows no table, even if it was just on its way to another one."""

        def left() -> bool:
            with suppress(Error):
                self.page.goto("about:blank")
            return self.page.url == "about:blank"

        self.until(left)

    def sit(self) -> None:
        """The page of this seat is open, even if it was just on its way to the other seat of its screen."""
        there = f"{self.url}/play/{self.game}?seat={self.seat}"

        def sits() -> bool:
            with suppress(Error):
                self.page.goto(there)
            return self.page.url == there

        self.until(sits)

    def close(self) -> None:
        """The browser is closed; not while its page goes to another, as to the other seat of its screen: now and then
        it never would be."""
        trouble = [*self.trouble]
        self.leave()
        self.context.close()
        self.trouble[:] = trouble  # what was cut off by leaving is none

    def rest(self) -> None:
        """The table stands still on the screen, so that a point of it stays where it is."""
        moving = self.page.evaluate(AT_REST, 1000 * PATIENCE)
        assert not moving, f"never at rest: {moving}"

    def drag(self, start: tuple[int, int], *corners: tuple[int, int]) -> None:
        """Press on a point of the table, drag over each corner, release on the last."""
        mouse = self.page.mouse
        self.rest()
        mouse.move(*self.screen(*start))
        mouse.down()
        for corner in corners:
            mouse.move(*self.screen(*corner), steps=8)
        mouse.up()

    def click(self, x: int, y: int) -> None:
        """Click a point of the table."""
        self.rest()
        self.page.mouse.click(*self.screen(x, y))


def alone(
    browser: Browser, url: str, system: str, scenario: str, bands: tuple[str, str], screen: Json = None, **options: Any
) -> Player:
    """Somebody who plays both sides of a game, red and blue with these ready bands, at one screen."""
    one = Player(browser, url, "Hana", "red", **screen or {})
    sides = [{"seat": seat, "roster": {"sample": band}, "player": "me"}
             for seat, band in zip(("red", "blue"), bands, strict=True)]  # fmt: skip
    body = {"system": system, "scenario": scenario, "name": "Hana", "sides": sides, "options": options}
    made = one.page.request.post(f"{url}/api/v1/games", data=json.dumps(body),
                                 headers={"content-type": "application/json"})  # fmt: skip
    assert made.status == 201, made.text()
    one.game = made.json()["id"]
    return one


def asked(player: Player) -> Json:
    """The open question of whichever seat is asked; the player sits there."""
    for seat in ("red", "blue"):
        player.seat = seat
        if question := player.question():
            return question
    raise AssertionError("nobody is asked")
