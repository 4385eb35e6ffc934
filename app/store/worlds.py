"""Scenarios that guests have made: JSON of their system."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.house_tables import world


def add(db: sa.Connection, row: Row, most: int) -> bool:
    """Whether there was room for one more of its guest's; the scenario is kept then."""
    mine = sa.select(sa.func.count()).select_from(world).where(world.c.guest_id == row["guest_id"])
    if db.execute(mine).scalar_one() >= most:
        return False
    db.execute(world.insert(), row)
    return True


def change(db: sa.Connection, id: str, guest: str, row: Row) -> bool:
    """Whether this guest has such a scenario, which now reads so."""
    return db.execute(world.update().where(world.c.id == id, world.c.guest_id == guest).values(row)).rowcount == 1


def read(db: sa.Connection, id: str) -> Row | None:
    """The scenario of this id, whoever drew it."""
    found = db.execute(sa.select(world).where(world.c.id == id)).mappings().first()
    return dict(found) if found else None


def of_guest(db: sa.Connection, guest: str) -> list[Row]:
    """All scenarios of a guest, the newest first."""
    mine = sa.select(world).where(world.c.guest_id == guest).order_by(world.c.changed.desc(), world.c.id)
    return [dict(row) for row in db.execute(mine).mappings()]


def forget(db: sa.Connection, id: str, guest: str) -> bool:
    """Whether this guest had such a scenario, which is gone now."""
    return db.execute(world.delete().where(world.c.id == id, world.c.guest_id == guest)).rowcount == 1
