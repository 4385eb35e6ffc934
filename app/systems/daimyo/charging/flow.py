"""A charge from its declaration to contact, with all that may be answered to it (DAI-CHG-10)."""

from __future__ import annotations

from typing import NamedTuple

from app.engine.asks import Ask
from app.engine.flow import Game, decide
from app.engine.formations import Formation, footprint
from app.engine.refusals import Fact
from app.engine.shapes import overlaps
from app.systems.daimyo.book import c
from app.systems.daimyo.charging.counter import counter_way, forward, reason_to_test, turned_to
from app.systems.daimyo.charging.events import (
    ChargeAnswered,
    ChargeCalledOff,
    ChargeDeclared,
    ChargeFellShort,
    ChargeStruck,
)
from app.systems.daimyo.charging.impact import Impact, Way, impact, leaders_in, refuse_way, way_of
from app.systems.daimyo.charging.rules import answers, refuse_counter
from app.systems.daimyo.disorder.flow import disorder
from app.systems.daimyo.measure import contacts, distance, ground_of, has_sides
from app.systems.daimyo.morale.flow import carry_out, test
from app.systems.daimyo.morale.rules import CHARGES, must_dare
from app.systems.daimyo.moving.costs import allowance
from app.systems.daimyo.moving.flow import settle
from app.systems.daimyo.moving.ground.sight import sees
from app.systems.daimyo.organisation.losses import claim_guns
from app.systems.daimyo.pursuit.flow import pursuit_attack
from app.systems.daimyo.state import State, Unit, UnitId

DECLARED, DARES, ANSWERS, FREE, COUNTERS, FACES = (
    c("DAI-CHG-10"), c("DAI-CHG-25"), c("DAI-CHG-04"), c("DAI-CHG-11"), c("DAI-CHG-14"), c("DAI-CHG-18"),
)  # fmt: skip
FLUSH, SHORT, FLANKED = c("DAI-CHG-19"), c("DAI-CHG-17"), c("DAI-CHG-18")
FORCED = ("retire", "retreat", "rout")
CAUGHT = {"retreat": "rear", "rout": "rear", "face": "front", "counter": "front"}
"""The edge that a charger hits if it is not the one of its zone (DAI-CHG-14, DAI-CHG-16, DAI-CHG-18)."""
ASIDE = 4
"""The cause of disorder of a unit that is hit in flank or rear (DAI-DIS-02)."""
LOOK = 2_500
"""How often along its way a charger is looked for: every 2.5 cm."""


class Onset(NamedTuple):
    """A charge as it was declared: its way, the zone it came from, how far it was, whether it stayed in sight."""

    found: Impact
    distance: int
    in_sight: bool


async def charge(game: Game[State], unit_id: UnitId, target_id: UnitId, wheel: int) -> None:
    """The unit has charged its target, been met, fled from or not, and struck or fallen short (DAI-CHG-10).

    Obedience lies behind.  ``wheel`` in 1/100 degree, right above zero.
    """
    onset = declare(game, unit_id, target_id, wheel)
    if not await dares(game, unit_id, target_id):
        return
    answer = await answered(game, unit_id, target_id, onset)
    await answer_moves(game, unit_id, target_id, onset, answer)
    if game.state.outcome is None and game.state.units[unit_id].on_table:
        await charge_home(game, unit_id, target_id, onset, answer)


def declare(game: Game[State], unit_id: UnitId, target_id: UnitId, wheel: int) -> Onset:
    """The charge is declared (DAI-CHG-09); its way was found legal when it was ordered."""
    state = game.state
    unit, target = state.units[unit_id], state.units[target_id]
    found = impact(state, unit, target, wheel)
    assert isinstance(found, Impact), found
    far = distance(state, unit, target)
    game.emit(ChargeDeclared(
        clause=DECLARED, unit=unit_id, target=target_id, wheel=wheel, zone=found.zone, distance=far,
        used=found.way.used, allowed=found.way.allowed,
    ))  # fmt: skip
    return Onset(found, far, stays_in_sight(state, target, unit, found))


