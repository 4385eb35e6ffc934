"""What a move with 400 models costs a page's main thread, with what happens shown and not, beside an older state.

Two servers may be compared in one run: that of these files and, with ``--against FOLDER``, that of an older checkout.
Each has its battle and its page; they take turns, move by move, so that whatever else the machine does hits both alike.
By two states' rules the same dice lead to other battles; so that like is measured beside like, a move is counted where
a unit went: an answer that only changes what counters bear is none, nor is one by which a leader alone goes.
What is told is the processor time of a page's main thread in the two seconds from an answer on, of which painting is
what a trace of the browser names so, each once; so is what it takes to collect what the page has no more use for, and
to find what lies under a point, which the browser asks by itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import TYPE_CHECKING, Any

from bench.board import MODELS, WIDE, chromium, clock_of, heard, work
from bench.board_battle import SERVED, Battle, begun
from bench.board_pages import HOOK
from bench.going import going
from bench.latency import HOST, ROOT, line_of, process_of
from bench.report import Figure, Report, arguments, figure, judged, machine, positive, show

if TYPE_CHECKING:
    from playwright.async_api import Browser, CDPSession, Page

WINDOW = 2.0
"""Seconds from an answer on in which the work of the page is counted."""
SHOWN = {"off": "nothing shown", "normal": "shown"}
"""What one may choose to see of what happens, and how a row names it."""
TRACED = {
    "painting": ("Paint", "PrePaint", "Layerize", "Commit", "UpdateLayerTree", "UpdateLayer", "CompositeLayers"),
    "what lies under a point": ("HitTest",),
    "garbage": ("MinorGC", "MajorGC", "V8.GCIncrementalMarking"),
}
"""What a trace of the browser tells of the rest, and by which names."""
COUNTED = ("UpdateLayoutTree", "Layout", "PrePaint", "HitTest")
"""What may be done within another of these and is told by itself."""
PARTS = ("all", "script", "style", "layout", *TRACED)
CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline,v8"
PATIENCE = 60.0
"""Seconds within which a page has shown all that came."""
SAME = 1.05
"""So many times what it was before is no more than before: as little as two runs of the same state differ by."""
UNIT = 6
"""As many models as the smallest unit has, leaders apart."""
STAND = """() => {
  const all = [...document.querySelectorAll('#layer-counters > .counter')];
  return Object.fromEntries(all.map((node) => [node.id, node.getAttribute('transform')]));
}"""
"""Where each counter stands."""
RESTS = """() => !document.querySelector('#layer-eye.is-playing')
  && ![...document.querySelectorAll('#layer-counters > .counter')].some((node) => node.getAnimations().length)"""
"""Whether nothing is shown and no counter goes anywhere."""


@dataclass
class Side:
    """One state: its battle, its page, what counts the page's work, and what each move took by how it was shown."""

    battle: Battle
    page: Page
    clock: CDPSession
    took: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    went: list[int] = field(default_factory=list)


# -- a page ----------------------------------------------------------------------------


async def looked_at(browser: Browser, battle: Battle) -> Side:
    """The page of blue, its line open and the first of it told."""
    name, _, value = battle.of["blue"].cookie.partition("=")
    url = f"http://{HOST}:{battle.http.port}"
    context = await browser.new_context(viewport=WIDE, locale="en-GB")
    await context.add_cookies([{"name": name, "value": value, "url": url}])
    page = await context.new_page()
    await page.add_init_script(HOOK)
    await page.goto(f"{url}/play/{battle.path.rsplit('/', 1)[1]}?seat=blue")
    await page.wait_for_function("() => window.heard.length")
    return Side(battle, page, await clock_of(page))


@asynccontextmanager
async def state(browser: Browser, root: Path, seed: int) -> AsyncIterator[Side]:
    """The state of the files in a folder, its battle begun and looked at."""
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as data:
        command = ("-c", SERVED, "serve", "--host", HOST, "--port", "0", "--data", data)
        async with process_of(root, *command) as made:
            battle = await begun(int((await line_of(made)).rsplit(":", 1)[1]), Random(seed))
            try:
                yield await looked_at(browser, battle)
            finally:
                battle.close()


async def rested(page: Page) -> None:
    """All that came has been shown and nothing goes any more."""
    until = monotonic() + PATIENCE
    while not await page.evaluate(RESTS) and monotonic() < until:
        await asyncio.sleep(0.2)
    await asyncio.sleep(0.3)


# -- a move ----------------------------------------------------------------------------


async def traced(browser: Browser, side: Side) -> tuple[bool, dict[str, float]]:
    """An answer was given, if the game goes on; milliseconds of what is traced until the window closed."""
    await browser.start_tracing(page=side.page, categories=CATEGORIES.split(","))
    began = monotonic()
    on = bool(await side.battle.go_on())
    await asyncio.sleep(max(0.0, WINDOW - (monotonic() - began)))
    return on, parts_of(json.loads(await browser.stop_tracing()), side.battle.http.port)


