"""Building bands, keeping them, forgetting them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter
from msgspec import Struct
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.asks import Json
from app.engine.drafts import BuildsRosters, Choice, Draft, Offer, Unit
from app.games import offers
from app.games.rosters import Kept
from app.games.seats import Guest
from app.web import prompts, systems, tables
from app.web.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.errors import Bad
from app.web.forms import number, text, value
from app.web.templates import page
from app.web.words import Words, gettext

router = APIRouter(include_in_schema=False)
FEWEST, MOST = 50, 500
"""Points, where the catalogue says nothing of them."""
MAX_FIELDS = 600


class Building(Struct, frozen=True):
    """A system whose bands are built, and between which limits of points."""

    key: str
    builder: BuildsRosters
    fewest: int
    most: int
    usual: int

    @property
    def path(self) -> str:
        """The page of a new band."""
        return f"/roster?system={self.key}"


def building(here: Site, key: str) -> Building:
    """The system of this key, the first that builds bands where none is named; a 404 if it builds none."""
    system = here.games.system(key) if key else next((s for s in here.games.systems.values() if builds(s)), None)
    if system is None or not isinstance(system, BuildsRosters):
        raise Bad(404, gettext("There are no rules of that name."))
    points = offers.points(system.catalogue())
    fewest, most = points.get("min", FEWEST), points.get("max", MOST)
    return Building(system.key, system, fewest, most, points.get("default", most))


def builds(system: object) -> bool:
    """Whether a system builds its rosters from lists."""
    return isinstance(system, BuildsRosters)


async def own(here: Site, who: Guest | None, id: str) -> Kept:
    """The caller's band of this id, or a 404."""
    kept = await here.games.rosters.read(who.id, id) if who and len(id) <= 32 else None
    if kept is None:
        raise Bad(404, gettext("There is no such band of yours."))
    return kept


