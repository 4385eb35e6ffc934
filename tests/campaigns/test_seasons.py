"""Campaigns on a map: seasons, sealed orders, marches, battles that follow from them, what becomes of the land."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.campaigns.battles.results import Over
from app.campaigns.battles.tables import Lay
from app.campaigns.ledger.events import Joined, Raised
from app.campaigns.map.maps import Map
from app.campaigns.map.seasons import March, SetMap, season_of, sheet_of
from app.campaigns.model import Fixture
from app.campaigns.people.eyes import seen
from app.campaigns.rounds.course import Start
from app.campaigns.systems import rules_of
from app.engine.campaigns import Band
from app.systems import system_of
from tests.campaigns.rounds_table import DAY, HOST, Table

BAY = "heron-bay"


def war(count: int = 2, **settings: Any) -> Table:
    """A campaign on a map that has begun."""
    table = Table(count, pairing="map", map=BAY, **settings)
    assert table.give(HOST, Start()) is None
    return table


def daimyo(**settings: Any) -> Table:
    """The same with two armies of Daimyo."""
    table = Table(0, rules_of(system_of("daimyo")), pairing="map", map=BAY, **{"points": 600, **settings})
    table.now = replace(table.now, system="daimyo")
    for n in range(2):
        band = table.rules.enlist({"sample": "takeda"}, 600)
        assert isinstance(band, Band)
        table.put(Joined(guest=f"p{n}", name=f"P{n}"))
        table.put(Raised(warband=f"w{n}", guest=f"p{n}", name=f"W{n}", emblem=1, hue=1, band=band))
    assert table.give(HOST, Start()) is None
    return table


def sheet(table: Table) -> Map:
    """The map of the campaign."""
    assert table.now.land is not None
    return sheet_of(table.now.land)


def at(table: Table, id: str) -> str:
    """Where an army stands."""
    assert table.now.land is not None
    return table.now.land.armies[id]


def owner(table: Table, province: str) -> str:
    """Whose a province is."""
    assert table.now.land is not None
    return table.now.land.owners.get(province, "")


def order(table: Table, n: int, *way: str) -> Any:
    """The order of a player's army."""
    return table.give(f"p{n}", March(warband=f"w{n}", way=way))


def stay(table: Table) -> None:
    """A season in which everybody stays."""
    for one in table.now.active():
        assert order(table, int(one.id[1:])) is None


def put(table: Table, id: str, province: str) -> None:
    """An army stands there, and the province is nobody's business."""
    assert table.now.land is not None
    table.now = replace(table.now, land=replace(table.now.land, armies={**table.now.land.armies, id: province}))


def own(table: Table, province: str, id: str) -> None:
    """A province is theirs."""
    assert table.now.land is not None
    table.now = replace(table.now, land=replace(table.now.land, owners={**table.now.land.owners, province: id}))


def test_warbands_begin_on_the_starts_of_the_map() -> None:
    table = war(3)
    starts = sheet(table).starts
    for n, start in enumerate(starts[:3]):
        assert at(table, f"w{n}") == start[0]
        assert [id for id in start if owner(table, id) == f"w{n}"] == list(start)
    assert table.now.round is not None
    assert (table.now.round.year, table.now.round.season, table.now.round.step) == (1, "spring", "orders")


def test_a_map_without_a_start_for_everybody_is_refused() -> None:
    table = Table(4, pairing="map", map=BAY)
    no = table.give(HOST, Start())
    assert no is not None
    assert (no.code, no.facts) == ("season.starts", {"houses": 4, "starts": 3})
    assert table.now.state == "recruiting"


def test_a_bad_map_is_refused_and_a_good_one_is_kept() -> None:
    table = Table(2, pairing="map", map=BAY)
    no = table.give(HOST, SetMap(map={"id": "x", "name": "X", "provinces": []}))
    assert no is not None
    assert no.code == "map.provinces"
    assert table.now.land is None
    assert table.give("p0", SetMap(map={})).code == "campaign.not-yours"  # type: ignore[union-attr]


def test_orders_are_sealed_until_all_are_in() -> None:
    table = war()
    goal = sheet(table).neighbours(at(table, "w0"))[0]
    stood = at(table, "w0")
    assert order(table, 0, goal) is None
    entry = table.entries[-1]
    assert entry.seen_by == ("p0",)
    theirs, mine = seen(table.now, "p1").land, seen(table.now, "p0").land
    assert theirs is not None
    assert theirs.orders == {}
    assert mine is not None
    assert mine.orders == {"w0": (stood, goal)}
    assert at(table, "w0") == stood
    assert order(table, 1) is None
    assert at(table, "w0") == goal


def test_an_order_too_far_is_refused_with_its_figures() -> None:
    table = war()
    first = sheet(table).neighbours(at(table, "w0"))[0]
    second = next(id for id in sheet(table).neighbours(first) if id != at(table, "w0"))
    no = order(table, 0, first, second)
    assert (no.code, no.facts) == ("march.far", {"provinces": 2, "most": 1})
    assert order(table, 1, "nowhere").code == "march.unknown"
    assert table.now.land is not None
    assert table.now.land.orders == {}


def test_at_the_deadline_who_gave_no_order_stays() -> None:
    table = war(days=6)
    goal = sheet(table).neighbours(at(table, "w0"))[0]
    stood = at(table, "w1")
    assert order(table, 0, goal) is None
    table.clock += 2 * DAY - 1
    assert table.settle() == 0
    table.clock += 1
    table.settle()
    assert at(table, "w0") == goal
    assert at(table, "w1") == stood


