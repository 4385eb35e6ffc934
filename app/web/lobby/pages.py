"""The lobby: open games and live ones, one's own; taking a seat, and waiting for the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.system import RuleSystem
from app.games import challenges, lobby, offers
from app.games.access import Standing, may_watch
from app.games.offers import SIDES
from app.games.results import GameId, GameInfo, Refused, Result
from app.games.seats import Guest
from app.games.table_rules import POINTS
from app.games.terms import terms_of
from app.web.lobby import cards
from app.web.page import prompts, systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.forms import form_of, number, text
from app.web.page.preview import preview
from app.web.page.templates import page
from app.web.page.words import Words, gettext
from app.web.rosters import houses
from app.web.rosters.houses import chosen_band
from app.web.rosters.pages import bands, samples
from app.web.table import refusing
from app.web.table import seen as tables
from app.web.table.board import acted
from app.web.table.calls import accepted, game_info
from app.web.table.openness import open_to
from app.web.table.own import changes, scenario_of

router = APIRouter(include_in_schema=False)
NOBODY = {"challenge": "", "guest": ""}
PAGE, PICTURES = 20, 8
"""How many lines and how many pictures a page has."""
KINDS: dict[str, tuple[str, ...]] = {
    "turn": ("playing",), "play": ("playing", "paused", "held"), "open": ("open",), "over": ("over",),
}  # fmt: skip
"""What one's own games are parted into."""


# -- lists ---------------------------------------------------------------------


