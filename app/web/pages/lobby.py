"""The front page, laying a table, taking a seat, waiting for the other."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.events import Seat
from app.engine.system import RuleSystem, Setup, SideSetup
from app.games.results import GameId, GameInfo, Refused, SeatKind
from app.games.seats import Guest
from app.web import prompts, tables
from app.web.board import drawn
from app.web.calls import accepted, game_info
from app.web.deps import LANGUAGE, GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.errors import Bad
from app.web.forms import form_of, text
from app.web.pages.play import title
from app.web.pages.roster import bands, chosen_band
from app.web.templates import page
from app.web.words import LANGUAGES, gettext

router = APIRouter(include_in_schema=False)
SEATS = (Seat("red"), Seat("blue"))
DEFENCE = "defence_adds_fight"
WAYS: dict[str, SeatKind] = {"bot": "bot", "link": "person", "same": "person"}


@router.get("/")
async def home(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Set a table, go on with a game, watch one."""
    choose_language(request)
    mine = await here.games.list_games(who.id) if who else ()
    live = [i for i in await here.games.live_games() if i.id not in {m.id for m in mine}]
    systems = [
        {
            "id": "ronin",
            "name": "Ronin",
            "line": gettext("4 to 20 swords a side"),
            "open": "ronin" in here.games.systems,
        },
        *(
            {"id": k, "name": k.capitalize(), "line": "", "open": k in here.games.systems}
            for k in ("celtos", "kensei", "daimyo")
        ),
    ]
    return page(
        request, "home.html", systems=systems, mine=[await card(here, i, who) for i in mine[:8]],
        live=[await card(here, i, None) for i in live[:8]],
    )  # fmt: skip


async def card(here: Site, info: GameInfo, who: Guest | None) -> dict[str, Any]:
    """A game as the front page shows it."""
    seats = await here.games.seats_of(GameId(info.id), who.id) if who else ()
    table = await tables.seen(here.games, info.id, seats[0] if seats else None, len(seats) > 1)
    assert table is not None
    view = drawn(table.words, table.view, info, table.asked) if table.view else blank()
    now = bool(set(table.asked) & set(seats))
    due = {
        "open": gettext("waiting"),
        "over": gettext("over"),
        "paused": gettext("paused"),
        "held": gettext("held"),
    }.get(info.status)
    scenario = table.words.says(f"scenario.{info.scenario}")
    line = gettext("{scenario} · turn {turn}").format(scenario=scenario, turn=view["turn"]) if table.view else scenario
    sides = [{**s, "fact": s["facts"][0] if s["facts"] else ""} for s in view["sides"]]
    href = f"/play/{info.id}" if seats else f"/watch/{info.id}/{here.watch_key(info.id)}"
    return {
        "href": href, "name": title(table), "line": line,
        "due": due or (gettext("your go") if now else gettext("theirs")),
        "due_note": "", "now": now, "view": view, "sides": sides, "watchers": here.rooms.watchers(info.id),
    }  # fmt: skip


def blank() -> dict[str, Any]:
    """An empty table, for a game that has not begun."""
    return {
        "width": 91440,
        "depth": 91440,
        "turn": 0,
        "terrain": [],
        "zones": [],
        "pieces": [],
        "sides": [],
        "go": None,
    }


# -- laying a table --------------------------------------------------------------


