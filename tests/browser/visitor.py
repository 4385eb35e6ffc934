"""Somebody of the furnished house at a browser of their own, who notices whatever goes wrong."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House, Who
from tests.browser.player import PATIENCE, Player, until
from tests.browser.units import open_keys, quietly

Json = Any
ABORTED = "net::ERR_ABORTED"
EXPECTED = ("409",)
"""What a browser notes that means no harm: a preview that comes a moment after its answer."""


class Visitor(Player):
    """One of the house at a table, or a stranger."""

    def __init__(
        self, browser: Browser, house: House, who: Who = "stranger", game: str = "", seat: str = "", key: str = "",
        **context: Any,
    ) -> None:  # fmt: skip
        super().__init__(browser, house.url, who.title(), seat, key, **context)
        self.game = game
        self.context.set_default_timeout(1000 * PATIENCE)
        if who in house.people:
            self.context.add_cookies(house.cookies(who))
        watch(self.page, self.trouble)

    def room(self) -> Visitor:
        """The page of the game is open and follows what happens."""
        self.page.goto(f"{self.url}/play/{self.game}" if not self.key else f"{self.url}/watch/{self.game}/{self.key}")
        self.connected()
        return self

    def connected(self) -> None:
        """The page hears from the server."""
        expect(self.page.locator("#status")).to_have_class(re.compile(r"\bok\b"))

    def menu(self, control: str) -> None:
        """Something in the menu of the table is clicked."""
        self.page.locator("header .menu > summary").last.click()
        self.page.locator(control).first.click()

    def leaves(self) -> None:
        """The browser is closed; nothing had gone wrong in it."""
        trouble = [line for line in self.trouble if not any(word in line for word in EXPECTED)]
        self.context.close()
        assert not trouble, (self.name, trouble)


def watch(page: Page, trouble: list[str]) -> None:
    """Requests of this page that fail are noted, but for those that a new page cut off."""
    page.on("requestfailed", lambda r: trouble.append(f"{r.url} {r.failure}") if r.failure != ABORTED else None)


def asked(*players: Player) -> tuple[Player, Json]:
    """Who is asked now, and what."""
    found: list[tuple[Player, Json]] = []

    def anybody() -> bool:
        found.extend((player, question) for player in players if (question := player.question()))
        return bool(found)

    until(anybody)
    return found[0]


def quiet_until(about: str, *players: Player) -> tuple[Player, Json]:
    """All is answered by what silence means, without the pages, until something of this kind is asked."""
    for _ in range(200):
        player, question = asked(*players)
        if question["about"].startswith(about):
            return player, question
        quietly(player, question, "rest" if "rest" in open_keys(question) else None)
    raise AssertionError(f"never asked: {about}")


def shows(player: Player, selector: str, text: str = "") -> None:
    """The page shows this before long."""
    found = player.page.locator(selector).first
    expect(found).to_be_visible()
    if text:
        expect(found).to_contain_text(text)
