"""Webhooks of the house, what they were sent and are still to be sent, and what there is that they may be told of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from app.store.campaign_tables import campaign, campaign_entry
from app.store.db import Row
from app.store.games import all_of, seats_of
from app.store.house_tables import delivery, hook, moment
from app.store.lobby import is_open
from app.store.tables import game

MOST_FAILURES = 4
"""So many messages in a row may be given up; one more switches the hook off."""
LAST = 20
"""How many of its last messages are shown of a hook."""
last_ms = sa.select(sa.func.max(moment.c.at_ms)).where(moment.c.game_id == game.c.id).scalar_subquery()
"""When something happened last in a game."""
Games = tuple[list[Row], list[Row]]


# -- hooks -----------------------------------------------------------------------


def hooks(db: sa.Connection) -> list[Row]:
    """All of them, the oldest first."""
    return all_of(db, sa.select(hook).order_by(hook.c.created, hook.c.id))


def hook_of(db: sa.Connection, id: str) -> Row | None:
    """The hook of this id."""
    return next(iter(all_of(db, sa.select(hook).where(hook.c.id == id))), None)


def add_hook(db: sa.Connection, row: Row, most: int) -> bool:
    """Whether there were fewer than ``most`` and this is one of them now."""
    if len(hooks(db)) >= most:
        return False
    db.execute(hook.insert(), row)
    return True


def forget_hook(db: sa.Connection, id: str) -> bool:
    """Whether there was such a hook, which is gone with all it was sent."""
    db.execute(delivery.delete().where(delivery.c.hook_id == id))
    return db.execute(hook.delete().where(hook.c.id == id)).rowcount == 1


def switch(db: sa.Connection, id: str, on: bool, at_ms: int) -> bool:
    """Whether there is such a hook, which is on or off now; of what was while it was off it is told nothing."""
    values = {"on": on, "failures": 0, **({"since_ms": at_ms} if on else {})}
    return db.execute(hook.update().where(hook.c.id == id).values(values)).rowcount == 1


# -- messages --------------------------------------------------------------------


def add(db: sa.Connection, rows: Sequence[Row]) -> int:
    """So many of the messages were new to their hooks and are kept now.

    Of several processes that would tell a hook at the same instant each sees what the one before it kept.
    """
    return sum(_add(db, row) for row in rows)


def _add(db: sa.Connection, row: Row) -> bool:
    its = sa.select(hook.c.id).where(hook.c.id == row["hook_id"], hook.c.on).with_for_update()
    if db.execute(its).first() is None or told(db, row["hook_id"], row["about"]):
        return False
    db.execute(delivery.insert(), row)
    return True


def told(db: sa.Connection, hook_id: str, about: str) -> bool:
    """Whether this hook has been told of this, or is going to be."""
    same = (delivery.c.hook_id == hook_id) & (delivery.c.about == about)
    return db.execute(sa.select(delivery.c.id).where(same)).first() is not None


def due(db: sa.Connection, now_ms: int) -> list[Row]:
    """The messages that are to be tried now, the oldest first."""
    return all_of(db, sa.select(delivery).where(delivery.c.due_ms <= now_ms).order_by(delivery.c.due_ms).limit(50))


def claim(db: sa.Connection, id: str, now_ms: int, until_ms: int) -> bool:
    """Whether the message is the caller's to try; if he is silent until then it is anybody's again."""
    mine = (delivery.c.id == id) & (delivery.c.due_ms <= now_ms)
    return db.execute(delivery.update().where(mine).values(due_ms=until_ms)).rowcount == 1


def settle(db: sa.Connection, id: str, result: str, tries: int, due_ms: int | None) -> None:
    """What came of a message, and when it is tried again."""
    db.execute(delivery.update().where(delivery.c.id == id).values(result=result, tries=tries, due_ms=due_ms))


def count(db: sa.Connection, hook_id: str, lost: bool, gone: bool) -> None:
    """A message that arrived clears what was lost; one lost too many, or a receiver that is gone, switches it off."""
    mine = hook.update().where(hook.c.id == hook_id)
    db.execute(mine.values(failures=hook.c.failures + 1 if lost else 0))
    db.execute(mine.where(sa.or_(hook.c.failures > MOST_FAILURES, sa.literal(gone))).values(on=False))


def log(db: sa.Connection, hook_id: str) -> list[Row]:
    """Its last messages, the latest first."""
    its = sa.select(delivery).where(delivery.c.hook_id == hook_id)
    return all_of(db, its.order_by(delivery.c.at_ms.desc(), delivery.c.id).limit(LAST))


def tests_since(db: sa.Connection, at_ms: int) -> int:
    """How many trial messages were sent since then."""
    tests = delivery.c.about.startswith("test:") & (delivery.c.at_ms >= at_ms)
    return int(db.execute(sa.select(sa.func.count()).select_from(delivery).where(tests)).scalar_one())


def prune(db: sa.Connection, before_ms: int) -> None:
    """Nothing is kept of what was sent, or given up, before then."""
    db.execute(delivery.delete().where(delivery.c.at_ms < before_ms, delivery.c.due_ms.is_(None)))


# -- what there is to tell -------------------------------------------------------


def tables(db: sa.Connection, listed: sa.ColumnElement[bool], since: str, id: str = "") -> Games:
    """The tables laid since then at which anybody may sit down; of ``id`` that one alone."""
    return _games(db, is_open(listed, since), id)


def battles(db: sa.Connection, public: sa.ColumnElement[bool], since: str, since_ms: int, id: str = "") -> Games:
    """The games laid since ``since`` that anybody may watch and that are over, since ``since_ms`` or later."""
    return _games(db, public & (game.c.status == "over") & (game.c.created >= since) & (last_ms >= since_ms), id)


def _games(db: sa.Connection, where: sa.ColumnElement[bool], id: str) -> Games:
    one = game.c.id == id if id else sa.true()
    found = sa.select(game, last_ms.label("last")).where(where, one).order_by(game.c.created.desc()).limit(100)
    rows = all_of(db, found)
    return rows, seats_of(db, [row["id"] for row in rows])


def rounds(db: sa.Connection, since: str, since_ms: int, id: str = "") -> list[Row]:
    """The rounds opened since then in public campaigns that are played here: ``id`` and name, and the entry."""
    mine = campaign.c.id == id if id else sa.true()
    public = campaign.c.public & campaign.c.origin.is_(None) & (campaign.c.changed >= since)
    opened = (campaign_entry.c.kind == "round-opened") & (campaign_entry.c.at_ms >= since_ms)
    joined = sa.select(campaign.c.id, campaign.c.name, campaign.c.system, campaign_entry.c.body, campaign_entry.c.at_ms)
    found = joined.join(campaign_entry, campaign_entry.c.campaign_id == campaign.c.id).where(mine, public, opened)
    rows = all_of(db, found.where(campaign_entry.c.body.is_not(None)).order_by(campaign_entry.c.at_ms))
    return [row for row in rows if not is_sealed(row["body"])]


def is_sealed(body: Mapping[str, object]) -> bool:
    """Whether not everybody may read an entry."""
    return body.get("seen_by") is not None
