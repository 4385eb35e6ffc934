"""What one unit may expect to do to another: in Combat, by shots, and where it could reach it.

It reckons with where all stand, as a player's eye does; nothing is measured for him.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from app.engine.geometry import CM, Point
from app.engine.thoughts import apart, mean
from app.systems.kensei.army import Unit
from app.systems.kensei.charging.rules import dice_of as charge_dice
from app.systems.kensei.charging.rules import row
from app.systems.kensei.combat.armoury import NOTHING, blow_of
from app.systems.kensei.combat.arms import bout_of, weapon_of
from app.systems.kensei.measure import Parts, all_wounds, parts, strength
from app.systems.kensei.shooting.rules import crews, of_moving
from app.systems.kensei.shooting.rules import weapon_of as missile_of
from app.systems.kensei.state import State

TEN = 10
SURE = 5
"""So many cm for each of its dice a Charge makes two times out of three."""
MEAN = 5.5
BANDS = {"short": -1, "medium": 0, "long": 1}
"""What the band of a shot adds to Attack (KEN-RNG-10 to -12)."""
RAN = 2


def hits(attack: int) -> float:
    """How likely an Attack die hits (KEN-STA-11, KEN-STA-32)."""
    return min(0.9, max(0.1, (TEN - attack) / TEN))


def saves(defence: int) -> float:
    """How likely a Defense die saves (KEN-STA-13, KEN-STA-32)."""
    return min(0.9, max(0.1, (defence - 1) / TEN))


def harms(armour: int) -> float:
    """How many Wounds a Damage die is expected to deal in melee (KEN-CBT-30 to -32)."""
    return min(0.9, max(0.1, (TEN - armour) / TEN)) + 0.1


def blow(state: State, unit: Unit, foe: Unit, charges: bool) -> float:
    """The Wounds one Combat Die of a unit may be expected to deal to another."""
    plain = bout_of(state, unit, foe, duel=False, free=False)
    bout = replace(plain, charging=charges or plain.charging)
    held = blow_of(weapon_of(unit), bout) if weapon_of(unit) else NOTHING
    attack = unit.attack + held.attack + (int(row(unit)["attack"]) if charges or unit.charge_bonus else 0)
    return (hits(attack) * (1 - saves(foe.defence + held.target_defence + foe.defensive + foe.fleeing))
            * harms(foe.armour + held.target_armour))  # fmt: skip


Shares = tuple[float, float]
KNOWN: dict[tuple[int, ...], tuple[tuple[Unit, ...], Shares]] = {}
MANY = 8192
"""What two units that fight nobody do to each other does not hang on where they stand: so many pairs are kept."""


def exchange(state: State, unit: Unit, foe: Unit, charges: bool) -> Shares:
    """The shares of the other and of itself that a unit may expect to be lost in a round of Combat, flight counted."""
    if state.fighting(unit.id) or state.fighting(foe.id):
        return fought(state, unit, foe, charges)
    bodies = (unit, foe, *state.inside(unit.id), *state.inside(foe.id))
    key = (charges, *map(id, bodies))
    found = KNOWN.get(key)
    if found is None:
        if len(KNOWN) >= MANY:
            KNOWN.clear()
        found = KNOWN[key] = (bodies, fought(state, unit, foe, charges))
    return found[1]


def fought(state: State, unit: Unit, foe: Unit, charges: bool) -> Shares:
    """The same, reckoned: who is slower strikes with what is left."""
    mine, theirs = all_wounds(state, unit), all_wounds(state, foe)
    if not mine or not theirs:
        return 0.0, 0.0
    crowd, host = strength(state, unit), strength(state, foe)
    faster = pace(unit, charges or unit.charge_bonus) >= pace(foe, foe.charge_bonus)
    dice, others = mine + more(crowd, host), theirs + more(host, crowd)
    dealt = min(theirs, dice * blow(state, unit, foe, charges))
    if not faster:
        dealt *= 1 - min(0.8, others * blow(state, foe, unit, charges=False) / mine)
    taken = min(mine, others * blow(state, foe, unit, charges=False) * (1 - (dealt / theirs if faster else 0)))
    lead = dealt - taken
    return (min(1.0, dealt / theirs + flees(state, foe, lead, theirs - dealt, mine - taken)),
            min(1.0, taken / mine + flees(state, unit, -lead, mine - taken, theirs - dealt)))  # fmt: skip


def more(mine: int, theirs: int) -> int:
    """The dice of who outnumbers (KEN-CBT-17, KEN-CBT-18)."""
    return 4 if mine >= 3 * theirs else 2 if mine >= 2 * theirs else 0


def pace(unit: Unit, charges: bool) -> int:
    """About its Initiative."""
    return unit.initiative + (int(row(unit)["initiative"]) if charges else 0)


def flees(state: State, unit: Unit, behind: float, left: float, theirs: float) -> float:
    """What part of a unit may be expected to be lost by flight if it loses the Combat by so much (KEN-RES-13, -14)."""
    if behind <= 0 or left <= 0:
        return 0.0
    honour = unit.honour + max((3 if one.taisho else 1 for one in state.inside(unit.id)), default=0)
    tests = min(1.0, behind / max(1.0, min(left - theirs if left > theirs else 0.5, unit.honour)))
    return 0.5 * tests * (1 - saves(honour)) * left / max(1.0, left + behind)


def volley(state: State, unit: Unit, foe: Unit, far: float) -> float:
    """The share of another unit that the loaded weapons of this one may be expected to fell from so far."""
    weapon, theirs = missile_of(unit), all_wounds(state, foe)
    if weapon is None or not theirs or foe.building or state.fighting(unit.id) or state.fighting(foe.id):
        return 0.0
    band = next((key for key in BANDS if getattr(weapon, key) and far <= getattr(weapon, key) * CM), "")
    dice = sum(crew.dice for crew in crews(state, unit)) if band else 0
    if not dice:
        return 0.0
    attack = unit.attack + BANDS[band] + sum(line.adds for line in of_moving(unit, weapon))
    hurt = sum(max(0, face - foe.armour - weapon.target_armour) > 0 for face in range(2, TEN + 1)) / TEN
    wounds = min(foe.wounds, 1 + max(0, TEN - foe.armour) // 3)
    return min(1.0, dice * hits(attack) * (1 - saves(foe.defence)) * hurt * wounds / theirs)


def reach_of(unit: Unit) -> float:
    """How far a unit may be expected to charge after a run."""
    return 2 * unit.movement + dice_reach(unit)


def dice_reach(unit: Unit) -> float:
    """How far a plain Charge may be expected to come."""
    return MEAN * charge_dice(unit) * CM


def gap(state: State, one: Unit, two: Unit) -> float:
    """About how far two units are from each other."""
    return _gap(parts(state, one), parts(state, two))


@lru_cache(maxsize=8192)
def _gap(mine: Parts, theirs: Parts) -> float:
    return min(apart(a, b) for a in places(mine) for b in places(theirs))


@lru_cache(maxsize=2048)
def places(found: Parts) -> tuple[Point, ...]:
    """Corners of outlines, and the middles of their edges."""
    points: list[Point] = []
    for outline in found:
        ends = zip(outline, (*outline[1:], outline[0]), strict=True)
        points += [*outline, *(mean((a, b)) for a, b in ends)]
    return tuple(points)
