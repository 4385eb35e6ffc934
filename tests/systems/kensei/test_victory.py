"""Victory: what each scenario counts, who has won at once and at the end, both or neither (SCN)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.geometry import CM, Point
from app.engine.modifiers import total
from app.engine.system import Setup
from app.engine.table import Table
from app.systems.kensei.army import Side, Unit
from app.systems.kensei.deployment.layout import river
from app.systems.kensei.ground.terrain import piece as laid
from app.systems.kensei.scenarios.ending import end_of_turn, watch_end
from app.systems.kensei.scenarios.rules import camps_taken, holder, honour_lines, scoring
from app.systems.kensei.scenarios.victory import at_once, at_turn, buildings_held, conceded, heads, near_camp, tally
from app.systems.kensei.state import State
from tests.systems.kensei.fields import BLUE, NORTH, RED, Board, at, box, field, hero, loose, riders, unit


def battle(scenario: str, *units: Unit, red: str = "", **more: Any) -> State:
    """A field on which both sides play for a scenario; red for another if said."""
    sides = (
        Side(seat=BLUE, edge="south", depth=30 * CM, taisho=_taisho(units, BLUE)),
        Side(seat=RED, edge="north", depth=20 * CM, taisho=_taisho(units, RED), victory=red),
    )
    state = field(*units, sides=sides, phase="resolution", **more)
    return state.with_(setup=Setup(scenario, state.setup.sides, {}))


def _taisho(units: tuple[Unit, ...], seat: str) -> Any:
    return next((u.id for u in units if u.taisho and u.seat == seat), "")


def dead(one: Unit) -> Unit:
    """The unit once it is destroyed."""
    return replace(one, fate="destroyed", models=())


# -- Pitched Battle ----------------------------------------------------------------------------


def test_pitched_battle_counts_models_characters_fleeing_units_and_standards() -> None:
    hurt = unit("a", RED, 60, 30, models=10, cost=14, standard=True)
    hurt = replace(hurt, models=hurt.models[:6])
    gone = dead(unit("b", RED, 20, 30, models=5, cost=24, standard=True))
    routed = unit("c", RED, 90, 30, models=4, cost=16, fleeing=True)
    inside = hero("d", RED, host="c", cost=70)
    later = unit("e", RED, 10, 10, models=5, cost=100, fate="reserve")
    state = battle("pitched_battle", hurt, gone, routed, inside, later, unit("f", BLUE, 60, 90))
    koku, standard = tally(state, BLUE)
    assert (koku.id, koku.adds) == ("score.koku", 4 * 14 + 5 * 24 + 4 * 16 + 70)
    assert (standard.id, standard.adds) == ("score.standard", 5)
    assert tally(state, RED) == ()


def test_more_koku_wins_after_six_turns_and_the_same_is_a_draw() -> None:
    lost = dead(unit("a", RED, models=5, cost=14))
    state = battle("pitched_battle", lost, unit("b", RED, 60, 30), unit("c", BLUE, 60, 90))
    assert at_turn(state.with_(turn=5)) is None
    outcome = at_turn(state.with_(turn=6))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (BLUE, "outcome.limit.pitched_battle")
    level = at_turn(state.with_unit("a", start_models=0, fate="").with_(turn=6))
    assert level is not None
    assert (level.winner, level.reason) == (None, "outcome.draw")


# -- Assassination, Head Hunt --------------------------------------------------------------------


def test_whoever_slays_the_enemy_general_wins_at_once_and_both_at_once_draw() -> None:
    red, blue = hero("a", RED, 60, 30, taisho=True), hero("b", BLUE, 60, 90, taisho=True)
    state = battle("assassination", red, blue, unit("c", RED, 20, 30), unit("d", BLUE, 20, 90))
    assert at_once(state) is None
    won = at_once(state.with_units({"a": dead(red)}))
    assert won is not None
    assert (won.winner, won.reason) == (BLUE, "outcome.at-once.assassination")
    both = at_once(state.with_units({"a": dead(red), "b": dead(blue)}))
    assert both is not None
    assert both.winner is None
    over = at_turn(state.with_(turn=8, turns=8))
    assert over is not None
    assert (over.winner, over.reason) == (None, "outcome.draw")


def test_watching_ends_the_battle_but_never_the_set_up() -> None:
    red, blue = hero("a", RED, 60, 30, taisho=True), hero("b", BLUE, 60, 90, taisho=True)
    board = Board(battle("assassination", dead(red), blue))
    board.state = board.state.with_(phase="setup")
    watch_end(board)
    assert board.kinds() == []
    board.state = board.state.with_(phase="shooting")
    watch_end(board)
    assert board.kinds() == ["game-over"]
    watch_end(board)
    assert board.kinds() == ["game-over"]


def test_head_hunt_pays_by_kind() -> None:
    slain = (
        dead(hero("a", RED, taisho=True, rank="busho")), dead(hero("b", RED, rank="shirei_kan")),
        dead(hero("c", RED, rank="busho")), dead(hero("d", RED, rank="samurai_daisho")),
        dead(hero("e", RED, rank="ashigaru_daisho")), dead(hero("f", RED, role="special", rank="")),
        dead(hero("g", RED, role="spiritual", rank="")), dead(unit("h", RED, models=2)),
        dead(riders("i", RED, models=2)), dead(loose("j", RED, (1, 1))),
        dead(unit("k", RED, models=1, troop="creature", wounds=6, each=6)),
    )  # fmt: skip
    state = battle("head_hunt", *slain, hero("l", RED, 60, 30), unit("m", BLUE, 60, 90))
    assert total(heads(state, BLUE)) == 9 + 7 + 5 + 3 + 2 + 6 + 7 + 2 + 4 + 3 + 6
    assert at_once(state) is None
    won = at_once(state.with_unit("l", fate="destroyed", models=()))
    assert won is not None
    assert won.reason == "outcome.at-once.head_hunt"


# -- places ----------------------------------------------------------------------------------


def test_a_quarter_belongs_to_more_koku_that_does_not_flee() -> None:
    rich, poor = unit("a", BLUE, 30, 90, models=6, cost=20), unit("b", RED, 30, 100, models=6, cost=14)
    away = unit("c", RED, 90, 90, models=6, cost=14)
    state = battle("territorial_control", rich, poor, away)
    assert (total(tally(state, BLUE)), total(tally(state, RED))) == (1, 1)
    fled = state.with_unit("a", fleeing=True)
    assert (total(tally(fled, BLUE)), total(tally(fled, RED))) == (0, 2)
    outcome = at_turn(fled.with_(turn=5, turns=5))
    assert outcome is not None
    assert outcome.winner == RED


def test_a_unit_astride_the_middle_counts_where_more_than_half_of_it_is() -> None:
    astride = unit("a", BLUE, 60, 90, models=4, files=4, cost=10)
    state = battle("territorial_control", astride)
    assert total(tally(state, BLUE)) == 0
    assert total(tally(state.with_unit("a", at=at(57, 90)), BLUE)) == 1


def test_a_building_is_its_garrisons_or_the_only_sides_near_it() -> None:
    house = box("house", 50, 50, 58, 58)
    near, other = unit("a", BLUE, 54, 60, models=5), unit("b", RED, 54, 40, facing=NORTH, models=5)
    state = battle("building_control", near, other, pieces=(house,))
    (piece,) = scoring(state)
    assert holder(state, piece) == BLUE
    assert total(buildings_held(state, BLUE)) == 2
    both = state.with_unit("b", at=at(54, 46))
    assert holder(both, piece) is None
    inside = both.with_unit("b", building="house")
    assert holder(inside, piece) == RED
    ruined = inside.with_(works={"house": 0})
    assert scoring(ruined) == ()


def test_a_camp_gives_honour_and_is_lost_to_a_steady_enemy_in_it() -> None:
    own, foe = unit("a", BLUE, 60, 118, models=5), unit("b", RED, 60, 60, models=5)
    camps = {"camp-blue": [60 * CM, 100 * CM], "camp-red": [60 * CM, 15 * CM]}
    state = battle("command_post", own, foe, zones=camps)
    assert [line.adds for line in honour_lines(state, own)] == [1]
    far = state.with_unit("a", at=at(20, 118))
    assert honour_lines(far, far.units["a"]) == ()
    taken = far.with_unit("b", at=at(60, 95))
    assert list(camps_taken(taken)) == [BLUE]
    assert list(camps_taken(taken.with_unit("b", fleeing=True))) == []
    assert list(camps_taken(taken.with_unit("a", at=at(55, 102)))) == []
    board = Board(taken)
    end_of_turn(board)
    assert "camp-lost" in board.kinds()
    assert board.state.outcome is not None
    assert (board.state.outcome.winner, board.state.outcome.reason) == (RED, "outcome.at-once.command_post")


def test_koku_near_the_enemy_camp_decides_at_the_end() -> None:
    camps = {"camp-blue": [60 * CM, 100 * CM], "camp-red": [60 * CM, 15 * CM]}
    foe = unit("b", RED, 60, 40, models=5)
    state = battle("command_post", unit("a", BLUE, 60, 30, models=5, cost=10), foe, zones=camps)
    assert total(near_camp(state, BLUE)) == 50
    assert near_camp(state, RED) == ()


def test_what_is_beyond_the_river_counts_at_bridge_at_dawn() -> None:
    over, back = unit("a", BLUE, 60, 20, models=5, cost=10), unit("b", BLUE, 20, 90, models=5, cost=10)
    state = battle("bridge_at_dawn", over, back, unit("c", RED, 90, 40, models=5, cost=10))
    state = state.with_(table=Table(120 * CM, 120 * CM, river(state.setup)))
    assert (total(tally(state, BLUE)), total(tally(state, RED))) == (50, 0)
    assert total(tally(state.with_unit("a", fleeing=True), BLUE)) == 0


# -- conditions of one's own ---------------------------------------------------------------------


def test_each_side_may_win_by_its_own_condition_and_both_draw() -> None:
    lost = dead(unit("a", BLUE, models=5, cost=14))
    general = hero("b", RED, 60, 30, taisho=True)
    state = battle("assassination", lost, unit("d", BLUE, 60, 90), general, red="pitched_battle", turns=8, turn=8)
    red = at_turn(state)
    assert red is not None
    assert (red.winner, red.reason) == (RED, "outcome.limit.pitched_battle")
    early = at_once(state.with_(turn=3).with_units({"b": dead(general)}))
    assert early is not None
    assert early.winner == BLUE


def test_a_condition_is_settled_in_its_own_last_turn() -> None:
    lost = dead(unit("a", BLUE, models=5, cost=14))
    general = hero("b", RED, 60, 30, taisho=True)
    board = Board(
        battle("assassination", lost, unit("d", BLUE, 60, 90), general, red="pitched_battle", turns=8, turn=6)
    )
    end_of_turn(board)
    assert [e for e in board.kinds() if e == "condition-decided"] == ["condition-decided"]
    assert board.state.notes["decided:red"] == 1
    assert board.state.outcome is None


@pytest.mark.parametrize("seat", [BLUE, RED])
def test_who_concedes_loses(seat: Any) -> None:
    state = battle("pitched_battle", unit("a", BLUE, 60, 90), unit("b", RED, 60, 30))
    event = conceded(state, seat)
    assert event.outcome.winner == state.other(seat)
    assert event.fold(state).outcome == event.outcome


def test_a_temple_is_worth_four() -> None:
    temple = laid("temple", "temple", Point(60 * CM, 60 * CM))
    state = battle("building_control", unit("a", BLUE, 60, 69, models=5), pieces=(temple,))
    assert total(buildings_held(state, BLUE)) == 4
