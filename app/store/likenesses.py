"""Pictures that people made for their own counters."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of
from app.store.house_tables import likeness

SHORT = [column for column in likeness.c if column.name != "picture"]
"""All of one but its picture."""


def add(db: sa.Connection, row: Row, most: int) -> bool:
    """Whether there was room: it stands in the place of the one its owner had for the same, unless that was removed."""
    same = sa.and_(~likeness.c.hidden, *(likeness.c[name] == row[name] for name in ("system", "band", "about")))
    mine = likeness.c.guest_id == row["guest_id"]
    if db.execute(sa.select(sa.func.count()).select_from(likeness).where(mine, ~same)).scalar_one() >= most:
        return False
    db.execute(likeness.delete().where(mine, same))
    db.execute(likeness.insert(), row)
    return True


def of_guest(db: sa.Connection, guest: str) -> list[Row]:
    """Those of a guest without their pictures, in order."""
    order = (likeness.c.system, likeness.c.band, likeness.c.about, likeness.c.id)
    return all_of(db, sa.select(*SHORT).where(likeness.c.guest_id == guest).order_by(*order))


def picture(db: sa.Connection, key: str) -> bytes | None:
    """The picture at an address, unless it was removed."""
    found = db.execute(sa.select(likeness.c.picture).where(likeness.c.key == key, ~likeness.c.hidden)).scalar()
    return bytes(found) if found is not None else None


def read(db: sa.Connection, key: str) -> Row | None:
    """The one at an address without its picture, unless it was removed."""
    found = db.execute(sa.select(*SHORT).where(likeness.c.key == key, ~likeness.c.hidden)).mappings().first()
    return dict(found) if found else None


def forget(db: sa.Connection, guest: str, key: str) -> bool:
    """Whether this guest had it; it is gone now."""
    return db.execute(likeness.delete().where(likeness.c.key == key, likeness.c.guest_id == guest)).rowcount == 1


def hide(db: sa.Connection, id: int) -> str | None:
    """Whose it was, which nobody sees any more."""
    owner = db.execute(sa.select(likeness.c.guest_id).where(likeness.c.id == id)).scalar()
    db.execute(likeness.update().where(likeness.c.id == id).values(hidden=True))
    return owner
