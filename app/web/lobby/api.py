"""The lobby over REST."""

from __future__ import annotations

from typing import TypedDict

from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.engine.asks import Json
from app.games import challenges, lobby
from app.games.eyes import watching
from app.games.results import GameInfo
from app.games.seats import Guest
from app.web.lobby.pages import PAGE, filters_of, page_number
from app.web.lobby.rematches import played_again
from app.web.page.cursors import STAMPED, next_of, place_of, stamped
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.rest import read, reply, speaks
from app.web.page.words import gettext
from app.web.table import refusing
from app.web.table.api import public
from app.web.table.calls import game_info
from app.web.table.told import GameTold

router = APIRouter(prefix="/api/v1", tags=["lobby"])


class Challenge(TypedDict):
    """A seat that is kept for the caller."""

    game: GameTold
    seat: str
    note: str


class Lobby(TypedDict):
    """A page of games to join, one of games to watch, how many there are of each, what follows (``open_next``,
    ``live_next``), and the caller's challenges."""

    open: list[GameTold]
    open_total: int
    open_next: str | None
    live: list[GameTold]
    live_total: int
    live_next: str | None
    challenges: list[Challenge]


class Made(TypedDict):
    """What was made."""

    id: str


class Settled(TypedDict):
    """The seats that were taken or given back."""

    game: str
    seats: list[str]


@router.get(
    "/lobby", summary="Games anybody may join or watch, and the challenges to you", **speaks("get_lobby", Lobby)
)
async def shown(
    request: Request, here: SiteDep, who: GuestDep, system: str = "", pace: str = "", points: str = "",
    after: str = "", page: str = "",
) -> Response:  # fmt: skip
    """A part of each, by ``system``, ``pace`` (``none``, ``live``, ``letter``) and ``points``.

    ``after``: the ``open_next`` or ``live_next`` of the last part; or a page by its number.
    """
    choose_language(request)
    filters = filters_of(here, {"system": system, "pace": pace, "points": points})
    at, place = PAGE * (0 if after else page_number({"page": page})), place_of(after, STAMPED)
    free = await lobby.open_games(here.games, filters, PAGE, at, place)
    live = await lobby.live_games(here.games, filters, PAGE, at, place)
    kept = await challenges.received(here.games, who.id) if who else ()
    return reply(Lobby(
        open=[public(info) for info in free.games], open_total=free.total,
        open_next=next_of(free.games, PAGE, stamped), live_next=next_of(live.games, PAGE, stamped),
        live=[public(await here.games.as_seen(info, watching(info))) for info in live.games], live_total=live.total,
        challenges=[Challenge(game=public(info), seat=one.seat, note=one.note) for one, info in kept],
    ))  # fmt: skip


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """A rematch; with ``swap`` each plays what another played."""

    swap: bool = False


class Taking(Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge that is accepted: under which name, with which roster where the seat brings one, on what terms."""

    name: str = ""
    roster: Json = None
    terms: str = ""


@router.post(
    "/games/{game}/rematch", summary="Play a finished game again",
    **speaks("rematch", Made, Again, {"swap": True}, optional=True),
)  # fmt: skip
async def rematch(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """The id of the game that follows; the seats of the others are kept for them."""
    choose_language(request)
    given = await read(request, Again) if await request.body() else Again()
    return reply(Made(id=await played_again(here, await game_info(here, game), who, given.swap)))


@router.post(
    "/games/{game}/challenge/{deed}", summary="Accept or decline a challenge",
    **speaks("settle_challenge", Settled, Taking, {"name": "Mika"}, optional=True),
)  # fmt: skip
async def answer(request: Request, game: str, deed: str, here: SiteDep, who: GuestDep) -> Response:
    """Every seat that is kept for you is taken, or given back."""
    choose_language(request)
    given = await read(request, Taking) if await request.body() else Taking()
    info = await game_info(here, game)
    kept = await challenges.kept_for(here.games, info.id, who.id) if who else ()
    if not kept or who is None or deed not in ("accept", "decline"):
        raise Bad(404, gettext("This challenge is no longer open."))
    for one in kept:
        await settled(here, info, one, who, given if deed == "accept" else None)
    return reply(Settled(game=info.id, seats=[one.seat for one in kept]))


async def settled(here: Site, info: GameInfo, one: challenges.Challenge, who: Guest, given: Taking | None) -> None:
    """The challenge is accepted so, or declined."""
    if given is None:
        await challenges.decline(here.games, info.id, one.seat, who.id)
        return
    name = given.name or who.name
    result = await challenges.accept(here.games, info.id, one.seat, who.id, name, b"", given.roster, given.terms)
    refusing.went(here, info, result)