@router.get("/roster")
async def fresh(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One's bands, and an empty one to begin with."""
    choose_language(request)
    by = building(here, text(request.query_params, "system", 40))
    return await built(request, here, who, by, by.builder.draft(None, by.usual, {}))


@router.get("/roster/{id}")
async def kept(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """A band that was kept."""
    choose_language(request)
    found = await own(here, who, id)
    by = building(here, found.system)
    return await built(request, here, who, by, by.builder.draft(found.roster, found.points, {}), id)


@router.post("/roster")
async def change(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The band of the form after its changes, shown again or kept."""
    return await changed(request, here, who, building(here, text(request.query_params, "system", 40)), "")


@router.post("/roster/{id}")
async def change_kept(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """A kept band after the changes of the form; it stays as it was until it is kept again."""
    choose_language(request)
    found = await own(here, who, id)
    return await changed(request, here, who, building(here, found.system), id)


@router.post("/roster/{id}/forget")
async def forget(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The band is gone."""
    choose_language(request)
    found = await own(here, who, id)
    await here.games.rosters.forget(who.id if who else "", found.id)
    return RedirectResponse(building(here, found.system).path, 303)


async def changed(request: Request, here: Site, who: Guest | None, by: Building, id: str) -> Response:
    """The draft of the form: shown again with its reasons, or kept where that was asked."""
    choose_language(request)
    form = await request.form(max_files=0, max_fields=MAX_FIELDS, max_part_size=65536)
    limit = min(max(number(form, "limit") or by.usual, by.fewest), by.most)
    draft = by.builder.draft(value(form, "draft"), limit, fields(form))
    if "save" in form:
        return await keep(request, here, who, by, draft, id)
    return await built(request, here, who, by, draft, id)


def fields(form: FormData) -> dict[str, str]:
    """The changes of a form as text."""
    return {key: text(form, key, 80) for key in form if key not in ("draft", "limit", "save", "check")}


async def keep(request: Request, here: Site, who: Guest | None, by: Building, draft: Draft, id: str) -> Response:
    """The band is the guest's, lawful or not; whoever has no cookie yet gets one."""
    token = ""
    if not draft.name.strip():
        no = prompts.No(gettext("Give the band a name, so that you find it again."), "")
        return await built(request, here, who, by, draft, id, no=no)
    if who is None:
        who, token = await here.games.guests.welcome(gettext("Player"))
    new = await here.games.rosters.keep(who.id, by.key, draft.name, draft.limit, draft.roster, id)
    if new is None:
        no = prompts.No(gettext("You keep fifty bands already: forget one first."), "")
        return await built(request, here, who, by, draft, id, no=no)
    response = RedirectResponse(f"/roster/{new}", 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


async def built(
    request: Request, here: Site, who: Guest | None, by: Building, draft: Draft, id: str = "",
    no: prompts.No | None = None,
) -> Response:  # fmt: skip
    """The builder with this draft; 422 where it could not be kept."""
    system = here.games.systems[by.key]
    words = tables.words_of(system, None, None)
    mine = await here.games.rosters.of(who.id, by.key) if who else ()
    refusals = [prompts.reason(words, r) for r in draft.refusals]
    roster = {
        "id": id, "name": draft.name, "limit": draft.limit, "spent": draft.spent, "draft": draft.roster,
        "refusals": [no, *refusals] if no else refusals, "lawful": not against(draft),
    }  # fmt: skip
    return page(
        request, "roster.html", status=422 if no else 200, roster=roster, mine=mine,
        action=f"/roster/{id}" if id else by.path, fresh=by.path, fewest=by.fewest, most=by.most,
        rules=systems.rules(by.key), systems=[systems.shown(s) for s in here.games.systems.values() if builds(s)],
        system=systems.shown(system), choices=[choice(words, c) for c in draft.choices],
        units=[unit(words, u) for u in draft.units], offers=[offer(words, o) for o in draft.offers],
    )  # fmt: skip


def against(draft: Draft) -> bool:
    """Whether anything stands against the band or one of its models."""
    return bool(draft.refusals) or any(u.refusals for u in draft.units)


def choice(words: Words, given: Choice) -> dict[str, Any]:
    """A choice in words."""
    options = [
        {"value": o.value, "label": words.says(o.about) if o.about else gettext("none"), "cost": o.cost, "on": o.on}
        for o in given.options
    ]
    return {"name": given.name, "label": words.says(given.about), "options": options}


def unit(words: Words, given: Unit) -> dict[str, Any]:
    """A model in words."""
    return {
        "id": given.id, "code": given.code, "title": words.says(given.about), "name": given.name,
        "leader": given.leader, "cost": given.cost, "profile": [(words.says(k), n) for k, n in given.profile],
        "gear": [words.says(k) for k in given.gear], "choices": [choice(words, c) for c in given.choices],
        "refusals": [prompts.reason(words, no) for no in given.refusals],
    }  # fmt: skip


def offer(words: Words, given: Offer) -> dict[str, Any]:
    """A model that may be added, in words."""
    no = prompts.reason(words, given.no)
    return {"id": given.id, "title": words.says(given.about), "cost": given.cost, "hired": given.hired, "no": no}


# -- bands at the table --------------------------------------------------------------


async def bands(here: Site, who: Guest | None, system: str) -> list[dict[str, Any]]:
    """The caller's bands for a list to choose from."""
    mine = await here.games.rosters.of(who.id, system) if who else ()
    return [{"id": k.id, "name": k.name, "points": k.points} for k in mine]


def samples(words: Words, rows: Sequence[Json]) -> list[dict[str, str]]:
    """Ready bands for a list to choose from, each with its faction, where it has one, and its points."""
    return [
        {
            "id": row["id"],
            "name": gettext(row.get("name", row["id"])),
            "line": ", ".join(filter(None, worth(words, row))),
        }
        for row in rows
    ]


def worth(words: Words, row: Json) -> tuple[str, str]:
    """The faction of a ready band and its points, in words."""
    faction = row.get("faction", "")
    return words.says(f"faction.{faction}") if faction else "", str(row.get("points", ""))


async def chosen_band(here: Site, who: Guest | None, given: str) -> Json:
    """The roster a form names: ``roster:`` and an id of one's own, or a ready one."""
    kind, _, id = given.rpartition(":")
    return (await own(here, who, id)).roster if kind == "roster" else {"sample": id}
