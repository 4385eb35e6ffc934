"""Challenges: a seat is kept for somebody, who takes it or declines; and the rematch, which keeps all of them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.games import look
from app.games import sentences as say
from app.games.results import Accepted, GameId, GameInfo, Refused, Result, SeatKind, Unknown
from app.games.seats import now
from app.games.service import Games
from app.games.setting_up import Beside
from app.store import Conflict, bonds, lobby
from app.store.db import Row

CLOSED = refuse("challenge.closed", say.SEATED)
GONE = refuse("challenge.gone", say.SEATED)
NOTE = 200


class Challenge(Struct, frozen=True):
    """A seat kept for somebody: by whom, for whom, how it stands (``sent``, ``taken``, ``declined``)."""

    game: GameId
    seat: Seat
    by: str
    to: str
    state: str
    note: str


def read(row: Row) -> Challenge:
    """A challenge from its row."""
    return Challenge(
        GameId(row["game_id"]), Seat(row["seat"]), row["by_id"], row["to_id"], row["state"], row["note"],
    )  # fmt: skip


async def refuse_challenge(games: Games, by: str, to: str) -> Refusal | None:
    """Why the one may not challenge the other, or ``None``; of a block nobody is told."""
    return CLOSED if by == to or await games.store.look(bonds.blocked, by, [to]) else None


def keeping(by: str, to: Mapping[Seat, str], note: str = "") -> Beside:
    """Writes that these seats of a game are kept for those who are challenged."""
    row = {"by_id": by, "state": "sent", "note": " ".join(note.split())[:NOTE], "created": now()}
    rows = [{**row, "seat": seat, "to_id": other} for seat, other in to.items()]
    return lambda db, game: lobby.send(db, [{**row, "game_id": game} for row in rows])


def following(info: GameInfo) -> Beside:
    """Writes that a game follows this one."""

    def write(db: Connection, game: str) -> None:
        lobby.follow(db, info.id, game)

    return write


async def of_game(games: Games, game: str) -> tuple[Challenge, ...]:
    """All challenges to seats of a game."""
    return tuple(map(read, await games.store.look(lobby.challenges, {"game_id": game})))


async def received(games: Games, guest: str) -> tuple[tuple[Challenge, GameInfo], ...]:
    """The challenges somebody has yet to answer, each with its game; none whose seat is no longer free."""
    rows, found = await games.store.look(lobby.waiting, guest)
    infos = {str(info.id): info for info in look.infos(*found)}
    pairs = [(read(row), infos[row["game_id"]]) for row in rows]
    return tuple((one, info) for one, info in pairs if is_free(info, one.seat))


async def declined(games: Games, by: str) -> tuple[GameInfo, ...]:
    """Somebody's tables whose seat was declined and is still free."""
    rows, found = await games.store.look(lobby.refused, by)
    seats = {(row["game_id"], row["seat"]) for row in rows}
    infos = look.infos(*found)
    return tuple(info for info in infos if any(id == info.id and is_free(info, Seat(seat)) for id, seat in seats))


def is_free(info: GameInfo, seat: Seat) -> bool:
    """Whether somebody may still sit down there."""
    return info.status == "open" and any(s.seat == seat and not s.taken for s in info.seats)


async def kept_for(games: Games, game: str, guest: str) -> tuple[Challenge, ...]:
    """The seats of a game that are kept for this guest."""
    rows = await games.store.look(lobby.challenges, {"game_id": game, "to_id": guest, "state": "sent"})
    return tuple(map(read, rows))


async def accept(
    games: Games, game: GameId, seat: Seat, guest: str, name: str, entropy: bytes = b"", roster: Json = None,
    terms: str = "",
) -> Result:  # fmt: skip
    """Whoever was challenged has sat down."""
    kept = [one for one in await kept_for(games, game, guest) if one.seat == seat]
    if not kept or await games.store.look(bonds.blocked, guest, [kept[0].by]):
        return Refused(GONE)
    said = await games.join(game, seat, guest, name, entropy, roster, terms)
    if isinstance(said, Accepted):
        await games.store.run(lobby.settle, game, seat, "taken")
    return said


