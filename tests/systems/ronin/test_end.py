"""The End Phase: Stunned counters, points, victory, length, and what is cleared."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.geometry import INCH, Point
from app.engine.session import Session
from app.engine.system import Setup
from app.engine.table import Terrain
from app.systems.ronin.ground.layouts import first_table
from app.systems.ronin.scenarios.victory import on_defenders_side, score
from app.systems.ronin.state import Item, State
from app.systems.ronin.system import SYSTEM
from tests.systems.ronin.battles import BLUE, RED, battle, play


def ended(state: State, *dice: tuple[int, ...]) -> Session[State]:
    return play(state, *dice, phase="end")


def scene(scenario: str, **more: Any) -> State:
    state = battle(phase="end")
    setup = Setup(scenario, state.setup.sides)
    return state.with_(setup=setup, table=first_table(setup), **more)


@pytest.mark.parametrize(
    ("die", "stunned", "more", "left"),
    [
        (2, 1, {}, 1), (3, 1, {}, 0), (5, 2, {}, 1), (6, 3, {}, 1), (6, 1, {}, 0), (2, 1, {"rested": True}, 0),
        (6, 2, {"rested": True}, 0), (3, 1, {"at": Point(4 * INCH, 30 * INCH - INCH)}, 1),
        (1, 1, {"at": Point(4 * INCH, 29 * INCH)}, 1),
    ],
)  # fmt: skip
def test_stunned_counters_go_by_the_table(die: int, stunned: int, more: dict[str, Any], left: int) -> None:
    state = battle(phase="end").with_model("red-1", stunned=stunned, **more)
    assert ended(state, (die,)).state.model("red-1").stunned == left


def test_dice_fall_in_roster_order_priority_first() -> None:
    state = battle(phase="end").with_(priority=BLUE)
    for id in ("red-1", "blue-3", "blue-2"):
        state = state.with_model(id, stunned=1)
    rolled = [e for e in ended(state, (1,), (1,), (1,)).events if e.kind == "ronin.stunned-rolled"]
    assert [e.model for e in rolled] == ["blue-2", "blue-3", "red-1"]  # type: ignore[attr-defined]


def test_the_dead_are_not_rolled_for_and_the_turn_is_cleared() -> None:
    state = battle(phase="end", killed_now=2, leader_killed_now=True).with_model("red-1", fate="dead", stunned=2)
    state = state.with_model(
        "red-2", moved="run", shots=1, activated=True, acted=True, touched=("blue-1",), rested=True
    )
    after = ended(state).state
    side, runner = after.side(RED), after.model("red-2")
    assert (side.killed_before, side.killed_now, side.leader_killed_before) == (2, 0, True)
    assert (runner.moved, runner.shots, runner.activated, runner.acted, runner.rested) == (
        "none",
        0,
        False,
        False,
        False,
    )
    assert (runner.touched_before, runner.touched) == (("blue-1",), ())
    assert SYSTEM.next_phase(after) == "priority"


def test_a_skirmish_scores_rank_at_least_one() -> None:
    state = battle(phase="end").with_model("blue-1", fate="dead", rank=0).with_model("blue-2", fate="captured", rank=4)
    session = ended(state.with_model("blue-3", fate="fled", rank=3))
    assert session.state.side(RED).score == 8
    assert session.state.outcome is None


def test_the_last_turn_ends_the_game_with_heads_and_loot() -> None:
    state = battle(phase="end").with_(turns=3).with_model("blue-1", heads=(3, 2, 5), loot=2)
    outcome = ended(state).state.outcome
    assert outcome is not None
    assert outcome.winner == BLUE
    assert (outcome.facts["first_score"], outcome.facts["second_score"]) == (0, 4)


def test_level_points_are_a_draw() -> None:
    outcome = ended(battle(phase="end").with_(turns=3)).state.outcome
    assert outcome is not None
    assert outcome.winner is None


def test_a_side_without_models_ends_the_game() -> None:
    state = battle(phase="end")
    for n in range(1, 5):
        state = state.with_model(f"blue-{n}", fate="dead")
    outcome = ended(state).state.outcome
    assert outcome is not None
    assert outcome.winner == RED
    assert ended(state.with_model("blue-1", fate="reserve")).state.outcome is None


@pytest.mark.parametrize(
    ("goal", "changes", "now"),
    [
        ("kill-leader", {"blue-1": {"leader": True, "fate": "dead"}}, True),
        ("kill-leader", {"blue-1": {"leader": True, "fate": "captured"}}, False),
        ("capture-elite", {"blue-1": {"rank": 3, "fate": "captured"}}, True),
        ("capture-elite", {"blue-1": {"rank": 2, "fate": "captured"}}, True),
        ("capture-elite", {"blue-1": {"rank": 2, "fate": "captured"}, "blue-2": {"rank": 3}}, False),
        ("kill-most", {f"blue-{n}": {"fate": "dead"} for n in (1, 2, 3)}, True),
        ("kill-most", {f"blue-{n}": {"fate": "dead"} for n in (1, 2)}, False),
        ("lose-few", {}, False),
    ],
)
def test_minor_goals_of_the_turn_are_scored_as_they_are_met(goal: str, changes: dict[str, Any], now: bool) -> None:
    state = battle(phase="end", goal=goal)
    for id, change in changes.items():
        state = state.with_model(id, **change)
    side = ended(state).state.side(RED)
    assert side.goal_scored == now
    lost = sum(max(1, m.rank) for m in state.models.values() if m.seat == BLUE and m.fate)
    assert side.score == lost + (5 if now else 0)


def test_minor_goals_of_the_end_wait_for_it() -> None:
    state = battle(phase="end", goal="lose-few").with_(turns=3).with_model("red-1", fate="dead")
    assert ended(state).state.side(RED).goal_scored
    assert not ended(state.with_model("red-2", fate="fled")).state.side(RED).goal_scored


def test_three_quarters_of_the_table_are_a_goal() -> None:
    state = battle(phase="end", goal="quarters").with_(turns=3)
    for n, at in ((1, (5, 5)), (2, (30, 5)), (3, (5, 20))):
        state = state.with_model(f"red-{n}", at=Point(at[0] * INCH, at[1] * INCH))
    assert not ended(state).state.side(RED).goal_scored
    for n in range(1, 5):
        state = state.with_model(f"blue-{n}", at=Point((25 + n) * INCH, 30 * INCH))
    assert ended(state).state.side(RED).goal_scored


@pytest.mark.parametrize(("turn", "die", "last"), [(4, 5, None), (4, 6, 5), (7, 3, 8), (8, 1, None), (8, 2, 9)])
def test_the_length_die_makes_the_next_turn_the_last(turn: int, die: int, last: int | None) -> None:
    state = scene("seize-the-shrine", turn=turn)
    assert ended(state, (die,)).state.turns == last


def test_no_length_die_before_turn_four_and_none_needed_after_turn_nine() -> None:
    assert ended(scene("seize-the-shrine", turn=3)).state.turns is None
    assert ended(scene("seize-the-shrine", turn=9)).state.turns == 10


def test_whoever_carries_the_object_off_has_won() -> None:
    state = scene("capture", items=(Item("object", "chest", Point(0, 0), "red-1"),))
    assert ended(state).state.outcome is None
    outcome = ended(state.with_model("red-1", fate="exited", objects=("object",))).state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (RED, "outcome.object")
    last = ended(state.with_(turns=3)).state.outcome
    assert last is not None
    assert last.winner == RED


def test_the_escort_and_its_blocker_score_what_they_should() -> None:
    state = scene("escort").with_side(RED, role="escort").with_side(BLUE, role="blocker")
    state = state.with_model("red-1", fate="exited", rank=3).with_model("red-2", fate="exited", civilian=True)
    state = state.with_model("red-3", fate="captured", rank=0)
    assert (score(state, RED, final=False), score(state, BLUE, final=False)) == (13, 1)
    assert score(state.with_model("red-2", fate="captured"), BLUE, final=False) == 16


def test_the_bridge_needs_the_far_bank() -> None:
    state = scene("hold-the-bridge", turns=3).with_side(RED, role="attacker").with_side(BLUE, role="defender")
    assert on_defenders_side(state, Point(18 * INCH, 21 * INCH))
    assert not on_defenders_side(state, Point(18 * INCH, 18 * INCH))
    assert not on_defenders_side(state, Point(18 * INCH, 10 * INCH))
    outcome = ended(state).state.outcome
    assert outcome is not None
    assert outcome.winner == BLUE
    over = state.with_model("red-1", at=Point(30 * INCH, 30 * INCH), rank=2)
    drawn = ended(over).state.outcome
    assert drawn is not None
    assert drawn.winner is None
    won = ended(over.with_model("red-1", rank=5, at=Point(30 * INCH, 30 * INCH))).state.outcome
    assert won is not None
    assert won.winner == RED


def test_the_shrine_counts_those_who_touch_it_and_wounds_break_ties() -> None:
    state = scene("seize-the-shrine", turns=3).with_model("red-1", at=Point(15 * INCH + INCH // 2, 18 * INCH), rank=2)
    outcome = ended(state).state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.facts["first_score"]) == (RED, 2)
    level = scene("seize-the-shrine", turns=3).with_model("red-1", light=1)
    tied = ended(level).state.outcome
    assert tied is not None
    assert (tied.winner, tied.reason) == (BLUE, "outcome.wounds")


def test_the_objective_of_defence_is_held_by_rank() -> None:
    state = scene("defence", turns=3, items=(Item("object", "chest", Point(18 * INCH, 18 * INCH)),))
    state = state.with_side(RED, role="attacker").with_side(BLUE, role="defender")
    kept = ended(state).state.outcome
    assert kept is not None
    assert kept.winner == BLUE
    near = state.with_model("red-1", at=Point(14 * INCH, 18 * INCH), rank=0)
    taken = ended(near).state.outcome
    assert taken is not None
    assert (taken.winner, taken.facts["first_score"]) == (RED, 1)
    house = Terrain("objective", "building", (Point(0, 0), Point(INCH, 0), Point(INCH, INCH)), True)
    assert score(near.with_(table=near.table.__class__(1, 1, (house,))), RED, final=True) == 0


def test_conceding_gives_the_game_to_the_other_side() -> None:
    state = battle()
    after = SYSTEM.evolve(state, SYSTEM.concede(state, RED))
    assert after.outcome is not None
    assert after.outcome.winner == BLUE
    assert SYSTEM.next_phase(after) is None


def test_the_account_of_a_battle_says_where_every_point_came_from() -> None:
    state = battle(phase="end").with_(turns=1).with_model("blue-1", fate="dead").with_model("blue-2", fate="captured")
    state = state.with_model("red-1", heads=(3,), loot=1)
    outcome = ended(state).state.outcome
    assert outcome is not None
    told = {seat: {line.id for line in lines} for seat, lines in outcome.tally.items()}
    assert told == {RED: {"score.dead", "score.captured", "score.heads", "score.loot"}, BLUE: set()}
    assert sum(line.adds for line in outcome.tally[RED]) == outcome.facts["first_score"]
