"""Channels by which people are told, and what they were told."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of
from app.store.house_tables import account, channel, house, notice
from app.store.tables import game, guest, leader, seat, tape

MOST_FAILURES = 5
"""So many in a row a channel may fail; one more switches it off."""
WAITING = ("", "quiet")
"""Results of what is still to be sent by whoever claims it: just kept, or held back."""
SENDING = "sending"
"""The result of what somebody has claimed and is sending."""


# -- channels ------------------------------------------------------------------


def add_channel(db: sa.Connection, row: Row, most: int) -> bool:
    """Whether the guest had fewer than ``most`` channels and has this one now, instead of one of the same address.

    A browser belongs to whoever subscribed it last.
    """
    same = (channel.c.kind == row["kind"]) & (channel.c.address == row["address"])
    mine = sa.true() if row["kind"] == "push" else channel.c.guest_id == row["guest_id"]
    db.execute(channel.delete().where(same, mine))
    if len(channels(db, row["guest_id"])) >= most:
        return False
    db.execute(channel.insert(), row)
    return True


def channels(db: sa.Connection, guest_id: str) -> list[Row]:
    """All channels of a guest, the oldest first."""
    mine = sa.select(channel).where(channel.c.guest_id == guest_id)
    return all_of(db, mine.order_by(channel.c.created, channel.c.id))


def channel_of(db: sa.Connection, id: str, guest_id: str) -> Row | None:
    """This guest's channel."""
    found = all_of(db, sa.select(channel).where(channel.c.id == id, channel.c.guest_id == guest_id))
    return found[0] if found else None


def forget_channel(db: sa.Connection, id: str, guest_id: str) -> bool:
    """Whether this guest had such a channel, which is gone now."""
    return db.execute(channel.delete().where(channel.c.id == id, channel.c.guest_id == guest_id)).rowcount == 1


def switch(db: sa.Connection, id: str, guest_id: str, on: bool) -> bool:
    """Whether this guest has such a channel, which is on or off now; its failures are forgotten."""
    mine = (channel.c.id == id) & (channel.c.guest_id == guest_id)
    return db.execute(channel.update().where(mine).values(on=on, failures=0)).rowcount == 1


def reachable(db: sa.Connection, guests: Sequence[str]) -> set[str]:
    """Those of the guests who have an account, and so an inbox, or a channel that is on."""
    found = sa.select(channel.c.guest_id).where(channel.c.guest_id.in_(guests), channel.c.on)
    known = sa.select(account.c.guest_id).where(account.c.guest_id.in_(guests))
    return set(db.execute(found.union(known)).scalars())


# -- people and games ----------------------------------------------------------


def person(db: sa.Connection, id: str) -> Row:
    """What is to be known of a person: name, preferences, confirmed mail, vacation; no account leaves them empty."""
    mine = sa.select(guest.c.name, account).outerjoin(account, account.c.guest_id == guest.c.id).where(guest.c.id == id)
    found = db.execute(mine).mappings().first()
    row = dict(found) if found else {"name": "", "mail_ok": False}
    return {
        "name": row["name"], "account": bool(row.get("handle")), "mail": row["mail"] if row["mail_ok"] else "",
        "prefs": row.get("prefs") or {}, "vacation": row.get("vacation") or {}, "banned": bool(row.get("banned")),
    }  # fmt: skip


def last_inputs(db: sa.Connection, game_id: str) -> dict[str, tuple[int, bool]]:
    """Of each seat the number of its last input, struck ones too, and whether a clock gave it."""
    given = sa.func.max(sa.case((tape.c.by == "clock", 0), else_=tape.c.seq))
    mine = (tape.c.game_id == game_id) & tape.c.seat.is_not(None) & (tape.c.kind != "throw")
    rows = db.execute(sa.select(tape.c.seat, sa.func.max(tape.c.seq), given).where(mine).group_by(tape.c.seat))
    return {name: (int(last), int(own) < int(last)) for name, last, own in rows}


def played_by_reachable(db: sa.Connection) -> list[str]:
    """The games being played in which somebody with an open channel sits."""
    sits = sa.union(*(
        sa.select(at.c.game_id).join(channel, channel.c.guest_id == at.c.guest_id).where(channel.c.on)
        for at in (seat, leader)
    ))  # fmt: skip
    return list(db.execute(sa.select(game.c.id).where(game.c.status == "playing", game.c.id.in_(sits))).scalars())


