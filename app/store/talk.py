"""What was said at tables, line by line; nothing is deleted, a line may be hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of
from app.store.house_tables import role, talk
from app.store.tables import game

COMMENTATOR = "commentator"


def add(db: sa.Connection, row: Row) -> int:
    """A line is kept; its number."""
    return int(db.execute(talk.insert().returning(talk.c.id), row).scalar_one())


class Fresh(NamedTuple):
    """A line that was said: its number, where, to whom, by which seat; whether the game is over."""

    id: int
    game: str
    scope: str
    seat: str | None
    over: bool


def fresh(db: sa.Connection, games: Sequence[str], since: int | None) -> tuple[int, list[Fresh]]:
    """The number of the last line anywhere, and the lines of these games after ``since`` (``None``: none), in order."""
    last = int(db.execute(sa.select(sa.func.max(talk.c.id))).scalar() or 0)
    if since is None or since >= last:
        return last, []
    query = (
        sa.select(talk.c.id, talk.c.game_id, talk.c.scope, talk.c.seat, game.c.status == "over")
        .join(game, game.c.id == talk.c.game_id)
        .where(talk.c.id > since, talk.c.id <= last, talk.c.game_id.in_(games), talk.c.hidden.is_(False))
    )
    return last, [Fresh(*row) for row in db.execute(query.order_by(talk.c.id))]


def line(db: sa.Connection, readable: sa.ColumnElement[bool], id: int) -> Row | None:
    """One line, if it is among those that may be read."""
    found = db.execute(sa.select(talk).where(readable, talk.c.id == id)).mappings().first()
    return dict(found) if found else None


def lines(db: sa.Connection, readable: sa.ColumnElement[bool], since: int, limit: int) -> list[Row]:
    """The last lines after a number that may be read, in order."""
    rows = sa.select(talk).where(readable, talk.c.id > since)
    return all_of(db, rows.order_by(talk.c.id.desc()).limit(limit))[::-1]


def hide(db: sa.Connection, id: int) -> bool:
    """Whether there is such a line, which nobody reads any more."""
    return db.execute(talk.update().where(talk.c.id == id).values(hidden=True)).rowcount == 1


def name_role(db: sa.Connection, row: Row, on: bool) -> None:
    """Somebody has this role in the game, or no longer."""
    mine = (role.c.game_id == row["game_id"]) & (role.c.guest_id == row["guest_id"]) & (role.c.role == row["role"])
    db.execute(role.delete().where(mine))
    if on:
        db.execute(role.insert(), row)


def comment(db: sa.Connection, games: Sequence[str], guests: Sequence[str], created: str) -> None:
    """These comment these games, and nobody else does."""
    there = role.c.game_id.in_(games) & (role.c.role == COMMENTATOR)
    db.execute(role.delete().where(there, role.c.guest_id.not_in(guests)))
    known = {tuple(row) for row in db.execute(sa.select(role.c.game_id, role.c.guest_id).where(there))}
    rows = [{"game_id": game, "guest_id": guest, "role": COMMENTATOR, "created": created}
            for game in games for guest in guests if (game, guest) not in known]  # fmt: skip
    if rows:
        db.execute(role.insert(), rows)


def remarks(db: sa.Connection, readable: sa.ColumnElement[bool], limit: int) -> list[Row]:
    """The last lines that may be read of several games, in order."""
    return all_of(db, sa.select(talk).where(readable).order_by(talk.c.id.desc()).limit(limit))[::-1]
