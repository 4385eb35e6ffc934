"""Accounts and all that proves who somebody is: sessions, tokens, keys sent by mail, invitations.

Of every token and key only a keyed hash is here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.db import Conflict, Row
from app.store.games import all_of, those
from app.store.house_tables import account, api_token, house, invitation, mail_key, role, session
from app.store.tables import guest, leader, seat

WHOLE = sa.select(account, guest.c.name, guest.c.created.label("came")).join(guest, guest.c.id == account.c.guest_id)
"""An account with the name of its guest."""


WHO_IS = (guest.c.id, guest.c.name, guest.c.named, account.c.role, account.c.prefs, account.c.banned)
BY_COOKIE = sa.union_all(
    sa.select(*WHO_IS, session.c.id.label("session"), session.c.seen)
    .join(account, account.c.guest_id == guest.c.id)
    .join(session, session.c.guest_id == guest.c.id)
    .where(session.c.token_hash == sa.bindparam("token"), session.c.seen >= sa.bindparam("since")),
    sa.select(guest.c.id, guest.c.name, guest.c.named, *[sa.null()] * 5)
    .join(account, account.c.guest_id == guest.c.id, isouter=True)
    .where(guest.c.token_hash == sa.bindparam("token"), account.c.guest_id.is_(None)),
)
"""Who a browser is (``token``: its hash): an account by its session, if that was used ``since``, else a guest that has
no account."""
BY_TOKEN = (
    sa.select(*WHO_IS, api_token.c.id.label("token"), api_token.c.scopes, api_token.c.used, api_token.c.ends)
    .join(account, account.c.guest_id == guest.c.id)
    .join(api_token, api_token.c.guest_id == guest.c.id)
    .where(api_token.c.token_hash == sa.bindparam("hash"))
)
"""Whose API token this is, with what it may do and until when."""


def first(db: sa.Connection, query: sa.Select[Any]) -> Row | None:
    """The first row, if there is one."""
    found = db.execute(query.limit(1)).mappings().first()
    return dict(found) if found else None


# -- accounts ------------------------------------------------------------------


def by_id(db: sa.Connection, id: str) -> Row | None:
    """The account of this guest."""
    return first(db, WHOLE.where(account.c.guest_id == id))


def by_handle(db: sa.Connection, handle: str) -> Row | None:
    """The account whose name in small letters this is."""
    return first(db, WHOLE.where(account.c.handle == handle))


def by_mail(db: sa.Connection, mail: str) -> Row | None:
    """The account whose confirmed address this is."""
    return first(db, WHOLE.where(account.c.mail == mail, account.c.mail_ok))


def guest_of(db: sa.Connection, id: str) -> Row | None:
    """A guest with what its account says of it, if it has one."""
    query = sa.select(guest.c.id, guest.c.name, account.c.role, account.c.prefs, account.c.banned)
    return first(db, query.join(account, account.c.guest_id == guest.c.id, isouter=True).where(guest.c.id == id))


def has_host(db: sa.Connection, but: str = "") -> bool:
    """Whether somebody (else than ``but``) is host and not banned."""
    there = (account.c.role == "host") & (account.c.guest_id != but) & account.c.banned.is_(None)
    return first(db, sa.select(account.c.guest_id).where(there)) is not None


def sign_up(db: sa.Connection, new: Row, opened: Row, name: str, *, known: bool, spoilt: str, code: str) -> str:
    """Empty once the account and its first session exist; else ``taken``, ``code`` or ``host``, and nothing changed.

    ``known``: the guest exists and its own browser's token becomes ``spoilt``.
    """
    if by_handle(db, new["handle"]):
        return "taken"
    if new["role"] == "host" and has_host(db):
        return "host"
    if code and not is_free(db, code):
        return "code"
    if known:
        db.execute(guest.update().where(guest.c.id == new["guest_id"]).values(name=name, token_hash=spoilt))
    else:
        row = {"id": new["guest_id"], "name": name, "token_hash": spoilt, "created": new["created"]}
        db.execute(guest.insert(), row)
    if code:
        free = (invitation.c.code_hash == code) & invitation.c.used_by.is_(None)
        if db.execute(invitation.update().where(free).values(used_by=new["guest_id"])).rowcount != 1:
            raise Conflict(code)
    db.execute(account.insert(), new)
    db.execute(session.insert(), opened)
    return ""


def change(db: sa.Connection, id: str, values: Row) -> bool:
    """Whether there is such an account, which now has these values."""
    return db.execute(account.update().where(account.c.guest_id == id).values(**values)).rowcount == 1


def rename(db: sa.Connection, id: str, name: str, handle: str) -> bool:
    """Whether the account is called so now; not if another is."""
    other = by_handle(db, handle)
    if other and other["guest_id"] != id:
        return False
    db.execute(guest.update().where(guest.c.id == id).values(name=name))
    return change(db, id, {"handle": handle})


def merge(db: sa.Connection, id: str, column: str, changes: Row) -> Row:
    """The JSON of a column with these keys changed; a key whose value is ``None`` is gone."""
    kept = db.execute(sa.select(account.c[column]).where(account.c.guest_id == id)).scalar_one_or_none() or {}
    made = {key: value for key, value in {**kept, **changes}.items() if value is not None}
    change(db, id, {column: made})
    return made


def listed(db: sa.Connection, query: str, limit: int) -> list[Row]:
    """Accounts whose name or address holds this text, by name, each with when it was last seen."""
    seen = sa.select(sa.func.max(session.c.seen)).where(session.c.guest_id == account.c.guest_id).scalar_subquery()
    rows = WHOLE.add_columns(seen.label("seen")).order_by(account.c.handle).limit(limit)
    if query:
        rows = rows.where(
            account.c.handle.contains(query, autoescape=True) | account.c.mail.contains(query, autoescape=True)
        )
    return all_of(db, rows)


def vacations(db: sa.Connection, ids: list[str]) -> dict[str, Row]:
    """What these accounts have said of their vacation."""
    query = sa.select(account.c.guest_id, account.c.vacation).where(account.c.guest_id.in_(ids))
    return {id: said for id, said in db.execute(query) if said}


# -- sessions ------------------------------------------------------------------


def open_session(db: sa.Connection, row: Row) -> None:
    """A new session is kept."""
    db.execute(session.insert(), row)


def touch_session(db: sa.Connection, id: str, seen: str) -> None:
    """The session was used at this time."""
    db.execute(session.update().where(session.c.id == id).values(seen=seen))


def sessions_of(db: sa.Connection, id: str, since: str) -> list[Row]:
    """The living sessions of an account, the last used first."""
    mine = (session.c.guest_id == id) & (session.c.seen >= since)
    return all_of(db, sa.select(session).where(mine).order_by(session.c.seen.desc(), session.c.id))


def end_session(db: sa.Connection, id: str, which: str) -> bool:
    """Whether this account had that session, which has ended."""
    return db.execute(session.delete().where(session.c.guest_id == id, session.c.id == which)).rowcount == 1


def end_sessions(db: sa.Connection, id: str, but: str = "") -> int:
    """How many sessions of an account have ended: all, or all but one."""
    return db.execute(session.delete().where(session.c.guest_id == id, session.c.id != but)).rowcount


def forget_devices(db: sa.Connection, id: str) -> None:
    """What browsers keep of the account is a sign of it no more."""
    db.execute(account.update().where(account.c.guest_id == id).values(devices=account.c.devices + 1))


def new_password(db: sa.Connection, id: str, password: str, but: str = "") -> None:
    """The account has this password; its sessions (but one) and the keys sent to reset it are gone."""
    change(db, id, {"password": password})
    end_sessions(db, id, but)
    db.execute(mail_key.delete().where(mail_key.c.guest_id == id, mail_key.c.kind == "reset"))


# -- who may stay at a table -----------------------------------------------------


class Rights(NamedTuple):
    """What is known of people at tables.

    ``gone``: banned, or signed out everywhere.  ``hosts``: of this server.  ``seated``: who holds which seat of a
    game.  ``roles``: game, guest and role.  ``shown``: games in which all may see what the seats together see.
    """

    gone: frozenset[str]
    hosts: frozenset[str]
    seated: frozenset[tuple[str, str, str]]
    roles: frozenset[tuple[str, str, str]]
    shown: frozenset[str]


def rights(db: sa.Connection, guests: Collection[str], games: Collection[str], shown: sa.ColumnElement[bool]) -> Rights:
    """What these guests are, and who is what at these games; ``shown``: in which of them all may see that much."""
    signed_in = sa.exists().where(session.c.guest_id == account.c.guest_id)
    programs = sa.exists().where(api_token.c.guest_id == account.c.guest_id)
    out = account.c.banned.is_not(None) | ~(signed_in | programs)
    known = db.execute(sa.select(account.c.guest_id, account.c.role, out).where(account.c.guest_id.in_(guests))).all()
    sits = sa.union(*(
        sa.select(at.c.game_id, at.c.guest_id, at.c.seat).where(at.c.game_id.in_(games), at.c.guest_id.in_(guests))
        for at in (seat, leader)
    ))  # fmt: skip
    acts = sa.select(role.c.game_id, role.c.guest_id, role.c.role)
    return Rights(
        frozenset(id for id, _, is_out in known if is_out),
        frozenset(id for id, what, _ in known if what == "host"),
        frozenset(map(tuple, db.execute(sits))),
        frozenset(map(tuple, db.execute(acts.where(role.c.game_id.in_(games), role.c.guest_id.in_(guests))))),
        those(db, games, shown),
    )


# -- tokens of programs --------------------------------------------------------


def add_token(db: sa.Connection, row: Row, most: int) -> bool:
    """Whether the token is kept; not if its owner has so many already."""
    count = sa.select(sa.func.count()).select_from(api_token).where(api_token.c.guest_id == row["guest_id"])
    if db.execute(count).scalar_one() >= most:
        return False
    db.execute(api_token.insert(), row)
    return True


def touch_token(db: sa.Connection, id: str, used: str) -> None:
    """The token was used at this time."""
    db.execute(api_token.update().where(api_token.c.id == id).values(used=used))


def tokens_of(db: sa.Connection, id: str) -> list[Row]:
    """The tokens of an account, the newest first."""
    mine = sa.select(api_token).where(api_token.c.guest_id == id)
    return all_of(db, mine.order_by(api_token.c.created.desc(), api_token.c.id))


def end_token(db: sa.Connection, id: str, which: str) -> bool:
    """Whether this account had that token, which no longer works."""
    return db.execute(api_token.delete().where(api_token.c.guest_id == id, api_token.c.id == which)).rowcount == 1


# -- keys sent by mail ---------------------------------------------------------


def add_key(db: sa.Connection, row: Row, now: str) -> None:
    """The key is kept; one to confirm an address takes the place of the last.

    Those for a new password all work until one is used: anybody may ask for one more, and must not end the one before.
    """
    mine = (mail_key.c.guest_id == row["guest_id"]) & (mail_key.c.kind == row["kind"])
    db.execute(mail_key.delete().where(mine, mail_key.c.ends < now if row["kind"] == "reset" else sa.true()))
    db.execute(mail_key.insert(), row)


def key_of(db: sa.Connection, key_hash: str, kind: str, now: str) -> Row | None:
    """The key, if it has not ended."""
    mine = (mail_key.c.key_hash == key_hash) & (mail_key.c.kind == kind) & (mail_key.c.ends > now)
    return first(db, sa.select(mail_key).where(mine))


def pending(db: sa.Connection, id: str, now: str) -> str:
    """The address this account has yet to confirm; empty if there is none."""
    mine = (mail_key.c.guest_id == id) & (mail_key.c.kind == "confirm") & (mail_key.c.ends > now)
    row = first(db, sa.select(mail_key).where(mine))
    return row["mail"] if row else ""


def reset(db: sa.Connection, key_hash: str, now: str, password: str) -> str | None:
    """Whose password it is now; ``None`` if the key is used, has ended, or went to an address given up since."""
    key = key_of(db, key_hash, "reset", now)
    owner = by_mail(db, key["mail"]) if key else None
    if key is None or owner is None or owner["guest_id"] != key["guest_id"]:
        return None
    new_password(db, key["guest_id"], password)
    return str(key["guest_id"])


def confirm(db: sa.Connection, key_hash: str, now: str) -> str:
    """``done`` once the address is the account's; ``taken`` if it is another's, ``gone`` if there is no such key."""
    key = key_of(db, key_hash, "confirm", now)
    if key is None:
        return "gone"
    other = by_mail(db, key["mail"])
    if other and other["guest_id"] != key["guest_id"]:
        return "taken"
    change(db, key["guest_id"], {"mail": key["mail"], "mail_ok": True})
    db.execute(mail_key.delete().where(mail_key.c.guest_id == key["guest_id"]))
    return "done"


def drop_mail(db: sa.Connection, id: str) -> None:
    """The account has no address, and no key sent to it works."""
    change(db, id, {"mail": None, "mail_ok": False})
    db.execute(mail_key.delete().where(mail_key.c.guest_id == id))


# -- the house -----------------------------------------------------------------


def setting(db: sa.Connection, key: str) -> Any:
    """A setting of this server; ``None`` if it was never set."""
    return db.execute(sa.select(house.c.value).where(house.c.key == key)).scalar_one_or_none()


def set_setting(db: sa.Connection, key: str, value: object) -> None:
    """The setting has this value."""
    if db.execute(house.update().where(house.c.key == key).values(value=value)).rowcount == 0:
        db.execute(house.insert(), {"key": key, "value": value})


def change_setting(db: sa.Connection, key: str, changed: Callable[[Any], object]) -> None:
    """The setting is what is made of what it was (``None``: never set), and nobody changes it in between."""
    db.execute(house.update().where(house.c.key == key).values(value=house.c.value))  # its row is held from here on
    set_setting(db, key, changed(setting(db, key)))


def add_invitation(db: sa.Connection, row: Row) -> None:
    """The invitation is kept."""
    db.execute(invitation.insert(), row)


def is_free(db: sa.Connection, code_hash: str) -> bool:
    """Whether nobody has used this invitation yet."""
    free = (invitation.c.code_hash == code_hash) & invitation.c.used_by.is_(None)
    return first(db, sa.select(invitation.c.code_hash).where(free)) is not None


def invitations(db: sa.Connection) -> list[Row]:
    """All invitations, the newest first, with the name of who used each."""
    query = sa.select(invitation, guest.c.name.label("used_name"))
    joined = query.join(guest, guest.c.id == invitation.c.used_by, isouter=True)
    return all_of(db, joined.order_by(invitation.c.created.desc(), invitation.c.code_hash))


def revoke(db: sa.Connection, code_hash: str) -> bool:
    """Whether there was such an unused invitation, which no longer works."""
    free = (invitation.c.code_hash == code_hash) & invitation.c.used_by.is_(None)
    return db.execute(invitation.delete().where(free)).rowcount == 1
