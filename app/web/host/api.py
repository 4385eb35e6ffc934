"""The host's matters over REST; to others nothing is here."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec
from fastapi import APIRouter, Depends
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app import metrics
from app.accounts.people import Account
from app.engine.profiles import Profile
from app.games import health
from app.web.host.deeds import ban, exposed, set_role, settle, vitals_of
from app.web.page.cursors import NUMBER, next_of, place_of
from app.web.page.deps import SiteDep, choose_language, host
from app.web.page.errors import Bad
from app.web.page.rest import read, reply, speaks
from app.web.page.words import gettext
from app.web.people.accounts import refused, sign_out
from app.web.rosters import houses, profiles
from app.web.rosters.api import HouseListTold, HouseProfileTold, read_draft, told_list, told_profile
from app.web.rosters.files import Sheet, refusals

router = APIRouter(prefix="/api/v1/admin", tags=["host"], dependencies=[Depends(host)])
PAGE = 50
OFFERED = {"system": "ronin", "name": "Herons", "points": 200, "roster": {"sample": "red-devils"}}


CHANGED = {
    "system": "ronin", "name": "Old Hero", "based_on": "bushi.samurai", "figures": {"fight": 3}, "points": 26,
    "most": 1,
}  # fmt: skip


class Settled(Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a report; ``hide``: nobody sees the line or the likeness any more; ``ban``: its author is banned."""

    note: str
    hide: bool = False
    ban: bool = False


