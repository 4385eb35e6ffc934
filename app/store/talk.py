"""What was said at tables, line by line; nothing is deleted, a line may be hidden."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of
from app.store.house_tables import report, role, talk


def add(db: sa.Connection, row: Row) -> int:
    """A line is kept; its number."""
    return int(db.execute(talk.insert().returning(talk.c.id), row).scalar_one())


def line(db: sa.Connection, id: int) -> Row | None:
    """One line."""
    found = db.execute(sa.select(talk).where(talk.c.id == id)).mappings().first()
    return dict(found) if found else None


def lines(db: sa.Connection, game: str, scopes: Sequence[str], since: int, limit: int) -> list[Row]:
    """The last lines of these scopes after a number, in order; hidden ones are left out."""
    wanted = (talk.c.game_id == game) & talk.c.scope.in_(scopes) & (talk.c.id > since) & talk.c.hidden.is_(False)
    return all_of(db, sa.select(talk).where(wanted).order_by(talk.c.id.desc()).limit(limit))[::-1]


def hide(db: sa.Connection, id: int) -> bool:
    """Whether there is such a line, which nobody reads any more."""
    return db.execute(talk.update().where(talk.c.id == id).values(hidden=True)).rowcount == 1


def add_report(db: sa.Connection, row: Row) -> None:
    """A line was reported to the host."""
    db.execute(report.insert(), row)


def name_role(db: sa.Connection, row: Row, on: bool) -> None:
    """Somebody has this role in the game, or no longer."""
    mine = (role.c.game_id == row["game_id"]) & (role.c.guest_id == row["guest_id"]) & (role.c.role == row["role"])
    db.execute(role.delete().where(mine))
    if on:
        db.execute(role.insert(), row)
