"""Units that must go: headings, retire, retreat, rout, what bars the way, and who goes after them."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from app.engine.flow import Effect
from app.engine.formations import footprint
from app.systems.daimyo.measure import distance, touching
from app.systems.daimyo.morale import flow as flows
from app.systems.daimyo.pursuit.path import away, home, way_out
from app.systems.daimyo.pursuit.phase import routers
from app.systems.daimyo.pursuit.rout import retire, retreat, rout, rout_move
from app.systems.daimyo.pursuit.rout_events import RoutMoved
from app.systems.daimyo.state import State, Unit, UnitId
from tests.systems.daimyo.nerves import (
    BLUE,
    EAST,
    NORTH,
    RED,
    SOUTH,
    WEST,
    Board,
    Figure,
    Flow,
    box,
    field,
    leader,
    place,
    play,
    unit,
)

A, B, C = UnitId("A"), UnitId("B"), UnitId("C")
FAR = unit("Z", BLUE, "samurai", 5, 5, EAST)


def stood(
    *others: Unit, made: str = "samurai", x: Figure = 90, y: Figure = 60, facing: int = NORTH, **more: Any
) -> State:
    """Red's unit A with others."""
    me = more.pop("me", {})
    return field(unit("A", RED, made, x, y, facing, **me), *others, **more)


def going(how: str, by: UnitId | None) -> Flow:
    """A unit retires, retreats or routs."""

    def run(board: Board) -> Coroutine[Effect, Any, None]:
        if how == "rout":
            return rout(board, A, by, flows.ROUTED)
        return (retire if how == "retire" else retreat)(board, A, by)

    return run


# -- headings -----------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "y", "heading"), [
    (90, 40, SOUTH), (70, 60, EAST), (110, 60, WEST), (90, 90, NORTH), (70, 80, 4_500), (100, 50, 22_500),
])  # fmt: skip
def test_away_is_the_line_of_the_reference_points(x: Figure, y: Figure, heading: int) -> None:
    state = stood(unit("B", BLUE, "samurai", x, y, SOUTH), unit("C", BLUE, "samurai", 95, 58, SOUTH))
    assert away(state, state.units["A"], B) == heading


def test_without_a_cause_away_is_from_the_nearest_enemy_and_without_enemies_home() -> None:
    state = stood(unit("B", BLUE, "samurai", 90, 20, SOUTH), unit("C", BLUE, "samurai", 70, 60, SOUTH))
    assert away(state, state.units["A"], None) == EAST
    assert away(stood(), stood().units["A"], None) == SOUTH
    north = stood(edges=("east", "west"))
    assert (away(north, north.units["A"], None), home(north, north.units["A"])) == (EAST, EAST)


@pytest.mark.parametrize(("x", "y", "facing", "heading"), [
    (92, 60, SOUTH, SOUTH), (90, 63, NORTH, NORTH), (94, 61, WEST, WEST), (86, 61, EAST, EAST),
])  # fmt: skip
def test_from_an_enemy_in_contact_a_unit_goes_square_to_the_edge_touched(
    x: Figure, y: Figure, facing: int, heading: int
) -> None:
    state = stood(unit("B", BLUE, "samurai", x, y, facing, files=4))
    assert away(state, state.units["A"], B) == heading


# -- retire and retreat -------------------------------------------------------------------


def test_who_retires_goes_its_normal_distance_and_keeps_its_facing_and_order() -> None:
    board = play(stood(unit("B", BLUE, "samurai", 90, 40, SOUTH)), going("retire", B))
    me = board.unit("A")
    assert (me.at, me.facing, me.moved, me.disordered) == (place(90, 68), NORTH, True, False)
    assert board.kinds() == ["unit-moved"]


def test_who_retreats_turns_about_goes_faces_away_and_is_disordered() -> None:
    board = play(stood(unit("B", BLUE, "samurai", 90, 40, SOUTH)), going("retreat", B))
    me = board.unit("A")
    assert (me.at, me.facing, me.disordered) == (place(90, 71), SOUTH, True)
    assert board.kinds() == ["unit-moved", "disordered"]


def test_who_retreats_aslant_ends_facing_the_way_it_went() -> None:
    board = play(stood(unit("B", BLUE, "samurai", 70, 40, SOUTH)), going("retreat", B))
    before, after = footprint(board.state.units["A"].formation), board.unit("A")
    assert after.facing == 13_500
    middle = after.formation.centre
    assert abs(middle.x - (90_000 + 5_657)) <= 1
    assert abs(middle.y - (61_500 + 5_657)) <= 1
    assert before


