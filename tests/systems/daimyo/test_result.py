"""What a round of melee comes to: stand-offs, push-backs, routs, follow-ups, the end of a melee (MEL, DIS, PUR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.systems.daimyo.disorder.events import PushBlocked
from app.systems.daimyo.measure import touching
from app.systems.daimyo.melee.events import MeleeDecided, MeleeEnded, UnitBeaten
from app.systems.daimyo.melee.phase import melee
from app.systems.daimyo.melee.result import Beaten, comes_up_to, melee_over, rearmost, refuse_follow, strip
from app.systems.daimyo.organisation.events import UnitLost
from app.systems.daimyo.pursuit.events import FollowedUp
from app.systems.daimyo.state import UnitId
from tests.systems.daimyo.brawls import A, B, C, Table, duel, hits, misses, position, unworded


def fought(rows: str, mine: int, theirs: int, *dice: Sequence[int], answers: Sequence[Any] = ()) -> Table:
    """Six red stands have hit so often, six blue ones so often; then these dice fall."""
    table = Table(rows)
    table.run(melee(table), [hits(mine, 6), hits(theirs, 6), *dice], answers)
    table.check_words()
    return table


def at(table: Table, unit: str) -> Point:
    """Where the front of a unit is."""
    return table.unit(unit).at


LATER = "pair A B rounds=1 turns=1"
HERE = (60_000, 60_000)


# -- who loses --------------------------------------------------------------------------


@pytest.mark.parametrize(("mine", "theirs", "lost", "fate"), [
    (0, 0, "none", ""), (2, 2, "none", ""),
    (1, 0, "foes", "pushed"), (2, 0, "foes", "pushed"), (3, 1, "foes", "pushed"),
    (0, 1, "active", "pushed"), (0, 2, "active", "pushed"),
])  # fmt: skip
def test_more_hits_lose(mine: int, theirs: int, lost: str, fate: str) -> None:
    """DAI-MEL-05, DAI-MEL-25."""
    table = fought(duel(), mine, theirs)
    assert [(it.lost, it.hits, it.enemy_hits) for it in table.told(MeleeDecided)] == [(lost, mine, theirs)]
    assert [it.fate for it in table.told(UnitBeaten)] == ([fate] if fate else [])


def test_three_more_rout() -> None:
    """DAI-MEL-15, DAI-MEL-31: the rout move comes before the winner chooses."""
    table = fought(duel(), 3, 0, (1,), answers=["hold"])
    assert table.unit("B").routing
    assert table.told(UnitBeaten)[0].received == 3
    assert table.whys() == ["melee", "melee", "rout"]
    assert at(table, "B")[1] == 60_000 - 3_000 - 11_000
    assert (table.unit("A").routing, "A|B" in table.state.pairs) == (False, False)


def test_four_to_one_is_three_more() -> None:
    assert fought(duel(), 4, 1, (1,), answers=["hold"]).unit("B").routing


def test_the_side_loses_but_the_unit_routs_by_its_own_hits() -> None:
    """DAI-MEL-25: 4 to 3 is lost; C took 4 and gave 0, A gave 3 and took 0."""
    rows = """
    unit A red stands=6 files=3 at=54,60 clan=one
    unit C red stands=6 files=3 at=66,60 clan=one
    unit B blue stands=12 files=6 at=60,60
    active one
    """
    table = Table(rows)
    dice = [hits(3, 12), (6, 6) * 3 + (1, 1) * 3 + (6, 6) + (1, 1) * 5]
    table.run(melee(table), [*dice, (1,)], ["hold", "follow"])
    assert [(it.unit, it.fate, it.received, it.inflicted) for it in table.told(UnitBeaten)] == [
        ("C", "rout", 4, 0), ("A", "pushed", 0, 3),
    ]  # fmt: skip
    assert table.abouts() == ["rout.after", "melee.after"]
    assert (at(table, "A"), at(table, "B")) == ((54_000, 63_000), (60_000, 63_000))


def test_a_side_that_is_wiped_out_has_lost() -> None:
    """DAI-MEL-27."""
    rows = duel("stands=1 files=1 hits=2", "stands=6 files=3")
    table = Table(rows)
    table.run(melee(table), [hits(1, 1), hits(1, 2)])
    assert table.told(MeleeDecided)[0].lost == "active"
    assert table.unit("A").fate == "destroyed"
    assert table.unit("B").at == Point(*HERE)


def test_nothing_more_happens_when_both_are_gone() -> None:
    """DAI-MEL-27."""
    table = Table(duel("stands=1 files=1 hits=2", "stands=1 files=1 hits=2"))
    table.run(melee(table), [hits(1, 1), hits(1, 1)])
    assert (table.told(MeleeDecided)[0].lost, table.told(UnitBeaten)) == ("both", [])
    assert (table.unit("A").fate, table.unit("B").fate) == ("destroyed", "destroyed")


# -- push-backs -------------------------------------------------------------------------


def test_a_push_is_three_centimetres_straight_back() -> None:
    """DAI-MEL-26: facing and order are kept."""
    table = fought(duel(), 1, 0)
    assert (at(table, "B"), table.unit("B").facing, table.unit("B").disordered) == ((60_000, 57_000), 18_000, False)
    assert (at(table, "A"), table.unit("B").moved) == (HERE, True)
    assert "A|B" not in table.state.pairs


@pytest.mark.parametrize(("more", "why", "piece"), [
    ("unit C blue at=60,56.9", "unit", "C"),
    ("unit C red at=60,55 facing=180", "unit", "C"),
    ("terrain river r 0,50 180,50 180,55 0,55", "ground", "r"),
    ("terrain building h 60,52 70,52 70,56 60,56", "ground", "h"),
])  # fmt: skip
def test_a_blocked_push_disorders(more: str, why: str, piece: str) -> None:
    """DAI-DIS-01, DAI-DIS-15, DAI-DIS-16: it stays, in contact, and the winner counts as following up."""
    table = fought(duel("", "", more), 1, 0)
    blocked: PushBlocked = table.told(PushBlocked)[0]
    assert (blocked.why, blocked.piece, blocked.by) == (why, piece, (A,))
    assert (at(table, "B"), table.unit("B").disordered) == (HERE, True)
    assert (table.state.pairs["A|B"].following, table.state.pairs["A|B"].rounds) == (A, 1)


def test_the_edge_of_the_table_blocks() -> None:
    """DAI-DIS-16: even if part of the way is free it does not move at all."""
    table = fought("unit A red at=60,5\nunit B blue at=60,5", 1, 0)
    assert (table.told(PushBlocked)[0].why, at(table, "B")) == ("edge", (60_000, 5_000))
    free = fought("unit A red at=60,6\nunit B blue at=60,6", 1, 0)
    assert at(free, "B") == (60_000, 3_000)


def test_neighbours_do_not_block() -> None:
    """DAI-DIS-16: what only touches its sides, or the end of the strip, is harmless."""
    line = "unit C blue at=72,60\nunit D blue at=48,60\nunit E blue at=60,54"
    assert at(fought(duel("", "", line), 1, 0), "B") == (60_000, 57_000)


def test_a_palisade_blocks_cavalry_and_disorders_foot() -> None:
    """DAI-DIS-16, DAI-MOV-28: an obstacle that it may not cross blocks."""
    fence = "terrain palisade p 40,56 80,56"
    foot = fought(duel("", "", fence), 1, 0)
    assert (at(foot, "B"), foot.unit("B").disordered) == ((60_000, 57_000), True)
    rows = duel("", "profile=SM stands=6 files=3", "terrain palisade p 40,53 80,53")
    table = Table(rows)
    table.run(melee(table), [hits(1, 6), misses(3)])
    assert (table.told(PushBlocked)[0].why, at(table, "B")) == ("ground", HERE)


def test_woods_do_not_shorten_a_push() -> None:
    """DAI-MEL-05: it is 3 cm whole or not at all; moving in difficult ground disorders (DAI-MOV-28)."""
    table = fought(duel("", "", "terrain woods w 40,40 80,40 80,70 40,70"), 1, 0)
    assert (at(table, "B"), table.unit("B").disordered) == ((60_000, 57_000), True)


def test_an_unattached_leader_is_overrun_by_a_push() -> None:
    """DAI-LDR-10: a forced move that touches an enemy leader."""
    table = fought(duel("", "", "leader g red rating=2 at=60,55"), 1, 0, (3,))
    assert table.whys()[-1] == "leader"
    assert table.state.leaders["g"].fate == "dead"


FLANK = "unit A red stands=4 files=2 at={x},61.5 facing={f}\nunit B blue stands=4 files=2 at=60,60 facing=0"


@pytest.mark.parametrize(("x", "facing", "end"), [("56", 90, (63_000, 60_000)), ("64", 270, (57_000, 60_000))])
def test_a_unit_beaten_in_flank_goes_away_from_it(x: str, facing: int, end: tuple[int, int]) -> None:
    """DAI-MEL-26."""
    table = Table(FLANK.format(x=x, f=facing))
    table.run(melee(table), [hits(1, 4), misses(2)])
    assert at(table, "B") == end
    assert table.unit("B").facing == 0


def test_a_unit_beaten_in_rear_goes_forward_and_from_two_sides_straight_back() -> None:
    """DAI-MEL-26, DAI-MEL-33."""
    rear = Table("unit A red stands=2 files=2 at=60,63 facing=0\nunit B blue stands=4 files=2 at=60,60 facing=0")
    rear.run(melee(rear), [hits(1, 2), misses(2)])
    assert at(rear, "B") == (60_000, 57_000)
    both = Table(f"{FLANK.format(x='56', f=90)}\nunit C red stands=2 files=2 at=60,60 facing=180 clan=red-clan")
    both.run(melee(both), [hits(1, 6), misses(4)])
    assert (at(both, "B"), both.unit("B").facing) == ((60_000, 63_000), 0)


def test_the_strip_is_its_full_width_and_three_deep() -> None:
    """DAI-DIS-16."""
    unit = position("unit A red at=60,60").units["A"]
    assert sorted(strip(unit, "front", 3_000)) == [
        (54_000, 63_000),
        (54_000, 66_000),
        (66_000, 63_000),
        (66_000, 66_000),
    ]
    assert sorted(strip(unit, "left", 3_000)) == [
        (66_000, 60_000),
        (66_000, 63_000),
        (69_000, 60_000),
        (69_000, 63_000),
    ]
    assert sorted(strip(unit, "rear", 3_000)) == [
        (54_000, 57_000),
        (54_000, 60_000),
        (66_000, 57_000),
        (66_000, 60_000),
    ]


def test_the_rearmost_is_pushed_first() -> None:
    """DAI-MEL-33."""
    state = position("unit A red at=60,60\nunit B blue at=60,60\nunit C blue at=60,57")
    beaten = [Beaten(B, A, "pushed"), Beaten(C, A, "pushed")]
    assert [it.unit for it in rearmost(state, beaten)] == [C, B]


# -- follow-ups -------------------------------------------------------------------------


def test_a_winner_may_follow_up() -> None:
    """DAI-PUR-02: 3 cm into contact, the round count goes on, it has L9."""
    table = fought(duel(), 1, 0, answers=["follow"])
    assert (at(table, "A"), at(table, "B")) == ((60_000, 57_000), (60_000, 57_000))
    assert touching(table.state, table.unit("A"), table.unit("B"))
    pair = table.state.pairs["A|B"]
    assert (pair.following, pair.rounds, table.told(MeleeEnded)) == (A, 1, [])
    assert table.abouts() == ["melee.after"]


def test_silence_holds() -> None:
    """DAI-PUR-03: the melee is over."""
    table = fought(duel(), 1, 0)
    assert (table.abouts(), at(table, "A")) == (["melee.after"], HERE)
    assert [(it.unit, it.target, it.turns) for it in table.told(MeleeEnded)] == [(A, B, 1)]


def test_the_frenzied_must_follow_and_the_halted_may_not() -> None:
    """DAI-MOR-29, DAI-MOR-19: neither is asked."""
    frenzied = fought(duel("frenzied_since=1"), 1, 0)
    assert (frenzied.asked, at(frenzied, "A")) == ([], (60_000, 57_000))
    halted = fought(duel("halted_until=1"), 1, 0)
    assert (halted.asked, at(halted, "A")) == ([], HERE)


def test_a_winner_in_contact_with_another_stays() -> None:
    """DAI-PUR-02: each winning unit in contact with nobody else."""
    rows = f"{duel()}\nunit C blue stands=2 files=2 at=66,61.5 facing=270 routing=yes"
    assert fought(rows, 1, 0).asked == []


def test_a_winner_struck_in_flank_does_not_come_up_to_it() -> None:
    """DAI-PUR-02: straight after it."""
    rows = FLANK.format(x="56", f=90)
    table = Table(rows)
    table.run(melee(table), [misses(4), hits(1, 2)])
    assert (table.asked, at(table, "A")) == ([], (53_000, 61_500))
    no = refuse_follow(table.state, table.unit("B"), table.unit("A"))
    assert isinstance(no, Refusal)
    assert (no.code, no.clause, unworded(no.code, no.facts)) == ("follow.not-ahead", "DAI-PUR-02", [])


def test_a_follow_up_needs_room() -> None:
    """DAI-DIS-16 for the pushed, the same for who follows: friends in the way."""
    rows = """
    unit A red stands=4 files=4 at=62,60
    unit B blue stands=2 files=2 at=60,60
    unit C red stands=2 files=1 at=69,56.5
    """
    table = Table(rows)
    table.run(melee(table), [hits(1, 3), misses(2)])
    assert table.asked == []
    no = refuse_follow(table.state, table.unit("A"), table.unit("B"))
    assert isinstance(no, Refusal)
    assert (no.code, no.facts["piece"]) == ("follow.barred-unit", "C")
    assert comes_up_to(table.state, table.unit("A"), table.unit("B"))


# -- the end of a melee -----------------------------------------------------------------


def test_a_long_melee_disorders_both_at_its_end() -> None:
    """DAI-DIS-14."""
    table = fought(duel("", "", LATER), 1, 0)
    assert [(it.turns) for it in table.told(MeleeEnded)] == [2]
    assert (table.unit("A").disordered, table.unit("B").disordered) == (True, True)


def test_a_long_melee_that_goes_on_does_not() -> None:
    """DAI-DIS-14, DAI-PUR-02."""
    followed = fought(duel("", "", LATER), 1, 0, answers=["follow"])
    assert (followed.unit("A").disordered, followed.unit("B").disordered) == (False, False)
    assert followed.state.pairs["A|B"].turns == 2
    level = fought(duel("", "", LATER), 1, 1)
    assert (level.unit("A").disordered, level.state.pairs["A|B"].turns) == (False, 2)


def test_a_long_melee_that_ends_in_rout_or_destruction_disorders_the_survivor() -> None:
    """DAI-DIS-14."""
    routed = fought(duel("", "", LATER), 3, 0, (1,), answers=["hold"])
    assert (routed.unit("A").disordered, routed.unit("B").routing) == (True, True)
    table = Table(duel("", "stands=1 files=1 hits=2", LATER))
    table.run(melee(table), [hits(1, 4), hits(0, 1)])
    assert (table.unit("B").fate, table.unit("A").disordered) == ("destroyed", True)


def test_a_melee_is_over_only_once_they_have_parted() -> None:
    """DAI-MEL-21: a unit that could not get away still fights."""
    table = Table(duel("", "", LATER))
    melee_over(table, A, B)
    assert table.events == []
    apart = Table(f"unit A red at=60,62\nunit B blue at=60,60\n{LATER}")
    melee_over(apart, B, A)
    assert [it.turns for it in apart.told(MeleeEnded)] == [1]
    melee_over(apart, B, A)
    assert len(apart.events) == 1


def test_hits_that_are_carried_do_not_rout_twice() -> None:
    """DAI-MEL-13, DAI-ORG-20: three hits in all take a stand, whoever gave them before."""
    table = fought(duel("", "hits=2"), 1, 0)
    assert (table.unit("B").stands, table.unit("B").hits, table.unit("B").lost_this_turn) == (5, 0, 1)
    assert UnitId("B") not in [it.unit for it in table.told(UnitLost)]


# -- several at once --------------------------------------------------------------------

THREE = """
unit A red stands=2 files=2 at=60,60
unit B red stands=2 files=2 at=68,60 clan=red-clan
unit C blue stands=2 files=2 at=56,60
unit D blue stands=2 files=2 at=64,60
unit E blue stands=2 files=2 at=72,60
"""


def test_routs_come_before_pushes_and_both_before_the_winners_choose() -> None:
    """DAI-MEL-33: D took four hits; then the winners in number order."""
    table = Table(THREE.replace("red stands=2", "red stands=4"))
    table.run(melee(table), [hits(8, 8), misses(4), (6,)], ["hold", "follow", "hold", "hold"])
    assert [(it.unit, it.fate, it.received) for it in table.told(UnitBeaten)] == [
        ("D", "rout", 4), ("C", "pushed", 2), ("E", "pushed", 2),
    ]  # fmt: skip
    assert [(question.about, question.facts["unit"]) for question in table.asked] == [
        ("rout.after", "A"), ("melee.after", "A"), ("rout.after", "B"), ("melee.after", "B"),
    ]  # fmt: skip
    assert [(it.unit, it.target) for it in table.told(FollowedUp)] == [("A", "C")]
    assert sorted(table.state.pairs) == ["A|C"]


def test_pushed_line_keeps_its_line() -> None:
    """DAI-DIS-16: neighbours pushed together do not block each other."""
    table = Table(THREE)
    table.run(melee(table), [hits(1, 4), misses(4)])
    assert [at(table, unit).y for unit in ("C", "D", "E")] == [57_000, 57_000, 57_000]


@pytest.mark.parametrize("line", ["terrain palisade p 40,60 80,60", "terrain stream s 40,59 80,59 80,60 40,60"])
def test_who_follows_up_over_an_obstacle_is_disordered_and_who_holds_is_not(line: str) -> None:
    """DAI-MEL-30."""
    held = fought(duel("charged=yes charged_into=B", "", line), 1, 0)
    followed = fought(duel("charged=yes charged_into=B", "", line), 1, 0, answers=["follow"])
    assert (held.unit("A").disordered, followed.unit("A").disordered) == (False, True)
