"""Rosters that guests keep: JSON of their system."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.tables import roster


def add(db: sa.Connection, row: Row, most: int) -> bool:
    """Whether a new roster is kept: not if its guest keeps so many already."""
    mine = sa.select(sa.func.count()).select_from(roster).where(roster.c.guest_id == row["guest_id"])
    if db.execute(mine).scalar_one() >= most:
        return False
    db.execute(roster.insert(), row)
    return True


def change(db: sa.Connection, id: str, guest: str, row: Row) -> bool:
    """Whether this guest has such a roster, which now reads so."""
    return db.execute(roster.update().where(roster.c.id == id, roster.c.guest_id == guest).values(row)).rowcount == 1


def read(db: sa.Connection, id: str) -> Row | None:
    """A roster, whosesoever it is."""
    found = db.execute(sa.select(roster).where(roster.c.id == id)).mappings().first()
    return dict(found) if found else None


def of_guest(db: sa.Connection, guest: str) -> list[Row]:
    """All rosters of a guest, the newest first."""
    mine = sa.select(roster).where(roster.c.guest_id == guest).order_by(roster.c.changed.desc(), roster.c.id)
    return [dict(row) for row in db.execute(mine).mappings()]


def forget(db: sa.Connection, id: str, guest: str) -> bool:
    """Whether this guest had such a roster, which is gone now."""
    return db.execute(roster.delete().where(roster.c.id == id, roster.c.guest_id == guest)).rowcount == 1
