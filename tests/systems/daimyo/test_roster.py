"""Armies: read, made into units and leaders, and all that stands against them (DAI-ORG-13 to -17, section ARM)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.refusals import Refusal
from app.systems.daimyo.armies.lists import leader_cost, ready
from app.systems.daimyo.armies.muster import Terms, refuse_army, refuse_limit, refuse_roster
from app.systems.daimyo.armies.roster import Army, MadeUnit, Roster, UnitLine, made, read_roster, worn
from tests.systems.daimyo.openings import points_of

GENERAL = {"name": "Ujiyasu", "cr": 1}


def clan(*units: str, cr: int = 1, **more: Any) -> dict[str, Any]:
    """A clan of units as usual, written by their profiles."""
    return {"cr": cr, "units": [{"profile": key} for key in units], **more}


def army(*clans: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A roster of these clans; two lawful ones where none is given."""
    return {"general": GENERAL, "clans": list(clans) or [clan("SF", "AS"), clan("SY", "AB")], **more}


def read(raw: Any) -> Roster:
    """The roster, which must be readable."""
    roster = read_roster(raw)
    assert isinstance(roster, Roster)
    return roster


def faults(raw: Any, limit: int = 600, **more: int) -> list[tuple[str, str]]:
    """What stands against a roster: code and clause of each reason."""
    return [(no.code, no.clause) for no in refuse_roster(raw, limit, **more)]


def units(raw: Any) -> dict[str, MadeUnit]:
    """The units of a roster by code."""
    return {unit.code: unit for unit in made(read(raw)).units}


# -- reading and making ----------------------------------------------------------------


def test_what_is_left_out_is_as_the_profile_usually_is() -> None:
    unit = units(army())["AS"]
    assert (unit.quality, unit.stands, unit.files, unit.cost) == ("seasoned", 6, 3, 36)
    assert (unit.arm, unit.missile, unit.mounted, unit.troop_class) == ("spear", "", False, "ashigaru")
    assert (unit.stand_width, unit.stand_depth, unit.name) == (4_000, 1_500, "profile.AS")


def test_stands_of_horse_guns_and_the_headquarters() -> None:
    found = units(army(clan("SC", "LA"), clan("SF", "AG"), hq=True))
    assert (found["SC"].stand_width, found["SC"].stand_depth) == (4_000, 3_000)
    assert (found["LA"].stand_width, found["LA"].stand_depth) == (4_000, 3_000)
    assert (found["HQ"].stand_width, found["HQ"].stand_depth) == (8_000, 6_000)
    assert (found["HQ"].kind, found["HQ"].weight, found["LA"].kind) == ("hq", 3, "gun")


def test_the_household_stands_first_and_codes_are_numbered() -> None:
    found = made(read(army(clan("AS", "SF"), clan("AS", "AS"), hq=True, household=[{"profile": "HF"}])))
    assert [unit.code for unit in found.units] == ["HQ", "HF", "AS", "SF", "AS2", "AS3"]
    assert [unit.clan for unit in found.units] == ["", "", "clan-1", "clan-1", "clan-2", "clan-2"]
    assert [c.daimyo.code for c in found.clans if c.daimyo] == ["D1", "D2"]


def test_points_are_leaders_units_and_headquarters() -> None:
    raw = army(clan("SF", "AS", cr=2), clan("SY", "AB", cr=0), hq=True)
    assert made(read(raw)).points == 20 + 20 + 5 + 20 + 72 + 36 + 48 + 24
    assert [leader_cost("daimyo", n) for n in range(4)] == [5, 12, 20, 30]
    assert [leader_cost("general", n) for n in range(4)] == [10, 20, 35, 50]


def test_weight_counts_hatamoto_twice_and_no_peasants() -> None:
    raw = army(clan("SF", "PE"), clan("SY", "AB"), hq=True, household=[{"profile": "HC"}])
    assert made(read(raw)).weight == 3 + 2 + 3


def test_a_clan_of_guns_has_no_daimyo() -> None:
    found = made(read(army(clan("SF", "AS"), {"guns": True, "units": [{"profile": "LA"}]})))
    assert found.clans[1].daimyo is None
    assert faults(army(clan("SF", "AS"), clan("SY", "AB"), {"guns": True, "units": [{"profile": "LA"}]})) == []


