"""Who fights whom in melee, with how many stands, with what added, in which order (MEL, LDR-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.engine.allots import Allot
from app.engine.modifiers import total
from app.systems.daimyo.melee.eligible import Fighter, fighters
from app.systems.daimyo.melee.events import (
    MeleeBegan,
    MeleeDecided,
    MeleeFought,
    StandStruck,
)
from app.systems.daimyo.melee.groups import fought_by, groups, is_resolved, pair_of, plots
from app.systems.daimyo.melee.phase import melee
from app.systems.daimyo.melee.striking import TESTS, Strike, preview_lines, strike_lines
from app.systems.daimyo.state import Unit
from tests.systems.daimyo.brawls import A, B, C, D, Table, duel, fallen, hits, misses, position


def stands(rows: str, unit: str = "A") -> dict[str, list[int]]:
    """The stands of a unit that fight, counted from 1, by their place."""
    state = position(rows)
    me = state.units[unit]
    found: dict[str, list[int]] = {}
    for it in fighters(state, (me,), fought_by(state, me)):
        found.setdefault(it.place, []).append(it.number + 1)
    return found


def lines(rows: str, unit: str = "A", foe: str = "B", **how: Any) -> dict[str, int]:
    """What is added to a stand of a unit in front that fights this enemy."""
    state = position(rows)
    me, other = state.units[unit], state.units[foe]
    first = pair_of(state, me, other).rounds == 0
    return {line.id: line.adds for line in strike_lines(Strike(state=state, me=me, foe=other, first=first, **how))}


def fought(rows: str, dice: Sequence[Sequence[int]], answers: Sequence[Any] = ()) -> Table:
    """The phase of melee has been played with these dice."""
    table = Table(rows)
    table.run(melee(table), dice, answers)
    table.check_words()
    return table


LATER = "pair A B rounds=1 turns=1 last_turn=0"


# -- how many stands --------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b", "more", "expected"), [
    ("", "", "", {"front": [1, 2, 3], "second": [4, 5, 6]}),
    ("profile=SF stands=6", "", "", {"front": [1, 2, 3]}),
    ("profile=AB stands=6", "", "", {"front": [1, 2, 3]}),
    ("profile=SF stands=6", "", LATER, {"front": [1, 2, 3], "second": [4, 5, 6]}),
    ("disordered", "", "", {"front": [1, 2, 3]}),
    ("disordered", "", LATER, {"front": [1, 2, 3]}),
    ("profile=SF stands=6 disordered", "", LATER, {"front": [1, 2, 3]}),
    ("stands=5 files=3", "", "", {"front": [1, 2, 3], "second": [4, 5]}),
    ("stands=9 files=3", "", LATER, {"front": [1, 2, 3], "second": [4, 5, 6]}),
    ("stands=3 files=3", "", "", {"front": [1, 2, 3]}),
])  # fmt: skip
def test_ranks(a: str, b: str, more: str, expected: dict[str, list[int]]) -> None:
    """DAI-MEL-01, DAI-MEL-09, DAI-DIS-04."""
    assert stands(duel(a.replace("disordered", "disordered=yes"), b, more)) == expected


@pytest.mark.parametrize(("more", "expected"), [
    ("", {"front": [2]}), (LATER, {"front": [2], "overlap": [1, 3]}),
])  # fmt: skip
def test_overlaps_come_with_the_second_round(more: str, expected: dict[str, list[int]]) -> None:
    """DAI-MEL-10: one stand to each side of those in contact, no further."""
    assert stands(duel("profile=SF stands=3 files=3", "stands=1 files=1", more)) == expected
    five = {"front": [3], **({"overlap": [2, 4]} if more else {})}
    assert stands(duel("profile=SF stands=5 files=5", "stands=1 files=1", more)) == five


def test_a_stand_with_an_enemy_to_its_front_is_no_overlap() -> None:
    """DAI-MEL-10: the other enemy need not be of the same group."""
    rows = f"""
    unit A red profile=SF stands=2 files=2 at=62,60
    unit B blue stands=1 files=1 at=60,60
    unit C blue stands=1 files=1 at=64,60
    {LATER}
    """
    assert stands(rows) == {"front": [1, 2]}
    assert stands(f"{rows}\npair A C rounds=1 last_turn=1") == {"front": [1]}


def test_half_a_centimetre_is_contact_and_a_corner_is_not() -> None:
    """DAI-MEL-32."""
    rows = "unit A red stands=2 files=2 at={x},60\nunit B blue stands=1 files=1 at=60,60"
    assert stands(rows.format(x="65.5")) == {"front": [1]}
    assert stands(rows.format(x="65.6")) == {}
    assert stands(rows.format(x="66")) == {}


FLANK = "unit A red at=60,60\nunit B blue at=66,61.5 facing=270 stands=4 files=2"


def test_stands_fight_to_a_flank_with_one_rank() -> None:
    """DAI-MEL-16: those touched on the side, front and rear of it."""
    assert stands(FLANK) == {"flank": [3, 6]}
    assert stands(FLANK, "B") == {"front": [1, 2], "second": [3, 4]}
    both = f"{FLANK}\nunit C blue at=60,60"
    assert stands(both) == {"front": [1, 2, 3], "second": [4, 5], "flank": [6]}


def test_a_stand_touched_in_front_and_aside_fights_to_its_front() -> None:
    """DAI-MEL-23: it rolls against the enemy at its front without being asked."""
    state = position(f"{FLANK}\nunit C blue at=60,60")
    foe = {it.number + 1: it.foe for it in fighters(state, (state.units["A"],), fought_by(state, state.units["A"]))}
    assert (foe[3], foe[6]) == (C, B)


def test_a_gap_in_the_rear_rank_is_answered_for_by_the_stand_in_front() -> None:
    """DAI-ORG-29: for collision the whole rectangle counts."""
    assert stands("unit A red stands=4 files=3 at=60,60\nunit B blue at=64,63 facing=0 stands=1 files=1") == {
        "flank": [3]
    }
    body = position("unit A red stands=4 files=3 at=60,60").units["A"].formation
    assert [max(p.y for p in plot) for plot in plots(body)] == [61_500, 63_000, 63_000, 63_000]


def test_a_headquarters_is_met_by_one_stand_and_rolls_once_then_twice() -> None:
    """DAI-MEL-12, DAI-ORG-27."""
    rows = duel("profile=SF stands=6 files=3", "profile=HQ stands=1 files=1 clan=household")
    assert (stands(rows), stands(rows, "B")) == ({"front": [1]}, {"front": [1]})
    later = f"{rows}\n{LATER}"
    assert (stands(later), stands(later, "B")) == ({"front": [1], "second": [4], "overlap": [2]}, {"front": [1, 2]})


HOUSE = "terrain building house 56,52 64,52 64,60 56,60"
INSIDE = f"{HOUSE}\nunit A red profile=SF stands=6 files=3 at=60,60\nunit B blue at=60,56 building=house"


def test_two_stands_fight_from_and_against_each_side_of_a_building() -> None:
    """DAI-MEL-12."""
    assert (stands(INSIDE), stands(INSIDE, "B")) == ({"front": [1, 2]}, {"front": [1, 2]})
    assert stands(f"{INSIDE}\n{LATER}") == {"front": [1, 2]}
    both = f"{INSIDE}\nunit C red stands=4 files=2 at=56,56 facing=90 clan=red-clan"
    assert (stands(both, "B"), stands(both, "C")) == ({"front": [1, 2, 3, 4]}, {"front": [1, 2]})


# -- what is added ----------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b", "expected"), [
    ("profile=AS", "profile=AS", {"spear": 1, "L5": 2}),
    ("profile=AS", "profile=SM", {"spear": 2, "L5": 2, "L13": -1}),
    ("profile=SF", "profile=AS", {"pole-arm": 2, "L7": 1}),
    ("profile=SF", "profile=SC", {"pole-arm": 2, "L7": 1, "L10": -2}),
    ("profile=PE", "profile=AS", {"improvised": 1, "L14": -1}),
    ("profile=PE", "profile=RC", {"L13": -1, "L14": -1}),
    ("profile=SC", "profile=AS", {"lance": 1, "L5": 2}),
    ("profile=SA", "profile=AS", {"pole-arm": 2}),
    ("profile=SB", "profile=AS", {"lance": 1}),
    ("profile=AG", "profile=AS", {"improvised": 1}),
    ("profile=AS", "profile=SY", {"spear": 1, "L5": 2, "L13": -1}),
    ("profile=AS", "profile=SF", {"spear": 1, "L5": 2, "L10": -2, "L14": -1}),
])  # fmt: skip
def test_weapons_armour_and_quality(a: str, b: str, expected: dict[str, int]) -> None:
    """DAI-MEL-03, DAI-ORG-24, DAI-ORG-25, DAI-MEL-17."""
    assert lines(duel(a, b)) == expected


@pytest.mark.parametrize(("a", "more", "expected"), [
    ("", "", {"spear": 1, "L5": 2}),
    ("", LATER, {"spear": 1}),
    ("disordered=yes", "", {"spear": 1, "L15": -1}),
    ("charged=yes charged_into=B", "", {"spear": 1, "L5": 2, "L8": 1}),
    ("charged=yes charged_into=C", "", {"spear": 1, "L5": 2}),
    ("charged=yes charged_into=B", "weather thunderstorm", {"spear": 1, "L5": 2}),
    ("charged=yes charged_into=B", "weather snow", {"spear": 1, "L5": 2}),
    ("charged=yes charged_into=B", "weather fog", {"spear": 1, "L5": 2, "L8": 1}),
    ("profile=SC charged=yes charged_into=B", "", {"lance": 1, "L1": 2, "L5": 2}),
    ("frenzied_since=1", "", {"spear": 1, "L3": 2, "L5": 2}),
    ("pursued_into=B", "", {"spear": 1, "L4": 2, "L5": 2}),
    ("pursued_into=B", LATER, {"spear": 1}),
    ("pursued_into=B charged_into=B", "", {"spear": 1, "L5": 2, "L8": 1}),
    ("", f"{LATER} following=A", {"spear": 1, "L9": 1}),
    ("", f"{LATER} following=B", {"spear": 1}),
    ("", "leader g red rating=2 attached=A", {"spear": 1, "L2": 2, "L5": 2}),
    ("", "leader d red clan=red-clan rating=2 attached=A", {"spear": 1, "L5": 2, "L6": 1}),
    ("", "leader g red attached=A\nleader d red clan=red-clan attached=A", {"spear": 1, "L2": 2, "L5": 2, "L6": 1}),
    ("", "leader g red attached=A incapacitated_until=1", {"spear": 1, "L5": 2}),
    ("", "leader g red attached=A fate=dead", {"spear": 1, "L5": 2}),
    ("", "terrain gentle-hill h 50,50 70,50 70,60 50,60", {"spear": 1, "L5": 2, "L16": -1}),
    ("", "terrain gentle-hill h 50,40 70,40 70,59 50,59", {"spear": 1, "L5": 2, "L16": -1}),
    ("", "terrain gentle-hill h 50,40 70,40 70,58 50,58", {"spear": 1, "L5": 2}),
    ("", "terrain gentle-hill h 50,60 70,60 70,70 50,70", {"spear": 1, "L5": 2}),
])  # fmt: skip
def test_modifiers(a: str, more: str, expected: dict[str, int]) -> None:
    """DAI-MEL-04, DAI-MEL-18 to DAI-MEL-20, DAI-CHG-21, DAI-WEA-08, DAI-LDR-12."""
    assert lines(duel(a, "", more)) == expected


def test_a_unit_that_refused_a_challenge_has_no_leader() -> None:
    """DAI-LDR-15."""
    rows = duel("", "", "leader g red attached=A\nleader d red clan=red-clan attached=A")
    assert lines(rows, shamed=True) == {"spear": 1, "L5": 2}


def test_the_flanked_unit_has_the_penalty_and_no_bonus_of_its_weapon() -> None:
    """DAI-MEL-16, DAI-MEL-18: L11 hurts who is taken in flank."""
    assert lines(FLANK, place="flank") == {"spear": 1, "L11": -2}
    assert lines(FLANK, "B", "A") == {"spear": 1, "L5": 2}


def test_a_building_costs_two_and_takes_the_bonus_of_a_charge() -> None:
    """DAI-MEL-04, DAI-CHG-23."""
    rows = INSIDE.replace("at=60,60", "at=60,60 charged=yes charged_into=B")
    assert lines(rows) == {"pole-arm": 2, "L7": 1, "L12": -2}
    assert "L12" not in lines(INSIDE, "B", "A")


def test_an_obstacle_hinders_who_charged_over_it_in_later_rounds_too() -> None:
    """DAI-MEL-30, L16."""
    fence = "terrain palisade p 40,60 80,60"
    rows = duel("charged=yes charged_into=B", "", fence)
    assert (lines(rows).get("L16"), lines(rows, "B", "A").get("L16")) == (-1, None)
    later = duel("", "", f"{fence}\npair A B rounds=1 attacker=A")
    assert (lines(later).get("L16"), lines(later, "B", "A").get("L16")) == (-1, None)


def test_every_row_of_the_table_has_its_test() -> None:
    state = position(duel())
    assert set(TESTS) >= {"cavalry-charging", "enemy-above"}
    assert total(preview_lines(state, state.units["A"], state.units["B"])) == 3


# -- groups -----------------------------------------------------------------------------


LINE = """
unit A red stands=2 files=2 at=60,60 clan=one
unit B blue stands=2 files=2 at=64,60
unit C red stands=2 files=2 at=68,60 clan=one
unit D red stands=2 files=2 at=20,60 clan=one
unit E blue stands=2 files=2 at=20,60
unit F red stands=2 files=2 at=100,60 clan=two
unit G blue stands=2 files=2 at=100,60
active one
"""


def test_groups_grow_through_contacts_of_the_active_clan() -> None:
    """DAI-MEL-22."""
    assert groups(position(LINE)) == ((("A", "C"), ("B",)), (("D",), ("E",)))
    other = LINE.replace(
        "unit C red stands=2 files=2 at=68,60 clan=one", "unit C red stands=2 files=2 at=68,60 clan=two"
    )
    assert groups(position(other)) == ((("A",), ("B",)), (("D",), ("E",)))


def test_the_active_player_chooses_the_order() -> None:
    """DAI-MEL-22: each group is offered by its first active unit, and the last is not asked for."""
    table = Table(LINE)
    table.run(melee(table), [misses(2), misses(2), misses(2), misses(2)], ["D"])
    assert table.abouts() == ["melee.group"]
    assert [event.active for event in table.told(MeleeBegan)] == [("D",), ("A", "C")]
    table.check_words()


def test_routers_and_guns_without_a_crew_are_not_fought() -> None:
    """DAI-MEL-32, DAI-ART-08."""
    assert groups(position(duel("", "routing=yes"))) == ()
    assert groups(position(duel("routing=yes"))) == ()
    assert groups(position(duel("", "profile=LA stands=1 files=1 abandoned=yes"))) == ()
    assert groups(position(duel())) == (((A,), (B,)),)


def test_stands_fight_once_a_turn() -> None:
    """DAI-MEL-06, DAI-MEL-34: what has fought neither rolls nor is rolled against."""
    state = position(duel("fought=0,1,2"))
    assert is_resolved(state, state.units["A"], state.units["B"])
    assert stands(duel("fought=0")) == {"front": [2, 3], "second": [5, 6]}
    assert stands(duel("", "fought=0,1")) == {"front": [1], "second": [4]}
    assert stands(duel("", "", "pair A B rounds=1 last_turn=1")) == {}


# -- the round --------------------------------------------------------------------------


def test_the_active_side_rolls_first_unit_by_unit() -> None:
    """DAI-ORG-32, DAI-ORG-34: front rank, second rank, then flank; two dice a stand in one throw."""
    table = fought(f"{FLANK}\nunit C blue at=60,60", [misses(6), misses(10)])
    assert [(roll.why, roll.dice.count, roll.by) for roll in table.rolled] == [
        ("melee", 12, "red"),
        ("melee", 20, "blue"),
    ]
    mine = [(it.number, it.place, it.target) for it in table.told(StandStruck) if it.unit == A]
    assert mine == [
        (1, "front", C),
        (2, "front", C),
        (3, "front", C),
        (4, "second", C),
        (5, "second", C),
        (6, "flank", B),
    ]
    assert [it.unit for it in table.told(StandStruck)][6:] == [B] * 4 + [C] * 6
    assert [it.lost for it in table.told(MeleeDecided)] == ["none"]


def test_eight_hits() -> None:
    """DAI-MEL-02: 2d6 and what is added against 8."""
    table = fought(duel("profile=SA stands=1 files=1", "profile=AG stands=1 files=1"), [(3, 3), (3, 3)])
    first, second = table.told(StandStruck)
    assert (first.total, first.needed, first.passed, first.clause) == (8, 8, True, "DAI-MEL-02")
    assert (second.total, second.passed) == (3 + 3 + 1 - 1 - 1, False)


def test_both_sides_strike_at_full_strength() -> None:
    """DAI-MEL-24: stands go after all rolls."""
    table = fought(duel("stands=3 files=3", "stands=3 files=3"), [hits(3, 3), hits(3, 3)])
    assert (table.unit("A").stands, table.unit("B").stands) == (2, 2)
    assert table.told(MeleeDecided)[0].lost == "none"


def test_a_round_is_counted_for_the_pair() -> None:
    """DAI-MEL-21, DAI-MEL-28, DAI-MEL-34."""
    table = fought(duel("pursued_into=B charged=yes charged_into=B"), [misses(6), misses(6)])
    pair = table.state.pairs["A|B"]
    assert (pair.rounds, pair.turns, pair.last_turn, pair.attacker) == (1, 1, 1, A)
    assert (table.unit("A").fought, table.unit("A").pursued_into) == ((0, 1, 2, 3, 4, 5), ())
    assert table.unit("B").melee_this_turn
    table.run(melee(table))
    assert len(table.told(MeleeFought)) == 1


def test_a_stand_between_two_enemies_is_asked_for() -> None:
    """DAI-MEL-23: its owner says before any dice whom it fights."""
    rows = """
    unit A red profile=SF stands=1 files=1 at=60,60
    unit B blue profile=SF stands=1 files=1 at=58,60
    unit C blue profile=SF stands=1 files=1 at=62,60
    """
    table = fought(rows, [misses(1), misses(2)], [{"A-1": "C"}])
    (question,) = table.asked
    assert (question.about, question.seat, question.clause) == ("melee.foe", "red", "DAI-MEL-23")
    assert isinstance(question.domain, Allot)
    assert question.domain.items["A-1"].values == ("B", "C")
    assert [it.target for it in table.told(StandStruck) if it.unit == A] == [C]
    assert [it.target for it in fought(rows, [misses(1), misses(2)]).told(StandStruck) if it.unit == A] == [B]


def test_leader_dice_fall_after_all_rolls_the_active_side_first() -> None:
    """DAI-LDR-09, Appendix of the order of dice."""
    leaders = "leader g red attached=A\nleader e blue attached=B"
    dice = [hits(3, 3), hits(3, 3), (1,), (1,)]
    table = fought(duel("stands=3 files=3", "stands=3 files=3", leaders), dice, ["no", "no"])
    assert [(roll.why, roll.by) for roll in table.rolled] == [
        ("melee", "red"), ("melee", "blue"), ("leader", "red"), ("leader", "blue"),
    ]  # fmt: skip


def test_a_fighter_knows_its_place() -> None:
    state = position(duel())
    me: Unit = state.units["A"]
    assert fighters(state, (me,), (state.units["B"],))[0] == Fighter(A, 0, B, "front")
    assert D not in state.units
    assert fallen(True, False) == (6, 6, 1, 1)
