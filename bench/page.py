"""A page that is opened for the first time, over a line of 10 Mbit/s on which every request waits 100 ms.

Chromium slows the line itself.  Each opening has a cache of its own, which is empty; the server is warm.  First paint
is the browser's own first contentful paint; a table is ready once its line's first message has been put in place, the
front page once it is loaded and painted.  The floor is a bare page under the same conditions; they take turns.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from app.systems import SYSTEMS
from bench.bare_page import bare_page
from bench.board import WIDE, chromium
from bench.drawn import drawn
from bench.hosting import opened
from bench.latency import HOST
from bench.report import Figure, Report, arguments, figure, judged, machine, show
from bench.serving import idle, seated, served

if TYPE_CHECKING:
    from playwright.async_api import Browser

LATENCY, RATE = 100, 10_000_000 // 8
"""Milliseconds; bytes a second."""
BYTES, PAINT, READY = 200.0, 400.0, 800.0
"""kB, milliseconds, milliseconds."""
TIMES, MOST = 3, 9
"""How often each page is opened at least, and at most."""
PATIENCE = 15
LATER = 400
"""Milliseconds after it is ready in which what it still asks for counts."""
SEAT, FRONT = "red", "front page"
MARKS = """(() => {
  const mark = () => { window.told ??= performance.now(); };
  document.addEventListener('htmx:ws:after:message:incoming', ({ detail }) => {
    if (detail.message.data.startsWith('{"v":')) queueMicrotask(mark);
  });
  document.addEventListener('told', mark);
})()"""
READ = """() => {
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const [page] = performance.getEntriesByType('navigation');
  return painted && page.loadEventEnd ? [painted.startTime, page.loadEventEnd, window.told ?? null] : null;
}"""


class Place(NamedTuple):
    """A page: what it is called, where it is, who opens it, and whether it has a line to wait for."""

    name: str
    url: str
    cookie: str = ""
    lined: bool = True


class Opening(NamedTuple):
    """What one opening took: kB over the line, requests, milliseconds to the first paint and until ready."""

    size: float
    requests: int
    paint: float
    ready: float


async def opening(browser: Browser, place: Place) -> Opening:
    """The page is opened in a browser that has never seen it."""
    context = await browser.new_context(viewport=WIDE, locale="en-GB")
    if place.cookie:
        name, _, value = place.cookie.partition("=")
        await context.add_cookies([{"name": name, "value": value, "domain": HOST, "path": "/"}])
    page = await context.new_page()
    await page.add_init_script(MARKS)
    line, sizes, requests = await context.new_cdp_session(page), list[float](), list[Any]()
    line.on("Network.loadingFinished", lambda said: sizes.append(said["encodedDataLength"]))
    line.on("Network.webSocketFrameReceived", lambda said: sizes.append(len(said["response"]["payloadData"].encode())))
    for made in ("Network.requestWillBeSent", "Network.webSocketCreated"):
        line.on(made, lambda said: requests.append(said))
    await line.send("Network.enable")
    slow = {"offline": False, "latency": LATENCY, "downloadThroughput": RATE, "uploadThroughput": RATE}
    await line.send("Network.emulateNetworkConditions", slow)
    await page.goto(place.url)
    until = monotonic() + PATIENCE
    while (found := await page.evaluate(READ)) is None or (place.lined and found[2] is None):
        if monotonic() > until:
            raise RuntimeError(f"{place.name}: not ready after {PATIENCE} s: {found}")
        await asyncio.sleep(0.02)
    await asyncio.sleep(LATER / 1000)
    await context.close()
    paint, loaded, told = found
    asked = [one for one in requests if not str(one.get("request", {}).get("url", "")).startswith("data:")]
    return Opening(sum(sizes) / 1000, len(asked), paint, max(paint, loaded, told or 0))


async def all_opened(browser: Browser, places: Sequence[Place], until: float) -> list[list[Opening]]:
    """Every page opened in turn, so often as there is time; the very first time of each does not count."""
    found: list[list[Opening]] = [[] for _ in places]
    for place in places:
        await opening(browser, place)
    while len(found[0]) < TIMES or (monotonic() < until and len(found[0]) < MOST):
        for place, rows in zip(places, found, strict=True):
            rows.append(await opening(browser, place))
    return found


async def measured(folder: Path, seconds: float) -> tuple[list[str], list[list[Opening]]]:
    """The pages by name, the floor last, and what their openings took."""
    until, store, places = monotonic() + seconds, opened(folder), list[Place]()
    for system in SYSTEMS:
        game = drawn(system.key, id=system.key)
        cookies = await seated(store, game, system.key, len(game.inputs) // 2)
        places.append(Place(f"table of {system.key}", f"/play/{system.key}?seat={SEAT}", cookies[SEAT]))
    store.close()
    async with served(folder) as server, bare_page() as bare, chromium() as browser:
        await idle(server.pid)
        base = f"http://{HOST}:{server.port}"
        front = Place(FRONT, f"{base}/", lined=False)
        tables = [place._replace(url=base + place.url) for place in places]
        found = await all_opened(browser, [front, *tables, Place("bare", bare)], until)
    return [FRONT, *(place.name for place in tables)], found


def figures(name: str, took: Sequence[Opening], bare: Sequence[Opening]) -> list[Figure]:
    """The rows of a page."""
    size = figure(f"{name}: a cold page", "kB", [one.size for one in took], [one.size for one in bare])
    paint = figure(f"{name}: first paint", "ms", [one.paint for one in took], [one.paint for one in bare])
    ready = figure(f"{name}: ready", "ms", [one.ready for one in took], [one.ready for one in bare])
    asked = figure(f"{name}: requests", "requests", [one.requests for one in took], [one.requests for one in bare])
    return [
        judged(size, f"<= {BYTES:g} kB", size.median <= BYTES),
        asked,
        judged(paint, f"<= {PAINT:g} ms", paint.median <= PAINT),
        judged(ready, f"<= {READY:g} ms", ready.median <= READY),
    ]


def measure(seconds: float = 60) -> Report:
    """The rows of the front page and of a table of each system; ``Stop`` says what is missing here."""
    title = f"A page opened for the first time, {LATENCY} ms and {RATE * 8 // 10**6} Mbit/s"
    report = Report(title, facts=machine())
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        names, found = asyncio.run(measured(Path(name), seconds))
    for place, took in zip(names, found, strict=False):
        for row in figures(place, took, found[-1]):
            report.add(row)
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    given = arguments("page", "What a page takes that is opened for the first time.", 60).parse_args(argv)
    return show(measure(given.seconds), given)
