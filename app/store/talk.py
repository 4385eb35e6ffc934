"""What was said at tables, line by line; nothing is deleted, a line may be hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of
from app.store.house_tables import role, talk
from app.store.tables import game


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


def line(db: sa.Connection, game: str, by: Reader, id: int) -> Row | None:
    """One line, if the reader may read it."""
    found = db.execute(sa.select(talk).where(readable(game, by), talk.c.id == id)).mappings().first()
    return dict(found) if found else None


class Reader(NamedTuple):
    """What somebody may read of a game: these scopes, the notes of these seats, the table's lines up to a time."""

    scopes: Sequence[str]
    seats: Sequence[str]
    latest_ms: int
    unread: Sequence[str]
    """Whose lines this reader does not want."""


def readable(game: str, by: Reader) -> sa.ColumnElement[bool]:
    """The lines that a reader may read; hidden ones are not among them."""
    return sa.and_(
        talk.c.game_id == game, talk.c.hidden.is_(False), talk.c.scope.in_(by.scopes),
        talk.c.guest_id.not_in(by.unread),
        (talk.c.scope != "table") | (talk.c.at_ms <= by.latest_ms),
        (talk.c.scope != "side") | talk.c.seat.in_(by.seats),
    )  # fmt: skip


def lines(db: sa.Connection, game: str, by: Reader, since: int, limit: int) -> list[Row]:
    """The last lines after a number that a reader may read, in order."""
    rows = sa.select(talk).where(readable(game, by), talk.c.id > since)
    return all_of(db, rows.order_by(talk.c.id.desc()).limit(limit))[::-1]


def hide(db: sa.Connection, id: int) -> bool:
    """Whether there is such a line, which nobody reads any more."""
    return db.execute(talk.update().where(talk.c.id == id).values(hidden=True)).rowcount == 1


def closed(db: sa.Connection, games: Sequence[str]) -> frozenset[str]:
    """Those of these games that nobody without a seat or a role may look at."""
    told = db.execute(sa.select(game.c.id, game.c.options).where(game.c.id.in_(games)))
    return frozenset(id for id, options in told if ((options or {}).get("watch") or {}).get("who") == "none")


def name_role(db: sa.Connection, row: Row, on: bool) -> None:
    """Somebody has this role in the game, or no longer."""
    mine = (role.c.game_id == row["game_id"]) & (role.c.guest_id == row["guest_id"]) & (role.c.role == row["role"])
    db.execute(role.delete().where(mine))
    if on:
        db.execute(role.insert(), row)
