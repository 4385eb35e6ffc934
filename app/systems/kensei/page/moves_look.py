"""What a drawn Movement of a unit in ranks would do, before it is answered."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.manoeuvre import Steps
from app.engine.refusals import Fact
from app.engine.views import Mark, Note, Preview
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.measure import footprint
from app.systems.kensei.moving.ways.marching import Judged, judge
from app.systems.kensei.state import State

USES, PASSES, SHORT = c("KEN-MOV-44"), c("KEN-MOV-14"), c("KEN-MOV-15")


def look(state: State, unit: Unit, order: Order, steps: Steps) -> Preview:
    """Each footprint on the way and the one at the end, what is used of how much, whom it goes through."""
    found = judge(state, unit, order, steps)
    no = "-no" if found.no else ""
    facts: dict[str, Fact] = {"unit": unit.id, "used": found.used, "allowed": found.allowed}
    outlines = [footprint(state, station) for station in found.stations]
    middles = tuple(_front(outline) for outline in outlines)
    path = (Mark(kind=f"path{no}", points=middles),) if len(middles) > 1 else ()
    ends = tuple(Mark(kind=f"block{no}", points=outline) for outline in outlines[1:])
    note = Note("moves.used", facts, USES)
    label = Mark(kind=f"label{no}", points=middles[-1:], note=note)
    return Preview(notes=(note, *consequences(unit, found)), marks=(*path, *ends, label))


def _front(outline: tuple[Point, ...]) -> Point:
    """The middle of a front edge."""
    left, right = outline[0], outline[1]
    return Point((left.x + right.x) // 2, (left.y + right.y) // 2)


def consequences(unit: Unit, found: Judged) -> tuple[Note, ...]:
    """Whom it passes through, and before whom it stops short."""
    passed = tuple(Note("moves.passes", {"unit": unit.id, "other": id}, PASSES) for id in found.through)
    short = (Note("moves.short", {"unit": unit.id, "other": found.short_of}, SHORT),) if found.short_of else ()
    return (*passed, *short)
