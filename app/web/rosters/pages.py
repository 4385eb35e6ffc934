"""Building rosters."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.engine.drafts import Draft
from app.games.seats import Guest
from app.web.page import prompts, systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.forms import number, text, value
from app.web.page.parts import wanted
from app.web.page.templates import page
from app.web.rosters import list as roster_list
from app.web.rosters import share as roster_share
from app.web.rosters.drafts import (
    Building,
    against,
    bands,
    builders,
    choice,
    keep,
    link,
    offer,
    own,
    samples,
    unit,
)
from app.web.rosters.houses import dressed
from app.web.rosters.strange import renewed

__all__ = ["bands", "router", "samples"]

router = APIRouter(include_in_schema=False)
router.include_router(roster_list.router)
router.include_router(roster_share.router)
MAX_FIELDS = 600


@router.get("/roster")
async def fresh(request: Request, here: SiteDep, _: GuestDep) -> Response:
    """An empty roster to begin with."""
    choose_language(request)
    by = await dressed(here, text(request.query_params, "system", 40))
    return built(request, here, by, by.draft(None))


@router.get("/roster/{id}")
async def kept(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """A roster that was kept."""
    choose_language(request)
    found = await own(here, who, id)
    by = await dressed(here, found.system)
    return built(request, here, by, by.draft(found.roster, found.points), id)


@router.post("/roster")
async def change(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The roster of the form after its changes, shown again or kept."""
    return await changed(request, here, who, await dressed(here, text(request.query_params, "system", 40)), "")


@router.post("/roster/{id}")
async def change_kept(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """A kept roster after the changes of the form; it stays as it was until it is kept again."""
    choose_language(request)
    found = await own(here, who, id)
    return await changed(request, here, who, await dressed(here, found.system), id)


async def changed(request: Request, here: Site, who: Guest | None, by: Building, id: str) -> Response:
    """The draft of the form: shown again with its reasons, or kept where that was asked."""
    choose_language(request)
    form = await request.form(max_files=0, max_fields=MAX_FIELDS, max_part_size=65536)
    draft = by.builder.draft(value(form, "draft"), by.limit(number(form, "limit")), fields(form))
    if "renew" in form:
        draft = by.draft(renewed(draft.roster, by.ours or ()), draft.limit)
    if "save" not in form:
        return built(request, here, by, draft, id, moved="remove" in form or is_spent(draft, text(form, "add", 80)))
    done = await keep(request, here, who, by, draft, id)
    if isinstance(done, Response):
        return built(request, here, by, draft, id, saved=True) if id and wanted(request) else done
    return built(request, here, by, draft, id, done)


def is_spent(draft: Draft, added: str) -> bool:
    """Whether a model that was just added cannot be added again."""
    return any(offer.id == added and offer.no for offer in draft.offers)


def fields(form: FormData) -> dict[str, str]:
    """The changes of a form as text."""
    return {key: text(form, key, 80) for key in form if key not in ("draft", "limit", "save", "check", "renew")}


def built(
    request: Request, here: Site, by: Building, draft: Draft, id: str = "", no: prompts.No | None = None,
    **told: bool,
) -> Response:  # fmt: skip
    """The builder with this draft; 422 where it could not be kept."""
    words, draft = by.words, by.held(draft)
    refusals = [prompts.reason(words, r) for r in draft.refusals]
    roster = {
        "id": id, "name": draft.name, "limit": draft.limit, "spent": draft.spent, "draft": draft.roster,
        "refusals": [no, *refusals] if no else refusals, "lawful": not against(draft),
        "renew": any(no.code == "changed.otherwise" for u in draft.units for no in u.refusals),
    }  # fmt: skip
    return page(
        request, "rosters/builder.html", status=422 if no else 200, parts=["rosters/_builder.html"], roster=roster,
        action=f"/roster/{id}" if id else by.path, fewest=by.fewest, most=by.most,
        rules=systems.rules(by.key), systems=[systems.shown(s) for s in builders(here)],
        system=systems.shown(here.games.systems[by.key]), choices=[choice(words, c) for c in draft.choices],
        units=[unit(words, u) for u in draft.units], offers=[offer(words, o) for o in draft.offers],
        link=here.base(request) + link(here, id) if id else "", **told,
    )  # fmt: skip
