"""Priority and Morale, played through the Priority Phase."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId, Setup
from app.systems.ronin.state import State
from app.systems.ronin.system import SYSTEM
from tests.systems.ronin.battles import BLUE, RED, battle, play


def rolled(session: Session[State]) -> list[Any]:
    return [e for e in session.events if e.kind == "ronin.morale-tested"]


def test_priority_goes_to_the_higher_die_and_ties_are_rolled_again() -> None:
    session = play(battle(), (4,), (4,), (2,), (5,))
    assert session.state.priority == BLUE
    assert session.state.turn == 3
    assert [e.clause for e in session.events if e.kind == "ronin.rolled-off"] == ["RON-PRI-04", "RON-PRI-03"]


def test_a_new_turn_is_counted_after_the_end_of_another() -> None:
    assert play(battle(phase="end"), (1,), (2,)).state.turn == 4


@pytest.mark.parametrize(
    ("red", "dice", "after", "clause"),
    [
        ({"morale": "wavering"}, (3, 4), "steady", "RON-MOR-10"),
        ({"morale": "wavering"}, (4, 4), "routing", "RON-MOR-12"),
        ({"killed_before": 1}, (4, 5), "wavering", "RON-MOR-11"),
        ({"killed_before": 1}, (4, 4), "steady", "RON-MOR-09"),
        ({"leader_killed_before": True}, (6, 6), "wavering", "RON-MOR-11"),
        ({"morale": "wavering", "rating": 1}, (1, 1), "steady", "RON-MOR-10"),
        ({"killed_before": 1, "rating": 12}, (6, 6), "wavering", "RON-MOR-11"),
    ],
)
def test_morale_changes_as_the_dice_say(red: dict[str, Any], dice: tuple[int, int], after: str, clause: str) -> None:
    session = play(battle(**red), (2,), (1,), dice)
    assert session.state.side(RED).morale == after
    assert session.events[-1].clause == clause


def test_less_than_a_quarter_is_no_trigger_and_exactly_a_quarter_is() -> None:
    assert rolled(play(battle(count=5, killed_before=1), (2,), (1,))) == []
    assert len(rolled(play(battle(count=4, killed_before=1), (2,), (1,), (1, 2)))) == 1


def test_one_test_whatever_the_reasons() -> None:
    session = play(battle(morale="wavering", killed_before=3, leader_killed_before=True), (2,), (1,), (1, 2))
    (test,) = rolled(session)
    assert test.reasons == ("wavering", "losses", "leader-killed")


def test_routing_and_all_fearless_bands_never_test() -> None:
    assert rolled(play(battle(morale="routing", killed_before=4), (2,), (1,))) == []
    state = battle(killed_before=3)
    for n in range(1, 4):
        state = state.with_model(f"red-{n}", attributes=("fearless",))
    state = state.with_model("red-4", rank=0)
    assert rolled(play(state, (2,), (1,))) == []
    mixed = state.with_model("red-4", rank=1)
    assert len(rolled(play(mixed, (2,), (1,), (1, 2)))) == 1


def test_lines_below_half_wavering_and_commander() -> None:
    state = battle(morale="wavering").with_model("red-1", fate="dead").with_model("red-2", fate="captured")
    (test,) = rolled(play(state, (2,), (1,), (3, 3)))
    assert [(line.id, line.adds) for line in test.lines] == [("wavering", 1)]
    state = state.with_model("red-3", fate="fled").with_model("red-4", attributes=("commander",))
    (test,) = rolled(play(state, (2,), (1,), (3, 3)))
    assert [(line.id, line.adds) for line in test.lines] == [("below-half", 1), ("wavering", 1), ("commander", -1)]
    assert test.total == 7


def test_the_banner_is_asked_after_the_first_result_and_the_second_stands() -> None:
    state = battle(killed_before=1).with_model("red-2", banner=True)
    kept = play(state, (2,), (1,), (6, 5), answers=("no",))
    assert kept.state.side(RED).morale == "wavering"
    again = play(state, (2,), (1,), (6, 6), (1, 1), answers=("yes",))
    assert again.state.side(RED).morale == "steady"
    assert [t.reroll for t in rolled(again)] == [False, True]
    fallen = state.with_model("red-2", fate="dead")
    assert len(rolled(play(fallen, (2,), (1,), (2, 2)))) == 1


def test_the_side_with_priority_tests_first() -> None:
    state = battle(morale="wavering").with_side(BLUE, morale="wavering")
    session = play(state, (1,), (6,), (3, 3), (3, 4))
    assert [t.seat for t in rolled(session)] == [BLUE, RED]


def test_reserves_are_called_from_the_second_turn() -> None:
    state = battle(role="attacker").with_model("red-4", fate="reserve")
    state = state.with_(setup=Setup("defence", state.setup.sides), sides=(state.sides[0], state.sides[1]))
    called = Session(SYSTEM, Checkpoint(PhaseId("move"), state.with_(turn=2)))
    called.throw((5,))
    assert called.state.side(RED).arriving == 3
    first = Session(SYSTEM, Checkpoint(PhaseId("move"), state.with_(turn=1)))
    assert not isinstance(first.waiting, Roll)
