"""What an answer costs as things grow: the game's past, the games beside it, the models on its table.

Of a longer past and of more games both arms are the same game with the same answers and the same dice; they take
turns, answer by answer, so that whatever else the machine does hits both alike.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from app.bots.uniform import pick
from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.staging import Row
from app.games.results import GameId
from app.games.service import Games
from app.systems import system_of
from bench import floor
from bench.hosting import FILE, again, answer, hosted, lengthen, multiply, opened
from bench.recorded import ID, Kept, following, host, kept, laid
from bench.report import Figure, Report, arguments, figure, judged, machine, show, sig

GROWS = 1.1
HEAVIEST = 20.0
EVENTS, TABLES, MODELS = (100, 10_000), (10, 10_000), (10, 400)
SYSTEM = "ronin"
CROWD = "celtos"
ANSWERS = 1_000
"""At most so many answers an arm."""
LEAST = 8
"""At least so many answers, however short the time."""


def inputs_to(game: Kept, events: int) -> int:
    """How many inputs lead to this many events."""
    drive = laid(system_of(game.system), game)
    drive.begin()
    for number, (seat, raw) in enumerate(game.inputs):
        if drive.head >= events:
            return number
        drive.answer(seat, raw, "person")
    raise ValueError(f"the game has no {events} events")


def longest() -> Kept:
    """The kept game with the most inputs."""
    return max(kept(SYSTEM), key=lambda game: len(game.inputs))


async def in_turns(folders: Sequence[Path], until: float, answers: list[tuple[Seat, Json]]) -> list[list[float]]:
    """Milliseconds of each answer in both folders, one after the other, first the one and then the other first."""
    arms, found = [hosted(folder, [system_of(SYSTEM)]) for folder in folders], [list[float](), list[float]()]
    try:
        for number, (seat, raw) in enumerate(answers):
            if perf_counter() > until and number >= LEAST:
                break
            for arm in (0, 1) if number % 2 == 0 else (1, 0):
                found[arm].append(1000 * await answer(arms[arm], GameId(ID), seat, raw))
        return found
    finally:
        for one in arms:
            await one.close()


def compared(report: Report, what: str, sizes: tuple[int, int], found: list[list[float]], bare: list[float]) -> None:
    """Both arms and their ratio stand in the report; the first answer of each, which loads the game, is left out."""
    small, large = (arm[1:] for arm in found)
    for size, arm in zip(sizes, (small, large), strict=True):
        report.add(figure(f"an answer {what} {size:,}", "ms", arm, bare))
    ratio = median(large) / median(small)
    each = median(b / a for a, b in zip(small, large, strict=True))
    words = f"ratio of the medians over {len(small)} pairs of equal answers; median of the pairs' ratios {each:.3f}"
    grows = Figure(f"growth {what} {sizes[1]:,} against {sizes[0]:,}", "times", sig(ratio), len(small), what=words)
    report.add(judged(grows, f"<= {GROWS} x", ratio <= GROWS))


def past_and_neighbours(report: Report, folder: Path, seconds: float, bare: list[float]) -> None:
    """The figures of a longer past and of more games."""
    game, base = longest(), folder / "base"
    base.mkdir()
    inputs = inputs_to(game, EVENTS[0] - 10)
    store = opened(base)
    host(store, game, inputs)
    store.close()
    answers = list(islice(following(game, inputs), ANSWERS))
    folders = [again(base, f"past{events}") for events in EVENTS]
    for one, events in zip(folders, EVENTS, strict=True):
        lengthen(one / FILE, events)
    compared(report, "at event", EVENTS, asyncio.run(in_turns(folders, perf_counter() + seconds / 2, answers)), bare)
    folders = [again(base, f"games{count}") for count in TABLES]
    for one, count in zip(folders, TABLES, strict=True):
        multiply(one / FILE, count - 1)
    found = asyncio.run(in_turns(folders, perf_counter() + seconds / 2, answers))
    compared(report, "with hosted games:", TABLES, found, bare)


# -- models ----------------------------------------------------------------------------


def crowd(models: int) -> Iterator[Row]:
    """Two hosts of Celtos with so many models in all, units of twenty or fewer in two ranks, woods between them."""
    lines = ["phase activation"]
    for side, north, way in (("red", 78, 1), ("blue", 36, -1)):
        for n in range(max(1, models // 40)):
            size = min(20, models // 2)
            x, y = 3 + n % 4 * 29, north + way * (n // 4) * 12
            places = "+".join(f"{x + 2.7 * (i % 10):.1f},{y + 2.7 * (i // 10):.1f}" for i in range(size))
            weapons = "yumi" if n % 3 == 0 else "yari"
            lines.append(f"unit {side[0].upper()}{n + 1} {side} weapons={weapons} at={places}")
    lines += [f"terrain woods w{n} {x},52 {x + 12},52 {x + 12},60 {x},60" for n, x in enumerate((20, 60, 95))]
    for number, line in enumerate(lines, 1):
        verb, *words = line.split()
        yield Row(number, verb, tuple(words))


async def crowded(folder: Path, models: int, until: float) -> list[float]:
    """Milliseconds of answers drawn at random, durable, by games that begin with so many models on their table."""
    system, rng, found, number = system_of(CROWD), Random(1), list[float](), 0
    while perf_counter() < until or len(found) < LEAST:
        number += 1
        one = folder / f"{models}-{number}"
        one.mkdir()
        store = opened(one)
        host(store, kept(CROWD)[0], 0, system.staging.position(tuple(crowd(models))))
        store.close()
        found += await answers(hosted(one, [system]), rng, until)
    return found


async def answers(games: Games, rng: Random, until: float) -> list[float]:
    """Milliseconds of the answers of one game but for its first, which loads it, until time is up."""
    found = list[float]()
    try:
        while perf_counter() < until or len(found) < LEAST:
            async with games.mailbox.enter(GameId(ID)) as drive:
                if drive is None or drive.status != "playing":
                    break
                question = drive.live.questions()[0]
            found.append(1000 * await answer(games, GameId(ID), question.seat, pick(question, rng)))
        return found[1:]
    finally:
        await games.close()


def table_figures(report: Report, folder: Path, seconds: float, bare: list[float]) -> None:
    """The figures of a small and of a full table."""
    found = []
    for models in MODELS:
        took = asyncio.run(crowded(folder, models, perf_counter() + seconds / 2))
        found.append(report.add(figure(f"an answer with {models} models on the table", "ms", took, bare)))
    report.figures[-1] = judged(found[-1], f"<= {HEAVIEST:g} ms", found[-1].median <= HEAVIEST)
    ratio = found[1].median / found[0].median
    report.add(Figure(f"growth with {MODELS[1]} models against {MODELS[0]}", "times", sig(ratio), found[1].count))


def measure(seconds: float = 45) -> Report:
    """All figures of growth."""
    report = Report("How an answer grows", facts=machine())
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        folder = Path(name)
        bare = [1000 * took for took in floor.commits(folder)]
        report.add(figure("a bare durable commit", "ms", bare))
        past_and_neighbours(report, folder, seconds * 0.6, bare)
        table_figures(report, folder, seconds * 0.2, bare)
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    given = arguments("growth", "What an answer costs as things grow.", 45).parse_args(argv)
    return show(measure(given.seconds), given)
