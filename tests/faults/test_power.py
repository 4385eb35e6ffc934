"""The power goes at any instant: what lies in the files then is sound, holds all that was acknowledged, and goes on.

None of the server's threads moves while its files are copied, so that a copy is what the disk holds at one instant.
What was not yet acknowledged may be lost or torn: it is cut off, or written over with noise; so is a page of the
database that the log still holds.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import struct
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from app.engine.asks import Json
from app.engine.events import Seat
from app.games.results import Accepted, GameId
from app.games.service import Games
from app.store import Store
from app.store import games as rows
from app.systems import SYSTEMS
from tests.faults.house import House, run
from tests.faults.settling import chained, given, recorded, settled
from tests.faults.tables import Table, played, table

COPIES, ANSWERS = 20, 120
HEADER, FRAME = 32, 24
TAILS = ("torn tail", "noise for a tail")
HARM = ("none", "no index", *TAILS, "torn page")


@dataclass
class Copy:
    """The files at an instant, what was acknowledged by then, and what the cut of the power did to them."""

    folder: Path
    known: dict[str, int]
    harm: str

    @property
    def file(self) -> Path:
        """The database."""
        return self.folder / "gunbai.sqlite3"

    @property
    def log(self) -> Path:
        """Its log."""
        return self.folder / "gunbai.sqlite3-wal"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_files_are_sound_at_any_instant_and_play_goes_on(house: House, tried: Callable[[str], None]) -> None:
    async def test() -> tuple[list[Table], list[Copy]]:
        await house.start(pages=60)
        games = [await table(house, system.key, 3) for system in SYSTEMS]
        enough = asyncio.Event()
        play = asyncio.gather(*(on_and_on(one, ANSWERS // len(games), enough) for one in games))
        copies = await copied(house, games, play)
        enough.set()
        await play
        await settled(games)
        await last(house, games, copies[-1])
        return games, copies

    games, copies = run(house, test())
    rng, done = Random(3), Counter[str]()
    for number, one in enumerate(copies):
        done[f"{one.harm}{'' if harmed(one, rng) else ' (not possible then)'}"] += 1
        done["gone on"] += asyncio.run(opened(one, games, games[number % len(games)]))
    kinds = ", ".join(f"{n} {words}" for words, n in sorted(done.items()))
    assert done["torn tail"] + done["noise for a tail"] + done["torn page"] > 0
    tried(f"{len(copies)} copies while {sum(len(one.tape) for one in games)} answers and throws were made: {kinds}")


async def on_and_on(one: Table, least: int, enough: asyncio.Event) -> None:
    """So many answers were given at a table, and more until it is enough, or its end."""
    await played(one, least)
    while not enough.is_set() and not one.is_over:
        await one.give()


async def copied(house: House, games: list[Table], play: asyncio.Future[list[None]]) -> list[Copy]:
    """Copies of all files at random instants."""
    rng, copies = Random(5), list[Copy]()
    while len(copies) < COPIES and not play.done():
        await asyncio.sleep(rng.random() * 0.06)
        folder = house.folder.with_name(f"copy-{len(copies)}")
        folder.mkdir()
        known = {one.id: len(one.tape) for one in games}
        with house.still():
            for file in house.folder.glob("gunbai.sqlite3*"):
                shutil.copyfile(file, folder / file.name)
        copies.append(Copy(folder, known, HARM[len(copies) % len(HARM)]))
    assert len(copies) == COPIES, f"only {len(copies)} copies were made"
    return copies


# -- what a cut of the power does ---------------------------------------------------


def harmed(copy: Copy, rng: Random) -> bool:
    """Whether the harm could be done; what may be lost is a commit that was not yet acknowledged."""
    if copy.harm != "none":
        copy.file.with_name(copy.file.name + "-shm").unlink(missing_ok=True)
    log = copy.log.read_bytes()
    before, end, pages, size = committed(log)
    loose = copy.harm in TAILS and not is_moved(copy.file, log[before:end], size) and may_lose(copy, log[:before])
    open_end = before if loose else end
    if copy.harm == "torn tail":
        copy.log.write_bytes(log[: rng.randint(open_end, max(open_end, end - 1))])
    elif copy.harm == "noise for a tail":
        copy.log.write_bytes(log[:open_end] + rng.randbytes(rng.randint(1, 3 * size)))
    elif copy.harm == "torn page":
        return bool(pages) and torn(copy.file, rng.choice(sorted(pages)), size, rng)
    return copy.harm not in TAILS or open_end < end


def committed(log: bytes) -> tuple[int, int, set[int], int]:
    """Where the last commit but one and the last end, which pages (but the first) the log holds, and their size."""
    size, salt = int.from_bytes(log[8:12], "big") or 4096, log[16:24]
    before = end = min(HEADER, len(log))
    pages, since = set[int](), set[int]()
    for at in range(HEADER, len(log) - FRAME - size + 1, FRAME + size):
        page, commits = struct.unpack_from(">II", log, at)
        if log[at + 8 : at + 16] != salt:
            break
        since.add(page)
        if commits:
            before, end, pages, since = end, at + FRAME + size, pages | since, set()
    return before, end, pages - {1}, size


def is_moved(file: Path, frames: bytes, size: int) -> bool:
    """Whether a page of these frames is in the file already: then the disk has kept the log up to here before it."""
    data = file.read_bytes()
    for at in range(0, len(frames) - FRAME - size + 1, FRAME + size):
        (page,) = struct.unpack_from(">I", frames, at)
        if data[(page - 1) * size : page * size] == frames[at + FRAME : at + FRAME + size]:
            return True
    return False


def may_lose(copy: Copy, log: bytes) -> bool:
    """Whether all that was acknowledged is there without the last commit: that each game has begun, and the answers."""
    trial = copy.folder / "trial"
    trial.mkdir()
    shutil.copyfile(copy.file, trial / copy.file.name)
    (trial / copy.log.name).write_bytes(log)
    with closing(sqlite3.connect(trial / copy.file.name)) as database:
        counts = dict(database.execute("SELECT game_id, count(*) FROM tape WHERE kind = 'answer' GROUP BY game_id"))
        begun = {id for (id,) in database.execute("SELECT id FROM game WHERE status IN ('playing', 'over')")}
    return copy.known.keys() <= begun and all(counts.get(id, 0) >= known for id, known in copy.known.items())


def torn(file: Path, page: int, size: int, rng: Random) -> bool:
    """Half of a page that the log holds is noise, where the file has it yet."""
    if file.stat().st_size < page * size:
        return False
    with file.open("r+b") as data:
        data.seek((page - 1) * size)
        data.write(rng.randbytes(size // 2))
    return True


# -- what must be true --------------------------------------------------------------


async def opened(copy: Copy, games: list[Table], next: Table) -> bool:
    """Whether a game went on from the copy, which is sound and holds all that was known."""
    store = Store(f"sqlite:///{copy.file}")
    hosted = Games(store, SYSTEMS, b"k" * 32, lambda *_: None)
    try:
        await hosted.start()
        assert store.look_now(lambda db: db.execute(sa.text("PRAGMA integrity_check")).scalar_one()) == "ok"
        left = {one.id: remembered(copy, store, one) for one in games}
        return await goes_on(copy, hosted, next, left[next.id])
    finally:
        await hosted.close()


def remembered(copy: Copy, store: Store, table: Table) -> list[tuple[Seat, str, Json]]:
    """What was answered at a table after the copy; its tape is one the game had, with all that was known by then."""
    saved = store.look_now(rows.load, table.id)
    tape, events = store.look_now(rows.whole, table.id)
    assert saved
    assert saved.game["status"] in ("playing", "over"), f"{copy.harm}: {saved.game['reason']}"
    answers = given(tape)
    assert len(answers) >= copy.known[table.id], copy.harm
    assert answers == table.tape[: len(answers)]
    assert (saved.game["head"], saved.game["chain"]) == (len(events), chained(events))
    return table.tape[len(answers) :]


async def goes_on(copy: Copy, hosted: Games, table: Table, left: list[tuple[Seat, str, Json]]) -> bool:
    """Whether the game took what it was answered next."""
    for seat, ask, raw in left[:1]:
        said = await hosted.answer(GameId(table.id), seat, ask, raw)
        assert isinstance(said, Accepted), f"{copy.harm}: {said}"
    return bool(left)


async def last(house: House, games: list[Table], copy: Copy) -> None:
    """A real server plays on from a copy as it is, to the end of its games."""
    copy.harm = "none"
    folder = house.folder.with_name("again")
    shutil.copytree(copy.folder, folder)
    shutil.copyfile(house.folder / "secret.key", folder / "secret.key")
    house.stop()
    house.folder, before = folder, house.folder
    await house.start()
    for one in games:
        for seat, ask, raw in one.tape[len(given(one.stored()[1])) :]:
            body = {"ask": ask, "answer": raw, "seat": seat}
            assert (await one.people[seat].call("POST", f"{one.path}/answers", body))[0] == 200
        assert one.stored()[0]["chain"] == one.twin.chain
        await recorded(one)
    house.folder = before
