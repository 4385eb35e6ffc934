"""How much room people take, counted where it is taken; and putting away what nobody uses."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import Change, create, is_for_itself
from app.store.house_tables import account, learnt, report
from app.store.tables import case, game, guest, metadata, seat, tape

AT_ONCE = 200
"""Tables and guests that one round puts away at most."""
HOLDERS = 5


class Most(NamedTuple):
    """Tables at once of a guest, of an account and from a network (``place``); since when those of a day count that are
    over, and those that are not.  0 has no end."""

    guest: int
    account: int
    network: int
    place: str
    day: str
    month: str


def lay(
    db: sa.Connection, row: Row, seats: list[Row], change: Change, most: Most | None
) -> tuple[str, int, int] | None:
    """A new game is kept; or nothing, and what it is too many for, how many there are and may be."""
    if most and (no := refused(db, row["owner"], most)):
        return no
    create(db, row, seats, change)
    return None


def refused(db: sa.Connection, owner: str | None, most: Most) -> tuple[str, int, int] | None:
    """Why there is no room for one more."""
    known = db.execute(sa.select(account.c.guest_id).where(account.c.guest_id == owner)).first()
    may = most.account if known else most.guest
    mine = (game.c.owner == owner) & (game.c.status != "over") & is_for_itself()
    if may and (have := number(db, mine)) >= may:
        return "room.owner", have, may
    counts = (game.c.created >= most.day) | ((game.c.status != "over") & (game.c.created >= most.month))
    return crowded(db, most, counts & is_for_itself())


def crowded(db: sa.Connection, most: Most, counts: sa.ColumnElement[bool]) -> tuple[str, int, int] | None:
    """Why nobody of a network may lay one more, of the games that count."""
    have = number(db, counts & (game.c.laid_from == most.place)) if most.network else 0
    return ("room.network", have, most.network) if most.network and have >= most.network else None


def number(db: sa.Connection, where: sa.ColumnElement[bool]) -> int:
    """How many games there are of this kind."""
    return int(db.execute(sa.select(sa.func.count()).select_from(game).where(where)).scalar_one())


def holders(db: sa.Connection) -> list[Row]:
    """Who has laid the most that is not over: name, tables, bytes they were laid with; the most first."""
    size = sa.func.sum(sa.func.length(sa.cast(game.c.setup, sa.Text)))
    found = (
        sa.select(guest.c.name, account.c.guest_id.is_not(None).label("account"), sa.func.count().label("tables"),
                  size.label("bytes"))
        .join(guest, guest.c.id == game.c.owner).join(account, account.c.guest_id == guest.c.id, isouter=True)
        .where(game.c.status != "over").group_by(guest.c.id, guest.c.name, account.c.guest_id)
        .order_by(size.desc(), guest.c.id).limit(HOLDERS)
    )  # fmt: skip
    return [dict(row) for row in db.execute(found).mappings()]


def taken(db: sa.Connection) -> Row:
    """Tables that are not over, bytes they were laid with, those of the busiest network; guests without an account."""
    size = sa.func.sum(sa.func.length(sa.cast(game.c.setup, sa.Text)))
    unfinished = game.c.status != "over"
    busiest = sa.select(sa.func.count()).where(unfinished, game.c.laid_from != "").group_by(game.c.laid_from)
    plain = sa.select(sa.func.count()).select_from(guest).where(guest.c.id.not_in(sa.select(account.c.guest_id)))
    return {
        "tables": number(db, unfinished & is_for_itself()),
        "bytes": int(db.execute(sa.select(size).where(unfinished)).scalar() or 0),
        "network": int(db.execute(busiest.order_by(sa.func.count().desc()).limit(1)).scalar() or 0),
        "guests": int(db.execute(plain).scalar_one()),
    }  # fmt: skip


# -- putting away ----------------------------------------------------------------


def sweep_games(db: sa.Connection, before: str) -> list[str]:
    """Tables laid before then which nobody joined, or at which no person ever gave an answer, are gone: their ids; so
    are lessons.  What was reported or broke, belongs to a campaign or follows another game is kept.
    """
    answered = sa.exists().where(tape.c.game_id == game.c.id, tape.c.by == "person")
    come = sa.exists().where(seat.c.game_id == game.c.id, seat.c.guest_id.is_not(None), seat.c.guest_id != game.c.owner)
    kept = [sa.exists().where(table.c.game_id == game.c.id) for table in (report, case)]
    other = game.alias()
    followed = sa.exists().where(other.c.next_id == game.c.id)
    where = sa.and_(
        game.c.created < before, game.c.status.in_(("open", "playing", "paused")), ~answered, ~come, ~followed,
        game.c.options["campaign"].as_string().is_(None), game.c.laid_from != "", *(~one for one in kept),
    )  # fmt: skip
    lesson = ~is_for_itself() & (game.c.created < before)
    ids = list(db.execute(sa.select(game.c.id).where(where | lesson).limit(AT_ONCE)).scalars())
    forget(db, ids)
    return ids


def forget(db: sa.Connection, ids: list[str]) -> None:
    """These tables are gone, with all that belongs to them."""
    for column in references(game.c.id):
        db.execute(column.table.delete().where(column.in_(ids)))
    db.execute(game.delete().where(game.c.id.in_(ids)))


def sweep_guests(db: sa.Connection, before: str) -> int:
    """How many guests without an account, come before then, are forgotten: nothing names them but what they learnt, and
    that was before then too."""
    known = (column for column in references(guest.c.id) if column is not learnt.c.guest_id)
    named = [sa.exists().where(column == guest.c.id) for column in (*known, game.c.owner)]
    learns = sa.exists().where(learnt.c.guest_id == guest.c.id, learnt.c.last >= before)
    where = sa.and_(guest.c.created < before, ~learns, *(~one for one in named))
    ids = list(db.execute(sa.select(guest.c.id).where(where).limit(AT_ONCE)).scalars())
    db.execute(learnt.delete().where(learnt.c.guest_id.in_(ids)))
    db.execute(guest.delete().where(guest.c.id.in_(ids)))
    return len(ids)


def references(to: sa.Column[Any]) -> list[sa.Column[Any]]:
    """Every column that names what this column is the key of."""
    columns = (column for table in metadata.tables.values() for column in table.columns)
    return [column for column in columns if any(key.column is to for key in column.foreign_keys)]
