"""Charges before they are made: who may charge whom, with what dice, and how far they carry (CHG)."""

from __future__ import annotations

from typing import Any

from app.engine.geometry import distance
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.shapes import SLACK, overlaps
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.charging.way.approach import aim, facing_about
from app.systems.kensei.charging.way.straight import Aim, is_clear, on_way, refuse_pivot, stood, until
from app.systems.kensei.charging.way.zones import assigned
from app.systems.kensei.combat.armoury import WEAPONS
from app.systems.kensei.ground.terrain import ground, is_calm, near, overlapped
from app.systems.kensei.measure import Parts, between, closer, formation, parts
from app.systems.kensei.moving.ways.travel import closed, path_cost, rides
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import timed

LAST, FIGHTS, FLEES, OBEYS, SEES, INSIDE, ENEMY, MAGIC, NO_RUN, NO_MOVE, STAKES, FULL = (
    c("KEN-CHG-05"), c("KEN-CBT-37"), c("KEN-RUN-25"), c("KEN-ORD-15"), c("KEN-CHG-35"),
    c("KEN-MOV-34"), c("KEN-CHG-01"), c("KEN-TYP-14"), c("KEN-CHG-15"), c("KEN-CHG-54"), c("KEN-ABI-03"),
    c("KEN-CHG-28"),
)  # fmt: skip
NEEDED, STOPS = cm(table("charging")["indirect"]["needed"]), cm(table("charging")["indirect"]["stops"])
KEEPS = cm(table("charging")["failed"]["stops"])
AP: dict[str, int] = table("orders")["ap"]


def row(unit: Unit) -> dict[str, Any]:
    """What a Charge is for this kind of troops: dice and bonuses (KEN-CHG-06 to KEN-CHG-08)."""
    who = "large" if unit.large else "cavalry" if rides(unit) else "infantry"
    found: dict[str, Any] = next(row for row in table("charging")["charge"] if row["who"] == who)
    return found


def dice_of(unit: Unit) -> int:
    """How many dice its Charge throws; a battle cry of its own may make them more."""
    return max([int(row(unit)["dice"]), *(one.add for one in unit.timed if one.stat == "charge_dice")])


def roll_lines(unit: Unit) -> tuple[Line, ...]:
    """What is added to its Charge roll, in cm."""
    return timed(unit, "charge")


def cost_of(with_move: str) -> int:
    """AP of a Charge, with a March or Run or without (KEN-CHG-10, KEN-CHG-12)."""
    return AP["charge_with_move"] if with_move else AP["charge"]


# -- who may charge --------------------------------------------------------------------------


def refuse_charger(state: State, unit: Unit, with_move: str = "") -> Refusal | None:
    """Why a unit may charge nobody now (KEN-CBT-37, KEN-CHG-05)."""
    reasons = (
        ("charge.gone", ENEMY, not unit.on_table),
        ("charge.in-unit", OBEYS, bool(unit.host)),
        ("charge.fleeing", FLEES, unit.fleeing),
        ("charge.in-combat", FIGHTS, state.fighting(unit.id)),
        ("charge.charged-already", LAST, unit.acted_last),
        ("charge.indoors", INSIDE, bool(unit.building)),
        ("charge.used-magic", MAGIC, unit.role == "spiritual" and unit.magic == "cast"),
        ("charge.has-moved", NO_MOVE, bool(with_move) and bool(unit.moved)),
        ("charge.no-run", NO_RUN, with_move == "run" and may_not_run(state, unit)),
        ("charge.no-action", LAST, unit.under("no_action")),
    )
    return next((refuse(code, clause, unit=unit.id) for code, clause, holds in reasons if holds), None)


def may_not_run(state: State, unit: Unit) -> bool:
    """Whether it failed a charge in the last turn, or an effect keeps it from running (KEN-CHG-15)."""
    failed = unit.failed_charge and unit.failed_charge == state.turn - 1
    return bool(failed) or unit.under("no_run")


def refuse_target(state: State, unit: Unit, target: Unit, leave: bool = False) -> Refusal | None:
    """Why a unit may not declare a charge at another, by sight and state alone (KEN-CHG-35); ``leave``: a Strategic
    Order allows one that is not seen (KEN-SPO-30)."""
    if target.seat == unit.seat or not target.on_table or target.host:
        return refuse("charge.no-enemy", ENEMY, target=target.id)
    if target.building:
        return refuse("charge.garrison", INSIDE, target=target.id, piece=target.building)
    if not leave and not sees(state, unit, target):
        return refuse("charge.unseen", SEES, unit=unit.id, target=target.id)
    return None


def refuse_charge(
    state: State, unit: Unit, target: Unit, with_move: str = "", leave: bool = False
) -> Refusal | None:  # fmt: skip
    """Why a declared charge cannot be begun when its moment comes, the ground looked at, no distance (KEN-SPO-33)."""
    no = refuse_charger(state, unit, with_move) or refuse_target(state, unit, target, leave)
    if no is not None:
        return no
    found = aim(state, unit, target)
    if isinstance(found, Refusal):
        return found
    return refuse_pivot(state, found, with_move) or refuse_stakes(unit, target, found)


