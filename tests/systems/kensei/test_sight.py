"""Who sees whom past whom and what (topic LOS, and what TER says of sight)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.table import Terrain
from app.systems.kensei.army import Unit
from app.systems.kensei.ground.terrain import piece as laid
from app.systems.kensei.ground.terrain import wall
from app.systems.kensei.sight.rules import is_seen, refuse_sight, scene, sees, targets
from app.systems.kensei.state import State
from tests.systems.kensei.fields import BLUE, EAST, NORTH, RED, SOUTH, at, box, field, hero, loose, unit


def looks(state: State, a: str = "a", b: str = "b") -> bool:
    """Whether one unit sees another."""
    return sees(state, state.units[a], state.units[b])


def blue(**more: Any) -> Unit:
    """Ten men that look north from 60, 80."""
    return unit("a", BLUE, 60, 80, NORTH, **more)


def red(x: int = 60, y: int = 40, **more: Any) -> Unit:
    """Ten men that look south."""
    return unit("b", RED, x, y, SOUTH, **more)


def seen_models(state: State, a: Unit, b: Unit) -> tuple[int, ...]:
    """The models of a unit that another sees, by their number."""
    whole = scene(state, a, b)
    return tuple(n for n, base in enumerate(targets(state, b)) if is_seen(whole._replace(targets=(base,))))


def test_two_units_on_open_ground_see_each_other() -> None:
    state = field(blue(), red())
    assert looks(state)
    assert looks(state, "b", "a")
    assert seen_models(state, state.units["a"], state.units["b"]) == tuple(range(10))


@pytest.mark.parametrize(("facing", "seen"), [(NORTH, True), (EAST, False), (SOUTH, False)])
def test_a_formation_sees_half_a_circle_ahead(facing: int, seen: bool) -> None:
    state = field(unit("a", BLUE, 60, 80, facing), red(50, 40))
    assert looks(state) is seen
    if not seen:
        no = refuse_sight(state, state.units["a"], state.units["b"])
        assert no is not None
        assert no.code == "sight.arc"


def test_a_unit_beside_it_is_in_the_arc_only_as_far_as_it_stands_ahead() -> None:
    level = field(blue(), unit("b", RED, 90, 80, NORTH))
    ahead = field(blue(), unit("b", RED, 90, "79.5", NORTH))
    assert looks(ahead)
    assert not looks(field(blue(), unit("b", RED, 90, "80.5", NORTH)))
    assert looks(level), "its front edge is on the line"


def test_loose_models_see_all_round() -> None:
    state = field(loose("a", BLUE, (60, 80), (65, 80)), red(60, 100))
    assert looks(state)
    assert looks(field(hero("a", BLUE, 60, 80), red(60, 100)))


def test_a_formation_in_between_hides_what_is_wholly_behind_it() -> None:
    between = unit("x", BLUE, 60, 60, NORTH)
    state = field(blue(), red(), between)
    assert not looks(state)
    no = refuse_sight(state, state.units["a"], state.units["b"])
    assert no is not None
    assert no.code == "sight.hidden"
    assert looks(field(blue(), red(70), between)), "half of it stands out behind"


def test_a_larger_unit_behind_a_smaller_is_seen_past_it() -> None:
    small = unit("x", RED, 60, 60, SOUTH, models=3, files=3)
    state = field(blue(), red(), small)
    assert looks(state)
    seen = seen_models(state, state.units["a"], state.units["b"])
    assert seen
    assert len(seen) < 10


def test_its_own_models_hide_nothing() -> None:
    state = field(unit("a", BLUE, 60, 80, NORTH, models=20), unit("b", RED, 60, 40, SOUTH, models=20))
    assert seen_models(state, state.units["a"], state.units["b"]) == tuple(range(20))


def test_harassers_leave_gaps_to_look_through() -> None:
    screen = loose("x", BLUE, (54, 60), (60, 60), (66, 60))
    assert looks(field(blue(), red(), screen))
    thick = loose("x", BLUE, *((50 + 2 * n, 60) for n in range(11)))
    assert not looks(field(blue(), red(), thick))


def test_a_house_hides_and_a_low_fence_does_not() -> None:
    assert not looks(field(blue(), red(), pieces=(box("castle", 48, 50, 72, 70),)))
    assert looks(field(blue(), red(), pieces=(wall("w", "wall", at(40, 60), at(80, 60)),)))
    assert not looks(field(blue(), red(), pieces=(wall("w", "high_wall", at(40, 60), at(80, 60)),)))
    assert looks(field(blue(), red(), pieces=(wall("w", "palisade", at(40, 60), at(80, 60)),)))
    assert looks(field(blue(), red(), pieces=(box("deep_water", 40, 55, 80, 65), box("rough", 40, 50, 80, 54))))


def test_a_destroyed_house_hides_nothing() -> None:
    house = box("castle", 48, 50, 72, 70)
    assert looks(field(blue(), red(), pieces=(house,), works={"castle": 0}))


def test_a_hill_hides_what_is_beyond_but_not_who_is_on_it() -> None:
    hill = laid("h", "hill", at(60, 60))
    assert not looks(field(blue(), red(), pieces=(hill,)))
    assert looks(field(blue(), red(60, 58), pieces=(hill,))), "up"
    assert looks(field(blue(), red(60, 58), pieces=(hill,)), "b", "a"), "down"


def test_from_a_hill_one_sees_over_men_and_houses_but_not_over_a_castle() -> None:
    hill = laid("h", "hill", at(60, 80))
    screen = unit("x", BLUE, 60, 60, NORTH)
    assert looks(field(blue(), red(), screen, pieces=(hill,)))
    assert looks(field(blue(), red(), pieces=(hill, box("house", 52, 50, 68, 58))))
    assert not looks(field(blue(), red(), pieces=(hill, box("castle", 40, 48, 80, 60))))
    assert not looks(field(blue(), red(), pieces=(hill, laid("h2", "hill", at(60, 55)))))
    assert not looks(field(blue(), red(), pieces=(hill, laid("f", "forest", at(60, 55), size=(14_000, 0)))))


def forest(y: int = 60) -> tuple[Terrain, ...]:
    """A wood of 12 cm radius at 60."""
    return (laid("f", "forest", at(60, y), size=(12_000, 0)),)


def test_a_forest_hides_what_is_in_it_and_beyond_it() -> None:
    assert not looks(field(blue(), red(), pieces=forest()))
    deep = red(60, 60, models=5)
    assert not looks(field(blue(), deep, pieces=forest()))


def test_from_deep_in_a_forest_one_sees_fifteen_centimetres_and_out() -> None:
    deep = unit("b", RED, 60, 60, SOUTH, models=5)
    near = unit("a", BLUE, 60, "74.9", NORTH)
    far = unit("a", BLUE, 60, "75.3", NORTH)
    assert looks(field(near, deep, pieces=forest()), "b", "a")
    state = field(far, deep, pieces=forest())
    assert not looks(state, "b", "a")
    no = refuse_sight(state, state.units["b"], state.units["a"])
    assert no is not None
    assert no.code == "sight.dark"
    assert not looks(field(near, deep, pieces=forest())), "from outside nothing in it is seen"


def test_units_in_the_same_forest_see_each_other() -> None:
    one, other = unit("a", BLUE, 60, 66, NORTH, models=3, files=3), unit("b", RED, 60, 55, SOUTH, models=3, files=3)
    assert looks(field(one, other, pieces=forest()))
    assert looks(field(one, other, pieces=forest()), "b", "a")


def test_a_unit_at_the_edge_sees_out_and_is_seen() -> None:
    edge = unit("b", RED, 60, "70.5", SOUTH)
    state = field(blue(at=at(60, 100)), edge, pieces=forest())
    assert looks(state)
    assert looks(state, "b", "a")


def test_an_occupant_is_seen_only_in_the_turn_he_shot() -> None:
    house = box("house", 56, 36, 64, 44)
    inside = red(60, 40, building="house", models=4)
    state = field(blue(), inside, pieces=(house,))
    assert not looks(state)
    assert looks(state, "b", "a"), "they look out all round"
    no = refuse_sight(state, state.units["a"], state.units["b"])
    assert no is not None
    assert no.code == "sight.inside"
    assert looks(field(blue(), replace(inside, fired_inside=1), pieces=(house,)))
    assert not looks(field(blue(), replace(inside, fired_inside=1), pieces=(house,), turn=2))


def test_a_character_in_a_unit_looks_ahead_with_it() -> None:
    host = blue()
    officer = hero("c", BLUE, host="a")
    assert looks(field(host, red(), officer), "c", "b")
    assert not looks(field(host, red(60, 110), officer), "c", "b")
    assert looks(field(host, red(), officer), "b", "c")


def test_two_units_side_by_side_leave_no_gap() -> None:
    one, other = unit("x", BLUE, "53.75", 60, NORTH), unit("y", BLUE, "66.25", 60, NORTH)
    assert not looks(field(blue(), red(), one, other))
    assert looks(field(blue(), red(), one, unit("y", BLUE, "67.5", 60, NORTH))), "through a gap of 1.25 cm"


def test_ranks_that_touch_a_neighbour_still_look_past_it() -> None:
    neighbour = unit("x", BLUE, "72.5", 80, NORTH)
    assert looks(field(blue(), red(), neighbour))
    turned = [unit(id, seat, x, y, facing) for id, seat, x, y, facing in (
        ("a", BLUE, 60, 80, 1_700), ("x", BLUE, "71.95", "83.65", 1_700), ("b", RED, 75, 35, 19_700))]  # fmt: skip
    assert looks(field(*turned))


def test_sight_among_twenty_units_is_looked_for_once() -> None:
    others = [unit(f"x{n}", RED, 8 + 14 * (n % 8), 15 + 20 * (n // 8), 3_000 + n, models=20) for n in range(20)]
    state = field(unit("a", BLUE, 60, 110, NORTH, models=20), unit("b", RED, 50, 5, SOUTH, models=20), *others)
    assert looks(state) is looks(state)
