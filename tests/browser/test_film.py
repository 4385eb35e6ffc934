"""A battle that is over is saved as a short film of its turning points."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import furnish
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]
HEADS = (b"\x1aE\xdf\xa3", b"ftyp")
"""How a film begins: as WebM, or as MP4 after the length of its first box."""


def test_the_turning_points_are_saved_as_a_film(browser: Browser, server: Server) -> None:
    house = furnish(server)
    with house.context(browser, "hana") as context:
        page = context.new_page()
        trouble = list[str]()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(f"/report/{house.games['over']}")
        button = page.locator("#film")
        points = page.locator(".points > li")
        expect(button).to_be_visible()
        assert points.count() == len(page.evaluate("() => JSON.parse(document.querySelector('#film').dataset.points)"))
        with page.expect_download() as waited:
            button.click()
            expect(button).to_be_disabled()
        expect(button).to_be_enabled()
        film = waited.value.path().read_bytes()
        assert film[:4] == HEADS[0] or film[4:8] == HEADS[1]
        assert len(film) > 50_000
        assert not trouble
