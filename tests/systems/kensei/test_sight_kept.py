"""What is known of sight is kept while other units move, and is what looking afresh would find."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from app.conformance import by_chance, draw_setup, phases
from app.systems import system_of
from app.systems.kensei.army import UnitId
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State
from tests.systems.kensei.fields import BLUE, NORTH, RED, field, hero, unit

KENSEI = system_of("kensei")


def kept_as_seen(state: State) -> int:
    """For how many pairs of units what is kept agrees with a fresh look."""
    fresh = replace(state)
    units = [u for u in state.units.values() if u.on_table]
    pairs = [(a, b) for a in units for b in units if a.seat != b.seat]
    for a, b in pairs:
        assert sees(state, a, b) == sees(fresh, a, b), f"turn {state.turn}, {state.phase}: {a.id} and {b.id}"
    return len(pairs)


@pytest.mark.parametrize("seed", range(2))
def test_sight_that_was_kept_is_what_a_fresh_look_finds(seed: int) -> None:
    rng, compared = Random(seed), 0
    for session in phases(KENSEI, KENSEI.begin(draw_setup(KENSEI, rng))):
        if session.start.state.turn >= 4:
            break
        for _ in by_chance(session, rng):
            if session.state.turn and rng.random() < 0.1:
                compared += kept_as_seen(session.state)
    assert compared > 100


@pytest.mark.parametrize("y", ["51.4", "52.5", "53.6"])
def test_a_unit_that_loses_a_character_shows_who_was_behind_him(y: str) -> None:
    column, slain = unit("x", RED, 60, 40, NORTH, models=5, files=1), hero("h", RED, host="x")
    before = field(column, slain, hero("y", RED, 45, y), hero("f", BLUE, 75, y))
    assert not sees(before, before.units["y"], before.units["f"])
    after = before.with_unit("h", models=()).with_unit("h", fate="destroyed", host=UnitId(""))
    assert sees(after, after.units["y"], after.units["f"])
