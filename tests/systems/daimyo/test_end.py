"""The end of a turn: second routers, markers, leaders, events, flags (END, DIS-09, RAL-06 to -08, EVT)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.geometry import Point
from app.systems.daimyo.chance.flow import is_possible, random_event
from app.systems.daimyo.state import State
from app.systems.daimyo.system import SYSTEM, next_phase
from app.systems.daimyo.turn.end import end
from app.systems.daimyo.turn.reforming import reforms
from tests.systems.daimyo.brawls import Table, position
from tests.systems.daimyo.openings import BLUE, RED

TWO = "phase end\nturn 3\nunit A red at=60,100 clan=rc {a}\nunit B blue at=60,20 clan=bc {b}\n"


def field(a: str = "", b: str = "", more: str = "") -> State:
    """Two units far apart at the end of turn 3."""
    return position(TWO.format(a=a, b=b) + more)


def ended(state: State, dice: Any = (), answers: Any = ()) -> Table:
    """The phase played to its end."""
    table = Table(state)
    table.run(end(table), dice=dice, answers=answers)
    for event in table.events:
        assert SYSTEM.tell(event).about in SYSTEM.sentences
    assert all(question.about in SYSTEM.sentences for question in table.asked)
    return table


def kinds(table: Table) -> list[str]:
    """What happened, by name."""
    return [event.kind.removeprefix("daimyo.") for event in table.events]


# -- C2 and C3 ----------------------------------------------------------------------------


def test_a_unit_that_routed_twice_is_gone_before_the_check() -> None:
    table = ended(field(a="routing=yes disordered=yes routs=2", more="side red weight=3\nunit C red at=20,100 clan=rc"))
    assert table.unit("A").fate == "dispersed"
    assert table.state.side(RED).lost == 1
    names = kinds(table)
    assert names.index("unit-lost") < names.index("losses-counted")
    once = ended(field(a="routing=yes disordered=yes routs=1"))
    assert once.unit("A").fate == ""


@pytest.mark.parametrize(
    ("traits", "free"),
    [
        ("disordered_since=2", True),
        ("disordered_since=3", False),
        ("disordered_since=2 moved=yes", False),
        ("disordered_since=2 fired=0,1", False),
        ("disordered_since=2 melee_this_turn=yes", False),
        ("disordered_since=2 hit_by_fire=yes", False),
        ("disordered_since=2 shot_at=yes", True),
        ("disordered_since=2 routing=yes", False),
        ("disordered_since=3 rallied=yes", True),
        ("disordered_since=1 rallied=yes moved=yes", False),
    ],
)
def test_who_rested_a_full_turn_loses_the_marker(traits: str, free: bool) -> None:
    state = field(a=f"disordered=yes {traits}")
    assert reforms(state, state.units["A"]) == free
    table = ended(state, answers=["keep"] if free else [])
    assert table.unit("A").disordered is not free


def test_who_is_in_melee_does_not_reform() -> None:
    state = field(a="disordered=yes disordered_since=1", b="").with_unit("B", at=Point(60_000, 100_000))
    assert not reforms(state, state.units["A"])


def test_a_reformed_unit_takes_any_facing_and_formation_that_has_room() -> None:
    state = field(a="disordered=yes disordered_since=1")
    table = ended(state, answers=[{"pick": "reform", "then": [["files", 2], ["face", 9000]]}])
    unit = table.unit("A")
    assert (unit.files, unit.facing, unit.disordered) == (2, 9000, False)
    domain: Any = table.asked[0].domain
    steps = domain.options["reform"].then()
    assert steps.refuse(steps.read([["files", 7]])).code == "reform.too-wide"
    beside = field(a="disordered=yes disordered_since=1", more="unit C blue at=76,102 facing=180 clan=bc")
    crowded = ended(beside, answers=["keep"])
    wide: Any = crowded.asked[0].domain
    steps = wide.options["reform"].then()
    assert steps.refuse(steps.read([["files", 6]])).code in ("move.too-near", "move.on-unit")
    assert steps.refuse(steps.read([["face", 4500]])) is None


def test_the_initiative_side_forms_up_first() -> None:
    both = "disordered=yes disordered_since=1"
    table = ended(field(a=both, b=both, more="initiative blue"), answers=["keep", "keep"])
    assert [question.seat for question in table.asked] == [BLUE, RED]


# -- C4 -------------------------------------------------------------------------------------


def test_leaders_who_were_not_activated_move_the_initiative_side_first() -> None:
    leaders = """
        leader L red at=60,110 clan=rc
        leader M red at=20,110 clan=rd activated=yes
        leader N blue at=60,10 clan=bc
        initiative blue"""
    goes = {"pick": "N", "then": {"pick": "go", "then": [[70000, 10000]]}}
    table = ended(field(more=leaders), answers=[goes, "done"])
    assert [(q.seat, q.about) for q in table.asked] == [(BLUE, "end.leader"), (RED, "end.leader")]
    domain: Any = table.asked[1].domain
    assert [key for key, option in domain.options.items() if option.no is None] == ["L", "done"]
    assert domain.options["M"].no.code == "leader.activated"
    assert table.state.leaders["N"].at == (70_000, 10_000)


def test_a_leader_joins_a_unit_at_the_end_of_the_turn() -> None:
    state = field(more="leader L red at=60,108 clan=rc")
    table = ended(state, answers=[{"pick": "L", "then": {"pick": "attach", "then": "A"}}])
    assert table.state.leaders["L"].attached == "A"


# -- the flags --------------------------------------------------------------------------------


def test_what_held_for_the_turn_is_gone() -> None:
    marked = "activated=yes moved=yes fired=0,1 fought=2 shot_at=yes lost_this_turn=1 stands=5 charged=yes rallied=yes"
    table = ended(field(a=marked, more="side red killed=none\nclan rc red tried=yes holding=yes"))
    unit = table.unit("A")
    flags = (unit.activated, unit.moved, unit.fired, unit.fought, unit.shot_at, unit.lost_this_turn, unit.charged,
             unit.rallied)  # fmt: skip
    assert flags == (False, False, (), (), False, 0, False, False)
    assert not table.state.clans["rc"].tried
    assert not table.state.clans["rc"].holding
    assert next_phase(table.state) == "start"


# -- C5: events -----------------------------------------------------------------------------------

HOST = """
    option events=yes\nside red edge=south\nside blue edge=north\ninitiative red
    leader G red at=60,110\nleader L red at=30,110 clan=rc\nleader H blue at=60,10
    unit S red at=100,100 clan=rc profile=SF\nunit Q red at=140,100 clan=rc profile=AG
    unit X red at=66,109 clan=rc disordered=yes disordered_since=3
