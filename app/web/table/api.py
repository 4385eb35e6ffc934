"""Games over REST: make one, look at it, undo, take back, resign, pause, read the record."""

from __future__ import annotations

import re
from typing import Any

from fastapi import APIRouter
from msgspec import Struct, field
from starlette.requests import Request
from starlette.responses import Response

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.own import OPTION
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.games import lobby
from app.games.record import Record
from app.games.results import Accepted, GameId, GameInfo, SeatInfo, SeatKind
from app.games.seats import clean_name
from app.games.terms import terms_of
from app.web.page.cursors import STAMPED, next_of, place_of, stamped
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie, shares
from app.web.page.errors import Bad
from app.web.page.problems import told
from app.web.page.rest import read, reply, speaks
from app.web.page.systems import chosen
from app.web.page.words import gettext
from app.web.table import seen as tables
from app.web.table.board.inspecting import inspected, known
from app.web.table.calls import DEEDS, accepted, game_info, own_seat, seen_by_caller
from app.web.table.refusing import worded
from app.web.table.told import Card, EventsTold, GameSeen, GamesTold, GameTold, Links, NewGameTold, SeatTold
from app.web.table.umpire import officers

MINE = 100
"""So many of one's own games are told at a time."""
SEAT = re.compile("[a-z][a-z0-9-]{0,15}")
router = APIRouter(prefix="/api/v1", tags=["games"])


class NewSide(Struct, frozen=True, forbid_unknown_fields=True):
    """A side: who plays it (``me``, ``person``, ``open``, ``bot``), and its roster."""

    seat: str
    roster: Json
    player: str = "open"


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be made.

    ``answer_seconds``: how long a seat has for what it is asked while another has the go; 15 to 600, or 0 for no end.
    ``stand_in_seconds``: after how long a comrade may answer for one who is away, where several lead a side; 60 if 0.
    ``visibility``: ``private`` (found by link only) or ``listed`` (in the lobby; ``listed`` says the same).
    ``watch``: ``view`` (``public``, or ``all`` at least 5 minutes late), ``delay`` (minutes), ``who`` (``link``,
    ``anyone``, ``none``).  ``clock``: ``{"kind": "live", "minutes": 20, "increment": 30}``, ``{"kind": "letter",
    "hours": 24}`` or ``{"kind": "none"}``; ``zero``: what follows when it is over.  ``odds``: whether they are shown.
    ``bots``: how well they play, ``novice``, ``veteran`` (if left out) or ``master``.
    ``umpire``, ``commentators``: names of accounts.  ``offered``: both armies are set up as
    offered, and the battle begins with its first turn.
    """

    system: str
    scenario: str
    sides: list[NewSide]
    options: dict[str, Any] = field(default_factory=dict)
    name: str = ""
    listed: bool = False
    answer_seconds: int = 0
    stand_in_seconds: int = 0
    visibility: str = ""
    watch: Json = None
    clock: Json = None
    zero: str = ""
    odds: bool = True
    bots: str = ""
    umpire: str = ""
    commentators: list[str] = []
    offered: bool = False


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a seat with its link's key; ``entropy`` (hexadecimal) goes into the dice.

    ``roster`` is for a side that was made without one.  ``terms``: those of the game as it was read; if they are
    given, nobody sits down once others may see more of the table.
    """

    seat: str
    key: str
    name: str
    entropy: str = ""
    roster: Json = None
    terms: str = ""


