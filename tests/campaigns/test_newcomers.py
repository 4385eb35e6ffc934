"""Houses that come to a map while the campaign runs (CPN-YEA-09)."""

from __future__ import annotations

from msgspec.structs import replace

from app.campaigns.desk import Actor
from app.campaigns.ledger.events import Joined, Status, Taken
from app.campaigns.ledger.rows import takes
from app.campaigns.map.newcomers import free_starts, refuse_late
from app.campaigns.map.seasons import March
from app.campaigns.model import Settings
from app.campaigns.people.members import refuse_join
from app.campaigns.warbands.deeds import Raise
from app.engine.refusals import Refusal
from tests.campaigns.rounds_table import Table
from tests.campaigns.test_seasons import at, meet, owner, put, sheet, stay, war


def come(table: Table, n: int) -> Refusal | None:
    """Somebody joins and raises a warband."""
    table.put(Joined(guest=f"p{n}", name=f"P{n}", entropy=f"{n:064x}"))
    return table.give(f"p{n}", Raise(name=f"Late {n}", emblem=n + 1, hue=n + 1, roster=5))


def warband(table: Table, n: int) -> str:
    """The warband of somebody."""
    return table.now.of_guest(f"p{n}")[0].id


def test_who_comes_late_has_the_first_start_that_is_free_and_gives_orders_at_once() -> None:
    table = war(2, settlers=True)
    free = free_starts(table.now)
    assert free == list(sheet(table).starts[2:])
    assert come(table, 2) is None
    late = warband(table, 2)
    assert at(table, late) == free[0][0]
    assert {id for id, whose in table.now.land.owners.items() if whose == late} == {*free[0]}  # type: ignore[union-attr]
    assert free_starts(table.now) == free[1:]
    stay_of = [(0, "w0"), (1, "w1")]
    for n, id in stay_of:
        assert table.give(f"p{n}", March(warband=id)) is None
    assert table.now.round is not None
    season = table.now.round.number
    assert table.give("p2", March(warband=late)) is None
    assert table.now.round.number == season + 1
    assert late in {one.id for one in table.now.active()}


def test_a_start_that_is_owned_in_part_or_stood_on_is_not_free() -> None:
    table = war(2, settlers=True)
    third = sheet(table).starts[2]
    assert free_starts(table.now) == [third]
    put(table, "w1", third[0])
    assert free_starts(table.now) == []
    table = war(2, settlers=True)
    table.put(Taken(province=third[-1], warband="w0"))
    assert free_starts(table.now) == []


def test_a_start_that_is_fought_for_is_not_free() -> None:
    table = war(2, settlers=True)
    one = meet(table)
    assert table.now.land is not None
    table.now = replace(table.now, land=replace(table.now.land, owners={}, armies={}))
    assert all(one.place not in start for start in free_starts(table.now))
    assert len(free_starts(table.now)) == len(sheet(table).starts) - 1


def test_where_no_start_is_free_nobody_comes_and_the_refusal_says_so() -> None:
    table = war(2, settlers=True)
    for n in range(2, len(sheet(table).starts)):
        assert come(table, n) is None
    no = come(table, 9)
    assert no is not None
    assert (no.code, no.clause) == ("season.no-land", "CPN-YEA-09")
    assert refuse_late(table.now) is not None


def test_a_campaign_that_takes_no_newcomers_takes_none_on_a_map() -> None:
    table = war(2, settlers=True, late=False)
    no = come(table, 2)
    assert no is not None
    assert no.code == "people.late"


def test_a_house_that_came_between_two_seasons_has_its_land_when_the_next_one_opens() -> None:
    table = war(2, settlers=True, pause=5)
    stay(table)
    assert table.now.round is not None
    season = table.now.round.number
    assert come(table, 2) is None
    late = warband(table, 2)
    assert late not in table.now.land.armies  # type: ignore[union-attr]
    table.wait(hours=6)
    assert table.now.round.number == season + 1
    assert owner(table, at(table, late)) == late


def test_a_war_takes_late_houses_only_where_its_host_has_said_so() -> None:
    no = come(war(2), 2)
    assert no is not None
    assert no.code == "people.late"
    assert Settings(pairing="map").settlers is False
    open_ = replace(war(2).now, settings=Settings(pairing="map", open=True))
    assert not takes(open_)
    assert takes(replace(war(2).now, settings=Settings(pairing="map", open=True, settlers=True)))


def test_where_no_start_is_free_nobody_is_told_that_he_may_join() -> None:
    table = war(3, settlers=True, open=True)
    assert not takes(table.now)
    stranger = Actor(id="new", name="New", account=True)
    no = refuse_join(table.now, stranger)
    assert no is not None
    assert no.code == "season.no-land"


def test_who_was_driven_off_the_map_does_not_come_back_with_another_house() -> None:
    table = war(2, settlers=True)
    table.put(Status(warband="w1", status="retired", reason="landless"))
    no = table.give("p1", Raise(name="Again", emblem=5, hue=5, roster=5))
    assert no is not None
    assert (no.code, no.clause) == ("season.once", "CPN-YEA-09")
