"""What follows a rout: holding, advancing, pursuing, striking at backs, running into fresh enemies (PUR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.systems.daimyo.measure import touching
from app.systems.daimyo.melee.events import MeleeEnded, StandStruck
from app.systems.daimyo.melee.phase import melee
from app.systems.daimyo.morale.events import MoraleTested
from app.systems.daimyo.pursuit.events import AfterRout, PursuitAttack, PursuitMet, PursuitRolled
from app.systems.daimyo.pursuit.flow import (
    after_rout,
    catchers,
    choices,
    pursue,
    pursuit_attack,
    refuse_going,
    refuse_pursuit,
    untested,
)
from tests.systems.daimyo.brawls import A, B, C, Table, duel, fallen, hits, misses, position, unworded

HERE = (60_000, 60_000)
RUN = "unit A red {a} at=60,60\nunit B blue {b} at=60,{y} facing=0 routing=yes disordered=yes"
HORSE = "profile=SM stands=4 files=2"


def won(rows: str, *dice: Sequence[int], answers: Sequence[Any] = (), stands: int = 6) -> Table:
    """A has routed B by three hits; then these dice fall."""
    table = Table(rows)
    table.run(melee(table), [hits(3, stands), misses(6), *dice], answers)
    table.check_words()
    return table


def at(table: Table, unit: str) -> Point:
    """Where the front of a unit is."""
    return table.unit(unit).at


# -- the choice -------------------------------------------------------------------------


def test_hold_is_silence() -> None:
    """DAI-PUR-04."""
    table = won(duel(), (1,))
    assert [(q.about, q.seat, q.clause) for q in table.asked] == [("rout.after", "red", "DAI-PUR-04")]
    assert (at(table, "A"), [it.choice for it in table.told(AfterRout)]) == (HERE, ["hold"])


def test_advance_is_three_centimetres() -> None:
    """DAI-PUR-04."""
    table = won(duel(), (1,), answers=["advance"])
    assert (at(table, "A"), table.unit("A").pursuing_until) == ((60_000, 57_000), 0)


def test_an_advance_keeps_a_centimetre_from_enemies() -> None:
    """DAI-MOV-21: only a charge, a pursuit or a follow-up ends in contact."""
    table = won(duel("", "", "unit C blue at=68,57.5 stands=2 files=1"), (6,), answers=["advance"])
    assert at(table, "A") == (60_000, 58_500)


@pytest.mark.parametrize(("unit", "more", "open_"), [
    ("", "", ["hold", "advance", "pursue"]), ("halted_until=1", "", ["hold"]), ("frenzied_since=1", "", ["pursue"]),
    ("halted_until=1 frenzied_since=1", "", ["hold"]),
    ("building=h", "terrain building h 54,60 66,60 66,63 54,63", ["hold"]),
    ("profile=LA stands=1 files=1", "", ["hold"]), ("profile=HQ stands=1 files=1 clan=household", "", ["hold"]),
    ("profile=AG", "", ["hold", "advance", "pursue"]),
])  # fmt: skip
def test_who_may_do_what(unit: str, more: str, open_: list[str]) -> None:
    """DAI-PUR-04, DAI-PUR-14, DAI-MOR-19, DAI-MOR-29."""
    state = position(f"{more}\n{RUN.format(a=unit, b='', y=40)}")
    found = choices(state, state.units["A"], state.units["B"])
    assert [key for key, no in found.items() if no is None] == open_
    assert [unworded(no.code, no.facts) for no in found.values() if no is not None] == [[]] * (3 - len(open_))


def test_one_that_left_the_table_is_not_pursued() -> None:
    """DAI-PUR-06: there is nobody to run after; even the frenzied may hold."""
    state = position("unit A red at=60,60 frenzied_since=1\nunit B blue fate=left")
    found = choices(state, state.units["A"], state.units["B"])
    assert [key for key, no in found.items() if no is None] == ["hold", "advance"]
    assert isinstance(no := found["pursue"], Refusal)
    assert (no.code, unworded(no.code, no.facts)) == ("pursuit.gone", [])
    assert refuse_going(state, state.units["A"]) is None


def test_a_winner_in_contact_with_another_is_not_asked() -> None:
    """DAI-PUR-04."""
    rows = RUN.format(a="", b="", y=40)
    table = Table(f"{rows}\nunit C blue at=60,60")
    table.run(after_rout(table, (A,), B))
    assert table.events == []


# -- the pursuit ------------------------------------------------------------------------


def test_the_pursuer_rolls_after_the_router_and_runs_after_it() -> None:
    """DAI-PUR-06: rout die, pursuit die; light foot run 11 to 15 cm."""
    table = won(duel(), (6,), (1,), answers=["pursue"])
    assert table.whys() == ["melee", "melee", "rout", "pursuit"]
    rolled: PursuitRolled = table.told(PursuitRolled)[0]
    assert (rolled.distance, rolled.until) == (11_000, 2)
    assert (at(table, "A"), at(table, "B")) == ((60_000, 49_000), (60_000, 60_000 - 3_000 - 15_000))
    assert (table.unit("A").pursuing_until, table.unit("A").disordered, table.told(PursuitAttack)) == (2, False, [])


def test_a_pursuer_stops_in_contact_and_strikes() -> None:
    """DAI-PUR-06, DAI-PUR-08."""
    table = won(duel(), (1,), (6,), misses(6), answers=["pursue"])
    assert table.whys() == ["melee", "melee", "rout", "pursuit", "pursuit-attack"]
    assert at(table, "A")[1] == at(table, "B")[1] + 3_000
    assert touching(table.state, table.unit("A"), table.unit("B"))
    attack: PursuitAttack = table.told(PursuitAttack)[0]
    assert (attack.stands, attack.clause) == (6, "DAI-PUR-08")
    assert all(it.why == "pursuit-attack" for it in table.told(StandStruck)[12:])


def test_the_frenzied_pursue_unasked() -> None:
    """DAI-MOR-29."""
    table = won(duel("frenzied_since=1"), (6,), (1,))
    assert (table.asked, at(table, "A")) == ([], (60_000, 49_000))


def test_a_pursuer_turns_to_follow_the_way_of_a_router() -> None:
    """DAI-PUR-06: straight after it, whichever way it ran."""
    rows = f"unit A red {HORSE} at=60,60\nunit B blue stands=4 files=2 at=72,52 facing=45 routing=yes"
    table = Table(rows)
    table.run(pursue(table, A, B), [(1,), misses(2)])
    a, b = table.unit("A"), table.unit("B")
    assert (a.facing, touching(table.state, a, b)) == (4_500, True)


def test_a_pursuit_stops_at_the_edge() -> None:
    """DAI-MOV-25."""
    table = Table("unit A red at=60,5\nunit B blue at=100,30 facing=0 routing=yes")
    table.run(pursue(table, A, B), [(6,)])
    assert at(table, "A") == (60_000, 0)


def test_whom_the_weather_slows() -> None:
    """DAI-WEA-06: every move."""
    table = Table(f"{RUN.format(a='', b='', y=30)}\nweather heavy-rain")
    table.run(pursue(table, A, B), [(1,)])
    assert at(table, "A") == (60_000, 52_000)


def test_a_leader_in_the_way_is_overrun() -> None:
    """DAI-LDR-10."""
    table = Table(f"{RUN.format(a='', b='', y=30)}\nleader e blue rating=1 at=60,55")
    table.run(pursue(table, A, B), [(1,), (1,)])
    assert table.state.leaders["e"].fate == "dead"


def test_who_may_not_pursue_does_not_roll() -> None:
    """DAI-PUR-15."""
    table = Table(RUN.format(a="profile=LA stands=1 files=1", b="", y=40))
    table.run(pursue(table, A, B))
    assert table.events == []
    assert refuse_pursuit(table.state, table.unit("A"), table.unit("B")) is not None


def test_several_pursuers_run_in_order_and_then_strike() -> None:
    """DAI-PUR-16, and the order of dice: pursuit dice before pursuit attacks."""
    rows = """
    unit A red profile=SM stands=2 files=2 at=56,60
    unit C red profile=SM stands=2 files=2 at=64,60
    unit B blue stands=4 files=4 at=60,50 facing=0 routing=yes disordered=yes
    """
    table = Table(rows)
    table.run(after_rout(table, (A, C), B), [(1,), (2,), misses(2), misses(2)], ["pursue", "pursue"])
    assert table.whys() == ["pursuit", "pursuit", "pursuit-attack", "pursuit-attack"]
    assert [it.unit for it in table.told(PursuitAttack)] == [A, C]
    table.check_words()


# -- the attack -------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b", "more", "expected"), [
    ("", "", "", {"spear": 1, "L4": 2}),
    ("", "profile=SF", "", {"spear": 1, "L4": 2, "L10": -2}),
    (HORSE, "profile=SY", "", {"lance": 1, "L4": 2, "L13": -1}),
    ("frenzied_since=1 disordered=yes quality=raw", "", "leader g red attached=A", {"spear": 1, "L4": 2}),
    ("charged=yes charged_into=B", "", "", {"spear": 1, "L4": 2}),
])  # fmt: skip
def test_what_counts_in_a_pursuit_attack(a: str, b: str, more: str, expected: dict[str, int]) -> None:
    """DAI-PUR-08: the weapon, L4 and the enemy's armour, no other row."""
    table = Table(f"{RUN.format(a=a, b=b, y=57)}\n{more}")
    stands = len(catchers(table.state, table.unit("A"), table.unit("B")))
    table.run(pursuit_attack(table, A, B), [misses(stands)])
    assert {line.id: line.adds for line in table.told(StandStruck)[0].lines} == expected