def refuse_stakes(unit: Unit, target: Unit, found: Aim) -> Refusal | None:
    """Stakes keep Cavalry from the Front of a unit."""
    if found.taken.zone == "front" and rides(unit) and target.under("no_cavalry_front"):
        return refuse("charge.stakes", STAKES, unit=unit.id, target=target.id)
    return None


def refuse_zone(state: State, found: Aim) -> Refusal | None:
    """Why no zone of the target takes one more enemy (KEN-CHG-28)."""
    if assigned(state, found.foe, found.start, found.taken) is None:
        return refuse("charge.no-zone", FULL, unit=found.start.id, target=found.foe.id)
    return None


# -- how far ---------------------------------------------------------------------------------


def needs(state: State, found: Aim) -> int:
    """What the whole straight way of a charge costs, in 1/100 mm, squaring up never less than the distance of the two
    (KEN-CHG-13, KEN-CHG-52)."""
    way = path_cost(state, found.start, found.start, found.goal)
    if found.across or found.pivot or not found.foe.models:
        return way
    return way + max(0, between(stood(state, found.start), stood(state, found.foe)) - found.length - SLACK)


def last_needs(state: State, found: Aim) -> int:
    """What the last 5 cm of an Indirect Charge ask of its dice (KEN-CHG-33, KEN-CHG-52)."""
    if found.across:
        return NEEDED
    turned = facing_about(state, found.goal, found.edge.inward)
    plain = distance(formation(state, turned).centre, formation(state, found.flush).centre)
    return NEEDED + max(0, path_cost(state, turned, turned, found.flush) - plain)


def halt(state: State, found: Aim, budget: int, keep: int = KEEPS, start: int = 0) -> tuple[Unit, int]:
    """Where a charge ends that may spend so much: no closer to its target than ``keep``, on no obstacle and on nobody;
    and how far along its way that is (KEN-CHG-16)."""
    theirs, short_of = stood(state, found.foe), keep + SLACK - 1

    def good(gone: int) -> bool:
        here = on_way(found, gone)
        cheap = path_cost(state, found.start, found.start, here) <= budget
        return cheap and not closer(stood(state, here), theirs, short_of)

    gone = until(found.length, good) if good(start) else start
    while gone > start and not stands(state, on_way(found, gone)):
        gone = max(start, gone - STEP)
    return on_way(found, gone), gone


def home(state: State, found: Aim) -> tuple[Unit, int]:
    """Where the straight way of a charge ends: at its target, or before friends or ground that take the room there
    (KEN-CHG-26)."""
    gone = found.length
    while (found.start.ranked or found.narrow) and gone > 0 and not is_clear(state, on_way(found, gone), found.goal):
        gone = max(0, gone - STEP)
    return on_way(found, gone), gone


STEP = 100
"""A body that cannot stand where it comes to is drawn back by 1 mm at a time."""


def stands(state: State, here: Unit) -> bool:
    """Whether a body stands on no obstacle, no closed ground and no other unit (KEN-MOV-43, KEN-MOV-48)."""
    mine: Parts = stood(state, here)
    if closed(state, mine) or any(overlapped(piece, mine) for piece in ground(state).obstacles):
        return False
    others = (o for o in state.fielded() if o.id != here.id and not o.building)
    return not any(overlaps(a, b) for o in others for a in mine for b in parts(state, o))


# -- Fear ------------------------------------------------------------------------------------


def dread(state: State, unit: Unit, foe: Unit) -> str:
    """What a unit must dare against another: terror, fear or nothing (KEN-ABI-14, KEN-TER-58, KEN-ARM-28)."""
    bodies = (foe, *state.inside(foe.id))
    mine = (unit, *state.inside(unit.id))
    terror = any(one.has("terror") for one in bodies)
    fear = any(one.has("fear") for one in bodies)
    if not (terror or fear) or any(one.has("terror") for one in mine) or is_calm(state, parts(state, unit)):
        return ""
    if terror:
        return "terror"
    return "" if any(one.has("fear") for one in mine) or unit.has("undead") else "fear"


# -- walls of buildings ----------------------------------------------------------------------


def breaks_walls(unit: Unit) -> bool:
    """Whether it can attack a Construction: Large Creatures, and arms made for it (KEN-TER-45)."""
    return unit.large or unit.has("siege") or any(key in WEAPONS and WEAPONS[key].siege for key in unit.melee)


def walls_met(state: State, unit: Unit) -> tuple[str, ...]:
    """The Constructions that a unit able to attack them touches (KEN-TER-100)."""
    if not breaks_walls(unit) or unit.building:
        return ()
    mine = parts(state, unit)
    pieces = (piece for piece in ground(state).pieces if piece.kind.attackable and not piece.is_line)
    return tuple(piece.id for piece in pieces if near(piece, mine, WALL_TOUCH))


WALL_TOUCH = 20
"""0.2 mm: a body that was moved up to a wall touches it."""


def clause_of(unit: Unit) -> Clause:
    """The clause of its Charge dice."""
    return Clause(row(unit)["clause"])