def parts_of(trace: dict[str, Any], port: int) -> dict[str, float]:
    """Milliseconds of the processor that the page of this server was painted for, and so on."""
    events = trace["traceEvents"]
    mine = {
        (row["pid"], row["tid"]) for row in events
        if f":{port}/" in json.dumps(row.get("args", {}).get("data", "")) and row.get("cat", "").startswith("devtools")
    }  # fmt: skip
    rows = [row for row in events if "tdur" in row and (row["pid"], row["tid"]) in mine]
    return {part: spent(rows, names) for part, names in TRACED.items()}


def spent(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> float:
    """Milliseconds of what has one of these names, each once; without what is counted elsewhere."""
    own = outermost(row for row in rows if row["name"] in names)
    others = outermost(row for row in rows if row["name"] in COUNTED and row["name"] not in names)
    within = [one for one in others if any(lies(one, row) for row in own)]
    return float(sum(row["tdur"] for row in own) - sum(row["tdur"] for row in within)) / 1000


def outermost(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those of them that lie within no other."""
    found: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda row: (row["ts"], -row["dur"])):
        if not found or row["ts"] >= found[-1]["ts"] + found[-1]["dur"]:
            found.append(row)
    return found


def lies(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether it begins within another."""
    return bool(other["ts"] <= one["ts"] < other["ts"] + other["dur"])


async def moved(browser: Browser, side: Side, shown: str) -> bool:
    """Whether the game goes on; where by the answer a unit went, what it took is with the rest."""
    await rested(side.page)
    await heard(side.page)
    stood = await side.page.evaluate(STAND)
    before = await work(side.clock)
    on, more = await traced(browser, side)
    after = await work(side.clock)
    stands = await side.page.evaluate(STAND)
    went = sum(stands[name] != stood[name] for name in stands if name in stood)
    told = [message for message in await heard(side.page) if message["patches"] and not message["whole"]]
    if len(told) != 1 or went < UNIT:
        return on
    side.went.append(went)
    took = side.took.setdefault(shown, {part: [] for part in PARTS})
    for part, ms in ({name: after[name] - before[name] for name in after} | more).items():
        took[part].append(ms)
    return on


async def until_moved(browser: Browser, side: Side, shown: str, until: float) -> bool:
    """Whether one more move was measured of this state before the time was up."""
    had = len(side.took.get(shown, {}).get("all", ()))
    while monotonic() < until:
        if not await moved(browser, side, shown):
            return False
        if len(side.took.get(shown, {}).get("all", ())) > had:
            return True
    return False


async def compared(browser: Browser, sides: Sequence[Side], moves: int, seconds: float) -> None:
    """So many moves of each state, in turns, nothing shown and shown; as many as the time allows."""
    for shown in SHOWN:
        for side in sides:
            await side.page.evaluate("shown => { document.body.dataset.pictures = shown; }", shown)
        await in_turns(browser, sides, shown, moves, monotonic() + seconds / len(SHOWN))


async def in_turns(browser: Browser, sides: Sequence[Side], shown: str, moves: int, until: float) -> None:
    """So many moves of each state, or as many as there were before the time was up."""
    for _ in range(moves):
        for side in sides:
            if not await until_moved(browser, side, shown, until):
                return


# -- figures ---------------------------------------------------------------------------


def rows(new: Side, old: Side | None) -> list[Figure]:
    """What a move takes, by part of the work; beside the older state, where there is one, the whole is judged."""
    found = []
    for shown, name in SHOWN.items():
        for part in PARTS:
            values = new.took.get(shown, {}).get(part, ())
            floor = old.took.get(shown, {}).get(part, ()) if old else ()
            row = figure(f"a move, {name}: {part}", "ms", values, floor)
            whole = part == "all" and shown == "off" and old is not None
            found.append(
                judged(row, f"median <= {SAME:g} x before", row.ratio is not None and row.ratio <= SAME)
                if whole
                else row
            )
    return found


def commit(root: Path) -> str:
    """The commit of a checkout, as far as it can be told."""
    told = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=root, capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "unknown"


async def measured(against: Path | None, moves: int, seconds: float) -> Report:
    """The figures of these files, beside those of an older checkout."""
    report = Report(f"A move with {MODELS} models, on the page's main thread", facts=machine())
    async with chromium() as browser, state(browser, ROOT, 5) as new:
        if against is None:
            await compared(browser, [new], moves, seconds)
            report.figures += rows(new, None)
        else:
            async with state(browser, against, 5) as old:
                await compared(browser, [new, old], moves, seconds)
                report.figures += rows(new, old)
                report.facts |= {"before": commit(against), "counters that went before": median(old.went)}
        report.figures += await going(browser, new.page)
    report.facts |= {"counters that went": median(new.went), "cores": os.cpu_count()}
    return report


def measure(against: Path | None = None, moves: int = 20, seconds: float = 120) -> Report:
    """The figures of a move; ``Stop`` says what is missing here."""
    return asyncio.run(measured(against, moves, seconds))


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    parser = arguments("moves", "What a move costs the main thread of a page, beside an older checkout.", 120)
    parser.add_argument("--moves", type=positive, default=20, help="how many moves are measured at most, each way (20)")
    parser.add_argument("--against", type=Path, help="the folder of an older checkout whose server is the floor")
    given = parser.parse_args(argv)
    return show(measure(given.against, given.moves, given.seconds), given)