def test_a_ready_army_is_read_by_its_key() -> None:
    roster = read({"sample": "takeda"})
    assert (roster.general and roster.general.name, len(roster.clans)) == ("Takeda Shingen", 3)
    assert read({"sample": "takeda", "name": "Mine"}).name == "Mine"


@pytest.mark.parametrize("raw", [1, [], {"clans": 1}, {"general": {"cr": "x"}}, {"clans": [{"units": [{}]}]},
                                 {"household": [{"profile": "AS", "stands": -1}]}])  # fmt: skip
def test_what_cannot_be_read_is_a_refusal(raw: Any) -> None:
    assert [code for code, _ in faults(raw)] == ["roster.unreadable"]


def test_an_army_that_is_not_there() -> None:
    assert faults({"sample": "nobody"}) == [("roster.no-sample", "DAI-ARM-06")]


# -- judging ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(ready()))
def test_every_ready_army_is_lawful_at_its_points(key: str) -> None:
    assert refuse_roster({"sample": key}, points_of(key)) == ()
    assert faults({"sample": key}, points_of(key) - 1) == [("roster.points", "DAI-ARM-04")]


@pytest.mark.parametrize(("raw", "clause"), [
    (army(), ""), ({"clans": [clan("SF", "AS"), clan("SY", "AB")]}, "DAI-ORG-13"),
    ({**army(), "general": {"cr": 4}}, "DAI-ORG-14"), (army(clan("SF", "AS", cr=-1), clan("SY", "AB")), "DAI-ORG-14"),
    (army(hq=2), "DAI-ORG-17"), (army(household=[{"profile": "SF"}]), "DAI-ORG-17"),
    (army(clan("SF", "AS"), clan("SY", "AB", "HQ")), "DAI-ORG-17"),
    (army(clan("SF"), clan("SY", "AB", "AS")), "DAI-ORG-16"),
    (army(clan("SF", *["AB"] * 8), clan("SY", "AS")), "DAI-ORG-16"),
    (army(clan("SF", "AS", id="a"), clan("SY", "AB", id="a")), "DAI-ORG-16"),
    (army(clan("SF", "AS", "SY", "AB")), "DAI-ARM-05"), (army(*[clan("SY", "AS")] * 7), "DAI-ARM-05"),
    (army(clan("SF", "AS"), clan("AG", "PE")), "DAI-ARM-05"),
    (army(clan("SF", "AS"), {"guns": True, "units": [{"profile": "AG"}]}), "DAI-ART-15"),
    (army(clan("SF", "AS"), {"guns": True, "units": []}), "DAI-ART-15"),
    (army(clan("SF", "XX"), clan("SY", "AB", "AS")), "DAI-ARM-06"),
])  # fmt: skip
def test_each_limit_has_its_clause(raw: dict[str, Any], clause: str) -> None:
    found = [id for _, id in faults(raw, 2_000)]
    assert found == [] or clause in found
    assert [id for id in found if id not in (clause, "DAI-ARM-05")] == []
    assert bool(found) is bool(clause)


@pytest.mark.parametrize(("unit", "clause"), [
    ({"profile": "AS", "stands": 4}, ""), ({"profile": "AS", "stands": 12, "files": 6}, ""),
    ({"profile": "AS", "stands": 3}, "DAI-ARM-06"), ({"profile": "AS", "stands": 13}, "DAI-ORG-15"),
    ({"profile": "AG", "stands": 1}, "DAI-ORG-15"), ({"profile": "AG", "stands": 9}, "DAI-ARM-06"),
    ({"profile": "LA", "stands": 2}, "DAI-ARM-06"), ({"profile": "AS", "files": 7}, "DAI-MOV-09"),
    ({"profile": "AS", "quality": "veteran"}, ""), ({"profile": "AS", "quality": "elite"}, "DAI-ARM-07"),
    ({"profile": "PE", "quality": "seasoned"}, "DAI-ARM-06"), ({"profile": "AS", "quality": "mad"}, "DAI-ARM-06"),
])  # fmt: skip
def test_a_unit_keeps_to_its_profile(unit: dict[str, Any], clause: str) -> None:
    raw = army({"cr": 1, "units": [unit, {"profile": "SF"}, {"profile": "SF"}]}, clan("SY", "AB", "SM", "SL", "WM"))
    found = [no.clause for no in refuse_roster(raw, 2_000)]
    assert (clause in found) if clause else found == []


