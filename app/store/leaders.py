"""Who leads a side beside its general."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from app.store.db import Row
from app.store.tables import leader
from app.store.tables import seat as seats


def put(db: sa.Connection, game: str, seat: str, rows: Sequence[Row]) -> None:
    """These lead the side, and nobody else."""
    db.execute(leader.delete().where(leader.c.game_id == game, leader.c.seat == seat))
    if rows:
        db.execute(leader.insert(), [{**row, "game_id": game, "seat": seat} for row in rows])


def one_hand(db: sa.Connection, guest_id: str, by: str) -> None:
    """Before all that is a guest's is an account's: no game has both as two hands.  A seat goes before a part, and the
    account's part before the guest's; what goes is the general's."""
    sat, led = (sa.select(at.c.game_id).where(at.c.guest_id == by) for at in (seats, leader))
    leads = leader.c.guest_id == guest_id
    db.execute(leader.delete().where(leads, leader.c.game_id.in_(sat) | leader.c.game_id.in_(led)))
    taken = sa.select(seats.c.game_id).where(seats.c.guest_id == guest_id)
    db.execute(leader.delete().where(leader.c.guest_id == by, leader.c.game_id.in_(taken)))
