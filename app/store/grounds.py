"""Tables that guests have drawn: JSON of their system."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.house_tables import ground


def add(db: sa.Connection, row: Row, most: int) -> bool:
    """Whether there was room for one more of its guest's; the drawn table is kept then."""
    mine = sa.select(sa.func.count()).select_from(ground).where(ground.c.guest_id == row["guest_id"])
    if db.execute(mine).scalar_one() >= most:
        return False
    db.execute(ground.insert(), row)
    return True


def change(db: sa.Connection, id: str, guest: str, row: Row) -> bool:
    """Whether this guest has such a drawn table, which now reads so."""
    return db.execute(ground.update().where(ground.c.id == id, ground.c.guest_id == guest).values(row)).rowcount == 1


def read(db: sa.Connection, id: str) -> Row | None:
    """The drawn table of this id, whoever drew it."""
    found = db.execute(sa.select(ground).where(ground.c.id == id)).mappings().first()
    return dict(found) if found else None


def of_guest(db: sa.Connection, guest: str) -> list[Row]:
    """All drawn tables of a guest, the newest first."""
    mine = sa.select(ground).where(ground.c.guest_id == guest).order_by(ground.c.changed.desc(), ground.c.id)
    return [dict(row) for row in db.execute(mine).mappings()]


def forget(db: sa.Connection, id: str, guest: str) -> bool:
    """Whether this guest had such a drawn table, which is gone now."""
    return db.execute(ground.delete().where(ground.c.id == id, ground.c.guest_id == guest)).rowcount == 1