@pytest.mark.parametrize(("a", "expected"), [
    ("", 6), ("disordered=yes", 3), ("profile=SF stands=6", 3), ("fought=0,1,2,3,4,5", 6), ("stands=5 files=3", 5),
])  # fmt: skip
def test_stands_strike_as_in_a_first_round(a: str, expected: int) -> None:
    """DAI-PUR-08, DAI-MEL-01: that they have fought does not matter."""
    state = position(RUN.format(a=a, b="", y=57))
    assert len(catchers(state, state.units["A"], state.units["B"])) == expected


def test_hits_at_backs_take_stands_and_nothing_else_follows() -> None:
    """DAI-PUR-08: no test, no result, and no round of a melee."""
    table = Table(RUN.format(a="", b="", y=57))
    table.run(pursuit_attack(table, A, B), [fallen(True, True, True, False, False, True)])
    assert (table.unit("B").stands, table.unit("B").hits, at(table, "A")) == (5, 1, HERE)
    assert (table.unit("A").fought, table.state.pairs, table.told(MoraleTested)) == ((), {}, [])


def test_nobody_strikes_who_is_not_in_front_contact() -> None:
    """DAI-PUR-08."""
    table = Table(RUN.format(a="", b="", y=56))
    table.run(pursuit_attack(table, A, B))
    assert table.events == []


