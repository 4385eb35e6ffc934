"""Positions of Daimyo as case files set them: leaders killed and leaders who ran."""

from __future__ import annotations

import pytest

from app.engine.geometry import Point
from app.engine.staging import BadRow
from app.systems.daimyo.cases.staging import DaimyoStaging
from app.systems.daimyo.morale.rules import carriers, reasons_due
from app.systems.daimyo.state import State
from tests.systems.boards import rows

OAKS = "unit Oaks red profile=SF at=60,60"
RUNNERS = "unit Runners red profile=AS fate=left routing"
LEG = "leg Runners 80,60,180 off"


def position(*lines: str) -> State:
    """The state of these rows."""
    return DaimyoStaging().position(rows("\n".join(lines)))[1]


def test_a_leader_killed_this_turn_is_dead_and_his_side_remembers_where() -> None:
    state = position(OAKS, "leader Sato red clan=red-clan attached=Oaks", "killed Sato 62,70.5")
    sato = state.leaders["Sato"]
    assert (sato.fate, sato.attached) == ("dead", "")
    assert state.sides[0].killed == (("Sato", Point(62_000, 70_500)),)


def test_two_leaders_killed_are_both_remembered() -> None:
    state = position(OAKS, "leader Sato red", "leader Mori red clan=Others", "killed Sato 1,1", "killed Mori 2,2")
    assert [name for name, _ in state.sides[0].killed] == ["Sato", "Mori"]


def test_only_a_leader_who_was_set_can_have_been_killed() -> None:
    with pytest.raises(BadRow, match="no leader 'Sato'"):
        position(OAKS, "killed Sato 62,70")


def test_a_leader_who_ran_is_a_reason_though_he_is_with_other_troops_now() -> None:
    state = position(OAKS, RUNNERS, LEG, "leader Sato red clan=red-clan attached=Oaks ran_with=Runners")
    assert carriers(state.leaders["Sato"]) == ("Oaks", "Runners")
    assert reasons_due(state, state.units["Oaks"]) == (5,)


def test_a_leader_who_did_not_run_is_no_reason() -> None:
    state = position(OAKS, RUNNERS, LEG, "leader Sato red clan=red-clan attached=Oaks")
    assert reasons_due(state, state.units["Oaks"]) == ()


def test_a_leader_alone_was_carried_by_those_he_ran_with() -> None:
    state = position(OAKS, RUNNERS, LEG, "leader Sato red clan=red-clan at=10,10 ran_with=Runners")
    assert carriers(state.leaders["Sato"]) == ("Runners",)
