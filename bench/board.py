"""The board in a real browser: what a move, a cut line and a hand that drags cost it, with 400 models on the table.

Two hosts of 200 models in ranks meet on the real server.  The page is that of one who plays; the floor is a bare page
with a drawing of 400 counters in the same browser, measured before and after.  Times are the page's own clock, which
goes by tenths of a millisecond.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from app.bootstrap.chromium import find
from app.bootstrap.words import Stop
from bench.army import host
from bench.board_pages import BARE, BARE_DRAG, BARE_ONE, BARE_WHOLE, FRAMES, HOOK, LOADED
from bench.latency import HOST, SEATS, SERVE, Http, Table, line_of, nest, process
from bench.report import Figure, Report, arguments, at, figure, judged, machine, show, sig

if TYPE_CHECKING:
    from playwright.async_api import Browser, CDPSession, Page

MODELS = 400
WIDE: Any = {"width": 1440, "height": 960}
SCRIPT_OF_A_MOVE, PAINT_OF_A_MOVE, SCRIPT_OF_A_RESYNC = 2.0, 1.5, 25.0
"""Milliseconds; times the floor's; milliseconds."""
FRAMES_A_SECOND, SLOW_GAP = 55.0, 20.0
"""The median while dragging, and below how many milliseconds 95 of 100 gaps must be."""
DRAGGED = 0.04
"""The share of the time that one drag takes; there are four."""
OPEN_GROUND = (330, 500)
"""A place on the screen where the table lies and no counter."""
UPWARDS = 90
"""How many pixels what is dragged goes up."""
WHOLE = 20
"""Counters in one message from which it is one of the whole board."""
NO_PLAYWRIGHT = (
    "bench board drives a browser with playwright, which is only in the test environment: run python3 -m app test once."
)
NO_CHROMIUM = "bench board found no Chromium: install Chromium or Chrome, or set CHROMIUM to its path."


@dataclass
class Seen:
    """What was measured, in milliseconds."""

    moves: list[tuple[float, float]] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)
    resyncs: list[tuple[float, float]] = field(default_factory=list)
    unit: list[float] = field(default_factory=list)
    table: list[float] = field(default_factory=list)
    loads: list[float] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)
    counters: int = 0
    elements: int = 0
    answers: int = 0


@dataclass
class Floor:
    """The same on the bare page."""

    one: list[tuple[float, float]] = field(default_factory=list)
    whole: list[tuple[float, float]] = field(default_factory=list)
    drag: list[float] = field(default_factory=list)


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
        found = await play.chromium.launch(executable_path=path, args=[*sandbox, "--disable-background-networking"])
        try:
            yield found
        finally:
            await found.close()


# -- the floor -----------------------------------------------------------------------


async def floor(browser: Browser, found: Floor, count: int, seconds: float) -> None:
    """So many of each on a bare page are with those found before."""
    page = await browser.new_page(viewport=WIDE)
    await page.set_content(BARE)
    found.one += [(a, b) for a, b in await page.evaluate(BARE_ONE, count)]
    found.whole += [(a, b) for a, b in await page.evaluate(BARE_WHOLE, count)]
    await page.evaluate(BARE_DRAG)
    found.drag += await dragged(page, (720, 480), seconds)
    await page.close()


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


class Battle(Table):
    """A game of two guests, each at a seat of his own."""

    def __init__(self, game: str, rng: Random, seats: dict[str, Http]) -> None:
        super().__init__(seats[SEATS[0]], game, rng)
        self.seats = seats

    async def asked(self) -> tuple[str, dict[str, Any]] | None:
        """A seat that is asked, and its question; its guest speaks from now on."""
        for seat, http in self.seats.items():
            self.http = http
            shown = await http.need("GET", f"{self.path}?seat={seat}")
            self.version = shown["version"]
            for question in shown["questions"]:
                if question["mine"] and not question["sealed"]:
                    return seat, question
        return None

    async def go_on(self) -> str:
        """One more answer is given; what was asked, nothing once the game is over."""
        found = await self.asked()
        if found is None:
            return ""
        seat, question = found
        if not await self.give(seat, question, await self.draw(seat, question)):
            await self.give(seat, question, question["default"])
        return str(question["about"])

    async def give(self, seat: str, question: dict[str, Any], raw: Any) -> bool:
        """Whether this answer was taken; ``RuntimeError`` where it is the default and was not."""
        body = {"ask": question["id"], "answer": raw, "seat": seat}
        status, said = await self.http.call("POST", f"{self.path}/answers", body)
        if status != 200 and raw == question["default"]:
            raise RuntimeError(f"{question['about']}: {status} {said}")
        return status == 200


