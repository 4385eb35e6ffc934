"""Pictures that people made for their own counters."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of
from app.store.house_tables import likeness, report

SHORT = [column for column in likeness.c if column.name != "picture"]
"""All of one but its picture."""
REPORTED = sa.select(report.c.key).where(report.c.done.is_(None), report.c.key.is_not(None))
"""The addresses that an open report names."""


class Full(Exception):
    """Somebody keeps too many: nothing was changed."""


class Barred(Exception):
    """The host removed that picture of his: nothing was changed."""


def add(db: sa.Connection, rows: list[Row], most: int) -> None:
    """All of them are kept, each in the place of the one its owner had for the same."""
    for row in rows:
        mine = likeness.c.guest_id == row["guest_id"]
        if one(db, mine & likeness.c.hidden & (likeness.c.picture == row["picture"])):
            raise Barred
        same = sa.and_(~likeness.c.hidden, *(likeness.c[name] == row[name] for name in ("system", "band", "about")))
        take_away(db, mine & same)
        db.execute(likeness.insert(), row)
    if rows and one(db, likeness.c.guest_id == rows[0]["guest_id"]) > most:
        raise Full


def one(db: sa.Connection, where: sa.ColumnElement[bool]) -> int:
    """How many there are."""
    return int(db.execute(sa.select(sa.func.count()).select_from(likeness).where(where)).scalar_one())


def take_away(db: sa.Connection, where: sa.ColumnElement[bool]) -> int:
    """How many their owner has no more: what is reported, or was removed, lies on for the host."""
    stays = likeness.c.hidden | likeness.c.key.in_(REPORTED)
    kept = db.execute(likeness.update().where(where, ~likeness.c.gone, stays).values(gone=True)).rowcount
    return kept + db.execute(likeness.delete().where(where, ~likeness.c.gone)).rowcount


def clear(db: sa.Connection) -> None:
    """What its owner has no more, and nobody asks about, is gone."""
    db.execute(likeness.delete().where(likeness.c.gone, ~likeness.c.hidden, likeness.c.key.not_in(REPORTED)))


def of_guest(db: sa.Connection, guest: str) -> list[Row]:
    """Those of a guest without their pictures, in order."""
    order = (likeness.c.system, likeness.c.band, likeness.c.about, likeness.c.id)
    return all_of(db, sa.select(*SHORT).where(likeness.c.guest_id == guest, ~likeness.c.gone).order_by(*order))


def picture(db: sa.Connection, key: str, gone: bool = False) -> bytes | None:
    """The picture at an address, unless it was removed; ``gone``: also one that its owner has no more."""
    where = (likeness.c.key == key) & ~likeness.c.hidden & (sa.true() if gone else ~likeness.c.gone)
    found = db.execute(sa.select(likeness.c.picture).where(where)).scalar()
    return bytes(found) if found is not None else None


def read(db: sa.Connection, key: str) -> Row | None:
    """The one at an address without its picture, unless it was removed."""
    where = (likeness.c.key == key) & ~likeness.c.hidden & ~likeness.c.gone
    found = db.execute(sa.select(*SHORT).where(where)).mappings().first()
    return dict(found) if found else None


def forget(db: sa.Connection, guest: str, key: str) -> bool:
    """Whether this guest had it; he has it no more."""
    return take_away(db, (likeness.c.key == key) & (likeness.c.guest_id == guest)) == 1


def hide(db: sa.Connection, key: str) -> str | None:
    """Whose it was; nobody sees that picture of his any more, for whichever counters he keeps it."""
    found = db.execute(sa.select(likeness.c.guest_id, likeness.c.picture).where(likeness.c.key == key)).first()
    if found is None:
        return None
    same = (likeness.c.guest_id == found[0]) & (likeness.c.picture == found[1])
    db.execute(likeness.update().where(same).values(hidden=True))
    return str(found[0])
