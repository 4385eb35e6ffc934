"""A round as an event: all its tables at once in small, as those see them who may watch, the hottest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.aside import aside
from app.campaigns.battles.fixtures import is_bye
from app.campaigns.model import PLAYING, Fixture
from app.campaigns.people.members import COMMENTATOR
from app.engine.refusals import Refusal
from app.games.access import eyes_for
from app.games.eyes import MINUTE
from app.games.results import GameId
from app.web.campaigns.battle import ways_of
from app.web.campaigns.shared import No, Room, campaign_page, form_of, pictured, room, shown_at
from app.web.campaigns.shared import refused as turned_down
from app.web.campaigns.voices import refused, remarks, say, voice_of
from app.web.campaigns.words import format_line, pair
from app.web.lobby import cards
from app.web.page import systems
from app.web.page.deps import GuestDep, Site, SiteDep, stands
from app.web.page.errors import Bad
from app.web.page.forms import text
from app.web.page.parts import wanted
from app.web.page.preview import Preview, preview
from app.web.page.words import gettext, language, ngettext
from app.web.replay.embed import WIDEST, frame
from app.web.table import seen as tables
from app.web.table.clocks import clocks_of
from app.web.table.seen import Seen

router = APIRouter(include_in_schema=False)
DRAWN = 12
"""So many tables are drawn at once: the first by their number; those beyond are not looked into."""
HIGHEST = 480
"""Pixels the frame of a round is high where it may."""
LEVEL = 0.05
"""Sides whose losses differ by less of what they may lose are level."""
Row = dict[str, Any]


# -- the tables ------------------------------------------------------------------------


async def stalls(at: Room, number: int) -> list[Row]:
    """The battles of a round: those being fought as their watchers see them, the hottest first, then the others."""
    fights = [(n, one) for n, one in enumerate(at.now.fights(number), 1) if not is_bye(one)]
    rows, drawn = list[Row](), 0
    for n, one in fights:
        rows.append(await stall(at, one, n, drawn < DRAWN))
        drawn += bool(rows[-1]["view"])
    return sorted(rows, key=lambda row: (-row["heat"], row["pair"]["over"], row["pair"]["no"]))


async def stall(at: Room, one: Fixture, number: int, draws: bool = True) -> Row:
    """A battle, with its table where it is being fought and the reader may watch it."""
    href = f"{at.path}/battle/{one.id}{f'?key={at.key}' if at.key else ''}"
    told = pair(at.words, at.now, one, number, at.id) | {"href": href}
    row: Row = {"pair": told, "view": None, "late": 0, "heat": -1, "shut": False, "href": href, "mark": one.state}
    info = await at.here.games.info(GameId(one.game)) if one.game and one.state == PLAYING else None
    if info is None:
        return row
    mine = any(at.id and at.now.warbands[side].guest == at.id for side in one.sides if side)
    href = ways_of(at, info, mine, mine or at.id in one.chairs)["href"] or row["href"]
    row |= {"late": info.watching.delay, "href": href, "heat": 0, "pace": cards.pace(info.options.clock)}
    eyes = eyes_for(info, await stands(at.here, info, at.who, invited=True), view_as="watch")
    if eyes is None:
        return row | {"shut": True, "mark": "shut"} | noting(row, gettext("Nobody may watch."))
    table = await tables.seen(at.here.games, info.id, eyes) if draws else None
    if table and table.view:
        return row | await shown(at.here, table)
    late = gettext("shown {n} minutes late").format(n=row["late"])
    return row | noting(row, late) if row["late"] else row


def noting(row: Row, said: str) -> Row:
    """A battle with what is to be known of its table."""
    return {"pair": row["pair"] | {"when": row["pair"]["when"] | {"note": said}}}


async def shown(here: Site, table: Seen) -> Row:
    """A table in small: its picture, its sides, its turn, its clocks, how hot it is."""
    card = await aside(partial(cards.pictured, here, table))
    view = card["view"]
    clocks = {one["seat"]: one for one in clocks_of(table, view["sides"])}
    sides = [{**one, "clock": clocks.get(one["seat"]), "asked": one["seat"] in view["asked"]} for one in view["sides"]]
    marks = [table.info.version, table.info.status, view["asked"], [one["text"] for one in clocks.values()]]
    return {
        "view": view, "sides": sides, "turn": view["turn"], "turns": view["turns"], "heat": heat(view),
        "lead": lead(view), "state": cards.state(table.info.status), "mark": marks,
        "watchers": here.rooms.watchers(table.info.id), "late": table.full.delay // MINUTE,
    }  # fmt: skip


def gone(side: Mapping[str, Any]) -> float:
    """What part a side has lost of all that it may lose, or of all it has; nothing where its losses are not told."""
    whole = next(iter(side["losses"]), None)
    if whole is None:
        return 0.0
    return min(float(whole["part"]) / (float(whole["bears"] or 0) or 100.0), 1.0)


def heat(view: Mapping[str, Any]) -> int:
    """How hot a battle is, in a hundred: the nearer its end and the more level its losses.

    It is made of what all who watch are told, so it tells nothing that is hidden.
    """
    lost = [gone(side) for side in view["sides"]] or [0.0]
    near = max(*lost, view["turn"] / view["turns"] if view["turns"] else 0.0, 0.0)
    return round(100 * min(near, 1.0) * (1 - (max(lost) - min(lost))))


def lead(view: Mapping[str, Any]) -> str:
    """Who leads by losses, in words; nothing before anybody has lost anything."""
    lost = sorted((gone(side), side["name"]) for side in view["sides"])
    if len(lost) < 2 or not lost[-1][0]:
        return ""
    if lost[1][0] - lost[0][0] < LEVEL:
        return gettext("Level by losses")
    return gettext("Ahead by losses: {name}").format(name=lost[0][1])


# -- the page --------------------------------------------------------------------------


@router.get("/campaign/{id}/round/{number}")
async def event(request: Request, id: str, number: int, here: SiteDep, who: GuestDep, mark: str = "") -> Response:
    """All tables of a round at once; a 204 to a page that asks again and has all of it."""
    at = known(await room(request, id, here, who), number)
    return await event_page(request, at, number, mark=mark)


def known(at: Room, number: int) -> Room:
    """The campaign, which has that round; or a 404."""
    if not any(one.number == number for one in at.now.rounds):
        raise Bad(404, gettext("There is no such round in this campaign."))
    return at


async def event_page(request: Request, at: Room, number: int, no: No | None = None, mark: str = "") -> Response:
    """The page of a round; with what stands against its form."""
    rows, voice = await stalls(at, number), await voice_of(at, number)
    lines, why = await remarks(at, voice), refused(at, voice)
    current = marked(at, rows, [one["id"] for one in lines[:1]])
    if mark == current and wanted(request) == "stalls":
        return Response(status_code=204)
    return campaign_page(
        request, "campaigns/event.html", at, no=no, parts=["campaigns/_event.html", "campaigns/_stalls.html"],
        number=number, rows=rows, mark=current, live=any(row["view"] for row in rows),
        remarks=lines, fights=voice.sits, comments=bool(at.id) and at.now.has(at.id, COMMENTATOR),
        may=why is None, why=no_words(at, why), preview=linked(request, at, number, rows),
        rounds=[one.number for one in at.now.rounds], link=f"{at.here.base(request)}{event_path(at, number)}",
        frame=embedded(request, at, number) if is_open(at) else "",
    )  # fmt: skip


def no_words(at: Room, why: Refusal | None) -> str:
    """Why the reader does not talk to all who watch, in words."""
    return at.words.says(why.code) if why else ""


@router.post("/campaign/{id}/round/{number}")
async def remark(request: Request, id: str, number: int, here: SiteDep, who: GuestDep) -> Response:
    """A commentator's line is told to all who watch a table of the round; or the page with what stands against it."""
    at, form = known(await room(request, id, here, who), number), await form_of(request)
    if not (at.id and at.now.has(at.id, COMMENTATOR)):
        raise Bad(403, gettext("Only a commentator of the campaign talks to all who watch the round."))
    voice = await voice_of(at, number)
    if why := refused(at, voice):
        return await event_page(request, at, number, turned_down(at, form, why))
    try:
        await say(request, voice, text(form, "text", 2001))
    except Bad as no:
        return await event_page(request, at, number, shown_at(form, no.detail))
    return RedirectResponse(f"{at.path}/round/{number}?done=remark#f-remark", 303)


