"""B3 besides manoeuvres: leaders, buildings, palisades."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.geometry import CM
from app.engine.table import Terrain
from app.systems.daimyo.flows.ordered import open_palisades
from app.systems.daimyo.leader_moves import leader_menu, path_cost, refuse_path
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.palisades import opened
from app.systems.daimyo.phases.move import move
from tests.systems.daimyo.marching import DONE, NEAR, at_work, option, shut, steps, told, wire
from tests.systems.daimyo.nerves import BLUE, RED, SOUTH, Board, box, field, leader, place, play, unit

# -- leaders --------------------------------------------------------------------------------------------


def test_a_leader_pays_for_the_ground_and_rides_twice_as_far_on_roads() -> None:
    state = at_work(leaders=[leader("red-L1", RED, 90, 60)],
                    terrain=(box("woods", 80, 44, 100, 50), box("road", 100, 0, 104, 120),
                             box("stream", 0, 20, 180, 21)))  # fmt: skip
    assert path_cost(state, (place(90, 60), place(90, 40))) == 26 * CM
    assert path_cost(state, (place(102, 60), place(102, 30))) == 15 * CM
    assert path_cost(state, (place(90, 30), place(90, 10))) == 23 * CM
    boss = state.leaders["red-L1"]
    no = refuse_path(state, boss, (place(90, 60), place(90, 40)))
    assert no is not None
    assert (no.code, no.facts["used"], no.facts["allowed"]) == ("leader.too-far", 26 * CM, 20 * CM)


@pytest.mark.parametrize(("end", "no"), [
    ((90, 45), ""), ((90, 52), ""), ((98, 60), "leader.too-near"), ((97.9, 60), ""), ((90, 60), "leader.stays"),
    ((80, 62), "leader.barred"), ((90, 81), "leader.too-far"),
])  # fmt: skip
def test_where_a_leader_may_go(end: tuple[float, float], no: str) -> None:
    state = at_work(unit("A", RED, "samurai", 90, 52), unit("F", BLUE, "samurai", 103, 58),
                    leaders=[leader("red-L1", RED, 90, 60)], terrain=(box("river", 78, 60, 85, 64),))  # fmt: skip
    found = refuse_path(state, state.leaders["red-L1"], (place(90, 60), place(str(end[0]), str(end[1]))))
    assert (found.code if found else "") == no


def test_leaders_join_units_of_theirs_and_leave_them_again() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60), unit("B", RED, "samurai", 90, 90, clan="red-c2"),
                    leaders=[leader("red-L1", RED, 100, 70)])  # fmt: skip
    board = play(state, move, told("red-L1", "attach", "A"), DONE)
    joined = board.state.leaders["red-L1"]
    assert (joined.attached, joined.at, joined.moved) == ("A", place("90", "61.5"), True)
    assert board.kinds()[1:] == ["leader-moved", "leader-attached"]
    assert list(option(state, "red-L1", "attach").then().options) == ["A"]  # type: ignore[misc, union-attr]
    later = board.state.with_leader("red-L1", moved=False)
    gone = play(later, move, told("red-L1", "go", [[90_000, 50_000]]), DONE).state.leaders["red-L1"]
    assert (gone.attached, gone.at) == ("", place(90, 50))


def test_a_leader_moves_once_but_joins_what_he_comes_to_touch() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60), leaders=[leader("red-L1", RED, 100, 70)])
    board = play(state, move, told("red-L1", "go", [[95_000, 61_500]]), told("red-L1", "attach", "A"), DONE)
    assert board.kinds()[1:] == ["leader-moved", "leader-attached"]
    away = play(state, move, told("red-L1", "go", [[97_000, 61_500]]), DONE)
    assert shut(away.state, "red-L1") == "leader.moved"


@pytest.mark.parametrize(("more", "no"), [
    ({"routing": True}, "leader.held-routing"), ({"pursuing_until": 4}, "leader.held-pursuing"), ({}, ""),
])  # fmt: skip
def test_a_leader_cannot_leave_a_unit_that_runs(more: dict[str, Any], no: str) -> None:
    with_it = [leader("red-L1", RED, 90, 61, attached="A")]
    state = at_work(unit("A", RED, "samurai", 90, 60, **more), leaders=with_it)
    found = leader_menu(state, state.leaders["red-L1"]).options["go"].no
    assert (found.code if found else "") == no


@pytest.mark.parametrize(("x", "more", "no"), [
    (90, {}, ""), (95, {}, ""), (95.5, {}, "leader.not-at-hq"), (90, {"moved": True}, "leader.moved-no-seat"),
    (90, {"seated": True}, "leader.seated"),
])  # fmt: skip
def test_when_a_general_may_sit(x: float, more: dict[str, Any], no: str) -> None:
    boss = leader("red-L0", RED, str(x), 62, general=True, **more)
    state = field(unit("Q", RED, "hq", 90, 60), leaders=[boss], active="general:red", phase="move", go=RED)
    found = leader_menu(state, boss).options["sit"].no
    assert (found.code if found else "") == no
    if not no:
        board = play(state, move, told("red-L0", "sit", None), DONE)
        assert board.state.leaders["red-L0"].seated
        risen = board.state.with_leader("red-L0", moved=False)
        gone = play(risen, move, told("red-L0", "go", [[90_000, 80_000]]))
        assert not gone.state.leaders["red-L0"].seated


def test_only_an_active_general_sits() -> None:
    boss = leader("red-L0", RED, 90, 62, general=True)
    state = field(unit("Q", RED, "hq", 90, 60), leaders=[boss, *NEAR])
    for active, id, no in (("", "red-L0", "leader.sits-active"), ("red-c1", "red-L1", "leader.no-general")):
        found = leader_menu(state.with_(active=active), state.leaders[id]).options["sit"].no
        assert found is not None
        assert found.code == no


# -- buildings --------------------------------------------------------------------------------------------


HALL = box("building", 86, 44, 94, 52)


def test_going_into_a_building_costs_half_of_the_move() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 55), terrain=(HALL,))
    board = play(state, move, told("A", "enter", {"pick": "building", "then": wire(("forward", 3))}), DONE)
    inside = board.unit("A")
    assert (inside.building, inside.moved, inside.disordered) == ("building", True, False)
    assert ground_of(board.state, inside) == HALL.outline
    assert inside.formation.centre == place(90, 48)
    far = at_work(unit("A", RED, "samurai", 90, 58), terrain=(HALL,))
    assert shut(far, "A", "enter") in ("building.not-at-door", "move.too-far")
    assert play(far, move, told("A", "move", wire(("forward", 6))), DONE).unit("A").at == place(90, 52)


@pytest.mark.parametrize(("more", "no"), [
    ({"stands": 8, "files": 4}, ""), ({"stands": 9, "files": 3}, "building.too-many"),
])  # fmt: skip
def test_a_building_holds_eight_stands(more: dict[str, Any], no: str) -> None:
    state = at_work(unit("A", RED, "samurai", 90, 54, **more), terrain=(HALL,))
    assert shut(state, "A", "enter") == no


def test_who_does_not_go_into_a_building() -> None:
    state = at_work(unit("A", RED, "horse", 90, 54), unit("B", RED, "samurai", 90, 43, SOUTH),
                    unit("C", RED, "samurai", 80, 60, building="building"), terrain=(HALL,))  # fmt: skip
    assert "enter" not in option(state, "A").then().options  # type: ignore[misc, union-attr]
    assert shut(state, "B", "enter") == "building.occupied"
    foes = at_work(unit("A", RED, "samurai", 90, 54), unit("F", BLUE, "samurai", 90, "43.5", SOUTH), terrain=(HALL,))
    assert shut(foes, "A", "enter") == "move.too-near"


def test_coming_out_on_a_side_leaves_half_of_the_move() -> None:
    inside, foe = unit("A", RED, "samurai", 90, 48, building="building"), unit("F", BLUE, "samurai", 90, "40.5", SOUTH)
    state = at_work(inside, foe, terrain=(HALL,))
    assert shut(state, "A", "move") == "move.indoors"
    assert [shut(state, "A", "leave", side) for side in ("north", "east", "south", "west")] == [
        "move.too-near", "", "", ""]  # fmt: skip
    board = play(state, move, told("A", "leave", {"pick": "south", "then": wire(("forward", 4))}), DONE)
    out = board.unit("A")
    assert (out.building, out.facing, out.moved) == ("", SOUTH, True)
    assert out.at == place("90", "59.001")
    domain = option(state, "A", "leave", "south").then
    assert domain is not None
    no = domain().refuse(steps(("forward", 5)))
    assert no is not None
    assert no.code == "move.too-far"


# -- palisades --------------------------------------------------------------------------------------------


FENCE = Terrain("fence", "palisade", (place(60, 50), place(120, 50)), False)


def test_a_unit_at_a_palisade_tears_four_centimetres_out_of_it() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 50), unit("H", RED, "horse", 70, 50), terrain=(FENCE,))
    assert "work" not in option(state, "H").then().options  # type: ignore[misc, union-attr]
    board = play(state, move, told("A", "work", None), DONE)
    assert board.kinds()[1:] == ["order-given", "palisade-worked"]
    board.state = board.state.with_(active="red-c1")
    open_palisades(board)
    assert board.state.gaps == {"fence": ((28 * CM, 32 * CM),)}
    again = Board(board.state)
    open_palisades(again)
    assert sum(b - a for a, b in again.state.gaps["fence"]) == 8 * CM


def test_work_is_lost_on_a_unit_that_fired_or_fought() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 50, idle_activation=True, fired=(0,)), terrain=(FENCE,))
    board = Board(state)
    open_palisades(board)
    assert board.events == []
    away = at_work(unit("A", RED, "samurai", 90, 52), terrain=(FENCE,))
    assert "work" not in option(away, "A").then().options  # type: ignore[misc, union-attr]


def test_a_gap_at_the_end_of_a_palisade_is_no_shorter() -> None:
    state = at_work(unit("A", RED, "samurai", 60, 50), terrain=(FENCE,))
    assert opened(state, state.units["A"], FENCE) == ((0, 4 * CM),)
    state = state.with_(gaps={"fence": ((0, 60 * CM),)})
    assert opened(state, state.units["A"], FENCE) == ((0, 60 * CM),)
