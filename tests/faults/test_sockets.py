"""Sockets cut at every version of a game of each system, and sockets nobody reads."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress

import pytest

from app.systems import SYSTEMS
from tests.faults.boards import Board, Seen, audiences, board, fresh, knock
from tests.faults.house import PATIENCE, House, run
from tests.faults.settling import settled
from tests.faults.tables import Table, played, table

ANSWERS, STEP, MOST = 24, 3, 400
"""``MOST``: who is so many events behind may be told to load afresh."""
SILENT, LOUD = 12, 80
AFRESH = b'{"resync":true}'
GROWTH = 24_000
"""Kilobytes by which the server may grow while twelve do not read what it tells a table in 80 answers of 40 kB each."""


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_who_was_cut_off_at_any_version_sees_what_all_see(house: House, tried: Callable[[str], None]) -> None:
    async def test() -> str:
        await house.start()
        games = [await table(house, system.key, 21) for system in SYSTEMS]
        told = await asyncio.gather(*(cut_everywhere(one) for one in games))
        await settled(games)
        cuts, live = (sum(numbers) for numbers in zip(*told, strict=True))
        return f"{cuts} returns, one to each event of {len(games)} games, and {live} while they were played"

    tried(run(house, test()))


async def cut_everywhere(table: Table) -> tuple[int, int]:
    """How often somebody came back to where he was, after the game and while it was played."""
    names = [*audiences(table)][-3:]
    stays = {name: await stayed(board(table, name).go(), table) for name in names}
    leaves = board(table, names[0])
    leaves.seen = stays[names[0]].seen.copy()
    history: dict[str, list[Seen]] = {name: [stays[name].seen.copy()] for name in names}
    for n in range(ANSWERS):
        if table.is_over:
            break
        await table.give()
        if n % STEP == 0:
            await leaves.come_back()
            await leaves.come_to(table.twin.version)
            leaves.cut()
        for name in names:
            history[name].append((await stays[name].come_to(table.twin.version)).copy())
    end = {name: await fresh(table, name) for name in names}
    wrong = {name: await stays[name].wrong(end[name]) for name in names}
    assert not any(wrong.values()), f"{table.system}: {wrong}"
    count = 0
    for version in range(1, table.twin.version + 1):
        name = names[version % len(names)]
        count += await returned(table, name, version, history[name], end[name])
    assert not (differs := (await leaves.come_back()).against(end[names[0]])), differs
    return count, leaves.told


async def stayed(one: Board, table: Table) -> Board:
    """A page that has come to where its table stands."""
    await one.come_to(table.twin.version)
    return one


async def returned(table: Table, name: str, version: int, history: list[Seen], end: Seen) -> bool:
    """Whether a version was one that could be seen; who comes back from it sees what those see who never left."""
    before = [seen for seen in history if seen.version <= version]
    if not before:
        return False
    one = board(table, name)
    one.seen = before[-1].copy()
    one.seen.rows |= {row for row in end.rows if row <= version}
    await one.come_back(version)
    wrong = one.seen.against(end) if not one.stale else []
    assert not one.stale or version < end.version - MOST
    one.close()
    assert not wrong, f"{table.system} {name or 'watcher'} from {version}: {wrong}"
    return True


class Deaf:
    """A socket that is open and never read."""

    def __init__(self, table: Table, audience: str) -> None:
        query, who = audiences(table)[audience]
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(30)
        self.socket.connect(("127.0.0.1", table.house.port))
        path = f"/ws/games/{table.id}?since=0{query}"
        self.socket.sendall(knock(path, table.house.port, who.cookie if who else ""))
        assert self.socket.recv(12).endswith(b"101")

    def read_up(self) -> int:
        """How many bytes were held back for it until it was told to load afresh, or cut."""
        found = bytearray()
        self.socket.settimeout(PATIENCE)
        with self.socket, suppress(ConnectionResetError):
            while AFRESH not in found and (more := self.socket.recv(1 << 20)):
                found += more
        return len(found)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_who_reads_nothing_holds_up_nobody_and_must_load_afresh_or_is_cut(
    house: House, tried: Callable[[str], None]
) -> None:
    async def test() -> str:
        await house.start(sends=32768)
        game = await table(house, "daimyo", 31)
        boards = [(game, name, board(game, name).go()) for name in audiences(game)]
        await played(game, 20)
        deaf = [Deaf(game, name) for name in ("red", "") for _ in range(SILENT // 2)]
        await played(game, 20)
        before = house.kilobytes()
        await played(game, LOUD)
        grown = house.kilobytes() - before
        for _, _, one in boards:
            await one.come_to(game.twin.version)
        await settled([game], boards)
        assert grown < GROWTH, f"{grown} kB"
        late = [await asyncio.to_thread(one.read_up) for one in deaf]
        held = sum(late) // 1024
        assert all(one.loads == 1 for _, _, one in boards)
        return f"{LOUD} answers past {len(deaf)} who read nothing: {held} kB held for them, memory +{grown} kB"

    tried(run(house, test()))


def test_who_claims_to_have_seen_what_never_was_harms_nobody(house: House, tried: Callable[[str], None]) -> None:
    async def test() -> str:
        await house.start()
        game = await table(house, "daimyo", 41)
        wild = [board(game, name) for name in ("", "red")]
        for one in wild:
            await one.join(10**9)
        boards = [(game, name, board(game, name).go()) for name in ("", "red")]
        for _, _, one in boards:
            await one.come_to(game.twin.version)
        await played(game, 6)
        await settled([game], boards)
        assert all(one.stale for one in wild)
        return "2 pages that came from the future, 2 beside them"

    tried(run(house, test()))
