"""Guns, headquarters and buildings in melee: what they suffer and what they may not do (ART-09, ORG-27, MEL-29)."""

from __future__ import annotations

from app.engine.geometry import Point
from app.systems.daimyo.disorder.events import PushBlocked
from app.systems.daimyo.guns.events import GunTaken
from app.systems.daimyo.melee.events import MeleeDecided, UnitBeaten
from app.systems.daimyo.melee.phase import melee
from app.systems.daimyo.organisation.events import UnitLost
from app.systems.daimyo.pursuit.events import FollowedUp
from tests.systems.daimyo.brawls import A, Table, duel, hits, misses

HERE = (60_000, 60_000)


def at(table: Table, unit: str) -> Point:
    """Where the front of a unit is."""
    return table.unit(unit).at


def test_a_gun_that_loses_is_taken() -> None:
    """DAI-ART-09: its crew is gone and the winner's clan has it."""
    table = Table(duel("", "profile=LA stands=1 files=1"))
    table.run(melee(table), [hits(1, 2), misses(1)])
    assert [it.fate for it in table.told(UnitBeaten)] == ["captured"]
    assert len(table.told(GunTaken)) == 1
    assert table.unit("B").seat == "red"


def test_a_gun_that_wins_pushes_and_stays() -> None:
    """DAI-PUR-14."""
    table = Table(duel("stands=1 files=1", "profile=LA stands=1 files=1"))
    table.run(melee(table), [misses(1), hits(1, 1)])
    assert (table.asked, at(table, "A"), at(table, "B")) == ([], (60_000, 63_000), HERE)


HQ = "unit A red profile=SF stands=6 files=3 at=60,60\nunit B blue profile=HQ stands=1 files=1 clan=household at=60,60"


def test_a_headquarters_holds_or_is_lost() -> None:
    """DAI-ORG-27: never pushed back; lost by 3 hits or more, or with its sixth."""
    table = Table(HQ)
    table.run(melee(table), [hits(1, 1), misses(1)])
    assert ([it.fate for it in table.told(UnitBeaten)], table.unit("B").disordered) == (["held"], False)
    assert (at(table, "B"), table.unit("B").hits) == (HERE, 1)
    later = Table(f"{HQ}\npair A B rounds=1 turns=1")
    later.run(melee(later), [hits(3, 3), misses(2)])
    assert [it.fate for it in later.told(UnitLost)] == ["captured"]
    full = Table(HQ.replace("clan=household", "clan=household hits=5"))
    full.run(melee(full), [hits(1, 1), misses(1)])
    assert (full.unit("B").fate, full.told(MeleeDecided)[0].lost) == ("destroyed", "foes")


HOUSE = """
terrain building house 56,52 64,52 64,60 56,60
unit A red profile=SF stands=6 files=3 at=60,60
unit B blue stands=4 files=2 at=60,56 building=house
"""


def test_walls_hold_a_unit_that_loses_a_little() -> None:
    """DAI-MEL-29."""
    table = Table(HOUSE)
    table.run(melee(table), [hits(2, 2), misses(2)])
    assert (table.told(PushBlocked)[0].why, table.unit("B").building) == ("walls", "house")
    assert (table.unit("B").disordered, table.state.pairs["A|B"].following) == (True, A)


def test_a_unit_beaten_badly_routs_out_of_its_building() -> None:
    """DAI-MEL-29: by the side away from the enemy."""
    rows = f"{HOUSE}\nunit C red profile=SF stands=4 files=2 at=56,56 facing=90 clan=red-clan"
    table = Table(rows)
    table.run(melee(table), [hits(4, 4), misses(4), (1,)], [])
    b = table.unit("B")
    assert (b.routing, b.building, b.stands) == (True, "", 3)
    assert b.at.y < 52_000 or b.at.x > 64_000


def test_who_wins_from_a_building_keeps_it() -> None:
    """DAI-PUR-04: no question is asked."""
    table = Table(HOUSE)
    table.run(melee(table), [misses(2), hits(1, 2)])
    assert (table.asked, at(table, "A"), table.unit("B").building) == ([], (60_000, 63_000), "house")
    assert table.told(FollowedUp) == []


def test_a_headquarters_whose_loss_ends_the_battle_ends_it_at_once() -> None:
    """DAI-SCN-06: nobody else gives way, and no winner is asked what he does."""
    roles = "scenario okehazama\nside red role=oda\nside blue role=imagawa"
    table = Table(f"{HQ}\nunit C blue stands=2 files=2 at=68,60\npair A B rounds=1 turns=1\n{roles}")
    table.run(melee(table), [hits(4, 4), misses(3)])
    assert (table.state.outcome is not None, table.asked) == (True, [])
    assert [(it.unit, it.fate) for it in table.told(UnitBeaten)] == [("B", "captured")]