# -- notices -------------------------------------------------------------------


def add(db: sa.Connection, rows: Sequence[Row]) -> list[Row]:
    """The rows with their numbers, now kept; none if the guest has been told of this wait before.

    Of several processes that would tell somebody at the same instant each sees what the one before it kept.
    """
    first = rows[0]
    db.execute(sa.select(guest.c.id).where(guest.c.id == first["guest_id"]).with_for_update(key_share=True))
    if first["wait"] and told(db, first["guest_id"], first["game_id"], first["wait"]):
        return []
    return [{**row, "id": db.execute(notice.insert().returning(notice.c.id), row).scalar_one()} for row in rows]


def told(db: sa.Connection, guest_id: str, game_id: str | None, wait: str) -> bool:
    """Whether the guest has been told of this wait, or would have been."""
    same = (notice.c.guest_id == guest_id) & (notice.c.game_id == game_id) & (notice.c.wait == wait)
    return db.execute(sa.select(notice.c.id).where(same).limit(1)).first() is not None


def last_told(db: sa.Connection, guest_id: str, game_id: str | None, kind: str) -> int:
    """When the guest was last told this of a game, or without one; nought: never."""
    same = (notice.c.guest_id == guest_id) & (notice.c.game_id == game_id) & (notice.c.kind == kind)
    return int(db.execute(sa.select(sa.func.max(notice.c.at_ms)).where(same)).scalar() or 0)


def settle(db: sa.Connection, id: int, result: str, at_ms: int) -> None:
    """What became of a notice."""
    db.execute(notice.update().where(notice.c.id == id).values(result=result, at_ms=at_ms))


def count(db: sa.Connection, channel_id: str, failed: bool) -> None:
    """A success has cleared the channel's failures; a failure is one more, and one too many switches it off."""
    mine = channel.update().where(channel.c.id == channel_id)
    if not failed:
        db.execute(mine.values(failures=0))
        return
    db.execute(mine.values(failures=channel.c.failures + 1))
    db.execute(mine.where(channel.c.failures > MOST_FAILURES).values(on=False))


def claim(db: sa.Connection, id: int, at_ms: int, late_ms: int) -> bool:
    """Whether the notice waited, or was claimed before ``late_ms`` and not sent since; then it is the caller's."""
    mine = notice.update().where(notice.c.id == id, _free(WAITING, late_ms))
    return db.execute(mine.values(result=SENDING, at_ms=at_ms)).rowcount == 1


def waiting(db: sa.Connection, results: Sequence[str], late_ms: int) -> list[Row]:
    """The notices with these results, and those claimed before ``late_ms`` and not sent since, the oldest first."""
    return all_of(db, sa.select(notice).where(_free(results, late_ms)).order_by(notice.c.id))


def _free(results: Sequence[str], late_ms: int) -> sa.ColumnElement[bool]:
    return notice.c.result.in_(results) | ((notice.c.result == SENDING) & (notice.c.at_ms < late_ms))


def log_of(db: sa.Connection, guest_id: str, most: int) -> list[Row]:
    """The last notices of a guest with the kind of their channel, the latest first."""
    mine = sa.select(notice, channel.c.kind.label("by")).outerjoin(channel, channel.c.id == notice.c.channel_id)
    return all_of(db, mine.where(notice.c.guest_id == guest_id).order_by(notice.c.id.desc()).limit(most))


def tests_since(db: sa.Connection, guest_id: str, at_ms: int) -> int:
    """How many trial notices a guest has had sent since then."""
    mine = (notice.c.guest_id == guest_id) & (notice.c.kind == "test") & (notice.c.at_ms >= at_ms)
    return int(db.execute(sa.select(sa.func.count()).select_from(notice).where(mine)).scalar_one())


def prune(db: sa.Connection, before_ms: int) -> None:
    """Nothing is kept of what was told before then."""
    db.execute(notice.delete().where(notice.c.at_ms < before_ms))


# -- the server's own keys -----------------------------------------------------


def secret(db: sa.Connection, key: str, fresh: Row) -> Row:
    """The secret of this name; ``fresh`` becomes it if there is none."""
    found = db.execute(sa.select(house.c.value).where(house.c.key == key)).first()
    if found is not None:
        return dict(found[0])
    db.execute(house.insert(), {"key": key, "value": fresh})
    return fresh
