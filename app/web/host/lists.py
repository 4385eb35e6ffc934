"""The host's page of house lists: what all may take to a table here, added, looked at and removed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.aside import aside
from app.web.host.changing import printed, references
from app.web.host.pages import shown
from app.web.page import systems
from app.web.page.deps import Site, SiteDep, choose_language, host
from app.web.page.errors import Bad
from app.web.page.forms import LONG, form_of, text, typed
from app.web.page.words import gettext
from app.web.rosters import houses, profiles
from app.web.rosters.drafts import Building, builders
from app.web.rosters.files import LARGEST
from app.web.rosters.folder import Fault

router = APIRouter(include_in_schema=False, dependencies=[Depends(host)])
PATH = "/admin/lists"


@router.get(PATH)
async def lists(request: Request, here: SiteDep) -> Response:
    """All house lists, and the files that cannot be read."""
    choose_language(request)
    done = {"added": gettext("It is offered to all from now on."), "removed": gettext("It is gone."),
            "listed": gettext("It is gone from here, but house lists carry it: it is offered with them.")}  # fmt: skip
    begun = printed(here, text(request.query_params, "based", 120))
    return await lists_page(request, here, said=done.get(text(request.query_params, "done", 10), ""), profile=begun)


async def lists_page(
    request: Request, here: Site, problems: tuple[str, ...] = (), amiss: tuple[str, ...] = (), **more: Any
) -> Response:
    """The page; ``problems``: of a roster that was pasted, ``amiss``: of a profile; ``given``: what that was."""
    found, faults = await houses.every(here)
    own, wrong = await profiles.every(here)
    rows = [{"id": one.id, "name": houses.marked(one.name), "points": one.points, "file": one.file,
             "system": systems.name(systems.chosen(here, one.system))} for one in found]  # fmt: skip
    given = {"said": "", "given": "", "chosen": "", "profile": "", **more}
    against = gettext("Nothing was added. Mend this first:") if problems or amiss else ""
    return await shown(
        request, here, "lists", against, lists=rows,
        listed=listed(here, own, found),
        faults=faulty((*faults, *wrong)), folder=str(here.settings.folder / houses.FOLDER),
        problems=problems, amiss=amiss, profiles=[told(here, one) for one in own], references=references(here),
        profile_folder=str(here.settings.folder / profiles.FOLDER), longest=profiles.LONGEST,
        systems=[systems.shown(one) for one in builders(here)], largest=LARGEST, **given,
    )  # fmt: skip


def faulty(every: Iterable[Fault]) -> list[dict[str, str]]:
    """What is wrong; with the id where it was added on the page, once for each."""
    rows = [(one, one.id) for one in every]
    return [{"why": str(one), "id": id if id not in [other for _, other in rows[:n]] else ""}
            for n, (one, id) in enumerate(rows)]  # fmt: skip


def listed(
    here: Site, own: Sequence[profiles.HouseProfile], lists: Sequence[houses.HouseList]
) -> list[dict[str, str]]:  # fmt: skip
    """The profiles that house lists alone carry, each with its list."""
    ours = [(one.system, one.profile) for one in own]
    return [
        {"name": profile.shown, "based_on": profile.based_on, "list": houses.marked(one.name),
         "system": systems.name(systems.chosen(here, one.system))}
        for one in lists for profile in dict.fromkeys(houses.listed_in(one)) if (one.system, profile) not in ours
    ]  # fmt: skip


def told(here: Site, one: profiles.HouseProfile) -> dict[str, Any]:
    """A profile in the list."""
    return {"id": one.id, "name": one.profile.shown, "based_on": one.profile.based_on, "file": one.file,
            "system": systems.name(systems.chosen(here, one.system))}  # fmt: skip


@router.post(PATH)
async def added(request: Request, here: SiteDep) -> Response:
    """What was pasted is offered, or the page says all that is wrong with it."""
    choose_language(request)
    form = await form_of(request, LONG)
    system, given = text(form, "system", 40), typed(form, "text")
    own, _ = await profiles.every(here)
    read = await aside(partial(houses.read_any, here, system, given, own))
    if not isinstance(read[0], Building):
        return await lists_page(request, here, tuple(map(str, read)), given=given, chosen=system)
    try:
        await houses.add(here, *read)
    except Bad as no:
        return await lists_page(request, here, (no.detail,), given=given, chosen=system)
    return RedirectResponse(f"{PATH}?done=added", 303)


@router.post(PATH + "/{id}/remove")
async def removed(request: Request, id: str, here: SiteDep) -> Response:
    """The list is offered no more; tables at which it is played keep it."""
    choose_language(request)
    await houses.remove(here, id)
    return RedirectResponse(f"{PATH}?done=removed", 303)


@router.post(PATH + "/profiles")
async def profile_added(request: Request, here: SiteDep) -> Response:
    """The profile that was written is offered, or the page says all that is wrong with it."""
    choose_language(request)
    given = typed(await form_of(request, LONG), "profile")
    read = profiles.of_text(here, given)
    if not isinstance(read, profiles.HouseProfile):
        return await lists_page(request, here, amiss=tuple(at_line(n, why) for n, why in read), profile=given)
    try:
        await profiles.add(here, read.system, read.profile)
    except Bad as no:
        return await lists_page(request, here, amiss=(no.detail,), profile=given)
    return RedirectResponse(f"{PATH}?done=added", 303)


def at_line(number: int, why: str) -> str:
    """What is wrong, with the line where it stands."""
    return gettext("Line {n}: {why}").format(n=number, why=why) if number else why


@router.post(PATH + "/profiles/{id}/remove")
async def profile_removed(request: Request, id: str, here: SiteDep) -> Response:
    """The profile is offered no more; tables at which it is played keep it."""
    choose_language(request)
    gone = [one for one in (await profiles.every(here))[0] if one.id == id]
    await profiles.remove(here, id)
    found, _ = await houses.every(here)
    stays = any(one.profile in houses.listed_in(other) for one in gone for other in found if other.system == one.system)
    return RedirectResponse(f"{PATH}?done={'listed' if stays else 'removed'}", 303)
