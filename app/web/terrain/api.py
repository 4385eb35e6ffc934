"""Grounds over REST: drawn tables, kept, checked, and laid by chance."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from app.aside import aside
from app.engine.refusals import Clause
from app.engine.setups import crowded
from app.engine.system import RuleSystem
from app.games.grounds import Body, plain
from app.games.scattering import Sort, layout
from app.games.seats import Guest
from app.games.surveying import Survey, survey
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.names import a_name
from app.web.page.rest import read, reply, speaks
from app.web.page.words import gettext
from app.web.table.calls import PLAIN
from app.web.terrain import drawing

router = APIRouter(prefix="/api/v1", tags=["grounds"])
SEEDS, MANY = 2**53 - 1, 20
WOOD = {"id": "wood-1", "kind": "wood", "outline": [[6, 8], [12, 8], ["12.5", 14]]}
DRAWN = {"table": [36, 36], "pieces": [WOOD]}
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class NewGround(Struct, frozen=True, forbid_unknown_fields=True):
    """A drawn table to be kept: ``body`` in units of its system, as scenarios write it."""

    system: str
    name: Name
    body: Body


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What a kept table is to be from now on."""

    name: Name
    body: Body


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """A drawn table to be looked at; nothing is kept."""

    system: str
    body: Body


class Chance(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be laid by chance: the same seed always lays the same.  No ``kinds``: the usual ones."""

    system: str
    table: tuple[int, int]
    seed: Annotated[int, Meta(ge=0, le=SEEDS)]
    pieces: Annotated[int, Meta(ge=1, le=MANY)] = 6
    kinds: list[str] = []
    symmetric: bool = False


@router.get("/grounds", summary="Your drawn tables", **speaks("list_grounds", list[drawing.GroundTold]))
async def mine(here: SiteDep, who: GuestDep, system: str = "") -> Response:
    """The caller's drawn tables, the newest first."""
    kept = await here.grounds.of(who.id, system) if who else ()
    return reply([drawing.told(here, one) for one in kept])


@router.post(
    "/grounds", status_code=201, summary="Keep a drawn table",
    **speaks("keep_ground", drawing.GroundTold, NewGround, {"system": "ronin", "name": "Two woods", "body": DRAWN}),
)  # fmt: skip
async def create(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """A drawn table is kept; it need not be playable yet."""
    choose_language(request)
    given = await read(request, NewGround)
    system, token = drawing.chosen(here, given.system), ""
    if who is None:
        who, token = await here.games.guests.welcome(a_name(), named=False)
    id = await keep(here, who, system.key, given.name, given.body)
    response = reply(drawing.told(here, await drawing.found(here, who, id)), 201)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


async def keep(here: Site, who: Guest, system: str, name: str, drawn: Body, id: str = "") -> str:
    """The id under which it is kept; a 404 if it is not the caller's, a 409 if the caller keeps too many,
    a 422 if there is more on it than anybody plays on."""
    if not name.strip():
        raise Bad(422, gettext("Give the table a name, so that you find it again."))
    if no := crowded(plain(drawn)["pieces"], Clause("")):
        raise Bad(422, PLAIN.says(no.code, no.facts))
    new = await here.grounds.keep(who.id, system, name, drawn, id, drawing.most(who))
    if new is None and id:
        raise Bad(404, gettext("There is no such table of yours."))
    if new is None:
        raise Bad(409, gettext("You keep {n} tables already: forget one first.").format(n=drawing.most(who)))
    return new


@router.get("/grounds/{id}", summary="A drawn table", **speaks("get_ground", drawing.GroundTold))
async def one(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """A table of the caller's, or of whoever gave the link with this key."""
    choose_language(request)
    return reply(drawing.told(here, await drawing.found(here, who, id, key)))


@router.put(
    "/grounds/{id}", summary="Change a drawn table",
    **speaks("change_ground", drawing.GroundTold, Change, {"name": "Two woods", "body": DRAWN}),
)  # fmt: skip
async def update(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The caller's table reads so from now on."""
    choose_language(request)
    given = await read(request, Change)
    kept = await drawing.found(here, who, id)
    await keep(here, who or stranger(), kept.system, given.name, given.body, id)
    return reply(drawing.told(here, await drawing.found(here, who, id)))


@router.delete("/grounds/{id}", status_code=204, summary="Forget a drawn table", **speaks("forget_ground", None))
async def forget(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The caller's table is gone."""
    choose_language(request)
    if not (who and await here.grounds.forget(who.id, id)):
        raise Bad(404, gettext("There is no such table of yours."))
    return Response(status_code=204)


def stranger() -> Guest:
    """Somebody unknown, who owns nothing."""
    return Guest("", "")


@router.post(
    "/grounds/check", summary="Look at a drawn table without keeping it",
    **speaks("check_ground", drawing.Report, Draft, {"system": "ronin", "body": DRAWN}),
)  # fmt: skip
async def check(request: Request, here: SiteDep) -> Response:
    """How a drawn table looks, what stands against it, and which scenarios take it; nothing is kept."""
    choose_language(request)
    given = await read(request, Draft)
    return reply(await aside(partial(drawing.report, drawing.chosen(here, given.system), given.body)))


@router.post(
    "/grounds/random",
    summary="A table laid by chance",
    **speaks("draw_ground", Body, Chance, {"system": "ronin", "table": [36, 36], "seed": 7, "symmetric": True}),
)
async def chance(request: Request, here: SiteDep) -> Response:
    """A table laid by chance; nothing is kept."""
    choose_language(request)
    given = await read(request, Chance)
    return reply(plain(await aside(partial(scattered, drawing.chosen(here, given.system), given))))


def scattered(system: RuleSystem[Any], given: Chance) -> Body:
    """The table that chance lays; a 422 for a table or a kind that there is not."""
    of = survey(system)
    if given.table not in of.sizes:
        known = ", ".join(f"{w} x {d}" for w, d in of.sizes)
        raise Bad(422, gettext("No battle is fought on such a table. There are tables of {known}.").format(known=known))
    laid = layout(given.seed, sorts(of, given.kinds), given.table, given.pieces, symmetric=given.symmetric)
    return turned(of, laid)


def sorts(of: Survey, asked: list[str]) -> list[Sort]:
    """The kinds that chance draws from: those asked for, else the usual ones."""
    rows = {row["id"]: row for row in drawing.kinds(of)}
    if unknown := [id for id in asked if id not in rows]:
        raise Bad(422, gettext("There is no such kind of terrain: {kind}.").format(kind=unknown[0][:40]))
    ids = dict.fromkeys(asked) or sorted(id for id, row in rows.items() if row["usual"])
    return [Sort(id, rows[id]["line"], rows[id]["built"]) for id in ids]


def turned(of: Survey, laid: Body) -> Body:
    """What was laid from the north, as lists of a system that measures from the south write it."""
    if of.from_south:
        depth = laid.table[1]
        for piece in laid.pieces:
            for key in ("outline", "line", "doors"):
                spots = getattr(piece, key)
                setattr(piece, key, spots and [(x, drawing.from_north(of, depth, y)) for x, y in spots])
    return laid
