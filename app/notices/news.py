"""What the house tells of itself: tables anybody may join, battles anybody may watch, rounds of public campaigns.

Each is asked of the database by the conditions that the lobby and the list of campaigns go by, when it is found and
again before it is sent: what has become private meanwhile is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal, get_args

import sqlalchemy as sa
from msgspec import Struct

from app.games import access, look
from app.games.lobby import since as lobby_since
from app.games.results import GameInfo
from app.store import hooks as rows
from app.store.db import Row

Kind = Literal["table.opened", "battle.over", "round.opened"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class News(Struct, frozen=True, kw_only=True):
    """One thing to tell.  ``facts``: of its sentence; ``data``: for programs; ``at_ms``: when it was so.

    ``wait_ms``: how much later watchers know it.
    """

    kind: Kind
    about: str
    path: str
    facts: dict[str, Any]
    data: dict[str, Any]
    at_ms: int
    wait_ms: int = 0


def found(db: sa.Connection, since_ms: int, *, battles: bool) -> list[News]:
    """All that there is to tell since then; of battles that are over only if asked, for they are many."""
    return [
        *tables(db, stamp(since_ms)), *rounds(db, since_ms),
        *(ended(db, since_ms) if battles else ()),
    ]  # fmt: skip


def holds(db: sa.Connection, about: str, now_ms: int) -> bool:
    """Whether this may still be told."""
    kind, _, id = about.partition(":")
    match kind:
        case "table.opened":
            return bool(tables(db, lobby_since(), id))
        case "battle.over":
            return bool(rows.battles(db, fought() & access.is_told(now_ms), "", 0, id)[0])
        case "round.opened":
            return any(one.about == about for one in rounds(db, 0, id.partition(":")[0]))
    return True


def tables(db: sa.Connection, since: str, id: str = "") -> list[News]:
    """Tables at which anybody may sit down."""
    found = rows.tables(db, access.is_listed(), max(since, lobby_since()), id)
    return [table(info) for info in look.infos(*found)]


def ended(db: sa.Connection, since_ms: int, id: str = "") -> list[News]:
    """Battles that are over, of those that anybody may watch and that were ended at their tables."""
    laid = "" if id else stamp(since_ms - 60 * 86_400_000)
    games, seats = rows.battles(db, fought(), laid, since_ms, id)
    return [battle(info, row["last"]) for info, row in zip(look.infos(games, seats), games, strict=True)]


def fought() -> sa.ColumnElement[bool]:
    """A battle that may be told: what a campaign decides without its table is no draw."""
    return access.is_public() & access.is_fought()


def rounds(db: sa.Connection, since_ms: int, id: str = "") -> list[News]:
    """Rounds of public campaigns."""
    return [opened(row) for row in rows.rounds(db, stamp(since_ms), since_ms, id)]


def table(info: GameInfo) -> News:
    """A table waits for players."""
    here = names(info)
    facts = {**game_of(info), "who": ", ".join(here)}
    free = sum(not one.taken for one in info.seats)
    return News(
        kind="table.opened", about=about("table.opened", info.id), path=f"/lobby/{info.id}", facts=facts,
        data={"id": info.id, **game_of(info), "players": here, "free": free}, at_ms=ms_of(info.created),
    )  # fmt: skip


def battle(info: GameInfo, last_ms: int) -> News:
    """A battle is over, and who has won it."""
    won = next((s.name for s in info.seats if info.outcome and s.seat == info.outcome.winner), None)
    return News(
        kind="battle.over", about=about("battle.over", info.id), path=f"/play/{info.id}",
        facts={**game_of(info), "who": ", ".join(names(info)), "winner": won or ""},
        data={"id": info.id, **game_of(info), "players": names(info), "winner": won}, at_ms=last_ms,
        wait_ms=info.watching.delay * 60_000,
    )  # fmt: skip


def opened(row: Row) -> News:
    """A round has begun."""
    number = int(row["body"]["round"]["number"])
    facts, told = {"campaign": row["name"], "round": number}, about("round.opened", row["id"], str(number))
    return News(
        kind="round.opened", about=told, path=f"/campaign/{row['id']}", facts=facts,
        data={"id": row["id"], "system": row["system"], **facts}, at_ms=int(row["at_ms"]),
    )  # fmt: skip


def about(kind: Kind, *ids: str) -> str:
    """What a hook is told of once."""
    return ":".join((kind, *ids))


def names(info: GameInfo) -> list[str]:
    """Who sits there."""
    return [one.name for one in info.seats if one.taken and one.name]


def game_of(info: GameInfo) -> dict[str, str]:
    """What is played."""
    return {"system": info.system, "scenario": info.scenario}


def stamp(ms: int) -> str:
    """A time as it is stored."""
    return datetime.fromtimestamp(max(0, ms) // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def ms_of(stamp: str) -> int:
    """A stored time in milliseconds since 1970."""
    return int(datetime.fromisoformat(stamp).timestamp() * 1000) if stamp else 0


def key_of(news: News) -> str:
    """The sentence that tells it."""
    match news.kind:
        case "table.opened":
            return "hook.table" if news.facts["who"] else "hook.table-empty"
        case "battle.over":
            return "hook.won" if news.facts["winner"] else "hook.draw"
        case "round.opened":
            return "hook.round"


def wanted(news: Sequence[News], hook: Row) -> list[News]:
    """Those that a hook is to be told; times of tables are kept to the second."""
    kinds = (hook["data"] or {}).get("kinds", KINDS)
    return [one for one in news if one.kind in kinds and one.at_ms + 999 >= hook["since_ms"]]
