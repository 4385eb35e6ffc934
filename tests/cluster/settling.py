"""What must be true of a town after every fault: all that was acknowledged is there, once, and at every server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from app.games.verify import verify
from app.store.tables import answer_receipt, case
from app.systems import SYSTEMS
from tests.cluster.town import Follower, Shared, Town, Worker
from tests.faults.boards import Board, Seen
from tests.faults.settling import chained, given
from tests.faults.tables import Caller


def stored_right(table: Shared) -> None:
    """What is stored is what was acknowledged: no answer lost, none twice, in its order, with its dice and events."""
    row, tape, events = table.stored()
    assert row["status"] != "held", row["reason"]
    assert given(tape) == table.tape
    assert (row["head"], row["tape_len"], row["chain"]) == (table.twin.head, len(tape), table.twin.chain)
    assert chained(events) == table.twin.chain
    assert [one["seq"] for one in tape] == [*range(1, len(tape) + 1)]
    mine = sa.select(answer_receipt.c.command_id).where(answer_receipt.c.game_id == table.id)
    kept = table.town.read(lambda db: list(db.execute(mine).scalars()))
    assert sorted(kept) == sorted(one.command for one in table.journal if one.came and one.came[0] == 200)


async def seen_at(worker: Worker, table: Shared, query: str, cookie: str) -> Any:
    """The table as somebody sees it at one server."""
    caller = Caller(worker)
    caller.cookie = cookie
    try:
        return await caller.need("GET", f"{table.path}?{query.removeprefix('&')}")
    finally:
        caller.close()


async def loaded(worker: Worker, table: Shared, page: Follower) -> Seen:
    """What the same page shows that is loaded now from one server."""
    caller = Caller(worker)
    caller.cookie = page.who.cookie
    fresh = Board(worker, table.id, page.query, caller)
    await fresh.load()
    try:
        await fresh.come_back()
        return await fresh.come_to(table.twin.version)
    finally:
        fresh.close()
        caller.close()


async def settled(town: Town, tables: Sequence[Shared], boards: Sequence[Sequence[Follower]] = ()) -> None:
    """All of it is true of all tables, at every server, and of every page that was open."""
    assert town.read(lambda db: db.execute(sa.select(sa.func.count()).select_from(case)).scalar()) == 0
    for table in tables:
        stored_right(table)
        for seat, who in table.people.items():
            shown = [await seen_at(worker, table, f"&seat={seat}", who.cookie) for worker in town.workers]
            assert (shown[0]["version"], shown[0]["status"]) == (table.twin.version, table.twin.status)
            assert all(one == shown[0] for one in shown)
    for table, followers in zip(tables, boards, strict=False):
        for n, one in enumerate(followers):
            await one.come_to(table.twin.version)
            fresh = await loaded(town.workers[n % len(town.workers)], table, one)
            wrong = await one.wrong(fresh)
            assert not wrong, f"{table.system} {one.query}: {wrong}"


async def proven(town: Town, tables: Sequence[Shared], boards: Sequence[Sequence[Follower]]) -> int:
    """The same, and the events of their records, which verify; pages and people are gone then."""
    try:
        await settled(town, tables, boards)
        return sum([await recorded(one) for one in tables])
    finally:
        closed(tables, boards)


async def recorded(table: Shared) -> int:
    """The game is given up where it is not over, and its record stands every check; its number of events."""
    seat, caller = next(iter(table.people.items()))
    if table.stored()[0]["status"] != "over":
        await caller.need("POST", f"{table.path}/resign", {"seat": seat})
    record = await caller.need("GET", f"{table.path}/record")
    assert verify(record, SYSTEMS) == []
    return len(record["events"])


def closed(tables: Sequence[Shared], boards: Sequence[Sequence[Follower]] = ()) -> None:
    """All lines are closed."""
    for followers in boards:
        for one in followers:
            one.close()
            one.who.close()
    for table in tables:
        for who in table.people.values():
            who.close()


def counted(tables: Sequence[Shared], boards: Sequence[Sequence[Follower]] = ()) -> str:
    """What was tried, in words."""
    sent = [one for table in tables for one in table.journal]
    again = sum(one.tries > 1 for one in sent)
    cuts = sum(page.cuts for followers in boards for page in followers)
    count = sum(len(followers) for followers in boards)
    return f"{len(sent)} answers at {len(tables)} tables, {again} sent again; {count} sockets, cut {cuts} times"
