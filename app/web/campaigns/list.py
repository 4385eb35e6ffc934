"""The campaigns of this server: one's own, those one is invited to, those anybody may read; a new one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.campaigns.book import BOOK
from app.campaigns.model import Campaign, Settings
from app.campaigns.people.founding import Found
from app.engine.refusals import Refusal
from app.engine.system import RuleSystem
from app.games.seats import Guest
from app.web.campaigns.settings import SWITCHES, fields_of, offered, own_of, settings_of, with_own
from app.web.campaigns.shared import No, actor, clause_href, form_of, fresh, shown_at
from app.web.campaigns.words import format_line, stamp, words_of
from app.web.page import prompts, systems
from app.web.page.asks import waits
from app.web.page.camps import line, phase
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.forms import number, text
from app.web.page.templates import page
from app.web.page.words import gettext, language
from app.web.rules.pages import shown

router = APIRouter(include_in_schema=False)
PAGE, MINE = 20, 40


@router.get("/campaigns")
async def listed(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One's own campaigns with what waits in each, invitations, and those anybody may read."""
    choose_language(request)
    at = min(max(number(request.query_params, "page") or 1, 1), 10_000) - 1
    rows = await here.campaigns.of_guest(who.id) if who else []
    mine = [found for row in rows[:MINE] if (found := await here.campaigns.read(row["id"]))]
    sought: dict[str, Any] = {
        "words": text(request.query_params, "words", 60), "system": text(request.query_params, "system", 20),
        "joinable": "joinable" in request.query_params,
    }  # fmt: skip
    public = await here.campaigns.in_public(PAGE + 1, at * PAGE, **sought)
    kept = {key: value for key, value in sought.items() if value}
    return page(
        request, "campaigns/list.html", stamp=stamp, fresh=fresh,
        mine=[card(here, one, who) for one in mine if is_in(one, who)],
        invited=[card(here, one, who) for one in mine if not is_in(one, who)],
        public=[line(here, row) for row in public[:PAGE]],
        sought=sought, systems=[systems.shown(one) for one in here.games.systems.values() if has_campaigns(here, one)],
        before=f"?{urlencode({**kept, 'page': at})}" if at else "",
        after=f"?{urlencode({**kept, 'page': at + 2})}" if len(public) > PAGE else "",
    )  # fmt: skip


def is_in(one: Campaign, who: Guest | None) -> bool:
    """Whether somebody is in it, not only invited."""
    return who is not None and who.id in one.players and one.players[who.id].state == "in"


def card(here: Site, one: Campaign, who: Guest | None) -> dict[str, Any]:
    """A campaign of one's own: what it is, where it stands, what waits."""
    system, at = here.games.system(one.system), one.round
    rules = here.campaigns.rules(one.system) if system else None
    host = next((p.name for p in one.players.values() if "host" in p.roles), "")
    return {
        "id": one.id, "name": one.name, "system": systems.name(system) if system else one.system,
        "format": format_line(one.settings),
        "state": phase(one.state), "host": host, "bands": len(one.active()),
        "at": gettext("round {n}").format(n=at.number) if at and one.state == "running" else phase(one.state),
        "ask": waits(one, rules, who.id if who else "") if rules else None,
    }  # fmt: skip


@router.get("/campaigns/rules")
async def rules(request: Request, _: GuestDep) -> Response:
    """The clauses of campaigns that hold in every system."""
    choose_language(request)
    clauses = [shown(entry) for entry in BOOK.rulebook(language.get())]
    return page(request, "campaigns/book/all_rules.html", stamp=stamp, fresh=fresh, clauses=clauses)


OF_SYSTEM = ("points", "growth", "scenarios", "grounds", "story")
"""What a form chooses of one system and no other has."""
MANY = ("scenarios", "grounds")
"""Of what a form may name several."""


# -- a new one -----------------------------------------------------------------------


@router.get("/campaigns/new")
async def new(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The form of a new campaign; the address says what has been chosen so far."""
    choose_language(request)
    query = request.query_params
    chosen = {key: text(query, key) for key in query} | {key: query.getlist(key) for key in MANY}
    switches = {name: name in query for name in SWITCHES} if "pairing" in query else {}
    return await form(request, here, who, chosen | switches)


async def form(
    request: Request, here: Site, who: Guest | None, chosen: Mapping[str, Any], no: No | None = None
) -> Response:
    """The form with what was chosen, and what stands against it."""
    system = able(here, str(chosen.get("system", "")))
    offers = offered(here, system, chosen) | await own_of(here, who.id if who else "", system, Settings())
    usual: dict[str, Any] = {**fields_of(Settings()), "points": offers["points_usual"], "name": ""}
    given = {**usual, **kept_of(chosen, system.key)}
    return page(
        request, "campaigns/hosting/new.html", status=422 if no else 200, parts=["campaigns/hosting/_founding.html"],
        refused=no,
        systems=[systems.shown(one) for one in here.games.systems.values() if has_campaigns(here, one)],
        fresh=fresh, stamp=stamp,
        system=systems.shown(system), given=given, account=bool(who and who.account), fixed=False, **offers,
    )  # fmt: skip


def kept_of(chosen: Mapping[str, Any], system: str) -> dict[str, Any]:
    """What was chosen, without what belongs to the system chosen before this one."""
    other = chosen.get("drawn", system) != system
    return {key: value for key, value in chosen.items() if not (other and key in OF_SYSTEM)}


def has_campaigns(here: Site, system: RuleSystem[Any]) -> bool:
    """Whether a system has battles for two, so that warbands can meet."""
    return bool(here.campaigns.rules(system.key).scenarios)


def able(here: Site, key: str) -> RuleSystem[Any]:
    """The system of this key, the first that has campaigns where none is named; a 422 if it has none."""
    first = next((one.key for one in here.games.systems.values() if has_campaigns(here, one)), "")
    system = systems.chosen(here, key or first)
    if not has_campaigns(here, system):
        raise Bad(422, gettext("These rules have no campaigns."))
    return system


@router.post("/campaigns/new")
async def create(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The campaign is there and its maker is its host; or the form again with what stands against it."""
    choose_language(request)
    sent = await form_of(request)
    system, name = able(here, text(sent, "system", 20)), text(sent, "name", 200)
    settings = await with_own(here, who.id if who else "", system.key, settings_of(sent), Settings())
    command = Found(name=name, system=system.key, settings=settings)
    made = await here.campaigns.found(actor(who), command, text(sent, "command", 64))
    if isinstance(made, Refusal):
        return await form(request, here, who, chosen_of(sent), refused(here, sent, system.key, made))
    return RedirectResponse(f"/campaign/{made}/host?done=found", 303)


def chosen_of(sent: FormData) -> dict[str, Any]:
    """What a form has chosen, switches that are off among it."""
    given: dict[str, Any] = {key: value for key, value in sent.items() if isinstance(value, str)}
    switches = {name: name in sent for name in SWITCHES}
    return given | switches | {key: sent.getlist(key) for key in MANY}


def refused(here: Site, sent: FormData, system: str, no: Refusal) -> No:
    """What stands against a new campaign, in words."""
    found = prompts.reason(words_of(systems.chosen(here, system), None), no)
    if found is None:
        raise Bad(422, no.code)
    return shown_at(sent, found.text, found.clause, clause_href(None, found.clause))
