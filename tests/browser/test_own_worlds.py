"""A battle in which all is one's own: its scenario, a list of the house, what its counters wear; fought to its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player
from tests.browser.server import Server
from tests.browser.test_house_lists import BOX, hosted, roster
from tests.browser.test_likenesses import kept
from tests.browser.test_scenarios import NAME, fought, made

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


def test_a_battle_of_ones_own_is_fought_to_its_end(browser: Browser, mortal: Server) -> None:
    host, guest = Player(browser, mortal.url, "Yuki"), Player(browser, mortal.url, "Hana", "red", base_url=mortal.url)
    listed(host, mortal)
    page = guest.page
    made(page, mortal.url)
    own = page.url.rsplit("/", 1)[1]
    kept(page, mortal.url, about="", sign="em-3")
    page.goto(f"{mortal.url}/new?system=ronin&scenario=own:{own}")
    page.locator("[name=band_a]").select_option(label="⌂ Heron Guard · 200")
    page.locator(".steps [name=name]").fill("Hana")
    page.locator(".submit button").click()
    page.wait_for_url("**/play/**")
    expect(page.locator("body")).to_contain_text(f"{NAME} (a scenario of one's own, after Skirmish)")
    game = page.url.rsplit("/", 1)[1].partition("?")[0]
    over = fought(page, game)
    assert (over["view"]["turn"], over["own"]["name"]) == (2, NAME)
    assert over["view"]["sides"][0]["name"] == "⌂ Heron Guard"
    page.reload()
    standing = {one["id"] for one in over["view"]["pieces"] if one["side"] == "a"}
    assert standing
    expect(page.locator("#layer-counters .counter.a image.likeness")).to_have_count(len(standing))
    expect(page.locator("#layer-counters .counter.b image.likeness")).to_have_count(0)
    page.goto(f"{mortal.url}/report/{game}")
    expect(page.locator("main")).to_contain_text("⌂ Heron Guard")
    expect(page.locator("main")).to_contain_text(NAME)
    assert guest.trouble == []
    host.close()
    guest.close()


def listed(host: Player, server: Server) -> None:
    """The host has added a list to those of his house."""
    page, told = hosted(host, server), roster(host, server.url)
    page.locator(BOX).fill(told)
    page.locator("#h-list ~ form button").click()
    expect(page.locator("#lists > ul .row b")).to_have_text("⌂ Heron Guard")
