"""Guests: who a browser is, known by the hash of a token only."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db import Row
from app.store.house_tables import account
from app.store.tables import guest

BY_HASH = (
    sa.select(guest)
    .join(account, account.c.guest_id == guest.c.id, isouter=True)
    .where(guest.c.token_hash == sa.bindparam("hash"), account.c.guest_id.is_(None))
)
"""The guest with this token hash, unless it has an account: that one is known by its sessions."""


def add(db: sa.Connection, row: Row) -> None:
    """A new guest is kept."""
    db.execute(guest.insert(), row)


def rename(db: sa.Connection, id: str, name: str) -> bool:
    """Whether there is such a guest, who now has this name."""
    return db.execute(guest.update().where(guest.c.id == id).values(name=name, named=True)).rowcount == 1
