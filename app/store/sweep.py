"""Finished games of which most checkpoints can go: which they are, and the one step in which it is done."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from app.store.db import Row
from app.store.events import pack, source
from app.store.games import all_of
from app.store.packing import POINTS, rows_of
from app.store.past import checkpoints
from app.store.tables import checkpoint, event, game
from app.store.workers import gone


def due(db: sa.Connection, systems: Collection[str], but: Collection[str] = (), me: str | None = None) -> Row | None:
    """A game of these systems that is over and not swept, but for some; of those that ``me`` minds, or nobody."""
    over = (game.c.status == "over") & ~game.c.swept & game.c.system.in_(systems) & game.c.id.not_in(but)
    mine = sa.true() if me is None else (game.c.worker == me) | gone()
    found = db.execute(sa.select(game.c.id, game.c.system).where(over, mine).limit(1)).mappings().first()
    return dict(found) if found else None


def read(db: sa.Connection, id: str) -> tuple[list[Row], list[Row]]:
    """All checkpoints of a game with their texts, and all its events, struck ones too."""
    return checkpoints(db, id), all_of(
        source(db, id), sa.select(event).where(event.c.game_id == id).order_by(event.c.seq)
    )


def keep(db: sa.Connection, id: str, points: list[Row]) -> bool:
    """The game is swept: it has these checkpoints only, its events are packed; ``False`` if another process did it."""
    due = (game.c.id == id) & (game.c.status == "over") & ~game.c.swept
    if db.execute(game.update().where(due).values(swept=True)).rowcount != 1:
        return False
    db.execute(checkpoint.delete().where(checkpoint.c.game_id == id))
    if points:
        db.execute(POINTS, rows_of(points))
    pack(db, id)
    return True
