"""What one unit may expect to do to another: in melee, by fire, and where it could reach it."""

from __future__ import annotations

from functools import cache, lru_cache
from math import erf, sqrt

from app.engine.formations import Formation, footprint
from app.engine.geometry import Point
from app.engine.thoughts import apart, mean
from app.systems.daimyo.book import table
from app.systems.daimyo.fire.rules import NEEDED, REACHES
from app.systems.daimyo.measure import has_sides, on_flank
from app.systems.daimyo.melee.eligible import has_first_bonus, ranks_of, weapon_of
from app.systems.daimyo.melee.striking import WEAPONS
from app.systems.daimyo.moving.costs import allowance
from app.systems.daimyo.state import QUALITIES, State, Unit

ARMOUR = {"heavy": -2, "medium": -1, "light": 0}
"""What the armour of an enemy adds to blows at him (DAI-MEL-04)."""
HITS = 3
"""So many hits take a stand (DAI-ORG-20), and so many more than were dealt rout a unit (DAI-MEL-05)."""
CHARGING = {True: 2, False: 1}
"""What a charge adds for cavalry and for infantry (DAI-CHG-21)."""
FIRST_BONUS = {"spear": 2, "lance": 2, "pole-arm": 1}
FLANKED, INSIDE = -2, -2
BOOK = table("fire")


@cache
def chance(needed: int) -> float:
    """How likely two dice come to so much."""
    return sum(a + b >= needed for a in range(1, 7) for b in range(1, 7)) / 36


def blows(unit: Unit, foe: Unit, charges: bool, first: bool, adds: int = 0) -> tuple[float, float]:
    """How many stands of a unit strike at another, and how likely each of them hits."""
    if unit.kind == "hq":
        return (1.0, chance(NEEDED))
    ranks = min(ranks_of(unit, first), -(-unit.stands // max(1, unit.files)))
    wide = min(unit.files, foe.files + (0 if first else 2)) if foe.kind != "hq" else 1
    row = WEAPONS[weapon_of(unit)]
    adds += int(row["mounted" if foe.mounted else "foot"]) + ARMOUR.get(foe.armour, 0)
    adds += CHARGING[unit.mounted] * (charges and not foe.building) + INSIDE * bool(foe.building)
    adds += FIRST_BONUS.get(weapon_of(unit), 0) * (first and has_first_bonus(unit) and unit.good_order)
    adds -= unit.disordered + (QUALITIES.index(foe.quality) < QUALITIES.index(unit.quality))
    return (float(min(unit.stands, wide * ranks)), chance(NEEDED - adds))


def exchange(state: State, unit: Unit, foe: Unit, charges: bool, first: bool) -> tuple[float, float]:
    """The shares of the other and of itself that a unit may expect to be lost in a round of melee, routs counted."""
    mine, theirs = led(state, unit), led(state, foe)
    flank, flanked = on_flank(foe, unit.at) and has_sides(foe), on_flank(unit, foe.at) and has_sides(unit)
    number, hit = blows(unit, foe, charges, first, mine + FLANKED * (flanked and not charges))
    count, struck = blows(foe, unit, False, first, theirs + FLANKED * flank)
    dealt, taken = number * hit, count * struck
    spread = sqrt(max(0.3, number * hit * (1 - hit) + count * struck * (1 - struck)))
    breaks = above(dealt - taken - HITS + 0.5, spread) * (not foe.building)
    broken = above(taken - dealt - HITS + 0.5, spread) * (not unit.building)
    pushes, pushed = above(dealt - taken - 0.5, spread), above(taken - dealt - 0.5, spread)
    return (share(foe, dealt, breaks, pushes), share(unit, taken, broken, pushed))


def share(unit: Unit, hits: float, breaks: float, pushed: float) -> float:
    """What part of a unit such hits, a rout and a push-back may be expected to cost."""
    kept = 1 - min(1.0, hits / (HITS * max(1, unit.stands)))
    return min(1.0, 1 - kept * (1 - 0.65 * breaks) * (1 - 0.1 * pushed))


def above(lead: float, spread: float) -> float:
    """How likely a lead of which this much is expected comes to more than nothing."""
    return 0.5 * (1 + erf(lead / spread / sqrt(2)))


def led(state: State, unit: Unit) -> int:
    """What leaders with it add (DAI-MEL-04)."""
    return sum(2 if leader.general else 1 for leader in state.leaders_with(unit.id))


def volley(unit: Unit, foe: Unit, far: float, moved: bool) -> float:
    """The share of another unit that the fire of this one may be expected to take from so far, whoever sees it."""
    if not unit.missile or unit.routing or unit.abandoned or unit.charged:
        return 0.0
    effective, long = REACHES[unit.missile]
    if far > long:
        return 0.0
    gun = unit.kind == "gun"
    ranks = 1 if unit.disordered else 2
    stands = 1 if gun else min(unit.stands, unit.files * ranks)
    adds = (far <= effective) + 2 * (not gun and unit.good_order and not unit.first_volley_spent)
    adds += (foe.armour == "light") - (unit.missile == "bow" and foe.armour == "heavy")
    adds += (unit.missile == "arquebus" and foe.mounted) - 2 * bool(foe.building)
    adds -= unit.disordered + (unit.quality == "raw") + moved
    return min(1.0, stands * chance(NEEDED - adds) / (HITS * max(1, foe.stands)))


def reach_of(state: State, unit: Unit) -> int:
    """How far a unit charges."""
    return allowance(state, unit, "charge") if unit.troops and not unit.building else 0


def gap(one: Unit, two: Unit) -> float:
    """About how far two units are from each other, from the nearest of a few points of their outlines."""
    return _gap(one.formation, two.formation)


@lru_cache(maxsize=8192)
def _gap(one: Formation, two: Formation) -> float:
    return min(apart(a, b) for a in points(one) for b in points(two))


@lru_cache(maxsize=1024)
def points(body: Formation) -> tuple[Point, ...]:
    """Corners of a formation, and the middles of its edges."""
    corners = footprint(body)
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    return (*corners, *(mean((a, b)) for a, b in ends))
