"""What an umpire does at a table: his page, its forms, and the link by which a seat changes hands."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any, cast
from urllib.parse import quote

import msgspec
from fastapi import APIRouter
from msgspec import Struct
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.amend import Amendable, Change
from app.engine.amend import Deed as Kind
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.games.results import UMPIRE, Accepted, GameInfo, Refused
from app.games.seats import Guest
from app.games.umpire import Desk
from app.web.page import prompts
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.forms import form_of, number, text
from app.web.page.prompts import No
from app.web.page.templates import page
from app.web.page.words import Words, gettext
from app.web.table.battles import battle_path
from app.web.table.board.drawn import drawn
from app.web.table.calls import accepted, game_info
from app.web.table.consents import names
from app.web.table.own import scenario_of
from app.web.table.umpire.deeds import (
    Deed,
    deeds_told,
    desk_of,
    done,
    look_anew,
    looking,
    named,
    owns,
    replacing_of,
    required,
    told,
    umpire_of,
    words_of,
)

router = APIRouter(include_in_schema=False)
FORMS = ("name", "dismiss", "look", "pause", "resume", "time", "dispute", "rule", "back", "bot", "replace")
FIELDS = ("piece", "deed", "x", "y", "facing", "field", "value")
DEGREE = 100
FARTHEST = 10_000_000


class Draft(Struct, frozen=True, kw_only=True):
    """An edit that is being made: its changes, why the last was not taken, and a link that was asked for."""

    changes: tuple[Change, ...] = ()
    reason: str = ""
    no: No | None = None
    link: str = ""
    tried: dict[str, str] = {}
    """The fields of the last change as they were given."""


# -- the page ------------------------------------------------------------------


@router.get("/umpire/{game}")
async def shown(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """The umpire's desk; for players what they may ask of him, for the owner who he is."""
    choose_language(request)
    return await desk_page(request, here, await game_info(here, game), who, Draft())


async def desk_page(
    request: Request, here: Site, info: GameInfo, who: Guest | None, draft: Draft, status: int = 200
) -> Response:
    """The page as it is for this caller; a 403 for those who have no business there."""
    umpire = umpire_of(here)
    judge, seats = await umpire.may(info.id, who), await here.games.seats_of(info.id, who.id) if who else ()
    if not (judge or seats or owns(info, who)):
        raise Bad(403, gettext("Only the umpire of this game, or the host of this server, may do that."))
    looks = judge and await umpire.sees(info.id, who)
    desk = await desk_of(here, info, draft.changes) if looks and info.status in ("playing", "paused") else None
    if isinstance(desk, Refusal):
        desk = await desk_of(here, info)
    position = desk if isinstance(desk, Desk) else None
    words = await words_of(here, info, position)
    return page(
        request, "table/umpire.html", status=status, parts=["table/_desk.html"], rules=f"/rules/{info.system}",
        game=head(words, info), draft=draft,
        judge=judge, looks=looks, owner=owns(info, who) and info.status != "over", seats=[str(s) for s in seats],
        umpires=[one.name for one in await umpire.of_game(info.id)],
        proposed=next((motion.who for motion in info.motions if motion.kind == UMPIRE), ""), sides=sides(words, info),
        awaited=names(words, info.awaited.get(UMPIRE, ())),
        disputes=await umpire.disputes(info.id), deeds=await deeds_told(here, info.id, words),
        **(editor(here, info, words, position, draft) if position else {"view": None}),
    )  # fmt: skip


def head(words: Words, info: GameInfo) -> dict[str, str]:
    """What the head of the page says of the game."""
    line = f"{gettext(words.sentences.get('system.name', info.system))} · {scenario_of(words, info)}"
    return {
        "id": info.id,
        "status": info.status,
        "reason": info.pause_reason,
        "line": line,
        "battle": battle_path(info),
    }


def sides(words: Words, info: GameInfo) -> list[dict[str, Any]]:
    """Every seat with who plays it."""
    return [{"seat": s.seat, "name": words.seats.get(s.seat, s.seat), "bot": s.kind == "bot"} for s in info.seats]


