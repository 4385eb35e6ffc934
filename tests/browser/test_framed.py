"""The example of an embedded table, as a browser shows it: a page of one site, and in it a table of another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House, furnish
from tests.browser.server import ROOT, Server
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
EXAMPLE = ROOT / "examples" / "embedded" / "index.html"


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing of what it serves."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def club(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The folder of another site, and its address: by name, so that it is another site than ours too."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield tmp_path, f"http://localhost:{site.server_port}"
        site.shutdown()


def laid_out(house: House, folder: Path, game: str) -> None:
    """The example with its two words filled in, and an icon, which browsers ask for."""
    text = EXAMPLE.read_text(encoding="utf-8")
    assert text.count("https://gunbai.example/embed/GAME") == 1
    (folder / "index.html").write_text(text.replace("https://gunbai.example", house.url).replace('GAME"', f'{game}"'))
    (folder / "favicon.ico").write_bytes(b"")


def test_a_page_of_another_site_shows_the_table(browser: Browser, server: Server, club: tuple[Path, str]) -> None:
    house, (folder, site) = furnish(server), club
    laid_out(house, folder, house.games["ronin"])
    reader = Visitor(browser, house)
    with reader.page.expect_response(lambda it: "/moment.png" in it.url) as picture:
        reader.page.goto(f"{site}/index.html", wait_until="load")
    reader.page.wait_for_load_state("networkidle")
    assert picture.value.status == 200
    assert reader.trouble == [], "before anything is asked of the frame, which takes scripts of the test's for its own"
    frame = reader.page.frame_locator("iframe")
    board = frame.get_by_role("img")
    expect(board).to_be_visible()
    reader.until(lambda: bool(board.evaluate("it => it.complete && it.naturalWidth > 600 && it.naturalHeight > 300")))
    inner = next(one for one in reader.page.frames if one.parent_frame)
    assert inner.url == f"{house.url}/embed/{house.games['ronin']}"
    styled = inner.evaluate("getComputedStyle(document.querySelector('.foot')).display")
    assert styled != "inline", "its style is there"
    held = inner.evaluate(HELD)
    assert held == [], "all that is said stands within the frame"
    with reader.context.expect_page() as opened:
        frame.get_by_role("link").click()
    expect(opened.value.locator("#board, #table").first).to_be_visible()
    assert opened.value.url.startswith(f"{house.url}/replay/{house.games['ronin']}")
    reader.context.close()


HELD = """[...document.querySelectorAll('a, img, b, small, i')].filter(it => {
  const box = it.getBoundingClientRect();
  const out = box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1;
  return out || !box.width || !box.height;
}).map(it => it.outerHTML.slice(0, 90))"""
