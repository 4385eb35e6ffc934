"""What one unit may expect to do to another: by blows, by shots, and where it could reach it."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from app.engine.geometry import Point
from app.engine.thoughts import apart
from app.systems.celtos.checks.score import check_needed, cut, needed_to_hit, needed_to_strike, ways
from app.systems.celtos.combat.striking import ARMS, attacks_of, hand_of
from app.systems.celtos.shooting.rules import usable
from app.systems.celtos.state import Model, State, Unit
from app.systems.celtos.weapons.missiles import band_of

CHARGED = 1
"""What a charge adds to the dice of whoever charges (CEL-CBT-08)."""
TEN = 10
PANIC = 2
SIZES = {1: -1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 3}
"""What the size of a target adds to shots at it (CEL-HIT-06 to -10)."""


class Fighter(Struct, frozen=True):
    """What of a model counts in a clash."""

    assault: int
    strength: int
    resistance: int
    arm: str
    attacks: int
    parry: int
    shooting: int
    marksman: int
    size: int
    command: int
    fury: bool


@lru_cache(maxsize=256)
def blow(me: Fighter, foe: Fighter, adds: int) -> float:
    """The wounds one model may expect to deal with its attacks, by so much added to its dice."""
    held = ARMS[me.arm]
    parry = foe.parry + ARMS[foe.arm].parry
    hits = ways(adds + held.hit - parry, needed_to_strike(me.assault, foe.assault))
    more = held.big_adds if held.big and foe.size >= held.big else 0
    power = held.strength or me.strength + held.damage + more
    return me.attacks * hits * ways(0, check_needed(cut(power), cut(foe.resistance - held.penetrating))) / TEN**2


def fighter(me: Model) -> Fighter:
    """What of this model counts."""
    return Fighter(me.assault, me.strength, me.resistance, hand_of(me), attacks_of(me), me.level("parry"), me.shooting,
                   me.level("marksman"), me.size, me.command, me.has("fury"))  # fmt: skip


def usual(models: tuple[Model, ...]) -> Fighter:
    """A model that stands for all of them: the first."""
    return fighter(models[0])


def wounds_left(models: tuple[Model, ...]) -> int:
    """The wounds these models have left; at least one, for who is struck down but not taken off yet stands there."""
    return max(1, sum(m.wounds for m in models))


def round_of(state: State, unit: Unit, foe: Unit, adds: int) -> float:
    """The wounds a unit may expect to deal to another in a round of close combat, by so much added to its dice."""
    mine, theirs = state.living(unit), state.living(foe)
    if not mine or not theirs:
        return 0.0
    adds += PANIC * foe.panic - PANIC * unit.panic
    strikers = min(len(mine), 2 * len(theirs) + 1)
    return min(strikers * blow(usual(mine), usual(theirs), adds), float(wounds_left(theirs)))


def exchange(state: State, unit: Unit, foe: Unit, charges: bool) -> tuple[float, float]:
    """The shares of the other and of itself that a unit may expect to be lost in a round, the Morale that follows
    counted; who strikes later strikes with what is left."""
    mine, theirs = state.living(unit), state.living(foe)
    if not mine or not theirs:
        return 0.0, 0.0
    dealt = round_of(state, unit, foe, CHARGED * charges + (charges and usual(mine).fury))
    share = dealt / wounds_left(theirs)
    quick, slow = (ARMS[usual(models).arm].first for models in (mine, theirs))
    taken = round_of(state, foe, unit, 0) * (1 - share / 2 if quick > slow else 1)
    lost = taken / wounds_left(mine)
    won = won_by(dealt, taken)
    return (share + won * breaks(theirs, foe, share), lost + (1 - won) * breaks(mine, unit, lost))


def won_by(dealt: float, taken: float) -> float:
    """About how likely who deals and takes so much wins the round."""
    lead = (dealt - taken) / (1 + (dealt + taken) / 3)
    return min(1.0, max(0.0, 0.5 + lead / 2))


def breaks(models: tuple[Model, ...], unit: Unit, lost: float) -> float:
    """What part of a unit that has lost a combat may be expected to go by its Morale (CEL-MOR-08, CEL-MOR-09)."""
    fails = 1 - ways(0, check_needed(usual(models).command, 4)) / TEN
    left = len(models) * (1 - lost) / len(unit.models)
    return fails * max(0.0, 1 - lost) * (1.0 if left < 0.5 else 0.3)


def volley(state: State, unit: Unit, foe: Unit, gap: float) -> float:
    """The share of the other unit that a volley from so far may be expected to fell, whoever sees it."""
    mine, theirs = state.living(unit), state.living(foe)
    if not mine or not theirs or unit.panic or foe.fate:
        return 0.0
    found = sum(shot(me, unit, fighter(theirs[0]), gap) for me in mine)
    return min(1.0, found / wounds_left(theirs))


def shot(me: Model, unit: Unit, target: Fighter, gap: float) -> float:
    """The wounds one shooter may expect to deal."""
    best = 0.0
    for weapon in usable(unit, me, "order"):
        band = band_of(weapon, int(gap))
        if band:
            adds, strength = weapon.bands[band]
            hits = ways(
                adds + me.level("marksman") + SIZES.get(target.size, 0) - unit.moved, needed_to_hit(me.shooting)
            )
            harm = ways(0, check_needed(cut(strength), cut(target.resistance - weapon.penetrating)))
            best = max(best, hits * harm / TEN**2)
    return best


def reach_of(state: State, unit: Unit) -> int:
    """How far a unit comes in one activation that ends in an Assault: its move, and its assault move."""
    return 2 * min((m.movement for m in state.living(unit)), default=0)


@lru_cache(maxsize=4096)
def gap_of(mine: tuple[Point, ...], theirs: tuple[Point, ...]) -> float:
    """The smallest distance between two groups of places."""
    return min((apart(a, b) for a in mine for b in theirs), default=0.0)


def gap(state: State, one: Unit, two: Unit) -> float:
    """About how far two units are from each other."""
    mine, theirs = state.living(one), state.living(two)
    middle = gap_of(tuple([m.at for m in mine]), tuple([m.at for m in theirs]))
    return max(0.0, middle - mine[0].radius - theirs[0].radius)
