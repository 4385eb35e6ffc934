"""What a battle came to: whom each side lost, and how its dice fell."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from app.games.reports import Luck, Report, report
from app.web.page.deps import Site
from app.web.page.words import POINT, gettext, language
from app.web.table.entries import sides_of_die
from app.web.table.seen import Seen

KEPT = 50
MADE: OrderedDict[tuple[str, int], Report] = OrderedDict()
"""Reports of battles that are over: they stay as they are."""
LOW, HIGH, FAR = 25, 75, 5
HALF = 50


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


def lucky(one: Luck, view: dict[str, Any]) -> dict[str, Any]:
    """The dice of a side, in figures and words."""
    side = next(s for s in view["sides"] if s["seat"] == one.seat)
    return {
        "side": side, "dice": one.dice, "mean": decimal(one.mean, 2), "expected": decimal(one.expected, 2),
        "part": part(one), "percentile": one.percentile, "said": fortune(one.percentile),
        "tests": one.tests, "passed": one.passed, "hoped": decimal(one.hoped, 1),
    }  # fmt: skip


def part(one: Luck) -> int:
    """How far its dice fell on a bar of a hundred in whose middle is what fair dice give."""
    return min(2 * HALF, round(HALF * one.mean / one.expected)) if one.expected else 0


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
