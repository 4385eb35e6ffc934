"""Marches: orders, meetings in provinces and on borders, garrisons, sieges, retreats and the end."""

from __future__ import annotations

from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from app.campaigns.map.maps import Border, Map, Province, ready_maps
from app.campaigns.map.marches import (
    Meeting,
    Moves,
    Order,
    enters,
    refuse_order,
    reigned,
    resolve,
    retreats,
    settled,
    wealth,
)
from app.campaigns.map.rules import General
from app.engine.refusals import Refusal
from app.systems.daimyo.campaign import rules as daimyo

ROW = ("a", "b", "c", "d", "e")
RULES = General(())


def province(id: str, x: int, koku: int, castle: int) -> Province:
    """One province of a row."""
    corners = ((x, 0), (x + 100, 0), (x + 100, 100), (x, 100))
    return Province(id=id, name=id, polygon=corners, seat=(x + 50, 50), capital=id == "c", koku=koku, castle=castle)


LINE = Map(
    id="line", name="Line", width=500, height=200,
    provinces=tuple(province(id, 100 * i, koku=1 + i % 4, castle=i % 3) for i, id in enumerate(ROW)),
    borders=(Border("a", "b", road=True), Border("b", "c", road=True), Border("c", "d"), Border("d", "e", road=True)),
)  # fmt: skip
HOUSES = {"w1": "red", "w2": "blue", "w3": "green", "w4": "red"}


def go(
    at: dict[str, str], orders: dict[str, tuple[str, ...]], owners: dict[str, str] | None = None,
    garrisons: tuple[str, ...] = (), besieged: tuple[str, ...] = (),
) -> Moves:  # fmt: skip
    """The season on the line."""
    return resolve(LINE, at, orders, owners or {}, HOUSES, garrisons, besieged)


# -- orders -------------------------------------------------------------------------------


def told(way: tuple[str, ...], at: str = "a", season: str = "", rating: int = 1) -> list[tuple[str, str]]:
    """Codes and clauses against an order; in a season by the rules of Daimyo."""
    order = Order("w1", way)
    if not season:
        return [(no.code, no.clause) for no in refuse_order(LINE, order, at)]
    reach = partial(daimyo_reach, season, rating)
    return [(no.code, no.clause) for no in refuse_order(LINE, order, at, reach)]


def daimyo_reach(season: str, rating: int, road: bool, provinces: int) -> Refusal | None:
    return daimyo.refuse_march(season, road, rating, provinces)


def test_one_province_a_round_where_rules_say_nothing() -> None:
    assert told(("b",)) == []
    assert told(()) == []
    assert told(("a", "b")) == []
    assert told(("b", "c")) == [("march.far", "CPN-MAP-10")]


def test_an_order_goes_across_borders_and_to_no_province_twice() -> None:
    assert ("march.border", "CPN-MAP-10") in told(("c",))
    assert ("march.twice", "CPN-MAP-10") in told(("b", "a"))
    assert told(("x",)) == [("march.unknown", "CPN-MAP-10")]
    assert told(("b",), at="") == [("march.nowhere", "CPN-MAP-10")]
    assert told(("b",) * 9) == [("march.far", "CPN-MAP-10")]


def test_the_seasons_of_daimyo() -> None:
    assert told(("b", "c"), season="summer") == []
    assert told(("d", "e"), at="c", season="summer") == [("campaign.march", "DAI-CAM-05")]
    assert told(("b", "c"), season="spring") == [("campaign.march", "DAI-CAM-05")]
    assert told(("b",), season="winter", rating=1) == [("campaign.winter", "DAI-CAM-05")]
    assert told(("b",), season="winter", rating=2) == []


# -- meetings -----------------------------------------------------------------------------


def test_who_ends_in_one_province_fights_and_its_owner_defends() -> None:
    moves = go({"w1": "a", "w2": "c"}, {"w1": ("b",), "w2": ("b",)}, {"b": "blue"})
    assert moves.battles == (Meeting(kind="province", place="b", warbands=("w2", "w1"), defender="w2"),)
    assert moves.arrived == {"w1": "b", "w2": "b"}
    assert moves.taken == {}


def test_on_ground_of_neither_nobody_defends_yet() -> None:
    moves = go({"w1": "a", "w2": "c"}, {"w1": ("b",), "w2": ("b",)})
    assert [one.defender for one in moves.battles] == [""]


