"""What the first look at a table brings over the wire, and the second."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.house import furnish
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BYTES, REQUESTS = 190_000, 16
"""The most that a first look may bring: bytes as they come over the wire, and how many files and pages they are."""


class Counted:
    """What came over the network since ``begin``: its ``bytes``, heads and all, and the addresses it ``came`` from."""

    def __init__(self, page: Page) -> None:
        self.begin()
        self._names: dict[str, str] = {}
        cdp = page.context.new_cdp_session(page)
        cdp.on("Network.responseReceived", lambda it: self._names.update({it["requestId"]: it["response"]["url"]}))
        cdp.on("Network.loadingFinished", lambda it: self._finished(it["requestId"], it["encodedDataLength"]))
        cdp.send("Network.enable")

    def begin(self) -> None:
        """Nothing has come yet."""
        self.bytes, self.came = 0.0, list[str]()

    def _finished(self, request: str, size: float) -> None:
        if size:  # else the browser had it
            self.bytes += size
            self.came.append(self._names[request])


@contextmanager
def table(browser: Browser, server: Server) -> Iterator[tuple[Page, Counted, str]]:
    """A browser that has never been here, and the address of a game of nine against nine."""
    house = furnish(server)
    context = house.context(browser, "mika")
    page = context.new_page()
    yield page, Counted(page), f"/play/{house.games['ronin']}"
    context.close()


def test_a_first_look_is_small_and_a_second_brings_nothing_but_the_page(browser: Browser, server: Server) -> None:
    with table(browser, server) as (page, counted, address):
        page.goto(address, wait_until="load")
        expect(page.locator("#asked")).to_be_visible()
        assert 0 < counted.bytes <= BYTES
        assert 5 < len(counted.came) <= REQUESTS
        counted.begin()
        page.goto(address, wait_until="load")
        expect(page.locator("#asked")).to_be_visible()
        assert [url for url in counted.came if url.endswith((".js", ".css"))] == []


def test_a_page_names_each_of_its_files_by_the_set_it_belongs_to(browser: Browser, server: Server) -> None:
    with table(browser, server) as (page, counted, address):
        page.goto(address, wait_until="load")
        sets = {url.split("/static/")[1].split("/")[0] for url in counted.came if "/static/" in url}
        assert len(sets) == 1


def test_what_is_fetched_first_waits_for_scripts_that_come_late(browser: Browser, server: Server) -> None:
    """A page asks for its chances as soon as htmx begins; a way of swapping of ours must be known by then."""
    with table(browser, server) as (page, _, address):
        held: list[Route] = []
        page.route("**/joined/**", lambda route: held.append(route))
        page.goto(address, wait_until="commit")
        expect(page.locator("#toast")).to_be_attached()
        page.wait_for_timeout(500)  # the time a fetch takes that must not be made
        assert (page.evaluate("document.readyState"), page.evaluate("typeof htmx")) == ("interactive", "object")
        assert held
        expect(page.locator("[data-htmx-powered]")).to_have_count(0)
        for route in held:
            route.continue_()
        expect(page.locator("[data-htmx-powered]")).not_to_have_count(0)
