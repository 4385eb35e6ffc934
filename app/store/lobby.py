"""Lists of games, challenges and rematches: rows only, so that a list needs no game to be loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import After, all_of, behind, is_for_itself, seats_of, sits
from app.store.house_tables import challenge, clock
from app.store.tables import game, seat

Games = tuple[list[Row], list[Row]]


def page_of(
    db: sa.Connection, where: sa.ColumnElement[bool], limit: int, offset: int = 0, after: After = None
) -> Games:
    """Games and their seats, the latest first; ``after``: those that come behind this place."""
    where &= behind(game.c.created, game.c.id, after)
    rows = sa.select(game).where(where).order_by(game.c.created.desc(), game.c.id).limit(limit).offset(offset)
    found = all_of(db, rows)
    return found, seats_of(db, [row["id"] for row in found])


def count(db: sa.Connection, where: sa.ColumnElement[bool]) -> int:
    """How many games there are of this kind."""
    return int(db.execute(sa.select(sa.func.count()).select_from(game).where(where)).scalar_one())


def is_kept() -> sa.ColumnElement[bool]:
    """The seat is kept for somebody who was challenged."""
    mine = (challenge.c.game_id == seat.c.game_id) & (challenge.c.seat == seat.c.seat)
    return sa.exists().where(mine, challenge.c.state == "sent")


def is_open(listed: sa.ColumnElement[bool], since: str) -> sa.ColumnElement[bool]:
    """Anybody may sit down in the lobby: the table was laid since then and is listed."""
    free = sa.exists().where(seat.c.game_id == game.c.id, seat.c.kind == "open", seat.c.guest_id.is_(None), ~is_kept())
    return sa.and_(game.c.status == "open", game.c.created >= since, listed, free)


def chosen(filters: Mapping[str, Any]) -> sa.ColumnElement[bool]:
    """Games of this system, pace and size, where these are said; ``since`` is for those that are open."""
    points = game.c.setup[("options", "points")].as_integer()
    pace = sa.func.coalesce(game.c.options[("clock", "kind")].as_string(), "none")
    wanted = [sa.true()]
    wanted += [game.c.system == filters["system"]] if filters.get("system") else []
    wanted += [pace == filters["pace"]] if filters.get("pace") else []
    wanted += [points == filters["points"]] if filters.get("points") else []
    return sa.and_(*wanted)


def open_games(
    db: sa.Connection, listed: sa.ColumnElement[bool], since: str, filters: Mapping[str, Any], limit: int, offset: int,
    after: After = None,
) -> tuple[Games, int]:  # fmt: skip
    """A page of the games anybody may join, and how many there are."""
    where = is_open(listed, since) & chosen(filters)
    return page_of(db, where, limit, offset, after), count(db, where)


def sizes(db: sa.Connection, listed: sa.ColumnElement[bool], since: str) -> list[int]:
    """The limits of points at which open games wait."""
    points = game.c.setup[("options", "points")].as_integer()
    found = db.execute(sa.select(points).where(is_open(listed, since)).distinct()).scalars()
    return sorted(int(n) for n in found if n)


def live(
    db: sa.Connection, watched: sa.ColumnElement[bool], filters: Mapping[str, Any], limit: int, offset: int,
    after: After = None,
) -> tuple[Games, int]:  # fmt: skip
    """A page of the games in play that anybody may watch (``watched``), and how many there are."""
    where = watched & chosen(filters)
    return page_of(db, where, limit, offset, after), count(db, where)


def live_of(db: sa.Connection, watched: sa.ColumnElement[bool], guests: Sequence[str], limit: int) -> Games:
    """Of these games those in which one of these sits."""
    return page_of(db, watched & game.c.id.in_(sits(*guests)), limit)


def mine_where(guest: str, statuses: Sequence[str]) -> sa.ColumnElement[bool]:
    """Games of these kinds in which the guest sits, or which the guest laid."""
    return is_for_itself() & game.c.status.in_(statuses) & ((game.c.owner == guest) | game.c.id.in_(sits(guest)))


def mine(db: sa.Connection, guest: str, statuses: Sequence[str], limit: int, offset: int) -> tuple[Games, int]:
    """A page of a guest's games of these kinds, and how many there are."""
    where = mine_where(guest, statuses)
    return page_of(db, where, limit, offset), count(db, where)


def these(db: sa.Connection, ids: Sequence[str]) -> Games:
    """These games."""
    return page_of(db, game.c.id.in_(ids), len(ids))


def times(db: sa.Connection, ids: Sequence[str]) -> list[Row]:
    """The clocks that run in these games."""
    return all_of(db, sa.select(clock).where(clock.c.game_id.in_(ids), clock.c.since_ms.is_not(None)))


# -- challenges and rematches ---------------------------------------------------


def send(db: sa.Connection, rows: list[Row]) -> None:
    """These seats are kept for those who were challenged; who declined one before is forgotten."""
    for row in rows:
        mine = (challenge.c.game_id == row["game_id"]) & (challenge.c.seat == row["seat"])
        db.execute(challenge.delete().where(mine, challenge.c.state == "declined"))
        db.execute(challenge.insert(), row)


def challenges(db: sa.Connection, by: Mapping[str, str]) -> list[Row]:
    """Challenges whose columns have these values, the latest first."""
    wanted = [challenge.c[name] == value for name, value in by.items()]
    return all_of(db, sa.select(challenge).where(*wanted).order_by(challenge.c.created.desc(), challenge.c.game_id))


def waiting(db: sa.Connection, to: str) -> tuple[list[Row], Games]:
    """The challenges that somebody has not answered, and their games."""
    rows = challenges(db, {"to_id": to, "state": "sent"})
    return rows, page_of(db, game.c.id.in_([row["game_id"] for row in rows]), len(rows))


def refused(db: sa.Connection, by: str) -> tuple[list[Row], Games]:
    """The challenges of somebody that were declined, and their games that have not begun."""
    rows = challenges(db, {"by_id": by, "state": "declined"})
    ids = [row["game_id"] for row in rows]
    return rows, page_of(db, game.c.id.in_(ids) & (game.c.status == "open"), len(rows))


def settle(db: sa.Connection, id: str, name: str, state: str) -> bool:
    """Whether an open challenge has come to this end now."""
    mine = (challenge.c.game_id == id) & (challenge.c.seat == name) & (challenge.c.state == "sent")
    return db.execute(challenge.update().where(mine).values(state=state)).rowcount == 1


def withdraw(db: sa.Connection, id: str, name: str, by: str) -> bool:
    """Whether somebody had such an open challenge out, which is gone now."""
    mine = (challenge.c.game_id == id) & (challenge.c.seat == name) & (challenge.c.by_id == by)
    return db.execute(challenge.delete().where(mine, challenge.c.state == "sent")).rowcount == 1


def read(db: sa.Connection, id: str) -> Row | None:
    """A game's row."""
    found = db.execute(sa.select(game).where(game.c.id == id)).mappings().first()
    return dict(found) if found else None


def follow(db: sa.Connection, id: str, next_id: str) -> str:
    """The game that follows this one: the first that was named."""
    db.execute(
        game.update().where(game.c.id == id, game.c.next_id.is_(None)).values(next_id=next_id, rev=game.c.rev + 1)
    )
    return str(db.execute(sa.select(game.c.next_id).where(game.c.id == id)).scalar_one())
