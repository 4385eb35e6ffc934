"""Single combat between leaders before the dice of a round (DAI-LDR-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.systems.daimyo.leaders.events import ChallengeEnded, ChallengeMade, LeaderKilled
from app.systems.daimyo.melee.events import MeleeDecided, StandStruck
from app.systems.daimyo.melee.phase import melee
from tests.systems.daimyo.brawls import B, Table, duel, fallen, misses


def fought(rows: str, dice: Sequence[Sequence[int]], answers: Sequence[Any] = ()) -> Table:
    """The phase of melee has been played with these dice."""
    table = Table(rows)
    table.run(melee(table), dice, answers)
    table.check_words()
    return table


GENERALS = "leader g red rating=2 attached=A\nleader e blue rating=1 attached=B"
DAIMYOS = "leader d red clan=red-clan rating=1 attached=A\nleader f blue clan=blue-clan rating=1 attached=B"
QUIET = [misses(6), misses(6)]


def test_no_offer_without_leaders_on_both_sides() -> None:
    assert fought(duel("", "", "leader g red attached=A"), QUIET).asked == []


def test_both_may_offer_and_silence_is_no() -> None:
    """DAI-LDR-15: the active player, then the other."""
    table = fought(duel("", "", GENERALS), QUIET)
    assert [(q.about, q.seat) for q in table.asked] == [("challenge.offer", "red"), ("challenge.offer", "blue")]
    assert table.told(ChallengeMade) == []


@pytest.mark.parametrize(("dice", "dead"), [([(3,), (5,)], "g"), ([(6,), (5,)], "e"), ([(3,), (4,)], "")])
def test_the_lower_is_killed(dice: list[tuple[int, ...]], dead: str) -> None:
    """DAI-LDR-15: 1d6 and the rating, the active side first; a tie ends it."""
    table = fought(duel("", "", GENERALS), [*dice, *QUIET], ["yes", "yes"])
    assert table.whys()[:2] == ["challenge", "challenge"]
    assert table.told(ChallengeMade)[0].answer == "accepted"
    assert [it.loser for it in table.told(ChallengeEnded)] == [dead]
    assert [it.leader for it in table.told(LeaderKilled)] == ([dead] if dead else [])
    struck = {it.unit: {line.id for line in it.lines} for it in table.told(StandStruck)}
    assert ("L2" in struck["A"], "L2" in struck["B"]) == (dead != "g", dead != "e")


def test_who_refuses_has_no_leader_for_the_round() -> None:
    """DAI-LDR-15: the refusing unit alone."""
    table = fought(duel("", "", GENERALS), QUIET, ["yes", "no"])
    assert [it.answer for it in table.told(ChallengeMade)] == ["refused"]
    struck = {it.unit: {line.id for line in it.lines} for it in table.told(StandStruck)}
    assert ("L2" in struck["A"], "L2" in struck["B"]) == (True, False)


def test_a_general_may_refuse_a_daimyo() -> None:
    """DAI-LDR-15; one offer a round and group."""
    leaders = "leader d red clan=red-clan rating=1 attached=A\nleader e blue rating=1 attached=B"
    table = fought(duel("", "", leaders), QUIET, ["yes", "no"])
    assert [it.answer for it in table.told(ChallengeMade)] == ["declined"]
    assert all("L2" in {line.id for line in it.lines} for it in table.told(StandStruck) if it.unit == B)
    assert table.abouts() == ["challenge.offer", "challenge.answer"]


def test_the_other_side_may_offer_once_the_active_one_has_not() -> None:
    table = fought(duel("", "", DAIMYOS), [(2,), (6,), *QUIET], ["no", "yes", "yes"])
    assert [(q.about, q.seat) for q in table.asked] == [
        ("challenge.offer", "red"), ("challenge.offer", "blue"), ("challenge.answer", "red"),
    ]  # fmt: skip
    assert [(roll.why, roll.by) for roll in table.rolled[:2]] == [("challenge", "red"), ("challenge", "blue")]
    assert [it.loser for it in table.told(ChallengeEnded)] == ["d"]


def test_two_generals_must_fight_where_the_scenario_says_so() -> None:
    """Scenario 6: the answer is not asked for."""
    rows = duel("", "", f"{GENERALS}\nscenario kawanakajima")
    table = fought(rows, [(1,), (2,), *QUIET], ["yes"])
    assert table.told(ChallengeMade)[0].answer == "accepted"


OKEHAZAMA = "scenario okehazama\nside red role=oda\nside blue role=imagawa"


def test_a_battle_that_a_death_decides_is_not_fought_on() -> None:
    """DAI-SCN-06: the General of the Imagawa falls in single combat, and no stand strikes any more."""
    table = Table(duel("", "", f"{OKEHAZAMA}\n{GENERALS}"))
    table.run(melee(table), [(6,), (1,)], ["yes", "yes"])
    assert table.state.outcome is not None
    assert table.told(StandStruck) == []


def test_nor_is_the_result_looked_for_when_he_falls_with_a_stand() -> None:
    """DAI-SCN-06, DAI-LDR-09."""
    table = Table(duel("", "", f"{OKEHAZAMA}\nleader e blue attached=B"))
    table.run(melee(table), [fallen(True, True, True, False, False, False), misses(6), (6,)])
    assert (table.state.outcome is not None, table.told(MeleeDecided)) == (True, [])