def editor(here: Site, info: GameInfo, words: Words, desk: Desk, draft: Draft) -> dict[str, Any]:
    """The board of the last safe point with the changes so far, and what may be changed."""
    unit = desk.view.unit_length
    fields = dict.fromkeys(score.field for one in desk.amendables for score in one.scores)
    return {
        "view": drawn(words, desk.view, info, []), "struck": desk.struck,
        "known": [row(words, one, unit) for one in desk.amendables],
        "fields": [(field, words.word(field)) for field in fields], "unit": words.word(desk.view.unit),
        "lines": told(here, info, words, desk), "changes": msgspec.json.encode(draft.changes).decode(),
    }  # fmt: skip


def row(words: Words, one: Amendable, unit: int) -> dict[str, Any]:
    """A counter or group as the form offers it; lengths in the players' unit, the facing in degrees."""
    scores = {score.field: [score.least, score.most, score.now] for score in one.scores}
    return {
        "id": one.id, "name": named(words, one), "x": plain(one.at.x, unit), "y": plain(one.at.y, unit),
        "facing": None if one.facing is None else plain(one.facing, DEGREE), "deeds": one.deeds, "scores": scores,
    }  # fmt: skip


def plain(value: int, unit: int) -> str:
    """A whole number of hundredths as a decimal of a unit, to two places."""
    return f"{(Decimal(value) / unit).quantize(Decimal('0.01')).normalize():f}"


# -- its forms -----------------------------------------------------------------