@router.get("/lobby")
async def listed(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """All games anybody may join, by rules, pace and size; all that anybody may watch."""
    choose_language(request)
    query, at = request.query_params, page_number(request.query_params)
    filters = filters_of(here, query)
    live = text(query, "show") == "live"
    of = lobby.live_games if live else lobby.open_games
    per = PICTURES if live else PAGE
    found = await of(here.games, filters, per, at * per)
    pages = leaves(query, at, found.total, per)
    return page(
        request, "lobby/list.html", parts=["lobby/_tables.html"],
        show="live" if live else "open", systems=systems.every(here), filters=filters,
        paces=paces(), sizes=await lobby.sizes(here.games), total=found.total, pages=pages,
        games=[] if live else [cards.line(here, info, who) for info in found.games],
        live=await cards.live(here, found.games) if live else [],
        film=acted.shown(here) if live and not found.total and not any(filters.values()) else None,
    )  # fmt: skip


def filters_of(here: Site, query: Mapping[str, Any]) -> dict[str, Any]:
    """What the list is narrowed to; a 422 names what there is none of."""
    system, pace, points = text(query, "system"), text(query, "pace"), text(query, "points")
    if system and here.games.system(system) is None:
        raise Bad(422, gettext("There are no rules of that name."))
    if pace and pace not in lobby.PACES:
        raise Bad(422, gettext("A pace is none, live or letter."))
    size = number(query, "points") or 0
    if (points and number(query, "points") is None) or size > POINTS:
        raise Bad(422, gettext("A size is a whole number of points."))
    return {"system": system, "pace": pace, "points": size}


def paces() -> list[dict[str, str]]:
    """The paces a list can be narrowed to."""
    names = (gettext("No clock"), gettext("Live, with a clock"), gettext("By letter, days a move"))
    return [{"id": id, "name": name} for id, name in zip(lobby.PACES, names, strict=True)]


def page_number(query: Mapping[str, Any]) -> int:
    """Which page of a list is asked for, from nought."""
    return min(max(number(query, "page") or 1, 1), 10_000) - 1


def leaves(query: Mapping[str, Any], at: int, total: int, per: int = PAGE) -> dict[str, Any]:
    """The addresses of the pages before and after, where there are such."""
    last = max(0, (total - 1) // per)
    kept = "&".join(f"{key}={text(query, key, 20)}" for key in ("show", "system", "pace", "points") if text(query, key))
    return {
        "at": at + 1, "last": last + 1, "before": f"?{kept}&page={at}" if at else "",
        "after": f"?{kept}&page={at + 2}" if at < last else "",
    }  # fmt: skip


@router.get("/games/mine")
async def mine(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One's own games: those that wait for one, those in play, those laid, those over."""
    choose_language(request)
    query, at = request.query_params, page_number(request.query_params)
    show = text(query, "show") or "turn"
    if show not in KINDS:
        raise Bad(422, gettext("Your games are shown by turn, play, open or over."))
    found = await own(here, who, show, at)
    return page(
        request, "lobby/mine.html", show=show, total=found.total, pages=leaves(query, at, found.total),
        games=[cards.line(here, info, who) for info in found.games],
    )  # fmt: skip


async def own(here: Site, who: Guest | None, show: str, at: int) -> lobby.Found:
    """A page of somebody's games of this kind."""
    if who is None:
        return lobby.Found((), 0)
    if show != "turn":
        return await lobby.mine(here.games, who.id, KINDS[show], PAGE, at * PAGE)
    played = await lobby.mine(here.games, who.id, KINDS[show], cards.MINE_LOADED)
    now = await cards.asked(here, played.games, who)
    return lobby.Found(tuple(now), len(now))


# -- sitting down from the lobby -----------------------------------------------


@router.get("/lobby/{game}")
async def open_table(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """A table that is open to anybody, with its first free seat."""
    info = await game_info(here, game)
    free = [str(s.seat) for s in info.seats if s.kind == "open" and not s.taken]
    if not free:
        return RedirectResponse("/lobby", 303)
    return await open_seat(request, game, free[0], here, who)


@router.get("/lobby/{game}/{seat}")
async def open_seat(request: Request, game: str, seat: str, here: SiteDep, who: GuestDep) -> Response:
    """A seat that anybody may take, or that is kept for whoever was challenged."""
    choose_language(request)
    info = await game_info(here, game)
    known(info, seat)
    if who and who.id in [s.guest for s in info.seats if s.seat == seat]:
        return RedirectResponse(room(info), 303)
    if not await is_challenged(here, game, seat, who) and await lobby.refuse_seat(
        here.games, info, Seat(seat), who.id if who else ""
    ):
        raise Bad(403, gettext("This seat is not open to you."))
    return await seats_page(request, here, info, only=seat, name=who.name if who else "", who=who)


@router.post("/lobby/{game}/{seat}")
async def sit_open(request: Request, game: str, seat: str, here: SiteDep, who: GuestDep) -> Response:
    """Sit down at a table of the lobby, or where one was challenged to."""
    choose_language(request)
    info = await game_info(here, game)
    known(info, seat)
    sit_at = challenges.accept if await is_challenged(here, game, seat, who) else lobby.sit
    return await seated(request, here, info, seat, who, sit_at)


async def is_challenged(here: Site, game: str, seat: str, who: Guest | None) -> bool:
    """Whether this seat is kept for the caller."""
    return bool(who) and any(
        one.seat == seat for one in await challenges.kept_for(here.games, game, who.id if who else "")
    )


def known(info: GameInfo, seat: str) -> None:
    """A 404 unless the game has such a seat."""
    if seat not in [s.seat for s in info.seats]:
        raise Bad(404, gettext("There is nothing like that here."))


def room(info: GameInfo) -> str:
    """Where somebody with a seat goes."""
    return f"/{'wait' if info.status == 'open' else 'play'}/{info.id}"


# -- waiting, and sitting down by link -----------------------------------------


@router.get("/wait/{game}")
async def wait(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """Until everybody has sat down; who laid the table has the links to send."""
    choose_language(request)
    info = await game_info(here, game)
    if info.status != "open":
        return onward(request, f"/play/{game}")
    seats = await here.games.seats_of(GameId(game), who.id) if who else ()
    if not seats:
        raise Bad(403, gettext("This seat is not yours."))
    base = here.base(request)
    kept = {one.seat: one for one in await challenges.of_game(here.games, game) if one.state != "taken"}
    names = {one.to: await name_of(here, one.to) for one in kept.values()}
    sent = [seat for seat, one in kept.items() if one.state == "sent"]
    free = [s.seat for s in info.seats if not s.taken and s.seat not in sent and who and who.id == info.owner]
    links = {seat: f"{base}/join/{game}/{seat}/{here.seat_key(game, seat)}" for seat in free}
    return await seats_page(
        request, here, info, links=links, who=who,
        kept={seat: {"challenge": one.state, "guest": names[one.to]} for seat, one in kept.items()},
    )  # fmt: skip


def onward(request: Request, path: str) -> Response:
    """Another page in place of this one, also where htmx asked and would put it inside."""
    if "hx-request" in request.headers:
        return Response(headers={"HX-Redirect": path})
    return RedirectResponse(path, 303)


@router.get("/join/{game}/{seat}/{key}")
async def seat(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """A seat kept for whoever opens this link."""
    choose_language(request)
    info = await game_info(here, game)
    check(here, game, seat, key)
    if who and Seat(seat) in await here.games.seats_of(GameId(game), who.id):
        return RedirectResponse(room(info), 303)
    return await seats_page(request, here, info, only=seat, name=who.name if who else "", who=who)


def check(here: Site, game: str, seat: str, key: str) -> None:
    """A 403 unless the link's key is ours."""
    if not here.is_signed(key, "seat", game, seat):
        raise Bad(403, gettext("This link does not lead to a seat."))


@router.post("/join/{game}/{seat}/{key}")
async def sit(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """Sit down under a typed name."""
    choose_language(request)
    info = await game_info(here, game)
    check(here, game, seat, key)
    return await seated(request, here, info, seat, who, None)


async def seated(request: Request, here: Site, info: GameInfo, seat: str, who: Guest | None, sit_at: Any) -> Response:
    """The caller has sat down this way, or by the game's own door; or the page again with what stands against it."""
    if who and any(s.seat == seat and s.guest == who.id for s in info.seats):
        return RedirectResponse(room(info), 303)
    form = await form_of(request)
    given = text(form, "band")
    try:
        roster = await chosen_band(here, who, given) if given and seat in info.bare else None
    except Bad as gone:
        if not given.startswith("house:"):
            raise
        no = prompts.No(gone.detail, "")
        return await seats_page(request, here, info, only=seat, name=text(form, "name", 40), no=no, status=422, who=who)
    name, token = text(form, "name", 40), ""
    if not name:
        no = prompts.No(gettext("Say how you are called."), "")
        return await seats_page(request, here, info, only=seat, no=no, status=422, who=who)
    if who is None:
        who, token = await here.games.guests.welcome(name)
    raw, terms = entropy(text(form, "entropy", 128)), text(form, "terms")
    result: Result = await (
        sit_at(here.games, info.id, Seat(seat), who.id, name, raw, roster, terms) if sit_at
        else here.games.join(info.id, Seat(seat), who.id, name, raw, roster, terms)
    )  # fmt: skip
    if isinstance(result, Refused):
        info = await game_info(here, info.id)
        why = refusing.against(systems.chosen(here, info.system), result.refusal, info)
        return await seats_page(request, here, info, only=seat, name=name, no=why, status=422, who=who)
    accepted(result)
    response = RedirectResponse(room(await game_info(here, info.id)), 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


def entropy(given: str) -> bytes:
    """The bytes a seat adds to the dice, from their hexadecimal; none from anything else."""
    is_hex = len(given) % 2 == 0 and all(c in "0123456789abcdef" for c in given)
    return bytes.fromhex(given) if is_hex else b""


# -- the page of the seats -----------------------------------------------------


async def name_of(here: Site, guest: str) -> str:
    """How somebody is called."""
    found = await here.people.guest(guest)
    return found.name if found else ""


def seat_rows(
    words: Words, info: GameInfo, links: Mapping[Seat, str], only: str, kept: Mapping[Seat, dict[str, str]]
) -> list[dict[str, Any]]:
    """The seats as the page shows them, or those taken and the one that is offered."""
    return [
        {
            "seat": s.seat, "side": SIDES[n % len(SIDES)], "emblem": n + 1, "name": band_name(words, s.seat),
            "taken_by": s.name if s.taken else "", "link": links.get(s.seat, ""),
            "open": s.kind == "open", **kept.get(s.seat, NOBODY),
        }
        for n, s in enumerate(info.seats) if not only or s.seat == only or s.taken
    ]  # fmt: skip


def fitting(system: RuleSystem[Any], info: GameInfo, seat: str) -> list[Json]:
    """The ready rosters for a seat of a game's scenario within its points."""
    row, limit = offers.scenario(system.catalogue(), info.scenario), info.options.points
    place = [str(s.seat) for s in info.seats].index(seat)
    return offers.lawful(system, row, limit if isinstance(limit, int) else 0, place) if row else []


def band_name(words: Words, seat: Seat) -> str:
    """What a seat is called before anybody has taken it."""
    key = f"seat.{seat}"
    return words.says(key) if key in words.sentences else seat


async def seats_page(
    request: Request, here: Site, info: GameInfo, *, links: dict[Seat, str] | None = None, only: str = "",
    name: str = "", no: Any = None, status: int = 200, who: Guest | None = None,
    kept: Mapping[Seat, dict[str, str]] | None = None,
) -> Response:  # fmt: skip
    """The seats of a game: to take one, or to send their links."""
    system = systems.chosen(here, info.system)
    words = tables.words_of(system, info, None)
    rows, shown = (
        seat_rows(words, info, links or {}, only, kept or {}),
        head(request, here, words, info, links is not None),
    )
    ready = samples(words, fitting(system, info, only)) if only in info.bare else []
    return page(
        request, "lobby/join.html", status=status, parts=["lobby/_seats.html"],
        game=shown, seats=rows, preview=preview(request, here, invited(shown["name"]), shown["line"]),
        name=name, refusal=no, rosters=await bands(here, who, info.system), samples=ready,
        houses=await houses.of(here, info.system) if only in info.bare else [],
        rules=systems.rules(info.system), owner=bool(who and who.id == info.owner), brings=only in info.bare,
    )  # fmt: skip


def invited(scenario: str) -> str:
    """What a link to a seat is called elsewhere."""
    return gettext("A battle awaits you: {scenario}").format(scenario=scenario)


def head(request: Request, here: Site, words: Words, info: GameInfo, waits: bool) -> dict[str, Any]:
    """A game at the head of the page of its seats."""
    system = systems.chosen(here, info.system)
    told: Sequence[str] = (
        systems.name(system), cards.size(system, info.options.points), cards.pace(info.options.clock),
        tables.hurry(info), tables.blindly(info),
    )  # fmt: skip
    base = here.base(request)
    return {
        "id": info.id, "system": info.system, "name": scenario_of(words, info),
        "changes": changes(words, info),
        "line": " · ".join(filter(None, told)),
        "open_to": open_to(info), "terms": terms_of(info.options), "waits": waits,
        "listed": info.is_listed,
        "watch": f"{base}/watch/{info.id}/{here.watch_key(info.id)}" if shows_watch(request, info) else "",
    }  # fmt: skip


def shows_watch(request: Request, info: GameInfo) -> bool:
    """Whether the watchers' link is for this reader: who came by a link to a seat, or all where anybody may watch."""
    return info.status != "open" and may_watch(info, Standing(invited="key" in request.path_params))