class Deed(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a seat does beside answering; ``on`` and ``yes`` where they mean anything.

    ``command_id`` makes a repeated undo harmless.  ``about``: to what consent is given, ``take-back``,
    ``umpire``, ``counsel`` or ``draw``, with ``@`` and the version it was asked at; else to what was asked first.
    Of a side that several lead: ``who`` is the number of a leader and ``part`` what is offered to him (``deal``),
    or who leads no more (``depart``); ``key`` that of the general's link and ``name`` one's own (``lead``).
    """

    seat: str = ""
    on: bool = True
    yes: bool = True
    reason: str = ""
    command_id: str = ""
    about: str = ""
    who: int = 0
    part: list[str] = []
    key: str = ""
    name: str = ""


def links(here: Site, request: Request, info: GameInfo) -> Links:
    """The links of a game: of each seat, and for watchers."""
    base = here.base(request)
    seats: dict[str, str] = {
        s.seat: f"{base}/join/{info.id}/{s.seat}/{here.seat_key(info.id, s.seat)}"
        for s in info.seats
        if s.kind != "bot"
    }
    return {"seats": seats, "watch": f"{base}/watch/{info.id}/{here.watch_key(info.id)}"}


def seat_told(s: SeatInfo) -> SeatTold:
    """A seat as anybody who may see the game reads it."""
    told = SeatTold(seat=s.seat, name=s.name, kind=s.kind, bot=s.bot, taken=s.taken)
    if s.leaders:
        told["leaders"] = [one.name for one in s.leaders]
    return told


def public(info: GameInfo) -> GameTold:
    """A game as anybody who may see it reads it: no guest ids."""
    seats = [seat_told(s) for s in info.seats]
    told: GameTold = {
        "id": info.id, "system": info.system, "scenario": info.scenario, "status": info.status, "version": info.version,
        "seats": seats, "options": info.options.stored, "outcome": info.outcome, "created": info.created,
        "terms": terms_of(info.options),
    }  # fmt: skip
    if info.own:
        told["own"] = info.own
    return told


@router.get(
    "/systems", summary="The rule systems and what a game of each needs",
    **speaks("list_systems", dict[str, dict[str, Any]]),
)  # fmt: skip
async def systems(here: SiteDep) -> Response:
    """Scenarios, options, ready rosters and lists to build from, by system."""
    return reply({key: here.games.system(key).catalogue() for key in here.games.systems})  # type: ignore[union-attr]


EXAMPLE = {
    "system": "ronin", "scenario": "skirmish", "options": {"points": 200},
    "sides": [
        {"seat": "red", "roster": {"sample": "red-devils"}, "player": "me"},
        {"seat": "blue", "roster": {"sample": "river-league"}, "player": "open"},
    ],
}  # fmt: skip


@router.post("/games", status_code=201, summary="Make a game", **speaks("make_game", NewGameTold, NewGame, EXAMPLE))
async def create(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The new game and its links.  A set-up that is not legal is a 422 with every reason."""
    choose_language(request)
    new = await read(request, NewGame)
    token = ""
    if who is None:
        who, token = await here.games.guests.welcome(new.name)
    named = await officers.find(here, agreed(new))
    if named.unknown:
        raise Bad(422, named.reason)
    game = await made(here, new, who.id, here.place(request), named)
    await officers.install(here, who, game, named)
    for side in new.sides:
        if side.player == "me":
            await here.games.join(game, Seat(side.seat), who.id, clean_name(new.name) or who.name)
    info = await game_info(here, game)
    response = reply(NewGameTold(**public(info), links=links(here, request, info)), 201)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


async def made(here: Site, new: NewGame, owner: str, place: str, named: officers.Officers) -> GameId:
    """The id of the game that was made, or a 422 with every reason."""
    system = here.games.system(new.system)
    if system is None:
        raise Bad(422, f"There is no rule system {new.system!r}; known are: {', '.join(here.games.systems)}.")
    kinds: dict[Seat, SeatKind] = {}
    for side in new.sides:
        if not SEAT.fullmatch(side.seat):
            raise Bad(422, f"a seat is named in 1 to 16 small letters, digits and dashes, not {side.seat[:40]!r}")
        if side.player not in ("me", "person", "open", "bot"):
            raise Bad(422, f"player of {side.seat!r} must be me, person, open or bot, not {side.player!r}")
        kinds[Seat(side.seat)] = "bot" if side.player == "bot" else "open" if side.player == "open" else "person"
    rosters = [s.roster if OPTION in new.options else await here.brought(new.system, s.roster) for s in new.sides]
    sides = tuple(SideSetup(Seat(s.seat), roster) for s, roster in zip(new.sides, rosters, strict=True))
    setup = Setup(new.scenario, sides, new.options)
    made = await lobby.lay(here.games, new.system, setup, kinds, agreed(new), owner, place, (named.beside,))
    if isinstance(made, tuple):
        words = worded(system)
        every = [told(no, words.says(no.code, no.facts)) for no in made]
        raise Bad(422, every[0]["sentence"], refusal=every[0], refusals=every)
    return made


def agreed(new: NewGame) -> dict[str, Any]:
    """What the table agrees apart from its rules; the limit of points with it, so that lists can show it."""
    points = {key: new.options[key] for key in ("points",) if type(new.options.get(key)) is int}
    hidden = {"visibility": new.visibility} if new.visibility else {}
    return {
        **points, **hidden, "listed": new.listed, "answer_seconds": new.answer_seconds, "watch": new.watch,
        "clock": new.clock, "zero": new.zero, "umpire": new.umpire, "commentators": list(new.commentators),
        **({} if new.odds else {"odds": False}), **({"bots": new.bots} if new.bots else {}),
        "offered": new.offered,
        **({"stand_in_seconds": new.stand_in_seconds} if new.stand_in_seconds else {}),
    }  # fmt: skip


@router.get("/games", summary="The games this caller may see", **speaks("list_games", GamesTold))
async def listed(request: Request, here: SiteDep, who: GuestDep, after: str = "") -> Response:
    """Your own games, a hundred at a time (``after``: the ``next`` of the last), and those to watch or join."""
    choose_language(request)
    place = place_of(after, STAMPED)
    mine = await here.games.list_games(who.id, MINE, place) if who else ()
    live = await here.games.live_games()
    following = next_of(mine, MINE, stamped)
    return reply(GamesTold(mine=[public(i) for i in mine], live=[public(i) for i in live], next=following))


@router.get("/games/{game}", summary="A game as you see it", **speaks("get_game", GameSeen))
async def shown(request: Request, game: str, who: GuestDep, seat: str = "") -> Response:
    """Version, table and open questions with their options and reasons."""
    choose_language(request)
    table = await seen_by_caller(request, game, who, seat)
    return reply(GameSeen(**public(table.info), seat=table.viewer, view=table.view, questions=table.questions))


@router.post(
    "/games/{game}/join", summary="Take a seat",
    **speaks("join_game", Accepted, Join, {"seat": "blue", "key": "…", "name": "Mika", "entropy": "00ff"}),
)  # fmt: skip
async def join(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """The seat is yours; with the last seat the game begins."""
    choose_language(request)
    given = await read(request, Join)
    info = await game_info(here, game)
    if not here.is_signed(given.key, "seat", game, given.seat):
        raise Bad(403, gettext("This link does not lead to a seat."))
    token = ""
    if who is None:
        who, token = await here.games.guests.welcome(given.name)
    try:
        entropy = bytes.fromhex(given.entropy)
    except ValueError:
        raise Bad(422, "entropy must be hexadecimal") from None
    roster = await here.brought(info.system, given.roster)
    result = await here.games.join(info.id, Seat(given.seat), who.id, given.name, entropy, roster, given.terms)
    response = reply(accepted(result, words=worded(chosen(here, info.system), info)))
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


@router.get("/games/{game}/events", summary="What happened since a version", **speaks("list_events", EventsTold))
async def events(
    request: Request, game: str, here: SiteDep, who: GuestDep, since: int = 0, seat: str = "", limit: int = 500
) -> Response:
    """The events after version ``since`` that you may see.

    The version counts what everybody may see.  What only some may see comes with the next of those: it has the same
    ``version``, and a ``part`` of 1 and more.
    """
    table = await seen_by_caller(request, game, who, seat)
    shown = await here.games.events(GameId(game), table.full, max(0, since), max(1, min(limit, 1000)))
    return reply(EventsTold(version=table.info.version, events=shown))


@router.get(
    "/games/{game}/inspect/{piece}", summary="What you see who ask about a counter, a group or a force",
    **speaks("inspect_piece", Card),
)  # fmt: skip
async def inspect(request: Request, game: str, piece: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """Its card in words, what would be added to its rolls, and what to draw about it."""
    choose_language(request)
    table = await seen_by_caller(request, game, who, seat)
    if await shares(here, game, who):
        table = await tables.seen(here.games, game, table.viewer, shared=True) or table
    found = await here.games.inspect(GameId(game), table.eyes, piece) if known(table.view, piece) else None
    if found is None:
        raise Bad(404, gettext("There is nothing like that on this table."))
    return reply(inspected(table, piece, found, here.games.systems[table.info.system]))


@router.post(
    "/games/{game}/{deed}",
    summary=", ".join(DEEDS),
    **speaks("do_deed", Accepted, Deed, {"seat": "red"}, optional=True),
)
async def deed(request: Request, game: str, deed: str, here: SiteDep, who: GuestDep) -> Response:
    """Each is checked for seat and state."""
    choose_language(request)
    given = await read(request, Deed) if await request.body() else Deed()
    return reply(await done(request, here, game, deed, given, who.id if who else ""))


async def done(request: Request, here: Site, game: str, deed: str, given: Deed, guest: str) -> Any:
    """The accepted result of a deed, or its problem document."""
    if deed not in DEEDS:
        raise Bad(404, f"There is no {deed!r}; known are: {', '.join(DEEDS)}.")
    if deed == "stand-in":
        return await stood_in(request, here, game, given, guest)
    if deed == "lead":
        return await came_to_lead(here, game, given, guest)
    seat = await own_seat(request, game, guest, given.seat)
    games, id = here.games, GameId(game)
    calls = {
        "undo": lambda: games.undo(id, seat, guest, given.command_id),
        "takeback": lambda: games.takeback_ask(id, seat, guest),
        "consent": lambda: games.consent(id, seat, given.yes, given.about[:20], guest),
        "counsel": lambda: games.counsel_ask(id, seat, guest),
        "draw": lambda: games.draw_ask(id, seat, guest),
        "resign": lambda: games.resign(id, seat, guest),
        "pause": lambda: games.pause(id, seat, given.reason[:200], guest),
        "resume": lambda: games.resume(id, seat, guest),
        "rest": lambda: games.rest(id, seat, guest, given.command_id, given.about[:20]),
        "checkpoint": lambda: games.return_to_checkpoint(id, seat, guest),
        "invite": lambda: games.lead_invite(id, seat, given.on, guest),
        "deal": lambda: games.lead_offer(id, seat, given.who, given.part, guest),
        "agree": lambda: games.lead_agree(id, seat, given.yes, guest),
        "depart": lambda: games.lead_leave(id, seat, given.who, guest),
    }
    table = await tables.seen(games, game, seat)
    return accepted(await calls[deed](), table)


async def came_to_lead(here: Site, game: str, given: Deed, guest: str) -> Any:
    """The caller leads with the general of a side, by whose link he came."""
    info = await game_info(here, game)
    if not guest:
        raise Bad(403, gettext("Sit down or sign in first: then others know who speaks."))
    result = await here.games.lead(info.id, Seat(given.seat), given.key, guest, given.name)
    return accepted(result, words=worded(chosen(here, info.system), info))


async def stood_in(request: Request, here: Site, game: str, given: Deed, guest: str) -> Any:
    """A bot answers for the caller's seat, or for another seat of the game whose player is not at the table."""
    own = await own_seat(request, game, guest)
    seat = Seat(given.seat) if given.seat else own
    info = await game_info(here, game)
    mine = any(s.seat == seat and s.is_of(guest) for s in info.seats)
    if not mine and info.options.clock.kind != "none":
        raise Bad(409, gettext("At this table the clock decides what follows when a player is away."))
    if not mine and here.rooms.is_here(game, seat):
        raise Bad(409, gettext("That player is at the table: only they can let a bot play for them."))
    table = await tables.seen(here.games, game, own)
    return accepted(await here.games.stand_in(GameId(game), seat, given.on, guest if mine else None), table)


@router.get("/games/{game}/record", summary="The whole record of a finished game", **speaks("get_record", Record))
async def record(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """Set-up, tape, events, seeds and chain: ``app verify FILE`` checks it offline."""
    choose_language(request)
    table = await seen_by_caller(request, game, who)
    found = await here.games.record(GameId(game), table.full)
    if isinstance(found, Refusal):
        raise Bad(409, table.words.says(found.code, found.facts))
    response = reply(found)
    response.headers["content-disposition"] = f'attachment; filename="gunbai-{game}.json"'
    return response