@router.post("/umpire/{game}/edit")
async def edit(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """One change more is tried, the last is left out, or all are made."""
    choose_language(request)
    info, by = await required(here, game, who)
    await looking(here, info, by)
    form = await form_of(request)
    changes, reason = changes_of(form), text(form, "reason")
    typed = {name: text(form, name, 40) for name in FIELDS}
    if text(form, "act") == "commit":
        return await commit(request, here, info, by, Draft(changes=changes, reason=reason))
    desk = await desk_of(here, info)
    if isinstance(desk, Refusal):
        raise Bad(409, gettext("There is no position to edit at this table."))
    wanted = (*changes, change_of(form, desk.view.unit_length)) if text(form, "act") == "add" else changes[:-1]
    tried = await desk_of(here, info, wanted) if wanted else desk
    if isinstance(tried, Refusal):
        no = prompts.reason(await words_of(here, info, desk), tried)
        return await desk_page(request, here, info, who, Draft(changes=changes, reason=reason, no=no, tried=typed), 422)
    kept = {"piece": typed["piece"]}
    return await desk_page(request, here, info, who, Draft(changes=wanted, reason=reason, tried=kept))


async def commit(request: Request, here: Site, info: GameInfo, by: Guest, draft: Draft) -> Response:
    """The edit is made, or shown again with what stands against it."""
    result = await done(here, info, by, "amend", Deed(reason=draft.reason, changes=list(draft.changes)))
    if isinstance(result, Accepted):
        return RedirectResponse(f"/umpire/{info.id}", 303)
    return await shown_again(request, here, info, by, result, draft)


async def shown_again(
    request: Request, here: Site, info: GameInfo, who: Guest, result: Any, draft: Draft
) -> Response:  # fmt: skip
    """The page with the reason why a deed was not done."""
    if not isinstance(result, Refused):
        accepted(result)
    no = prompts.reason(await words_of(here, info), result.refusal)
    return await desk_page(request, here, info, who, msgspec.structs.replace(draft, no=no), 422)


def changes_of(form: FormData) -> tuple[Change, ...]:
    """The changes so far; a 422 if they cannot be read."""
    try:
        return msgspec.json.decode(text(form, "changes", 20_000) or "[]", type=tuple[Change, ...])
    except msgspec.DecodeError:
        raise Bad(422, gettext("The changes of this edit cannot be read: begin it anew.")) from None


def change_of(form: FormData, unit: int) -> Change:
    """The change that the fields describe."""
    deed = text(form, "deed")
    if deed not in ("place", "remove", "set"):
        raise Bad(422, gettext("A change places, removes or sets."))
    one = Change(id=text(form, "piece"), deed=cast(Kind, deed))
    if deed == "place":
        x, y, facing = measure(form, "x", unit), measure(form, "y", unit), measure(form, "facing", DEGREE)
        at = Point(x, y) if x is not None and y is not None else None
        return msgspec.structs.replace(one, at=at, facing=facing)
    if deed == "set":
        return msgspec.structs.replace(one, field=text(form, "field"), value=measure(form, "value", 1))
    return one


def measure(form: FormData, name: str, unit: int) -> int | None:
    """A decimal of a unit as a whole number; ``None`` if the field is empty, a 422 if it is no number."""
    raw = text(form, name, 20).replace(",", ".")
    try:
        found = int((Decimal(raw) * unit).to_integral_value()) if raw else None
    except (InvalidOperation, ValueError, OverflowError):
        raise Bad(422, gettext("{name} is no number.").format(name=name)) from None
    return None if found is None else max(-FARTHEST, min(FARTHEST, found))


@router.post("/umpire/{game}/link")
async def link(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """A link by which somebody takes the place of a player; it holds until the seat changes hands."""
    choose_language(request)
    info, _ = await required(here, game, who)
    form = await form_of(request)
    seat, why = text(form, "seat", 16), text(form, "reason")
    if seat not in [s.seat for s in info.seats]:
        raise Bad(422, gettext("There is no such seat in this game."))
    if not why:
        raise Bad(422, gettext("Give a reason: the players will read it."))
    base = here.base(request)
    key = here.sign("replace", info.id, seat, await replacing_of(here).turn(info.id, Seat(seat)), why)
    made = f"{base}/replace/{info.id}/{seat}/{key}?why={quote(why, safe='')}"
    return await desk_page(request, here, info, who, Draft(link=made))


@router.post("/umpire/{game}/{deed}")
async def deed(request: Request, game: str, deed: str, here: SiteDep, who: GuestDep) -> Response:
    """A deed of the umpire, or a player's question; then the page, with the reason if it was not done."""
    choose_language(request)
    info = await game_info(here, game)
    if who is None or deed not in FORMS:
        raise Bad(403 if who is None else 404, gettext("There is nothing like that here."))
    form = await form_of(request)
    given = Deed(
        reason=text(form, "reason", 400), seat=text(form, "seat", 16), account=text(form, "account", 60),
        seconds=60 * (number(form, "minutes") or 0), dispute=number(form, "dispute") or 0, text=text(form, "text", 400),
    )  # fmt: skip
    result = await done(here, info, who, deed, given)
    if isinstance(result, Accepted):
        return RedirectResponse(f"/umpire/{info.id}", 303)
    return await shown_again(request, here, info, who, result, Draft())


# -- a seat changes hands ------------------------------------------------------


@router.get("/replace/{game}/{seat}/{key}")
async def offered(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """A seat in a game in play is offered."""
    choose_language(request)
    info = await game_info(here, game)
    return await offer(request, here, info, seat, key, who, None)


async def offer(
    request: Request, here: Site, info: GameInfo, seat: str, key: str, who: Guest | None, no: No | None
) -> Response:
    """The page of the offer; a 403 if the link is not, or no longer, ours."""
    why = request.query_params.get("why", "")[:200]
    await turn_of(here, info, seat, key, why)
    words = await words_of(here, info)
    return page(
        request, "table/replace.html", status=422 if no else 200, game=head(words, info), refusal=no, why=why,
        seat=words.seats.get(seat, seat), name=who.name if who else "", rules=f"/rules/{info.system}",
    )  # fmt: skip


async def turn_of(here: Site, info: GameInfo, seat: str, key: str, why: str) -> str:
    """What a link was made for; a 403 if it is not ours, or the seat has changed hands since."""
    turn = await replacing_of(here).turn(info.id, Seat(seat))
    if not here.is_signed(key, "replace", info.id, seat, turn, why):
        raise Bad(403, gettext("This link does not lead to a seat."))
    return turn


@router.post("/replace/{game}/{seat}/{key}")
async def take(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """The seat is the caller's from now on."""
    choose_language(request)
    info, why = await game_info(here, game), request.query_params.get("why", "")[:200]
    turn = await turn_of(here, info, seat, key, why)
    name, token = text(await form_of(request), "name", 40), ""
    if who is None:
        who, token = await here.games.guests.welcome(name)
    result = await replacing_of(here).by_link(info.id, Seat(seat), who.id, name, why, turn)
    if isinstance(result, Refused) and result.refusal.code == "umpire.link-spent":
        raise Bad(403, gettext("This link does not lead to a seat."))
    if isinstance(result, Refused):
        no = prompts.reason(await words_of(here, info), result.refusal)
        response = await offer(request, here, info, seat, key, who, no)
    else:
        accepted(result)
        look_anew(here, info)
        response = RedirectResponse(f"/play/{info.id}", 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response