def test_who_crosses_on_a_border_fights_there_and_stays_until_then() -> None:
    moves = go({"w1": "a", "w2": "b"}, {"w1": ("a", "b"), "w2": ("a",)}, {"a": "red", "b": "blue"})
    assert moves.battles == (Meeting(kind="border", place="b", warbands=("w1", "w2"), goals=("b", "a")),)
    assert moves.arrived == {"w1": "a", "w2": "b"}
    assert moves.taken == {}


def test_armies_of_one_house_cross_and_share_in_peace() -> None:
    moves = go({"w1": "a", "w4": "b"}, {"w1": ("b",), "w4": ("a",)})
    assert (moves.battles, moves.arrived) == ((), {"w1": "b", "w4": "a"})


def test_who_left_in_time_is_not_met() -> None:
    moves = go({"w1": "a", "w2": "b"}, {"w1": ("b",), "w2": ("c",)}, {"b": "blue"})
    assert moves.battles == ()
    assert moves.taken == {"b": "red", "c": "blue"}


def test_a_long_march_ends_where_a_foe_is_met() -> None:
    moves = go({"w1": "a", "w2": "b"}, {"w1": ("b", "c")}, {"b": "blue"})
    assert moves.arrived["w1"] == "b"
    assert [one.place for one in moves.battles] == ["b"]


def test_a_long_march_takes_what_it_passes() -> None:
    moves = go({"w1": "a", "w2": "e"}, {"w1": ("b", "c")}, {"b": "blue", "c": "blue", "e": "blue"})
    assert moves.arrived["w1"] == "c"
    assert moves.taken == {"b": "red", "c": "red"}


def test_of_three_the_owner_meets_the_first_and_the_last_waits() -> None:
    at = {"w1": "a", "w3": "c", "w2": "b"}
    moves = go(at, {"w1": ("b",), "w3": ("b",)}, {"b": "blue"})
    assert [one.warbands for one in moves.battles] == [("w2", "w1")]
    assert moves.waiting == ("w3",)
    again = go(dict(moves.arrived, w1="a"), {}, {"b": "blue"})
    assert [one.warbands for one in again.battles] == [("w2", "w3")]


def test_a_garrison_must_be_fought_and_stops_a_march() -> None:
    moves = go({"w1": "a"}, {"w1": ("b", "c")}, {"a": "red"}, garrisons=("b",))
    assert moves.battles == (Meeting(kind="garrison", place="b", warbands=("w1",)),)
    assert (moves.arrived, moves.taken) == ({"w1": "b"}, {})


def test_foes_in_a_garrisoned_province_fight_each_other_first() -> None:
    moves = go({"w1": "a", "w2": "c"}, {"w1": ("b",), "w2": ("b",)}, garrisons=("b",))
    assert [one.kind for one in moves.battles] == ["province"]


def test_a_province_of_nobody_without_garrison_is_entered() -> None:
    assert go({"w1": "a"}, {"w1": ("b",)}, {"a": "red"}).taken == {"b": "red"}


# -- sieges ---------------------------------------------------------------------------------


def test_a_besieged_castle_keeps_its_province_while_it_holds() -> None:
    owners = {"a": "red", "b": "blue"}
    moves = go({"w1": "b"}, {}, owners, besieged=("b",))
    assert (moves.taken, moves.lifted, moves.battles) == ({}, (), ())
    assert go({"w1": "b"}, {"w1": ("a",)}, owners, besieged=("b",)).lifted == ("b",)


def test_an_army_of_the_owner_comes_to_relieve_it() -> None:
    moves = go({"w1": "b", "w2": "c"}, {"w2": ("b",)}, {"b": "blue"}, besieged=("b",))
    assert moves.battles == (Meeting(kind="relief", place="b", warbands=("w2", "w1"), defender="w2"),)


def test_a_castle_holds_a_season_a_level() -> None:
    assert [RULES.besieged(2, n, relieved=False) for n in (1, 2, 3)] == ["holds", "holds", "surrenders"]
    assert RULES.besieged(0, 1, relieved=False) == "surrenders"
    assert RULES.besieged(2, 9, relieved=True) == "relieved"


# -- after the battle ---------------------------------------------------------------------------


