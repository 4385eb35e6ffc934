"""The board in a real browser: what a move, a cut line and a hand that drags cost it, with 400 models on the table.

Three bands of 133 and more meet on the real server, each model a counter.  The page is that of one who plays; the floor
is a bare page with a drawing of 400 counters in the same browser.  They take turns, move by move: after a message that
moved so many counters so many are moved on the bare page.  Times are the page's own clock, which goes by tenths of a
millisecond.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from app.bootstrap.chromium import find
from app.bootstrap.words import Stop
from bench.board_battle import SERVED, Battle, begun
from bench.board_pages import BARE, BARE_DRAG, BARE_GOING, BARE_SOME, BARE_WHOLE, FRAMES, GOING, HOOK, LOADED
from bench.latency import HOST, line_of, process
from bench.report import Figure, Report, arguments, at, figure, judged, machine, show, sig

if TYPE_CHECKING:
    from playwright.async_api import Browser, CDPSession, Page

MODELS = 400
WIDE: Any = {"width": 1440, "height": 960}
SCRIPT_OF_A_MOVE, PAINT_OF_A_MOVE, SCRIPT_OF_A_RESYNC = 2.0, 1.5, 25.0
"""Milliseconds; times the floor's; milliseconds."""
FRAMES_A_SECOND, SLOW_GAP = 55.0, 20.0
"""The median while dragging, and below how many milliseconds 95 of 100 gaps must be."""
PIECES = 40
"""How many go at once."""
DRAGGED = 0.04
"""The share of the time that one drag takes; there are four."""
DRAGGED_UNIT = "blue-3"
OPEN_GROUND = (640, 500)
"""A place on the screen where the table lies and no counter."""
UPWARDS = 90
"""How many pixels what is dragged goes up."""
WORK = {"all": "TaskDuration", "script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration"}
"""What a page's main thread did, as the browser counts it; ``all`` has painting too."""
SETTLED = 0.7
"""Seconds from an answer until what moves has arrived and nothing is done any more."""
PATIENCE = 30.0
"""Seconds for which a message is waited for."""
OFF = (
    "NavigationPredictor", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
"""By lot the browser watches where links lie on one page and not on another, and draws that ten times a second while
anything goes, whatever state it is of.  The others playwright turns off, of whose list this takes the place."""
FLAGS = ("--disable-background-networking", f"--disable-features={','.join(OFF)}")
NO_PLAYWRIGHT = (
    "bench board drives a browser with playwright, which is only in the test environment: run python3 -m app test once."
)
NO_CHROMIUM = "bench board found no Chromium: install Chromium or Chrome, or set CHROMIUM to its path."


@dataclass
class Seen:
    """What was measured, in milliseconds."""

    moves: list[tuple[float, float]] = field(default_factory=list)
    patches: list[int] = field(default_factory=list)
    spent: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in WORK})
    resyncs: list[tuple[float, float]] = field(default_factory=list)
    unit: list[float] = field(default_factory=list)
    table: list[float] = field(default_factory=list)
    going: list[float] = field(default_factory=list)
    gone: int = 0
    loads: list[float] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)
    counters: int = 0
    elements: int = 0
    answers: int = 0


