"""A battle in one page."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.games.eyes import Eyes
from app.games.reports import Luck, Point, Report, report
from app.games.results import GameId
from app.games.seats import Guest
from app.web.page.deps import GuestDep, Site, SiteDep
from app.web.page.errors import Bad
from app.web.page.templates import page
from app.web.page.words import POINT, gettext, language, ngettext
from app.web.replay import analysis, film, moments
from app.web.replay.moments import Back
from app.web.replay.pages import query
from app.web.table import seen as tables
from app.web.table.ending import ending
from app.web.table.entries import sides_of_die
from app.web.table.pages import game_head, linked
from app.web.table.seen import Seen
from app.web.table.talk.speaking import LineSaid, at_table, heard

router = APIRouter(include_in_schema=False)
KEPT = 50
MADE: OrderedDict[tuple[str, int], Report] = OrderedDict()
"""Reports of battles that are over: they stay as they are."""
LOW, HIGH, FAR = 25, 75, 5
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


async def told_of(here: Site, table: Seen) -> Report | None:
    """The report of a battle, reckoned once."""
    key = (str(table.info.id), table.info.version)
    if key not in MADE:
        found = await report(here.games, table.info.id, sides_of_die(table.words))
        if found is None:
            return None
        MADE[key] = found
        while len(MADE) > KEPT:
            MADE.popitem(last=False)
    return MADE[key]


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


def losses(view: dict[str, Any], made: Report) -> list[dict[str, Any]]:
    """Each side with how many it lost and who they were: its units, or its models where it leads none."""
    return [{**side, "lost": made.lost.get(side["seat"], (0, 0)), "who": fell(side)} for side in view["sides"]]


def fell(side: dict[str, Any]) -> list[tuple[str, str]]:
    """Who of a side was lost, and how; of a unit how many are left."""
    units = [(f"{g['code']} {g['name']}", g["gone"] or g["left"]) for g in side["groups"] if is_less(g["left"])]
    loose = [(f"{m['code']} {m['name']}", m["gone"]) for m in side["models"] if m["lost"]] if not side["groups"] else []
    return units + loose


def is_less(left: str) -> bool:
    """Whether fewer are left than there were (``7/10``)."""
    now, _, then = left.partition("/")
    return now != then


async def drawn_point(here: Site, back: Back, point: Point, number: int) -> dict[str, Any]:
    """A turning point: its picture, what was lost, its lines from first to last."""
    table = await tables.seen(here.games, back.info.id, Eyes(whole=True, at=point.v))
    assert table is not None
    return film.told_of(table, point) | {"key": f"p{number}"}


def lucky(one: Luck, view: dict[str, Any]) -> dict[str, Any]:
    """The dice of a side, in figures and words."""
    side = next(s for s in view["sides"] if s["seat"] == one.seat)
    return {
        "side": side, "dice": one.dice, "mean": decimal(one.mean, 2), "expected": decimal(one.expected, 2),
        "percentile": one.percentile, "said": fortune(one.percentile),
        "tests": one.tests, "passed": one.passed, "hoped": decimal(one.hoped, 1),
    }  # fmt: skip


def fortune(percentile: int) -> str:
    """How high the dice fell, in words."""
    if percentile <= FAR:
        return gettext("very low")
    if percentile >= 100 - FAR:
        return gettext("very high")
    return gettext("low") if percentile < LOW else gettext("high") if percentile > HIGH else gettext("as dice fall")


def decimal(number: float, places: int) -> str:
    """A number with so many decimals, as the reader's language writes it."""
    return f"{number:.{places}f}".replace(".", POINT[language.get()])
