"""A battle of a campaign: when, who is sent, where it is fought, and what became of everybody after it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.aside import aside
from app.campaigns.battles.fixtures import cap, due_of, is_bye, is_challenge
from app.campaigns.battles.musters import at_hand
from app.campaigns.model import OPEN, PLAYING, Fixture, Warband
from app.campaigns.people.members import TEXTS
from app.campaigns.rounds.scenarios import standing_for
from app.campaigns.stories.course import drawn_for
from app.campaigns.warbands.cards import lent_to
from app.engine.asks import Json
from app.games.results import GameId, GameInfo
from app.web.campaigns import news as campaign_news
from app.web.campaigns.choices import choices
from app.web.campaigns.host import later
from app.web.campaigns.shared import No, Room, Unfit, campaign_page, form_of, posted, room
from app.web.campaigns.words import house, kind_of, member_row, pair, scenario
from app.web.lobby import cards
from app.web.page.deps import GuestDep, SiteDep
from app.web.page.errors import Bad
from app.web.page.forms import text
from app.web.page.words import gettext

router = APIRouter(include_in_schema=False)
DATES = (1, 2, 3)
LAST = "last"
FURTHEST = timedelta(hours=15)
"""The furthest that a zone is from UTC."""


@router.get("/campaign/{id}/battle/{fixture}")
async def battle(request: Request, id: str, fixture: str, here: SiteDep, who: GuestDep) -> Response:
    """What is to be settled before a battle, or what followed from it."""
    return await shown(request, await room(request, id, here, who), fixture)


@router.post("/campaign/{id}/battle/{fixture}")
async def deed(request: Request, id: str, fixture: str, here: SiteDep, who: GuestDep) -> Response:
    """A form of the battle's page has been done, or the page with what stands against it."""
    at, form = await room(request, id, here, who), await form_of(request)
    fixture_of(at, fixture)

    async def show(request: Request, at: Room, no: No) -> Response:
        return await shown(request, at, fixture, no)

    return await posted(request, at, show, more=lambda form: more(at, form), form=form)


def fixture_of(at: Room, id: str) -> Fixture:
    """A battle of the campaign, or a 404."""
    found = at.now.fixtures.get(id)
    if found is None:
        raise Bad(404, gettext("There is no such battle in this campaign."))
    return found


async def shown(request: Request, at: Room, fixture: str, no: No | None = None) -> Response:
    """The page of a battle; with what stands against one of its forms."""
    one, now = fixture_of(at, fixture), at.now
    number = next((n for n, f in enumerate(now.fights(one.round), 1) if f.id == one.id), 1)
    mine = next(
        (now.warbands[side] for side in one.sides if side and now.warbands[side].guest == at.id and at.id), None
    )
    game, rows = await table_of(at, one, mine is not None), await campaign_news.entries_of(at, one.id)
    open_, limit = one.state == OPEN and not is_bye(one), cap(now, one.round)
    return campaign_page(
        request, "campaigns/battle.html", at, no=no, parts=["campaigns/_battle.html"], one=one,
        pair=pair(at.words, now, one, number, at.id), mine=mine,
        due=due_of(now, one), open=open_, challenge=is_challenge(one), dates=DATES, offers=offers(at, one, mine),
        members=members(at, one, mine, text(request.query_params, "with", 8)) if mine and open_ else [],
        cap=limit, last=bool(mine and last_sent(at, one, mine)), lent=await helpers(at, one, mine) if open_ else [],
        sent=sent(at, one), aftermath=campaign_news.aftermath(at, rows),
        **judging(at, one, mine, game),
        **campaign_news.judged(at, one, mine, rows), choices=await choices(at, mine),
        game=game, scenarios=drawn(at, one), asked=asked_for(request, at, one, mine),
        unasked=unasked(request, at, one, mine),
        letters=TEXTS["line"], sends=sends(request, at, one, mine),
        dead=[{"id": side, **house(now, side)} for side in one.sides if side],
    )  # fmt: skip


