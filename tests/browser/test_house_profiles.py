"""A profile of a host's own in a browser: written on his page, taken into a roster, fought with, carried elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player
from tests.browser.server import SWIFT, Server
from tests.browser.test_house_lists import BOX, answered, hosted

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
TEXT, ADD = "#profiles textarea[name=profile]", "#h-profiles ~ form.fields button"
NAME = "⌂ Lame Veteran"


def test_one_is_written_taken_into_a_list_fought_with_and_carried_elsewhere(
    browser: Browser, mortal: Server, tmp_path: Path
) -> None:
    host, guest = Player(browser, mortal.url, "Yuki", accept_downloads=True), Player(browser, mortal.url, "Hana", "red")
    page = hosted(host, mortal)
    written(page)
    built(guest.page, mortal.url)
    fought(guest)
    with guest.page.expect_download() as down:
        guest.page.goto(f"{mortal.url}/rosters")
        guest.page.get_by_role("link", name="Herons").first.click()
        guest.page.get_by_role("link", name="As text").click()
    down.value.save_as(file := tmp_path / "herons.txt")
    carried(browser, file, tmp_path / "empty")
    assert host.trouble == [one for one in host.trouble if "422" in one], "the refusal alone"
    assert guest.trouble == []
    host.close()
    guest.close()


def written(page: Page) -> None:
    """The host begins with a printed profile, is told what is out of bounds, and adds it once it is not."""
    page.locator("#of-ronin summary").click()
    page.locator("#of-ronin").get_by_role("link", name="Ashigaru bushi.ashigaru").click()
    expect(page.locator(TEXT)).to_have_value(re.compile('based_on = "bushi.ashigaru"'))
    told = page.locator(TEXT).input_value().replace('name = "Ashigaru"', 'name = "Lame Veteran"')
    page.locator(TEXT).fill(told.replace("fight = 1", "fight = 9"))
    page.locator(ADD).click()
    expect(page.locator("#amiss")).to_contain_text("fight = 9. It must be a whole number from 0 to 5.")
    page.locator(TEXT).fill(told.replace("fight = 1", "fight = 3"))
    page.locator(ADD).click()
    expect(page.locator("#profiles .row b")).to_have_text(NAME)


def built(page: Page, url: str) -> None:
    """A guest copies a ready roster and takes the profile in."""
    page.goto(f"{url}/rosters")
    body = {"system": "ronin", "name": "Herons", "points": 200, "roster": {"sample": "red-devils"}}
    made = page.request.post(f"{url}/api/v1/rosters", data=body)
    page.goto(f"{url}/roster/{made.json()['id']}")
    page.locator("#of-3 summary").click()
    page.locator("#u-3").get_by_role("button", name="Take out").click()
    expect(page.locator(".unit")).to_have_count(8)
    page.get_by_role("button", name=f"Add {NAME}").click()
    expect(page.locator(".unit h3", has_text=NAME)).to_have_count(1)
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("status").first).to_contain_text("Saved.")


def fought(guest: Player) -> None:
    """A table against the bot is laid with it; its card says what it is."""
    page = guest.page
    page.goto(f"{guest.url}/new?system=ronin&points=200")
    page.locator("[name=band_a]").select_option(label="Herons · 200")
    page.locator(".steps [name=name]").fill("Hana")
    page.locator(".submit button").click()
    page.wait_for_url("**/play/**")
    expect(page.locator("#bands")).to_contain_text(NAME)
    guest.game = page.url.rsplit("/", 1)[1].partition("?")[0]
    card = page.request.get(f"{guest.url}/api/v1/games/{guest.game}/inspect/red-9").text()
    assert "a profile of this server's own" in card
    answered(guest)


def carried(browser: Browser, file: Path, folder: Path) -> None:
    """A server that has nothing refuses the text from a guest, and takes it in from its host."""
    folder.mkdir()
    other, told = Server(folder, SWIFT), file.read_text(encoding="utf-8")
    other.start()
    try:
        host, guest = Player(browser, other.url, "Yuki"), Player(browser, other.url, "Hana")
        guest.page.goto(f"{other.url}/roster/import?system=ronin")
        guest.page.locator("main textarea").fill(told)
        guest.page.locator("main form button").last.click()
        expect(guest.page.locator("main")).to_contain_text(f"{NAME} is no profile of this server")
        page = hosted(host, other)
        page.locator(BOX).fill(told)
        page.locator("#h-list ~ form button").click()
        expect(page.locator("#lists > ul .row b")).to_have_text("⌂ Herons")
        guest.page.goto(f"{other.url}/roster?system=ronin")
        expect(guest.page.get_by_role("button", name=f"Add {NAME}")).to_have_count(1)
        host.close()
        guest.close()
    finally:
        other.stop()
