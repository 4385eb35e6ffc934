"""What people were told, kept in the house: bounded for each, what was read and is old is forgotten first."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import After, all_of, behind
from app.store.house_tables import inbox
from app.store.tables import guest

MOST = 200
"""So much is kept for each person."""


def add(db: sa.Connection, row: Row, *, last: bool = False) -> bool:
    """Whether it is kept now: once a wait, also where several processes tell it at once.

    ``last``: what was told before of the same kind and place gives way to it.
    """
    db.execute(sa.select(guest.c.id).where(guest.c.id == row["guest_id"]).with_for_update(key_share=True))
    mine = (inbox.c.guest_id == row["guest_id"]) & (inbox.c.kind == row["kind"]) & (inbox.c.path == row["path"])
    if row["wait"] and db.execute(sa.select(inbox.c.id).where(mine, inbox.c.wait == row["wait"])).first() is not None:
        return False
    if last:
        db.execute(inbox.delete().where(mine))
    db.execute(inbox.insert(), row)
    crowded(db, row["guest_id"])
    return True


def crowded(db: sa.Connection, id: str) -> None:
    """What is more than may be kept is forgotten: first what was read, the oldest of it first."""
    kept = sa.select(inbox.c.id).where(inbox.c.guest_id == id)
    rest = kept.order_by(inbox.c.read, inbox.c.at_ms.desc(), inbox.c.id.desc()).offset(MOST).limit(MOST)
    db.execute(inbox.delete().where(inbox.c.id.in_(list(db.execute(rest).scalars()))))


def of(db: sa.Connection, id: str, limit: int, offset: int = 0, after: After = None) -> list[Row]:
    """What somebody was told, the latest first; ``after``: behind this place."""
    here = (inbox.c.guest_id == id) & behind(inbox.c.at_ms, inbox.c.id, after, down=True)
    mine = sa.select(inbox).where(here).order_by(inbox.c.at_ms.desc(), inbox.c.id.desc())
    return all_of(db, mine.limit(limit).offset(offset))


def unread(db: sa.Connection, id: str) -> int:
    """How much of it nobody has read."""
    mine = (inbox.c.guest_id == id) & inbox.c.read.is_(False)
    return int(db.execute(sa.select(sa.func.count()).select_from(inbox).where(mine)).scalar_one())


def read(db: sa.Connection, id: str, number: int | None = None) -> str:
    """One of them, or all, are read now; where that one leads, nowhere if there is none such."""
    mine = inbox.c.guest_id == id
    one = mine if number is None else mine & (inbox.c.id == number)
    db.execute(inbox.update().where(one, inbox.c.read.is_(False)).values(read=True))
    path = db.execute(sa.select(inbox.c.path).where(one)).scalar() if number is not None else None
    return str(path or "")


def prune(db: sa.Connection, before_ms: int) -> None:
    """Nothing is kept that was told before then."""
    db.execute(inbox.delete().where(inbox.c.at_ms < before_ms))
