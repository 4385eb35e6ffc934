"""Who umpires a game, what the players ask of them, and what they changed."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from app.store.db import Conflict, Row
from app.store.events import source
from app.store.games import all_of
from app.store.house_tables import report, role
from app.store.tables import event, guest, tape

UMPIRE, RULING = "umpire", "ruling"


def is_umpire(db: sa.Connection, game: str, who: str) -> bool:
    """Whether this guest umpires the game."""
    return bool(db.execute(sa.select(role.c.guest_id).where(_mine(game, who))).first())


def _mine(game: str, who: str) -> sa.ColumnElement[bool]:
    return (role.c.game_id == game) & (role.c.guest_id == who) & (role.c.role == UMPIRE)


def look(db: sa.Connection, game: str, who: str, what: str, created: str) -> None:
    """This guest has looked at what is hidden there, which is kept once."""
    mine = (role.c.game_id == game) & (role.c.guest_id == who) & (role.c.role == what)
    if not db.execute(sa.select(role.c.guest_id).where(mine)).first():
        db.execute(role.insert(), {"game_id": game, "guest_id": who, "role": what, "created": created})


def name(db: sa.Connection, game: str, who: str, created: str) -> None:
    """This guest umpires the game."""
    if not is_umpire(db, game, who):
        db.execute(role.insert(), {"game_id": game, "guest_id": who, "role": UMPIRE, "created": created})


def dismiss(db: sa.Connection, game: str, who: str) -> None:
    """This guest umpires the game no more."""
    db.execute(role.delete().where(_mine(game, who)))


def of_game(db: sa.Connection, game: str) -> list[Row]:
    """The umpires of a game by id and name, in the order they were named."""
    query = sa.select(guest.c.id, guest.c.name).join(role, role.c.guest_id == guest.c.id)
    mine = query.where(role.c.game_id == game, role.c.role == UMPIRE)
    return all_of(db, mine.order_by(role.c.created, guest.c.name))


def ask(db: sa.Connection, row: Row) -> int:
    """A player's question is kept; its number."""
    return int(db.execute(report.insert().returning(report.c.id), {**row, "kind": RULING}).scalar_one())


def asked(db: sa.Connection, game: str) -> list[Row]:
    """All questions of a game with the name of who asked, the latest first."""
    query = sa.select(report, guest.c.name).join(guest, guest.c.id == report.c.by_id)
    return all_of(db, query.where(report.c.game_id == game, report.c.kind == RULING).order_by(report.c.id.desc()))


def open_of(db: sa.Connection, game: str, who: str) -> int:
    """How many questions of somebody are not answered yet."""
    mine = (report.c.game_id == game) & (report.c.by_id == who) & (report.c.kind == RULING) & report.c.done.is_(None)
    return int(db.execute(sa.select(sa.func.count()).select_from(report).where(mine)).scalar_one())


def is_open(db: sa.Connection, game: str, id: int) -> bool:
    """Whether there is such a question and nobody has answered it."""
    return bool(db.execute(sa.select(report.c.id).where(_open(game, id))).first())


def _open(game: str, id: int) -> sa.ColumnElement[bool]:
    return (report.c.game_id == game) & (report.c.id == id) & (report.c.kind == RULING) & report.c.done.is_(None)


def answer(db: sa.Connection, game: str, id: int, text: str) -> None:
    """This is the answer to the question; a ``Conflict`` if it was answered meanwhile."""
    if db.execute(report.update().where(_open(game, id)).values(done=text)).rowcount != 1:
        raise Conflict(game)


def last_edit(db: sa.Connection, game: str) -> int | None:
    """The tape entry of the last edit that stands."""
    mine = (tape.c.game_id == game) & (tape.c.kind == "amend") & tape.c.struck_by.is_(None)
    return db.execute(sa.select(sa.func.max(tape.c.seq)).where(mine)).scalar()


def replaced(db: sa.Connection, game: str, seat: str) -> int:
    """How often a seat has changed hands."""
    bodies = source(db, game).execute(
        sa.select(event.c.body).where(event.c.game_id == game, event.c.kind == "engine.replaced")
    )
    return sum(body["seat"] == seat for body in bodies.scalars())


def deeds(db: sa.Connection, game: str, kinds: Sequence[str], most: int) -> list[Row]:
    """The last events of these kinds, the latest first."""
    mine = (event.c.game_id == game) & event.c.kind.in_(kinds)
    return all_of(source(db, game), sa.select(event).where(mine).order_by(event.c.seq.desc()).limit(most))
