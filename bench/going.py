"""What it costs a page's main thread that so many pieces go at once, frame by frame, beside a bare page of circles.

How many frames a second are seen depends on what draws them too; what is told here is the processor time of the page's
own thread for each frame, which has to be less than a frame lasts whatever draws it.  The page asks for every frame.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from bench.board import FRAMES_A_SECOND, PIECES, WIDE
from bench.board_pages import BARE, BARE_GOING, GOING
from bench.report import Figure, at, figure, judged, sig

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

FRAME = "ProxyMain::BeginMainFrame"
"""How the browser calls all that its main thread does for one frame."""
CATEGORIES = ("cc", "blink.user_timing", "devtools.timeline")
GOES = "goes"
"""The mark a page sets while anything goes."""
MOST = 1000 / FRAMES_A_SECOND
"""Milliseconds of a frame."""
NAME = f"{PIECES} pieces go at once: main thread of a frame"


async def gone(browser: Browser, page: Page, deed: str) -> list[float]:
    """Milliseconds of the processor for each frame while the pieces went."""
    await browser.start_tracing(page=page, categories=list(CATEGORIES))
    await page.evaluate(deed, PIECES)
    return frames(json.loads(await browser.stop_tracing())["traceEvents"])


def frames(events: list[dict[str, Any]]) -> list[float]:
    """The same of a trace: of the thread that set the marks, from the first of them to the last."""
    marks = [row for row in events if row["name"] == GOES and "user_timing" in row.get("cat", "")]
    if not marks:
        return []
    (mine, _), *_ = Counter((row["pid"], row["tid"]) for row in marks).most_common(1)
    began, ended = min(row["ts"] for row in marks), max(row["ts"] for row in marks)
    return [
        row["tdur"] / 1000 for row in events
        if row["name"] == FRAME and "tdur" in row and (row["pid"], row["tid"]) == mine and began <= row["ts"] <= ended
    ]  # fmt: skip


async def going(browser: Browser, page: Page) -> list[Figure]:
    """The figures of this page, beside those of circles that go on a bare one."""
    bare = await browser.new_page(viewport=WIDE)
    await bare.set_content(BARE)
    floor = await gone(browser, bare, BARE_GOING)
    await bare.close()
    return rows(await gone(browser, page, GOING), floor)


def rows(values: list[float], floor: list[float]) -> list[Figure]:
    """The middle of them and what 95 of 100 are below: each less than a frame may last."""
    middle = figure(NAME, "ms", values, floor)
    slow, low = at(0.95, values), at(0.95, floor)
    high = Figure(f"{NAME}, 95 of 100 below", "ms", sig(slow), len(values), worst=sig(max(values)),
                  floor=sig(low), ratio=sig(slow / low))  # fmt: skip
    bar = f"<= {MOST:.3g} ms"
    return [judged(row, bar, row.median <= MOST) for row in (middle, high)]
