"""The Movement step: who goes where, friends, loose models, buildings, characters, wet Teppos, Warning Orders."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.geometry import CM
from app.systems.kensei.army import Order, Unit, Warning
from app.systems.kensei.measure import between, parts, spread, strength
from app.systems.kensei.moving.events import UnitMoved
from app.systems.kensei.moving.flow import resumed
from app.systems.kensei.moving.phase import movement
from app.systems.kensei.moving.step import menu
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import value
from app.systems.kensei.troops.declaring import ORDERS
from tests.systems.kensei.fields import (
    BLUE,
    EAST,
    NORTH,
    RED,
    SOUTH,
    Board,
    at,
    box,
    field,
    hero,
    long,
    loose,
    pick,
    piece,
    riders,
    unit,
)

MARCH = Order(do="move", mode="march")
RUN = Order(do="move", mode="run")


def foot(*orders: Order, **more: Any) -> Unit:
    return unit("A", BLUE, 60, 60, **{"orders": orders or (MARCH,), **more})


def played(state: State, *inputs: Any) -> Board:
    board = Board(state)
    board.play(movement, *inputs)
    return board


def slide(far: int | str, way: int = NORTH) -> list[Any]:
    return ["slide", long(far), way]


def shut(state: State, id: str) -> str:
    no = menu(state, BLUE).options[id].no
    return no.code if no else ""


# -- units in ranks --------------------------------------------------------------------------


def test_an_ordered_march_is_paid_for_and_made() -> None:
    board = played(field(foot()), pick("A", [slide(8)]))
    unit_a = board.state.units["A"]
    assert (unit_a.at, unit_a.ap, unit_a.moved, unit_a.orders[0].state) == (at(60, 52), 1, "march", "done")
    moved = next(event for event in board.events if isinstance(event, UnitMoved))
    assert (moved.cost, moved.mode, len(moved.way)) == (8 * CM, "march", 2)


def test_what_is_not_made_is_given_up_and_costs_nothing() -> None:
    for inputs in (("done",), (pick("A", []),)):
        board = played(field(foot()), *inputs)
        unit_a = board.state.units["A"]
        assert (unit_a.ap, unit_a.moved, unit_a.orders[0].state) == (2, "", "given-up")


def test_an_order_that_can_no_longer_be_paid_lapses() -> None:
    board = played(field(foot(ap=0)))
    assert board.state.units["A"].orders[0].state == "lapsed"
    assert board.state.units["A"].at == at(60, 60)


def test_units_move_in_the_order_their_player_likes_and_a_turn_is_made_on_the_way() -> None:
    turning = Order(do="move", mode="run", bearing=EAST, special="facing")
    state = field(foot(), unit("B", BLUE, 30, 60, orders=(turning,)))
    board = played(state, pick("B", [slide(5, EAST), ["face", EAST], slide(5, EAST)]), pick("A", [slide(10)]))
    moved = [event for event in board.events if isinstance(event, UnitMoved)]
    assert [event.unit for event in moved] == ["B", "A"]
    assert (moved[0].facing, moved[0].cost, len(moved[0].way)) == (EAST, 12 * CM, 4)
    assert board.state.units["B"].moved == "run"


def test_who_fights_or_flees_does_not_carry_out_its_order() -> None:
    assert shut(field(foot(fleeing=True)), "A") == "orders.flees"
    assert shut(field(foot(acted_last=True)), "A") == "orders.charged"


# -- friends ---------------------------------------------------------------------------------


def test_passing_through_costs_both_an_ap_and_two_initiative() -> None:
    state = field(foot(RUN), unit("F", BLUE, 60, 55, models=5))
    board = played(state, pick("A", [slide(20)]))
    for id, ap in (("A", 0), ("F", 1)):
        one = board.state.units[id]
        assert (one.ap, one.passed, value(board.state, one, "initiative")) == (ap, True, one.initiative - 2)


def test_who_does_not_get_clear_pays_all_the_same() -> None:
    state = field(foot(), unit("F", BLUE, 60, 54, models=5))
    board = played(state, pick("A", [slide(8)]))
    assert board.state.units["A"].at == at(60, "59.5")
    assert [board.state.units[id].ap for id in ("A", "F")] == [0, 1]
    assert board.state.units["A"].passed


# -- loose models ----------------------------------------------------------------------------


def harassers(*orders: Order, **more: Any) -> Unit:
    return loose("H", BLUE, (50, 60), (56, 60), (62, 60), orders=orders or (MARCH,), **more)


def why_not(state: State, **paths: Any) -> str:
    option = menu(state, BLUE).options["H"]
    assert option.then is not None
    domain = option.then()
    no = domain.refuse(domain.read({f"H-{id[1:]}": [[long(x), long(y)] for x, y in way] for id, way in paths.items()}))
    return no.code if no else ""


def test_each_harasser_goes_its_own_way_within_its_movement() -> None:
    state = field(harassers())
    board = played(state, pick("H", {"H-1": [[50_000, 50_000]], "H-3": [[62_000, 55_000], [61_000, 55_000]]}))
    one = board.state.units["H"]
    assert [model.at for model in one.models] == [at(50, 50), at(56, 60), at(61, 55)]
    assert (one.ap, one.moved) == (2, "march")
    assert why_not(state, m1=[(50, "49.9")]) == "move.too-far"
    assert why_not(state, m1=[(50, 65), (50, 59)]) == "move.too-far"


def test_harassers_keep_their_distances() -> None:
    state = field(harassers())
    assert why_not(state, m1=[(51, 60)]) == "move.models-too-near"
    assert why_not(state, m1=[("50.5", 60)]) == ""
    assert why_not(state, m1=[(44, 60)]) == "move.models-too-far"


def test_harassers_go_neither_through_friends_nor_near_enemies() -> None:
    friend = unit("F", BLUE, 50, 56, models=1, files=1)
    assert why_not(field(harassers(), friend), m1=[(50, 50)]) == "move.on-unit"
    foe = unit("R", RED, 50, 48, models=1, files=1)
    assert why_not(field(harassers(), foe), m1=[(50, 55)]) == "move.too-near"
    assert why_not(field(harassers(), foe), m1=[(50, 56), (49, 60)]) == "move.too-near"
    assert why_not(field(harassers(), foe), m1=[(49, 60)]) == ""


def test_after_a_combat_the_first_movement_makes_them_loose_again() -> None:
    ranks = loose("H", BLUE, (0, 0), (0, 0), (0, 0), orders=(MARCH,), formed=True)
    state = field(replace(ranks, at=at(60, 60), files=3))
    first = [[55_000, 60_000]], [[60_000, 55_000]], [[66_000, 60_000]]
    board = played(state, pick("H", {f"H-{n + 1}": way for n, way in enumerate(first)}))
    one = board.state.units["H"]
    assert (one.formed, [model.at for model in one.models]) == (False, [at(55, 60), at(60, 55), at(66, 60)])


# -- buildings -------------------------------------------------------------------------------

HOUSE = box("house", 56, 40, 64, 48)


def house(**more: Any) -> Any:
    return piece("house", (56, 40), (64, 40), (64, 48), (56, 48), doors=[(60, 48)], **more)


def four(*orders: Order, y: int | str = 48, **more: Any) -> Unit:
    return unit("A", BLUE, 60, y, **{"models": 4, "files": 4, "orders": orders, **more})


OCCUPY = Order(do="occupy", target="house")


def test_a_unit_marches_to_the_entrance_and_goes_in() -> None:
    state = field(four(MARCH, OCCUPY, y=54), pieces=[house()])
    board = played(state, pick("A", [slide(6)]), "A")
    one = board.state.units["A"]
    assert (one.building, one.ap, one.occupied) == ("house", 0, True)
    assert parts(board.state, one) == (house().outline,)


@pytest.mark.parametrize(
    ("who", "code"),
    [
        (four(OCCUPY), ""), (four(OCCUPY, y=50), "building.not-at-entrance"),
        (four(OCCUPY, y="45.5", facing=SOUTH), "building.not-at-entrance"),
        (unit("A", BLUE, 60, "50.5", SOUTH, models=4, files=4, orders=(OCCUPY,)), "building.faces-away"),
        (four(OCCUPY, models=5, files=5), "building.models"),
        (riders("A", BLUE, 60, 48, models=3, orders=(OCCUPY,)), "building.on-foot-only"),
        (four(OCCUPY, size="large"), "building.on-foot-only"),
    ],
)  # fmt: skip
def test_it_goes_in_from_the_entrance_facing_inwards_only(who: Unit, code: str) -> None:
    assert shut(field(who, pieces=[house()]), "A") == code


def test_a_house_holds_one_unit_and_no_enemy_is_walked_in_upon() -> None:
    friend = unit("F", BLUE, models=1, files=1, building="house")
    assert shut(field(four(OCCUPY), friend, pieces=[house()]), "A") == "building.units"
    foe = unit("R", RED, models=1, files=1, building="house")
    assert shut(field(four(OCCUPY), foe, pieces=[house()]), "A") == "building.enemy-inside"


def test_a_garrison_comes_out_at_the_entrance_and_faces_away() -> None:
    inside = four(Order(do="exit"), building="house")
    board = played(field(inside, pieces=[house()]), pick("A", "1"))
    one = board.state.units["A"]
    assert (one.building, one.at, one.facing, one.ap) == ("", at(60, "50.5"), SOUTH, 1)
    assert min(p.y for part in parts(board.state, one) for p in part) == 48 * CM


def test_harassers_come_out_with_their_distances() -> None:
    inside = loose("H", BLUE, (60, 44), (60, 44), (60, 44), building="house", orders=(Order(do="exit"),))
    board = played(field(inside, pieces=[house()]), pick("H", "1"))
    one = board.state.units["H"]
    spots = [model.at for model in one.models]
    assert spots[0] == at(60, "49.25")
    assert len(dict.fromkeys(spots)) == 3


def test_the_way_up_to_the_entrance_is_offered() -> None:
    option = menu(field(four(MARCH, OCCUPY, y=54), pieces=[house()]), BLUE).options["A"]
    assert option.then is not None
    assert option.then().describe()["offered"] == [["slide", 6 * CM, NORTH]]


def test_a_held_house_may_be_walked_up_to() -> None:
    foe = unit("R", RED, 60, 44, models=1, files=1, building="house")
    board = played(field(four(MARCH, y=54), foe, pieces=[house()]), pick("A", [slide(6)]))
    assert board.state.units["A"].at == at(60, 48)


def test_an_enemy_before_the_door_keeps_the_garrison_in() -> None:
    inside = four(Order(do="exit"), building="house")
    assert shut(field(inside, unit("R", RED, 60, 54), pieces=[house()]), "A") == "move.too-near"


# -- characters ------------------------------------------------------------------------------


def test_a_character_walks_to_a_unit_and_stands_in_its_front_rank() -> None:
    join = Order(do="join", target="A")
    state = field(foot(orders=()), hero("K", BLUE, 60, 70, orders=(MARCH, join)))
    board = played(state, pick("K", {"K": [[60_000, 64_000]]}))
    him = board.state.units["K"]
    assert (him.host, him.ap, strength(board.state, board.state.units["A"])) == ("A", 1, 11)
    assert [o.state for o in him.orders] == ["done", "done"]
    assert board.state.units["A"].ap == 2


def test_the_way_to_the_unit_he_joins_is_offered() -> None:
    state = field(foot(orders=()), hero("K", BLUE, 60, 70, orders=(MARCH, Order(do="join", target="A"))))
    option = menu(state, BLUE).options["K"]
    assert option.then is not None
    assert option.then().describe()["offered"] == {"K": [[60_000, 70_000], [60_000, 65_000]]}


def test_he_may_walk_first_though_he_was_told_to_join_first() -> None:
    orders = (Order(do="join", target="A"), MARCH)
    state = field(foot(orders=()), hero("K", BLUE, 60, 70, orders=orders))
    board = played(state, pick("K", {"K": [[60_000, 64_000]]}))
    assert board.state.units["K"].host == "A"
    touching = field(foot(orders=()), hero("K", BLUE, 60, "66.25", orders=orders))
    assert played(touching, "K", "done").state.units["K"].host == "A"


def test_nobody_walks_into_a_unit_that_has_no_place_for_him() -> None:
    orders = (MARCH, Order(do="join", target="A"))
    for host in (foot(models=20, orders=()), foot(models=10, orders=(), ranged="yumi")):
        state = field(host, hero("K", BLUE, 60, 73, orders=orders))
        option = menu(state, BLUE).options["K"]
        assert option.then is not None
        domain: Any = option.then()
        assert domain.describe()["offered"] == {}
        no = domain.refuse(domain.read({"K": [[60_000, 66_000]]}))
        assert no.code in ("character.too-many", "character.other-weapon")
    behind = unit("F", BLUE, 60, "65.5", models=5)
    state = field(foot(orders=()), behind, hero("K", BLUE, 52, 58, orders=orders))
    option = menu(state, BLUE).options["K"]
    assert option.then is not None
    blocked: Any = option.then()
    no = blocked.refuse(blocked.read({"K": [[55_000, 60_500]]}))
    assert (no.code, no.facts["other"]) == ("move.on-unit", "F")


def test_who_does_not_reach_the_unit_does_not_join_it() -> None:
    state = field(foot(orders=()), hero("K", BLUE, 60, 80, orders=(MARCH, Order(do="join", target="A"))))
    board = played(state, pick("K", {"K": [[60_000, 70_000]]}))
    assert (board.state.units["K"].host, board.state.units["K"].ap) == ("", 2)


@pytest.mark.parametrize(
    ("him", "them", "code"),
    [
        (hero("K", BLUE, 60, 70), foot(), ""), (hero("K", BLUE, 60, 70, traits=("loner",)), foot(), "character.loner"),
        (hero("K", BLUE, 60, 70, mounted=True), foot(), "character.mounted"),
        (hero("K", BLUE, 60, 70), riders("A", BLUE, 60, 60), "character.mounted"),
        (hero("K", BLUE, 60, 70), foot(troop="creature"), "character.creatures"),
        (hero("K", BLUE, 60, 70), foot(ranged="yumi"), "character.other-weapon"),
        (hero("K", BLUE, 60, 70, ranged="yumi"), foot(ranged="yumi"), ""),
        (hero("K", BLUE, 60, 70, role="special"), foot(ranged="yumi"), ""),
        (hero("K", BLUE, 60, 70), foot(models=20), "character.too-many"),
        (hero("K", BLUE, 60, 70), foot(models=12, files=3), "character.too-many"),
        (hero("K", BLUE, 60, 70), loose("A", BLUE, (60, 60)), "character.no-unit"),
    ],
)  # fmt: skip
def test_who_joins_whom(him: Unit, them: Unit, code: str) -> None:
    state = field(them, him)
    no = ORDERS.options(state, him)["join"].no
    assert (no.code if no else "") == code


def test_a_character_steps_out_of_his_unit_which_loses_honour_for_the_turn() -> None:
    state = field(foot(orders=()), hero("K", BLUE, host="A", gives=False, orders=(Order(do="leave"),)))
    board = played(state, pick("K", {"K": [[55_000, 52_000]]}))
    him, unit_a = board.state.units["K"], board.state.units["A"]
    assert (him.host, him.models[0].at, him.ap, him.moved) == ("", at(55, 52), 2, "march")
    assert value(board.state, unit_a, "honour") == unit_a.honour - 1
    assert unit_a.timed[-1].until == 2
    assert strength(board.state, unit_a) == 10


def test_one_who_leaves_may_join_another_unit_in_the_same_turn() -> None:
    orders = (Order(do="leave"), Order(do="join", target="B"))
    state = field(foot(orders=()), unit("B", BLUE, 60, 50), hero("K", BLUE, host="A", orders=orders))
    board = played(state, pick("K", {"K": [[57_000, 54_000]]}))
    assert (board.state.units["K"].host, board.state.units["K"].ap) == ("B", 1)


# -- Teppos in the water ---------------------------------------------------------------------

BROOK = box("water", 40, 50, 80, 57)


def test_each_teppo_that_enters_water_dices_for_being_wet() -> None:
    state = field(foot(ranged="teppo", models=5, ki=3), pieces=[BROOK])
    board = played(state, pick("A", [slide(5)]), (1, 2, 3, 10, 5))
    assert [model.wet for model in board.state.units["A"].models] == [False, False, True, True, True]


def test_who_stays_in_the_water_or_has_no_teppo_dices_not() -> None:
    wading = field(unit("A", BLUE, 60, 55, models=5, files=5, ranged="teppo", orders=(MARCH,)), pieces=[BROOK])
    assert "teppo-soaked" not in played(wading, pick("A", [slide(1)])).kinds()
    bows = field(foot(ranged="yumi", models=5), pieces=[BROOK])
    assert "teppo-soaked" not in played(bows, pick("A", [slide(5)])).kinds()


# -- Warning Orders --------------------------------------------------------------------------


def test_a_warning_order_is_sprung_at_the_cm_where_its_condition_comes_true() -> None:
    waiting = Warning(trigger={"type": "enemy_within", "cm": 15, "of": "self"}, response="charge")
    foe = unit("R", RED, 60, 40, SOUTH, models=5, warning=waiting)
    board = played(field(foot(RUN), foe), pick("A", [slide(12)]), "pass")
    moved = [event for event in board.events if isinstance(event, UnitMoved)]
    assert [event.at for event in moved] == [at(60, 55), at(60, 48)]
    assert [event.cost for event in moved] == [5 * CM, 7 * CM]
    assert board.asked[-1].about == "opportunity.use"


def test_who_is_shot_at_on_the_way_goes_on_with_those_who_are_left() -> None:
    waiting = Warning(trigger={"type": "enemy_within", "cm": 15, "of": "self"}, response="shoot")
    foe = unit("R", RED, 60, 40, SOUTH, models=5, warning=waiting, ranged="yumi")
    shot = pick("R")
    board = played(field(foot(RUN, models=6, files=3), foe), pick("A", [slide(12)]), shot,
                   (10, 10, 1, 1, 1), (9, 9), (9, 9))  # fmt: skip
    one = board.state.units["A"]
    assert (one.at, len(one.models), one.moved) == (at(60, 48), 4, "run")


def test_harassers_who_are_shot_at_on_the_way_go_on_too() -> None:
    group = harassers(MARCH)
    state = field(group)
    halted = spread(group, (at(50, 55), at(56, 55), at(62, 55)))
    rest = (spread(group, (at(50, 50), at(56, 50), at(62, 50))),)
    left = replace(halted, models=(halted.models[0], halted.models[2]))
    found = resumed(state.with_units({"H": left}), halted, rest)
    assert found is not None
    assert [model.at for model in found[0].models] == [at(50, 50), at(62, 50)]
    assert resumed(state.with_units({"H": replace(left, fleeing=True)}), halted, rest) is None
    elsewhere = spread(left, (at(50, 56), at(62, 55)))
    assert resumed(state.with_units({"H": elsewhere}), halted, rest) is None


def test_distances_to_friends_are_between_bases() -> None:
    state = field(foot(), unit("F", BLUE, 60, 70))
    assert between(parts(state, state.units["A"]), parts(state, state.units["F"])) == 5 * CM
