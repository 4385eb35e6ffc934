"""What a page and a random player are offered, and what stands against a set-up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.events import Seat
from app.engine.system import Setup, SideSetup
from app.games import offers
from app.systems.kensei.book import table
from app.systems.kensei.page.catalogue import catalogue
from app.systems.kensei.scenarios.figures import SWITCHES, keys, scenario_of
from app.systems.kensei.scenarios.refusals import refuse_setup
from app.systems.kensei.scenarios.words import SENTENCES

RED, BLUE = Seat("red"), Seat("blue")
BOOK: Any = catalogue()


def setup(key: str = "pitched_battle", one: Any = "buke_500", other: Any = "kuge_500", **options: Any) -> Setup:
    """Two armies, by the names of ready ones or as rosters, and options."""
    rosters = [{"sample": given} if isinstance(given, str) else given for given in (one, other)]
    return Setup(key, (SideSetup(RED, rosters[0]), SideSetup(BLUE, rosters[1])), options)


def codes(given: Setup) -> list[str]:
    """What stands against a set-up; every reason of ours has its sentence."""
    found = refuse_setup(given)
    assert all(no.code in SENTENCES for no in found if no.code.startswith("setup."))
    return [no.code for no in found]


# -- the catalogue ---------------------------------------------------------------------


def test_the_catalogue_goes_over_the_wire() -> None:
    assert msgspec.json.decode(msgspec.json.encode(BOOK)) == BOOK


@pytest.mark.parametrize("key", keys())
def test_every_scenario_offers_what_a_page_reads(key: str) -> None:
    row = offers.scenario(BOOK, key)
    assert row is not None
    assert (offers.players(row), row["turns"], row["name"]) == ((2,), scenario_of(key).turns, scenario_of(key).name)
    assert offers.limits(BOOK, row) == (500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000)
    assert offers.usual(BOOK, row) == 500
    assert [layout["id"] for layout in row["layouts"]] == list(scenario_of(key).layouts)
    assert offers.switches(BOOK, row) == list(SWITCHES)


def test_every_table_rule_and_name_is_worded_in_both_languages() -> None:
    assert [key for key in SWITCHES if f"rule.{key}" not in SENTENCES or f"rule.{key}.line" not in SENTENCES] == []
    named = [*BOOK["scenarios"], *BOOK["terrain"], *BOOK["samples"], *BOOK["scenarios"][0]["layouts"]]
    assert all(row["name"] and row["name_es"] and row["clause"] for row in named)


def test_ready_armies_are_offered_to_games_they_fit() -> None:
    row = BOOK["scenarios"][0]
    small = [sample["id"] for sample in offers.fitting(BOOK, row, 500)]
    assert sorted(small) == ["buke_500", "kuge_500", "otokodate_500", "sohei_500"]
    assert {"buke_1000", "sohei_1000"} <= {sample["id"] for sample in offers.fitting(BOOK, row, 1000)}


def test_the_lists_to_build_from_are_all_there() -> None:
    for part in ("units", "characters", "creatures", "weapons", "spells", "abilities", "castes"):
        assert [row["id"] for row in BOOK[part]] == list(table(part))
    assert [(row["id"], row["shape"]) for row in BOOK["terrain"]][-3:] == [
        ("wall", "line"), ("high_wall", "line"), ("palisade", "line"),
    ]  # fmt: skip


# -- set-ups ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("army", [sample["id"] for sample in BOOK["samples"] if sample["limit"] == 500])
def test_every_ready_army_may_play_every_scenario(key: str, army: str) -> None:
    assert codes(setup(key, army, "otokodate_500", points=500)) == []


@pytest.mark.parametrize(("options", "found"), [
    ({"points": 700}, ["setup.limit"]), ({"points": "500"}, ["setup.limit"]), ({"points": True}, ["setup.limit"]),
    ({"points": 500, "limit": 1000}, ["setup.two-limits"]), ({"points": 500, "limit": 500}, []),
    ({"fog": True}, ["setup.no-option"]), ({"magic": "yes"}, ["setup.on-or-off"]), ({"magic": False}, []),
    ({"no_magic": 1}, ["setup.on-or-off"]), ({"ranged_damage": "double"}, ["setup.one-of"]),
    ({"ranged_damage": ["seed"]}, ["setup.one-of"]), ({"victory": "proposals"}, []),
    ({"spread_damage": True, "single_damage": True}, ["setup.two-ways"]),
    ({"magic": True, "no_magic": True}, ["setup.two-ways"]), ({"magic": False, "no_magic": True}, []),
    ({"ranged_damage": "single", "spread_damage": True}, ["setup.two-ways"]),
    ({"terrain": "village"}, ["setup.no-layout"]), ({"terrain": 3}, ["setup.no-layout"]),
    ({"terrain": "placed"}, []), ({"mystical": ["hill"]}, []), ({"mystical": "hill"}, ["setup.marks"]),
    ({"mystical": [1]}, ["setup.marks"]),
])  # fmt: skip
def test_options_that_can_and_cannot_be_played(options: dict[str, Any], found: list[str]) -> None:
    assert codes(setup(**options)) == found


def test_scenario_and_players_are_looked_at_first() -> None:
    assert codes(setup("siege")) == ["setup.no-scenario"]
    one = SideSetup(RED, {"sample": "buke_500"})
    assert codes(Setup("pitched_battle", (one,))) == ["setup.sides"]
    assert codes(Setup("pitched_battle", (one, one))) == ["setup.same-seat"]


def test_a_ground_of_ones_own_must_be_sound() -> None:
    square = [[10, 10], [10, 20], [20, 20], [20, 10]]
    hut = {"id": "hut", "kind": "house", "outline": square}
    assert codes(setup(terrain=[hut])) == []
    assert codes(setup(terrain=[{**hut, "kind": "tent"}])) == ["setup.terrain-list"]
    assert codes(setup(terrain=[{**hut, "doors": [[15, 15]]}])) == ["setup.terrain-list"]
    assert codes(setup("bridge_at_dawn", terrain=[hut])) == ["setup.must-lie"]
    copse = {"id": "copse", "kind": "forest", "outline": square}
    assert codes(setup(terrain=[copse])) == []
    (no,) = refuse_setup(setup(terrain=[{**copse, "outline": [[10, 10], [10, 20], ["19.9", 20], ["19.9", 10]]}]))
    assert (no.code, no.clause, no.facts["least"]) == ("setup.too-small", "KEN-TER-24", 10_000)


def test_armies_are_judged_by_the_terms_of_the_game() -> None:
    assert codes(setup(one="buke_1000", other="sohei_1000", points=1000)) == []
    assert [no.facts["seat"] for no in refuse_setup(setup(one="buke_1000", points=500))][:1] == ["red"]
    assert codes(setup(one="buke_1000", other="sohei_1000", points=1000, no_magic=True)) != []
    assert codes(setup(one="none-such")) != []


def test_a_general_who_is_hunted_must_be_in_a_unit() -> None:
    sample = table("samples")["buke_500"]
    alone = [{**row, "unit": ""} if row.get("taisho") else row for row in sample["characters"]]
    roster = {key: sample[key] for key in ("caste", "abilities", "units")} | {"characters": alone}
    assert codes(setup("assassination", roster)) == ["setup.taisho-alone"]
    assert codes(setup("pitched_battle", roster)) == []