def test_the_loser_retreats_to_the_strongest_own_province_next_to_it() -> None:
    meeting = Meeting(kind="province", place="b", warbands=("w2", "w1"))
    at = {"w1": "b", "w2": "b"}
    assert retreats(LINE, meeting, "w1", at, {"a": "red", "c": "red", "e": "red"}, HOUSES, RULES) == ("c", "a")
    assert retreats(LINE, meeting, "w1", {**at, "w3": "c"}, {"a": "red", "c": "red"}, HOUSES, RULES) == ("a",)
    assert retreats(LINE, meeting, "w1", at, {"e": "red"}, HOUSES, RULES) == ()


def test_from_a_border_it_may_stay_where_it_came_from() -> None:
    meeting = Meeting(kind="border", place="b", warbands=("w1", "w2"), goals=("b", "a"))
    at = {"w1": "a", "w2": "b"}
    assert retreats(LINE, meeting, "w2", at, {"b": "blue", "a": "red"}, HOUSES, RULES) == ("b",)


def test_the_winner_on_a_border_goes_on_where_it_is_free() -> None:
    meeting = Meeting(kind="border", place="b", warbands=("w1", "w2"), goals=("b", "a"))
    assert enters(meeting, "w1", {"w1": "a", "w2": "c"}, HOUSES) == "b"
    assert enters(meeting, "w1", {"w1": "a", "w2": "b"}, HOUSES) == "a"


def test_a_province_is_the_house_s_that_is_left_there() -> None:
    assert settled({"w1": "b", "w2": "c"}, {"b": "blue", "c": "blue"}, HOUSES) == {"b": "red"}
    assert settled({"w1": "b", "w2": "b"}, {"b": "blue"}, HOUSES) == {}
    assert settled({"w1": "b"}, {}, HOUSES, garrisons=("b",)) == {}


# -- the end ----------------------------------------------------------------------------------


def test_the_capital_four_seasons_running_or_most_koku_in_the_end() -> None:
    held: dict[str, int] = {}
    for holder, known in (("red", 1), ("red", 2), ("blue", 1), ("blue", 2), ("blue", 3), ("blue", 4)):
        held = reigned(held, holder)
        assert held == {holder: known}
    owners = {"a": "red", "b": "red", "d": "blue"}
    both = ["red", "blue"]
    koku, level = wealth(LINE, owners, both), wealth(LINE, {"a": "red", "e": "blue"}, both)
    assert RULES.winner(koku, 1, held) == "blue"
    assert RULES.winner(koku, 3, {"blue": 3}) == ""
    assert RULES.winner(koku, 4, {"blue": 3}) == "blue"
    assert RULES.winner(level, 4, {}) == "draw"
    assert reigned(held, "") == {}


# -- any season whatever -------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_orders_at_all_leave_a_map_in_order(data: st.DataObject) -> None:
    sheet = ready_maps()["lantern-isle"]
    ids = [one.id for one in sheet.provinces]
    houses = {f"w{i}": f"h{i % 4}" for i in range(7)}
    at = {army: data.draw(st.sampled_from(ids)) for army in houses}
    owners = {id: data.draw(st.sampled_from(["", "h0", "h1", "h2", "h3"])) for id in ids}
    guarded = [id for id in ids if not owners[id] and data.draw(st.booleans())]
    orders = {}
    for army, here in at.items():
        way = [here]
        for _ in range(data.draw(st.integers(0, 2))):
            way += [
                data.draw(st.sampled_from([one for one in sheet.neighbours(way[-1]) if one not in way] or way[-1:]))
            ]
        orders[army] = tuple(dict.fromkeys(way[1:]))
    moves = resolve(sheet, at, orders, owners, houses, guarded)
    fighting = [army for one in moves.battles for army in one.warbands]
    assert len(fighting) == len({*fighting})
    assert not {*fighting} & {*moves.waiting}
    assert all(moves.arrived[army] in (at[army], *orders[army]) for army in houses)
    for one in moves.battles:
        assert len({houses[army] for army in one.warbands}) == len(one.warbands) == (1 if one.kind == "garrison" else 2)
    for id in ids:
        there = {houses[army] for army, place in moves.arrived.items() if place == id}
        free = [
            army for army, place in moves.arrived.items() if place == id and army not in [*fighting, *moves.waiting]
        ]
        assert len(there) < 2 or len({houses[army] for army in free}) < 2
    assert moves == resolve(sheet, at, orders, owners, houses, guarded)
    assert not {*moves.taken} & {one.place for one in moves.battles if one.kind != "border"}
    assert not {*moves.taken} & {*guarded}
