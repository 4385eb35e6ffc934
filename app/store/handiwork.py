"""What guests make for tables to come, scenarios and drawn tables: JSON of their system."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.house_tables import ground, world


class Handiwork:
    """The rows of one of these tables; each function is run on a connection."""

    def __init__(self, table: sa.Table) -> None:
        self._table = table

    def add(self, db: sa.Connection, row: Row, most: int) -> bool:
        """Whether there was room for one more of its guest's; it is kept then."""
        mine = sa.select(sa.func.count()).select_from(self._table).where(self._table.c.guest_id == row["guest_id"])
        if db.execute(mine).scalar_one() >= most:
            return False
        db.execute(self._table.insert(), row)
        return True

    def change(self, db: sa.Connection, id: str, guest: str, row: Row) -> bool:
        """Whether this guest has it; it reads so now."""
        return db.execute(self._table.update().where(*self._of(id, guest)).values(row)).rowcount == 1

    def read(self, db: sa.Connection, id: str) -> Row | None:
        """What is kept under this id, whoever made it."""
        found = db.execute(sa.select(self._table).where(self._table.c.id == id)).mappings().first()
        return dict(found) if found else None

    def of_guest(self, db: sa.Connection, guest: str) -> list[Row]:
        """All that a guest has made, the newest first."""
        mine = sa.select(self._table).where(self._table.c.guest_id == guest)
        newest = mine.order_by(self._table.c.changed.desc(), self._table.c.id)
        return [dict(row) for row in db.execute(newest).mappings()]

    def forget(self, db: sa.Connection, id: str, guest: str) -> bool:
        """Whether this guest had it; it is gone now."""
        return db.execute(self._table.delete().where(*self._of(id, guest))).rowcount == 1

    def _of(self, id: str, guest: str) -> tuple[sa.ColumnElement[bool], ...]:
        return self._table.c.id == id, self._table.c.guest_id == guest


grounds, worlds = Handiwork(ground), Handiwork(world)