async def begun(port: int, rng: Random) -> Battle:
    """Both hosts stand and the first orders are asked for; red and blue are two guests."""
    red, blue = Http(port), Http(port)
    sides = [{"seat": seat, "roster": host("yari_ashigaru"), "player": player}
             for seat, player in zip(SEATS, ("me", "person"), strict=True)]  # fmt: skip
    body = {"system": "kensei", "scenario": "pitched_battle", "name": "Bench", "sides": sides,
            "options": {"points": 3500, "terrain": "two_woods"}}  # fmt: skip
    made = await red.need("POST", "/api/v1/games", body)
    key = made["links"]["seats"]["blue"].rsplit("/", 1)[1]
    await blue.need("POST", f"/api/v1/games/{made['id']}/join", {"seat": "blue", "key": key, "name": "Floor"})
    battle = Battle(made["id"], rng, dict(zip(SEATS, (red, blue), strict=True)))
    while (found := await battle.asked()) and found[1]["about"] != "orders.declare":
        await battle.go_on()
    return battle


async def opened(browser: Browser, battle: Battle, seen: Seen) -> Page:
    """The page of blue, all of it loaded and its line open."""
    name, _, value = battle.seats["blue"].cookie.partition("=")
    url = f"http://{HOST}:{battle.http.port}"
    context = await browser.new_context(viewport=WIDE, locale="en-GB")
    await context.add_cookies([{"name": name, "value": value, "url": url}])
    page = await context.new_page()
    await page.add_init_script(HOOK)
    await page.goto(f"{url}/play/{battle.path.rsplit('/', 1)[1]}?seat=blue")
    await page.wait_for_selector("#status.ok")
    seen.loads.append(await page.evaluate(LOADED))
    seen.counters = await page.locator("#layer-counters .counter").count()
    seen.elements = await page.evaluate("() => document.querySelectorAll('*').length")
    return page


async def heard(page: Page) -> list[dict[str, Any]]:
    """The messages that have come and been painted since it was last asked for."""
    found: list[dict[str, Any]] = await page.evaluate("() => window.heard.splice(0)")
    return found


async def scripts(clock: CDPSession) -> float:
    """Milliseconds of the processor that all scripts of the page have taken."""
    told = await clock.send("Performance.getMetrics")
    return next(1000 * float(row["value"]) for row in told["metrics"] if row["name"] == "ScriptDuration")


async def played(page: Page, battle: Battle, seen: Seen, moves: int, until: float) -> None:
    """So many messages with moves were shown, or the time is up."""
    clock = await page.context.new_cdp_session(page)
    await clock.send("Performance.enable", {"timeDomain": "threadTicks"})
    await battle.go_on()
    await asyncio.sleep(0.5)
    await heard(page)
    while len(seen.moves) < moves and monotonic() < until:
        before = await scripts(clock)
        if not await battle.go_on():
            return
        seen.answers += 1
        await asyncio.sleep(0.12)
        told = [message for message in await heard(page) if 0 < message["patches"] < WHOLE]
        seen.moves += [(message["script"], message["paint"]) for message in told]
        seen.bytes += [message["bytes"] for message in told]
        if told:
            seen.spent.append(await scripts(clock) - before)


