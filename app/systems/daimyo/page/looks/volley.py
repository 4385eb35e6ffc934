"""What a volley would be before its dice: stands, ranges, factors, chances, and the lanes on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from app.engine.dice import Dice
from app.engine.formations import arc
from app.engine.geometry import Point
from app.engine.modifiers import total
from app.engine.refusals import Fact
from app.engine.views import Mark, Note, Preview
from app.systems.daimyo.book import c
from app.systems.daimyo.fire.lanes import Lane, strip
from app.systems.daimyo.fire.rules import NEEDED, Shot, reach_of, search, shots
from app.systems.daimyo.measure import has_sides
from app.systems.daimyo.state import State, Unit

MEASURED, SCORE, LANE, STANDS, ARC = (
    c("DAI-FIR-17"), c("DAI-FIR-02"), c("DAI-FIR-21"), c("DAI-FIR-12"), c("DAI-FIR-06"),
)  # fmt: skip
PAIR = Dice(2)


def look(state: State, unit: Unit, how: str, given: Mapping[str, str]) -> Preview:
    """All facts of a volley before its dice: how many stands, how far, what they need, through which lanes."""
    found = shots(state, unit, how, given)
    facts: dict[str, Fact] = {"unit": unit.id, "shooters": len(found), "stands": unit.stands}
    notes = (Note("volley.stands", facts, STANDS), *kinds(found))
    lines = tuple(dict.fromkeys(line for shot in found for line in shot.lines))
    return Preview(notes=notes, lines=lines, marks=tuple(marks(state, unit, how, found)))


def kinds(found: tuple[Shot, ...]) -> Iterator[Note]:
    """A row for all stands alike: their target, range, band, score and chance."""
    alike = Counter((shot.target, shot.band, total(shot.lines), shot.distance) for shot in found)
    for (target, band, adds, distance), count in alike.items():
        yield Note("volley.range", {"target": target, "distance": distance, "band": band, "shooters": count}, MEASURED)
        facts: dict[str, Fact] = {"shooters": count, "needed": NEEDED, "adds": adds, "percent": percent(adds)}
        yield Note("volley.needed", facts, SCORE)


def percent(adds: int) -> int:
    """How many of a hundred stands hit with so much added (DAI-FIR-02)."""
    return round(100 * sum((share for score, share in PAIR.totals() if score + adds >= NEEDED), start=Fraction(0)))


def marks(state: State, unit: Unit, how: str, found: tuple[Shot, ...]) -> Iterator[Mark]:
    """The arc, a lane for each file, the blocked ones too, and each distance (DAI-FIR-06, DAI-FIR-21)."""
    if has_sides(unit) and not unit.mounted:
        yield Mark(kind="arc", points=arc(unit.formation, reach_of(state, unit)), note=Note("volley.arc", {}, ARC))
    drawn: dict[Lane, Shot] = {}
    for shot in found:
        drawn.setdefault(shot.lane, shot)
    for lane, shot in drawn.items():
        yield from lane_marks(lane, "lane", shot.distance)
    for sought in search(state, unit, how):
        if not sought.aims and sought.lane is not None:
            yield from blocked_marks(sought.lane)


def lane_marks(lane: Lane, kind: str, distance: int) -> Iterator[Mark]:
    """A lane and how far it was measured."""
    yield Mark(kind=kind, points=strip(lane.start, lane.aim), note=Note("volley.lane", {"distance": distance}, LANE))
    half = Point((lane.start.x + lane.aim.x) // 2, (lane.start.y + lane.aim.y) // 2)
    yield Mark(kind="label", points=(half,), note=Note("volley.gap", {"distance": distance}, MEASURED))


def blocked_marks(lane: Lane) -> Iterator[Mark]:
    """A lane that is not free, and what is in it."""
    about = f"volley.lane-{lane.what}" if lane.what else "volley.lane-woods"
    facts: dict[str, Fact] = {"by": lane.by, "kind": lane.kind} if lane.what else {}
    yield Mark(kind="lane-no", points=strip(lane.start, lane.aim), note=Note(about, facts, LANE))
