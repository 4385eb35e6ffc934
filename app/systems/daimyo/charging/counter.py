"""The charged: why they test, how they turn to face, how far they come to meet the charger (DAI-CHG-03, -14, -18)."""

from __future__ import annotations

from app.engine.formations import Formation, Step, after, footprint, swept
from app.engine.shapes import overlaps
from app.systems.daimyo.charging.impact import Impact, Way, first_contact, impact
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.morale.rules import BY_CAVALRY, charge_reasons
from app.systems.daimyo.moving.costs import allowance, furthest
from app.systems.daimyo.moving.ground.terrain import grounds, is_on_table
from app.systems.daimyo.state import State, Unit

PARTS = 16
"""If the two would miss each other half-way, the counter-charger goes a sixteenth less, and so on."""


TURNS = {"left": -9_000, "right": 9_000, "rear": 18_000}
"""The turn by which a unit faces a charge from one of its zones."""


def reason_to_test(unit: Unit, charger: Unit) -> int:
    """The reason for which a charged unit tests, the highest if two apply; 0: none (DAI-CHG-03, DAI-CHG-12).

    It tests once in an activation; again only by reason 3, if that was not called for before.
    """
    reasons = [reason for reason in charge_reasons(unit, charger) if reason not in unit.tested]
    spent = unit.abandoned or (bool(unit.tested) and BY_CAVALRY not in reasons)
    return 0 if spent else max(reasons, default=0)


def turned_to(unit: Unit, side: str) -> Formation:
    """How a unit stands that has turned in place to face one of its zones."""
    return after(unit.formation, Step("turn", TURNS[side]))


def counter_way(state: State, unit: Unit, charger: Unit, way: Way) -> int | None:
    """How far straight ahead a counter-charger goes to meet a charge, in 1/100 mm; ``None`` if it cannot go.

    Half-way, but no further than its own distance pays for, and only where the charger still meets its front.
    """
    own = allowance(state, unit, "counter")
    most = min(half_way(unit.formation, way), furthest(state, unit, unit.formation, own))
    for part in range(PARTS, 0, -1):
        length = most * part // PARTS
        if length > 0 and is_free(state, unit, charger, length) and is_met(state, unit, charger, way.wheel, length):
            return length
    return None


def half_way(body: Formation, way: Way) -> int:
    """How far a unit goes straight ahead when a charger that goes as far meets it."""
    low, high = 0, way.straight
    while low < high:
        middle = (low + high + 1) // 2
        met = first_contact(way.wheeled, footprint(forward(body, middle)))
        low, high = (middle, high) if met is not None and met.after >= middle else (low, middle - 1)
    return low


def forward(body: Formation, length: int) -> Formation:
    """A formation so far straight ahead."""
    return after(body, Step("forward", length))


def is_free(state: State, unit: Unit, charger: Unit, length: int) -> bool:
    """Whether nothing but the charger lies in the way of a counter-charge."""
    others = [ground_of(state, u) for u in state.fielded() if u.id not in (unit.id, charger.id)]
    others += [patch.outline for patch in grounds(state, unit).closed]
    sweep = swept(unit.formation, Step("forward", length))
    return not any(overlaps(s, other) for s in sweep for other in others) and all(is_on_table(state, s) for s in sweep)


def is_met(state: State, unit: Unit, charger: Unit, wheel: int, length: int) -> bool:
    """Whether the charger still comes to lie against the front of a unit that went so far to meet it."""
    body = forward(unit.formation, length)
    there = state.with_unit(unit.id, at=body.at)
    return isinstance(impact(there, charger, there.units[unit.id], wheel, "front"), Impact)
