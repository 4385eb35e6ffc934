"""The games by which people are rated: those of two accounts who played to the end themselves."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of, is_for_itself
from app.store.house_tables import account, moment
from app.store.tables import game, seat

Mark = tuple[str, str]
"""When a game was made, and its number: in this order games count."""
START: Mark = ("", "")
Stamp = tuple[int, ...]


class Known(NamedTuple):
    """What was read before.  ``mark``: up to which game, none of which waits to be told; ``stamp``: of all games then,
    ``before``: of those up to the mark."""

    mark: Mark = START
    stamp: Stamp = ()
    before: Stamp = ()


class News(NamedTuple):
    """What is to be known now, and the seats of the games from ``since`` on: told ones, and those from the first that
    is not told yet."""

    known: Known
    since: Mark
    told: list[Row]
    rest: list[Row]


def news(db: sa.Connection, fit: sa.ColumnElement[bool], known: Known, now_ms: int, again: bool) -> News | None:
    """What games have come since; from the first one where one before the mark is another now.  ``None``: nothing has
    changed, and it is not to be read again."""
    stamp = of_all(db)
    if stamp == known.stamp and not again:
        return None
    mark = known.mark if known.before == upto(db, fit, known.mark) else START
    rows = rated(db, fit, mark)
    told = next((n for n, row in enumerate(rows) if row["told_ms"] > now_ms), len(rows))
    last = (rows[told - 1]["created"], rows[told - 1]["id"]) if told else mark
    return News(Known(last, stamp, upto(db, fit, last)), mark, rows[:told], rows[told:])


def of_all(db: sa.Connection) -> Stamp:
    """How many games are over and how often they were changed, and how many accounts there are."""
    accounts = sa.select(sa.func.count()).select_from(account).scalar_subquery()
    query = sa.select(*SIZE, accounts).where(game.c.status == "over")
    return tuple(int(one) for one in db.execute(query).one())


def upto(db: sa.Connection, fit: sa.ColumnElement[bool], mark: Mark) -> Stamp:
    """The same of those games up to the mark that count."""
    query = sa.select(*SIZE).where(*counting(), fit, ~is_after(mark))
    return tuple(int(one) for one in db.execute(query).one())


SIZE = (sa.func.count(), sa.func.coalesce(sa.func.sum(game.c.rev), 0))


def is_after(mark: Mark) -> sa.ColumnElement[bool]:
    """The game was made later."""
    created, id = mark
    return (game.c.created > created) | ((game.c.created == created) & (game.c.id > id))


def counting() -> tuple[sa.ColumnElement[bool], ...]:
    """The game is over and counts."""
    at = seat.alias("at")
    unfit = at.c.guest_id.is_(None) | (at.c.kind == "bot") | at.c.stand_in.is_(True)
    unknown = ~sa.exists().where(account.c.guest_id == at.c.guest_id)
    alone = sa.exists().where(at.c.game_id == game.c.id, unfit | unknown)
    helped: sa.ColumnElement[Any] = sa.func.coalesce(game.c.options["counsel"].as_boolean(), sa.false())
    return game.c.status == "over", is_for_itself(), ~alone, helped.is_(False)


def rated(db: sa.Connection, fit: sa.ColumnElement[bool], mark: Mark = START) -> list[Row]:
    """The seats of all games after the mark that are over and count, in the order in which the games were made;
    ``told_ms``: from when watchers know how they ended."""
    late = sa.func.coalesce(game.c.options[("watch", "delay")].as_integer(), 0) * 60_000
    last = sa.select(sa.func.max(moment.c.at_ms)).where(moment.c.game_id == game.c.id).scalar_subquery()
    told = (sa.func.coalesce(last, 0) + late).label("told_ms")
    winner, reason = (game.c.outcome[name].as_string().label(name) for name in ("winner", "reason"))
    query = (
        sa.select(game.c.id, game.c.created, game.c.system, winner, reason, told, seat.c.seat, seat.c.guest_id)
        .join(seat, seat.c.game_id == game.c.id)
        .where(*counting(), fit, is_after(mark))
        .order_by(game.c.created, game.c.id, seat.c.position)
    )
    return all_of(db, query)
