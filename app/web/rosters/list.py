"""All rosters of a guest: begun, copied, renamed, brought in, forgotten."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.aside import aside
from app.engine.drafts import Draft
from app.games.rosters import MOST, room
from app.games.seats import Guest
from app.web.page import systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.forms import form_of, text, typed
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.rosters import houses
from app.web.rosters.drafts import Building, builders, building, keep, of_ones_own, own, ready, row, samples, shared
from app.web.rosters.files import LARGEST, read_file

router = APIRouter(include_in_schema=False)


@router.get("/rosters")
async def listed(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One's rosters by system, with the ready ones beside them."""
    choose_language(request)
    mine = await here.games.rosters.of(who.id) if who else ()
    lists, known, shelves = await houses.by_system(here), await houses.known_for(here, mine), []
    for system in builders(here):
        by = building(here, system.key)
        rows = [row(here, kept, known.get(by.key)) for kept in mine if kept.system == by.key]
        ready_ones = samples(by.words, by.book["samples"])
        shelves.append(
            {**systems.shown(system), "rosters": rows, "samples": ready_ones, "houses": lists.get(by.key, [])}
        )
    base = here.base(request)
    return page(
        request, "rosters/list.html", parts=["rosters/_shelves.html"], shelves=shelves, base=base, count=len(mine),
        most=room(who) if who else MOST,
    )  # fmt: skip


@router.post("/roster/copy")
async def copy(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """A copy of one's own roster, of a ready one, or of a shared one, is the guest's."""
    choose_language(request)
    by, draft = await copied(here, who, text(await form_of(request), "from", 120))
    done = await keep(request, here, who, by, draft)
    if isinstance(done, Response):
        return done
    raise Bad(409, done.text)


async def copied(here: Site, who: Guest | None, source: str) -> tuple[Building, Draft]:
    """What a source means: ``roster:ID``, ``sample:SYSTEM:ID``, ``house:ID`` or ``shared:ID:KEY``."""
    kind, _, rest = source.partition(":")
    first, _, second = rest.partition(":")
    if kind == "sample":
        by = building(here, first)
        sample, limit = ready(by, second)
        return by, by.draft({"sample": second}, limit, gettext(sample.get("name", second)))
    if kind == "house":
        one = await houses.found(here, first)
        return building(here, one.system), building(here, one.system).draft(one.roster, one.points, one.name)
    found = await shared(here, first, second) if kind == "shared" else await own(here, who, first)
    by = building(here, found.system)
    name = found.name if kind == "shared" else gettext("Copy of {name}").format(name=found.name)
    return by, by.draft(found.roster, found.points, of_ones_own(name))


@router.post("/roster/{id}/rename")
async def rename(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The roster has the name of the form."""
    choose_language(request)
    found = await own(here, who, id)
    name, by = of_ones_own(text(await form_of(request), "name")), building(here, found.system)
    if not name:
        raise Bad(422, gettext("Give the roster a name, so that you find it again."))
    done = await keep(request, here, who, by, by.draft(found.roster, found.points, name), id)
    if not isinstance(done, Response):
        raise Bad(422, done.text)
    return RedirectResponse("/rosters", 303)


@router.post("/roster/{id}/forget")
async def forget(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The roster is gone."""
    choose_language(request)
    found = await own(here, who, id)
    await here.games.rosters.forget(who.id if who else "", found.id)
    return RedirectResponse("/rosters", 303)


@router.get("/roster/import")
async def bring(request: Request, here: SiteDep, _: GuestDep) -> Response:
    """A field for a roster from elsewhere."""
    choose_language(request)
    return asked(request, here, building(here, text(request.query_params, "system", 40)).key)


@router.post("/roster/import")
async def brought(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """What was pasted is the guest's; or it is shown again with all that could not be read."""
    choose_language(request)
    form = await request.form(max_files=0, max_fields=4, max_part_size=4 * LARGEST)
    key, told = building(here, text(form, "system", 40)).key, typed(form, "text")
    known = await houses.known(here)
    read = await aside(partial(read_file, here, key, told, known))
    if not isinstance(read[0], Building):
        return asked(request, here, key, told, [str(problem) for problem in read])
    by, draft = read
    done = await keep(request, here, who, by, unnamed(draft, by))
    return done if isinstance(done, Response) else asked(request, here, key, told, [done.text])


def unnamed(draft: Draft, by: Building) -> Draft:
    """The draft under a name, even if what was read has none."""
    return draft if of_ones_own(draft.name) else by.draft(draft.roster, draft.limit, by.name)


def asked(request: Request, here: Site, key: str, told: str = "", problems: list[str] | None = None) -> Response:
    """The field with what was pasted and what is wrong with it."""
    known = [systems.shown(s) for s in builders(here)]
    return page(
        request, "rosters/import.html", status=422 if problems else 200, systems=known, system=key, told=told,
        problems=problems or [], largest=LARGEST,
    )  # fmt: skip