def judging(at: Room, one: Fixture, mine: Warband | None, game: Mapping[str, Any] | None) -> dict[str, Any]:
    """Whether the reader rules on this battle, may umpire its table, or must leave it to another."""
    judges = at.rules_in_charge and mine is None
    led = [bot["id"] for bot in game["bots"]] if game else one.stand_ins
    living = [side for side in one.sides if side and side not in led and one.state == PLAYING]
    return {
        "stood_in": [house(at.now, side) for side in living if judges or (mine is not None and side == mine.id)],
        "judges": judges, "may_chair": judges and one.state == PLAYING and at.id not in one.chairs,
        "own_battle": at.rules_in_charge and mine is not None,
        "others_judge": any(at.now.has(id, "host", "umpire") for id in at.now.players if id != at.id),
    }  # fmt: skip


def offers(at: Room, one: Fixture, mine: Warband | None) -> list[dict[str, Any]]:
    """The dates that are on offer, by whom, and whether the reader may take one."""
    return [
        {
            "house": house(at.now, side),
            "times": made.times,
            "word": made.word,
            "take": mine is not None and side != mine.id,
        }
        for side, made in one.proposals.items()
    ]


def named(request: Request) -> int:
    """The date that the reader's link names; 0 for none."""
    said = text(request.query_params, "date", 16)
    return int(said) if said.isdecimal() else 0


def unasked(request: Request, at: Room, one: Fixture, mine: Warband | None) -> str:
    """Why the reader does not take the date that his link names; nothing where he may, or it is agreed."""
    wanted = named(request)
    if not wanted or wanted == one.when or asked_for(request, at, one, mine):
        return ""
    if mine is None:
        return gettext("Only who leads the other side takes this date. Sign in as that player.")
    if any(wanted in made.times for side, made in one.proposals.items() if side == mine.id):
        return gettext("You offer this date yourself. The link is for the other side.")
    return gettext("This date can no longer be taken: it has gone by, or is no longer offered.")


def asked_for(request: Request, at: Room, one: Fixture, mine: Warband | None) -> int:
    """The date that the reader's link asks him to take, of those that the other side still offers; 0 for none."""
    wanted = named(request)
    offered = [time for row in offers(at, one, mine) if row["take"] for time in row["times"]]
    return wanted if wanted in offered and wanted > at.here.campaigns.clock() else 0


def sends(request: Request, at: Room, one: Fixture, mine: Warband | None) -> list[dict[str, Any]]:
    """The dates that the reader offers, each with the link by which the other takes it."""
    made = one.proposals.get(mine.id) if mine else None
    home = f"{at.here.base(request)}{at.path}/battle/{one.id}"
    return [{"time": time, "link": f"{home}?date={time}#dates"} for time in made.times] if made else []


def members(at: Room, one: Fixture, mine: Warband, wanted: str = "") -> list[dict[str, Any]]:
    """All that belong to the reader's warband: who can go, who is chosen, and why another cannot.

    ``wanted``: ``last`` for those who went to the last battle.
    """
    ready = {m.id for m in at_hand(at.now, one, mine)}
    kept, before = one.musters.get(mine.id), last_sent(at, one, mine) if wanted == LAST else ()
    chosen = set(kept.members) if kept else ready.intersection(before) or ready
    rows = [member_row(at.words, m) for m in mine.band.living()]
    for row in rows:
        row["can"], row["on"] = row["id"] in ready, row["id"] in chosen
        row["why"] = "" if row["can"] else row["state_name"] or gettext("is in another battle")
    return rows


def last_sent(at: Room, one: Fixture, mine: Warband) -> tuple[str, ...]:
    """Who went to the last battle of a warband before this one."""
    before = [f for f in at.now.fixtures.values() if f.id != one.id and mine.id in f.musters]
    return before[-1].musters[mine.id].members if before else ()


async def helpers(at: Room, one: Fixture, mine: Warband | None) -> list[str]:
    """Who fights beside the reader's warband for the help it gets in this battle, by name (CPN-HLP-01)."""
    points = one.extra.get(mine.id, 0) if mine else 0
    if mine is None or not points:
        return []
    names = await aside(partial(lent_to, at.system, at.rules, mine.band, points))
    return [kind_of(at.words, name) for name in names]


