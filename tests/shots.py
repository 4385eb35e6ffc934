"""How the pictures of pages are taken: a furnished house, its battles fought on, each page looked at."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from tests.album import FOLDER, INDEX, SIZES, document, picture, pictured
from tests.browser.house import PAGES, House, Who, furnish
from tests.browser.player import until
from tests.browser.server import Server

FINE = (200, 404, 409)
LOOKED = 300
"""Seconds at most until a battle has been looked at."""
ASKED = "#prompt .ask:not(.wait, .idle)"
"""The question to whoever looks."""
MIDDLE = {"ronin": 3, "celtos": 3, "daimyo": 4, "kensei": 2}
"""The turn in which each battle is pictured."""
FOUGHT = 240
"""Seconds that bots take at most to come so far."""
TALLEST, QUALITY = 1600, 54


def pages(browser: Browser, server: Server) -> None:
    """Every page is pictured, and the document names them in order."""
    house = furnish(server)
    fought_on(house)
    tell_again(house)
    FOLDER.mkdir(exist_ok=True)
    places = {name: (where, who) for name, where, who in PAGES}
    for wide, least in SIZES.items():
        contexts: dict[Who, BrowserContext] = {}
        for name, dark in pictured():
            where, who = places[SCENES[name][0] if name in SCENES else name]
            for one in ("hana", "mika") if name in SCENES else (who,):
                if one not in contexts:
                    contexts[one] = opened(browser, house, one, wide, least)
                page = contexts[one].pages[0]
                page.emulate_media(color_scheme="dark" if dark else "light")
                if shot(
                    page, house.url + where(house), picture(name, wide, dark), least, SCENES.get(name, ("", None))[1]
                ):
                    break
        for context in contexts.values():
            context.close()
    INDEX.write_text(document())


def fought_on(house: House) -> None:
    """Bots play for both sides of each battle until its middle; then Hana is asked again."""
    hana, mika = house.people["hana"], house.people["mika"]
    for system, turn in MIDDLE.items():
        game = house.games[system]

        def stand_in(on: bool, game: str = game) -> None:
            hana.post(f"/games/{game}/stand-in", {"seat": "red", "on": on})
            mika.post(f"/games/{game}/stand-in", {"seat": "blue", "on": on})

        def is_middle(game: str = game, turn: int = turn) -> bool:
            return bool(hana.get(f"/games/{game}?seat=red")["view"]["turn"] >= turn)

        stand_in(True)
        until(is_middle, FOUGHT)
        stand_in(False)
        while not hana.asked(game, "red"):
            if hana.get(f"/games/{game}?seat=red")["status"] != "playing":
                raise SystemExit(f"the battle of {system} was over before it could be pictured")
            mika.deal(game, "blue")


def begun(page: Page) -> bool:
    """The first lesson of Ronin stands on its table, at its first deed."""
    page.locator("[action='/learn/ronin/moving'] button").first.click()
    page.wait_for_selector("#coach-says")
    if page.locator("#coach-next").count():
        page.locator("#coach-next").click()
    page.wait_for_selector("#coach-show")
    page.wait_for_timeout(900)
    return True


def tell_again(house: House) -> None:
    """The battle that is over has been looked at, so that its page has something to show."""
    hana, where = house.people["hana"], f"/replay/{house.games['over']}/analysis"
    hana.form(where)
    until(lambda: "<progress" not in hana.http.get(where).text, LOOKED)


def held(page: Page) -> bool:
    """Whether a piece could be taken into the hand: whoever is asked taps or clicks the first that may act."""
    if not page.locator(ASKED).count():
        return False
    page.locator("#layer-counters .counter.may").first.dispatch_event("click")
    piece = page.locator("#bands .may > button[data-piece]").first
    piece.dispatch_event("click")
    page.wait_for_selector("body.is-holding, body.is-drawing", timeout=10_000)
    page.wait_for_timeout(900)
    return True


Scene = Callable[[Page], bool]
SCENES: dict[str, tuple[str, Scene]] = {"hand": ("play-ronin", held), "lesson": ("learn", begun)}
"""What is pictured of a page beside itself: the page, and what is done on it."""


def opened(browser: Browser, house: House, who: Who, wide: int, least: int) -> BrowserContext:
    """A browser of somebody with one page."""
    narrow = {"is_mobile": True, "has_touch": True} if wide < least else {}
    size = {"width": wide, "height": least}
    context = house.context(browser, who, viewport=size, color_scheme="light", reduced_motion="reduce", **narrow)
    context.new_page()
    return context


def shot(page: Page, address: str, to: Path, least: int, scene: Scene | None = None) -> bool:
    """Whether the picture lies there: as tall as the page, within limits, once the ``scene`` is set."""
    wide = page.viewport_size["width"] if page.viewport_size else 0
    page.set_viewport_size({"width": wide, "height": least})
    answer = page.goto(address)
    if answer is None or answer.status not in FINE:
        raise SystemExit(f"{address}: {page.inner_text('body')[:300]}")
    page.wait_for_timeout(300)
    if scene and not scene(page):
        return False
    tall, across = page.evaluate("() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    page.set_viewport_size({"width": wide, "height": max(least, min(tall, TALLEST))})
    page.wait_for_timeout(200)
    line = page.context.new_cdp_session(page)
    taken = line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    line.detach()
    to.write_bytes(b64decode(taken["data"]))
    print(f"{to.name} {tall}{f' {across} wide!' if across > wide else ''}")
    return True
