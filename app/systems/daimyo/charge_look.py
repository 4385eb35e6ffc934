"""What a charge would be, shown before it is declared, by the figures that judge it."""

from __future__ import annotations

from app.engine.formations import Step, after, footprint
from app.engine.geometry import Polygon
from app.engine.modifiers import Line
from app.engine.refusals import Refusal
from app.engine.views import Mark, Note, Preview
from app.systems.daimyo.book import c
from app.systems.daimyo.costs import allowance
from app.systems.daimyo.impact import Impact, first_contact, impact, way_of, wheeled
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.morale import CHARGES, charge_reasons, lines, must_dare, needed
from app.systems.daimyo.state import State, Unit

WAY, ZONE, SLIDES, TESTS, LEADERS = (
    c("DAI-CHG-08"), c("DAI-CHG-19"), c("DAI-CHG-19"), c("DAI-CHG-05"), c("DAI-LDR-10"),
)  # fmt: skip


def look_charge(state: State, unit: Unit, target: Unit, wheel: int) -> Preview:
    """The way, the place flush against the target, what is used of how much, and who tests for it with what."""
    found = impact(state, unit, target, wheel)
    if isinstance(found, Refusal):
        return Preview(no=found, marks=barred(state, unit, target, wheel, found))
    tests, added = morale_notes(state, unit, target)
    return Preview(notes=(*way_notes(unit, target, found), *tests), lines=added, marks=way_marks(unit, found))


def way_notes(unit: Unit, target: Unit, found: Impact) -> tuple[Note, ...]:
    """What the way uses, which edge it hits, how far the charger slides there, which leaders are in the way."""
    notes = [
        Note("charge.look.way", {"unit": unit.id, "used": found.way.used, "allowed": found.way.allowed}, WAY),
        Note("charge.look.edge", {"target": target.id, "edge": f"edge.{found.edge}"}, ZONE),
    ]
    if found.slid:
        notes.append(Note("charge.look.slides", {"unit": unit.id, "slid": abs(found.slid)}, SLIDES))
    notes += [Note("charge.look.leader", {"leader": leader}, LEADERS) for leader in found.leaders]
    return tuple(notes)


def morale_notes(state: State, unit: Unit, target: Unit) -> tuple[tuple[Note, ...], tuple[Line, ...]]:
    """Who tests because of the charge, what each needs, and what is added to the first of these tests."""
    notes: list[Note] = []
    added: tuple[Line, ...] = ()
    if must_dare(unit):
        added = lines(state, unit, CHARGES, target.id)
        notes.append(Note("charge.look.dares", {"unit": unit.id, "needed": needed(unit)}, TESTS))
    reasons = [reason for reason in charge_reasons(target, unit) if reason not in target.tested]
    if reasons:
        added = added or lines(state, target, max(reasons), unit.id)
        notes.append(Note("charge.look.tests", {"target": target.id, "needed": needed(target)}, TESTS))
    return tuple(notes), added


def way_marks(unit: Unit, found: Impact) -> tuple[Mark, ...]:
    """The ground swept, the path of the middle of the front, and the unit where it comes to lie."""
    way, end = found.way, footprint(found.end)
    note = Note("charge.look.way", {"unit": unit.id, "used": way.used, "allowed": way.allowed}, WAY)
    path = (unit.at, way.wheeled.at, found.met.at) if way.wheel else (unit.at, found.met.at)
    swept = tuple(Mark(kind="swept", points=shape) for shape in way.sweep)
    return (*swept, Mark(kind="path", points=path), Mark(kind="block", points=end),
            Mark(kind="touch", points=end[:2]), Mark(kind="label", points=(found.end.at,), note=note))  # fmt: skip


def barred(state: State, unit: Unit, target: Unit, wheel: int, no: Refusal) -> tuple[Mark, ...]:
    """The way that is not open, with the reason: as far as the target, or as far as the unit could go."""
    start = wheeled(unit, wheel)
    met = first_contact(start, ground_of(state, target))
    length = met.after if met is not None else allowance(state, unit, "charge")
    end = after(start, Step("forward", length))
    shapes: tuple[Polygon, ...] = way_of(state, unit, target, wheel, length).sweep
    note = Note(no.code, dict(no.facts), no.clause)
    return (*(Mark(kind="swept", points=shape) for shape in shapes), Mark(kind="path-no", points=(start.at, end.at)),
            Mark(kind="block-no", points=footprint(end), note=note))  # fmt: skip