def sent(at: Room, one: Fixture) -> list[dict[str, Any]]:
    """Who was sent, as far as the reader may know: all once the battle is laid, before that his own."""
    found = []
    for side, made in one.musters.items():
        band = at.now.warbands[side].band.members
        rows = [member_row(at.words, band[id]) for id in made.members if id in band]
        found.append(
            {"house": house(at.now, side), "side": side, "members": rows, "worth": sum(r["cost"] for r in rows)}
        )
    return found


async def table_of(at: Room, one: Fixture, mine: bool) -> dict[str, Any] | None:
    """The game of a battle, who is led by a bot there, and where it is looked at."""
    info = await at.here.games.info(GameId(one.game)) if one.game else None
    if info is None:
        return None
    bots = [house(at.now, side) for seat, side in zip(info.seats, one.sides, strict=True) if side and seat.bot]
    return {
        **clocks_of(at, one, info), **ways_of(at, info, mine, mine or at.id in one.chairs), "id": str(info.id),
        "bots": bots,
    }  # fmt: skip


def ways_of(at: Room, info: GameInfo, mine: bool, sits: bool) -> dict[str, str]:
    """Where a table is looked at, live, again and as a report; nowhere if its watchers are shut out, but for who sits.

    Who finds it only by the watchers' link is given that.
    """
    if info.watching.who == "none" and not sits:
        return {"href": "", "replay": "", "report": ""}
    found = info.is_listed and info.watching.who == "anyone"
    key = "" if mine or found else f"?watch={at.here.watch_key(info.id)}"
    href = f"/play/{info.id}{key}" if key else cards.address(at.here, info, mine)
    return {"href": href, "replay": f"/replay/{info.id}{key}", "report": f"/report/{info.id}{key}"}


def clocks_of(at: Room, one: Fixture, info: GameInfo) -> dict[str, Any]:
    """For whom the clocks of a table wait, and from when they run at the latest."""
    battle, ticks = info.options.campaign, info.status == "playing" and info.options.clock.kind != "none"
    if battle is None or battle.sat is None or not ticks or 0 < battle.starts <= at.here.campaigns.clock():
        return {"waits": [], "starts": 0}
    seats = zip(info.seats, one.sides, strict=True)
    away = [house(at.now, side) for seat, side in seats if side and not seat.bot and seat.seat not in battle.sat]
    return {"waits": away, "starts": battle.starts}


def drawn(at: Room, one: Fixture) -> list[dict[str, str]]:
    """The scenarios among which the loser of the battle before may choose."""
    set_ = at.now.settings
    names = {key: scenario(at.words, standing_for(set_, key), set_) for key in drawn_for(one)} if not one.game else {}
    return [{"id": key, "name": name} for key, name in names.items()]


# -- dates out of forms ------------------------------------------------------------------


def more(at: Room, form: FormData) -> Mapping[str, Json]:
    """What the fields of a form do not have as its command takes it: dates in the reader's own zone, a later one."""
    match text(form, "do", 40):
        case "propose":
            return {"times": times(form)}
        case "extend":
            return {"due": later(at, form)}
    return {}


def times(form: FormData) -> list[int]:
    """The dates of a form, in milliseconds since 1970."""
    given = ((text(form, f"time_{n}", 19), text(form, f"offset_{n}", 6)) for n in DATES)
    return sorted({moment(raw, offset) for raw, offset in given if raw})


def moment(raw: str, offset: str) -> int:
    """A date and its zone, minutes to be added for UTC; ``Unfit`` if it is none."""
    try:
        shift = timedelta(minutes=int(offset or 0))
        at = datetime.fromisoformat(raw).replace(tzinfo=UTC) + (shift if abs(shift) <= FURTHEST else timedelta())
        return int(at.timestamp() * 1000)
    except (ValueError, OverflowError):
        raise Unfit(raw) from None