def event_path(at: Room, number: int, what: str = "") -> str:
    """The address of a round, or of something of it, with the key by which the reader came."""
    return f"{at.path}/round/{number}{what}{f'?key={at.key}' if at.key else ''}"


def marked(at: Room, rows: Sequence[Row], *more: object) -> str:
    """What tells one state of the page from another."""
    known = [at.now.seq, language.get(), *more, *([row["pair"]["id"], row["mark"]] for row in rows)]
    return sha256(msgspec.json.encode(known)).hexdigest()[:16]


def linked(request: Request, at: Room, number: int, rows: Sequence[Row]) -> Preview:
    """The round as a link to it is shown: drawn from its tables, where who opens the link sees any."""
    open_ = is_open(at)
    said = ngettext("{n} battle", "{n} battles", len(rows)).format(n=len(rows))
    line = " · ".join((systems.name(at.system), format_line(at.now.settings), said))
    page = urlencode({"url": f"{at.here.base(request)}{event_path(at, number)}", "format": "json"})
    shown = preview(
        request, at.here, title(at, number), line, embeds=f"/oembed?{page}" if open_ else "",
        **pictured(at, event_path(at, number, "/picture.png") if open_ and any(row["view"] for row in rows) else ""),
    )  # fmt: skip
    return shown._replace(url=f"{at.here.base(request)}{event_path(at, number)}")


def embedded(request: Request, at: Room, number: int, wide: int = WIDEST, high: int = HIGHEST) -> str:
    """What puts the round into another page.  A frame that may run scripts may ask again by itself; ours has none."""
    return frame(f"{at.here.base(request)}/embed{event_path(at, number)}", wide, high, " allow-scripts")


def is_open(at: Room) -> bool:
    """Whether anybody sees this campaign who has the address by which the reader came."""
    return at.now.settings.public or at.now.archive or bool(at.key)


def title(at: Room, number: int) -> str:
    """What a round is called elsewhere."""
    return f"{at.now.name} · {gettext('Round {n}').format(n=number)}"
