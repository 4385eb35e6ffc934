"""A house list in a browser: a host pastes it, a guest fights a bot with it, it is carried to an empty server."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import PASSWORD
from tests.browser.player import Player
from tests.browser.server import SWIFT, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]
BOX = "#lists textarea[name=text]"
ANSWERS = 4
"""So often the guest answers while the bot does."""


def hosted(player: Player, server: Server) -> Page:
    """The host of a new server at his page of house lists."""
    page = player.page
    page.goto(server.url + server.setup())
    page.locator("[name=name]").fill("Yuki")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").last.click()
    expect(page.locator("a.me")).to_have_text("Yuki")
    page.goto(f"{server.url}/admin/lists")
    return page


def roster(player: Player, url: str) -> str:
    """A lawful roster as text, as it is pasted into a chat."""
    body = {"system": "ronin", "name": "Heron Guard", "points": 200, "roster": {"sample": "red-devils"}}
    made = player.page.request.post(f"{url}/api/v1/rosters", data=body)
    return player.page.request.get(f"{url}/api/v1/rosters/{made.json()['id']}/text").text()


def test_a_host_adds_a_list_a_guest_fights_a_bot_with_it_and_it_is_carried_elsewhere(
    browser: Browser, mortal: Server, tmp_path: Path
) -> None:
    host, guest = Player(browser, mortal.url, "Yuki", accept_downloads=True), Player(browser, mortal.url, "Hana", "red")
    page, told = hosted(host, mortal), roster(host, mortal.url)
    page.locator(BOX).fill(told.replace("Samurai", "Samurrai"))
    page.locator("#h-list ~ form button").click()
    expect(page.locator("#problems")).to_contain_text("Did you mean “Samurai”?")
    page.locator(BOX).fill(told)
    page.locator("#h-list ~ form button").click()
    expect(page.locator("#lists > ul .row b")).to_have_text("⌂ Heron Guard")
    with page.expect_download() as down:
        page.locator("#lists > ul .row a", has_text="TOML").click()
    down.value.save_as(file := tmp_path / "herons.toml")
    fought(guest)
    brought(browser, file, tmp_path / "empty")
    assert host.trouble == [one for one in host.trouble if "422" in one], "the refusal alone"
    assert guest.trouble == []
    host.close()
    guest.close()


def fought(guest: Player) -> None:
    """A table against the bot is laid with the house list, and its name stands there with the mark."""
    page = guest.page
    page.goto(f"{guest.url}/new?system=ronin&points=200")
    page.locator("[name=band_a]").select_option(label="⌂ Heron Guard · 200")
    page.locator(".steps [name=name]").fill("Hana")
    page.locator(".submit button").click()
    page.wait_for_url("**/play/**")
    expect(page.locator("#bands")).to_contain_text("⌂ Heron Guard")
    guest.game = page.url.rsplit("/", 1)[1].partition("?")[0]
    answered(guest)


def answered(guest: Player) -> None:
    """The guest has answered a few times what he is asked, as is offered; the bot goes on between."""
    for _ in range(ANSWERS):
        guest.until(lambda: bool(guest.question()))
        question, before = guest.question(), guest.look()["version"]
        body = {"ask": question["id"], "answer": question["default"], "seat": "red"}
        assert guest.page.request.post(f"{guest.url}/api/v1/games/{guest.game}/answers", data=body).ok
        guest.until(lambda before=before: guest.look()["version"] > before)  # type: ignore[misc]


def brought(browser: Browser, file: Path, folder: Path) -> None:
    """A server that has nothing takes the file in from its folder, and by its page."""
    folder.mkdir()
    other = Server(folder, SWIFT)
    other.start()
    try:
        host = Player(browser, other.url, "Yuki")
        page = hosted(host, other)
        page.locator(BOX).fill(file.read_text(encoding="utf-8"))
        page.locator("#h-list ~ form button").click()
        expect(page.locator("#lists > ul .row b")).to_have_count(1)
        (folder / "lists").mkdir()
        (folder / "lists" / file.name).write_bytes(file.read_bytes())
        page.reload()
        expect(page.locator("#lists > ul .row b")).to_have_text(["⌂ Heron Guard"] * 2)
        expect(page.locator("#lists > ul .row small").last).to_contain_text("herons.toml")
        host.close()
    finally:
        other.stop()
