"""What is offered to whoever does not set up himself: a line of battle on good ground, shooters in it, a reserve."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.engine.formations import footprint
from app.engine.geometry import CM
from app.engine.shapes import overlaps
from app.systems.daimyo.moving.ground.terrain import grounds
from app.systems.daimyo.scenarios.figures import keys
from app.systems.daimyo.scenarios.setup.places import names_of, refuse_unit, zone_for
from app.systems.daimyo.state import State, Unit
from tests.systems.daimyo.openings import BLUE, RED, stood

BROAD = 30
"""Units of a clan stand no farther from each other, in cm from middle to middle of neighbours."""


def hindered(state: State, unit: Unit) -> bool:
    """Whether difficult ground or an obstacle is under a unit."""
    below = grounds(state, unit)
    return any(overlaps(footprint(unit.formation), patch.outline) for patch in (*below.slow, *below.obstacles))


@pytest.mark.parametrize("scenario", keys())
def test_all_stand_in_their_zones_where_a_scenario_is_set_up_as_offered(scenario: str) -> None:
    state = stood(scenario)
    for unit in state.fielded():
        zone = zone_for(state, unit.seat, names_of(state, unit))
        assert zone is not None
        alone = state.with_unit(unit.id, fate="reserve")
        assert refuse_unit(alone, unit, unit.formation, zone) is None, unit.id


def test_nobody_stands_on_ground_that_hinders() -> None:
    state = stood("meeting")
    assert state.fielded()
    assert [unit.id for unit in state.fielded() if hindered(state, unit)] == []


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_shooters_stand_in_the_front_row_clans_together_and_the_household_before_its_general(seat: str) -> None:
    state = stood("meeting")
    mine = [unit for unit in state.fielded() if unit.seat == seat]
    ahead = -1 if mine[0].facing == 0 else 1
    foremost = max(ahead * unit.at.y for unit in mine)
    assert all(ahead * unit.at.y == foremost for unit in mine if unit.missile)
    for clan in {unit.clan for unit in mine if unit.clan}:
        places = sorted(unit.at.x for unit in mine if unit.clan == clan)
        assert max((b - a for a, b in pairwise(places)), default=0) <= BROAD * CM
    hq = next(unit for unit in mine if unit.kind == "hq")
    assert all(ahead * unit.at.y > ahead * hq.at.y for unit in mine if unit is not hq)
    assert all(abs(unit.at.x - hq.at.x) <= 25 * CM for unit in mine if not unit.clan)
    assert next(leader for leader in state.leaders.values() if leader.seat == seat and leader.general).seated
