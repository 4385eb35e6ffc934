"""What ground a unit stands on, and Cover in melee (topic TER)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.table import Terrain
from app.systems.kensei.army import Timed, Unit, UnitId
from app.systems.kensei.ground import standing as ground
from app.systems.kensei.ground.cover import melee_cover
from app.systems.kensei.ground.terrain import piece as laid
from app.systems.kensei.ground.terrain import wall
from app.systems.kensei.state import Contact, State
from app.systems.kensei.stats.lines import value
from tests.systems.kensei.fields import BLUE, EAST, NORTH, RED, SOUTH, at, box, field, hero, loose, unit

MET = Contact(by=UnitId("b"), on=UnitId("a"), zone="front", turn=1)
WOOD = laid("f", "forest", at(60, 60), size=(10_000, 0))


def mine(y: int | str = 60, models: int = 10) -> Unit:
    """Ten men that look north."""
    return unit("a", BLUE, 60, y, NORTH, models)


def alone(y: int | str, *pieces: Terrain, **more: int) -> State:
    """A unit on some ground."""
    return field(mine(y), pieces=pieces, **more)


@pytest.mark.parametrize(("y", "stands"), [
    (58, "deep"), ("51.5", "edge"), (70, "edge"), ("72.9", "edge"), ("73.2", ""), (42, "edge"), (41, ""),
])  # fmt: skip
def test_deep_in_a_forest_at_its_edge_or_neither(y: int | str, stands: str) -> None:
    state = alone(y, WOOD)
    assert ground.forest(state, state.units["a"]) == stands


def test_half_or_more_of_its_models_make_a_unit_stand_on_a_hill() -> None:
    hill = box("hill", 40, 40, 80, 60)
    on = alone("57.5", hill)
    assert ground.hill(on, on.units["a"]) is not None, "one rank of two"
    off = alone("58.8", hill)
    assert ground.hill(off, off.units["a"]) is None


def test_water_weakens_whoever_has_a_foot_in_it_but_not_on_a_bridge() -> None:
    brook = box("water", 40, 64, 80, 69)
    state = alone(60, brook)
    assert value(state, state.units["a"], "defence") == 1
    bridged = alone(60, brook, box("bridge", 50, 55, 70, 75))
    assert value(bridged, bridged.units["a"], "defence") == 3
    dry = alone("58.9", brook)
    assert ground.water(dry, dry.units["a"]) is None


def test_a_shrine_lends_ki_and_a_cemetery_honour() -> None:
    shrine = box("shrine", 57, 57, 63, 63)
    inside = field(replace(mine(models=4), building="shrine"), pieces=(shrine,))
    assert value(inside, inside.units["a"], "ki") == 4
    yard = alone(60, box("cemetery", 50, 50, 70, 70))
    assert value(yard, yard.units["a"], "honour") == 4
    half = alone(49, box("cemetery", 50, 50, 70, 70))
    assert value(half, half.units["a"], "honour") == 3


def test_mystical_terrain_within_ten_centimetres() -> None:
    near = alone(60, box("shrine", 57, 75, 63, 81))
    assert ground.mystical(near, near.units["a"]) is not None
    far = alone(60, box("shrine", 57, "75.2", 63, 81))
    assert ground.mystical(far, far.units["a"]) is None
    made = alone(60, box("shrine", 57, 90, 63, 96), box("rough", 40, 70, 80, 76))
    assert ground.mystical(made, made.units["a"]) is not None, "the Shrine makes the terrain about it Mystical"


def test_a_torii_calms() -> None:
    state = alone(60, box("torii", 56, 70, 64, 72))
    assert ground.calm(state, state.units["a"])


def test_a_character_stands_where_his_unit_does() -> None:
    state = field(mine(58), hero("h", BLUE, host="a"), pieces=(WOOD,))
    assert ground.forest(state, state.units["h"]) == "deep"


# -- Cover in melee -------------------------------------------------------------------


def covered(state: State, id: str = "a", foe: str = "b", stat: str = "defence") -> int:
    """What Cover adds to a stat of one against the other."""
    return sum(line.adds for line in melee_cover(state, state.units[id], state.units[foe], stat))


def met(*pieces: Terrain, contact: Contact = MET, **more: int) -> State:
    """B has come upon a."""
    return field(mine(), unit("b", RED, 60, 60, SOUTH), pieces=pieces, contacts=(contact,), **more)


def test_on_open_ground_there_is_none() -> None:
    assert covered(met()) == 0


def test_a_hill_covers_in_the_turn_the_combat_began() -> None:
    hill = box("hill", 40, 60, 80, 80)
    assert covered(met(hill)) == 1
    assert covered(met(hill), stat="initiative") == 2
    assert covered(met(hill, turn=2)) == 0
    assert covered(met(hill), "b", "a") == 0
    late = met(hill, turn=2).with_contact(Contact(by=UnitId("c"), on=UnitId("a"), zone="left", turn=2))
    joined = late.with_units({"c": unit("c", RED, 50, 62, EAST)})
    assert covered(joined, foe="c") == 0, "the Combat began before c came"


def test_the_edge_of_a_forest_covers_and_its_depth_only_harassers() -> None:
    assert covered(met(box("forest", 40, 67, 80, 90))) == 1
    deep = box("forest", 30, 40, 90, 90)
    assert covered(met(deep)) == 0
    loose_ones = loose("a", BLUE, (58, 62), (62, 62), formed=True, at=at(60, 60))
    state = field(loose_ones, unit("b", RED, 60, 60, SOUTH), pieces=(deep,), contacts=(MET,))
    assert covered(state) == 1


def test_a_fence_covers_who_was_charged() -> None:
    fence = wall("w", "wall", at(40, 60), at(80, 60))
    state = met(fence, contact=replace(MET, across="w"))
    assert (covered(state), covered(state, "b", "a")) == (1, 0)


def test_a_very_high_wall_covers_the_defender_alone_with_gaps_or_without() -> None:
    for kind in ("palisade", "high_wall"):
        one = met(wall("w", kind, at(40, 60), at(80, 60)), contact=replace(MET, across="w"))
        assert (covered(one), covered(one, "b", "a")) == (2, 0), kind


def test_inside_a_house_both_are_covered() -> None:
    house = box("house", 56, 56, 64, 64)
    state = field(replace(mine(models=4), building="house"),
                  replace(unit("b", RED, 60, 60, SOUTH, 4), building="house"),
                  pieces=(house,), contacts=(replace(MET, zone=""),))  # fmt: skip
    assert (covered(state), covered(state, "b", "a")) == (2, 2)
    assert covered(met(box("house", 40, 66, 80, 90))) == 0, "beside a house there is none"


def test_stakes_cover_the_front() -> None:
    stakes = (Timed(key="wall_of_stakes", stat="cover_melee", until=2),)
    state = met()
    staked = state.with_unit("a", timed=stakes)
    assert covered(staked) == 2
    rear = met(contact=replace(MET, zone="rear")).with_unit("a", timed=stakes)
    assert covered(rear) == 0


def test_the_ethereal_heed_no_cover() -> None:
    state = met(box("hill", 40, 60, 80, 80)).with_unit("b", traits=("ethereal",))
    assert covered(state) == 0
