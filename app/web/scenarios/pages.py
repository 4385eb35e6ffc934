"""The page on which a scenario of one's own is made."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from fastapi import APIRouter
from msgspec import Struct
from msgspec.structs import replace
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.aside import aside
from app.engine import zones
from app.engine.asks import Json
from app.engine.system import RuleSystem
from app.games import offers, worlds
from app.games.seats import Guest
from app.games.worlds import World
from app.web.page import systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.forms import LONG, form_of, number, text, texts, typed
from app.web.page.names import a_name
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.rosters.houses import chosen_band
from app.web.rosters.pages import bands, samples
from app.web.scenarios import sheet
from app.web.scenarios.board import board

router = APIRouter(include_in_schema=False)
GROUND, AS_IT_IS = "ground:", "as-it-is"
"""A drawn table by its id; what the scenario has already, such as one that came in a file."""


class Draft(Struct, frozen=True):
    """A scenario that is being made; ``id``: where it is kept, ``mine``: whether the reader may change it there."""

    world: World
    id: str = ""
    mine: bool = True
    no: str = ""
    pasted: str = ""


@router.get("/scenarios")
async def fresh(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One's scenarios, and a printed one to begin from."""
    choose_language(request)
    query = request.query_params
    system = sheet.chosen(here, text(query, "system", 40))
    row = sheet.base_of(system, text(query, "base", 40))
    return await shown(request, here, who, Draft(World(system.key, row["id"], gettext("A new scenario"))))


