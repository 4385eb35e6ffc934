"""How far troops go, what each step costs, and where a straight move ends."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.engine.formations import Formation, Step, footprint
from app.engine.geometry import CM
from app.engine.shapes import gap
from app.engine.table import Terrain
from app.systems.daimyo.moving.costs import (
    allowance,
    dice_distance,
    furthest,
    leader_allowance,
    spend,
    step_cost,
    turn_cost,
)
from app.systems.daimyo.moving.ground.terrain import refuse_place
from app.systems.daimyo.moving.travel import Journey, straight
from app.systems.daimyo.state import State, Unit
from tests.systems.daimyo.nerves import BLUE, EAST, RED, SOUTH, box, field, leader, place, unit

ROWS: dict[str, tuple[str, dict[str, Any]]] = {
    "heavy-cavalry": ("horse", {}), "medium-cavalry": ("horse", {"armour": "medium"}),
    "heavy-infantry": ("samurai", {}), "medium-infantry": ("monks", {}), "light-infantry": ("spears", {}),
}  # fmt: skip


def alone(made: str = "samurai", terrain: tuple[Terrain, ...] = (), **more: Any) -> State:
    """A field with one unit A, its front at 90,60, looking north."""
    return field(unit("A", RED, made, 90, 60, **more), terrain=terrain)


def go(state: State, how: str = "retire", way: int = 0, cm: int = 10, ignoring: tuple[str, ...] = ()) -> Journey:
    """Unit A moved along a heading."""
    return straight(state, state.units["A"], way, cm * CM, how, ignoring)


# -- how far -----------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "normal", "charge", "rout"), [
    ("heavy-cavalry", 15, 20, (15, 16, 17, 17, 18, 19)), ("medium-cavalry", 18, 22, (18, 18, 19, 20, 21, 22)),
    ("heavy-infantry", 8, 12, (8, 8, 9, 10, 10, 11)), ("medium-infantry", 10, 14, (10, 11, 11, 12, 13, 14)),
    ("light-infantry", 11, 15, (11, 12, 13, 13, 14, 15)),
])  # fmt: skip
def test_the_table_of_movement(row: str, normal: int, charge: int, rout: tuple[int, ...]) -> None:
    made, more = ROWS[row]
    state = alone(made, **more)
    troops = state.units["A"]
    assert [allowance(state, troops, how) for how in ("normal", "retire", "retreat")] == [normal * CM] * 3
    assert [allowance(state, troops, how) for how in ("charge", "counter")] == [charge * CM] * 2
    assert [dice_distance(state, troops, face) for face in range(1, 7)] == [cm * CM for cm in rout]


@pytest.mark.parametrize(("weather", "foot", "charge", "rout", "rider", "gun"), [
    ("fine", 8000, 12000, 9000, 20000, 5000), ("light-rain", 8000, 12000, 9000, 20000, 5000),
    ("heavy-rain", 5000, 9000, 6000, 17000, 2000), ("thunderstorm", 5000, 9000, 6000, 17000, 2000),
    ("snow", 4000, 6000, 4500, 10000, 2500), ("fog", 8000, 12000, 9000, 20000, 5000),
])  # fmt: skip
def test_weather_takes_from_every_move(weather: str, foot: int, charge: int, rout: int, rider: int, gun: int) -> None:
    state = field(unit("A", RED, "samurai", 90, 60), unit("G", RED, "gun", 60, 60), weather=weather,
                  leaders=[leader("red-L0", RED, 10, 10, general=True)])  # fmt: skip
    troops = state.units["A"]
    assert (allowance(state, troops), allowance(state, troops, "charge")) == (foot, charge)
    assert dice_distance(state, troops, 3) == rout
    assert leader_allowance(state, state.leaders["red-L0"]) == rider
    assert allowance(state, state.units["G"]) == gun


def test_a_move_never_falls_below_one_and_halves_go_up_to_the_half_centimetre() -> None:
    state = field(unit("G", RED, "gun", 60, 60, missile="heavy-gun"), unit("A", RED, "spears", 90, 60))
    rain, snow = state.with_(weather="heavy-rain"), state.with_(weather="snow")
    assert (allowance(state, state.units["G"]), allowance(rain, state.units["G"])) == (3000, 1000)
    assert (allowance(snow, state.units["G"]), allowance(snow, state.units["A"])) == (1500, 5500)


def test_guns_and_headquarters_have_no_charge_and_no_rout() -> None:
    state = field(unit("G", RED, "gun", 60, 60), unit("Q", RED, "hq", 90, 60))
    for id in "GQ":
        assert (allowance(state, state.units[id], "charge"), dice_distance(state, state.units[id], 6)) == (0, 0)
    assert allowance(state, state.units["Q"]) == 0


def test_a_column_goes_three_further() -> None:
    state = field(unit("A", RED, "spears", 90, 60, files=1), unit("B", RED, "spears", 60, 60, files=2),
                  unit("C", RED, "spears", 30, 60, files=1, stands=1))  # fmt: skip
    assert [allowance(state, state.units[id], "column") for id in "ABC"] == [14000, 11000, 11000]


# -- what steps cost ------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "more", "cost"), [
    ("horse", {}, 3750), ("horse", {"quality": "seasoned"}, 7500), ("horse", {"armour": "medium"}, 4500),
    ("horse", {"armour": "medium", "quality": "seasoned"}, 9000), ("samurai", {}, 2000), ("samurai",
    {"quality": "raw"}, 4000), ("monks", {}, 2500), ("monks", {"quality": "seasoned"}, 5000), ("spears",
    {"quality": "elite"}, 2750), ("spears", {}, 5500), ("spears", {"disordered": True}, 11000), ("samurai",
    {"disordered": True}, 4000), ("levy", {"disordered": True}, 11000),
])  # fmt: skip
def test_what_turns_cost(made: str, more: dict[str, Any], cost: int) -> None:
    state = alone(made, **more)
    troops = state.units["A"]
    assert turn_cost(state, troops) == cost
    for step in (Step("turn", 9_000), Step("turn", 18_000), Step("files", 1)):
        assert step_cost(state, troops, troops.formation, step) == cost


@pytest.mark.parametrize(("quality", "disordered", "times"), [
    ("elite", False, 1), ("veteran", False, 1), ("seasoned", False, 2), ("raw", False, 3), ("veteran", True, 2),
    ("raw", True, 6),
])  # fmt: skip
def test_a_wheel_costs_the_way_of_its_outer_corner(quality: str, disordered: bool, times: int) -> None:
    state = alone(quality=quality, disordered=disordered)
    troops = state.units["A"]
    # 8 cm wide, 45 degrees: 8 * pi / 4 = 6.2832 cm
    for angle in (4_500, -4_500):
        assert step_cost(state, troops, troops.formation, Step("wheel", angle)) == 6284 * times


def test_straight_back_costs_double() -> None:
    state = alone(terrain=(box("woods", 80, 65, 100, 80),))
    troops = state.units["A"]
    assert step_cost(state, troops, troops.formation, Step("back", 2 * CM)) == 4 * CM
    assert step_cost(state, troops, troops.formation, Step("back", 3 * CM)) == 8 * CM


def test_ground_makes_steps_dearer() -> None:
    state = alone("horse", (box("woods", 80, 50, 100, 56), box("stream", 0, 44, 180, 45)))
    troops = state.units["A"]
    found = [spend(state, troops, troops.formation, Step("forward", cm * CM)) for cm in (4, 6, 15, 16)]
    assert [row.cost // CM for row in found] == [4, 8, 21, 25]
    assert [row.crossed for row in found] == [(), ("woods",), ("woods",), ("woods", "stream")]
    assert [furthest(state, troops, troops.formation, cm * CM) // CM for cm in (4, 8, 20)] == [4, 6, 14]


def test_a_wheel_in_difficult_ground_costs_double_and_over_an_obstacle_three_more() -> None:
    woods, stream = box("woods", 60, 40, 120, 80), box("stream", 90, 40, 91, 59)
    plain = alone()
    step, troops = Step("wheel", 4_500), plain.units["A"]
    open_cost = step_cost(plain, troops, troops.formation, step)
    slow = spend(alone(terrain=(woods,)), troops, troops.formation, step)
    assert open_cost * 2 - 10 <= slow.cost <= open_cost * 2
    assert slow.crossed == ("woods",)
    wet = spend(alone(terrain=(stream,)), troops, troops.formation, step)
    assert (wet.cost, wet.crossed) == (open_cost + 3 * CM, ("stream",))


def test_turning_on_the_spot_pays_for_new_obstacles_only() -> None:
    state = alone(terrain=(box("stream", 84, 50, 85, 80), box("paddy", 80, 55, 86, 58)), stands=8, files=4)
    troops = state.units["A"]
    turned = spend(state, troops, troops.formation, Step("turn", 18_000))
    assert turned.crossed == ()
    narrow = troops.formation._replace(files=2)
    wider = spend(state, troops, narrow, Step("files", 4))
    assert (wider.cost, wider.crossed) == (turned.cost + 3 * CM, ("stream",))


def test_columns_pay_half_on_a_road_and_lines_do_not() -> None:
    state = alone("spears", (box("road", 88, 0, 92, 120),), files=1)
    troops = state.units["A"]
    found = spend(state, troops, troops.formation, Step("forward", 22 * CM))
    assert (found.cost, found.plain) == (11 * CM, 22 * CM)
    wide = troops.formation._replace(files=2)
    assert spend(state, troops, wide, Step("forward", 4 * CM)).cost == 4 * CM


# -- straight moves ---------------------------------------------------------------------------


def test_a_free_way_is_gone_whole() -> None:
    found = go(alone(), "retire", SOUTH, 8)
    assert (found.end.at, found.end.facing) == (place(90, 68), 0)
    assert (found.distance, found.used, found.stopped, found.through, found.crossed) == (8 * CM, 8 * CM, "", (), ())


def test_difficult_ground_and_obstacles_shorten_it() -> None:
    found = go(alone(terrain=(box("woods", 80, 64, 100, 80),)), "retire", SOUTH, 8)
    # 1 cm to the wood behind its rear edge at 63, then 7 cm worth of double ground
    assert (found.distance, found.used, found.crossed) == (4500, 8000, ("woods",))
    found = go(alone(terrain=(box("stream", 0, 66, 180, 67),)), "retire", SOUTH, 8)
    assert (found.distance, found.used, found.crossed) == (5000, 8000, ("stream",))


@pytest.mark.parametrize(("how", "y", "stopped"), [("charge", 50, "enemy"), ("pursuit", 50, "enemy"), ("follow", 50,
    "enemy"), ("retire", 51, "enemy"), ("rout", 51, "enemy"), ("advance", 51, "enemy")])  # fmt: skip
def test_who_goes_up_to_an_enemy_and_who_keeps_off(how: str, y: int, stopped: str) -> None:
    state = field(unit("A", RED, "samurai", 90, 60), unit("F", BLUE, "samurai", 90, 50, SOUTH))
    found = go(state, how, 0, 20)
    assert (found.end.at, found.stopped, found.by) == (place(90, y), stopped, "F")
    assert go(state, how, 0, 5).stopped == ""
    assert go(state, how, 0, 20, ("F",)).stopped == ""


def test_one_centimetre_is_kept_to_a_slanting_edge_too() -> None:
    state = field(unit("A", RED, "samurai", 90, 60), unit("F", BLUE, "samurai", 90, 45, 15_000))
    found = go(state, "retire", 0, 40)
    off = gap(footprint(found.end), footprint(state.units["F"].formation))
    assert found.stopped == "enemy"
    assert CM <= off <= CM + 5


def test_an_enemy_touched_at_the_start_bars_no_way_from_him() -> None:
    state = field(unit("A", RED, "samurai", 90, 60), unit("F", BLUE, "samurai", 90, 60, SOUTH),
                  unit("G", BLUE, "samurai", 98, 60))  # fmt: skip
    assert go(state, "rout", SOUTH, 11).stopped == ""
    assert go(state, "rout", SOUTH + 6_000, 11).stopped == ""
    assert go(state, "rout", SOUTH - 6_000, 11).by == "G"
    assert go(state, "rout", 0, 11).distance == 0


def test_forced_moves_pass_through_friends_and_go_on_until_clear() -> None:
    state = field(unit("A", RED, "samurai", 90, 60), unit("B", RED, "samurai", 90, 68), unit("C", RED, "gun", 92, 72))
    found = go(state, "rout", SOUTH, 8)
    # the rear of the gun is at 75: the front of the unit stops there
    assert (found.end.at, found.distance, found.used, found.through) == (place(90, 75), 15000, 15000, ("B", "C"))
    assert go(state, "retire", SOUTH, 3).through == ()


def test_a_forced_move_that_cannot_get_clear_stops_before_the_friend() -> None:
    cliff = box("cliff", 80, 71, 100, 80)
    state = field(unit("A", RED, "samurai", 90, 60), unit("B", RED, "samurai", 90, 66), terrain=(cliff,))
    found = go(state, "rout", SOUTH, 8)
    assert (found.end.at, found.through, found.stopped, found.by) == (place(90, 63), (), "ground", "cliff")


def test_a_pursuer_passes_only_friends_he_gets_clear_of() -> None:
    state = field(unit("A", RED, "samurai", 90, 60), unit("B", RED, "samurai", 90, 55))
    assert go(state, "pursuit", 0, 11)[1:5] == (11 * CM, 11 * CM, "", ("B",))
    short = go(state, "pursuit", 0, 7)
    assert (short.distance, short.stopped, short.by, short.through) == (2 * CM, "unit", "B", ())
    fights = field(unit("A", RED, "samurai", 90, 60), unit("B", RED, "samurai", 90, 55),
                   unit("F", BLUE, "samurai", 86, 55, EAST))  # fmt: skip
    held = go(fights, "pursuit", 0, 11, ("F",))
    assert (held.distance, held.stopped, held.by) == (2 * CM, "unit", "B")
    assert go(fights, "rout", 0, 11, ("F",)).through == ("B",)


@pytest.mark.parametrize("how", ["charge", "push", "follow"])
def test_charges_and_pushes_pass_nobody(how: str) -> None:
    state = field(unit("A", RED, "samurai", 90, 60), unit("B", RED, "samurai", 90, 55))
    assert go(state, how, 0, 20)[3:5] == ("unit", ())


def test_the_edge_stops_all_but_routers() -> None:
    state = alone()
    for how in ("retire", "retreat", "push", "pursuit", "charge"):
        found = go(state, how, SOUTH, 80)
        assert (found.end.at, found.stopped, found.left) == (place(90, 117), "edge", False)
    found = go(state, "rout", SOUTH, 80)
    assert (found.stopped, found.left) == ("", True)
    assert go(state, "rout", SOUTH, 57).left
    assert not go(state, "rout", SOUTH, 56).left
    assert go(state, "retire", SOUTH, 57).stopped == ""


def test_closed_ground_stops_everybody() -> None:
    for kind, made in (("river", "samurai"), ("building", "samurai"), ("marsh", "horse"), ("woods", "gun")):
        state = alone(made, (box(kind, 80, 40, 100, 55),))
        found = go(state, "retire", 0, 10)
        assert (found.distance, found.stopped, found.by) == (5 * CM, "ground", kind), kind


def test_leaders_of_the_enemy_on_the_way_are_touched() -> None:
    near = (leader("blue-L1", BLUE, 95, 70), leader("red-L1", RED, 90, 70), leader("red-L0", RED, 90, 72, general=True))
    state = field(unit("A", RED, "samurai", 90, 60), leaders=near)
    assert go(state, "rout", SOUTH, 11).leaders == ("blue-L1",)
    assert go(state, "rout", SOUTH, 5).leaders == ()
    assert go(state, "rout", 0, 11).leaders == ()


def test_a_slide_keeps_its_facing_whatever_the_heading() -> None:
    state = alone()
    body: Formation = go(state, "rout", EAST, 11).end
    assert (body.at, body.facing) == (place(101, 60), 0)


@pytest.mark.parametrize("seed", range(25))
def test_wherever_a_straight_move_leads_there_is_room(seed: int) -> None:
    rng = Random(seed)
    terrain = tuple(box(kind, x, y, x + 12, y + 8) for kind in ("woods", "river", "stream", "building")
                    for x, y in ((rng.randrange(60, 110), rng.randrange(40, 75)),))  # fmt: skip
    units: list[Unit] = []
    for n in range(16):
        made = unit(f"u{n}", RED if n % 2 else BLUE, rng.choice(("samurai", "horse", "guns", "gun")),
                    rng.randrange(60, 120), rng.randrange(40, 80), rng.randrange(36_000))  # fmt: skip
        if refuse_place(field(*units, terrain=terrain), made, made.formation) is None:
            units.append(made)
    state = field(*units, terrain=terrain)
    for mine in units:
        for how in ("retire", "rout", "pursuit", "advance", "charge", "push"):
            found = straight(state, mine, rng.randrange(36_000), rng.randrange(1, 25) * CM, how)
            if not found.left:
                no = refuse_place(state, mine, found.end, near_enemy=False)
                assert no is None, (mine.id, how, found)
            assert found.distance >= 0
            assert not found.stopped or found.by or found.stopped == "edge"
