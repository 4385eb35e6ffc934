"""B3: manoeuvres and what bars them, who takes orders, obedience, what a move brings with it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.engine.domains import Choice
from app.engine.formations import footprint
from app.engine.geometry import CM
from app.engine.manoeuvre import Manoeuvre
from app.engine.shapes import overlaps
from app.engine.table import Terrain
from app.systems.daimyo.moving.ground.terrain import refuse_place
from app.systems.daimyo.moving.judging import judge, refuse_order
from app.systems.daimyo.moving.phase import move
from app.systems.daimyo.page.looks.moves import look
from app.systems.daimyo.state import Unit
from tests.systems.daimyo.marching import DONE, at_work, code, option, shut, steps, told, wire
from tests.systems.daimyo.nerves import BLUE, EAST, RED, SOUTH, box, leader, place, play, unit

# -- what a manoeuvre may use ----------------------------------------------------------------


@pytest.mark.parametrize(("rows", "used", "no"), [
    ([("forward", 8)], 8000, ""), ([("forward", 9)], 9000, "move.too-far"), ([("back", 4)], 8000, ""),
    ([("back", 5)], 10000, "move.too-far"), ([("turn", 90), ("forward", 6)], 8000, ""),
    ([("turn", 180), ("forward", 7)], 9000, "move.too-far"), ([("files", 1), ("turn", 90), ("forward", 4)], 8000, ""),
    ([("wheel", 45), ("forward", 1)], 7284, ""), ([("wheel", 45), ("forward", 2)], 8284, "move.too-far"),
    ([("forward", 2), ("wheel", 20), ("forward", 2), ("wheel", -10)], 8190, "move.too-far"), ([], 0, ""),
])  # fmt: skip
def test_any_mix_of_steps_within_the_allowance(rows: list[tuple[str, int]], used: int, no: str) -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60))
    found = judge(state, state.units["A"], steps(*rows))
    assert (found.used, found.allowed, found.no.code if found.no else "") == (used, 8000, no)


@pytest.mark.parametrize(("terrain", "cm", "fits"), [
    ((), 14, True), ((), 15, False), ((box("gentle-hill", 80, 40, 100, 70),), 14, True),
    ((box("stream", 0, 47, 180, 48),), 12, True), ((box("stream", 0, 49, 180, 50),), 12, False),
    ((box("woods", 80, 40, 100, 46),), 14, True), ((box("woods", 80, 40, 100, 47),), 14, False),
    ((box("road", 88, 0, 92, 120),), 22, True), ((box("road", 88, 0, 92, 120),), 23, False),
    ((box("road", 88, 0, 92, 54),), 16, True), ((box("road", 88, 0, 92, 54),), 17, False),
    ((box("road", 88, 0, 92, 120), box("woods", 80, 20, 100, 55)), 22, True),
])  # fmt: skip
def test_columns_march(terrain: tuple[Terrain, ...], cm: int, fits: bool) -> None:
    state = at_work(unit("A", RED, "spears", 90, 60, files=1), terrain=terrain)
    assert (code(state, ("forward", cm)) == "") is fits


def test_a_column_that_deploys_on_the_way_gains_nothing() -> None:
    state = at_work(unit("A", RED, "spears", 90, 60, files=1, quality="veteran"))
    assert code(state, ("forward", 8), ("turn", 90)) == ""
    assert code(state, ("forward", 9), ("turn", 90)) == "move.too-far"
    assert code(state, ("forward", 11), ("turn", 180)) == ""


def test_a_column_may_choose_the_bonus_over_a_short_road() -> None:
    state = at_work(unit("A", RED, "spears", 90, 60, files=1), terrain=(box("road", 88, 59, 92, 60),))
    assert code(state, ("forward", 14)) == ""
    assert judge(state, state.units["A"], steps(("forward", 14))).allowed == 14 * CM


def test_disordered_seasoned_troops_spend_their_whole_move_on_a_turn() -> None:
    state = at_work(unit("A", RED, "spears", 90, 60, disordered=True))
    assert code(state, ("turn", 90)) == ""
    assert code(state, ("turn", 90), ("forward", 1)) == "move.too-far"


# -- what bars a manoeuvre ----------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "no"), [
    ([("forward", 6)], ""), ([("forward", 7)], "move.too-near"), ([("forward", 11)], "move.through-enemy"),
])  # fmt: skip
def test_enemies_are_kept_off(rows: list[tuple[str, int]], no: str) -> None:
    state = at_work(unit("A", RED, "spears", 90, 60), unit("F", BLUE, "spears", 90, 53, SOUTH))
    assert code(state, *rows) == no


def test_enemies_are_kept_off_all_along_the_way_not_only_at_its_end() -> None:
    state = at_work(unit("A", RED, "horse", 90, 60), unit("F", BLUE, "samurai", "98.5", 55))
    assert code(state, ("forward", 3)) == "move.too-near" or code(state, ("forward", 12)) == "move.too-near"
    aside = at_work(unit("A", RED, "horse", 90, 60), unit("F", BLUE, "samurai", 99, 55))
    assert code(aside, ("forward", 12)) == ""


def test_who_starts_too_near_an_enemy_must_leave_him() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60), unit("F", BLUE, "samurai", 90, "59.5", SOUTH))
    assert code(state, ("back", 1)) == ""
    assert code(state, ("back", 0)) == "move.too-near"
    assert code(state, ("forward", 1)) == "move.through-enemy"


def test_friends_are_passed_only_if_the_move_gets_clear_of_them() -> None:
    state = at_work(unit("A", RED, "horse", 90, 60), unit("B", RED, "spears", 90, 56))
    assert code(state, ("forward", 10)) == ""
    assert judge(state, state.units["A"], steps(("forward", 10))).through == ("B",)
    assert code(state, ("forward", 9)) == "move.not-clear"
    fights = at_work(unit("A", RED, "horse", 90, 60), unit("B", RED, "spears", 90, 56),
                     unit("F", BLUE, "spears", 86, "57.5", EAST))  # fmt: skip
    assert code(fights, ("forward", 12)) in ("move.through-melee", "move.too-near", "move.through-enemy")
    far = at_work(unit("A", RED, "horse", 95, 60), unit("B", RED, "spears", 90, 56),
                  unit("F", BLUE, "spears", 86, 55, EAST))  # fmt: skip
    assert code(far, ("forward", 12)) == "move.through-melee"


def test_the_table_and_closed_ground_bar_every_step() -> None:
    state = at_work(unit("A", RED, "horse", 90, 5), unit("B", RED, "horse", 30, 60),
                    terrain=(box("marsh", 26, 45, 34, 50),))  # fmt: skip
    assert (code(state, ("forward", 5)), code(state, ("forward", 6))) == ("", "move.off-table")
    assert (code(state, ("forward", 10), id="B"), code(state, ("forward", 11), id="B")) == ("", "move.barred")
    edge = at_work(unit("A", RED, "horse", 4, 60))
    assert code(edge, ("wheel", -45)) == ""
    assert code(edge, ("wheel", 45)) == "move.off-table"


def test_guns_go_straight_on_or_swing_round() -> None:
    state = at_work(unit("A", RED, "gun", 90, 60))
    assert code(state, ("forward", 5)) == ""
    assert code(state, ("forward", 6)) == "move.too-far"
    assert code(state, ("face", 123)) == ""
    assert code(state, ("face", 123), ("forward", 1)) == "move.gun"
    assert code(state, ("back", 1)) == "move.gun"
    wet = at_work(unit("A", RED, "gun", 90, 60), weather="snow")
    assert (code(wet, ("forward", 1)), code(wet, ("face", 5))) == ("move.gun-weather", "")
    road = at_work(unit("A", RED, "gun", 90, 60), terrain=(box("road", 88, 0, 92, 120),))
    assert (code(road, ("forward", 10)), code(road, ("forward", 11))) == ("", "move.too-far")


def test_troops_do_not_swing_and_do_not_stand_wider_than_they_are() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60))
    assert code(state, ("face", 90)) == "move.no-face"
    assert (code(state, ("files", 4)), code(state, ("files", 5))) == ("", "move.too-wide")


# -- who may be ordered ----------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "no"), [
    ({}, ""), ({"ordered": True}, "order.given"), ({"activated": True}, "order.acted"), ({"obedience": "failed"},
    "order.disobeyed"), ({"routing": True}, "order.routing"), ({"frenzied_since": 2}, "order.frenzied"),
    ({"halted_until": 3}, "order.halted"), ({"halted_until": 2}, ""), ({"rallied": True}, "rally.stays"),
    ({"clan": "red-c2"}, "order.not-active"),
])  # fmt: skip
def test_who_takes_orders(more: dict[str, Any], no: str) -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60, **more))
    found = refuse_order(state, state.units["A"])
    assert (found.code if found else "") == no


def test_who_touches_an_enemy_stays() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60), unit("F", BLUE, "samurai", 90, 60, SOUTH))
    found = refuse_order(state, state.units["A"])
    assert found is not None
    assert (found.code, found.clause, found.facts["enemy"]) == ("order.in-contact", "DAI-MEL-08", "F")


# -- the phase ----------------------------------------------------------------------------------------


def test_a_unit_in_command_moves_as_told() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60))
    board = play(state, move, told("A", "move", wire(("forward", 8))), DONE)
    assert board.kinds() == ["phase-began", "order-given", "unit-moved"]
    assert (board.unit("A").at, board.unit("A").moved, board.unit("A").ordered) == (place(90, 52), True, True)
    assert [ask.about for ask in board.asks] == ["move.unit", "move.unit"]
    assert board.asks[0].default == Choice(DONE)


def test_each_unit_has_one_order_and_staying_is_one() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60), unit("B", RED, "samurai", 70, 60))
    board = play(state, move, told("A", "move", []), DONE)
    assert board.kinds() == ["phase-began", "order-given"]
    assert (board.unit("A").moved, shut(board.state, "A"), shut(board.state, "B")) == (False, "order.given", "")


@pytest.mark.parametrize(("face", "weather", "x", "obeys"), [
    (4, "fine", 120.5, True), (3, "fine", 120.5, False), (None, "fine", 120, True), (None, "fog", 110, True),
    (3, "fog", 110.5, False),
])  # fmt: skip
def test_out_of_command_a_unit_must_obey_first(face: int | None, weather: str, x: float, obeys: bool) -> None:
    away = [leader("red-L1", RED, str(x + 4), 60)]
    state = at_work(unit("A", RED, "samurai", 100, 60), leaders=away, weather=weather)
    dice: list[Any] = [] if face is None else [(face,)]
    board = play(state, move, told("A", "move", wire(("forward", 2))), *dice, DONE)
    tested = ["obedience-tested"] if face else []
    assert board.kinds()[1:] == ["order-given", *tested, *(["unit-moved"] if obeys else [])]
    assert board.unit("A").obedience == ("" if face is None else "passed" if obeys else "failed")
    if not obeys:
        assert shut(board.state, "A") == "order.disobeyed"


@pytest.mark.parametrize(("rating", "dead", "needed"), [(0, False, 6), (1, False, 5), (3, False, 3), (3, True, 6)])
def test_what_obedience_needs(rating: int, dead: bool, needed: int) -> None:
    far = [leader("red-L1", RED, 10, 60, rating=rating, fate="dead" if dead else "")]
    state = at_work(unit("A", RED, "samurai", 100, 60), leaders=far)
    for face in (needed - 1, needed):
        board = play(state, move, told("A", "move", wire(("forward", 2))), (face,), *([] if dead else [DONE]))
        assert board.unit("A").moved is (face == needed)


def test_moving_the_daimyo_first_brings_units_into_command() -> None:
    state = at_work(unit("A", RED, "samurai", 100, 60), leaders=[leader("red-L1", RED, 130, 61)])
    board = play(state, move, told("red-L1", "go", [[118000, 61000]]), told("A", "move", wire(("forward", 2))))
    assert board.kinds()[1:] == ["leader-moved", "order-given", "unit-moved"]


def test_what_a_move_crosses_and_whom_it_passes_disorders() -> None:
    state = at_work(unit("A", RED, "horse", 90, 60), unit("B", RED, "spears", 90, 56), unit("C", RED, "horse", 50, 60),
                    unit("D", RED, "samurai", 20, 60), leaders=[leader("red-L1", RED, 70, 66)],
                    terrain=(box("stream", 40, 54, 60, 55),))  # fmt: skip
    board = play(state, move, told("A", "move", wire(("forward", 12))), told("C", "move", wire(("forward", 8))), DONE)
    assert [board.unit(id).disordered for id in "ABCD"] == [True, True, True, False]


def test_passing_a_gun_disorders_the_mover_alone_and_passing_a_leader_nobody() -> None:
    state = at_work(unit("A", RED, "horse", 90, 60), unit("G", RED, "gun", 90, 56), unit("C", RED, "horse", 70, 60),
                    leaders=[leader("red-L1", RED, 70, 57)])  # fmt: skip
    board = play(state, move, told("A", "move", wire(("forward", 14))), told("C", "move", wire(("forward", 14))), DONE)
    assert [board.unit(id).disordered for id in "AGC"] == [True, False, False]


def test_a_column_on_a_road_keeps_its_order() -> None:
    road, woods = box("road", 88, 0, 92, 120), box("woods", 80, 20, 100, 55)
    state = at_work(unit("A", RED, "spears", 90, 60, files=1), terrain=(road, woods))
    board = play(state, move, told("A", "move", wire(("forward", 20))), DONE)
    assert (board.unit("A").disordered, board.unit("A").at) == (False, place(90, 40))


def test_routers_of_the_clan_run_first_in_number_order() -> None:
    rout = {"routing": True, "routing_since": 2, "disordered": True, "routs": 1, "rout_moves": 1}
    state = at_work(unit("A", RED, "samurai", 90, 60, **rout), unit("B", RED, "samurai", 60, 60, **rout))
    board = play(state, move, (3,), (4,), DONE)
    assert [roll.why for roll in board.rolls] == ["rout", "rout"]
    assert [event.unit for event in board.events if event.kind == "daimyo.unit-moved"] == ["A", "B"]  # type: ignore[attr-defined]
    assert [board.unit(id).rout_moves for id in "AB"] == [2, 2]


def test_a_frenzied_unit_goes_for_the_enemy_without_orders() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60, frenzied_since=2), unit("F", BLUE, "samurai", 90, 20, SOUTH))
    board = play(state, move, DONE)
    assert board.kinds()[:2] == ["phase-began", "order-given"]
    assert (board.unit("A").at, board.unit("A").ordered) == (place(90, 48), True)


def test_nothing_is_asked_when_nobody_can_be_ordered() -> None:
    gone = [leader("red-L1", RED, fate="dead")]
    board = play(at_work(unit("A", RED, "samurai", 90, 60, halted_until=4), leaders=gone), move)
    assert board.kinds() == ["phase-began"]
    assert board.asks == []


# -- previews, proposals --------------------------------------------------------------------------------


def test_a_preview_shows_every_station_and_what_it_brings() -> None:
    state = at_work(unit("A", RED, "horse", 90, 60), unit("B", RED, "spears", 90, 56),
                    leaders=[leader("red-L1", RED, 10, 60)])  # fmt: skip
    found = look(state, state.units["A"], judge(state, state.units["A"], steps(("forward", 9), ("wheel", 10))))
    assert [note.about for note in found.notes] == ["moves.used", "moves.passes", "moves.obeys"]
    assert [mark.kind for mark in found.marks] == ["path-no", "block-no", "block-no", "label-no"]
    assert found.notes[2].facts["needed"] == 4


@pytest.mark.parametrize("made", ["samurai", "horse", "guns", "levy", "gun"])
def test_what_is_offered_is_legal(made: str) -> None:
    state = at_work(unit("A", RED, made, 90, 60), unit("F", BLUE, "samurai", 70, 45, SOUTH),
                    terrain=(box("woods", 84, 44, 100, 52), box("river", 0, 30, 180, 36)))  # fmt: skip
    domain = option(state, "A", "move").then
    assert domain is not None
    found = domain()
    assert isinstance(found, Manoeuvre)
    assert found.certain()[-1] == ()
    rng = Random(4)
    for _ in range(40):
        answer = found.sample(rng)
        assert found.refuse(answer) is None
        assert found.read(found.write(answer)) == answer


def test_stations_are_where_it_was_and_where_it_is() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60))
    board = play(state, move, told("A", "move", wire(("forward", 3), ("wheel", 20))), DONE)
    moved: Any = board.events[-1]
    assert moved.stations[0] == footprint(state.units["A"].formation)
    assert moved.stations[-1] == footprint(board.unit("A").formation)
    assert not overlaps(moved.stations[0], footprint(board.unit("A").formation)) or len(moved.stations) == 3


def test_routers_leave_disorder_and_reason_seven_behind_but_a_gun_keeps_its_order() -> None:
    rout = {"routing": True, "routing_since": 2, "disordered": True, "routs": 1, "rout_moves": 1}
    state = at_work(unit("A", RED, "samurai", 90, 60, **rout), unit("B", RED, "spears", 86, 67),
                    unit("G", RED, "gun", 93, 66), unit("Q", RED, "hq", 110, 67))  # fmt: skip
    board = play(state, move, (1,), DONE)
    assert [board.unit(id).passed_through for id in "BGQ"] == [True, True, False]
    assert [board.unit(id).disordered for id in "BGQ"] == [True, False, False]


def test_a_move_that_leads_nowhere_is_no_move() -> None:
    state = at_work(unit("A", RED, "samurai", 90, 60))
    assert not play(state, move, told("A", "move", wire(("forward", 0))), DONE).unit("A").moved
    assert play(state, move, told("A", "move", wire(("turn", 90))), DONE).unit("A").moved


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_legal_ends_where_there_is_room(seed: int) -> None:
    rng = Random(seed)
    terrain = [box(kind, x, y, x + 12, y + 8) for kind in ("woods", "river", "marsh", "stream", "building")
               for x, y in ((rng.randrange(60, 110), rng.randrange(40, 75)),)]  # fmt: skip
    units: list[Unit] = []
    for n in range(14):
        made = unit(f"u{n}", RED if n % 2 else BLUE, rng.choice(("samurai", "horse", "guns", "gun")),
                    rng.randrange(60, 120), rng.randrange(40, 80), rng.randrange(36_000))  # fmt: skip
        if refuse_place(at_work(*units, terrain=terrain), made, made.formation) is None:
            units.append(made)
    state = at_work(*units, terrain=terrain)
    for mine in (u for u in units if refuse_order(state, u) is None):
        found = option(state, mine.id, "move").then
        assert found is not None
        answer = found().sample(rng)
        done = judge(state, mine, answer)
        assert done.no is None
        assert done.used <= done.allowed
        assert refuse_place(state, mine, done.body) is None
