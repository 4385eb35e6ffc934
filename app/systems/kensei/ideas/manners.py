"""What of the manners of a player is counted in a turn of Kensei."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.geometry import CM
from app.engine.manners import (
    FREE,
    IDLE,
    LEADER,
    NOWHERE,
    PASSAGE,
    SHORT,
    UNDONE,
    Deed,
    Turn,
    is_nowhere,
    of_kind,
)
from app.systems.kensei.army import Unit
from app.systems.kensei.charging.events import ChargeDeclared, ChargeFailed, ChargeRolled, FledReached, ReactionChosen
from app.systems.kensei.destruction.events import UnitLost
from app.systems.kensei.duels.events import ChallengeMade
from app.systems.kensei.ideas.clashes import dice_reach, gap
from app.systems.kensei.ideas.worth import menace
from app.systems.kensei.measure import centre, in_front
from app.systems.kensei.moving.events import MODES, UnitMoved
from app.systems.kensei.moving.ways.travel import allowance
from app.systems.kensei.orders.events import OrderDeclared, OrderSettled
from app.systems.kensei.scenarios.figures import far_bank
from app.systems.kensei.scenarios.victory import across
from app.systems.kensei.shooting.events import VolleyFired
from app.systems.kensei.state import State

TEN = 10


def counted(turn: Turn) -> Iterator[Deed]:
    """All that is counted."""
    yield from moves(turn)
    yield from charges(turn)
    yield from idle(turn)
    yield from losses(turn)
    for one in of_kind(turn, OrderSettled):
        yield Deed(UNDONE, one.before.units[one.event.unit].seat, one.event.how == "given-up", one.event.unit)
    for one in of_kind(turn, ReactionChosen):
        caught = any(met.event.target == one.event.target for met in of_kind(turn, FledReached))
        seat = one.before.units[one.event.target].seat
        yield Deed(FREE, seat, one.event.answer == "run" and caught, one.event.target)
    yield from passages(turn[-1].after)


def moves(turn: Turn) -> Iterator[Deed]:
    """Movements by order; who shoots, turns or stands in reach of an enemy has a reason to stay."""
    shot = {one.event.unit for one in of_kind(turn, VolleyFired)}
    for one in of_kind(turn, UnitMoved):
        unit, went = one.before.units[one.event.unit], one.event
        if went.mode in MODES and unit.id not in shot and went.facing == unit.facing:
            stays = is_nowhere(went.cost, allowance(one.before, unit, went.mode))
            yield Deed(NOWHERE, unit.seat, stays and not any(reached(one.after, one.after.units[unit.id])), unit.id)


def charges(turn: Turn) -> Iterator[Deed]:
    """Charges of one's own will at who did not run; no dice would have brought home those that could not arrive."""
    ran = {one.event.unit for one in of_kind(turn, ReactionChosen) if one.event.answer == "run"}
    failed = {one.event.unit: one.event.why for one in of_kind(turn, ChargeFailed)}
    rolled = {one.event.unit: one.event for one in of_kind(turn, ChargeRolled)}
    for one in of_kind(turn, ChargeDeclared):
        if one.event.opportunity or one.event.unit in ran:
            continue
        dice = rolled.get(one.event.unit)
        best = dice.total - sum(dice.faces) + TEN * len(dice.faces) if dice else 0
        short = dice.needed > best * CM if dice else failed.get(one.event.unit) == "short"
        yield Deed(SHORT, one.before.units[one.event.unit].seat, short, one.event.unit)


def idle(turn: Turn) -> Iterator[Deed]:
    """Units that do nothing in their turn with an enemy within a plain Charge whom they would beat."""
    begins, seats = turn[0].after, set(turn[0].after.seats)
    busy = {one.event.unit for one in of_kind(turn, OrderDeclared)}
    for unit in begins.units.values():
        if unit.ranked and unit.on_table and unit.seat in seats and is_free(begins, unit) and in_reach(begins, unit):
            yield Deed(IDLE, unit.seat, unit.id not in busy, unit.id)


def is_free(state: State, unit: Unit) -> bool:
    """Whether a unit may do as it likes."""
    return not (unit.fleeing or unit.building or state.fighting(unit.id))


def in_reach(state: State, unit: Unit) -> bool:
    """Whether there is an enemy it would beat, and may be expected to reach."""
    near = reached(state, unit)
    return any(in_front(unit, centre(state, foe)) and menace(state, unit, foe) > 0 for foe in near)


def reached(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemies within a plain Charge."""
    return (foe for foe in state.enemies_of(unit.seat) if gap(state, unit, foe) <= dice_reach(unit))


def losses(turn: Turn) -> Iterator[Deed]:
    """Characters that are lost: in the turn of a challenge of their own, or of a Charge made alone."""
    dared = {one.event.unit for one in of_kind(turn, ChallengeMade)}
    dared |= {one.event.unit for one in of_kind(turn, ChargeDeclared)}
    for one in of_kind(turn, UnitLost):
        if one.before.units[one.event.unit].is_character:
            yield Deed(LEADER, one.event.seat, one.event.unit in dared, one.event.unit)


def passages(state: State) -> Iterator[Deed]:
    """Whether anybody was over the River at the end, of a side that had to be."""
    for seat in state.seats if state.outcome is not None else ():
        if far_bank(state, seat):
            yield Deed(PASSAGE, seat, not across(state, seat))