class Changed(Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of an account: its role; ``ban``: the reason, or empty for no longer; ``end_sessions``."""

    role: str | None = None
    ban: str | None = None
    end_sessions: bool = False


class Cases(TypedDict):
    """A part of the cases, how many there are, and what follows."""

    cases: tuple[health.Case, ...]
    total: int
    next: str | None


class Reports(TypedDict):
    """A part of the reports, how many there are, and what follows."""

    reports: tuple[health.Report, ...]
    total: int
    next: str | None


class Accounts(TypedDict):
    """Accounts by name."""

    accounts: tuple[Account, ...]


@router.get("/health", summary="How this server does", **speaks("get_health", health.Vitals, closed=True))
async def vitals(here: SiteDep) -> Response:
    """Sizes in bytes, times in seconds, notices of the last day."""
    return reply(await vitals_of(here))


@router.get(
    "/metrics", summary="The same for Prometheus", **speaks("get_metrics", str, closed=True, media="text/plain")
)
async def prometheus(here: SiteDep) -> Response:
    """Text, read with a host's token of the scope ``read``: what is counted, and what the database holds."""
    return Response(metrics.exposed() + exposed(await vitals_of(here)), media_type=metrics.TEXT)


@router.get("/cases", summary="Rules that broke, the latest first", **speaks("list_cases", Cases, closed=True))
async def cases(request: Request, here: SiteDep, after: str = "", page: int = 1) -> Response:
    """Fifty at a time, in one line each.  ``after``: the ``next`` of the last; or a page by its number."""
    choose_language(request)
    found, total = await health.cases(here.games, PAGE, 0 if after else offset(page), place_of(after, NUMBER))
    return reply(Cases(cases=found, total=total, next=next_of(found, PAGE, number_of)))


@router.get("/cases/{number}", summary="A case in full", **speaks("get_case", dict[str, Any], closed=True))
async def case(request: Request, number: int, here: SiteDep) -> Response:
    """What was answered, the traceback, the tape that leads there."""
    choose_language(request)
    found = await health.case(here.games, number)
    if found is None:
        raise Bad(404, gettext("There is no such case."))
    return reply(found)


@router.get(
    "/reports", summary="What people reported, the latest first", **speaks("list_reports", Reports, closed=True)
)
async def reports(request: Request, here: SiteDep, all: bool = False, after: str = "", page: int = 1) -> Response:
    """Fifty at a time: those nothing has come of yet, or all.  ``after``: the ``next`` of the last; or a page by its
    number."""
    choose_language(request)
    at, place = 0 if after else offset(page), place_of(after, NUMBER)
    found, total = await health.reports(here.games, all=all, limit=PAGE, offset=at, after=place)
    return reply(Reports(reports=found, total=total, next=next_of(found, PAGE, number_of)))


@router.post(
    "/reports/{number}", summary="What came of a report",
    **speaks("settle_report", health.Report, Settled, {"note": "Insults at the table.", "hide": True}, closed=True),
)  # fmt: skip
async def settled(request: Request, number: int, here: SiteDep) -> Response:
    """The report is closed with this note, the line hidden and its author banned if so wished."""
    choose_language(request)
    given, found = await read(request, Settled), await health.report(here.games, number)
    if found is None:
        raise Bad(404, gettext("There is no such report."))
    if found.done is not None or found.kind == "ruling" or not given.note.strip():
        raise Bad(422, gettext("An open report about talk or a person is closed with a note on what came of it."))
    if no := await settle(here, found, given.note, hide=given.hide, bans=given.ban):
        raise refused(no)
    return reply(await health.report(here.games, number))


@router.get("/accounts", summary="Accounts by name", **speaks("list_accounts", Accounts, closed=True))
async def accounts(here: SiteDep, query: str = "") -> Response:
    """Those whose name or address holds the text, at most a hundred."""
    return reply(Accounts(accounts=await here.people.accounts(query)))


@router.patch(
    "/accounts/{id}",
    summary="Change a role, ban, end sessions",
    **speaks("change_account", Account, Changed, {"ban": "Insults."}, closed=True),
)
async def change(request: Request, id: str, here: SiteDep) -> Response:
    """The account as it is now, or a 422 with the reason."""
    choose_language(request)
    given = await read(request, Changed)
    if await here.people.account(id) is None:
        raise Bad(404, gettext("There is no such account."))
    if given.role is not None and (no := await set_role(here, id, given.role)):
        raise refused(no)
    if given.ban is not None and (no := await ban(here, id, given.ban.strip() or None)):
        raise refused(no)
    if given.end_sessions:
        await sign_out(here, id)
    return reply(await here.people.account(id))


def number_of(row: health.Case | health.Report) -> int:
    """The place of a case or a report in its list."""
    return row.id


def offset(page: int) -> int:
    """How many rows lie before a page."""
    return PAGE * (min(max(page, 1), 10_000) - 1)


@router.post(
    "/lists", status_code=201, summary="Offer a roster as a house list",
    **speaks("add_house_list", HouseListTold, Sheet, OFFERED, closed=True),
)  # fmt: skip
async def add_list(request: Request, here: SiteDep) -> Response:
    """All may take it to a table from now on; a 422 says what stands against it, for it must be lawful."""
    choose_language(request)
    by, draft = read_draft(here, await read(request, Sheet))
    if wrong := refusals(by, draft):
        raise Bad(422, wrong[0]["sentence"], problems=[one["sentence"] for one in wrong])
    return reply(told_list(here, await houses.add(here, by, draft)), 201)


@router.delete(
    "/lists/{id}", status_code=204, summary="Remove a house list", **speaks("remove_house_list", None, closed=True)
)
async def remove_list(request: Request, id: str, here: SiteDep) -> Response:
    """It is offered no more, unless a house list carries it; tables at which it is played keep it, and a file stays."""
    choose_language(request)
    await houses.remove(here, id)
    return Response(status_code=204)


class NewProfile(Profile, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A printed profile of a system changed."""

    system: str


@router.post(
    "/profiles", status_code=201, summary="Offer a profile of one's own",
    **speaks("add_house_profile", HouseProfileTold, NewProfile, CHANGED, closed=True),
)  # fmt: skip
async def add_profile(request: Request, here: SiteDep) -> Response:
    """All may take it into a roster from now on; a 422 says all that is wrong with it."""
    choose_language(request)
    given = msgspec.to_builtins(await read(request, NewProfile))
    system = given.pop("system")
    made = profiles.read_by(here, system, given)
    if not isinstance(made, Profile):
        raise Bad(422, made[0][1], problems=[why for _, why in made])
    return reply(told_profile(await profiles.add(here, system, made)), 201)


@router.delete(
    "/profiles/{id}", status_code=204, summary="Remove a profile of one's own",
    **speaks("remove_house_profile", None, closed=True),
)  # fmt: skip
async def remove_profile(request: Request, id: str, here: SiteDep) -> Response:
    """It is offered no more, unless a house list carries it; tables at which it is played keep it, and a file stays."""
    choose_language(request)
    await profiles.remove(here, id)
    return Response(status_code=204)
