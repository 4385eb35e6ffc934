"""How far people have come in the lessons, and the tables at which they learn."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of, is_for_itself
from app.store.house_tables import learnt
from app.store.room import forget
from app.store.tables import game


def come(db: sa.Connection, guest_id: str, lesson: str, at: int, done: bool) -> None:
    """Somebody has come so far in a lesson; what was done once stays done."""
    mine = (learnt.c.guest_id == guest_id) & (learnt.c.lesson == lesson)
    found = learnt.update().where(mine).values({"at": at, **({"done": True} if done else {})})
    if db.execute(found).rowcount == 0:
        db.execute(learnt.insert(), {"guest_id": guest_id, "lesson": lesson, "at": at, "done": done})


def of(db: sa.Connection, guest_id: str) -> list[Row]:
    """How far somebody has come, lesson by lesson."""
    return all_of(db, sa.select(learnt).where(learnt.c.guest_id == guest_id))


def take_along(db: sa.Connection, guest_id: str, by: str) -> None:
    """What a guest has done the account has done too, where it has begun the same lesson."""
    done = sa.select(learnt.c.lesson).where(learnt.c.guest_id == guest_id, learnt.c.done)
    db.execute(learnt.update().where(learnt.c.guest_id == by, learnt.c.lesson.in_(done)).values(done=True))


def table_of(db: sa.Connection, guest_id: str) -> Row | None:
    """The table at which somebody learns now."""
    rows = sa.select(game).where(game.c.owner == guest_id, ~is_for_itself(), game.c.status == "playing")
    return next(iter(all_of(db, rows.order_by(game.c.created.desc(), game.c.id).limit(1))), None)


def put_away(db: sa.Connection, guest_id: str) -> list[str]:
    """The tables at which somebody has learnt are gone: their ids."""
    ids = list(db.execute(sa.select(game.c.id).where(game.c.owner == guest_id, ~is_for_itself())).scalars())
    forget(db, ids)
    return ids
