"""What a drawn manoeuvre would do, made visible by the very figures that judge it."""

from __future__ import annotations

from app.engine.geometry import Point, Polygon
from app.engine.refusals import Fact
from app.engine.views import Mark, Note, Preview
from app.systems.daimyo.book import c
from app.systems.daimyo.command.rules import NEEDED, must_obey, obedience_rating
from app.systems.daimyo.moving.judging import Judged
from app.systems.daimyo.state import State, Unit

USES, THROUGH, ROUGH, OBEYS = c("DAI-MOV-01"), c("DAI-MOV-23"), c("DAI-MOV-28"), c("DAI-OBE-02")


def look(state: State, unit: Unit, found: Judged) -> Preview:
    """Each footprint on the way and the one at the end, what is used of how much, and what the way brings with it."""
    no = "-no" if found.no else ""
    facts: dict[str, Fact] = {"unit": unit.id, "used": found.used, "allowed": found.allowed}
    used = Note("moves.used", facts, USES)
    middles = tuple(_front(station) for station in found.stations)
    ends = tuple(Mark(kind=f"block{no}", points=station) for station in found.stations[1:])
    path = (Mark(kind=f"path{no}", points=middles),) if len(middles) > 1 else ()
    label = (Mark(kind=f"label{no}", points=middles[-1:], note=used),) if middles else ()
    return Preview(notes=(used, *consequences(state, unit, found)), marks=(*path, *ends, *label))


def _front(station: Polygon) -> Point:
    """The middle of a front edge."""
    left, right = station[0], station[1]
    return Point((left.x + right.x) // 2, (left.y + right.y) // 2)


def consequences(state: State, unit: Unit, found: Judged) -> tuple[Note, ...]:
    """Whom it passes, what it crosses, what it must roll first."""
    kinds = {piece.id: piece.kind for piece in state.table.pieces}
    passed = tuple(Note("moves.passes", {"unit": unit.id, "other": id}, THROUGH) for id in found.through)
    crossed = tuple(Note("moves.crosses", {"unit": unit.id, "kind": kinds[id]}, ROUGH) for id in found.crossed)
    if not must_obey(state, unit) or not found.stations[1:]:
        return (*passed, *crossed)
    die = max(1, NEEDED - obedience_rating(state, unit))
    return (*passed, *crossed, Note("moves.obeys", {"unit": unit.id, "needed": die}, OBEYS))
