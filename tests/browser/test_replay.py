"""The bar below the board goes through a battle: by keys, by playing, by the log; a moment is kept, linked, painted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player, until
from tests.browser.server import Server

pytestmark = pytest.mark.browser
ENOUGH = 24
"""Events after which there is something to look back at."""


def bots(watcher: Player) -> str:
    """A battle of Ronin between two bots that anybody may watch, some way on."""
    sides = [{"seat": seat, "roster": {"sample": band}, "player": "bot"}
             for seat, band in (("red", "red-devils"), ("blue", "mountain-temple"))]  # fmt: skip
    body = {"system": "ronin", "scenario": "skirmish", "sides": sides, "listed": True, "name": "Ori",
            "options": {"points": 200}}  # fmt: skip
    made = watcher.page.request.post(
        f"{watcher.url}/api/v1/games", data=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert made.status == 201, made.text()
    watcher.game = str(made.json()["id"])
    until(lambda: bool(watcher.look()["version"] >= ENOUGH), 30)
    return watcher.game


def version(page: Page) -> int:
    """The version that is shown."""
    return int(page.evaluate("document.body.dataset.version"))


def frame(watcher: Player, v: int) -> Any:
    """The table at a version, as the server draws it."""
    return watcher.page.request.get(f"{watcher.url}/api/v1/games/{watcher.game}/frames/{v}").json()


def test_a_watcher_goes_through_a_battle(browser: Browser, server: Server) -> None:
    ori = Player(browser, server.url, "Ori")
    page = ori.page
    page.goto(f"{server.url}/replay/{bots(ori)}?at=1")
    expect(page.locator("body[data-ready]")).to_be_attached()
    first = version(page)
    page.keyboard.press("ArrowRight")
    until(lambda: version(page) > first)
    second = version(page)
    assert f"at={second}" in page.url
    page.click("#r-keep")
    page.select_option("#r-pace", "4")
    page.keyboard.press("Escape")
    page.locator("#r-play").click()
    until(lambda: version(page) > second)
    page.locator("#r-play").click()
    page.locator("#r-last").click()
    until(lambda: version(page) >= ENOUGH - 1)
    expect(page.locator("#layer-counters .counter")).to_have_count(len(frame(ori, version(page))["patches"]))
    page.locator("#r-kept button").click()
    until(lambda: version(page) == second)
    expect(page.locator("#layer-counters .counter")).to_have_count(len(frame(ori, second)["patches"]))
    page.click(".menu summary")
    with page.expect_download() as painted:
        page.click("#png")
    assert painted.value.suggested_filename.endswith(f"{second}.png")
    assert painted.value.path().stat().st_size > 10_000
    assert ori.trouble == []
    ori.close()