def stays_in_sight(state: State, target: Unit, unit: Unit, found: Impact) -> bool:
    """Whether a target sees its charger all the way: where it wheels and every 2.5 cm from there (DAI-FIR-07)."""
    way = found.way
    halts = [forward(way.wheeled, at) for at in range(0, way.straight, LOOK)]
    places = [unit.formation, *halts, found.met]
    return all(_sees_at(state, target, unit, body) for body in places)


def _sees_at(state: State, target: Unit, unit: Unit, body: Formation) -> bool:
    there = state.with_unit(unit.id, at=body.at, facing=body.facing)
    return sees(there, target, there.units[unit.id])


async def dares(game: Game[State], unit_id: UnitId, target_id: UnitId) -> bool:
    """Whether the unit goes on with its charge; if not it has done what its test says (DAI-CHG-02, DAI-CHG-25)."""
    if not must_dare(game.state.units[unit_id]):
        return True
    result = await test(game, unit_id, CHARGES, target_id)
    if result in ("charge", "frenzy"):
        return True
    game.emit(ChargeCalledOff(clause=DARES, unit=unit_id, target=target_id, result=result))
    await carry_out(game, unit_id, result, target_id, CHARGES)
    return False


# -- the answer ------------------------------------------------------------------------------


async def answered(game: Game[State], unit_id: UnitId, target_id: UnitId, onset: Onset) -> str:
    """What the target does, on record: forced by its test, by its frenzy, or chosen (DAI-CHG-04, DAI-CHG-11)."""
    state = game.state
    reason = reason_to_test(state.units[target_id], state.units[unit_id])
    result = await test(game, target_id, reason, unit_id) if reason else ""
    target = game.state.units[target_id]
    if target.routing or target.abandoned:
        answer = "rout" if target.routing else "abandoned"
    else:
        answer = result if result in FORCED else await chosen(game, unit_id, target_id, onset, bool(reason))
    game.emit(ChargeAnswered(
        clause=ANSWERS if reason else FREE, unit=unit_id, target=target_id, zone=onset.found.zone,
        distance=onset.distance, answer=answer, in_sight=onset.in_sight,
    ))  # fmt: skip
    return answer


async def chosen(game: Game[State], unit_id: UnitId, target_id: UnitId, onset: Onset, tested: bool) -> str:
    """What the owner of a target chooses; a frenzied one counter-charges if it can (DAI-CHG-13)."""
    state = game.state
    target, charger = state.units[target_id], state.units[unit_id]
    if target.frenzied and refuse_counter(state, target, charger, onset.found) is None:
        return "counter"
    domain = answers(state, target, charger, onset.found)
    facts: dict[str, Fact] = {"unit": target_id, "enemy": unit_id, "zone": f"edge.{onset.found.zone}",
                              "distance": onset.distance}  # fmt: skip
    clause = ANSWERS if tested else FREE
    return await decide(Ask(target.seat, "charge.answer", domain, clause, default="stand", facts=facts))


async def answer_moves(game: Game[State], unit_id: UnitId, target_id: UnitId, onset: Onset, answer: str) -> None:
    """The target has made its move, before the charger makes his (DAI-CHG-10)."""
    target = game.state.units[target_id]
    if answer in FORCED and not target.routing:
        await carry_out(game, target_id, answer, unit_id)
    elif answer == "face":
        await settle(game, target_id, turned_to(target, onset.found.zone), "face", FACES)
    elif answer == "counter":
        await meet(game, unit_id, target_id, onset.found.way)


async def meet(game: Game[State], unit_id: UnitId, target_id: UnitId, way: Way) -> None:
    """The counter-charger has gone half-way, or as far as it could (DAI-CHG-14)."""
    state = game.state
    target, charger = state.units[target_id], state.units[unit_id]
    length = counter_way(state, target, charger, way) or 0
    gone = straight_way(state, target, charger, length)
    start = footprint(target.formation)
    await settle(game, target_id, forward(target.formation, length), "counter-charge", COUNTERS, used=gone.used,
                 allowed=allowance(state, target, "counter"), crossed=gone.crossed,
                 leaders=leaders_in(state, target, gone.sweep), stations=(start,))  # fmt: skip


