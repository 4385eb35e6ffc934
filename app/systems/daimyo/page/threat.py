"""What a unit is to be reckoned with for: how far it moves, charges and fires, as all at the table know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from app.engine.formations import PI, arc
from app.engine.reach import GLANCE, Threat, area, fan
from app.engine.same import Same
from app.engine.views import Note
from app.systems.daimyo.charging.impact import WHEEL
from app.systems.daimyo.charging.rules import DISTANCE
from app.systems.daimyo.fire.rules import reach_of, refuse_unable
from app.systems.daimyo.leaders.moves import refuse_path
from app.systems.daimyo.measure import contacts, ground_of, has_sides
from app.systems.daimyo.moving.costs import allowance, leader_allowance, wheel_times
from app.systems.daimyo.page.inspect import NORMAL, RANGE
from app.systems.daimyo.state import Leader, State, Unit

MOST = 9_000
"""So far a move is drawn to either side."""


def threat(state: State, id: str) -> tuple[Threat, ...]:
    """How far a unit goes, straight on or after one wheel, and how far it fires; where a leader may go who is alone."""
    return _threat(Same(state), id)


@lru_cache(maxsize=128)
def _threat(same: Same[State], id: str) -> tuple[Threat, ...]:
    state = same.it
    leader = state.leaders.get(id)
    if leader is not None and not leader.attached:
        return tuple(walks(state, leader)) if leader.on_table else ()
    unit = state.units.get(leader.attached if leader else id) or state.units.get(id.rpartition("-")[0])
    if unit is None or not unit.on_table:
        return ()
    return (*moves(state, unit), *fire(state, unit))


def walks(state: State, leader: Leader) -> Iterator[Threat]:
    """Where a leader may come to stand: found by the rule that judges his ways."""
    far = leader_allowance(state, leader)
    if found := area(leader.at, far, partial(refuse_path, state, leader), GLANCE):
        yield Threat(kind="move", note=Note("card.normal", {"distance": far}, NORMAL), outlines=found)


def moves(state: State, unit: Unit) -> Iterator[Threat]:
    """Its move and its charge, as far as its order lets it."""
    if not has_sides(unit) or unit.routing or contacts(state, unit):
        return
    wheel = unit.formation.width * wheel_times(unit) * PI[0], 18_000 * PI[1]
    if far := allowance(state, unit):
        note = Note("card.normal", {"distance": far}, NORMAL)
        yield Threat(kind="move", note=note, outlines=(fan(unit.formation, far, wheel, MOST),))
    if unit.troops and not (unit.disordered or unit.rallied or state.turn <= unit.halted_until):
        far = allowance(state, unit, "charge")
        note = Note("card.charge", {"distance": far}, DISTANCE)
        yield Threat(kind="charge", note=note, outlines=(fan(unit.formation, far, wheel, WHEEL),))


def fire(state: State, unit: Unit) -> Iterator[Threat]:
    """The ground it can fire at: its arc, or all about it (DAI-FIR-06)."""
    if refuse_unable(state, unit) is not None:
        return
    far = reach_of(state, unit)
    note = Note("threat.shoot", {"weapon": unit.missile, "range": far}, RANGE)
    if unit.mounted or not has_sides(unit):
        yield Threat(kind="shoot", note=note, outlines=(ground_of(state, unit),), radius=far)
    else:
        yield Threat(kind="shoot", note=note, outlines=(arc(unit.formation, far),))
