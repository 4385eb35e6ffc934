"""The lobby: games that are laid, found, joined by anybody.  Lists come from the store alone; no game is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.games import access, look
from app.games import sentences as say
from app.games.eyes import watching
from app.games.results import GameId, GameInfo, Refused, Result, SeatKind, Unknown
from app.games.service import Games
from app.games.setting_up import Beside
from app.games.table_rules import refuse_points, refuse_table, stored
from app.store import bonds, lobby
from app.store.games import is_for_itself
from app.store.tables import game

DAYS = 14
"""How long an open table stays in the lobby."""
LIVE = ("playing", "paused")
PACES = ("none", "live", "letter")
Place = tuple[str, str] | None
"""Behind which game a part of a list begins: when it was laid, and its id."""
NOT_OPEN = refuse("lobby.not-open", say.SEATED)


class Found(Struct, frozen=True):
    """A page of a list of games, and how many there are in all."""

    games: tuple[GameInfo, ...]
    total: int


def since() -> str:
    """When the oldest table that is still in the lobby was laid."""
    return (datetime.now(UTC) - timedelta(days=DAYS)).strftime("%Y-%m-%dT%H:%M:%SZ")


def watched(games: Games) -> ColumnElement[bool]:
    """The games in play that anybody may watch, as far as those who watch may know."""
    return access.is_public() & access.is_in_play(games.mailbox.time.wall(), LIVE)


async def lay(
    games: Games,
    system: str,
    setup: Setup,
    kinds: Mapping[Seat, SeatKind],
    options: Mapping[str, Any],
    owner: str,
    place: str = "",
    beside: Sequence[Beside] = (),
) -> GameId | tuple[Refusal, ...]:
    """A new game with what its table agrees and what is kept ``beside`` it, or all that stands against it."""
    no = (*refuse_points(setup.options), *refuse_table(options))
    return no or await games.create(
        system, setup, kinds, options=stored(options), owner=owner, place=place, beside=beside
    )


async def open_games(
    games: Games, filters: Mapping[str, Any], limit: int = 20, offset: int = 0, after: Place = None
) -> Found:
    """Games at which anybody may sit down, the latest first."""
    asked = access.is_listed(), since(), filters, limit, offset, after
    (rows, seats), total = await games.store.look(lobby.open_games, *asked)
    return Found(look.infos(rows, seats), total)


async def live_games(
    games: Games, filters: Mapping[str, Any], limit: int = 20, offset: int = 0, after: Place = None
) -> Found:
    """Games in play that anybody may watch, the latest first."""
    (rows, seats), total = await games.store.look(lobby.live, watched(games), filters, limit, offset, after)
    return Found(await as_watched(games, look.infos(rows, seats)), total)


async def live_of(games: Games, guests: Sequence[str], limit: int = 8) -> tuple[GameInfo, ...]:
    """Games in play that anybody may watch and in which one of these sits."""
    if not guests:
        return ()
    rows, seats = await games.store.look(lobby.live_of, watched(games), guests, limit)
    return await as_watched(games, look.infos(rows, seats))


async def fought_by(games: Games, guest: str, limit: int = 8) -> tuple[GameInfo, ...]:
    """The last finished games of somebody that anybody may find and watch, as far as those who watch may know."""
    over = (game.c.status == "over") & access.is_told(games.mailbox.time.wall())
    where = access.is_public() & access.is_fought() & is_for_itself() & over
    return tuple(look.infos(*await games.store.look(lobby.live_of, where, [guest], limit)))


async def as_watched(games: Games, infos: Sequence[GameInfo]) -> tuple[GameInfo, ...]:
    """The heads of games as those who watch them have them."""
    return tuple([await games.as_seen(info, watching(info)) for info in infos])


async def mine(games: Games, guest: str, statuses: Sequence[str], limit: int = 20, offset: int = 0) -> Found:
    """A guest's own games of these kinds, the latest first."""
    (rows, seats), total = await games.store.look(lobby.mine, guest, statuses, limit, offset)
    return Found(look.infos(rows, seats), total)


async def heads(games: Games, ids: Sequence[str]) -> dict[str, GameInfo]:
    """The heads of these games by their ids."""
    rows, seats = await games.store.look(lobby.these, ids) if ids else ([], [])
    return {str(one.id): one for one in look.infos(rows, seats)}


async def sizes(games: Games) -> list[int]:
    """The limits of points at which games are open, the smallest first."""
    return await games.store.look(lobby.sizes, access.is_listed(), since())


async def time_left(games: Games, ids: Sequence[str]) -> dict[tuple[str, str], int]:
    """The milliseconds that are left, by game and seat, on the clocks that run."""
    now = games.mailbox.time.wall()
    rows = await games.store.look(lobby.times, ids) if ids else []
    return {(row["game_id"], row["seat"]): max(0, row["left_ms"] - (now - row["since_ms"])) for row in rows}


async def sit(
    games: Games, game: GameId, seat: Seat, guest: str, name: str, entropy: bytes = b"", roster: Json = None,
    terms: str = "",
) -> Result:  # fmt: skip
    """The guest holds a seat that was open to anybody; who is blocked by somebody at the table is told no more."""
    info = await games.info(game)
    if info is None or seat not in [s.seat for s in info.seats]:
        return Unknown("game" if info is None else "seat")
    if await refuse_seat(games, info, seat, guest):
        return Refused(NOT_OPEN, info.version)
    return await games.join(game, seat, guest, name, entropy, roster, terms)


async def refuse_seat(games: Games, info: GameInfo, seat: Seat, guest: str) -> Refusal | None:
    """Why this seat is not open to this guest, or ``None``; a seat that is taken says so itself."""
    if not info.is_listed or any(s.seat == seat and s.kind != "open" for s in info.seats):
        return NOT_OPEN
    if await games.store.look(lobby.challenges, {"game_id": info.id, "seat": seat, "state": "sent"}):
        return NOT_OPEN
    others = [id for id in (info.owner, *(s.guest for s in info.seats)) if id and id != guest]
    return NOT_OPEN if await games.store.look(bonds.blocked, guest, others) else None