def test_a_unit_cut_down_is_destroyed() -> None:
    """DAI-ORG-22."""
    table = Table(RUN.format(a="", b="stands=1 files=1 hits=2", y="58.5"))
    table.run(pursuit_attack(table, A, B), [hits(1, 2)])
    assert table.unit("B").fate == "destroyed"


# -- fresh enemies ----------------------------------------------------------------------

FRESH = "unit A red {a} at=60,60\nunit B blue at=60,20 facing=0 routing=yes\nunit C blue {c} at=60,52"


def test_a_fresh_enemy_ends_the_pursuit() -> None:
    """DAI-PUR-09: in contact, its stands have fought, L4 in the first round; the enemy tests and may only stand."""
    table = Table(FRESH.format(a="", c=""))
    table.run(pursue(table, A, B), [(1,), (6, 5)])
    assert (at(table, "A"), touching(table.state, table.unit("A"), table.unit("C"))) == ((60_000, 52_000), True)
    assert [(it.unit, it.target) for it in table.told(PursuitMet)] == [(A, C)]
    assert (table.unit("A").fought, table.unit("A").pursued_into) == ((0, 1, 2, 3, 4, 5), (C,))
    assert [(it.unit, it.reason, it.by) for it in table.told(MoraleTested)] == [(C, 2, A)]
    assert table.asked == []
    table.check_words()
    table.run(melee(table))
    assert "melee" not in table.whys()


def test_cavalry_makes_foot_test_and_samurai_do_not_fear_foot() -> None:
    """DAI-PUR-09, DAI-MOR-01, DAI-MOR-32."""
    horse = Table(FRESH.format(a=HORSE, c="profile=SF"))
    horse.run(pursue(horse, A, B), [(1,), (6, 5)])
    assert [it.reason for it in horse.told(MoraleTested)] == [3]
    foot = Table(FRESH.format(a="", c="profile=SF"))
    foot.run(pursue(foot, A, B), [(1,)])
    assert foot.told(MoraleTested) == []


