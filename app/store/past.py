"""What a game was like before: when each version was reached, and the way back to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from app.store.db import Row
from app.store.events import source
from app.store.games import all_of, is_for_itself
from app.store.house_tables import moment, role
from app.store.packing import all_opened, opened
from app.store.tables import checkpoint, event, game


def reached(db: sa.Connection, id: str, at_ms: int) -> int:
    """The version the game had come to by then; its last one where nobody wrote down when."""
    mine = moment.c.game_id == id
    found = db.execute(sa.select(sa.func.max(moment.c.head)).where(mine, moment.c.at_ms <= at_ms)).scalar()
    if found is not None:
        return int(found)
    known = db.execute(sa.select(sa.func.count()).where(mine)).scalar()
    return 0 if known else int(db.execute(sa.select(game.c.version).where(game.c.id == id)).scalar() or 0)


def moments(db: sa.Connection, id: str) -> list[Row]:
    """When each version was reached, in order."""
    return all_of(db, sa.select(moment.c.head, moment.c.at_ms).where(moment.c.game_id == id).order_by(moment.c.head))


def last_of(db: sa.Connection, id: str, version: int) -> int:
    """The number of the last event before the next version: what only some may see belongs to the state they saw."""
    mine, for_all = event.c.game_id == id, event.c.seen_by.is_(sa.null())
    following = sa.select(event.c.seq).where(mine, event.c.version > version, for_all)
    events = source(db, id)
    after = events.execute(following.order_by(event.c.version).limit(1)).scalar()
    found = after - 1 if after else events.execute(sa.select(sa.func.max(event.c.seq)).where(mine)).scalar()
    return int(found or 0)


def tape_at(db: sa.Connection, id: str, version: int) -> int:
    """The tape entry that a version had come to when the next one was reached."""
    mine = (event.c.game_id == id) & (event.c.seq <= last_of(db, id, version))
    return int(source(db, id).execute(sa.select(sa.func.max(event.c.tape_seq)).where(mine)).scalar() or 0)


def stood(column: sa.Column[int], tape: int) -> sa.ColumnElement[bool]:
    """Whether a row was not yet struck by then."""
    return column.is_(None) | (column > tape)


def last_told(db: sa.Connection, id: str, version: int) -> int:
    """The number of the last event that all-seeing eyes have been told at a version."""
    mine = (event.c.game_id == id) & (event.c.version <= version)
    return int(source(db, id).execute(sa.select(sa.func.max(event.c.seq)).where(mine)).scalar() or 0)


def way_to(db: sa.Connection, id: str, version: int, told: bool = False) -> tuple[Row, list[Row]] | None:
    """The last checkpoint before a version as it stood then, and the events from there to it; ``None`` before any.

    ``told``: without what was hidden after it, which whoever sees all, but late, is not to see before its time.
    """
    tape, last = tape_at(db, id, version), (last_told if told else last_of)(db, id, version)
    points = sa.select(checkpoint).where(
        checkpoint.c.game_id == id, checkpoint.c.head <= last, checkpoint.c.tape_seq <= tape,
        stood(checkpoint.c.struck_by, tape),
    )  # fmt: skip
    point = db.execute(points.order_by(checkpoint.c.tape_seq.desc()).limit(1)).mappings().first()
    if point is None:
        return None
    rows = sa.select(event).where(
        event.c.game_id == id, event.c.seq > point["head"], event.c.seq <= last, stood(event.c.struck_by, tape)
    )
    return opened(db, dict(point)), all_of(source(db, id), rows.order_by(event.c.seq))


def begins(db: sa.Connection, id: str) -> int | None:
    """The first version of which there is a state; ``None`` before the game has begun."""
    first = db.execute(sa.select(sa.func.min(checkpoint.c.head)).where(checkpoint.c.game_id == id)).scalar()
    if first is None:
        return None
    there = sa.select(sa.func.max(event.c.version)).where(event.c.game_id == id, event.c.seq <= first)
    found: int | None = source(db, id).execute(there).scalar()
    return found


def last_kind(db: sa.Connection, id: str, version: int, kinds: Sequence[str]) -> str:
    """Of which of these kinds the last such event up to a version is; empty before any."""
    mine = sa.select(event.c.kind).where(event.c.game_id == id, event.c.version <= version, event.c.kind.in_(kinds))
    return str(source(db, id).execute(mine.order_by(event.c.seq.desc()).limit(1)).scalar() or "")


def last_body(db: sa.Connection, id: str, kind: str, seat: str) -> Any | None:
    """What the last event of this kind says that is about a seat; ``None`` before any."""
    mine = sa.select(event.c.body).where(event.c.game_id == id, event.c.kind == kind)
    found = source(db, id).execute(mine.order_by(event.c.seq.desc())).scalars()
    return next((body for body in found if body.get("seat") == seat), None)


def steps(db: sa.Connection, id: str, version: int) -> list[Row]:
    """Every event up to a version that stood then: its number, kind, audience and body, in order."""
    rows = sa.select(event).where(
        event.c.game_id == id, event.c.version <= version, stood(event.c.struck_by, tape_at(db, id, version))
    )
    return all_of(source(db, id), rows.order_by(event.c.seq))


def roles_of(db: sa.Connection, id: str, guest: str) -> list[str]:
    """What this guest is to the game, beside its seats."""
    query = sa.select(role.c.role).where(role.c.game_id == id, role.c.guest_id == guest).order_by(role.c.role)
    return list(db.execute(query).scalars())


def not_over(db: sa.Connection) -> list[str]:
    """Every game that is not over, the oldest first; lessons, whose dice are written, aside."""
    mine = sa.select(game.c.id).where(game.c.status != "over", is_for_itself())
    return list(db.execute(mine.order_by(game.c.created)).scalars())


def first_point(db: sa.Connection, id: str) -> Row:
    """The checkpoint with which a game began."""
    mine = sa.select(checkpoint).where(checkpoint.c.game_id == id).order_by(checkpoint.c.tape_seq).limit(1)
    return opened(db, dict(db.execute(mine).mappings().one()))


def rules_of(db: sa.Connection, id: str) -> set[int]:
    """The versions of the rules by which a game was played, as far as its checkpoints say."""
    standing = checkpoint.c.game_id == id, checkpoint.c.struck_by.is_(None)
    return set(db.execute(sa.select(checkpoint.c.rules_version).where(*standing)).scalars())


def checkpoints(db: sa.Connection, id: str) -> list[Row]:
    """All checkpoints of a game, struck ones too."""
    mine = sa.select(checkpoint).where(checkpoint.c.game_id == id)
    return all_opened(all_of(db, mine.order_by(checkpoint.c.tape_seq)))
