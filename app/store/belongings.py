"""All that stands under one guest's id: to be told, to be moved to another, to be let go."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of, sits
from app.store.house_tables import (
    account,
    api_token,
    bond,
    challenge,
    channel,
    ground,
    inbox,
    invitation,
    learnt,
    likeness,
    mail_key,
    notice,
    report,
    role,
    session,
    talk,
    world,
)
from app.store.leaders import one_hand
from app.store.progress import take_along
from app.store.tables import game, guest, leader, roster, seat

OWNED: tuple[sa.Column[Any], ...] = (
    seat.c.guest_id, leader.c.guest_id, game.c.owner, roster.c.guest_id, ground.c.guest_id, world.c.guest_id,
    likeness.c.guest_id, challenge.c.by_id,
    challenge.c.to_id, talk.c.guest_id, report.c.by_id, report.c.about_id, channel.c.guest_id, notice.c.guest_id,
    inbox.c.guest_id,
)  # fmt: skip
"""Where a guest's id stands outside a key."""
KEPT_BY: tuple[sa.Column[Any], ...] = (
    session.c.guest_id, api_token.c.guest_id, mail_key.c.guest_id, channel.c.guest_id, notice.c.guest_id,
    inbox.c.guest_id, bond.c.guest_id, bond.c.other_id, role.c.guest_id, roster.c.guest_id, ground.c.guest_id,
    world.c.guest_id, likeness.c.guest_id,
    learnt.c.guest_id, leader.c.guest_id, account.c.guest_id,
)  # fmt: skip
"""Rows that go with their owner, wherever the id stands so."""


def has_any(db: sa.Connection, id: str) -> bool:
    """Whether a guest sits anywhere, owns a game, keeps a roster, ground, scenario, likeness, or began to learn."""
    kept = (roster.c.guest_id, ground.c.guest_id, world.c.guest_id, likeness.c.guest_id)
    where = (seat.c.guest_id, leader.c.guest_id, game.c.owner, *kept, learnt.c.guest_id)
    return any(db.execute(sa.select(column).where(column == id).limit(1)).first() for column in where)


def in_play(db: sa.Connection, id: str) -> list[tuple[str, str]]:
    """Game and seat of a guest wherever the game is not over."""
    mine = (
        sa.select(at.c.game_id, at.c.seat).join(game, game.c.id == at.c.game_id)
        .where(at.c.guest_id == id, game.c.status != "over") for at in (seat, leader)
    )  # fmt: skip
    return [(g, s) for g, s in db.execute(sa.union(*mine))]


def claim(db: sa.Connection, guest_id: str, by: str, spoilt: str) -> list[str]:
    """All that was the guest's is now of the account ``by``; the games it sat in or owned.  Its token is spoilt."""
    if db.execute(sa.select(account.c.guest_id).where(account.c.guest_id == guest_id)).first():
        return []
    touched = sa.select(game.c.id).where((game.c.owner == guest_id) | game.c.id.in_(sits(guest_id)))
    moved = list(db.execute(touched).scalars())
    db.execute(game.update().where(game.c.id.in_(moved)).values(rev=game.c.rev + 1))
    one_hand(db, guest_id, by)
    for column in OWNED:
        db.execute(column.table.update().where(column == guest_id).values({column: by}))
    take_along(db, guest_id, by)
    for column in (role.c.guest_id, bond.c.guest_id, bond.c.other_id, learnt.c.guest_id):
        move_keyed(db, column, guest_id, by)
    db.execute(bond.delete().where(bond.c.guest_id == bond.c.other_id))
    db.execute(guest.update().where(guest.c.id == guest_id).values(token_hash=spoilt))
    return moved


def move_keyed(db: sa.Connection, column: sa.Column[Any], guest_id: str, by: str) -> None:
    """Rows in whose key this column holds the guest's id have the account's; what stands there already stands once."""
    table = column.table
    rows, keys = all_of(db, sa.select(table).where(column == guest_id)), list(table.primary_key)
    db.execute(table.delete().where(column == guest_id))
    for row in [{**row, column.name: by} for row in rows]:
        same = sa.and_(*(key == row[key.name] for key in keys))
        if db.execute(sa.select(sa.literal(1)).select_from(table).where(same)).first() is None:
            db.execute(table.insert(), row)


def let_go(db: sa.Connection, id: str, name: str, spoilt: str) -> None:
    """The account and all that only its owner used is gone; seats and talk stay, under this name.

    Seats keep the name they were taken under.
    """
    db.execute(talk.update().where(talk.c.guest_id == id).values(name=name))
    db.execute(challenge.delete().where((challenge.c.by_id == id) | (challenge.c.to_id == id)))
    db.execute(invitation.delete().where(invitation.c.by_id == id, invitation.c.used_by.is_(None)))
    for column in KEPT_BY:
        db.execute(column.table.delete().where(column == id))
    db.execute(guest.update().where(guest.c.id == id).values(name=name, token_hash=spoilt))


def everything(db: sa.Connection, id: str) -> dict[str, list[Row]]:
    """Every row about a guest but its games, by table; hashes and other people's words are left out."""
    parts = {
        "guest": sa.select(guest.c.id, guest.c.name, guest.c.created).where(guest.c.id == id),
        "account": without(account, "password").where(account.c.guest_id == id),
        "sessions": without(session, "token_hash").where(session.c.guest_id == id),
        "tokens": without(api_token, "token_hash").where(api_token.c.guest_id == id),
        "invitations": without(invitation, "code_hash").where(invitation.c.by_id == id),
        "rosters": sa.select(roster).where(roster.c.guest_id == id),
        "grounds": sa.select(ground).where(ground.c.guest_id == id),
        "scenarios": sa.select(world).where(world.c.guest_id == id),
        "likenesses": without(likeness, "picture").where(likeness.c.guest_id == id),
        "lessons": sa.select(learnt).where(learnt.c.guest_id == id),
        "challenges": sa.select(challenge).where((challenge.c.by_id == id) | (challenge.c.to_id == id)),
        "roles": sa.select(role).where(role.c.guest_id == id),
        "leads": sa.select(leader).where(leader.c.guest_id == id),
        "talk": sa.select(talk).where(talk.c.guest_id == id).order_by(talk.c.id),
        "reports": sa.select(report).where(report.c.by_id == id).order_by(report.c.id),
        "bonds": sa.select(bond).where(bond.c.guest_id == id),
        "channels": without(channel, "data").where(channel.c.guest_id == id),
        "inbox": sa.select(inbox).where(inbox.c.guest_id == id).order_by(inbox.c.id),
        "notices": sa.select(notice).where(notice.c.guest_id == id).order_by(notice.c.id),
    }
    return {name: all_of(db, query) for name, query in parts.items()}


def without(table: sa.Table, column: str) -> sa.Select[Any]:
    """All columns of a table but one."""
    return sa.select(*(c for c in table.c if c.name != column))