class Bare:
    """The bare page, and the same of it."""

    def __init__(self, page: Page, clock: CDPSession) -> None:
        self.page, self.clock = page, clock
        self.moves, self.whole = list[tuple[float, float]](), list[tuple[float, float]]()
        self.spent: dict[str, list[float]] = {name: [] for name in WORK}
        self.drag, self.going = list[float](), list[float]()

    async def move(self, count: int) -> None:
        """So many counters are moved at once."""
        before = await work(self.clock)
        script, paint = await self.page.evaluate(BARE_SOME, count)
        self.moves.append((script, paint))
        spend(self.spent, before, await work(self.clock))

    async def draw(self) -> None:
        """All counters are drawn anew."""
        script, paint = await self.page.evaluate(BARE_WHOLE)
        self.whole.append((script, paint))


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser that ends with the block; ``Stop`` says what is missing."""
    try:
        from playwright.async_api import async_playwright
    except ModuleNotFoundError as error:
        raise Stop(NO_PLAYWRIGHT) from error
    path = find(os.environ)
    if path is None:
        raise Stop(NO_CHROMIUM)
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    async with async_playwright() as play:
        found = await play.chromium.launch(executable_path=path, args=[*sandbox, *FLAGS])
        try:
            yield found
        finally:
            await found.close()


# -- the floor -----------------------------------------------------------------------


async def bare_page(browser: Browser, seconds: float) -> Bare:
    """The bare page, one counter of which was dragged for so long."""
    page = await browser.new_page(viewport=WIDE)
    await page.set_content(BARE)
    bare = Bare(page, await clock_of(page))
    await page.evaluate(BARE_DRAG)
    bare.drag = await dragged(page, (720, 480), seconds)
    bare.going = await page.evaluate(BARE_GOING, PIECES)
    return bare


async def dragged(page: Page, start: tuple[float, float], seconds: float) -> list[float]:
    """The gaps between frames, in milliseconds, while what lies there is dragged up and down."""
    x, y = start
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 10, steps=4)
    await page.evaluate(FRAMES)
    until, way = monotonic() + seconds, 1
    while monotonic() < until:
        await page.mouse.move(x + 12 * way, y - UPWARDS * (way > 0) - 10, steps=25)
        way = -way
    gaps: list[float] = await page.evaluate("() => window.frameGaps()")
    await page.mouse.up()
    return gaps


# -- the game ------------------------------------------------------------------------


async def opened(browser: Browser, battle: Battle, seen: Seen) -> Page:
    """The page of blue, all of it loaded, its line open and the first of it told."""
    name, _, value = battle.of["blue"].cookie.partition("=")
    url = f"http://{HOST}:{battle.http.port}"
    context = await browser.new_context(viewport=WIDE, locale="en-GB")
    await context.add_cookies([{"name": name, "value": value, "url": url}])
    page = await context.new_page()
    await page.add_init_script(HOOK)
    await page.goto(f"{url}/play/{battle.path.rsplit('/', 1)[1]}?seat=blue")
    await page.wait_for_function("() => window.heard.length")
    seen.loads.append(await page.evaluate(LOADED))
    seen.counters = await page.locator("#layer-counters .counter").count()
    seen.elements = await page.evaluate("() => document.querySelectorAll('*').length")
    return page


async def heard(page: Page) -> list[dict[str, Any]]:
    """The messages that have come and been painted since it was last asked for."""
    found: list[dict[str, Any]] = await page.evaluate("() => window.heard.splice(0)")
    return found


async def come(page: Page, wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    """The messages that have come once one that is wanted has, and all it sets going has settled; none after long."""
    found, until = list[dict[str, Any]](), monotonic() + PATIENCE
    while not any(map(wanted, found)) and monotonic() < until:
        await asyncio.sleep(0.1)
        found += await heard(page)
    await asyncio.sleep(SETTLED)
    return found + await heard(page)


async def clock_of(page: Page) -> CDPSession:
    """What counts the work of a page, by the processor."""
    clock = await page.context.new_cdp_session(page)
    await clock.send("Performance.enable", {"timeDomain": "threadTicks"})
    return clock


async def work(clock: CDPSession) -> dict[str, float]:
    """Milliseconds of the processor that the main thread of the page has taken, by what for."""
    told = await clock.send("Performance.getMetrics")
    rows = {row["name"]: 1000 * float(row["value"]) for row in told["metrics"]}
    return {name: rows[metric] for name, metric in WORK.items()}


def spend(spent: dict[str, list[float]], before: dict[str, float], after: dict[str, float]) -> None:
    """What was taken between is with the rest."""
    for name, values in spent.items():
        values.append(after[name] - before[name])


async def played(page: Page, battle: Battle, seen: Seen, bare: Bare, moves: int, until: float) -> None:
    """So many messages with moves were shown, each followed by the same on the bare page; or one and the time is up."""
    clock = await clock_of(page)
    await battle.go_on()
    await asyncio.sleep(SETTLED)
    await heard(page)
    while len(seen.moves) < moves and (monotonic() < until or not seen.moves):
        before = await work(clock)
        if not await battle.go_on():
            return
        seen.answers += 1
        told = [message for message in await come(page, bool) if message["patches"] and not message["whole"]]
        after = await work(clock)
        if len(told) != 1:
            continue
        spend(seen.spent, before, after)
        seen.moves.append((told[0]["script"], told[0]["paint"]))
        seen.bytes.append(told[0]["bytes"])
        seen.patches.append(told[0]["patches"])
        await bare.move(told[0]["patches"])


async def resynced(page: Page, battle: Battle, seen: Seen, bare: Bare, times: int) -> None:
    """So often the line was cut, the game went on, and the page was told all of it; the bare page drew all as often."""
    for _ in range(times):
        await page.evaluate("() => window.lines.at(-1).close()")
        await battle.go_on()
        whole = [message for message in await come(page, is_whole) if message["whole"]]
        seen.resyncs += [(message["script"], message["paint"]) for message in whole]
        await bare.draw()


def is_whole(message: dict[str, Any]) -> bool:
    """Whether a message tells all of the table."""
    return bool(message["whole"])


async def drawn(page: Page, seen: Seen, seconds: float) -> None:
    """A unit of sixteen was dragged by its first model, then the whole table."""
    await page.click(f"#prompt button[data-key='{DRAGGED_UNIT}']")
    await page.click("#prompt button[data-key='move']")
    await page.wait_for_selector("#prompt .ask[data-kind='moves']")
    box = await page.locator(f"#p-{DRAGGED_UNIT}-1").bounding_box()
    assert box
    seen.unit = await dragged(page, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), seconds)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    seen.table = await dragged(page, OPEN_GROUND, seconds)


async def board(browser: Browser, folder: Path, moves: int, seconds: float) -> tuple[Seen, Bare]:
    """What the page of one who plays shows, and how soon; the bare page beside it."""
    seen = Seen()
    async with process("-c", SERVED, "serve", "--host", HOST, "--port", "0", "--data", str(folder)) as made:
        battle = await begun(int((await line_of(made)).rsplit(":", 1)[1]), Random(5))
        try:
            bare = await bare_page(browser, seconds * DRAGGED)
            page = await opened(browser, battle, seen)
            await drawn(page, seen, seconds * DRAGGED)
            await resynced(page, battle, seen, bare, max(2, moves // 4))
            await played(page, battle, seen, bare, moves, monotonic() + seconds)
            seen.gone, seen.going = await page.evaluate(GOING, PIECES)
        finally:
            battle.close()
    return seen, bare


# -- figures -------------------------------------------------------------------------


def move_figures(seen: Seen, bare: Bare) -> list[Figure]:
    """Script and paint of a move and of a resync, each judged by its bar."""
    script = figure("script of a move", "ms", [a for a, _ in seen.moves], [a for a, _ in bare.moves])
    paint = figure("a move until painted", "ms", [b for _, b in seen.moves], [b for _, b in bare.moves])
    again = figure("script of a resync", "ms", [a for a, _ in seen.resyncs], [a for a, _ in bare.whole])
    whole = figure("a resync until painted", "ms", [b for _, b in seen.resyncs], [b for _, b in bare.whole])
    return [
        judged(script, f"median <= {SCRIPT_OF_A_MOVE:g} ms", script.median <= SCRIPT_OF_A_MOVE),
        judged(paint, f"median <= {PAINT_OF_A_MOVE:g} x floor", (paint.ratio or 0) <= PAINT_OF_A_MOVE),
        judged(again, f"median <= {SCRIPT_OF_A_RESYNC:g} ms", again.median <= SCRIPT_OF_A_RESYNC),
        whole,
    ]


def drag_figures(name: str, gaps: Sequence[float], bare: Sequence[float]) -> list[Figure]:
    """Frames a second by the median gap, and the gap that 95 of 100 are below."""
    rate, low = 1000 / at(0.5, gaps), 1000 / at(0.5, bare)
    slow, low_slow = at(0.95, gaps), at(0.95, bare)
    frames = Figure(f"{name}: frames", "1/s", sig(rate), len(gaps), floor=sig(low), ratio=sig(rate / low))
    gap = Figure(f"{name}: 95 of 100 gaps below", "ms", sig(slow), len(gaps), worst=sig(max(gaps)),
                 floor=sig(low_slow), ratio=sig(slow / low_slow), what=f"the longest {max(gaps):.0f} ms")  # fmt: skip
    return [
        judged(frames, f"median >= {FRAMES_A_SECOND:g}/s", rate >= FRAMES_A_SECOND),
        judged(gap, f"<= {SLOW_GAP:g} ms", slow <= SLOW_GAP),
    ]


def reported(seen: Seen, bare: Bare) -> Report:
    """All figures of a run."""
    report = Report(f"The board in a browser, {MODELS} models", facts=machine())
    for row in move_figures(seen, bare):
        report.add(row)
    rows = (("a unit is dragged", seen.unit, bare.drag), ("the table is dragged", seen.table, bare.drag),
            (f"{PIECES} pieces go at once", seen.going, bare.going))  # fmt: skip
    for name, gaps, floor in rows:
        for row in drag_figures(name, gaps, floor):
            report.add(row)
    what = "of the processor, until all has arrived; with clocks and what measures"
    for name, spent in seen.spent.items():
        report.add(figure(f"main thread about a move: {name}", "ms", spent, bare.spent[name], what=what))
    report.add(figure("counters of a move", "", seen.patches))
    report.add(figure("load of the page", "ms", seen.loads, what="from the request until all scripts have run"))
    report.add(figure("message of a move", "bytes", seen.bytes))
    report.facts |= {"models": MODELS, "counters": seen.counters, "elements": seen.elements, "answers": seen.answers,
                     "gone": seen.gone, "cores": os.cpu_count()}  # fmt: skip
    return report


async def measured(moves: int, seconds: float) -> Report:
    """The figures of a page beside those of the bare page."""
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        async with chromium() as browser:
            return reported(*await board(browser, Path(name), moves, seconds))


def measure(moves: int = 40, seconds: float = 60) -> Report:
    """The figures of the board; ``Stop`` says what is missing here."""
    return asyncio.run(measured(moves, seconds))


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    parser = arguments("board", "What the board costs a browser, beside a bare page.", 60)
    parser.add_argument("--moves", type=int, default=40, help="how many moves are timed (40)")
    given = parser.parse_args(argv)
    if given.moves < 1 or given.seconds < 5:
        parser.error("--moves must be 1 or more, --seconds 5 or more")
    return show(measure(given.moves, given.seconds), given)