def test_a_quiet_year_brings_every_season_and_income_in_autumn() -> None:
    table = war(years=2)
    purse = {one.id: one.band.purse for one in table.now.active()}
    for number in range(1, 5):
        assert table.now.round is not None
        assert (table.now.round.number, table.now.round.season) == (number, season_of(number)[1])
        stay(table)
    for one in table.now.active():
        koku = sheet(table).koku(list(sheet(table).starts[int(one.id[1:])]))
        assert one.band.purse == purse[one.id] + 20 * koku
    assert table.now.round is not None
    assert (table.now.round.year, table.now.round.season) == (2, "spring")


def test_daimyo_brings_fifty_points_a_koku() -> None:
    table = daimyo(years=1)
    purse = table.now.warbands["w0"].band.purse
    for _ in range(3):
        stay(table)
    assert table.now.warbands["w0"].band.purse == purse + 50 * sheet(table).koku(list(sheet(table).starts[0]))


def test_after_the_years_most_koku_win() -> None:
    table = war(years=1)
    land = next(one.id for one in sheet(table).provinces if not owner(table, one.id))
    own(table, land, "w1")
    for _ in range(4):
        stay(table)
    assert (table.now.state, table.now.winner) == ("ended", "w1")


def test_who_holds_the_capital_four_seasons_wins_before() -> None:
    table = war(years=4)
    own(table, next(one.id for one in sheet(table).provinces if one.capital), "w0")
    for _ in range(4):
        assert table.now.state == "running"
        stay(table)
    assert (table.now.state, table.now.winner) == ("ended", "w0")


def free(table: Table) -> str:
    """A province of nobody's, army 0 standing next to it in a province of its own."""
    found = [
        (id, mine) for mine in sheet(table).starts[0] for id in sheet(table).neighbours(mine) if not owner(table, id)
    ]
    goal, mine = found[0]
    put(table, "w0", mine)
    return goal


def meet(table: Table) -> Fixture:
    """Army 0 marches upon army 1 in a province of 1's."""
    target = at(table, "w1")
    near = next(id for id in sheet(table).neighbours(target) if id not in sheet(table).starts[1])
    put(table, "w0", near)
    assert order(table, 0, target) is None
    assert order(table, 1) is None
    (battle,) = table.battles()
    return battle


def fight(table: Table, one: Fixture, winner: str) -> None:
    """The battle is fought, and this side wins."""
    for side in (side for side in one.sides if side):
        table.send_all(one.id, side)
    assert table.give("", Lay(fixture=one.id, game=f"g-{one.id}")) is None
    assert table.give("", Over(fixture=one.id, winner=winner)) is None


def test_the_owner_defends_and_the_loser_goes_home() -> None:
    table = war()
    one = meet(table)
    target = one.place
    assert one.sides == ("w1", "w0")
    assert one.defender == "w1"
    fight(table, one, "w1")
    assert at(table, "w1") == target
    assert owner(table, at(table, "w0")) == "w0"


def test_a_beaten_owner_retreats_and_a_castle_holds_for_its_seasons() -> None:
    table = war()
    place = at(table, "w1")
    castle = next(one.castle for one in sheet(table).provinces if one.id == place)
    assert castle > 0
    one = meet(table)
    fight(table, one, "w0")
    assert at(table, "w0") == place
    assert at(table, "w1") != place
    assert owner(table, place) == "w1"
    for _ in range(castle):
        assert owner(table, place) == "w1"
        stay(table)
    assert owner(table, place) == "w0"


def test_an_open_province_is_taken_by_marching_in() -> None:
    table = war()
    goal = free(table)
    assert order(table, 0, goal) is None
    assert order(table, 1) is None
    assert owner(table, goal) == "w0"


def test_in_daimyo_a_province_of_nobody_is_held_by_a_list() -> None:
    table = daimyo()
    goal = free(table)
    assert order(table, 0, goal) is None
    assert order(table, 1) is None
    (one,) = table.battles()
    assert one.sides == ("w0", "")
    assert one.garrison is not None
    assert one.options["season"] == "spring"
    fight(table, one, "w0")
    assert owner(table, goal) == "w0"


@pytest.mark.parametrize("beaten", [True, False])
def test_a_garrison_that_wins_keeps_its_province(beaten: bool) -> None:
    table = daimyo()
    goal = free(table)
    assert order(table, 0, goal) is None
    assert order(table, 1) is None
    (one,) = table.battles()
    table.send_all(one.id, "w0")
    assert table.give("", Lay(fixture=one.id, game=f"g-{one.id}")) is None
    assert table.give("", Over(fixture=one.id, facts={"garrison_won": int(beaten)})) is None
    assert owner(table, goal) == ""
    assert at(table, "w0") != goal


def test_armies_that_change_places_fight_on_the_border() -> None:
    table = daimyo()
    a = at(table, "w1")
    b = next(id for id in sheet(table).neighbours(a) if id in sheet(table).starts[1])
    put(table, "w0", b)
    assert order(table, 0, a) is None
    assert order(table, 1, b) is None
    (one,) = table.battles()
    assert one.kind == "border"
    assert one.goals == {"w0": a, "w1": b}
    assert one.defender in ("w0", "w1")


def test_a_house_without_land_leaves_the_map() -> None:
    table = war()
    assert table.now.land is not None
    mine = dict.fromkeys(table.now.land.owners, "w0")
    table.now = replace(table.now, land=replace(table.now.land, owners=mine))
    put(table, "w1", next(one.id for one in sheet(table).provinces if one.id not in mine))
    one = at(table, "w0")
    put(table, "w1", one)
    assert order(table, 0) is None
    assert order(table, 1) is None
    (battle,) = table.battles()
    fight(table, battle, "w0")
    assert table.now.warbands["w1"].status == "retired"
    assert (table.now.state, table.now.winner) == ("ended", "w0")