def test_difficult_ground_costs_double_and_disorders() -> None:
    state = stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), terrain=[box("paddy", 70, 63, 110, 90)])
    board = play(state, going("retire", B))
    assert board.unit("A").at == place(90, 64)
    assert board.unit("A").disordered


def test_who_is_stopped_is_disordered() -> None:
    edge = play(stood(unit("B", BLUE, "samurai", 90, 90, SOUTH), y=109), going("retire", B))
    assert not edge.unit("A").disordered
    for state, at in (
        (stood(unit("B", BLUE, "samurai", 90, 90, SOUTH), y=114), place(90, 117)),
        (stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), terrain=[box("lake", 80, 66, 100, 80)]), place(90, 63)),
        (stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), unit("C", BLUE, "samurai", 90, 68, NORTH)), place(90, 64)),
    ):
        board = play(state, going("retire", B))
        assert board.unit("A").at == at
        assert board.unit("A").disordered


def test_friends_in_the_way_are_passed_and_both_are_disordered() -> None:
    friend = unit("C", RED, "spears", 90, 68)
    board = play(stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), friend), going("retire", B))
    assert board.unit("A").at == place(90, 71)
    assert board.unit("A").disordered
    assert board.unit("C").disordered
    assert not board.unit("C").passed_through


# -- rout ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "face", "far"), [
    ("samurai", 1, 8), ("samurai", 6, 11), ("horse", 1, 15), ("horse", 6, 19), ("spears", 2, 12), ("monks", 5, 13),
])  # fmt: skip
def test_a_rout_is_diced_on_the_own_row(made: str, face: int, far: int) -> None:
    state = stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), made=made)
    board = play(state, going("rout", B), (face,))
    me = board.unit("A")
    assert me.at == place(90, 60 + far + me.formation.depth // 1000)
    assert me.facing == SOUTH
    assert (me.routing, me.routing_since, me.routs, me.disordered, me.rout_moves) == (True, 3, 1, True, 1)
    assert board.rolls[0].why == "rout"
    assert me.legs[0].start == footprint(state.units["A"].formation)
    assert me.legs[0].end == footprint(me.formation)


def test_a_rout_ends_frenzy_halt_pursuit_and_rally() -> None:
    hurt = {"frenzied_since": 1, "pursuing_until": 4, "halted_until": 4, "rallied": True}
    me = play(stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), me=hurt), going("rout", B), (1,)).unit("A")
    assert (me.frenzied, me.pursuing_until, me.halted_until, me.rallied) == (False, 0, 0, False)


def test_a_gun_loses_its_crew_and_a_headquarters_does_not_rout() -> None:
    gun = play(stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), made="gun"), going("rout", B)).unit("A")
    assert gun.abandoned
    assert not gun.routing
    assert play(stood(FAR, made="hq"), going("rout", None)).events == []


def ran(state: State, face: int, by: UnitId | None = None) -> Board:
    """A rout move of A with this die."""

    def run(board: Board) -> Coroutine[Effect, Any, None]:
        return rout_move(board, A, by)

    return play(state, run, (face,))


ROUTING: dict[str, Any] = {"routing": True, "routing_since": 2, "routs": 1, "rout_moves": 1, "disordered": True}


def test_a_later_rout_move_goes_home_whoever_is_near() -> None:
    state = stood(unit("B", BLUE, "samurai", 92, 90, NORTH), me=ROUTING, facing=SOUTH, y=40, edges=("west", "east"))
    board = ran(state, 1)
    assert board.unit("A").facing == WEST
    middle = board.unit("A").formation.centre
    assert (middle.x, middle.y) == (82_000, 38_500)
    assert board.unit("A").rout_moves == 2


def test_a_rout_move_in_the_weather() -> None:
    state = stood(FAR, me=ROUTING, facing=SOUTH, weather="heavy-rain")
    assert ran(state, 1).unit("A").at == place(90, 65)


@pytest.mark.parametrize("kind", ["lake", "building", "cliff"])
def test_a_barred_way_is_gone_round_at_the_first_free_heading(kind: str) -> None:
    state = stood(FAR, me=ROUTING, facing=SOUTH, terrain=[box(kind, 91, 65, 130, 80)])
    board = ran(state, 1)
    (moved,) = [e for e in board.events if isinstance(e, RoutMoved)]
    assert moved.aside == 4_500
    assert board.unit("A").facing == SOUTH + 4_500


def test_left_is_tried_before_right() -> None:
    state = stood(FAR, me=ROUTING, facing=SOUTH, terrain=[box("lake", 89, 65, 91, 80)])
    (moved,) = [e for e in ran(state, 1).events if isinstance(e, RoutMoved)]
    assert moved.aside < 0


