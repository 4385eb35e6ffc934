"""A battle told again: what was found keeps nobody out, and its curve leads into the battle by mouse, key, finger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.axe import findings
from tests.browser.house import Caller, fight
from tests.browser.player import until
from tests.browser.server import SWIFT, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

FOUND = f"""
import asyncio
from app.bots import course, hindsight
from app.bots.levels import NOVICE
from app.games import analysing
hindsight.WORLDS, hindsight.LEAST, course.STRETCHES, course.EACH = 2, {{True: 0.0, False: 0.0}}, 6, 2
analysing.VETERAN, analysing.GOING, analysing.DECIDING, analysing.ONE = NOVICE, 600.0, 600.0, 600.0
async def send(self, work, packed, _):
    return await asyncio.to_thread(work, packed)
analysing.Processes.send = send
{SWIFT}"""
"""A battle is looked at here and now, by a novice in two worlds, and moments may be as small as they like."""
TURNS, MANY = 3, 400
DAY: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True, "is_mobile": True,
}  # fmt: skip
STRIP = ".ch:visible .strip"


class Told:
    """A battle of Ronin that one person fought against himself, told again."""

    def __init__(self, server: Server) -> None:
        self.one, self.url = Caller(server.url), server.url
        sides = [{"seat": seat, "roster": {"sample": band}, "player": "me"}
                 for seat, band in (("red", "red-devils"), ("blue", "mountain-temple"))]  # fmt: skip
        self.game = self.one.post("/games", {
            "system": "ronin", "scenario": "skirmish", "name": "Hana", "sides": sides, "options": {"points": 200},
        })["id"]  # fmt: skip
        self.fight()
        self.path = f"/replay/{self.game}/analysis"
        self.one.form(self.path)
        until(lambda: "hx-trigger" not in self.one.http.get(self.path).text.partition('id="analysis"')[2], 200)

    def fight(self) -> None:
        """Some turns, then blue gives up."""
        for _ in range(MANY):
            for seat in ("red", "blue"):
                shown = self.one.get(f"/games/{self.game}?seat={seat}")
                fight(self.one, self.game, seat, shown)
            if shown["view"] and shown["view"]["turn"] > TURNS:
                break
        self.one.post(f"/games/{self.game}/resign", {"seat": "blue"})

    def open(self, browser: Browser, **how: Any) -> Page:
        """The page, as who fought it sees it."""
        context: BrowserContext = browser.new_context(**how)
        context.add_cookies(
            [{"name": c.name, "value": c.value or "", "url": self.url} for c in self.one.http.cookies.jar]
        )
        page = context.new_page()
        page.goto(self.url + self.path)
        return page


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """One battle for all of these."""
    running = Server(tmp_path_factory.mktemp("analysis"), FOUND)
    running.start()
    one = Told(running)
    yield one
    one.one.http.close()
    running.stop()


@pytest.mark.parametrize(("how", "language"), [(DAY, "en"), (PHONE, "es")], ids=["desk", "phone"])
def test_all_that_was_found_keeps_nobody_out(browser: Browser, told: Told, how: dict[str, Any], language: str) -> None:
    page = told.open(browser, **how)
    page.context.add_cookies([{"name": "gunbai-lang", "value": language, "url": told.url}])
    page.reload()
    expect(page.locator(".tcard").first).to_be_visible()
    expect(page.locator(STRIP).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= how["viewport"]["width"]
    assert findings(page) == []
    page.context.close()


def leads(page: Page, strip: int) -> str:
    """The version to which a part of the curve leads."""
    found = re.search(r"at=(\d+)", page.locator(STRIP).nth(strip).get_attribute("href") or "")
    assert found
    return found[1]


def arrives(page: Page, told: Told, v: str) -> None:
    """The replay stands there."""
    expect(page).to_have_url(re.compile(rf"/replay/{told.game}\?at={v}\b"))
    expect(page.locator("body")).to_have_attribute("data-version", v)


def test_the_curve_leads_into_the_battle_by_mouse(browser: Browser, told: Told) -> None:
    page = told.open(browser, **DAY)
    last = page.locator(STRIP).count() - 1
    v = leads(page, last)
    box = page.locator(STRIP).nth(last).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
    arrives(page, told, v)
    page.context.close()


def test_the_curve_leads_into_the_battle_by_keys_a_step_a_turn(browser: Browser, told: Told) -> None:
    page = told.open(browser, **DAY)
    stops = page.locator(f"{STRIP}:not([tabindex])")
    assert stops.count() == len({stop.get_attribute("aria-label", timeout=9000) for stop in stops.all()}) > 1
    stops.first.focus()
    page.keyboard.press("Tab")
    expect(stops.nth(1)).to_be_focused()
    assert stops.nth(1).locator("rect").evaluate("(it) => getComputedStyle(it).stroke") != "none"
    found = re.search(r"at=(\d+)", stops.nth(1).get_attribute("href") or "")
    assert found
    page.keyboard.press("Enter")
    arrives(page, told, found[1])
    page.context.close()


def test_the_curve_leads_into_the_battle_by_a_finger(browser: Browser, told: Told) -> None:
    page = told.open(browser, **PHONE)
    boxes = [strip.bounding_box() for strip in page.locator(STRIP).all()]
    assert min(box["width"] for box in boxes if box) >= 24
    v = leads(page, 1)
    box = boxes[1]
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] - 6)
    arrives(page, told, v)
    page.context.close()
