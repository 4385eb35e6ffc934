"""The games by which people are rated: those of two accounts who played to the end themselves."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of, is_for_itself
from app.store.house_tables import account
from app.store.tables import game, seat


def rated(db: sa.Connection, told: sa.ColumnElement[bool]) -> list[Row]:
    """The seats of all games that are over and count, in the order in which the games were made."""
    at = seat.alias("at")
    unfit = at.c.guest_id.is_(None) | (at.c.kind == "bot") | at.c.stand_in.is_(True)
    unknown = at.c.guest_id.not_in(sa.select(account.c.guest_id))
    alone = sa.exists().where(at.c.game_id == game.c.id, unfit | unknown)
    helped = sa.func.coalesce(game.c.options["counsel"].as_boolean(), sa.false())
    winner, reason = (game.c.outcome[name].as_string().label(name) for name in ("winner", "reason"))
    query = (
        sa.select(game.c.id, game.c.system, winner, reason, seat.c.seat, seat.c.guest_id)
        .join(seat, seat.c.game_id == game.c.id)
        .where(game.c.status == "over", is_for_itself(), ~alone, helped.is_(False), told)
        .order_by(game.c.created, game.c.id, seat.c.position)
    )
    return all_of(db, query)