def straight_way(state: State, unit: Unit, foe: Unit, length: int) -> Way:
    """The way of a unit that goes straight ahead towards an enemy."""
    return way_of(state, unit, foe, 0, length)


# -- the charge move ---------------------------------------------------------------------------


async def charge_home(game: Game[State], unit_id: UnitId, target_id: UnitId, onset: Onset, answer: str) -> None:
    """The charger has struck its target where that now is, or fallen short (DAI-CHG-15 to -17)."""
    state = game.state
    target = state.units[target_id]
    side = CAUGHT.get(answer, onset.found.zone)
    unit = state.units[unit_id]
    there = target.on_table and target.seat != unit.seat
    found = impact(state, unit, target, onset.found.way.wheel, side) if there else None
    if isinstance(found, Impact):
        await strike(game, unit_id, target_id, found, answer)
    else:
        await fall_short(game, unit_id, target_id, onset.found.way, answer)


async def strike(game: Game[State], unit_id: UnitId, target_id: UnitId, found: Impact, answer: str) -> None:
    """The charger lies flush with the edge it hit, and what that does at once is done (DAI-CHG-16, -19)."""
    way = found.way
    start = game.state.units[unit_id].formation
    stations = (footprint(start), footprint(way.wheeled), footprint(found.met))
    await settle(game, unit_id, found.end, "charge", FLUSH, used=way.used, allowed=way.allowed, crossed=way.crossed,
                 leaders=found.leaders, stations=stations)  # fmt: skip
    met = touched(game.state, unit_id, target_id)
    game.emit(ChargeStruck(clause=FLUSH, unit=unit_id, target=target_id, edge=found.edge, slid=found.slid, met=met,
                           countered=answer == "counter"))  # fmt: skip
    target = game.state.units[target_id]
    if target.routing:
        await pursuit_attack(game, unit_id, target_id)
    elif found.edge != "front" and has_sides(target) and not target.abandoned:
        disorder(game, target_id, ASIDE, FLANKED)
    await claim_guns(game)


def touched(state: State, unit_id: UnitId, target_id: UnitId) -> tuple[UnitId, ...]:
    """The enemies a charger has come to, its target first."""
    others = (foe.id for foe in contacts(state, state.units[unit_id]) if foe.id != target_id)
    return (target_id, *others)


async def fall_short(game: Game[State], unit_id: UnitId, target_id: UnitId, way: Way, answer: str) -> None:
    """The charger stands where the nearest edge of its target was, or as far on its way as it came (DAI-CHG-17)."""
    state = game.state
    unit, target = state.units[unit_id], state.units[target_id]
    gone = cut_short(state, unit, target, way)
    stations = (footprint(unit.formation), footprint(gone.wheeled))
    await settle(game, unit_id, forward(gone.wheeled, gone.straight), "charge", SHORT, used=gone.used,
                 allowed=gone.allowed, crossed=gone.crossed, leaders=leaders_in(state, unit, gone.sweep),
                 stations=stations)  # fmt: skip
    met = tuple(foe.id for foe in contacts(game.state, game.state.units[unit_id]))
    game.emit(ChargeFellShort(clause=SHORT, unit=unit_id, target=target_id, met=met, countered=answer == "counter"))
    await claim_guns(game)


def cut_short(state: State, unit: Unit, target: Unit, way: Way) -> Way:
    """The way that was declared, or the most of it that is open and can be paid for now that the target has moved."""
    high = way.straight
    low = high if is_open(state, unit, target, way.wheel, high) else 0
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_open(state, unit, target, way.wheel, middle) else (low, middle - 1)
    return way_of(state, unit, target, way.wheel, low)


def is_open(state: State, unit: Unit, target: Unit, wheel: int, straight: int) -> bool:
    """Whether a charger may go so far: an obstacle that nobody defends any more is in its way again (DAI-MEL-30)."""
    way = way_of(state, unit, target, wheel, straight)
    if way.used > way.allowed or refuse_way(state, unit, target, way) is not None:
        return False
    return not target.on_table or not any(overlaps(s, ground_of(state, target)) for s in way.sweep)
