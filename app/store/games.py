"""Games as rows: one input is one ``Change``, written whole or not at all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import packing
from app.store.db import Conflict, Row
from app.store.events import source, unpack
from app.store.house_tables import clock, moment
from app.store.said import straight
from app.store.tables import answer_receipt, case, checkpoint, event, game, leader, seat, tape

After = tuple[Any, Any] | None
"""The place in a list behind which something lies: a time and an id."""
FOLLOWED = ("offer", "rest", "table")
"""By whom an answer is that followed by itself."""


@dataclass(slots=True)
class Change:
    """What one input does to a game.

    ``rev`` is that the change starts from: if the row has another by now it is
    a ``Conflict``.  ``strike_*`` hold
    ``(numbers struck, tape entry that strikes them)``.
    """

    game_id: str
    rev: int = 0
    values: Row = field(default_factory=dict)
    tape: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    checkpoints: list[Row] = field(default_factory=list)
    seats: dict[str, Row] = field(default_factory=dict)
    strike_tape: list[tuple[list[int], int]] = field(default_factory=list)
    strike_events: list[tuple[list[int], int]] = field(default_factory=list)
    strike_checkpoints: list[tuple[list[int], int]] = field(default_factory=list)
    receipt: Row | None = None
    moment: Row | None = None
    clocks: dict[str, Row] = field(default_factory=dict)
    case: Row | None = None
    beside: list[Callable[[sa.Connection], None]] = field(default_factory=list)
    """What else is written with it, or not either."""

    def size(self) -> int:
        """About how many bytes it writes."""
        return len(msgspec.json.encode((self.tape, self.events, self.checkpoints)))


@dataclass(frozen=True, slots=True)
class Saved:
    """All that is needed to take a game up again from its last checkpoint."""

    game: Row
    seats: list[Row]
    checkpoint: Row | None
    tape: list[Row]
    events: list[Row]
    clocks: list[Row] = field(default_factory=list)
    given: dict[str, int] = field(default_factory=dict)
    """How many answers each seat has ever given, as ``given`` counts them."""
    standing: dict[str, int] = field(default_factory=dict)
    """How many of them are not struck."""
    own: list[tuple[str, int, int, bool]] = field(default_factory=list)
    """What persons answered themselves in this phase, and the last of either sort of each seat before it: the seat, the
    tape entry, the version before anything came of it, and whether it was in the middle of a deed."""


@dataclass(frozen=True, slots=True)
class Later:
    """What a game has come to since a tape entry: its row and seats as they are now, and the tape from there."""

    game: Row
    seats: list[Row]
    tape: list[Row]
    clocks: list[Row]


LED = ("number", "guest_id", "name", "part", "offered", "since")
"""What is kept of a leader, beside where he leads."""
REV = sa.select(game.c.rev).where(game.c.id == sa.bindparam("id"))
"""How often a game has been changed."""


def create(db: sa.Connection, row: Row, seats: list[Row], change: Change) -> None:
    """A new game with its seats and all that happened in its first moment."""
    db.execute(game.insert(), row)
    db.execute(seat.insert(), seats)
    commit(db, change)


def commit(db: sa.Connection, change: Change) -> int | None:
    """The change is written; the number of its case if it has one."""
    id = change.game_id
    with straight(db) as driver:
        found = driver.change(game, {"id": id, "rev": change.rev}, {**change.values, "rev": change.rev + 1})
        driver.add(tape, change.tape)
        driver.add(event, change.events)
        driver.add(moment, [change.moment] if change.moment else [])
        driver.add(answer_receipt, [change.receipt] if change.receipt else [])
        for name, values in change.seats.items():
            driver.change(seat, {"game_id": id, "seat": name}, values)
        for name, values in change.clocks.items():
            driver.put(clock, {"game_id": id, "seat": name}, values)
    if found.rowcount != 1:
        raise Conflict(id)
    strike(db, change)
    packing.add(db, change.checkpoints)
    for write in change.beside:
        write(db)
    return add_case(db, change.case) if change.case else None


def strike(db: sa.Connection, change: Change) -> None:
    """What the change strikes is struck."""
    if any(numbers for numbers, _ in change.strike_events):
        unpack(db, change.game_id)
    for table, number, strikes in (
        (tape, tape.c.seq, change.strike_tape),
        (event, event.c.seq, change.strike_events),
        (checkpoint, checkpoint.c.tape_seq, change.strike_checkpoints),
    ):
        for numbers, by in strikes:
            if numbers:
                here = (table.c.game_id == change.game_id) & number.in_(numbers)
                db.execute(table.update().where(here).values(struck_by=by))


def add_case(db: sa.Connection, row: Row) -> int:
    """A crash of a rule is kept; its number."""
    return int(db.execute(case.insert().returning(case.c.id), row).scalar_one())


def case_of(db: sa.Connection, id: int) -> Row | None:
    """A kept crash."""
    found = db.execute(sa.select(case).where(case.c.id == id)).mappings().first()
    return dict(found) if found else None


def all_of(db: sa.Connection, query: sa.Select[Any]) -> list[Row]:
    """The rows as dicts."""
    return [dict(row) for row in db.execute(query).mappings()]


def seats_of(db: sa.Connection, ids: list[str]) -> list[Row]:
    """The seats of these games, in seat order; one that several lead with its other ``leaders``."""
    led = (leader.c.game_id == seat.c.game_id) & (leader.c.seat == seat.c.seat)
    query = sa.select(seat, *(leader.c[name].label(f"led.{name}") for name in LED)).outerjoin(leader, led)
    rows = all_of(db, query.where(seat.c.game_id.in_(ids)).order_by(seat.c.game_id, seat.c.position, leader.c.number))
    found = dict[tuple[str, str], Row]()
    for row in rows:
        one = {name: row.pop(f"led.{name}") for name in LED}
        mine = found.setdefault((row["game_id"], row["seat"]), row)
        if one["number"]:
            mine["leaders"] = (*mine.get("leaders", ()), one)
    return list(found.values())


def sits(*guests: str) -> sa.CompoundSelect[Any]:
    """The games in which one of these sits: a seat is his, or he leads a part of its side."""
    return sa.union(*(sa.select(at.c.game_id).where(at.c.guest_id.in_(guests)) for at in (seat, leader)))


def load(db: sa.Connection, id: str, before: int | None = None) -> Saved | None:
    """The game with its last unstruck checkpoint (at most ``before``, a tape number) and what followed it.

    Struck answers and throws are left out, undo entries are kept; struck events are left out.
    """
    row = db.execute(sa.select(game).where(game.c.id == id)).mappings().first()
    if row is None:
        return None
    points = sa.select(checkpoint).where(checkpoint.c.game_id == id, checkpoint.c.struck_by.is_(None))
    if before is not None:
        points = points.where(checkpoint.c.tape_seq <= before)
    point = db.execute(points.order_by(checkpoint.c.tape_seq.desc()).limit(1)).mappings().first()
    since, head = (point["tape_seq"], point["head"]) if point else (0, 0)
    tapes = sa.select(tape).where(tape.c.game_id == id, tape.c.seq > since, tape.c.struck_by.is_(None))
    events = sa.select(event).where(event.c.game_id == id, event.c.seq > head, event.c.struck_by.is_(None))
    return Saved(
        dict(row), seats_of(db, [id]), packing.opened(db, dict(point)) if point else None,
        all_of(db, tapes.order_by(tape.c.seq)), all_of(source(db, id), events.order_by(event.c.seq)), clocks_of(db, id),
        *given(db, id), own(db, id, since),
    )  # fmt: skip


def counted(kind: str, by: str, seat: str | None) -> str:
    """Under which name ``given`` counts an input."""
    return (f"~{seat}" if by in FOLLOWED else str(seat)) if kind == "answer" else ""


def given(db: sa.Connection, id: str) -> tuple[dict[str, int], dict[str, int]]:
    """How many answers each seat has given, struck or not (under ``~`` and its name those that followed by themselves),
    and under the empty name all inputs but answers and dice; and how many of each are not struck."""
    followed = (tape.c.kind == "answer") & tape.c.by.in_(FOLLOWED)
    who = sa.case((followed, sa.literal("~") + tape.c.seat), (tape.c.kind == "answer", tape.c.seat), else_="")
    mine = (tape.c.game_id == id) & (tape.c.kind != "throw")
    counts = sa.func.count(), sa.func.count() - sa.func.count(tape.c.struck_by)
    rows = db.execute(sa.select(who, *counts).where(mine).group_by(who)).all()
    return {who: every for who, every, _ in rows}, {who: left for who, _, left in rows}


def own(db: sa.Connection, id: str, since: int) -> list[tuple[str, int, int, bool]]:
    """What persons answered themselves after a tape entry, and the last of each seat up to it that began a go and that
    did not: ``Saved.own``."""
    mine = (tape.c.game_id == id) & (tape.c.kind == "answer") & (tape.c.by == "person") & tape.c.struck_by.is_(None)
    midway = sa.func.coalesce(tape.c.midway, sa.false())
    last = sa.select(tape.c.seat, sa.func.max(tape.c.seq), midway).group_by(tape.c.seat, midway)
    earlier, phase = (
        last.where(mine, tape.c.seq <= since),
        sa.select(tape.c.seat, tape.c.seq, midway).where(mine, tape.c.seq > since),
    )
    answers = sorted(
        (int(seq), str(who), bool(mid)) for query in (earlier, phase) for who, seq, mid in db.execute(query)
    )
    if not answers:
        return []
    told, first = (event.c.game_id == id) & event.c.seen_by.is_(sa.null()), answers[0][0]
    events, newest = source(db, id), sa.func.max(event.c.version)
    before = events.execute(sa.select(newest).where(told, event.c.tape_seq < first)).scalar()
    later = sa.select(event.c.tape_seq, newest).where(told, event.c.tape_seq >= first).group_by(event.c.tape_seq)
    reached = [(first - 1, int(before or 0)), *sorted((int(seq), int(v)) for seq, v in events.execute(later))]
    return [(who, seq, reached[bisect_left(reached, (seq, 0)) - 1][1], mid) for seq, who, mid in answers]


def clocks_of(db: sa.Connection, id: str) -> list[Row]:
    """The clocks of a game."""
    return all_of(db, sa.select(clock).where(clock.c.game_id == id))


def revs(db: sa.Connection, ids: Sequence[str]) -> dict[str, int]:
    """How often each of these games has been changed."""
    return dict(db.execute(sa.select(game.c.id, game.c.rev).where(game.c.id.in_(ids))).all())


def later(db: sa.Connection, id: str, since: int) -> Later | None:
    """What has come after a tape entry, struck or not."""
    row = db.execute(sa.select(game).where(game.c.id == id)).mappings().first()
    tapes = sa.select(tape).where(tape.c.game_id == id, tape.c.seq > since).order_by(tape.c.seq)
    return Later(dict(row), seats_of(db, [id]), all_of(db, tapes), clocks_of(db, id)) if row else None


def last_answer(db: sa.Connection, id: str, by: str) -> Row | None:
    """The latest unstruck answer of a seat anywhere in the game that did not follow by itself."""
    mine = (tape.c.game_id == id) & (tape.c.seat == by) & (tape.c.kind == "answer") & tape.c.struck_by.is_(None)
    mine &= tape.c.by.not_in(FOLLOWED)
    found = db.execute(sa.select(tape).where(mine).order_by(tape.c.seq.desc()).limit(1)).mappings().first()
    return dict(found) if found else None


def after(db: sa.Connection, id: str, tape_seq: int) -> tuple[list[Row], list[int], list[Row]]:
    """What a return to just before this tape entry strikes: tape rows, checkpoint numbers, event rows."""
    later = sa.select(tape).where(tape.c.game_id == id, tape.c.seq >= tape_seq, tape.c.struck_by.is_(None))
    points = sa.select(checkpoint.c.tape_seq).where(
        checkpoint.c.game_id == id, checkpoint.c.tape_seq >= tape_seq, checkpoint.c.struck_by.is_(None)
    )
    events = sa.select(event).where(event.c.game_id == id, event.c.tape_seq >= tape_seq, event.c.struck_by.is_(None))
    return (
        all_of(db, later.order_by(tape.c.seq)),
        list(db.execute(points).scalars()),
        all_of(source(db, id), events.order_by(event.c.seq)),
    )


def receipt(db: sa.Connection, id: str, by: str, command_id: str) -> Any | None:
    """The stored result of a command."""
    mine = (answer_receipt.c.game_id == id) & (answer_receipt.c.seat == by)
    query = sa.select(answer_receipt.c.result).where(mine, answer_receipt.c.command_id == command_id)
    return db.execute(query).scalar_one_or_none()


def events_after(db: sa.Connection, id: str, since: int, limit: int) -> list[Row]:
    """Events told after a version, struck ones too, up to so many versions, in order."""
    told = (event.c.game_id == id) & (event.c.version > since) & (event.c.version <= since + limit)
    return all_of(source(db, id), sa.select(event).where(told).order_by(event.c.seq))


def whole(db: sa.Connection, id: str) -> tuple[list[Row], list[Row]]:
    """Every tape entry and every event of a game, struck ones too."""
    tapes = sa.select(tape).where(tape.c.game_id == id).order_by(tape.c.seq)
    return all_of(db, tapes), events_after(db, id, 0, 1_000_000)


def behind(
    time: sa.ColumnElement[Any], id: sa.ColumnElement[Any], after: After, *, down: bool = False
) -> sa.ColumnElement[bool]:
    """What comes behind a place, the latest first, at one time by ids (``down``: the largest first); all where there is
    none."""
    if after is None:
        return sa.true()
    at, last = after
    found: sa.ColumnElement[bool] = (time < at) | ((time == at) & (id < last if down else id > last))
    return found


def listed(
    db: sa.Connection, where: sa.ColumnElement[bool], limit: int, after: After = None
) -> tuple[list[Row], list[Row]]:
    """Games and their seats, the latest first; ``after``: those that come behind this place."""
    where &= behind(game.c.created, game.c.id, after)
    rows = all_of(db, sa.select(game).where(where).order_by(game.c.created.desc(), game.c.id).limit(limit))
    return rows, seats_of(db, [row["id"] for row in rows])


def is_for_itself() -> sa.ColumnElement[bool]:
    """The game is no lesson."""
    alone: sa.ColumnElement[bool] = game.c.options[("lesson", "key")].as_string().is_(None)
    return alone


def of_guest(db: sa.Connection, id: str, limit: int = 100, after: After = None) -> tuple[list[Row], list[Row]]:
    """Games this guest owns or sits in."""
    return listed(db, is_for_itself() & ((game.c.owner == id) | game.c.id.in_(sits(id))), limit, after)


def going_on(db: sa.Connection, limit: int = 200) -> tuple[list[Row], list[Row]]:
    """Games that are open, played or paused, and those that may still be so to watchers who see them later."""
    delayed = game.c.options["watch"]["delay"].as_integer() > 0
    going = game.c.status.in_(("open", "playing", "paused"))
    return listed(db, going | (delayed & (game.c.status == "over")), limit)


def those(db: sa.Connection, ids: Collection[str], where: sa.ColumnElement[bool]) -> frozenset[str]:
    """The games among these of which this is so."""
    return frozenset(db.execute(sa.select(game.c.id).where(game.c.id.in_(ids), where)).scalars())


def with_bots(db: sa.Connection) -> list[str]:
    """Games in play in which a bot may owe an answer."""
    bots = sa.select(seat.c.game_id).where((seat.c.kind == "bot") | seat.c.stand_in)
    mine = sa.select(game.c.id).where(game.c.status == "playing", game.c.id.in_(bots), is_for_itself())
    return list(db.execute(mine).scalars())
