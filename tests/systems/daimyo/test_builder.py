"""Building an army choice by choice, and what a page is told of the system."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.engine.drafts import Draft, Unit
from app.engine.events import Seat
from app.engine.system import Setup, SideSetup
from app.games import offers
from app.systems.daimyo.armies.builder import draft
from app.systems.daimyo.armies.lists import PROFILES, ready
from app.systems.daimyo.armies.muster import refuse_roster
from app.systems.daimyo.page.catalogue import catalogue
from app.systems.daimyo.scenarios.figures import limit_for
from app.systems.daimyo.sentences import SENTENCES


def changed(before: Draft | dict[str, Any] | None, limit: int = 600, **changes: str) -> Draft:
    """A draft after these changes; ``__`` in a name stands for a point."""
    raw = before.roster if isinstance(before, Draft) else before
    return draft(raw, limit, {key.replace("__", "."): value for key, value in changes.items()})


def one(found: Draft, id: str) -> Unit:
    """A unit or leader of a draft."""
    return next(unit for unit in found.units if unit.id == id)


def ids(found: Draft) -> list[str]:
    """What a draft shows, in its order."""
    return [unit.id for unit in found.units]


def test_an_empty_draft_has_a_general_and_all_profiles_on_offer() -> None:
    found = changed(None)
    assert ids(found) == ["general"]
    assert [o.id for o in found.offers] == ["clan", "battery", "HQ", *(key for key in PROFILES if key != "HQ")]
    assert [no.code for no in found.refusals] == ["roster.clans"]
    assert changed({"clans": 7}).roster == found.roster
    assert changed(None, add="XX").roster == found.roster


def test_an_army_is_built_until_it_is_lawful() -> None:
    found = changed(None, add="SF")
    for id in ("AS", "clan", "SY", "AB", "HQ", "HF"):
        found = changed(found, add=id)
    assert ids(found) == ["general", "HQ", "h0", "c0", "c0u0", "c0u1", "c1", "c1u0", "c1u1"]
    assert found.spent == 20 + 20 + 64 + 12 + 72 + 36 + 12 + 48 + 24
    assert (found.refusals, [u.refusals for u in found.units if u.refusals]) == ((), [])
    assert refuse_roster(found.roster, 600) == ()


def test_stands_quality_and_files_are_choices() -> None:
    found = changed(changed(None, add="AS"), c0u0__stands="8", c0u0__quality="veteran", c0u0__files="2", c0u0__name="X")
    unit = one(found, "c0u0")
    assert (unit.cost, unit.name, unit.profile) == (64, "X", (("build.stands", 8), ("build.files", 2)))
    assert unit.gear == ("quality.veteran", "build.light", "arm.spear")
    assert changed(found, c0u0__stands="99", c0u0__quality="elite", c0u0__nonsense="1").roster == found.roster
    assert one(changed(found, c0u0__stands="4", c0u0__files="8"), "c0u0").profile[1] == ("build.files", 4)


def test_leaders_have_a_rating_and_a_mount() -> None:
    found = changed(changed(None, add="clan"), general__cr="3", general__mounted="no", c0__cr="2", c0__name="Baba")
    assert (one(found, "general").cost, one(found, "c0").cost, one(found, "c0").name) == (50, 20, "Baba")
    assert (found.roster["general"]["mounted"], found.roster["clans"][0]["mounted"]) == (False, True)
    assert changed(found, general__cr="9").roster == found.roster


def test_a_unit_goes_to_another_clan() -> None:
    found = changed({"sample": "takeda"}, c0u0__clan="1")
    assert [u.name for u in found.units if u.id.startswith("c1u")] == [
        "Baba horse", "Baba samurai", "Baba archers", "Red horse",
    ]  # fmt: skip
    assert [no.code for no in one(found, "c0").refusals] == ["roster.clan-size"]
    assert changed(found, c1u3__clan="7").roster == found.roster


def test_units_clans_and_headquarters_are_taken_out() -> None:
    found = changed({"sample": "takeda"})
    assert "h0" not in ids(changed(found, remove="h0"))
    assert "HQ" not in ids(changed(found, remove="HQ"))
    assert [u.name for u in changed(found, remove="c0").units if u.id == "c0"] == ["Baba Nobuharu"]
    assert [u.name for u in changed(found, remove="c0u0").units if u.id == "c0u0"] == ["Yamagata spears"]
    assert ids(changed(found, remove="general")) == ids(found)


def test_a_ready_army_that_is_looked_at_keeps_its_points_and_loses_its_freedom() -> None:
    found = changed({"sample": "takeda"})
    assert (found.spent, found.name, found.refusals, found.roster["sample"]) == (590, ready()["takeda"]["name"], (), "")
    assert [no.code for no in changed({"sample": "nagashino-takeda"}, 790).refusals] == ["roster.share"]


def test_offers_close_where_the_army_could_never_be_lawful() -> None:
    closed = {o.id: o.no.code for o in changed({"sample": "takeda"}).offers if o.no}
    assert closed["SC"] == "roster.points"
    assert "PE" not in closed
    full = changed(changed({"sample": "takeda"}, 900), 900, add="HF")
    assert {o.id: o.no.code for o in full.offers if o.no}["HC"] == "roster.household"
    for _ in range(3):
        full = changed(full, 900, add="clan")
    assert {o.id: o.no.code for o in full.offers if o.no}["clan"] == "roster.clans"
    assert changed(full, 900, add="clan").roster == full.roster


def test_a_clan_of_guns_alone() -> None:
    found = changed(changed(changed(None, add="battery"), add="LA"), c0__name="Ishida guns")
    assert (one(found, "c0").about, one(found, "c0").cost, one(found, "c0u0").choices) == ("build.battery", 0, ())
    assert found.roster["clans"][0]["name"] == "Ishida guns"
    assert one(found, "c0").refusals == ()


def test_all_a_builder_says_has_words() -> None:
    said = SENTENCES
    found = changed(None)
    for id in ("HQ", "HF", *PROFILES, "clan", "battery"):
        found = changed(found, add=id)
    keys = [o.about for o in found.offers]
    for unit in found.units:
        keys += [unit.about, *unit.gear, *(key for key, _ in unit.profile)]
        for choice in unit.choices:
            keys += [choice.about, *(o.about for o in choice.options)]
    assert len(keys) > 100
    assert [key for key in keys if key not in said] == []


# -- the catalogue ------------------------------------------------------------------------


def test_the_catalogue_is_json_and_names_scenarios_and_armies() -> None:
    book = catalogue()
    assert json.loads(json.dumps(book)) == book
    assert [row["id"] for row in book["scenarios"]][:2] == ["meeting", "fords"]
    assert len(book["samples"]) == 18
    assert [row["id"] for row in book["scenarios"][0]["layouts"]] == ["plain", "random", "open"]


@pytest.mark.parametrize("key", ["nagashino", "kawanakajima", "sekigahara", "okehazama"])
def test_a_battle_of_history_offers_its_two_armies_only(key: str) -> None:
    book = catalogue()
    row = offers.scenario(book, key)
    assert row is not None
    fitting = [sample["id"] for sample in offers.fitting(book, row, offers.usual(book, row))]
    assert sorted(fitting) == sorted(army for part in row["parts"] for army in part["armies"])
    assert len(fitting) == 2


def test_every_size_of_a_meeting_has_armies() -> None:
    book = catalogue()
    row = book["scenarios"][0]
    assert offers.limits(book, row) == (300, 600, 900)
    assert [len(offers.fitting(book, row, limit)) >= 2 for limit in offers.limits(book, row)] == [True] * 3


def test_weather_is_a_choice_only_where_the_scenario_leaves_it_open() -> None:
    book = catalogue()
    free = {row["id"]: "weather" in offers.switches(book, row) for row in book["scenarios"]}
    assert [key for key, open_ in free.items() if open_] == ["meeting", "fords", "rearguard", "temple"]


def test_sides_that_are_not_alike_have_limits_of_their_own() -> None:
    seats = (Seat("red"), Seat("blue"))
    setup = Setup("rearguard", tuple(SideSetup(seat, {}) for seat in seats))
    assert [limit_for(setup, seat) for seat in seats] == [600, 400]


def test_every_table_rule_and_refusal_is_worded() -> None:
    book = catalogue()
    rules = {key for row in book["scenarios"] for key in offers.switches(book, row)}
    assert sorted(rules) == ["artillery", "cards", "events", "formations", "solo", "weather"]
    assert [key for key in sorted(rules) if f"rule.{key}.line" not in SENTENCES] == []
    assert [row["id"] for row in book["scenarios"] if f"scenario.{row['id']}.line" not in SENTENCES] == []
