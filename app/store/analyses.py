"""What was found out about battles that are over: one row a game, gone with it."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of
from app.store.house_tables import analysis


def of(db: sa.Connection, id: str) -> Row | None:
    """What is kept of a game's analysis."""
    return next(iter(all_of(db, sa.select(analysis).where(analysis.c.game_id == id))), None)


def begin(db: sa.Connection, id: str, now: int, lost_before: int) -> bool:
    """Whether it is for the caller to begin, or to go on from what is kept: nobody has, or whoever did broke off,
    had no time for all, or has given no sign since then."""
    row = {"state": "doing", "at_ms": now}
    lost = (analysis.c.state == "doing") & (analysis.c.at_ms < lost_before)
    left = lost | analysis.c.state.in_(("broken", "short"))
    mine = analysis.c.game_id == id
    if db.execute(analysis.update().where(mine, left).values(row)).rowcount:
        return True
    if db.execute(sa.select(analysis.c.state).where(mine)).first() is not None:
        return False
    db.execute(analysis.insert(), {"game_id": id, **row, "body": None})
    return True


def sign(db: sa.Connection, id: str, now: int) -> None:
    """Somebody is still at it."""
    mine = analysis.c.game_id == id, analysis.c.state == "doing"
    db.execute(analysis.update().where(*mine).values(at_ms=now))


def keep(db: sa.Connection, id: str, state: str, now: int, body: object) -> None:
    """So far it has come."""
    row = {"state": state, "at_ms": now, "body": body}
    db.execute(analysis.update().where(analysis.c.game_id == id).values(row))
