"""No room on the disk, a file that may not grow, a database that another program holds."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.systems import SYSTEMS
from tests.faults.house import House, run
from tests.faults.settling import recorded, settled
from tests.faults.tables import Sent, Table, cases, played, table

ROOM, MOST, TIMES = 24 << 20, 16 << 20, 2
LIMITED = {"500", "table.away", "table.disk-full"}
"""What is said where a file may not grow: to SQLite that is no full disk."""
WAITS = 5.0
"""Seconds the server waits for a database that is held."""


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Whether the folder is a disk of its own now, with little room."""
    folder.mkdir(exist_ok=True)
    options = f"size={ROOM}"
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True)
    try:
        yield made.returncode == 0
    finally:
        if made.returncode == 0:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def filled(folder: Path) -> Path:
    """A file that takes all the room there is."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as out:
        try:
            while True:
                out.write(bytes(4096))
        except OSError:
            return ballast


async def refused(game: Table, *codes: int) -> tuple[Sent, Any]:
    """The first answer at a table that could not be kept, and what was said; until then they were."""
    for _ in range(400):
        sent = game.drawn()
        status, said = await game.send(sent)
        if status != 200:
            assert status in codes, said
            return sent, said
        game.stands(sent, said["version"])
        assert not game.is_over
    raise AssertionError("every answer is kept")


async def gone_on(game: Table, sent: Sent) -> None:
    """What was refused is taken now, as if it had never been."""
    status, said = await game.send(sent)
    assert status == 200, said
    game.stands(sent, said["version"])
    await played(game, 5)


async def looks(game: Table) -> None:
    """The table can still be looked at, as it stands."""
    for seat, who in game.people.items():
        shown = await who.need("GET", f"{game.path}?seat={seat}")
        assert shown["version"] == game.twin.version


@pytest.mark.slow
def test_a_full_disk_refuses_in_words_and_there_is_room_again(house: House, tried: Callable[[str], None]) -> None:
    async def test() -> str:
        with small_disk(house.folder) as is_small:
            try:
                await house.start(most=0 if is_small else MOST)
                return await full(house, is_small)
            finally:
                house.stop()

    tried(run(house, test()))


async def full(house: House, is_small: bool) -> str:
    """What was tried on a disk that was full more than once."""
    games = [await table(house, system.key, 5) for system in SYSTEMS]
    said, count = set[str](), 0
    for _ in range(TIMES):
        undo = no_room(house, is_small)
        held = [await refused(one, 422, 500, 507) for one in games]
        said |= {str(words.get("refusal", {}).get("code", words["status"])) for _, words in held}
        assert all(len(words["detail"]) > 20 for _, words in held)
        count += len(held)
        for one in games:
            await looks(one)
        await others(games[0], *((507,) if is_small else (500, 503, 507)))
        undo()
        for one, (sent, _) in zip(games, held, strict=True):
            await gone_on(one, sent)
        games = [*games[1:], games[0]]
        assert cases(house.file) == 0
    await settled(games)
    await recorded(games[0])
    assert said == {"table.disk-full"} or (not is_small and said <= LIMITED), said
    where = "on a small disk" if is_small else "with a limit to its files"
    return f"{count} answers refused {where} ({', '.join(said)}), {sum(len(one.tape) for one in games)} taken"


def no_room(house: House, is_small: bool) -> Callable[[], None]:
    """Nothing more can be written; what ends that."""
    if is_small:
        return filled(house.folder).unlink
    largest = max(file.stat().st_size for file in house.folder.iterdir())
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (largest, -1))
    return lambda: resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (-1, -1)) and None


async def others(game: Table, *codes: int) -> None:
    """What is said at the table cannot be kept either, and that is told in words; a page needs no room."""
    who = next(iter(game.people.values()))
    for _ in range(60):
        status, said = await who.call("POST", f"{game.path}/talk", {"text": "x" * 400, "scope": "table"})
        if status != 201:
            break
    assert status in codes, said
    assert len(said["detail"]) > 20
    assert (await who.call("GET", f"{game.path}/talk"))[0] == 200


async def held(file: Path, until_set: asyncio.Event) -> None:
    """Another program holds the database until then."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        await until_set.wait()
        other.execute("ROLLBACK")


@pytest.mark.slow
def test_a_held_database_is_waited_for_and_then_refused_in_words(house: House, tried: Callable[[str], None]) -> None:
    async def test() -> str:
        await house.start()
        games = [await table(house, system.key, 6) for system in SYSTEMS[:2]]
        for one in games:
            await played(one, 5)
        waited = 0
        for seconds in (0.1, 0.4, 0.8):
            waited += await outwaited(house, games, seconds)
        done = asyncio.Event()
        holder = asyncio.ensure_future(held(house.file, done))
        first = asyncio.ensure_future(refused(games[0], 503))
        await asyncio.sleep(0.5)
        await looks(games[1])
        sent, said = await first
        done.set()
        await holder
        assert said["refusal"]["code"] == "table.busy"
        assert len(said["detail"]) > 20
        await gone_on(games[0], sent)
        await settled(games)
        return f"{waited} answers waited for another program up to 0.8 s, 1 refused after {WAITS:.0f} s"

    tried(run(house, test()))


async def outwaited(house: House, games: list[Table], seconds: float) -> int:
    """How many answers were given while the database was held so long; all were taken."""
    done = asyncio.Event()
    holder = asyncio.ensure_future(held(house.file, done))
    await asyncio.sleep(0)
    play = asyncio.gather(*(one.give() for one in games))
    await asyncio.sleep(seconds)
    assert not play.done()
    done.set()
    await asyncio.gather(holder, play)
    return len(games)
