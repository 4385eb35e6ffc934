"""What is stored of an answer: kept games played as hosted ones, then swept; and how soon one is taken up.

``python -m bench.stored`` prints it.  Beside each figure stands, as its floor, the same game with every checkpoint as
plain text.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import sqlalchemy as sa

from app.games.results import GameId
from app.games.service import Games
from app.games.sweeping import sweep_all
from app.store import past
from app.store.tables import checkpoint
from app.systems import SYSTEMS, system_of
from bench.hosting import FILE, again, answer, hosted, opened
from bench.recorded import ID, Kept, host, kept
from bench.report import Figure, Report, arguments, figure, judged, machine, show, sig

RUNNING = {"ronin": 2.0, "celtos": 3.0, "kensei": 4.0, "daimyo": 6.0}
FINISHED, TAKEN_UP = 1.0, 60.0
"""kB an answer; milliseconds."""
LOOKS = 9


class Played(NamedTuple):
    """A game as it was before it ended and as it is now: their folders, and how many answers it had."""

    running: Path
    finished: Path
    answers: int


def size(folder: Path) -> int:
    """Bytes of the database without what is free in it."""
    with sqlite3.connect(folder / FILE) as db:
        db.execute("VACUUM")
        (pages,), (each,) = (db.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    db.close()
    return int(pages * each)


async def play(games: Games, game: Kept, until: int) -> None:
    """The inputs from the first to this one are given as players give them."""
    for seat, raw in game.inputs[:until]:
        if raw is None:
            await games.resign(GameId(ID), seat)
        else:
            await answer(games, GameId(ID), seat, raw)


async def played(folder: Path, game: Kept) -> Played:
    """The game, played in a folder of its own until before its last input; and beside it, to its end."""
    folder.mkdir()
    store = opened(folder)
    host(store, game, 0)
    store.close()
    games = hosted(folder, [system_of(game.system)])
    await play(games, game, len(game.inputs) - 1)
    await games.close()
    over = again(folder, f"{folder.name}-over")
    games = hosted(over, [system_of(game.system)])
    seat, raw = game.inputs[-1]
    await (games.resign(GameId(ID), seat) if raw is None else answer(games, GameId(ID), seat, raw))
    await sweep_all(games.store, games.systems)
    await games.close()
    return Played(folder, over, len(game.inputs))


def plain(folder: Path, name: str) -> Path:
    """A copy in which every checkpoint is plain text."""
    made = again(folder, name)
    store = opened(made)

    def unpack(db: sa.Connection) -> None:
        for row in past.checkpoints(db, ID):
            here = (checkpoint.c.game_id == ID) & (checkpoint.c.tape_seq == row["tape_seq"])
            db.execute(checkpoint.update().where(here).values(state=row["state"], packed=None, base=None))

    store.run_now(unpack)
    store.close()
    return made


async def taken_up(folder: Path, key: str) -> list[float]:
    """Milliseconds until a game is in memory, each time by new hosts in this process."""
    found = list[float]()
    for _ in range(LOOKS):
        games = hosted(folder, [system_of(key)])
        began = perf_counter()
        async with games.mailbox.enter(GameId(ID)) as drive:
            found.append(1000 * (perf_counter() - began))
            assert drive
            assert drive.session
        await games.close()
    return found


def of_system(report: Report, folder: Path, key: str) -> None:
    """The figures of a system's kept games."""
    empty = folder / f"{key}-empty"
    empty.mkdir()
    opened(empty).close()
    least, games = size(empty), kept(key)
    all_played = [asyncio.run(played(folder / f"{key}{n}", game)) for n, game in enumerate(games)]
    texts = [plain(one.running, f"{one.running.name}-plain") for one in all_played]
    count = sum(one.answers for one in all_played)

    def each(folders: list[Path]) -> float:
        return sum(size(one) - least for one in folders) / count / 1000

    before = each(texts)
    for what, bar, found in (("running", RUNNING[key], each([one.running for one in all_played])),
                             ("finished", FINISHED, each([one.finished for one in all_played]))):  # fmt: skip
        row = Figure(f"{key}: stored an answer, {what}", "kB", sig(found), count, floor=sig(before),
                     ratio=sig(found / before), what="whole database; the floor has plain checkpoints")  # fmt: skip
        report.add(judged(row, f"<= {bar:g} kB", found <= bar))
    longest = max(range(len(games)), key=lambda n: all_played[n].answers)
    bare = asyncio.run(taken_up(texts[longest], key))
    took = figure(f"{key}: a game is taken up", "ms", asyncio.run(taken_up(all_played[longest].running, key)), bare)
    report.add(judged(took, f"<= {TAKEN_UP:g} ms", took.median <= TAKEN_UP))


def measure() -> Report:
    """All figures of storage."""
    report = Report("What is stored of an answer", facts=machine())
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        for system in SYSTEMS:
            of_system(report, Path(name), system.key)
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    given = arguments("stored", "What is stored of an answer, while a game runs and after it.", 60).parse_args(argv)
    return show(measure(), given)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
