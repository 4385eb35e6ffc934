"""Who is bound to whom, and what is known of an account to everybody."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of, is_for_itself
from app.store.house_tables import account, bond, report
from app.store.tables import game, guest, seat


def tie(db: sa.Connection, row: Row) -> None:
    """The bond is kept; again is harmless."""
    mine = (bond.c.guest_id == row["guest_id"]) & (bond.c.other_id == row["other_id"]) & (bond.c.kind == row["kind"])
    if db.execute(sa.select(bond.c.kind).where(mine)).first() is None:
        db.execute(bond.insert(), row)


def untie(db: sa.Connection, id: str, other: str, kind: str) -> None:
    """There is no such bond any more."""
    db.execute(bond.delete().where(bond.c.guest_id == id, bond.c.other_id == other, bond.c.kind == kind))


def of(db: sa.Connection, id: str) -> list[Row]:
    """The bonds of somebody with the names of the others, by name."""
    named = sa.select(bond.c.kind, bond.c.other_id, guest.c.name, account.c.handle)
    joined = named.join(guest, guest.c.id == bond.c.other_id).outerjoin(account, account.c.guest_id == bond.c.other_id)
    return all_of(db, joined.where(bond.c.guest_id == id).order_by(guest.c.name, bond.c.other_id))


def between(db: sa.Connection, a: str, b: str) -> list[str]:
    """The kinds of bond that the first has to the second."""
    return list(db.execute(sa.select(bond.c.kind).where(bond.c.guest_id == a, bond.c.other_id == b)).scalars())


def blocked(db: sa.Connection, id: str, others: Sequence[str]) -> bool:
    """Whether somebody and one of the others are blocked, whoever did it."""
    either = ((bond.c.guest_id == id) & bond.c.other_id.in_(others)) | (
        (bond.c.other_id == id) & bond.c.guest_id.in_(others)
    )
    return db.execute(sa.select(bond.c.kind).where(bond.c.kind == "block", either)).first() is not None


def known(db: sa.Connection, handle: str) -> Row | None:
    """What everybody may know of the account with this handle; nothing of one that was shut out."""
    row = sa.select(account.c.guest_id, account.c.handle, guest.c.name, account.c.created)
    mine = row.join(guest, guest.c.id == account.c.guest_id).where(account.c.handle == handle)
    found = db.execute(mine.where(account.c.banned.is_(None))).mappings().first()
    return dict(found) if found else None


def played(db: sa.Connection, id: str, told: sa.ColumnElement[bool]) -> list[Row]:
    """By system the finished games of somebody, and those that were won; those alone that are ``told``."""
    winner = game.c.outcome["winner"].as_string()
    mine = (
        sa.select(game.c.system, game.c.id, sa.func.max(sa.case((winner == seat.c.seat, 1), else_=0)).label("won"))
        .join(seat, seat.c.game_id == game.c.id)
        .where(seat.c.guest_id == id, game.c.status == "over", is_for_itself(), told)
        .group_by(game.c.system, game.c.id)
        .subquery()
    )
    sums = sa.select(mine.c.system, sa.func.count().label("played"), sa.func.sum(mine.c.won).label("won"))
    return all_of(db, sums.group_by(mine.c.system).order_by(mine.c.system))


def add_report(db: sa.Connection, row: Row) -> None:
    """What somebody reports, a person or a line of talk, is kept for the host."""
    db.execute(report.insert(), row)