@router.post("/scenarios/look")
async def look(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The scenario as the form has it, judged; nothing is kept."""
    choose_language(request)
    form = await form_of(request, LONG)
    world = await formed(here, who, form)
    return await shown(request, here, who, Draft(world, await own_id(here, who, form)))


@router.post("/scenarios")
async def save(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The scenario of the form is kept: where it was, or as a new one; whoever has no cookie yet gets one."""
    choose_language(request)
    form = await form_of(request, LONG)
    world = await formed(here, who, form)
    return await kept_as(request, here, who, Draft(world, "" if "copy" in form else await own_id(here, who, form)))


@router.post("/scenarios/bring")
async def bring(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The scenario of a file or a pasted text is kept as a new one."""
    choose_language(request)
    form = await form_of(request, LONG)
    pasted = typed(form, "text")
    try:
        world = sheet.read(here, pasted)
    except Bad as no:
        system = sheet.chosen(here, text(form, "system", 40))
        blank = World(system.key, worlds.bases(system)[0]["id"], gettext("A new scenario"))
        return await shown(request, here, who, Draft(blank, no=no.detail, pasted=pasted))
    return await kept_as(request, here, who, Draft(world))


async def kept_as(request: Request, here: Site, who: Guest | None, draft: Draft) -> Response:
    """The draft is kept and shown where it is kept; shown again with the reason where it cannot be."""
    token = ""
    if who is None:
        who, token = await here.games.guests.welcome(a_name(), named=False)
    try:
        new = await sheet.keep(here, who, draft.world, draft.id)
    except Bad as no:
        response = await shown(request, here, who, replace(draft, no=no.detail))
    else:
        response = RedirectResponse(f"/scenarios/{new}", 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


@router.get("/scenarios/{id}")
async def kept(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """A scenario that was kept: the reader's own, or one whose link the reader has."""
    choose_language(request)
    found = await sheet.found(here, who, id, key)
    mine = who is not None and who.id == found.guest
    return await shown(request, here, who, Draft(found.world, id if mine else "", mine))


@router.get("/scenarios/{id}/file")
async def file(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """One's own scenario as a file."""
    choose_language(request)
    found = await sheet.found(here, who, id)
    named = f'attachment; filename="{found.world.system}-{found.id}.json"'
    return Response(sheet.as_file(found.world), media_type="application/json", headers={"content-disposition": named})


@router.post("/scenarios/{id}/forget")
async def forget(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The scenario is gone; tables that are laid stay as they are."""
    choose_language(request)
    found = await sheet.found(here, who, id)
    if who is None or not await here.worlds.forget(who.id, id):
        raise Bad(404, gettext("There is no such scenario of yours."))
    return RedirectResponse(f"/scenarios?system={found.world.system}", 303)


# -- what a form says ----------------------------------------------------------------


async def own_id(here: Site, who: Guest | None, form: Mapping[str, Any]) -> str:
    """Where the scenario of a form is kept, if it is the caller's."""
    id = text(form, "kept", 32)  # a control named "id" would hide the id of its form
    kept = await here.worlds.read(id) if id and who else None
    return id if kept and who and kept.guest == who.id else ""


async def formed(here: Site, who: Guest | None, form: FormData) -> World:
    """The scenario of a form; what it says as it was stands in ``was``."""
    was = sheet.read(here, typed(form, "was")) if typed(form, "was") else None
    system = sheet.chosen(here, text(form, "system", 40))
    row = sheet.base_of(system, text(form, "base", 40))
    same = was is not None and (was.system, was.base) == (system.key, row["id"])
    changes = changed(row, form) if same else (was.changes if was else {})
    known = {part["key"] for part in row["own"]}
    return World(
        system.key, row["id"], text(form, "name", 40) or gettext("A new scenario"), text(form, "about", 400),
        worlds.fitted(row, {key: value for key, value in changes.items() if key in known}),
        min(number(form, "points") or 0, 100_000), await ground_of(here, who, form, was),
        await forces_of(here, who, form, was),
    )  # fmt: skip


def changed(row: Json, form: FormData) -> dict[str, Any]:
    """What a form says of each part that was in it."""
    found: dict[str, Any] = {}
    shown = texts(form, "part")
    for part in [part for part in row["own"] if part["key"] in shown]:
        key, name = part["key"], f"part_{part['key']}"
        if part["form"] == "flag":
            found[key] = name in form
        elif part["form"] == "many":
            found[key] = [option["id"] for option in part["options"] if option["id"] in texts(form, name)]
        elif part["form"] == "zones":
            typed_in = {who: text(form, f"{name}_{who}", 200) for who in texts(form, "zone_of")}
            found[key] = {who: zones.read(said) for who, said in typed_in.items() if said.strip()}
        elif part["form"] == "choice":
            found[key] = text(form, name, 40)
        elif (given := number(form, name)) is not None:
            found[key] = given
    return found


async def ground_of(here: Site, who: Guest | None, form: FormData, was: World | None) -> Any:
    """The ground that a form chooses: a drawn table, the one it had, or none."""
    given = text(form, "ground", 60)
    if given == AS_IT_IS:
        return was.ground if was else None
    if not given.startswith(GROUND):
        return None
    kept = await here.grounds.read(given.removeprefix(GROUND)[:32])
    if kept is None or who is None or kept.guest != who.id or kept.system != text(form, "system", 40):
        raise Bad(404, gettext("There is no such drawn table of yours."))
    return kept.body


async def forces_of(here: Site, who: Guest | None, form: FormData, was: World | None) -> list[Json]:
    """The forces that a form lays down; none where no side has one."""
    found: list[Json] = []
    for n, side in enumerate(offers.SIDES):
        given = text(form, f"force_{side}", 60)
        had = was.forces[n] if was and n < len(was.forces) else None
        found.append(had if given == AS_IT_IS else await chosen_band(here, who, given) if given else None)
    return found if any(force is not None for force in found) else []


# -- the page ------------------------------------------------------------------------


async def shown(request: Request, here: Site, who: Guest | None, draft: Draft) -> Response:
    """The page with a draft on it; 422 where it could not be kept or brought in."""
    system = sheet.chosen(here, draft.world.system)
    mine = await here.worlds.of(who.id, system.key) if who else ()
    drawn = await here.grounds.of(who.id, system.key) if who else ()
    rosters = await bands(here, who, system.key)
    told = {
        "mine": [{"id": one.id, "name": one.world.name} for one in mine], "rosters": rosters,
        "grounds": [{"id": f"{GROUND}{one.id}", "name": one.name} for one in drawn if one.body != draft.world.ground],
        "link": here.base(request) + sheet.share(here, draft.id) if draft.id else "",
        "systems": [systems.shown(one) for one in sheet.makers(here)],
    }  # fmt: skip
    return await aside(partial(made, request, system, draft, told))


def made(request: Request, system: RuleSystem[Any], draft: Draft, told: dict[str, Any]) -> Response:
    """The page of a draft, judged."""
    world, words = draft.world, sheet.words_of(system)
    row = sheet.base_of(system, world.base)
    faults = [{"text": sheet.says(words, no), "clause": no.clause} for no in worlds.faults(system, world)]
    return page(
        request, "scenarios/maker.html", status=422 if draft.no else 200, parts=["scenarios/_scenario.html"],
        system=systems.shown(system), rules=systems.rules(system.key), sheet=draft, world=world, faults=faults,
        bases=[{"id": one["id"], "name": words.says(f"scenario.{one['id']}")} for one in worlds.bases(system)],
        line=words.says(f"scenario.{world.base}.line"), printed=words.says(f"scenario.{world.base}"),
        features=sheet.parts(row, world), board=board(system, world, words),
        size=sheet.size(world.ground), sides=sides(system, row, world),
        was=msgspec.json.encode(world).decode(), as_text=sheet.as_file(world).decode(), largest=sheet.LARGEST,
        points_name=systems.said(system, "points"), usual=worlds.limit_of(system, replace(world, points=0)), **told,
    )  # fmt: skip


def sides(system: RuleSystem[Any], row: Json, world: World) -> list[dict[str, Any]]:
    """The sides of a scenario: the forces that each may be given, and whether it has one."""
    words, limit = sheet.words_of(system), worlds.limit_of(system, world)
    return [
        {
            "side": side, "n": n + 1, "has": n < len(world.forces) and world.forces[n] is not None,
            "samples": samples(words, offers.fitting(system.catalogue(), row, limit, n)),
        }
        for n, side in zip(range(offers.players(row)[0]), offers.SIDES, strict=False)
    ]  # fmt: skip