def test_an_enemy_bars_the_way_unless_he_only_touches_at_the_start() -> None:
    behind = unit("B", BLUE, "samurai", 90, 67, NORTH)
    beside = unit("B", BLUE, "samurai", 86, "58.5", EAST)
    (moved,) = [e for e in ran(stood(behind, me=ROUTING, facing=SOUTH), 1).events if isinstance(e, RoutMoved)]
    assert moved.aside != 0
    (moved,) = [e for e in ran(stood(beside, me=ROUTING, facing=SOUTH), 1).events if isinstance(e, RoutMoved)]
    assert moved.aside == 0


def test_with_no_free_heading_the_longest_free_way_is_taken() -> None:
    walls = [box("lake", 60, 62, 120, 70), box("lake", 70, 40, 80, 62), box("lake", 97, 40, 110, 62)]
    state = stood(FAR, me=ROUTING, facing=SOUTH, terrain=walls)
    way = way_out(state, state.units["A"], SOUTH, 11_000)
    assert (way.journey.distance, way.aside) == (6_211, 7_500)


def test_who_can_go_nowhere_surrenders() -> None:
    state = stood(FAR, me=ROUTING, facing=SOUTH, terrain=[
        box("lake", 60, 60, 120, 70), box("lake", 70, 40, 86, 60), box("lake", 94, 40, 110, 60),
    ])  # fmt: skip
    board = ran(state, 1)
    assert board.unit("A").fate == "captured"
    assert len(board.unit("A").legs) == 1


def test_over_the_edge_a_router_is_lost() -> None:
    board = ran(stood(FAR, me=ROUTING, facing=SOUTH, y=115), 1)
    me = board.unit("A")
    assert (me.fate, me.legs[0].end) == ("left", ())
    assert board.state.side(RED).units_lost == 1


def test_routers_go_through_friends_and_leave_them_reason_7() -> None:
    friend = unit("C", RED, "spears", 90, 66)
    board = ran(stood(FAR, friend, me=ROUTING, facing=SOUTH), 1)
    assert board.unit("C").disordered
    assert board.unit("C").passed_through
    assert board.unit("A").at == place(90, 72)


def test_at_the_fords_routers_drown() -> None:
    river = [box("river", 0, 62, 60, 70), box("river", 72, 62, 180, 70), box("ford", 60, 62, 72, 70)]
    lost = ran(stood(FAR, me=ROUTING, facing=SOUTH, terrain=river, scenario="fords"), 1)
    assert lost.unit("A").fate == "destroyed"
    dry = ran(stood(FAR, me=ROUTING, facing=SOUTH, terrain=river), 1)
    assert dry.unit("A").on_table
    over = ran(stood(FAR, me=ROUTING, x=66, facing=SOUTH, terrain=river, scenario="fords"), 6)
    assert over.unit("A").on_table
    assert over.unit("A").at.y > 62_000


# -- out of a building --------------------------------------------------------------------


@pytest.mark.parametrize(("how", "y"), [("retire", 76), ("retreat", 79)])
def test_out_of_a_building_a_unit_goes_from_its_wall(how: str, y: int) -> None:
    house = box("building", 86, 60, 94, 68)
    inside = {"building": "building", "at": place(90, 60)}
    board = play(stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), me=inside, terrain=[house]), going(how, B))
    me = board.unit("A")
    assert me.building == ""
    assert abs(me.at.y - y * 1_000) <= 2
    assert me.facing == (NORTH if how == "retire" else SOUTH)


def test_out_of_a_building_with_no_room_before_it_a_unit_stays_and_is_disordered() -> None:
    house, lake = box("building", 86, 60, 94, 68), box("lake", 80, 68, 100, 75)
    inside = {"building": "building", "at": place(90, 60)}
    state = stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), me=inside, terrain=[house, lake])
    for how in ("retire", "retreat"):
        me = play(state, going(how, B)).unit("A")
        assert (me.building, me.disordered, me.moved) == ("building", True, False)


def test_out_of_a_building_a_unit_routs_on_the_side_away_from_the_enemy() -> None:
    house = box("building", 86, 60, 94, 68)
    inside = {"building": "building", "at": place(90, 60)}
    foe = unit("B", BLUE, "samurai", 90, 60, SOUTH)
    me = play(stood(foe, me=inside, terrain=[house]), going("rout", B), (1,)).unit("A")
    assert (me.building, me.facing, me.routing) == ("", SOUTH, True)
    assert abs(me.at.y - 79_000) <= 2
    assert me.legs[0].start == house.outline