"""


def event(total: int, side: int = 1, more: str = "", dice: Any = (), answers: Any = ()) -> Table:
    """The event of this total comes over a side: 1 the initiative side, 2 the other."""
    table = Table(field(more=HOST + more))
    pair = (min(6, total - 1), total - min(6, total - 1))
    table.run(random_event(table), dice=[(6,), (side,), pair, *dice], answers=answers)
    assert all(SYSTEM.tell(found).about in SYSTEM.sentences for found in table.events)
    assert all(question.about in SYSTEM.sentences for question in table.asked)
    return table


def test_nothing_happens_without_a_six_or_an_agreement() -> None:
    table = Table(field(more=HOST))
    table.run(random_event(table), dice=[(5,)])
    assert kinds(table) == ["event-tested"]
    table = Table(field())
    table.run(random_event(table))
    assert table.events == []


def test_a_wavering_ally() -> None:
    table = event(2, more="clan rd red\nunit Y red at=20,100 clan=rd", dice=[(2,)])
    assert [clan.barred_until for clan in table.state.clans.values() if clan.seat == RED] == [0, 4]


@pytest.mark.parametrize(("face", "fate", "until"), [(6, "dead", 0), (5, "", 4), (4, "", 0)])
def test_an_assassin(face: int, fate: str, until: int) -> None:
    table = event(3, dice=[(face,)], answers=["L"])
    leader = table.state.leaders["L"]
    assert (leader.fate, leader.incapacitated_until) == (fate, until)
    assert [question.seat for question in table.asked] == [BLUE]


def test_signals_shot_squall_and_lull() -> None:
    assert event(4, side=2).state.side(BLUE).seated_off_until == 4
    assert event(5).unit("Q").held_until == 4
    assert event(6).state.squall == 4
    assert kinds(event(7)) == ["event-tested", "event-side-rolled", "event-came"]


def test_drums_reform_the_disordered_near_their_general() -> None:
    table = event(8, answers=[{"pick": "reform", "then": [["face", 9000]]}])
    assert (table.unit("X").disordered, table.unit("X").facing) == (False, 9000)
    far = event(8, answers=["keep"], more="unit Z red at=150,60 clan=rc disordered=yes")
    assert far.unit("Z").disordered


def test_a_guide_and_a_heroic_example() -> None:
    assert event(9, answers=["A"]).unit("A").guided_until == 4
    table = event(10)
    assert table.unit("S").frenzied_since == 3
    assert not is_possible(field(), RED, "heroic-example")


def test_late_arrivals_come_once_and_count() -> None:
    table = event(11)
    late = next(u for u in table.state.units.values() if u.name == "profile.RF")
    side = table.state.side(RED)
    assert (late.clan, late.stands, late.quality, late.fate) == ("rc", 4, "seasoned", "reserve")
    assert (side.late_arrivals, side.weight) == (True, 5)
    assert list(table.state.units)[-2:] == [late.id, "B"]
    again = Table(table.state)
    again.run(random_event(again), dice=[(6,), (1,), (6, 5)])
    assert kinds(again)[-1] == "event-came"
    assert SYSTEM.tell(again.events[-1]).about.endswith(".void")


def test_a_good_omen_changes_the_rolls_of_both_sides() -> None:
    state = event(12).state
    assert [(s.activation_bonus, s.activation_bonus_until) for s in state.sides] == [(1, 4), (-1, 4)]


def test_an_event_without_a_subject_is_void_and_not_rolled_again() -> None:
    table = event(5, side=2)
    assert [SYSTEM.tell(found).about for found in table.events][-1] == "daimyo.event-came.void"
