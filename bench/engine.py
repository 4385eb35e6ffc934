"""The rules alone: recorded games run again, one input, a long history, a cold start.

Figures of pure rules stand beside a fixed loop of plain Python (rounds of it
in a second), those with a database beside bare durable commits of the same run.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from app.bots.uniform import pick
from app.conformance import draw_setup
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Entry, Session
from app.engine.staging import Row
from app.engine.system import RuleSystem, Setup
from app.games.results import Accepted, GameId
from app.games.service import Games
from app.store import Store
from bench import floor
from bench.report import Figure, Report, arguments, figure, loops_per_second, machine, show, sig, timed

MOST_INPUTS = 5_000
HISTORIES = (100, 1_000, 10_000)
COLD, COLDS = 5_000, 3
ANSWERS = 40
MODELS = 40
SIDES = (Seat("red"), Seat("blue"))


@dataclass
class Phase:
    """A phase as it was played."""

    start: Checkpoint[Any]
    tape: list[Entry]


@dataclass
class Took:
    """How long one input took, and what it was."""

    seconds: float
    what: str


# -- rules alone ---------------------------------------------------------------------


def step(session: Session[Any], rng: Random) -> Took:
    """One more input, drawn at random; only the rules are timed, not the drawing."""
    if isinstance(session.waiting, Roll):
        dice = session.waiting.dice
        faces = tuple(rng.randint(1, dice.sides) for _ in range(dice.count))
        why = session.waiting.why
        return Took(timed(lambda: session.throw(faces))[0], f"the throw for {why}")
    question = session.questions()[0]
    raw = pick(question, rng)
    seconds, no = timed(lambda: session.answer(question.seat, raw))
    if no:
        raise RuntimeError(f"{question.about}: the answer {raw} was refused: {no.code}")
    return Took(seconds, question.about)


def played(system: RuleSystem[Any], seed: int) -> tuple[list[Phase], list[Took]]:
    """A whole random game, and how long each of its inputs took."""
    rng = Random(seed)
    state, phases, took = system.begin(draw_setup(system, rng)), list[Phase](), list[Took]()
    while (phase := system.next_phase(state)) is not None and len(took) < MOST_INPUTS:
        session = Session(system, Checkpoint(phase, state))
        while not session.over:
            took.append(step(session, rng))
        phases.append(Phase(session.start, session.tape))
        state = session.state
    return phases, took


def record(system: RuleSystem[Any], seconds: float) -> tuple[list[list[Phase]], list[Took]]:
    """As many random games as fit into the time, one at least."""
    until, games, took = perf_counter() + seconds, list[list[Phase]](), list[Took]()
    while not games or perf_counter() < until:
        phases, inputs = played(system, len(games) + 1)
        games.append(phases)
        took += inputs
    return games, took


def run_again(system: RuleSystem[Any], games: Sequence[Sequence[Phase]]) -> int:
    """Every tape has been run through the rules; how many inputs that was."""
    return sum(len(Session(system, p.start, p.tape).tape) for phases in games for p in phases)


def rerun_figure(system: RuleSystem[Any], games: Sequence[Sequence[Phase]], loops: float) -> Figure:
    """Inputs in a second: median over the games."""
    runs = [timed(partial(run_again, system, [game])) for game in games]
    rates = [count / seconds for seconds, count in runs]
    what = f"{len(games)} recorded random games run again from their phases' checkpoints"
    return rate_figure("run again", rates, sum(len(p.tape) for g in games for p in g), loops, what)


def rate_figure(name: str, rates: Sequence[float], count: int, loops: float, what: str) -> Figure:
    """Inputs in a second beside rounds of the reference loop in a second."""
    middle = sorted(rates)[len(rates) // 2]
    return Figure(name, "inputs/s", sig(middle), count, floor=sig(loops), ratio=sig(middle / loops), what=what)


def input_figure(name: str, took: Sequence[Took], loops: float, what: str) -> Figure:
    """Milliseconds of one input; the floor is a thousand rounds of the reference loop."""
    return figure(name, "ms", [t.seconds * 1e3 for t in took], [1e6 / loops], what)


def slowest(took: Sequence[Took]) -> str:
    """What the slowest input was."""
    return max(took, key=lambda t: t.seconds).what


# -- the heaviest table --------------------------------------------------------------


def crowd_rows(models: int) -> Iterator[Row]:
    """A table of 48 by 48 inches: so many models a side in three ranks, ten woods and walls between them."""
    lines = ["phase move", "table 48x48", "turn 2", "priority red", "side red", "side blue"]
    for side, base, way in (("red", 6, 1), ("blue", 42, -1)):
        for n in range(models):
            x, y = 3 + n % 14 * 3, base + way * (n // 14) * 4
            lines.append(f"model {side}-{n + 1} {side} at={x},{y} rank={1 + n % 3}")
    for n in range(10):
        x, y = 2 + n * 9 % 40, 18 + n * 7 % 12
        lines.append(f"terrain wood w{n} {x},{y} {x + 4},{y} {x + 4},{y + 3} {x},{y + 3}")
    for number, line in enumerate(lines, 1):
        verb, *words = line.split()
        yield Row(number, verb, tuple(words))


def crowded(system: RuleSystem[Any], seconds: float, models: int = MODELS) -> list[Took]:
    """Inputs of a turn on the heaviest table, the first always included."""
    phase, state = system.staging.position(tuple(crowd_rows(models)))
    rng, until, took = Random(1), perf_counter() + seconds, list[Took]()
    while perf_counter() < until:
        session = Session(system, Checkpoint(phase, state))
        while not session.over and perf_counter() < until:
            took.append(step(session, rng))
        following = system.next_phase(session.state) if session.over else None
        if following is None:
            break
        phase, state = following, session.state
    return took


# -- with a database -----------------------------------------------------------------


def hosted(folder: Path, system: RuleSystem[Any]) -> Games:
    """The hosted games of a database in this folder, nobody listening."""
    store = Store(f"sqlite:///{folder / 'games.sqlite3'}")
    store.migrate()
    return Games(store, [system], b"k" * 32, lambda *_: None, bot_delay=0)


async def answer(games: Games, game: GameId, rng: Random) -> float | None:
    """Seconds until one answer was durable; ``None`` if nobody is asked any more."""
    async with games._rooms.enter(game) as drive:
        asked = drive.live.questions() if drive and drive.status == "playing" else ()
        if drive is None or not asked:
            return None
        question, ask = asked[0], drive.ask_id(asked[0].seat)
    raw = pick(question, rng)
    began = perf_counter()
    result = await games.answer(game, question.seat, ask, raw)
    took = perf_counter() - began
    if not isinstance(result, Accepted):
        raise RuntimeError(f"{question.about}: {result}")
    return took


async def lay(games: Games, setup: Setup) -> GameId:
    """A game with people at all its seats, begun."""
    game = await games.create(setup_system(games), setup, {side.seat: "person" for side in setup.sides})
    if isinstance(game, tuple):
        raise RuntimeError(f"the set-up was refused: {game[0].code}")
    for side in setup.sides:
        guest, _ = await games.guests.welcome(side.seat)
        await games.join(game, side.seat, guest.id, side.seat, b"bench")
    return game


def setup_system(games: Games) -> str:
    """The key of the one system of these games."""
    return next(iter(games.systems))


async def begun(folder: Path, system: RuleSystem[Any], inputs: int) -> tuple[GameId, int]:
    """A hosted game after so many answers, closed again; its id and how many answers its last phase has."""
    games = hosted(folder, system)
    try:
        game, rng = await lay(games, draw_setup(system, Random(2))), Random(3)
        for _ in range(inputs):
            await answer(games, game, rng)
            if (info := await games.info(game)) is None or info.version >= HISTORIES[0] - 10:
                break
        async with games._rooms.enter(game) as drive:
            return game, len(drive.live.tape) if drive and drive.session else 0
    finally:
        await games.close()


def lengthen(file: Path, events: int) -> None:
    """The game's past is longer: copies of its first events and inputs lie before the last checkpoint, all renumbered.

    What is played from here on is the same whatever the length, so that only the length differs.
    """
    with sqlite3.connect(file) as db:
        head, tape = db.execute("SELECT head, tape_len FROM game").fetchone()
        more = max(0, events - head)
        inputs = more * tape // max(1, head)
        moved = (("event", "seq", more), ("tape", "seq", inputs), ("checkpoint", "tape_seq", inputs))
        for table, column, shift in moved:
            db.execute(f"UPDATE {table} SET {column} = -({column} + ?)", (shift,))
            db.execute(f"UPDATE {table} SET {column} = -{column}")
        db.execute("UPDATE event SET tape_seq = tape_seq + ?", (inputs,))
        db.execute("UPDATE checkpoint SET head = head + ?", (more,))
        copy(db, "event", more)
        copy(db, "tape", inputs)
        db.execute("UPDATE game SET head = head + ?, tape_len = tape_len + ?", (more, inputs))
    db.close()


def copy(db: sqlite3.Connection, table: str, count: int) -> None:
    """So many rows, copies of the table's own in turn, are numbered 1 to ``count``."""
    cursor = db.execute(f"SELECT * FROM {table} ORDER BY seq LIMIT 500")
    names = [column[0] for column in cursor.description]
    rows, at = cursor.fetchall(), names.index("seq")
    made = [(*row[:at], n + 1, *row[at + 1 :]) for n in range(count) for row in (rows[n % len(rows)],)]
    if "tape_seq" in names:
        made = [(*r[:t], 1, *r[t + 1 :]) for t in (names.index("tape_seq"),) for r in made]
    db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", made)


