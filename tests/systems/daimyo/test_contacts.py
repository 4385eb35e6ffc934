"""Who touches whom is remembered while nobody moves, and is what is found anew."""

from __future__ import annotations

from random import Random
from typing import Any

from app.engine.events import Seat
from app.engine.geometry import Point, box
from app.engine.shapes import apart
from app.systems.daimyo.measure import beside, contacts, ground_of, touching
from app.systems.daimyo.state import State
from tests.systems.daimyo.brawls import position

ROWS = "\n".join(f"unit U{n} {'red' if n % 2 else 'blue'} at={20 + 6 * n},60" for n in range(8))


def drawn(rng: Random, state: State) -> dict[str, Any]:
    """Something that happens to a unit: it is moved, turned, lost, taken, or only tired."""
    at = Point(rng.randrange(20, 80) * 1_000, rng.randrange(54, 66) * 1_000)
    seat = rng.choice(state.seats)
    rows: tuple[dict[str, Any], ...] = (
        {"at": at}, {"at": at, "facing": rng.choice((0, 9_000, 18_000, 4_500))}, {"files": rng.randint(1, 3)},
        {"stands": rng.randint(1, 6)}, {"fate": rng.choice(("", "", "left"))}, {"seat": Seat(seat)}, {"moved": True},
        {"disordered": True}, {"at": at},
    )  # fmt: skip
    return rng.choice(rows)


def test_contacts_are_what_they_would_be_in_a_state_that_remembers_nothing() -> None:
    rng, state, found = Random(2), position(ROWS), 0
    for n in range(600):
        id = rng.choice(list(state.units))
        state = state.with_unit(id, **drawn(rng, state)) if n % 3 else state.with_(turn=n)
        for unit in state.fielded():
            if rng.random() < 0.6:
                plain = tuple(foe for foe in state.enemies_of(unit.seat) if touching(state, unit, foe))
                assert contacts(state, unit) == plain
                found += len(plain)
    assert found > 100


def test_all_who_may_be_near_are_beside_an_outline() -> None:
    rng, state, left_out = Random(3), position(ROWS), 0
    for _ in range(200):
        state = state.with_unit(rng.choice(list(state.units)), at=Point(rng.randrange(90_000), rng.randrange(90_000)))
        unit, reach = rng.choice(list(state.fielded())), rng.randrange(6_000)
        near = beside(state, (ground_of(state, unit),), state.fielded(), reach)
        far = [one for one in state.fielded() if one not in near]
        assert all(apart(ground_of(state, unit), ground_of(state, one), reach) for one in far)
        assert unit in near
        assert box(ground_of(state, unit)) == unit.frame
        left_out += len(far)
    assert left_out > 100
