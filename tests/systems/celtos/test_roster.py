"""Rosters: what units are made of, and every reason against a band (sections ARM and PRO)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.refusals import Refusal
from app.systems.celtos.bands import muster
from app.systems.celtos.bands.lists import Entry, entries, unit_cost
from app.systems.celtos.bands.muster import Terms, refuse_band, refuse_limit, refuse_roster
from app.systems.celtos.bands.roster import Enlisted, MadeUnit, Roster, figures_of, made, read_roster
from app.systems.celtos.book import table
from app.systems.celtos.page.catalogue import catalogue

POINTS = {
    "black-pass": (27, 397), "cedar-bell": (19, 396), "autumn-gale": (20, 397), "reeds-and-claws": (52, 399),
    "black-pass-vanguard": (11, 149), "cedar-vanguard": (12, 150), "gale-vanguard": (10, 146),
    "host-of-danu": (17, 392), "evil-eye": (20, 388), "salmon-of-wisdom": (19, 390), "hunt-of-annwn": (20, 394),
    "danu-vanguard": (7, 147), "eye-vanguard": (17, 143), "salmon-vanguard": (10, 147), "annwn-vanguard": (9, 149),
    "reeds-vanguard": (21, 149), "gael": (23, 415), "sidhe": (15, 416),
}  # fmt: skip
LEAST = (("taisho", 1), ("pikes", 6), ("archers", 4))


def band(*units: tuple[str, int] | dict[str, Any], army: str = "kurogane") -> dict[str, Any]:
    """A roster of these entries; codes are given where they are left out."""
    rows = [u if isinstance(u, dict) else {"entry": u[0], "models": u[1]} for u in units]
    return {"list": army, "units": [{"code": f"U{n}", **row} for n, row in enumerate(rows)]}


def against(roster: dict[str, Any], limit: int = 400) -> list[tuple[str, str]]:
    """What stands against a roster, code and clause."""
    return [(no.code, no.clause) for no in refuse_roster(roster, limit)]


def units(raw: dict[str, Any]) -> tuple[MadeUnit, ...]:
    """The units of a roster that can be read."""
    roster = read_roster(raw)
    assert isinstance(roster, Roster)
    return made(roster)


@pytest.mark.parametrize("key", list(table("samples")))
def test_ready_bands_are_legal_and_cost_what_is_printed(key: str) -> None:
    found = units({"sample": key})
    (row,) = (row for row in catalogue()["samples"] if row["id"] == key)
    assert (sum(len(u.models) for u in found), sum(u.cost for u in found)) == POINTS[key]
    assert row["points"] == POINTS[key][1]
    assert refuse_roster({"sample": key}, row["limit"]) == ()


def test_units_of_the_first_band_cost_what_is_printed() -> None:
    assert [u.cost for u in units({"sample": "black-pass"})] == [41, 107, 113, 83, 53]
    assert [u.cost for u in units({"sample": "reeds-and-claws"})] == [53, 58, 41, 32, 53, 80, 18, 64]
    assert [u.cost for u in units({"sample": "gael"})] == [151, 101, 121, 42]


def test_the_least_band_is_legal() -> None:
    assert against(band(*LEAST)) == []


def test_a_band_over_its_limit_is_told_by_how_much() -> None:
    (no,) = refuse_roster({"sample": "black-pass"}, 300)
    assert (no.code, no.clause, no.facts) == (
        "roster.points", "CEL-ARM-02", {"points": 397, "limit": 300, "over": 97},
    )  # fmt: skip
    assert against({"sample": "cedar-vanguard"}, 150) == []
    assert against({"sample": "cedar-vanguard"}, 149) == [("roster.points", "CEL-ARM-02")]


@pytest.mark.parametrize("limit", [150, 250, 300, 400, 600])
def test_limits_that_are_played(limit: int) -> None:
    assert refuse_limit(limit) is None
    no = refuse_limit(limit + 1)
    assert no is not None
    assert no.clause == "CEL-ARM-02"


def test_an_individual_and_two_units_at_least() -> None:
    assert against(band(("pikes", 6), ("archers", 4))) == [("roster.few-individuals", "CEL-ARM-03")]
    assert against(band(("taisho", 1), ("pikes", 6))) == [("roster.few-units", "CEL-ARM-03")]


def test_one_individual_for_each_full_hundred_points() -> None:
    three = band(("taisho", 1), ("taisho", 1), ("taisho", 1), ("pikes", 6), ("archers", 4))
    assert against(three, 300) == []
    (no,) = refuse_roster(three, 299)
    assert (no.code, no.facts["individuals"], no.facts["most"]) == ("roster.many-individuals", 3, 2)


def test_mercenaries_count_as_individuals_and_cost_a_quarter_at_most() -> None:
    oni = band(*LEAST, ("oni", 1))
    assert against(oni, 300) == []
    assert against(oni, 256) == []
    (no,) = [n for n in refuse_roster(oni, 255) if n.code == "roster.mercenaries"]
    assert (no.clause, no.facts) == ("CEL-ARM-03", {"points": 64, "most": 63, "limit": 255})
    assert ("roster.many-individuals", "CEL-ARM-03") in against(oni, 150)


def test_the_vanguards_have_one_individual() -> None:
    two = band(*LEAST, ("taisho", 1))
    assert [n.clause for n in refuse_roster(two, 400, 1)] == ["CEL-SCN-07"]
    assert refuse_roster(two, 400) == ()


@pytest.mark.parametrize(("entry", "models", "code", "clause"), [
    ("pikes", 5, "roster.unit-size", "CEL-ARM-03"),
    ("pikes", 13, "roster.unit-size", "CEL-ARM-03"),
    ("pikes", 1, "roster.unit-size", "CEL-PRO-13"),
    ("taisho", 2, "roster.individual-size", "CEL-PRO-14"),
    ("monks", 4, "roster.no-entry", "CEL-ARM-03"),
    ("hand-cannon", 3, "roster.unit-size", "CEL-ARM-03"),
])  # fmt: skip
def test_sizes_and_entries_of_the_list(entry: str, models: int, code: str, clause: str) -> None:
    assert against(band(*LEAST, (entry, models))) == [(code, clause)]


@pytest.mark.parametrize(("unit", "code", "clause"), [
    ({"entry": "pikes", "models": 6, "options": ["nodachi"]}, "roster.no-option", "CEL-ARM-03"),
    ({"entry": "pikes", "models": 6, "options": ["shield"]}, "roster.no-option", "CEL-ARM-06"),
    ({"entry": "samurai", "models": 4, "options": ["nodachi", "nodachi"]}, "roster.option-twice", "CEL-ARM-03"),
    ({"entry": "taisho", "command": ["leader"]}, "roster.individual-command", "CEL-PRO-15"),
    ({"entry": "hand-cannon", "models": 2, "command": ["leader"]}, "roster.unit-command", "CEL-ARM-09"),
    ({"entry": "pikes", "models": 6, "command": ["leader", "leader"]}, "roster.command-twice", "CEL-PRO-16"),
    ({"entry": "pikes", "models": 6, "command": ["cook"]}, "roster.no-role", "CEL-PRO-15"),
    ({"entry": "pikes", "models": 6, "code": "TOOLONG"}, "roster.unit-code", "CEL-ARM-10"),
])  # fmt: skip
def test_what_a_unit_may_not_have(unit: dict[str, Any], code: str, clause: str) -> None:
    assert (code, clause) in against(band(*LEAST, unit))


def test_a_shield_wants_a_free_hand_and_gives_resistance() -> None:
    guard = replace(entries("hayate")["spears"], abilities={"shield": 1})
    unit = Enlisted(code="S", entry="spears", models=6)
    assert list(muster.shield(guard, unit)) == []
    assert figures_of(guard, unit)["rs"] == 5
    pikes = replace(entries("kurogane")["pikes"], abilities={"shield": 1})
    (no,) = muster.shield(pikes, unit)
    assert (no.code, no.clause, no.facts["weapon"]) == ("roster.shield-hands", "CEL-ARM-06", "nagae")


def test_the_shields_of_the_demonstration_bands_are_in_their_profiles() -> None:
    retainers = units({"sample": "gael"})[2]
    assert retainers.models[0].figures["rs"] == 5
    assert [m.role for m in retainers.models] == ["leader", "standard", "musician", "", "", "", "", ""]


def test_every_broken_clause_is_named_at_once() -> None:
    found = against(band(("pikes", 5), {"entry": "hand-cannon", "models": 2, "command": ["leader"]}), 40)
    assert found == [
        ("roster.unit-size", "CEL-ARM-03"), ("roster.unit-command", "CEL-ARM-09"), ("roster.points", "CEL-ARM-02"),
        ("roster.few-individuals", "CEL-ARM-03"),
    ]  # fmt: skip


def test_two_units_of_one_code() -> None:
    twice = band(
        ("taisho", 1), {"entry": "pikes", "models": 6, "code": "P"}, {"entry": "archers", "models": 4, "code": "P"}
    )
    assert against(twice) == [("roster.code-twice", "CEL-ARM-10")]


def test_rosters_that_cannot_be_read() -> None:
    assert against({"sample": "nobody"}) == [("roster.no-sample", "CEL-ARM-10")]
    assert against({"list": "mercenaries"}) == [("roster.no-list", "CEL-ARM-03")]
    assert against({"units": 3}) == [("roster.unreadable", "CEL-ARM-10")]
    assert against(band(("pikes", 1000))) == [("roster.unreadable", "CEL-ARM-10")]
    assert isinstance(read_roster(["no", "roster"]), Refusal)


def test_options_change_gear_and_cost() -> None:
    (great,) = units(band({"entry": "samurai", "models": 4, "options": ["nodachi"]}))
    assert (great.models[0].weapons, great.cost) == (("nodachi",), 4 * 19)
    (general,) = units(band({"entry": "taisho", "options": ["tactical-perception"]}))
    assert (general.models[0].abilities, general.cost) == ({"commander": 1, "tactical-perception": 1}, 46)
    (riders,) = units(band({"entry": "riders", "models": 3, "options": ["hankyu"]}, army="hayate"))
    assert (riders.models[0].weapons, riders.cost) == (("yari", "hankyu"), 3 * 30)


def test_the_hand_cannon_is_paid_once_and_served_by_both() -> None:
    (pair,) = units(band(("hand-cannon", 2)))
    assert pair.cost == 2 * 8 + 10
    assert [m.weapons for m in pair.models] == [("ozutsu", "tanto")] * 2


@pytest.mark.parametrize(("army", "entry", "models", "traits"), [
    ("kurogane", "pikes", 6, ("discipline",)), ("kurogane", "taisho", 1, ()), ("kurogane", "oni", 1, ()),
    ("sohei", "monks", 4, ("fervour",)), ("sohei", "abbot", 1, ()),
    ("hayate", "riders", 3, ("gallop",)), ("hayate", "general", 1, ("gallop",)), ("hayate", "spears", 6, ()),
    ("kawa-ikki", "mob", 8, ("home-ground",)), ("kawa-ikki", "ronin-leader", 1, ()),
])  # fmt: skip
def test_whom_the_trait_of_a_list_touches(army: str, entry: str, models: int, traits: tuple[str, ...]) -> None:
    (unit,) = units(band((entry, models), army=army))
    assert unit.traits == traits


def test_command_models_are_flat_and_come_first() -> None:
    (pikes,) = units(band({"entry": "pikes", "models": 10, "command": ["standard", "leader"]}))
    assert pikes.cost == 113
    assert [m.role for m in pikes.models][:3] == ["leader", "standard", ""]


def test_what_is_bought_once_is_not_paid_by_each_model() -> None:
    spears = entries("hayate")["spears"]
    clever = Entry(**{f: getattr(spears, f) for f in spears.__struct_fields__} | {
        "options": entries("kurogane")["taisho"].options,
    })  # fmt: skip
    assert unit_cost(clever, 6, ("tactical-perception",), ()) == 6 * 8 + 5


def test_a_worn_band_of_a_campaign_may_be_below_the_least_numbers() -> None:
    worn = band(("pikes", 6))
    assert [n.code for n in refuse_band(worn, Terms(300))] == ["roster.few-individuals", "roster.few-units"]
    assert refuse_band(worn, Terms(300, veterans=True)) == ()


def test_a_weaker_band_is_filled_with_mercenaries() -> None:
    oni = band(*LEAST, ("oni", 1))
    assert [n.clause for n in refuse_band(oni, Terms(250, filled=1))] == ["CEL-CAM-07"]
    assert refuse_band(oni, Terms(250, filled=2)) == ()
