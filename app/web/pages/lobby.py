"""Taking a seat, and waiting for the others."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.system import RuleSystem
from app.games import offers
from app.games.offers import SIDES
from app.games.results import GameId, GameInfo, Refused
from app.games.seats import Guest
from app.web import prompts, systems, tables
from app.web.calls import accepted, game_info
from app.web.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.errors import Bad
from app.web.forms import form_of, text
from app.web.pages.roster import bands, chosen_band, samples
from app.web.templates import page
from app.web.words import Words, gettext

router = APIRouter(include_in_schema=False)


@router.get("/wait/{game}")
async def wait(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """Until everybody has sat down; who laid the table has the links to send."""
    choose_language(request)
    info = await game_info(here, game)
    if info.status != "open":
        return RedirectResponse(f"/play/{game}", 303)
    seats = await here.games.seats_of(GameId(game), who.id) if who else ()
    if not seats:
        raise Bad(403, gettext("This seat is not yours."))
    base = str(request.base_url).rstrip("/")
    free = [s.seat for s in info.seats if not s.taken and who and who.id == info.owner]
    links = {seat: f"{base}/join/{game}/{seat}/{here.seat_key(game, seat)}" for seat in free}
    return await seats_page(request, here, info, links=links)


@router.get("/join/{game}/{seat}/{key}")
async def seat(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """A seat kept for whoever opens this link."""
    choose_language(request)
    info = await game_info(here, game)
    check(here, game, seat, key)
    if who and Seat(seat) in await here.games.seats_of(GameId(game), who.id):
        return RedirectResponse(f"/{'wait' if info.status == 'open' else 'play'}/{game}", 303)
    return await seats_page(request, here, info, only=seat, name=who.name if who else "", who=who)


def check(here: Site, game: str, seat: str, key: str) -> None:
    """A 403 unless the link's key is ours."""
    if not here.is_signed(key, "seat", game, seat):
        raise Bad(403, gettext("This link does not lead to a seat."))


@router.post("/join/{game}/{seat}/{key}")
async def sit(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """Sit down under a typed name."""
    choose_language(request)
    form = await form_of(request)
    info = await game_info(here, game)
    check(here, game, seat, key)
    given = text(form, "band")
    roster = await chosen_band(here, who, given) if given and seat in info.bare else None
    name, token = text(form, "name", 40), ""
    if not name:
        no = prompts.No(gettext("Say how you are called."), "")
        return await seats_page(request, here, info, only=seat, no=no, status=422, who=who)
    if who is None:
        who, token = await here.games.guests.welcome(name)
    raw = entropy(text(form, "entropy", 128))
    result = await here.games.join(GameId(game), Seat(seat), who.id, name, raw, roster)
    if isinstance(result, Refused):
        why = prompts.reason(tables.words_of(systems.chosen(here, info.system), info, None), result.refusal)
        return await seats_page(request, here, info, only=seat, name=name, no=why, status=422, who=who)
    accepted(result)
    info = await game_info(here, game)
    response = RedirectResponse(f"/{'wait' if info.status == 'open' else 'play'}/{game}", 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


def entropy(given: str) -> bytes:
    """The bytes a seat adds to the dice, from their hexadecimal; none from anything else."""
    is_hex = len(given) % 2 == 0 and all(c in "0123456789abcdef" for c in given)
    return bytes.fromhex(given) if is_hex else b""


def seat_rows(words: Words, info: GameInfo, links: dict[Seat, str], only: str) -> list[dict[str, Any]]:
    """The seats as the page shows them, or those taken and the one that is offered."""
    return [
        {
            "seat": s.seat, "side": SIDES[n % len(SIDES)], "emblem": n + 1, "name": band_name(words, s.seat),
            "taken_by": s.name if s.taken else "", "link": links.get(s.seat, ""),
        }
        for n, s in enumerate(info.seats) if not only or s.seat == only or s.taken
    ]  # fmt: skip


def fitting(system: RuleSystem[Any], info: GameInfo, seat: str) -> list[Json]:
    """The ready bands for a seat of a game's scenario within its points."""
    book = system.catalogue()
    row, limit = offers.scenario(book, info.scenario), info.options.get("points")
    number = [str(s.seat) for s in info.seats].index(seat)
    return offers.fitting(book, row, limit if isinstance(limit, int) else 0, number) if row else []


def band_name(words: Words, seat: Seat) -> str:
    """What a seat is called before anybody has taken it."""
    key = f"seat.{seat}"
    return words.says(key) if key in words.sentences else seat


async def seats_page(
    request: Request, here: Site, info: GameInfo, *, links: dict[Seat, str] | None = None, only: str = "",
    name: str = "", no: Any = None, status: int = 200, who: Guest | None = None,
) -> Response:  # fmt: skip
    """The seats of a game: to take one, or to send their links."""
    system = systems.chosen(here, info.system)
    words = tables.words_of(system, info, None)
    base = str(request.base_url).rstrip("/")
    line = " · ".join(filter(None, [systems.name(system), str(info.options.get("points") or ""), tables.hurry(info)]))
    game = {
        "id": info.id, "name": words.says(f"scenario.{info.scenario}"), "line": line, "waits": links is not None,
        "watch": f"{base}/watch/{info.id}/{here.watch_key(info.id)}" if info.status != "open" else "",
    }  # fmt: skip
    mine = await bands(here, who, info.system)
    ready = samples(words, fitting(system, info, only)) if only in info.bare else []
    return page(
        request, "join.html", status=status, game=game, seats=seat_rows(words, info, links or {}, only), name=name,
        refusal=no, rosters=mine, samples=ready,
        rules=systems.rules(info.system),
    )  # fmt: skip
