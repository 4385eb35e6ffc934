"""Where a battle turned, as a film shows it: of each point the table before and after it, and what happened there."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import Any, TypedDict

from app.aside import aside
from app.games.eyes import Eyes
from app.games.reports import Point, turned
from app.games.results import GameId
from app.web.page.deps import Site
from app.web.page.words import gettext
from app.web.replay import moments
from app.web.replay.moments import Back
from app.web.table.entries import entries
from app.web.table.seen import Seen

LINES = 4
"""Lines of the log a turning point is told in at most."""
KEPT = 50
MADE: OrderedDict[tuple[GameId, int, Eyes], tuple[Point, ...]] = OrderedDict()
"""Where battles turned, as far as they had come, to those eyes."""


class Take(TypedDict):
    """A turning point: the version it ends at, the one ``before`` it, the turn, what was lost and what happened."""

    v: int
    before: int
    title: str
    lines: list[str]


class Film(TypedDict):
    """The turning points of a battle.  ``live``: it goes on."""

    version: int
    live: bool
    takes: list[Take]


async def film(here: Site, back: Back) -> Film:
    """The turning points as far as these eyes have come, by what they saw of them."""
    told = [
        await aside(partial(told_of, await moments.moment(here, back, point.v), point))
        for point in await points_of(here, back)
    ]
    return {"version": back.info.version, "live": not back.over, "takes": takes(told)}


async def points_of(here: Site, back: Back) -> tuple[Point, ...]:
    """The points themselves, reckoned once for as long as nothing happens."""
    key = back.info.id, back.info.version, back.eyes
    if key not in MADE:
        MADE[key] = await turned(here.games, back.info.id, back.eyes)
        while len(MADE) > KEPT:
            MADE.popitem(last=False)
    return MADE[key]


def told_of(table: Seen, point: Point) -> dict[str, Any]:
    """A turning point: its table drawn, what was lost, its lines from first to last."""
    assert table.view is not None
    view = moments.board(table)
    rows = entries(table.words, point.told, table.view)
    names = {side["seat"]: side["name"] for side in view["sides"]}
    lost = [gettext("{who} loses {n}").format(who=names.get(seat, seat), n=n) for seat, n in point.lost.items()]
    lines = [row for row in rows if row["text"] and not row["turn"] and row["weight"] != "phase"][:LINES][::-1]
    before = min((one.version for one in point.told), default=point.v) - 1
    return {"v": point.v, "before": max(1, before), "turn": point.turn, "view": view, "lost": lost, "lines": lines}


def takes(told: Sequence[dict[str, Any]]) -> list[Take]:
    """What a film shows of these turning points."""
    when = [gettext("Turn {n}").format(n=p["turn"]) if p["turn"] else gettext("Set-up") for p in told]
    return [
        {"v": p["v"], "before": p["before"], "title": title,
         "lines": [*p["lost"], *(row["plain"] for row in p["lines"])]}
        for p, title in zip(told, when, strict=True)
    ]  # fmt: skip