async def answers_on(folder: Path, system: RuleSystem[Any], game: GameId, count: int) -> tuple[float, list[float]]:
    """Seconds of the first answer of a cold game, loading included, and of those after it."""
    games, rng = hosted(folder, system), Random(4)
    try:
        began = perf_counter()
        await answer(games, game, rng)
        cold = perf_counter() - began
        warm = [await answer(games, game, rng) for _ in range(count)]
        return cold, [seconds for seconds in warm if seconds is not None]
    finally:
        await games.close()


def with_history(base: Path, events: int) -> Path:
    """A copy of the base folder whose game has so many events behind it."""
    folder = base.with_name(f"{base.name}-{events}")
    shutil.copytree(base, folder)
    lengthen(folder / "games.sqlite3", events)
    return folder


def history_figures(report: Report, system: RuleSystem[Any], folder: Path, bare: Sequence[float], answers: int) -> None:
    """Cost of an answer at each length of history, its growth, and the first answer of a cold game."""
    base = folder / "base"
    base.mkdir()
    game, deep = asyncio.run(begun(base, system, answers))
    medians = []
    for events in HISTORIES:
        _, warm = asyncio.run(answers_on(with_history(base, events), system, game, answers))
        found = figure(f"answer at event {events}", "ms", ms(warm), ms(bare), "the same answers each time, durable")
        medians.append(report.add(found).median)
    growth = medians[-1] / medians[0]
    what = f"an answer at event {HISTORIES[-1]} against one at event {HISTORIES[0]}"
    report.add(Figure("growth", "times", sig(growth), answers, what=what))
    colds = [
        asyncio.run(answers_on(folder_of, system, game, 0))[0]
        for folder_of in (with_history(folder_again(base, n), COLD) for n in range(COLDS))
    ]
    what = f"{COLD} events behind it, {deep} inputs into its phase: loaded, re-run, answered"
    report.add(figure("first answer, cold", "ms", ms(colds), ms(bare), what))


