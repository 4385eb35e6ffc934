"""What of the manners of a player is counted in a turn of Daimyo."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.manners import FRIENDS, IDLE, LEADER, NOWHERE, PASSAGE, SHORT, Deed, Turn, is_nowhere, of_kind
from app.systems.daimyo.activation.events import OrderGiven
from app.systems.daimyo.charging.events import ChargeAnswered, ChargeDeclared, ChargeFellShort
from app.systems.daimyo.command.events import ObedienceTested
from app.systems.daimyo.disorder.events import Disordered, PushBlocked
from app.systems.daimyo.fire.events import VolleyFired
from app.systems.daimyo.ideas.ahead.clashes import gap, reach_of
from app.systems.daimyo.ideas.ahead.crossings import is_to_cross
from app.systems.daimyo.ideas.worth import held, menace
from app.systems.daimyo.leaders.events import LeaderAttached, LeaderKilled
from app.systems.daimyo.measure import contacts, zone
from app.systems.daimyo.moving.events import BuildingEntered, UnitMoved
from app.systems.daimyo.state import State, Unit

PASSED = 5
"""The cause of disorder by which a unit went through another (DAI-DIS-02)."""


def counted(turn: Turn) -> Iterator[Deed]:
    """All that is counted."""
    yield from moves(turn)
    yield from charges(turn)
    yield from idle(turn)
    yield from losses(turn)
    yield from passages(turn[-1].after)
    for one in of_kind(turn, UnitMoved):
        if one.event.how == "move":
            yield Deed(FRIENDS, one.before.units[one.event.unit].seat, bad=False)
    for one in of_kind(turn, Disordered):
        if one.event.cause == PASSED:
            yield Deed(FRIENDS, one.before.units[one.event.unit].seat, bad=True, what=one.event.unit)
    for one in of_kind(turn, PushBlocked):
        if one.event.why != "unit":
            continue
        yield Deed(FRIENDS, one.before.units[one.event.unit].seat, bad=True, what=one.event.unit)


def moves(turn: Turn) -> Iterator[Deed]:
    """Moves by order; who fires, changes his front or his files, or stands before an enemy has a reason to stay."""
    shot = {one.event.unit for one in of_kind(turn, VolleyFired)}
    for one in of_kind(turn, UnitMoved):
        unit, went = one.before.units[one.event.unit], one.event
        reforms = went.files != unit.files or went.facing != unit.facing
        if went.how == "move" and not reforms and unit.id not in shot:
            stays = is_nowhere(went.used, went.allowed) and not is_before(one.after, one.after.units[unit.id])
            yield Deed(NOWHERE, unit.seat, stays, unit.id)


def is_before(state: State, unit: Unit) -> bool:
    """Whether a unit stands in reach of an enemy."""
    return any(gap(unit, foe) <= reach_of(state, unit) for foe in state.enemies_of(unit.seat))


def charges(turn: Turn) -> Iterator[Deed]:
    """Charges; short are those at who stayed to be charged, and was not reached."""
    stood = {(one.event.unit, one.event.target) for one in of_kind(turn, ChargeAnswered)
             if one.event.answer in ("stand", "face")}  # fmt: skip
    short = {(one.event.unit, one.event.target) for one in of_kind(turn, ChargeFellShort)} & stood
    for one in of_kind(turn, ChargeDeclared):
        missed = (one.event.unit, one.event.target) in short
        yield Deed(SHORT, one.before.units[one.event.unit].seat, missed, one.event.unit)


def idle(turn: Turn) -> Iterator[Deed]:
    """Units that do nothing in the activation of their clan with an enemy in charge reach whom they would beat."""
    deeds = (OrderGiven, VolleyFired, UnitMoved, BuildingEntered, ObedienceTested)
    busy = {one.event.unit for kind in deeds for one in of_kind(turn, kind)}
    begins, ends = turn[0].after, turn[-1].after
    for unit in begins.fielded():
        after = ends.units[unit.id]
        if after.activated and not after.fate and is_free(begins, unit) and in_reach(begins, unit):
            yield Deed(IDLE, unit.seat, unit.id not in busy, unit.id)


def is_free(state: State, unit: Unit) -> bool:
    """Whether a unit may charge."""
    hindered = unit.routing or unit.disordered or unit.building or unit.halted_until >= state.turn
    return unit.troops and not hindered and not contacts(state, unit)


def in_reach(state: State, unit: Unit) -> bool:
    """Whether there is an enemy it reaches and would beat."""
    near = (foe for foe in state.enemies_of(unit.seat) if gap(unit, foe) <= reach_of(state, unit))
    return any(zone(unit, foe.at) == "front" and menace(state, unit, foe) > 0 for foe in near)


def losses(turn: Turn) -> Iterator[Deed]:
    """Leaders that fell: in the turn in which they went to a unit themselves."""
    went = {one.event.leader for one in of_kind(turn, LeaderAttached)}
    for one in of_kind(turn, LeaderKilled):
        yield Deed(LEADER, one.event.seat, one.event.leader in went, one.event.leader)


def passages(state: State) -> Iterator[Deed]:
    """Whether a side that had to get over the river has anybody there at the end."""
    for seat in state.seats if state.outcome is not None else ():
        if any(is_to_cross(state, unit) for unit in state.fielded(seat)):
            yield Deed(PASSAGE, seat, held(state, seat) <= 0)
