"""A scenario of one's own in a real browser: made, played against the bot, taken along, brought in elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import PATIENCE
from tests.browser.server import SWIFT, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAME = "Two turns at dusk"
MOST = 600
"""Answers of a battle of two turns are fewer."""


@pytest.fixture
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Another server, on which nobody has been."""
    running = Server(tmp_path_factory.mktemp("other"), SWIFT)
    running.start()
    yield running
    running.stop()


def made(page: Page, url: str) -> None:
    """The scenario is made on the page and kept: what a choice makes room for comes in place."""
    page.goto(f"{url}/scenarios?system=ronin")
    page.get_by_label("Name of the scenario").fill(NAME)
    expect(page.locator("[name=part_turns]")).to_have_count(0)
    page.locator("[name=part_length]").select_option("fixed")
    page.locator("[name=part_turns]").fill("99")
    page.locator("[name=part_time_of_day]").select_option("dusk")
    expect(page.locator("#verdict")).to_contain_text("whole number from 2 to 15")
    page.locator("[name=part_turns]").fill("2")
    page.locator("[name=points]").fill("100")
    page.locator("[name=points]").press("Tab")
    expect(page.locator("#verdict")).to_contain_text("No ready rosters fit 100 points")
    page.locator("[name=points]").fill("200")
    page.locator("[name=points]").press("Tab")
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
    page.get_by_role("button", name="Keep it", exact=True).click()
    page.wait_for_url("**/scenarios/*")
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()


def told(page: Page, game: str) -> dict[str, Any]:
    """The game as the program of this reader is told it."""
    found: dict[str, Any] = page.request.get(f"/api/v1/games/{game}").json()
    return found


def fought(page: Page, game: str) -> dict[str, Any]:
    """The game when it is over: whatever this reader is asked he answers as is offered, the bot for itself."""
    for n in range(MOST):
        now = told(page, game)
        if now["status"] == "over":
            return now
        for asked in [one for one in now["questions"] if one["mine"] and not one["sealed"]]:
            answer = {"ask": asked["id"], "answer": asked["default"], "seat": asked["seat"], "command_id": str(n)}
            page.request.post(f"/api/v1/games/{game}/answers", data=answer)
    raise AssertionError(f"not over after {MOST} answers")


@pytest.mark.timeout(300)
def test_a_scenario_is_made_played_taken_along_and_brought_in(
    browser: Browser, mortal: Server, empty: Server, tmp_path: Path
) -> None:
    context = browser.new_context(base_url=mortal.url, locale="en-GB", accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    made(page, mortal.url)
    here = page.url
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    file = tmp_path / "dusk.json"
    saved.value.save_as(file)
    page.get_by_role("button", name="Try it against the bot").click()
    page.wait_for_url("**/play/*")
    expect(page.locator("body")).to_contain_text(f"{NAME} (a scenario of one's own, after Skirmish)")
    game = page.url.rsplit("/", 1)[1]
    over = fought(page, game)
    assert (over["view"]["turn"], over["view"]["turns"], over["own"]["name"]) == (2, 2, NAME)
    page.goto(here)
    text = page.locator("#as-text").text_content()
    context.close()
    other = browser.new_context(base_url=empty.url, locale="en-GB")
    page = other.new_page()
    page.goto("/scenarios?system=ronin")
    page.locator("[data-into=pasted]").set_input_files(file)
    expect(page.locator("#pasted")).to_have_value(file.read_text().rstrip("\n") + "\n")
    page.get_by_role("button", name="Bring it in").click()
    page.wait_for_url("**/scenarios/*")
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
    assert page.locator("#as-text").text_content() == text
    other.close()