def folder_again(base: Path, number: int) -> Path:
    """Another copy of the base folder."""
    folder = base.with_name(f"cold{number}")
    shutil.copytree(base, folder)
    return folder


def ms(seconds: Sequence[float]) -> list[float]:
    """Seconds as milliseconds."""
    return [s * 1e3 for s in seconds]


# -- all of it -----------------------------------------------------------------------


def measure(system: RuleSystem[Any], seconds: float = 30, models: int = MODELS, answers: int = ANSWERS) -> Report:
    """All figures of a system's rules; a game with a history is first played for as many answers as are timed."""
    report = Report(f"The rules of {system.key} alone", facts=machine())
    loops = loops_per_second()
    report.facts["reference_loops_per_second"] = round(loops)
    games, took = record(system, seconds * 0.2)
    report.add(rerun_figure(system, games, loops))
    report.add(input_figure("one input, typical", took, loops, f"slowest: {slowest(took)}"))
    if system.staging is not None:
        heavy = crowded(system, seconds * 0.15, models)
        what = f"2 x {models} models on 48 x 48 inches with ten woods; slowest: {slowest(heavy)}"
        report.add(input_figure("one input, heaviest", heavy, loops, what))
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        bare = floor.commits(Path(name))
        report.add(figure("a bare durable commit", "ms", ms(bare)))
        history_figures(report, system, Path(name), bare, answers)
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    from app.systems import SYSTEMS

    systems = {system.key: system for system in SYSTEMS}
    parser = arguments("engine", "The rules alone, beside a bare floor.", 30)
    parser.add_argument("--system", choices=sorted(systems), default=SYSTEMS[0].key)
    given = parser.parse_args(argv)
    if given.seconds < 1:
        parser.error("--seconds must be 1 or more")
    return show(measure(systems[given.system], given.seconds), given.json)
