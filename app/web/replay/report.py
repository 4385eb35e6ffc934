"""A battle in one page."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.games.eyes import Eyes
from app.games.reports import Point, Report
from app.games.results import GameId
from app.games.seats import Guest
from app.web.page.deps import GuestDep, Site, SiteDep
from app.web.page.errors import Bad
from app.web.page.templates import page
from app.web.page.words import gettext, ngettext
from app.web.replay import analysis, film, moments
from app.web.replay.moments import Back
from app.web.replay.outcome import losses, lucky, told_of
from app.web.replay.pages import query
from app.web.table import seen as tables
from app.web.table.ending import ending
from app.web.table.pages import game_head, linked
from app.web.table.seen import Seen
from app.web.table.talk.speaking import LineSaid, at_table, heard

router = APIRouter(include_in_schema=False)
HOUR = 60


@router.get("/report/{game}")
async def show(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """Who met whom, how it ended, where it turned, how the dice fell; of a battle that goes on a 409."""
    back = await moments.look_back(request, game, who, seat)
    if not back.over:
        raise Bad(409, gettext("This battle is not over: its report comes with the end."))
    table = await tables.seen(here.games, back.info.id, Eyes(whole=True))
    assert table is not None
    made = await told_of(here, table)
    if made is None or table.view is None:
        raise Bad(409, gettext("This battle never began."))
    view = moments.board(table)
    points = await turned(here, back, table) or [
        await drawn_point(here, back, point, number) for number, point in enumerate(made.points, 1)
    ]
    return page(
        request, "replay/report.html", rules=table.rules, view=view, game=game_head(here, request, table),
        end=ending(table, view), report=facts(made), points=points, film=film.takes(points), losses=losses(view, made),
        luck=[lucky(one, view) for one in made.luck if one.dice], query=query(request),
        comments=await remarks(request, back, who), preview=linked(request, here, table),
    )  # fmt: skip


async def turned(here: Site, back: Back, table: Seen) -> list[dict[str, Any]]:
    """Where it turned, by decision or luck, if the battle was looked at again."""
    found = await here.games.analysis(GameId(back.info.id))
    if found is None or found.state not in ("done", "short"):
        return []
    told = await analysis.told(here, back, table, found)
    return [one | {"before": one["v"], "v": one["after"], "at": one["v"], "lost": []} for one in told["moments"]]


async def remarks(request: Request, back: Back, who: Guest | None) -> list[LineSaid]:
    """What commentators said."""
    lines = await heard(request, await at_table(request, back.info.id, who))
    return [line for line in lines if line["scope"] == "comment" and line["text"]]


def facts(made: Report) -> dict[str, Any]:
    """When it was, how long it took, which turn took longest."""
    turn, took = made.longest
    day = datetime.fromtimestamp(made.begun / 1000, UTC).strftime("%Y-%m-%d") if made.begun else ""
    turns = ngettext("{n} turn", "{n} turns", made.turns).format(n=made.turns)
    slow = gettext("Turn {n}, {time}").format(n=turn, time=span(took)) if turn and took else ""
    return {"day": day, "turns": turns if made.turns else "", "took": span(made.took), "longest": slow}


def span(ms: int) -> str:
    """A time as people say it."""
    minutes = round(ms / 60_000)
    if minutes < 1:
        return gettext("under a minute")
    if minutes < HOUR:
        return gettext("{n} min").format(n=minutes)
    if minutes < 48 * HOUR:
        return gettext("{h} h {m} min").format(h=minutes // HOUR, m=minutes % HOUR)
    return gettext("{n} days").format(n=minutes // (24 * HOUR))


async def drawn_point(here: Site, back: Back, point: Point, number: int) -> dict[str, Any]:
    """A turning point: its picture, what was lost, its lines from first to last."""
    table = await tables.seen(here.games, back.info.id, Eyes(whole=True, at=point.v))
    assert table is not None
    return film.told_of(table, point) | {"key": f"p{number}"}
