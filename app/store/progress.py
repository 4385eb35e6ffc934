"""How far people have come in the lessons, and the tables at which they learn."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import Change, all_of, create, is_for_itself
from app.store.house_tables import learnt
from app.store.room import Most, crowded, forget
from app.store.tables import game, guest


def come(db: sa.Connection, guest_id: str, lesson: str, at: int, done: bool, now: str) -> None:
    """Somebody has come so far in a lesson; what was done once stays done."""
    mine = (learnt.c.guest_id == guest_id) & (learnt.c.lesson == lesson)
    found = learnt.update().where(mine).values({"at": at, "last": now, **({"done": True} if done else {})})
    if db.execute(found).rowcount == 0:
        db.execute(learnt.insert(), {"guest_id": guest_id, "lesson": lesson, "at": at, "done": done, "last": now})


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


def lay(
    db: sa.Connection, row: Row, seats: list[Row], change: Change, most: Most | None
) -> list[str] | tuple[str, int, int]:
    """The table of a lesson is kept, and those at which its owner has learnt are gone: their ids; or nothing has
    changed, and what it is too many for, how many there are and may be.  Of two asked for at once the later one stands.
    """
    db.execute(sa.select(guest.c.id).where(guest.c.id == row["owner"]).with_for_update(key_share=True))
    mine = game.c.owner == row["owner"]
    if most and (no := crowded(db, most, ~is_for_itself() & (game.c.created >= most.day) & ~mine)):
        return no
    ids = list(db.execute(sa.select(game.c.id).where(mine, ~is_for_itself())).scalars())
    forget(db, ids)
    create(db, row, seats, change)
    return ids