async def decline(games: Games, game: GameId, seat: Seat, guest: str) -> Challenge | None:
    """The challenge that was declined now, if there was one."""
    kept = [one for one in await kept_for(games, game, guest) if one.seat == seat]
    declined = bool(kept) and await games.store.run(lobby.settle, game, seat, "declined")
    return kept[0] if declined else None


async def withdraw(games: Games, game: GameId, seat: Seat, by: str) -> bool:
    """Whether a challenge that was out is out no longer."""
    return await games.store.run(lobby.withdraw, game, seat, by)


# -- the rematch -----------------------------------------------------------------


class Rematch(Struct, frozen=True):
    """What somebody who sat at a finished game may do: offer one, or go to the one that was offered."""

    next: GameId | None
    kept: bool
    """Whether a seat is kept there and not yet taken."""


async def offered(games: Games, info: GameInfo, guest: str) -> Rematch | None:
    """How it stands with the rematch for this guest; ``None`` if the game goes on or the guest did not sit there."""
    if info.status != "over" or guest not in [s.guest for s in info.seats]:
        return None
    row = await games.store.look(lobby.read, info.id)
    next_id = row["next_id"] if row else None
    kept = bool(await kept_for(games, next_id, guest)) if next_id else False
    return Rematch(GameId(next_id) if next_id else None, kept)


class Again(Struct, frozen=True):
    """The game that follows, and whom to tell that a seat is kept for them."""

    game: GameId
    told: tuple[str, ...] = ()


async def rematch(
    games: Games, game: GameId, guest: str, swap: bool = False
) -> Again | Refused | Unknown | tuple[Refusal, ...]:
    """The game that follows a finished one, with whoever asked in its seat and the other seats kept.

    Sides, rosters and what the table agreed are as before; with ``swap`` each plays what another played.
    Asked again, or by two at once, it is the same game.
    """
    async with games.following:
        return await follow(games, game, guest, swap)


async def follow(
    games: Games, game: GameId, guest: str, swap: bool
) -> Again | Refused | Unknown | tuple[Refusal, ...]:  # fmt: skip
    """The same, while nobody else asks."""
    row, info = await games.store.look(lobby.read, game), await games.info(game)
    if row is None or info is None:
        return Unknown()
    sat = guest in [s.guest for s in info.seats]
    if info.status != "over" or not sat:
        return Refused(refuse("rematch.not-yet" if sat else "rematch.not-yours", say.ENDED))
    if row["next_id"]:
        return await sit_again(games, GameId(row["next_id"]), info, guest)
    return await lay_again(games, info, msgspec.convert(row["setup"], Setup), guest, swap, row["laid_from"])


async def sit_again(games: Games, next_id: GameId, info: GameInfo, guest: str) -> Again:
    """Every seat that was kept for the guest is taken."""
    names = [s.name for s in info.seats if s.guest == guest]
    for one, name in zip(await kept_for(games, next_id, guest), names, strict=False):
        await accept(games, next_id, one.seat, guest, name)
    return Again(next_id)


async def lay_again(
    games: Games, info: GameInfo, setup: Setup, guest: str, swap: bool, place: str
) -> Again | Refused | tuple[Refusal, ...]:
    """The rematch is laid: the guest sits, the seats of the others are kept."""
    seats = [side.seat for side in setup.sides]
    players = {seat: info.seats[(n + swap) % len(seats)] for n, seat in enumerate(seats)}
    others = {seat: s.guest for seat, s in players.items() if s.guest and s.guest != guest}
    if await games.store.look(bonds.blocked, guest, list(others.values())):
        return Refused(CLOSED)
    kinds: dict[Seat, SeatKind] = {seat: "bot" if s.kind == "bot" else "person" for seat, s in players.items()}
    beside = (keeping(guest, others), following(info))
    try:
        made = await games.create(
            info.system, setup, kinds, options=info.options.again, owner=guest, after=info.id, place=place,
            beside=beside,
        )  # fmt: skip
    except Conflict:
        laid = await games.store.run(lobby.follow, info.id, games.guests.id_after(info.id))
        return await sit_again(games, GameId(laid), info, guest)
    if isinstance(made, tuple):
        return made
    for seat in [seat for seat, s in players.items() if s.guest == guest]:
        await games.join(made, seat, guest, players[seat].name)
    return Again(made, tuple(dict.fromkeys(others.values())))