def test_every_reason_is_named_at_once_with_its_numbers() -> None:
    raw = army({"cr": 5, "units": [{"profile": "AS", "stands": 20, "quality": "elite"}]}, household=[{"profile": "AB"}])
    found = {no.code: dict(no.facts) for no in refuse_roster(raw, 300)}
    assert sorted(found) == [
        "roster.clan-size", "roster.clans", "roster.quality", "roster.quality-step", "roster.rating", "roster.share",
        "roster.stranger", "roster.unit-size",
    ]  # fmt: skip
    assert found["roster.unit-size"] == {"who": "AS", "stands": 20, "least": 4, "most": 12}
    assert found["roster.rating"] == {"who": "D1", "rating": 5, "least": 0, "most": 3}


def test_three_units_of_hatamoto_are_too_many() -> None:
    raw = army(household=[{"profile": "HC"}] * 3)
    assert ("roster.household", "DAI-ORG-17") in faults(raw, 2_000)
    assert ("roster.hatamoto", "DAI-ARM-05") in faults(raw, 2_000)
    assert "roster.hatamoto" not in [code for code, _ in faults(army(household=[{"profile": "HC"}] * 2), 2_000)]


def test_a_third_of_the_points_is_the_most_for_a_profile() -> None:
    third = army(clan("SF", "AS"), clan("SY", "AS"), household=[{"profile": "HF", "stands": 6}])
    assert made(read(third)).points == 20 + 24 + 72 + 36 + 48 + 36 + 96 == 332
    assert faults(third) == []
    more = army(clan("SF", "AS"), clan("SY", "AS"), household=[{"profile": "HF", "stands": 8}])
    assert [(no.code, no.facts["points"], no.facts["most"]) for no in refuse_roster(more, 600)] == [
        ("roster.share", 128, 121),
    ]  # fmt: skip


@pytest.mark.parametrize(("limit", "guns", "lawful"), [
    (600, 2, True), (600, 3, False), (300, 1, True), (300, 2, False), (900, 3, True), (900, 4, False),
])  # fmt: skip
def test_guns_are_two_to_six_hundred_points(limit: int, guns: int, lawful: bool) -> None:
    raw = army(clan("SY", "AS", *["LA"] * guns), clan("SF", "AB"))
    codes = [code for code, _ in faults(raw, limit)]
    assert ("roster.guns" not in codes) is lawful
    assert faults(raw, limit, free_guns=2) == []


def test_guns_that_are_given_cost_nothing() -> None:
    raw = army(clan("SY", "AS", "LA", "LA"), clan("SF", "AB"))
    points = made(read(raw)).points
    assert [code for code, _ in faults(raw, points - 24, free_guns=2)] == []
    assert [code for code, _ in faults(raw, points - 25, free_guns=2)] == ["roster.points"]


def test_the_historical_lists_are_free_of_the_limits_as_they_stand() -> None:
    changed = read({"sample": "nagashino-takeda"})
    assert refuse_roster({"sample": "nagashino-takeda"}, 790) == ()
    plain = {**msgspec.to_builtins(changed), "sample": ""}
    assert faults(plain, 790) == [("roster.share", "DAI-ARM-05")]


def test_the_sizes_of_games() -> None:
    assert [refuse_limit(n) for n in (300, 600, 900)] == [None] * 3
    no = refuse_limit(500)
    assert isinstance(no, Refusal)
    assert (no.clause, no.facts["known"]) == ("DAI-ARM-04", "300, 600, 900")


# -- on campaign ----------------------------------------------------------------------------


def test_an_army_worn_down_is_still_one() -> None:
    left = worn(read({"sample": "takeda"}), {"AS": 0, "SC": 1, "HC": 2, "AB": 3, "SC2": 0, "SF": 0})
    found: Army = made(left)
    assert [(u.code, u.stands, u.files) for u in found.units[:4]] == [
        ("HQ", 1, 1), ("HC", 2, 2), ("SC", 1, 1), ("AB", 3, 2),
    ]  # fmt: skip
    assert refuse_army(msgspec.to_builtins(left), Terms(600, worn=True)) == ()
    assert [no.code for no in refuse_army(msgspec.to_builtins(left), Terms(600))] != []


def test_a_clan_that_is_gone_is_no_clan() -> None:
    left = worn(read(army(clan("SF"), clan("SY", "AB"))), {"SF": 0})
    assert [[line.profile for line in c.units] for c in left.clans] == [["SY", "AB"]]
    assert left.clans[0].units[0] == UnitLine("SY")