async def resynced(page: Page, battle: Battle, seen: Seen, times: int, until: float) -> None:
    """So often the line was cut, the game went on, and the page was told all of it."""
    while len(seen.resyncs) < times and monotonic() < until:
        await page.evaluate("() => window.lines.at(-1).close()")
        await battle.go_on()
        for _ in range(30):
            await asyncio.sleep(0.1)
            if whole := [m for m in await heard(page) if m["patches"] >= WHOLE]:
                seen.resyncs += [(m["script"], m["paint"]) for m in whole]
                break


async def marching(battle: Battle) -> None:
    """The first unit of blue is to march straight on, and blue is asked to carry it out."""
    ordered = False
    while (found := await battle.asked()) and (found[0], found[1]["about"]) != ("blue", "act.movement"):
        seat, question = found
        if question["about"] != "orders.declare":
            await battle.go_on()
        elif seat == "red" or ordered:
            await battle.give(seat, question, "done")
        else:
            picks, body = ["blue-1", "move", "none"], {"ask": question["id"], "seat": seat}
            look = await battle.http.need("POST", f"{battle.path}/preview", {**body, "answer": nest(picks)})
            await battle.give(seat, question, nest(picks, look["domain"]["offered"]))
            ordered = True


async def drawn(page: Page, seen: Seen, seconds: float) -> None:
    """A unit of twenty was dragged by its front, then the whole table."""
    await page.click("#prompt button[data-key='blue-1']")
    handle = page.locator(".drill-handle.is-line circle")
    await handle.wait_for()
    box = await handle.bounding_box()
    assert box
    seen.unit = await dragged(page, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), seconds)
    await page.keyboard.press("Escape")
    seen.table = await dragged(page, OPEN_GROUND, seconds)


async def board(browser: Browser, folder: Path, moves: int, seconds: float) -> Seen:
    """What the page of one who plays shows, and how soon."""
    seen, rng = Seen(), Random(5)
    async with process("-c", SERVE, "serve", "--host", HOST, "--port", "0", "--data", str(folder)) as made:
        battle = await begun(int((await line_of(made)).rsplit(":", 1)[1]), rng)
        try:
            await marching(battle)
            page = await opened(browser, battle, seen)
            await drawn(page, seen, seconds * DRAGGED)
            until = monotonic() + seconds
            await resynced(page, battle, seen, max(2, moves // 4), until - seconds / 2)
            await played(page, battle, seen, moves, until)
        finally:
            for http in battle.seats.values():
                http.close()
    return seen


# -- figures -------------------------------------------------------------------------


def move_figures(seen: Seen, bare: Floor) -> list[Figure]:
    """Script and paint of a move and of a resync, each judged by its bar."""
    script = figure("script of a move", "ms", [a for a, _ in seen.moves], [a for a, _ in bare.one])
    paint = figure("a move until painted", "ms", [b for _, b in seen.moves], [b for _, b in bare.one])
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


def reported(seen: Seen, bare: Floor) -> Report:
    """All figures of a run."""
    report = Report(f"The board in a browser, {MODELS} models", facts=machine())
    for row in move_figures(seen, bare):
        report.add(row)
    for name, gaps in (("a unit is dragged", seen.unit), ("the table is dragged", seen.table)):
        for row in drag_figures(name, gaps, bare.drag):
            report.add(row)
    what = "of the processor, whatever else it does; with clocks and what measures"
    report.add(figure("all scripts about a move", "ms", seen.spent, what=what))
    report.add(figure("load of the page", "ms", seen.loads, what="from the request until all scripts have run"))
    report.add(figure("message of a move", "bytes", seen.bytes))
    report.facts |= {"models": MODELS, "counters": seen.counters, "elements": seen.elements, "answers": seen.answers,
                     "cores": os.cpu_count()}  # fmt: skip
    return report


async def measured(moves: int, seconds: float) -> Report:
    """The figures of a page beside those of the bare page, before and after it."""
    bare = Floor()
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        async with chromium() as browser:
            await floor(browser, bare, moves, seconds * DRAGGED)
            seen = await board(browser, Path(name), moves, seconds)
            await floor(browser, bare, moves, seconds * DRAGGED)
    return reported(seen, bare)


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
    return show(measure(given.moves, given.seconds), given.json)
