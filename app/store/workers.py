"""The processes that serve one database: which of them live, and whose tables are to be minded by another."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.clocks import revive, timed
from app.store.games import with_bots
from app.store.tables import game, worker

SILENT_MS = 10_000
"""A process that has said nothing for so long counts as dead."""


def clock(db: sa.Connection) -> int:
    """Milliseconds since 1970 by the database's own clock, which all processes share."""
    if db.dialect.name == "postgresql":
        return int(db.exec_driver_sql("SELECT extract(epoch FROM clock_timestamp()) * 1000").scalar_one())
    return int(float(db.exec_driver_sql("SELECT (julianday('now') - 2440587.5) * 86400000").scalar_one()))


def sign_on(db: sa.Connection, me: str, now_ms: int, *, alone: bool) -> None:
    """This process lives.  ``alone``: no other can; if none does, no clock is charged for the time nobody was here."""
    if alone:
        db.execute(worker.delete())
    if not living(db):
        revive(db, now_ms)
    db.execute(worker.insert(), {"id": me, "at_ms": clock(db)})


def sign_off(db: sa.Connection, me: str) -> None:
    """This process has ended in good order."""
    db.execute(worker.delete().where(worker.c.id == me))


def living(db: sa.Connection) -> list[str]:
    """Those who were alive a short while ago."""
    recent = worker.c.at_ms >= clock(db) - SILENT_MS
    return list(db.execute(sa.select(worker.c.id).where(recent).order_by(worker.c.id)).scalars())


def beat(db: sa.Connection, me: str) -> bool:
    """This process is alive; whether another was found dead, whose row is gone."""
    now = clock(db)
    if db.execute(worker.update().where(worker.c.id == me).values(at_ms=now)).rowcount == 0:
        db.execute(worker.insert(), {"id": me, "at_ms": now})
    return db.execute(worker.delete().where(worker.c.at_ms < now - SILENT_MS)).rowcount > 0


def take_over(db: sa.Connection, me: str, *, again: bool = False) -> tuple[list[str], list[str]]:
    """The tables nobody minds are minded by this process: of them those with clocks or orders, and those with bots.

    ``again``: also those that are said to be minded by it already.
    """
    playing = game.c.status == "playing"
    mine = set(db.execute(game.update().where(playing, gone()).values(worker=me).returning(game.c.id)).scalars())
    if again:
        mine |= set(db.execute(sa.select(game.c.id).where(playing, game.c.worker == me)).scalars())
    if not mine:
        return [], []
    return [id for id in timed(db) if id in mine], [id for id in with_bots(db) if id in mine]


def gone() -> sa.ColumnElement[bool]:
    """Whether the process that minds a game is gone, or none ever did."""
    return game.c.worker.is_(None) | game.c.worker.not_in(sa.select(worker.c.id))
