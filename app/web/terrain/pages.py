"""Drawing a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.aside import aside
from app.engine.system import RuleSystem
from app.games.grounds import Body, Kept, plain
from app.games.seats import Guest
from app.games.surveying import Survey, survey
from app.web.page import systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.forms import form_of, number, text, value
from app.web.page.names import a_name
from app.web.page.shapes import units
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.terrain import drawing
from app.web.terrain.api import Chance, keep, scattered

router = APIRouter(include_in_schema=False)
USUAL = 6
"""So many pieces chance lays where nobody says how many."""


class Sheet(Struct, frozen=True):
    """A table on the drawing board; ``id``: where it is kept, ``mine``: whether the reader may change it there."""

    system: RuleSystem[Any]
    body: Body
    name: str = ""
    id: str = ""
    mine: bool = True
    no: str = ""


@router.get("/terrain")
async def fresh(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One's drawn tables, and one to begin with: empty, a ready one, or one laid by chance."""
    choose_language(request)
    query = request.query_params
    system = drawing.chosen(here, text(query, "system", 40))
    body, name = await aside(lambda: begun(survey(system), system, query))
    return await shown(request, here, who, Sheet(system, body, name))


def begun(of: Survey, system: RuleSystem[Any], query: Mapping[str, Any]) -> tuple[Body, str]:
    """The table to begin with, and what it is called."""
    if (ready := text(query, "from", 40)) and (row := next((r for r in of.ready if r.id == ready), None)):
        return row.body, drawing.called(row)
    size = sized(of, text(query, "table", 12))
    if (seed := number(query, "seed")) is not None:
        count = min(max(number(query, "pieces") or USUAL, 1), 20)
        return scattered(system, Chance(system.key, size, seed, count, symmetric="symmetric" in query)), ""
    return Body(size, []), ""


def sized(of: Survey, given: str) -> tuple[int, int]:
    """The table of this size, or the usual one."""
    return next((size for size in of.sizes if f"{size[0]}x{size[1]}" == given), of.sizes[0])


@router.get("/terrain/{id}")
async def kept(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """A table that was kept: the reader's own, or one whose link the reader has."""
    choose_language(request)
    found = await drawing.found(here, who, id, key)
    mine = who is not None and who.id == found.guest
    sheet = Sheet(drawing.chosen(here, found.system), found.body, found.name, id if mine else "", mine)
    return await shown(request, here, who, sheet)


@router.post("/terrain")
async def save(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The table of the form is kept: where it was, or as a new one; whoever has no cookie yet gets one."""
    choose_language(request)
    form, token = await form_of(request), ""
    system, id = drawing.chosen(here, text(form, "system", 40)), "" if "copy" in form else text(form, "kept", 32)
    body, name = drawing.body_of(value(form, "body")), text(form, "name", 40)
    if who is None:
        who, token = await here.games.guests.welcome(a_name(), named=False)
    try:
        new = await keep(here, who, system.key, name, body, id)
    except Bad as no:
        sheet = Sheet(system, body, name, id, no=no.detail)
        response = await shown(request, here, who, sheet)
    else:
        response = RedirectResponse(f"/terrain/{new}", 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


@router.post("/terrain/{id}/forget")
async def forget(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The table is gone."""
    choose_language(request)
    found = await drawing.found(here, who, id)
    await here.grounds.forget(found.guest, id)
    return RedirectResponse(f"/terrain?system={found.system}", 303)


async def shown(request: Request, here: Site, who: Guest | None, sheet: Sheet) -> Response:
    """The drawing board; 422 where the table could not be kept."""
    mine = await here.grounds.of(who.id, sheet.system.key) if who else ()
    return await aside(partial(board, request, here, sheet, mine))


def board(request: Request, here: Site, sheet: Sheet, mine: Sequence[Kept]) -> Response:
    """The drawing board with a sheet on it, and one's other tables beside it."""
    of, system, body = survey(sheet.system), sheet.system, sheet.body
    base = here.base(request)
    return page(
        request, "terrain/editor.html", status=422 if sheet.no else 200, sheet=sheet, no=sheet.no, mine=mine,
        link=base + drawing.share(here, sheet.id) if sheet.id else "", play=drawing.play(system, body, sheet.id),
        draft=msgspec.json.encode(plain(body)).decode(),
        system=systems.shown(system), systems=[systems.shown(s) for s in here.games.systems.values() if takes(s)],
        kinds=drawing.kinds(of), sizes=of.sizes, rules=systems.rules(system.key), unit=unit(system, of),
        ready=[{"id": r.id, "name": drawing.called(r)} for r in of.ready],
        facts=facts(of), rows=drawing.rows(of, body), **drawing.report(system, body),
    )  # fmt: skip


def takes(system: RuleSystem[Any]) -> bool:
    """Whether a battle of a system can be fought on a drawn table."""
    return bool(survey(system).frames)


def unit(system: RuleSystem[Any], of: Survey) -> str:
    """How readers call the unit of length."""
    return gettext(system.sentences.get(f"word.{of.unit}", of.unit))


def facts(of: Survey) -> dict[str, Any]:
    """What the hands need to know: how large a unit is drawn, how exact lists are, from which edge they measure."""
    return {"scale": float(units(of.unit_length * 100)) / 100, "decimals": of.decimals, "south": of.from_south}
