"""The clocks of tables as rows, and the server's pulse by which it knows how long it was away."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from app.store.house_tables import clock, moment, pulse
from app.store.tables import game, seat


def timed(db: sa.Connection) -> list[str]:
    """Games in play in which an alarm may have to run."""
    reacts = game.c.options["answer_seconds"].as_integer() > 0
    thinks = game.c.options[("clock", "kind")].as_string().in_(("live", "letter"))
    query = sa.select(game.c.id).where(game.c.status == "playing", reacts | thinks | game.c.id.in_(ordered(db)))
    return list(db.execute(query).scalars())


def ordered(db: sa.Connection) -> list[str]:
    """Games in play in which a seat lets some question pass."""
    given = sa.select(seat.c.game_id, seat.c.orders).join(game, game.c.id == seat.c.game_id)
    rows = db.execute(given.where(game.c.status == "playing", seat.c.orders.is_not(sa.null())))
    return [id for id, orders in rows if "pass" in (orders or {}).values()]


def reached(db: sa.Connection, id: str, head: int) -> int:
    """When the game came to this version, in milliseconds since 1970; 0 where nobody wrote it down."""
    mine = (moment.c.game_id == id) & (moment.c.head <= head)
    return int(db.execute(sa.select(sa.func.max(moment.c.at_ms)).where(mine)).scalar() or 0)


def beat(db: sa.Connection, now: int) -> None:
    """The server was alive at this moment; several processes may say so at once, also the first time."""
    insert = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    said = insert(pulse).values(id=1, at_ms=now)
    db.execute(said.on_conflict_do_update(index_elements=[pulse.c.id], set_={"at_ms": now}))


def revive(db: sa.Connection, now: int) -> None:
    """The server lives again: the time it was away is taken from no clock, and the pulse is that of now.

    Where the hour was set back meanwhile, the clocks are set back with it.
    """
    last = db.execute(sa.select(pulse.c.at_ms).with_for_update()).scalar()
    if away := now - last if last is not None else 0:
        later = sa.case((clock.c.since_ms + away > now, now), else_=clock.c.since_ms + away)
        db.execute(clock.update().where(clock.c.since_ms.is_not(None)).values(since_ms=later))
    beat(db, now)
