"""What a charge and each answer to it would be, shown before they are given, by the figures that judge them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from app.engine.domains import Pick, nothing
from app.engine.formations import Formation, Step, after, footprint
from app.engine.geometry import Polygon
from app.engine.modifiers import Line
from app.engine.refusals import Refusal
from app.engine.views import Mark, Note, Preview
from app.systems.daimyo.book import c
from app.systems.daimyo.charging.counter import counter_way, forward, reason_to_test, turned_to
from app.systems.daimyo.charging.impact import Impact, first_contact, impact, way_of, wheeled
from app.systems.daimyo.measure import ground_of, has_sides
from app.systems.daimyo.morale.rules import CHARGES, lines, must_dare, needed
from app.systems.daimyo.moving.costs import allowance
from app.systems.daimyo.moving.travel import straight
from app.systems.daimyo.pursuit.path import away, outside
from app.systems.daimyo.state import State, Unit

WAY, ZONE, SLIDES, TESTS, LEADERS = (
    c("DAI-CHG-08"), c("DAI-CHG-19"), c("DAI-CHG-19"), c("DAI-CHG-05"), c("DAI-LDR-10"),
)  # fmt: skip
SHORT = c("DAI-CHG-17")
ABOUT = 18_000


@dataclass(frozen=True, slots=True)
class Answers(Pick):
    """What a charged unit may do; the preview shows where both would come to stand."""

    look: Callable[[str], Preview] = field(default=nothing)

    def preview(self, answer: str) -> Preview:
        """Where both would stand, and whether the answer is open."""
        no = self.refuse(answer)
        return Preview(no=no) if no else replace(self.look(answer), no=None)


def look_charge(state: State, unit: Unit, target: Unit, wheel: int) -> Preview:
    """The way, the place flush against the target, what is used of how much, and who tests for it with what."""
    found = impact(state, unit, target, wheel)
    if isinstance(found, Refusal):
        return Preview(no=found, marks=barred(state, unit, target, wheel, found))
    tests, added = morale_notes(state, unit, target)
    return Preview(notes=(*way_notes(unit, target, found), *tests), lines=added, marks=way_marks(unit, found))


def way_notes(unit: Unit, target: Unit, found: Impact) -> tuple[Note, ...]:
    """What the way uses, which edge it hits, how far the charger slides there, which leaders are in the way."""
    notes = [Note("charge.look.way", {"unit": unit.id, "used": found.way.used, "allowed": found.way.allowed}, WAY)]
    if has_sides(target):
        notes.append(Note("charge.look.edge", {"target": target.id, "edge": f"edge.{found.edge}"}, ZONE))
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
    if reason := reason_to_test(target, unit):
        added = added or lines(state, target, reason, unit.id)
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


# -- an answer ---------------------------------------------------------------------------------


def look_answer(state: State, unit: Unit, charger: Unit, found: Impact, answer: str) -> Preview:
    """Where the charged unit would stand, and where the charger would strike it, if he reaches it (DAI-CHG-15)."""
    body = placed(state, unit, charger, found, answer)
    there = state.with_unit(unit.id, at=body.at, facing=body.facing, files=body.files)
    if answer == "retire":
        there = there.with_unit(unit.id, building="")
    side = "front" if answer in ("face", "counter") else found.zone
    hit = impact(there, charger, there.units[unit.id], found.way.wheel, side)
    mine = () if unit.building and answer == "stand" else (Mark(kind="block", points=footprint(body)),)
    if not isinstance(hit, Impact):
        return Preview(notes=(Note("charge.look.short", {"unit": charger.id}, SHORT),), marks=mine)
    note = Note("charge.look.edge", {"target": unit.id, "edge": f"edge.{hit.edge}"}, ZONE)
    end = footprint(hit.end)
    return Preview(notes=(note,), marks=(*mine, Mark(kind="block", points=end), Mark(kind="touch", points=end[:2])))


def placed(state: State, unit: Unit, charger: Unit, found: Impact, answer: str) -> Formation:
    """How a charged unit would stand after its answer."""
    if answer == "face":
        return turned_to(unit, found.zone)
    if answer == "counter":
        return forward(unit.formation, counter_way(state, unit, charger, found.way) or 0)
    if answer == "stand":
        return unit.formation
    way = away(state, unit, charger.id)
    start = outside(state, unit, way, (way + ABOUT) % (2 * ABOUT))
    return straight(state, start, way, allowance(state, unit, "retire"), "retire").end