@router.post("/games")
async def quick(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """A table with two ready bands: against the bot, by link, or on one screen."""
    choose_language(request)
    form = await form_of(request)
    system = chosen_system(here, text(form, "system") or "ronin")
    samples = system.catalogue()["samples"]
    rosters = [{"sample": samples[0]["id"]}, {"sample": samples[-1]["id"]}]
    setup = Setup("skirmish", sides(rosters), {"points": 200, "terrain": first_layout(system)})
    return await lay(request, here, who, form, system, setup)


def chosen_system(here: Site, key: str) -> RuleSystem[Any]:
    """The system of this key, or a 422."""
    system = here.games.system(key)
    if system is None:
        raise Bad(422, gettext("There are no rules of that name."))
    return system


def sides(rosters: list[Any]) -> tuple[SideSetup, ...]:
    """The two sides with their rosters."""
    return tuple(SideSetup(seat, roster) for seat, roster in zip(SEATS, rosters, strict=True))


def first_layout(system: RuleSystem[Any]) -> str:
    """The ready-made table a quick game is played on."""
    scenario = next(s for s in system.catalogue()["scenarios"] if s["id"] == "skirmish")
    return str(scenario["layouts"][0]["id"])


async def lay(
    request: Request, here: Site, who: Guest | None, form: FormData, system: RuleSystem[Any], setup: Setup
) -> Response:
    """Make the game and take the maker's seat; a set-up that is not legal comes back with its reasons."""
    way = text(form, "way") or "bot"
    if way not in WAYS:
        raise Bad(422, gettext("Choose the bot, a link or the same screen."))
    name = text(form, "name", 40) or (who.name if who else "") or gettext("Player")
    token = ""
    if who is None:
        who, token = await here.games.guests.welcome(name)
    made = await here.games.create(
        system.key, setup, {SEATS[0]: "person", SEATS[1]: WAYS[way]}, options={"listed": False}, owner=who.id
    )
    if isinstance(made, tuple):
        words = tables.words_of(system, None, None)
        return await form_again(request, here, form, [prompts.reason(words, no) for no in made], who=who)
    accepted(await here.games.join(made, SEATS[0], who.id, name))
    if way == "same":
        accepted(await here.games.join(made, SEATS[1], who.id, gettext("Second player")))
    response = RedirectResponse(f"/wait/{made}" if way == "link" else f"/play/{made}", 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


@router.get("/new")
async def new(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Set a battle up in full."""
    choose_language(request)
    return await form_again(request, here, FormData(), [], 200, who)


async def form_again(
    request: Request, here: Site, form: FormData, problems: list[Any], status: int = 422, who: Guest | None = None
) -> Response:
    """The set-up form with what was chosen, and what stands against it."""
    system = chosen_system(here, text(form, "system") or "ronin")
    words = tables.words_of(system, None, None)
    book = system.catalogue()
    scenarios = [
        {"id": s["id"], "name": words.says(f"scenario.{s['id']}"), "line": words.says(f"scenario.{s['id']}.line")}
        for s in book["scenarios"]
    ]
    grounds = {row["id"]: gettext(row["name"]) for s in book["scenarios"] for row in s["layouts"]}
    layouts = [{"id": id, "name": name} for id, name in grounds.items()]
    samples = [
        {"id": s["id"], "name": gettext(s["name"]), "line": f"{words.says('faction.' + s['faction'])}, {s['points']}"}
        for s in book["samples"]
    ]
    chosen = {key: str(given) for key, given in form.items()}
    return page(
        request, "new.html", status=status, scenarios=scenarios, layouts=layouts, samples=samples,
        rosters=await bands(here, who, system.key), points=book["options"]["points"]["usual"], chosen=chosen,
        problems=problems, options=[flag(book, form)],
    )  # fmt: skip


def flag(book: Any, form: FormData) -> dict[str, Any]:
    """The table rule on defence, as a box to tick."""
    return {
        "id": DEFENCE, "name": gettext("Fight helps the defence"), "on": DEFENCE in form,
        "line": gettext("Fight is added to Defence Rolls too: {clause}").format(
            clause=book["options"][DEFENCE]["clause"]
        ),
    }  # fmt: skip


@router.post("/new")
async def create(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Lay the table that was set up."""
    choose_language(request)
    form = await form_of(request)
    system = chosen_system(here, text(form, "system") or "ronin")
    points = text(form, "points", 6)
    options: dict[str, Any] = {"points": int(points) if points.isdigit() else 0}
    if layout := text(form, "layout"):
        options["terrain"] = layout
    if DEFENCE in form:
        options[DEFENCE] = True
    rosters = [await chosen_band(here, who, text(form, "band_a"))]
    given = text(form, "band_b")
    if given == "theirs" and text(form, "way") != "link":
        no = prompts.No(gettext("Only whoever opens a link can bring a band: choose one for the other side."), "")
        return await form_again(request, here, form, [no], who=who)
    rosters.append(None if given == "theirs" else await chosen_band(here, who, given))
    return await lay(request, here, who, form, system, Setup(text(form, "scenario"), sides(rosters), options))


# -- seats ---------------------------------------------------------------------


@router.get("/wait/{game}")
async def wait(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """The link to send, until the other has sat down."""
    choose_language(request)
    info = await game_info(here, game)
    if info.status != "open":
        return RedirectResponse(f"/play/{game}", 303)
    seats = await here.games.seats_of(GameId(game), who.id) if who else ()
    if not seats:
        raise Bad(403, gettext("This seat is not yours."))
    free = next(s.seat for s in info.seats if not s.taken)
    base = str(request.base_url).rstrip("/")
    return await seats_page(request, here, info, link=f"{base}/join/{game}/{free}/{here.seat_key(game, free)}")


@router.get("/join/{game}/{seat}/{key}")
async def seat(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """A seat kept for whoever opens this link."""
    choose_language(request)
    info = await game_info(here, game)
    check(here, game, seat, key)
    if who and Seat(seat) in await here.games.seats_of(GameId(game), who.id):
        return RedirectResponse(f"/play/{game}", 303)
    return await seats_page(request, here, info, only=seat, name=who.name if who else "", who=who)


def check(here: Site, game: str, seat: str, key: str) -> None:
    """A 403 unless the link's key is ours."""
    if not here.is_signed(key, "seat", game, seat):
        raise Bad(403, gettext("This link does not lead to a seat."))


@router.post("/join/{game}/{seat}/{key}")
async def sit(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """Sit down under a typed name."""
    choose_language(request)
    form = await form_of(request)
    info = await game_info(here, game)
    check(here, game, seat, key)
    given = text(form, "band")
    roster = await chosen_band(here, who, given) if given and seat in info.bare else None
    name, token = text(form, "name", 40), ""
    if not name:
        return await seats_page(
            request, here, info, only=seat, no=prompts.No(gettext("Say how you are called."), ""), status=422, who=who
        )
    if who is None:
        who, token = await here.games.guests.welcome(name)
    entropy = text(form, "entropy", 128)
    raw = (
        bytes.fromhex(entropy)
        if entropy and all(c in "0123456789abcdef" for c in entropy) and len(entropy) % 2 == 0
        else b""
    )
    result = await here.games.join(GameId(game), Seat(seat), who.id, name, raw, roster)
    if isinstance(result, Refused):
        words = tables.words_of(chosen_system(here, info.system), info, None)
        return await seats_page(
            request, here, info, only=seat, name=name, no=prompts.reason(words, result.refusal), status=422, who=who
        )
    accepted(result)
    response = RedirectResponse(f"/play/{game}", 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


async def seats_page(
    request: Request,
    here: Site,
    info: GameInfo,
    *,
    link: str = "",
    only: str = "",
    name: str = "",
    no: Any = None,
    status: int = 200,
    who: Guest | None = None,
) -> Response:
    """The seats of a game: to take one, or to send its link."""
    system = chosen_system(here, info.system)
    words = tables.words_of(system, info, None)
    rows = [
        {
            "seat": s.seat,
            "side": "ab"[n],
            "emblem": n + 1,
            "name": words.says(f"seat.{s.seat}").removeprefix("seat."),
            "taken_by": s.name if s.taken else "",
        }
        for n, s in enumerate(info.seats)
        if not only or s.seat == only or s.taken
    ]
    base = str(request.base_url).rstrip("/")
    line = f"{info.system.capitalize()} · {info.options.get('points', '')}".strip(" ·")
    game = {
        "id": info.id, "name": words.says(f"scenario.{info.scenario}"), "line": line,
        "link": link, "watch": f"{base}/watch/{info.id}/{here.watch_key(info.id)}" if info.status != "open" else "",
    }  # fmt: skip
    mine = await bands(here, who, info.system)
    samples = system.catalogue().get("samples", []) if only in info.bare else []
    samples = [{**sample, "name": gettext(sample["name"])} for sample in samples]
    return page(
        request, "join.html", status=status, game=game, seats=rows, name=name, refusal=no, rosters=mine,
        samples=samples,
    )  # fmt: skip


@router.post("/lang")
async def lang(request: Request) -> Response:
    """The language this browser reads from now on."""
    form = await form_of(request)
    chosen, back = text(form, "lang"), text(form, "next") or "/"
    response = RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)
    if chosen in LANGUAGES:
        set_cookie(request, response, LANGUAGE, chosen)
    return response
