"""What must be true after every fault: all that was acknowledged is there, once, and everybody sees the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import sqlalchemy as sa

from app.engine.digest import START, link
from app.games.verify import verify
from app.store.db import Row
from app.systems import SYSTEMS
from tests.faults.boards import Board, audiences, fresh
from tests.faults.tables import Table, cases, looked


def chained(events: Sequence[Row]) -> str:
    """The last link of the chain, which is whole."""
    chain = START
    for number, row in enumerate(events, 1):
        chain = link(chain, row["body"])
        assert (row["seq"], row["chain"]) == (number, chain)
    return chain


def given(tape: Iterable[Row]) -> list[tuple[str, str, object]]:
    """The answers on a tape: of whom, to what, which."""
    return [(row["seat"], row["ask_id"], row["body"]) for row in tape if row["kind"] == "answer"]


def receipts(file: Path, game: str) -> dict[str, Row]:
    """The stored result of each command of a game."""
    rows = looked(
        file, lambda db: [*db.execute(sa.text("SELECT * FROM answer_receipt WHERE game_id = :id"), {"id": game})]
    )
    found = {row.command_id: row for row in rows}
    assert len(found) == len(rows)
    return found


def stored_right(table: Table, tape: list[tuple[object, str, object]] | None = None) -> None:
    """What is stored is what was acknowledged: no answer lost, none twice, in its order, with its dice and events."""
    row, rows, events = table.stored()
    assert row["status"] != "held", row["reason"]
    assert given(rows) == (table.tape if tape is None else tape)
    assert (row["head"], row["tape_len"], row["chain"]) == (table.twin.head, len(rows), table.twin.chain)
    assert chained(events) == table.twin.chain
    assert [one["seq"] for one in rows] == [*range(1, len(rows) + 1)]
    kept = receipts(table.house.file, table.id)
    accepted = {one.command for one in table.journal if one.came and one.came[0] == 200}
    assert {command for command in kept if not command.startswith("undo")} == accepted


async def moved_on(table: Table) -> None:
    """Answers were given up to one of which all are told: who loaded just after a step back sees the table then."""
    before = table.twin.version
    while not table.is_over and table.twin.version == before:
        await table.give()


async def settled(tables: Sequence[Table], boards: Sequence[tuple[Table, str, Board]] = ()) -> None:
    """All of it is true of all tables, and of every page that was open, once the game has moved on."""
    for table in tables:
        await moved_on(table)
        stored_right(table)
        assert cases(table.house.file) == 0
        for audience, (query, who) in audiences(table).items():
            caller = who or next(iter(table.people.values()))
            shown = await caller.need("GET", f"{table.path}?{query.removeprefix('&')}")
            assert (shown["version"], shown["status"]) == (table.twin.version, table.twin.status), audience
    for table, audience, one in boards:
        await one.come_to(table.twin.version)
        wrong = await one.wrong(await fresh(table, audience))
        assert not wrong, f"{table.system} {audience or 'watcher'}: {wrong}"


async def recorded(table: Table) -> int:
    """The game is given up where it is not over, and its record stands every check; its number of events."""
    for seat, caller in table.people.items():
        shown = await caller.need("GET", f"{table.path}?seat={seat}")
        if shown["status"] != "over":
            await caller.need("POST", f"{table.path}/resign", {"seat": seat})
    record = await caller.need("GET", f"{table.path}/record")
    assert verify(record, SYSTEMS) == []
    return len(record["events"])
