"""A lesson as somebody meets it: by the mouse, by keys, by taps at 390 pixels; left and resumed; in Spanish."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.general import SEEN
from tests.browser.player import INCH, Player
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "es-ES"}


def spot(x: float, y: float) -> tuple[int, int]:
    """A point of the table given in inches."""
    return round(x * INCH), round(y * INCH)


class Learner(Player):
    """Somebody at a lesson, whose table is found on the page."""

    def come(self, lesson: str) -> None:
        """The lesson's table is open."""
        expect(self.page.locator("#lesson .coach")).to_be_visible()
        assert self.page.url.endswith(f"/learn/{lesson}")
        self.game = self.page.locator("body").get_attribute("data-game") or ""
        self.seat = self.page.locator("body").get_attribute("data-you") or ""

    def says(self, text: str) -> None:
        """The lesson says this now."""
        expect(self.page.locator("#coach-says")).to_contain_text(text)


def test_the_first_lesson_by_mouse_and_keys_left_and_resumed(browser: Browser, server: Server) -> None:
    one = Learner(browser, server.url, "Yuki")
    one.page.goto(f"{server.url}/")
    one.page.get_by_role("link", name=re.compile("Learn in five minutes")).click()
    one.page.get_by_role("button", name=re.compile("Begin.*On the move")).click()
    one.come("ronin/moving")
    one.says("The three with a gold ring are yours")
    expect(one.page.locator("#layer-lesson .meant")).to_have_count(3)
    expect(one.page.locator("#prompt")).to_be_hidden()
    one.page.locator("#coach-next").click()

    one.says("Lift Aki")
    one.ready()
    expect(one.page.locator("#layer-lesson .advice")).to_have_count(1)
    expect(one.page.locator("#layer-lesson .advised")).to_have_count(1)
    one.rest()
    one.drag(spot(14, 20), spot(14, 16))  # Rei, whose turn it is not
    one.confirm()
    expect(one.page.locator("#prompt .no-slot")).to_contain_text("It is Aki's turn to move")
    one.page.locator("#prompt .crumb").first.click()
    one.says("Lift Aki")
    one.rest()
    one.drag(spot(10, 20), spot(10, 15))
    one.confirm()
    one.says("Let him Run")
    assert one.piece("Aki")["y"] == pytest.approx(15 * INCH, abs=200)

    one.page.get_by_role("link", name="Leave; it is kept").click()
    expect(one.page.locator(".lesson-row").first).to_contain_text("at 3 of 5")
    one.page.get_by_role("button", name=re.compile("Go on.*On the move")).press("Enter")
    one.come("ronin/moving")
    one.says("Let him Run")
    one.ready()
    one.page.locator(".coach-hint summary").press("Enter")
    expect(one.page.locator(".coach-hint p")).to_be_visible()
    one.page.locator("#prompt button[data-key=Rei]").press("Enter")
    one.page.locator("#prompt button[data-key=run]").press("Enter")
    expect(one.page.locator("#prompt section[data-kind=walk]")).to_be_visible()
    for _ in range(8):
        one.page.keyboard.press("ArrowUp")
    confirm = one.page.locator("#prompt [data-act=confirm]")
    expect(confirm).to_be_enabled()
    one.page.wait_for_timeout(SEEN)
    confirm.press("Enter")
    one.says("goes into the wood")
    one.page.locator("#coach-show").press("Enter")
    one.says("That is the Move Phase")
    one.page.keyboard.press("n")
    one.says("That is how it is done")
    one.page.get_by_role("link", name="All lessons").click()
    expect(one.page.locator(".lesson-row").first).to_contain_text("done")
    assert [line for line in one.trouble if "422" not in line] == []
    one.context.close()


def test_a_lesson_in_spanish_by_taps_on_a_phone(browser: Browser, server: Server) -> None:
    one = Learner(browser, server.url, "Rei", **PHONE)
    one.page.goto(f"{server.url}/learn/ronin/moving")
    one.page.get_by_role("button", name="Empezar").tap()
    one.come("ronin/moving")
    one.says("Los tres con un anillo dorado")
    one.page.locator("#coach-next").tap()
    one.says("Levanta a Aki")
    one.ready()
    one.rest()
    one.page.touchscreen.tap(*one.screen(*spot(10, 20)))
    expect(one.page.locator("#prompt button[data-key=move]")).to_be_visible()
    one.rest()
    one.page.touchscreen.tap(*one.screen(*spot(10, 16)))
    one.page.locator("[data-at-piece=yes]:visible, #prompt [data-act=confirm]:visible").first.tap()
    one.says("Que corra")
    wide = one.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    assert one.trouble == []
    one.context.close()