def test_a_fresh_enemy_that_breaks_is_gone() -> None:
    """DAI-PUR-09, DAI-MOR-22: its rout leaves the pursuer free to choose again."""
    table = Table(FRESH.format(a="", c=""))
    table.run(pursue(table, A, B), [(1,), (1, 1), (6,)], ["hold"])
    assert table.whys() == ["pursuit", "morale", "rout"]
    assert (table.unit("C").routing, table.abouts()) == (True, ["rout.after"])


def test_a_retreating_enemy_that_is_caught_does_not_test_again() -> None:
    """DAI-MOR-22, DAI-CHG-16: it fights with the enemy at its rear."""
    table = Table("unit A red at=60,60\nunit B blue at=60,50 facing=0 disordered=yes")
    table.run(pursue(table, A, B), [(1,)])
    assert (at(table, "A"), table.told(MoraleTested)) == ((60_000, 53_000), [])
    assert [it.clause for it in table.told(PursuitMet)] == ["DAI-CHG-16"]
    assert table.unit("A").pursued_into == (B,)


def test_a_unit_tests_once_for_being_charged() -> None:
    """DAI-CHG-12: again only when cavalry comes after foot."""
    unit = position("unit A red at=60,60 tested=2").units["A"]
    fresh = position("unit A red at=60,60").units["A"]
    assert (untested(fresh, (2,)), untested(unit, (2,)), untested(unit, (2, 3))) == ((2,), (), (2, 3))
    assert untested(position("unit A red at=60,60 tested=2,3").units["A"], (2, 3)) == ()


def test_a_gun_that_is_met_tests_and_stands() -> None:
    """DAI-CHG-24, DAI-PUR-09."""
    table = Table(FRESH.format(a="", c="profile=LA stands=1 files=1"))
    table.run(pursue(table, A, B), [(1,), (6, 5)])
    assert [it.reason for it in table.told(MoraleTested)] == [2]


def test_a_gun_without_a_crew_is_taken_by_the_first_that_touches_it() -> None:
    """DAI-ART-08."""
    table = Table(FRESH.format(a="", c="profile=LA stands=1 files=1 abandoned=yes"))
    table.run(pursue(table, A, B), [(1,)])
    assert (table.unit("C").seat, table.told(PursuitMet)) == ("red", [])


def test_a_pursuer_without_room_to_turn_goes_on_as_it_faces() -> None:
    """DAI-PUR-06: it may not come to stand on another unit."""
    rows = """
    unit A red profile=SM stands=4 files=2 at=60,60
    unit C blue profile=SF stands=2 files=1 at=53.4,59
    unit B blue stands=2 files=2 at=80,60 facing=90 routing=yes
    """
    table = Table(rows)
    table.run(pursue(table, A, B), [(1,)])
    assert (table.unit("A").facing, at(table, "A")) == (0, (60_000, 42_000))


def test_a_pursuer_lies_flush_against_a_fresh_enemy_it_meets_aslant() -> None:
    """DAI-PUR-09, DAI-CHG-19: in contact, edge to edge."""
    table = Table(FRESH.format(a="", c="facing=200"))
    table.run(pursue(table, A, B), [(6,), (6, 5)])
    assert touching(table.state, table.unit("A"), table.unit("C"))
    assert table.unit("A").facing == 2_000


def test_an_enemy_met_in_pursuit_is_forgotten_once_they_have_parted() -> None:
    """DAI-PUR-09: the bonus is for the first round of that contact."""
    table = Table("unit A red at=60,60 pursued_into=B\nunit B blue at=60,50")
    table.run(melee(table))
    assert (table.unit("A").pursued_into, table.unit("A").disordered) == ((), False)
    assert [it.turns for it in table.told(MeleeEnded)] == [0]


def test_a_pursuit_that_ends_the_battle_is_over() -> None:
    """DAI-SCN-06, DAI-LDR-10: the General of the Imagawa stood in the way; nobody strikes any more."""
    rows = f"{RUN.format(a='', b='', y=55)}\nleader e blue rating=1 at=60,58.5"
    table = Table(f"{rows}\nscenario okehazama\nside red role=oda\nside blue role=imagawa")
    table.run(after_rout(table, (A,), B), [(6,), (1,)], ["pursue"])
    assert (table.state.outcome is not None, table.told(PursuitAttack)) == (True, [])
    table.run(pursue(table, A, B))
    assert table.whys() == ["pursuit", "leader"]
