"""Laying a table: at once with two ready bands, or set up in full."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.system import RuleSystem, Setup
from app.games import challenges, lobby, offers, surveying, worlds
from app.games.agreed import Clock
from app.games.results import SeatKind
from app.games.seats import Guest, clean_name
from app.games.table_rules import NAME
from app.web.lobby import cards
from app.web.lobby.planning import FORCE, Fields, Plan, layouts, own_scenarios, own_table, plan, points
from app.web.lobby.rematches import tell
from app.web.page import prompts, systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.forms import form_of, number, text, whole
from app.web.page.names import a_name
from app.web.page.preferred import explains
from app.web.page.templates import page
from app.web.page.words import Words, gettext
from app.web.rosters import houses
from app.web.rosters.houses import chosen_band
from app.web.rosters.pages import bands, samples
from app.web.table import refusing
from app.web.table import seen as tables
from app.web.table.calls import accepted
from app.web.table.umpire import officers

router = APIRouter(include_in_schema=False)
WAYS: dict[str, SeatKind] = {"bot": "bot", "link": "person", "open": "open", "friend": "person", "same": "person"}
"""How a seat comes to the table: by the bot, a link, anybody of the lobby, somebody who is challenged, this screen."""
TIMES = (0, 30, 60, 120)
"""Seconds to answer out of turn that are offered; nought: no limit."""
PACES: dict[str, dict[str, Any]] = {
    "none": {"kind": "none"},
    "live-20": {"kind": "live", "minutes": 20, "increment": 30},
    "live-45": {"kind": "live", "minutes": 45, "increment": 60},
    "letter-1": {"kind": "letter", "hours": 24},
    "letter-3": {"kind": "letter", "hours": 72},
}
CUSTOM = "custom"
GROUND = "ground:"
"""A layout that somebody has drawn, by its id."""
BRING = ("link", "open", "friend")
"""The ways by which somebody comes who may bring a roster."""
SHORT = re.compile(r"\s+[—–-]\s+|,\s")
"""Where the short name of a ready side ends: ``Takeda — Wind, Forest, Fire, Mountain``, ``Buke, 500 Koku``."""
THEIRS = "theirs"
"""The band of a side is chosen by whoever opens its link."""


# -- at once -------------------------------------------------------------------


@router.post("/games")
async def quick(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """A table with two ready bands: against the bot, by link, or on one screen."""
    choose_language(request)
    form = await form_of(request)
    system = systems.chosen(here, text(form, "system"))
    key, _, scenario = text(form, "ready").partition(":")
    system = systems.chosen(here, key) if key else system
    setup = await own_table(here, who, system, text(form, "own", 32)) or offers.quick(system, scenario)
    if setup is None:
        raise Bad(422, gettext("These rules offer no table to begin with at once."))
    response = await lay(request, here, who, form, system, setup)
    if who is None and response.status_code == HTTPStatus.SEE_OTHER:
        await explains(request, here, response)
    return response


async def lay(
    request: Request, here: Site, who: Guest | None, form: Fields, system: RuleSystem[Any], setup: Setup
) -> Response:
    """Make the game and take the maker's seat; a set-up that is not legal comes back with its reasons."""
    seats = [side.seat for side in setup.sides]
    ways = [way_of(form, side) for side in offers.SIDES[1 : len(seats)]]
    friends = await challenged(here, who, form, dict(zip(seats[1:], ways, strict=True)))
    if isinstance(friends, prompts.No):
        return await form_again(request, here, form, [friends], who=who)
    said, token = clean_name(text(form, "name", 40)), ""
    if who is None:
        who, token = await here.games.guests.welcome(said or a_name(), named=bool(said))
    # Who gave no name and meets bots alone is told as his side is called.
    name = said or (not who.named and {*ways} <= {"bot"} and called(system, setup.sides[0].roster)) or who.name
    kinds: dict[Seat, SeatKind] = {seats[0]: "person", **dict(zip(seats[1:], map(WAYS.__getitem__, ways), strict=True))}
    points = {key: setup.options[key] for key in ("points",) if key in setup.options}
    agreed = {**agreements(form, "open" in ways), "answer_seconds": whole(form, "answer_seconds"), **points}
    named = await officers.find(here, agreed)
    if named.unknown:
        return await form_again(request, here, form, [prompts.No(named.reason, "ENG-TAB-01")], who=who)
    beside = (named.beside, challenges.keeping(who.id, friends, text(form, "note")))
    made = await lobby.lay(here.games, system.key, setup, kinds, agreed, who.id, here.place(request), beside)
    if isinstance(made, tuple):
        return await form_again(request, here, form, [refusing.against(system, no) for no in made], who=who)
    accepted(await here.games.join(made, seats[0], who.id, name))
    await officers.install(here, who, made, named)
    for seat, way in zip(seats[1:], ways, strict=True):
        if way == "same":
            accepted(await here.games.join(made, seat, who.id, a_name(name)))
    for other in friends.values():
        await tell(here, other, who.name, made)
    waits = {"link", "open", "friend"} & set(ways)
    response = RedirectResponse(f"/wait/{made}" if waits else f"/play/{made}", 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


def called(system: RuleSystem[Any], roster: Any) -> str:
    """What a side with this roster is called for short; empty where it has no name."""
    given = roster if isinstance(roster, dict) else {}
    ready: dict[str, Any] = next((row for row in system.catalogue()["samples"] if row["id"] == given.get("sample")), {})
    name = gettext(system.sentences.get(said := ready.get("name") or str(given.get("name") or ""), said))
    return clean_name(SHORT.split(name)[0])


def way_of(fields: Fields, side: str) -> str:
    """How a side comes to the table, or a 422; one word for all does where no side has its own."""
    way = text(fields, f"way_{side}") or text(fields, "way") or "bot"
    if way not in WAYS:
        raise Bad(422, gettext("Choose the bot, a link, anybody, a friend or the same screen."))
    return way


async def challenged(
    here: Site, who: Guest | None, fields: Fields, ways: Mapping[Seat, str]
) -> dict[Seat, str] | prompts.No:
    """Who is challenged to which seat; or why somebody cannot be."""
    found: dict[Seat, str] = {}
    for (seat, way), side in zip(ways.items(), offers.SIDES[1:], strict=False):
        if way == "friend":
            other = await here.bonds.profile(text(fields, f"to_{side}", NAME))
            if who is None or not who.account:
                return prompts.No(gettext("To challenge somebody you need an account: sign in first."), "")
            if other is None:
                return prompts.No(gettext("There is nobody of that name."), "")
            if await challenges.refuse_challenge(here.games, who.id, other.id):
                return prompts.No(gettext("{name} does not take challenges.").format(name=other.name), "")
            found[seat] = other.id
    return found


# -- what the table agrees -------------------------------------------------------


def agreements(fields: Fields, anybody: bool) -> dict[str, Any]:
    """What a form says of who finds the table, who watches, who rules, and its clocks."""
    visibility = "listed" if anybody else text(fields, "visibility") or "private"
    commentators = [name.strip() for name in text(fields, "commentators", 400).split(",") if name.strip()]
    return {
        "visibility": visibility, "watch": watch_of(fields), "umpire": text(fields, "umpire"),
        "commentators": commentators, **({"odds": False} if text(fields, "odds") == "no" else {}), **clock_of(fields),
        "offered": text(fields, "setup") == "offered", **({"bots": level} if (level := text(fields, "bots")) else {}),
    }  # fmt: skip


def watch_of(fields: Fields) -> dict[str, Any] | None:
    """What a form says of watching; ``None`` where it says nothing."""
    chosen = {"view": text(fields, "watch_view"), "who": text(fields, "watch_who")}
    said: dict[str, Any] = {key: value for key, value in chosen.items() if value}
    if text(fields, "watch_delay", 12):
        said["delay"] = whole(fields, "watch_delay")
    return said or None


def clock_of(fields: Fields) -> dict[str, Any]:
    """The clock of a preset or of its own fields; nothing where none is chosen."""
    pace = text(fields, "pace")
    if pace and pace not in (*PACES, CUSTOM):
        raise Bad(422, gettext("There is no such pace."))
    clock = custom_clock(fields) if pace == CUSTOM else PACES.get(pace, {})
    zero = {"zero": text(fields, "zero")} if text(fields, "zero") else {}
    return {"clock": clock, **zero} if clock and clock["kind"] != "none" else {}


def custom_clock(fields: Fields) -> dict[str, Any]:
    """A clock by its numbers."""
    if text(fields, "clock_kind") == "letter":
        return {"kind": "letter", "hours": whole(fields, "clock_hours")}
    return {"kind": "live", "minutes": whole(fields, "clock_minutes"), "increment": whole(fields, "clock_increment")}


def paces(fields: Fields) -> list[dict[str, Any]]:
    """The presets to choose from, and which is chosen."""
    chosen = text(fields, "pace") or "none"
    named = [{"id": id, "name": cards.pace(Clock(**clock))} for id, clock in PACES.items()]
    return [{**row, "on": row["id"] == chosen} for row in (*named, {"id": CUSTOM, "name": gettext("Of your own")})]


# -- in full -------------------------------------------------------------------


@router.get("/new")
async def new(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Set a battle up in full; the address says what has been chosen so far."""
    choose_language(request)
    return await form_again(request, here, request.query_params, [], 200, who)


async def form_again(
    request: Request, here: Site, fields: Fields, problems: Sequence[Any], status: int = 422, who: Guest | None = None,
    at: Mapping[str, str] | None = None,
) -> Response:  # fmt: skip
    """The set-up form: what the scenario offers, what was chosen, what stands against it; ``at``: against which side's
    roster."""
    the = await plan(here, who, fields)
    words, mine = tables.words_of(the.system, None, None), await bands(here, who, the.system.key)
    lists = await houses.of(here, the.system.key)
    scenarios = [
        {"id": s["id"], "name": words.says(f"scenario.{s['id']}"), "line": words.says(f"scenario.{s['id']}.line")}
        for s in the.book["scenarios"]
    ]
    scenarios += await own_scenarios(here, who, the, words)
    return page(
        request, "lobby/new.html", status=status, parts=["lobby/_setup.html"],
        systems=systems.every(here), system=systems.shown(the.system),
        scenarios=scenarios, scenario=the.scenario, players=offers.players(the.row), player_count=the.players,
        layouts=layouts(the),
        points=points(the), limit=the.limit,
        rosters=mine, houses=lists, sides=camps(words, fields, the, [*mine, *lists]), problems=problems, at=at or {},
        chosen={key: text(fields, key) for key in fields}, options=switches(words, the, fields), role=role(words, the),
        rules=systems.rules(the.system.key), paces=paces(fields),
        grounds=[] if the.world and the.world.ground else await grounds(here, who, the.system.key),
        friends=[bond for bond in await here.bonds.of(who.id, "friend") if bond.handle] if who else [],
        points_name=systems.said(the.system, "points"), account=bool(who and who.account),
        times=[{"id": n, "name": tables.span(n)} for n in TIMES],
    )  # fmt: skip


async def grounds(here: Site, who: Guest | None, system: str) -> list[dict[str, str]]:
    """The tables that the caller has drawn for these rules."""
    mine = await here.grounds.of(who.id, system) if who else ()
    return [{"id": f"{GROUND}{kept.id}", "name": kept.name} for kept in mine]


def camps(words: Words, fields: Fields, the: Plan, mine: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The sides of the table: each is given a ready band of its own as far as they go, and told the part it plays."""
    titles = {1: gettext("Yours"), 2: gettext("The other side")} if the.players == 2 else {1: gettext("Yours")}
    shown = list[str]()
    for n, side in zip(range(1, the.players + 1), offers.SIDES, strict=False):
        shown.append(FORCE if the.forced(n) is not None else kept(fields, side, the, mine, n) or ready(the, n, shown))
    return [
        {
            "side": side, "seat": seat, "emblem": n, "title": titles.get(n) or gettext("Roster {n}").format(n=n),
            "way": text(fields, f"way_{side}") or text(fields, "way") or "bot",
            "band": shown[n - 1], "part": part(words, the, n),
            "samples": samples(words, offers.lawful(the.system, the.row, the.limit, n - 1)),
            "to": text(fields, f"to_{side}"), "forced": the.forced(n) is not None,
        }
        for n, side, seat in zip(range(1, the.players + 1), offers.SIDES, offers.SEATS, strict=False)
    ]  # fmt: skip


def part(words: Words, the: Plan, n: int) -> str:
    """The part that the scenario gives to a side, where it names one."""
    roles = the.row.get("roles") or ()
    key = f"word.{roles[n - 1]}" if n <= len(roles) else ""
    return words.says(key) if key in words.sentences else ""


def kept(fields: Fields, side: str, the: Plan, mine: Sequence[Mapping[str, Any]], n: int) -> str:
    """The band that was chosen for a side, if it can still be had; of one that somebody brings, where none is ready."""
    given = text(fields, f"band_{side}")
    own = [f"{kind}:{band['id']}" for band in mine for kind in ("roster", "house")]
    fitting = [f"sample:{sample['id']}" for sample in offers.lawful(the.system, the.row, the.limit, n - 1)]
    by_link = [THEIRS] if text(fields, f"way_{side}") in BRING else []
    return given if given in (*own, *fitting, *by_link) else "" if fitting else "".join(by_link)


def ready(the: Plan, n: int, taken: Sequence[str]) -> str:
    """The ready band a side is offered first: one that no side before it has (``taken``), as far as they go."""
    fitting = [f"sample:{sample['id']}" for sample in offers.lawful(the.system, the.row, the.limit, n - 1)]
    return next((band for band in fitting if band not in taken), fitting[0] if fitting else "")


def switches(words: Words, the: Plan, fields: Fields) -> list[dict[str, Any]]:
    """The table rules of the scenario that have a name, as boxes to tick."""
    options = the.book.get("options", {})
    return [
        {
            "id": key, "on": key in fields, "name": words.says(f"rule.{key}"),
            "line": words.says(f"rule.{key}.line", {"clause": options[key].get("clause", "")}),
        }
        for key in offers.switches(the.book, the.row) if f"rule.{key}" in words.sentences
    ]  # fmt: skip


def role(words: Words, the: Plan) -> dict[str, str] | None:
    """The part that only one side has, where the scenario has one."""
    key = the.row.get("role", "")
    return {"id": key, "name": words.says(f"rule.{key}")} if key and f"rule.{key}" in words.sentences else None


@router.post("/new")
async def create(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Lay the table that was set up."""
    choose_language(request)
    form = await form_of(request)
    the = await plan(here, who, form)
    rosters: list[Json] = []
    for n, side in enumerate(offers.SIDES[: the.players], 1):
        if the.forced(n) is not None:
            rosters.append(the.forced(n))
            continue
        given = text(form, f"band_{side}")
        if no := missing(form, side, given):
            return await form_again(request, here, form, [], who=who, at={side: no})
        try:
            rosters.append(None if given == THEIRS else await chosen_band(here, who, given))
        except Bad as gone:
            if not given.startswith("house:"):
                raise
            return await form_again(request, here, form, [], who=who, at={side: gone.detail})
    chosen = options(the, form)
    if (layout := text(form, "layout")).startswith(GROUND):
        chosen |= await drawn(here, who, the, layout.removeprefix(GROUND))
    named = the.row["id"] if the.world else text(form, "scenario")
    setup = Setup(named, offers.laid(the.players, rosters), chosen)
    setup = worlds.laid_on(the.system, the.world, setup) if the.world else setup
    return await lay(request, here, who, form, the.system, setup)


def missing(form: Fields, side: str, given: str) -> str:
    """Why a side has no roster, in words; empty if it has one, or somebody will bring it."""
    if given == THEIRS and (side == offers.SIDES[0] or way_of(form, side) not in BRING):
        return gettext("The bot and this screen bring no roster: choose one for the other side.")
    return "" if given else gettext("Choose a roster for this side, or build one.")


async def drawn(here: Site, who: Guest | None, the: Plan, id: str) -> dict[str, Any]:
    """The options that lay a table which the caller has drawn, or a 404."""
    kept = await here.grounds.read(id)
    if kept is None or who is None or kept.guest != who.id or kept.system != the.system.key:
        raise Bad(404, gettext("There is no such drawn table of yours."))
    return surveying.rules(surveying.survey(the.system), the.row["id"], kept.body)


def options(the: Plan, form: FormData) -> dict[str, Any]:
    """The table rules that were chosen, as the system takes them."""
    found: dict[str, Any] = {key: True for key in offers.switches(the.book, the.row) if key in form}
    if offers.points(the.book):
        found["points"] = number(form, "points") or 0
    if layout := text(form, "layout"):
        found["terrain"] = layout
    if (key := the.row.get("role")) and (seat := text(form, key)):
        found[key] = seat
    return found
