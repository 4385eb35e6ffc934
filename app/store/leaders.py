"""Who leads a side beside its general."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from app.store.db import Row
from app.store.tables import leader


def put(db: sa.Connection, game: str, seat: str, rows: Sequence[Row]) -> None:
    """These lead the side, and nobody else."""
    db.execute(leader.delete().where(leader.c.game_id == game, leader.c.seat == seat))
    if rows:
        db.execute(leader.insert(), [{**row, "game_id": game, "seat": seat} for row in rows])