# -- breaking off -------------------------------------------------------------------------


def broke(state: State, how: str, *inputs: Any) -> Board:
    """A unit does what a morale test says."""

    def run(board: Board) -> Coroutine[Effect, Any, None]:
        return flows.carry_out(board, A, how, None)

    return play(state, run, *inputs)


def fight(**foe: Any) -> State:
    """A and B in melee, front to front."""
    return stood(unit("B", BLUE, "samurai", 90, 60, SOUTH, **foe))


def test_an_enemy_may_advance_after_one_that_retires_but_not_pursue() -> None:
    board = broke(fight(), "retire", "advance")
    assert board.unit("A").at == place(90, 68)
    assert board.unit("B").at == place(90, 63)
    (question,) = board.asks
    assert (question.seat, question.about, question.default) == (BLUE, "rout.after", "hold")
    no = question.domain.refuse("pursue")
    assert no is not None
    assert no.code == "pursuit.retired"


def test_an_enemy_may_pursue_one_that_retreats() -> None:
    board = broke(fight(), "retreat", "pursue", (6,))
    assert board.unit("B").pursuing_until == 4
    assert touching(board.state, board.unit("A"), board.unit("B"))


def test_an_enemy_may_pursue_one_that_routs() -> None:
    board = broke(fight(), "rout", (1,), "pursue", (1,), (1,) * 4)
    assert board.unit("A").routing
    assert touching(board.state, board.unit("A"), board.unit("B"))


def test_an_enemy_that_fights_another_too_is_not_asked() -> None:
    other = unit("C", RED, "samurai", 98, 60)
    state = stood(unit("B", BLUE, "samurai", 94, 60, SOUTH, files=4), other)
    assert broke(state, "retire").asks == []


def test_an_enemy_that_halts_or_that_is_a_place_stays() -> None:
    assert broke(fight(halted_until=3), "retire").unit("B").at == place(90, 60)
    place_ = stood(unit("B", BLUE, "hq", 90, 60, SOUTH))
    board = broke(place_, "retire")
    assert (board.asks, board.unit("B").at) == ([], place(90, 60))


def test_a_melee_of_two_turns_disorders_those_who_survive_it() -> None:
    long = fight().with_pair("A", "B", rounds=2, turns=2)
    board = broke(long, "retire", "hold")
    assert (board.unit("A").disordered, board.unit("B").disordered) == (True, True)
    short = broke(fight().with_pair("A", "B", rounds=1, turns=1), "retire", "hold")
    assert (short.unit("A").disordered, short.unit("B").disordered) == (False, False)
    assert short.state.pairs == {}


def test_who_will_not_charge_retires_from_the_nearest_enemy_not_from_the_target() -> None:
    state = stood(unit("B", BLUE, "samurai", 90, 40, SOUTH), unit("C", BLUE, "samurai", 75, 60, SOUTH))

    def run(board: Board) -> Coroutine[Effect, Any, None]:
        return flows.carry_out(board, A, "retire", B, 4)

    assert play(state, run).unit("A").at == place(98, 60)


def test_who_retires_out_of_no_melee_asks_nobody() -> None:
    assert broke(stood(unit("B", BLUE, "samurai", 90, 40, SOUTH)), "retire").asks == []


# -- the end of phase B -------------------------------------------------------------------


def test_routers_that_have_not_run_this_turn_run_initiative_side_first() -> None:
    state = field(
        unit("A", RED, "samurai", 30, 60, SOUTH, **ROUTING), unit("B", BLUE, "samurai", 60, 60, **ROUTING),
        unit("C", RED, "samurai", 90, 60, SOUTH, **{**ROUTING, "routing_since": 3}),
        unit("D", BLUE, "samurai", 120, 60, **ROUTING), unit("E", RED, "samurai", 150, 60), initiative=BLUE,
    )  # fmt: skip
    board = play(state, routers, (1,), (1,), (1,))
    assert [e.unit for e in board.events if isinstance(e, RoutMoved)] == ["B", "D", "A"]
    assert [roll.by for roll in board.rolls] == [BLUE, BLUE, RED]
    again = play(board.state, routers)
    assert again.kinds() == ["phase-began"]


def test_a_leader_goes_with_his_unit() -> None:
    with_him = leader("red-L1", RED, attached=A)
    board = ran(stood(FAR, me=ROUTING, facing=SOUTH, leaders=[with_him]), 1)
    assert board.state.leaders["red-L1"].at == board.unit("A").formation.centre
    assert distance(board.state, board.unit("A"), board.unit("A")) == 0
