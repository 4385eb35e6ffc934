"""The front page, and the choice of a language."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_args

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.games import challenges, lobby, offers
from app.games.results import Status
from app.games.seats import Guest
from app.games.terms import terms_of
from app.web.lobby import cards
from app.web.page import asks, camps, systems
from app.web.page.deps import LANGUAGE, GuestDep, Site, SiteDep, choose_language, set_cookie
from app.web.page.forms import form_of, local, text
from app.web.page.preview import preview
from app.web.page.templates import page
from app.web.page.words import LANGUAGES, gettext
from app.web.table import seen as tables
from app.web.table.board import acted

router = APIRouter(include_in_schema=False)
MINE, LIVE, OPEN, THEIRS, CAMPAIGNS = 6, 8, 6, 4, 4
"""How many of each the front page shows."""
FLAGS = 8
"""How many emblems of its warbands a campaign shows there."""


@router.get("/")
async def home(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Set a table, go on with a game, sit down at one, watch one."""
    choose_language(request)
    found = await lobby.live_games(here.games, {}, LIVE + MINE)
    live = [info for info in found.games if not who or not any(s.is_of(who.id) for s in info.seats)]
    free = await lobby.open_games(here.games, {}, OPEN)
    return page(
        request, "lobby/home.html", systems=systems.every(here), scenarios=scenarios(here), **await mine(here, who),
        nameless=who is None, puzzles=puzzles(here), film=acted.shown(here) if await is_new(here, who) else None,
        live=await cards.live(here, live[:LIVE]), live_total=found.total,
        open=[cards.line(here, info, who) for info in free.games], open_total=free.total,
        challenges=await received(here, who), declined=await declined(here, who),
        friends=await friends_games(here, who),
        campaigns=await in_public(here),
        preview=preview(request, here, "Gunbai", gettext(
            "A digital tabletop for miniature wargames: you move, the server judges every rule."
        )), house={key: await here.house.get(key) for key in ("name", "line")},
    )  # fmt: skip


async def in_public(here: Site) -> list[dict[str, Any]]:
    """The campaigns anybody may read, each with the emblems of its warbands."""
    rows = [row for row in await here.campaigns.in_public(CAMPAIGNS) if row["system"] in here.games.systems]
    flags = await here.campaigns.flags([row["id"] for row in rows])
    return [{**camps.line(here, row), "houses": flags.get(row["id"], [])[:FLAGS]} for row in rows]


def puzzles(here: Site) -> list[dict[str, str]]:
    """The puzzles of today, by UTC: one a system."""
    return [
        {"key": script.key, "title": gettext(script.lesson.title), "system": systems.name(script.rules)}
        for script in here.lessons.puzzles_of(datetime.now(UTC).date().toordinal())
    ]


async def is_new(here: Site, who: Guest | None) -> bool:
    """Whether somebody comes for the first time: without an account, and never at a table."""
    return who is None or not (who.account or (await lobby.mine(here.games, who.id, get_args(Status), 1)).total)


async def mine(here: Site, who: Guest | None) -> dict[str, Any]:
    """What waits for somebody, with pictures; how much waits for others; what has not begun."""
    if who is None:
        return {"turns": [], "asks": [], "turn_count": 0, "waiting": 0, "open_mine": 0}
    played = await lobby.mine(here.games, who.id, ("playing", "paused", "held"), cards.MINE_LOADED)
    now = await cards.asked(here, played.games, who)
    shown = [await cards.turn(here, info, who) for info in now[:MINE]]
    waits = await asks.of_guest(here, who.id)
    return {
        "turns": [card for card in shown if card], "turn_count": len(now) + len(waits),
        "asks": [{**one, "time": cards.short(one["left"]) if one["due"] else ""} for one in waits],
        "waiting": played.total - len(now),
        "open_mine": (await lobby.mine(here.games, who.id, ("open",), 1)).total,
    }  # fmt: skip


async def received(here: Site, who: Guest | None) -> list[dict[str, Any]]:
    """The challenges somebody has yet to answer."""
    pairs = await challenges.received(here.games, who.id) if who else ()
    return [
        {**cards.line(here, info), "seat": one.seat, "note": one.note, "terms": terms_of(info.options)}
        for one, info in pairs
    ]  # fmt: skip


async def declined(here: Site, who: Guest | None) -> list[dict[str, Any]]:
    """Somebody's tables to which nobody will come."""
    return [cards.line(here, info, who) for info in (await challenges.declined(here.games, who.id) if who else ())]


async def friends_games(here: Site, who: Guest | None) -> list[dict[str, Any]]:
    """Games in play of somebody's friends, as lines."""
    friends = await here.bonds.of(who.id, "friend") if who else ()
    infos = await lobby.live_of(here.games, [bond.id for bond in friends], THEIRS)
    return [cards.line(here, info, who) for info in infos]


def scenarios(here: Site) -> list[dict[str, Any]]:
    """For each system the scenarios that two may begin at once with ready rosters."""
    return [
        {"id": key, "name": systems.name(system), "scenarios": [
            {"id": row["id"], "name": tables.words_of(system, None, None).says(f"scenario.{row['id']}")}
            for row in system.catalogue()["scenarios"] if offers.TWO in offers.players(row)
        ]}
        for key, system in here.games.systems.items()
    ]  # fmt: skip


@router.post("/lang")
async def lang(request: Request) -> Response:
    """The language this browser reads from now on."""
    form = await form_of(request)
    chosen = text(form, "lang")
    response = RedirectResponse(local(text(form, "next")), 303)
    if chosen in LANGUAGES:
        set_cookie(request, response, LANGUAGE, chosen)
    return response
