"""What was ordered at a moment of a battle that is over, and what would have been better: in words and drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.engine.views import Mark
from app.games.analysing import Analysis, Turned
from app.games.analysis_worker import Way
from app.games.results import GameId
from app.web.page import titles
from app.web.page.deps import Site
from app.web.page.shapes import units
from app.web.page.words import POINT, Words, gettext, language
from app.web.replay.moments import Back
from app.web.table.counsel import reasons, shared

WAYS = 3
"""Orders beside the one that was given, at most."""
LINES, BLOCKS, GHOSTS = ("path", "link", "ray"), ("block",), ("ghost", "spot")


async def then(here: Site, back: Back, words: Words, number: int) -> dict[str, Any] | None:
    """What is told at the moment of this number; ``None`` where none was found."""
    found = await here.games.analysis(GameId(back.info.id)) if back.over and number > 0 else None
    if found is None or number > len(found.turned):
        return None
    one = found.turned[number - 1]
    drawn = [one.verdict.ordered, *one.verdict.best[:1]]
    return {
        "n": number, "v": one.before, "after": one.after, "kind": one.kind, "ways": ranked(words, one, found),
        "ordered": label(words, one.verdict.about, one.verdict.ordered) if one.kind == "decision" else "",
        "chance": chance(one, one.seat == found.first),
        "marks": [sketch(way.marks, "best" if n else "was") for n, way in enumerate(drawn) if way],
    }  # fmt: skip


def ranked(words: Words, one: Turned, found: Analysis) -> list[dict[str, Any]]:
    """What was ordered and what else was found, the best first."""
    if one.verdict.ordered is None or one.kind != "decision":
        return []
    ways = [(False, way) for way in one.verdict.best[:WAYS]] + [(True, one.verdict.ordered)]
    top = max(abs(way.stands) for _, way in ways) or 1.0
    return [
        {"was": was, "label": label(words, one.verdict.about, way), "stands": said(way.stands, found),
         "part": round(100 * (way.stands if found.chances else 0.5 + way.stands / top / 2)),
         "why": reasons(words, way.gains) if way.gains else ""}
        for was, way in sorted(ways, key=lambda row: -row[1].stands)
    ]  # fmt: skip


def label(words: Words, about: str, way: Way | None) -> str:
    """An order in words."""
    if way is None:
        return ""
    names = [titles.chosen(words, row, about) for row in way.rows] + [shared(words, way.leaf, about)]
    return " · ".join(dict.fromkeys(filter(None, names))) or gettext("As it is drawn")


def chance(one: Turned, is_first: bool) -> str:
    """How often the dice would have fallen so."""
    judged = one.verdict.judged
    if judged is None or one.kind != "luck" or not judged.worlds:
        return ""
    if (one.swing > 0) == is_first:
        return gettext("So well or better for them in {n} of {of} tries.").format(n=judged.better, of=judged.worlds)
    return gettext("So badly or worse for them in {n} of {of} tries.").format(n=judged.worse, of=judged.worlds)


# -- figures ----------------------------------------------------------------------------


def said(stands: float, found: Analysis) -> str:
    """How a seat stands, as it is written: in hundredths where that is a chance."""
    return f"{round(100 * stands)} %" if found.chances else number(stands)


def number(worth: float) -> str:
    """A worth with its sign."""
    return f"{worth:+.1f}".replace("-", "\N{MINUS SIGN}").replace(".", POINT[language.get()])


def signed(swing: float, found: Analysis) -> str:
    """By how much it changed, as it is written."""
    return f"{round(100 * swing):+d}".replace("-", "\N{MINUS SIGN}") if found.chances else number(swing)


def both(stands: float, found: Analysis) -> tuple[str, str]:
    """How both sides stand."""
    return said(stands, found), said(1 - stands if found.chances else -stands, found)


# -- drawn -----------------------------------------------------------------------------


def sketch(marks: Iterable[Mark], kind: str) -> dict[str, Any]:
    """What is drawn of an order: ways, outlines and where somebody would stand, in units of the drawing."""
    found: dict[str, Any] = {"kind": kind, "lines": [], "blocks": [], "ghosts": []}
    for mark in marks:
        points = [(units(x), units(y)) for x, y in (point[:2] for point in mark.points)]
        if mark.kind in LINES and len(points) > 1:
            found["lines"].append("M" + "L".join(f"{x} {y}" for x, y in points))
        elif mark.kind in BLOCKS:
            found["blocks"].append("M" + "L".join(f"{x} {y}" for x, y in points) + "Z")
        elif mark.kind in GHOSTS:
            found["ghosts"] += [(x, y, units(mark.radius) if mark.radius else 11) for x, y in points[:1]]
    return found
