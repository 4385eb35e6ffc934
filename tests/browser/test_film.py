"""A battle is saved as a short film of its turning points: from its report, or while it goes on from its replay."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import furnish
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]
HEADS = (b"\x1aE\xdf\xa3", b"ftyp")
"""How a film begins: as WebM, or as MP4 after the length of its first box."""


QUICK = "{ const wait = window.setTimeout; window.setTimeout = (f, ms) => wait(f, Math.min(ms, 5)); }"
"""The film is painted as fast as it can be, not as fast as it is seen."""


def test_the_turning_points_are_saved_as_a_film(browser: Browser, server: Server) -> None:
    house = furnish(server)
    with house.context(browser, "hana") as context:
        page = context.new_page()
        page.add_init_script(QUICK)
        trouble = list[str]()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(f"/report/{house.games['over']}")
        button = page.locator("#film")
        points = page.locator(".points > li")
        expect(button).to_be_visible()
        assert points.count() == len(page.evaluate("() => JSON.parse(document.querySelector('#film').dataset.takes)"))
        filmed(page)
        page.goto(f"/replay/{house.games['ronin']}")
        page.wait_for_selector("[data-ready]")
        page.click(".menu summary")
        filmed(page)
        assert not trouble


def filmed(page: Page) -> None:
    """A film comes of a press on the button, which waits until it is made."""
    button = page.locator("#film")
    said = button.inner_text()
    with page.expect_download() as waited:
        button.click()
        expect(button).to_be_disabled()
    expect(button).to_be_enabled()
    assert button.inner_text() == said
    film = waited.value.path().read_bytes()
    assert film[:4] == HEADS[0] or film[4:8] == HEADS[1]
    assert len(film) > 50_000
