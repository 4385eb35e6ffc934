"""B3 besides manoeuvres: leaders, buildings, palisades."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.geometry import CM
from app.engine.refusals import refuse
from app.engine.table import Terrain
from app.systems.daimyo.book import c
from app.systems.daimyo.leaders.moves import path_cost, refuse_path
from app.systems.daimyo.leaders.orders import ORDERS
from app.systems.daimyo.measure import distance, ground_of
from app.systems.daimyo.moving.ground.palisades import open_palisades, opened
from app.systems.daimyo.moving.judging import judge, refuse_steps
from app.systems.daimyo.moving.phase import move
from app.systems.daimyo.page.looks.moves import look
from app.systems.daimyo.state import ClanId, UnitId
from app.systems.daimyo.system import SYSTEM
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
    reasons = option(state, "red-L1", "attach").then().options  # type: ignore[misc, union-attr]
    assert {id: no.code if no else "" for id, no in reasons.items()} == {"A": "", "B": "leader.not-his"}
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
    found = ORDERS.menu(state, state.leaders["red-L1"]).options["go"].no
    assert (found.code if found else "") == no


@pytest.mark.parametrize(("x", "more", "no"), [
    (90, {}, ""), (95, {}, ""), (95.5, {}, "leader.not-at-hq"), (90, {"moved": True}, "leader.moved-no-seat"),
    (90, {"seated": True}, "leader.seated"),
])  # fmt: skip
def test_when_a_general_may_sit(x: float, more: dict[str, Any], no: str) -> None:
    boss = leader("red-L0", RED, str(x), 62, general=True, **more)
    state = field(unit("Q", RED, "hq", 90, 60), leaders=[boss], active="general:red", phase="move", go=RED)
    found = ORDERS.menu(state, boss).options["sit"].no
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
        found = ORDERS.menu(state.with_(active=active), state.leaders[id]).options["sit"].no
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
    assert shut(state, "A", "enter") == "building.infantry"
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
    assert shut(state, "H", "work") == "palisade.infantry"
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


# -- other orders ---------------------------------------------------------------------------


def test_a_charge_is_an_order_and_needs_obedience_like_others() -> None:
    far = [leader("red-L1", RED, 10, 60)]
    state = at_work(unit("A", RED, "samurai", 90, 60), unit("F", BLUE, "samurai", 90, 52, SOUTH), leaders=far)
    order = told("A", "charge", {"pick": "F", "then": []})
    halted = play(state, move, order, (3,), DONE)
    assert halted.kinds()[1:] == ["order-given", "obedience-tested"]
    assert shut(halted.state, "A") == "order.disobeyed"
    gone = play(state, move, order, (4,), "stand", DONE)
    assert "charge-struck" in gone.kinds()
    assert gone.unit("A").at == place(90, 52)


def test_who_can_reach_nobody_is_told_so() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60, disordered=True), unit("B", RED, "samurai", 60, 60),
                    unit("F", BLUE, "samurai", 90, 52, SOUTH), unit("G", BLUE, "samurai", 120, 20, SOUTH))  # fmt: skip
    assert (shut(state, "A", "charge"), shut(state, "B", "charge")) == ("charge.disordered", "charge.nobody")
    alone = at_work(unit("A", RED, "samurai", 90, 60))
    assert shut(alone, "A", "charge") == "charge.no-enemies"


def test_who_reaches_nobody_is_told_how_far_the_nearest_is_or_what_bars_the_way_to_him() -> None:
    behind = unit("G", BLUE, "samurai", 60, 67, SOUTH)
    state = at_work(unit("B", RED, "samurai", 60, 60), unit("F", BLUE, "samurai", 60, 30, SOUTH))
    no = option(state, "B").then().options["charge"].no  # type: ignore[misc, union-attr]
    far = distance(state, state.units["B"], state.units["F"])
    assert no == refuse("charge.nobody", c("DAI-CHG-01"), unit="B", target="F", distance=far, allowed=12 * CM)
    near = at_work(*state.units.values(), behind)
    assert shut(near, "B", "charge") == "charge.not-in-front"


def test_a_unit_leaves_by_the_edge_its_scenario_opens() -> None:
    rear = {"scenario": "rearguard", "edges": ("north", "south"), "turn": 8}
    state = at_work(unit("A", RED, "samurai", 90, 6), leaders=[leader("red-L1", RED, 95, 10)], **rear)
    sides = tuple(replace(s, role=role) for s, role in zip(state.sides, ("defender", "attacker"), strict=True))
    state = state.with_(sides=sides)
    board = play(state, move, told("A", "exit", None), DONE)
    assert (board.unit("A").fate, board.kinds()[1:]) == ("saved", ["order-given", "unit-saved"])
    early = state.with_(turn=7)
    no = option(early, "A").then().options["exit"].no  # type: ignore[misc, union-attr]
    assert no is not None
    assert no.code == "exit.early"


def test_forced_moves_over_an_enemy_leader_put_him_in_danger() -> None:
    rout = {"routing": True, "routing_since": 2, "disordered": True, "routs": 1, "rout_moves": 1}
    state = at_work(unit("A", RED, "samurai", 90, 60, **rout), leaders=[*NEAR, leader("blue-L1", BLUE, 90, 68)])
    board = play(state, move, (3,), (2,), DONE)
    assert [roll.why for roll in board.rolls] == ["rout", "leader"]
    assert board.state.leaders["blue-L1"].fate == "dead"


def test_nobody_stands_on_an_abandoned_gun_of_the_enemy() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60), unit("G", BLUE, "gun", 90, 52, abandoned=True))
    found = refuse_steps(state, state.units["A"], steps(("forward", 8)))
    assert found is not None
    assert found.code == "move.on-unit"
    assert refuse_steps(state, state.units["A"], steps(("forward", 5))) is None


def test_a_move_in_command_needs_no_roll_and_its_preview_names_none() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60))
    found = look(state, state.units["A"], judge(state, state.units["A"], steps(("forward", 5))))
    assert [(note.about, note.facts["used"]) for note in found.notes] == [("moves.used", 5 * CM)]
    assert [mark.kind for mark in found.marks] == ["path", "block", "label"]


# -- more of leaders --------------------------------------------------------------------------


def test_paths_that_are_offered_to_a_leader_are_legal() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 52), unit("F", BLUE, "samurai", 103, 58),
                    unit("G", BLUE, "gun", 92, 58, abandoned=True), leaders=[leader("red-L1", RED, 90, 60)],
                    terrain=(box("river", 78, 56, 85, 70), box("stream", 80, 70, 100, 71)))  # fmt: skip
    domain = option(state, "red-L1", "go").then
    assert domain is not None
    paths, rng = domain(), Random(3)
    for _ in range(60):
        path = paths.sample(rng)
        assert paths.refuse(path) is None
        assert paths.read(paths.write(path)) == path
    assert [mark.kind for mark in paths.preview(path).marks] == ["path", "ghost", "label"]
    long = (place(90, 60), place(90, 90))
    assert [mark.kind for mark in paths.preview(long).marks] == ["path-no", "ghost-no", "label-no"]
    assert path_cost(state, (place(90, 60), place(90, 80))) == 23 * CM


@pytest.mark.parametrize(("path", "no"), [
    (((91, 60), (90, 50)), "leader.starts-elsewhere"), (((90, 60), (90, -1)), "leader.too-far"),
    (((90, 5), (90, -1)), "leader.off-table"),
])  # fmt: skip
def test_what_is_no_path_of_a_leader(path: tuple[tuple[int, int], ...], no: str) -> None:
    state = at_work(leaders=[leader("red-L1", RED, *(path[0] if path[0] != (91, 60) else (90, 60)))])
    found = refuse_path(state, state.leaders["red-L1"], tuple(place(*at) for at in path))
    assert found is not None
    assert found.code == no


def test_a_leader_ringed_in_has_nowhere_to_go() -> None:
    sides = (("80", "60", "89.5", "80"), ("90.5", "60", "100", "80"), ("80", "60", "100", "69.5"),
             ("80", "70.5", "100", "80"))  # fmt: skip
    lakes = tuple(
        Terrain(f"lake-{n}", "lake", (place(w, top), place(e, top), place(e, low), place(w, low)), True)
        for n, (w, top, e, low) in enumerate(sides)
    )
    boss = leader("red-L1", RED, 90, 70)
    state = at_work(unit("A", RED, "samurai", 80, 70), leaders=[boss], terrain=lakes)
    options = ORDERS.menu(state, boss).options
    found = [options[key].no for key in ("go", "attach")]
    assert [no.code if no else "" for no in found] == ["leader.no-room", "leader.barred"]
    assert shut(state, "red-L1") == "leader.no-room"
    assert refuse_path(state, boss, (place(90, 70), place(90, "69.6"))) is None


def test_joining_is_refused_with_the_reason_of_each_unit() -> None:
    boss = leader("red-L1", RED, 90, 61, attached="A")
    other = replace(leader("red-L2", RED, 60, 61), attached=UnitId("B"), clan=ClanId("red-c1"))
    state = at_work(unit("A", RED, "samurai", 90, 60), unit("B", RED, "samurai", 60, 60), leaders=[boss, other])
    reasons = ORDERS.menu(state, boss).options["attach"].then().options  # type: ignore[misc, union-attr]
    assert [no.code if no else "" for no in reasons.values()] == ["leader.with-it", "leader.full"]
    held = at_work(unit("A", RED, "samurai", 90, 60, routing=True, routing_since=3), leaders=[boss])
    no = ORDERS.menu(held, boss).options["attach"].no
    assert no is not None
    assert no.code == "leader.held-routing"


def test_everything_that_happens_is_told() -> None:
    units = (unit("A", RED, "samurai", 90, 55), unit("B", RED, "samurai", 70, 50), unit("C", RED, "spears", 40, 60))
    state = at_work(*units, leaders=[leader("red-L1", RED, 80, 60)], terrain=(HALL, FENCE))
    board = play(
        state, move, told("A", "enter", {"pick": "building", "then": wire(("forward", 3))}), told("B", "work", None),
        told("C", "move", wire(("forward", 1))), (5,), told("red-L1", "go", [[72_000, 54_000]]),
        told("red-L1", "attach", "B"),
    )  # fmt: skip
    open_palisades(board)
    for event in board.events:
        telling: Any = SYSTEM.tell(event)
        assert telling.about in SYSTEM.sentences, telling.about
    assert {"obedience-tested", "building-entered", "palisade-opened", "leader-attached"} <= set(board.kinds())
