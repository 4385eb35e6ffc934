"""Rosters and set-ups: what is legal, what it costs, and every reason against the rest."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.events import Seat
from app.engine.system import Setup, SideSetup
from app.systems.ronin.book import table
from app.systems.ronin.system import SYSTEM
from app.systems.ronin.warband.muster import refuse_roster
from app.systems.ronin.warband.roster import Roster, cost, made, read_roster
from tests.systems.test_ronin_data import PRINTED, SAMPLES

BAND: dict[str, Any] = {"name": "Band", "faction": "bushi"}


def soldier(code: str, **more: Any) -> dict[str, Any]:
    return {"code": code, "title": "ashigaru", "armour": "medium", "weapons": ["katana", "yari"], **more}


def band(*models: dict[str, Any], faction: str = "bushi", **more: Any) -> dict[str, Any]:
    return {"name": "Band", "faction": faction, "models": list(models), **more}


def four(**first: Any) -> dict[str, Any]:
    return band(soldier("A", leader=True, **first), soldier("B"), soldier("C"), soldier("D"))


def codes(raw: Any, limit: int = 200, extra: int = 0) -> list[tuple[str, str]]:
    return [(no.code, no.clause) for no in refuse_roster(raw, limit, extra)]


@pytest.mark.parametrize("sample", list(table("samples")))
def test_samples_are_legal_at_their_limit_and_cost_what_they_say(sample: str) -> None:
    row = table("samples")[sample]
    assert refuse_roster({"sample": sample}, row["limit"]) == ()
    roster = read_roster({"sample": sample})
    assert isinstance(roster, Roster)
    assert sum(m.points for m in made(roster)) == SAMPLES[sample][0]
    (shown,) = (row for row in SYSTEM.catalogue()["samples"] if row["id"] == sample)
    assert shown["points"] == SAMPLES[sample][0]


@pytest.mark.parametrize("sample", list(table("samples")))
def test_samples_are_too_dear_below_their_cost(sample: str) -> None:
    points = SAMPLES[sample][0]
    (no,) = refuse_roster({"sample": sample}, points - 1)
    assert (no.code, no.clause) == ("roster.points", "RON-ARM-13")
    assert no.facts == {"points": points, "limit": points - 1, "over": 1}


@pytest.mark.parametrize(("rank", "armour", "weapons", "points"), PRINTED)
def test_the_formula_gives_the_printed_costs(rank: int, armour: str, weapons: list[str], points: int) -> None:
    assert cost(rank, armour, tuple(weapons), False, False) == points


def test_a_warhorse_costs_ten_and_a_banner_five() -> None:
    plain = cost(3, "heavy", ("katana",), False, False)
    assert cost(3, "heavy", ("katana",), True, False) == plain + 10
    assert cost(3, "heavy", ("katana",), False, True) == plain + 5


@pytest.mark.parametrize(
    ("raw", "code", "clause"),
    [
        (band(soldier("A", leader=True), soldier("B"), soldier("C")), "roster.size", "RON-ARM-13"),
        (four(weapons=["katana", "bo"]), "recruit.weapon", "RON-ARM-17"),
        (four(weapons=["yari"]), "recruit.weapon-missing", "RON-ARM-17"),
        (four(armour="heavy"), "recruit.armour", "RON-ARM-01"),
        (four(attributes=["fast"]), "recruit.attributes", "RON-ARM-08"),
        (four(attributes=["commander"]), "recruit.commander", "RON-ARM-08"),
        (four(attributes=["fearless"]), "recruit.attribute-listed", "RON-ARM-18"),
        (four(warhorse=True), "recruit.warhorse", "RON-ARM-01"),
        (band(soldier("A", leader=True, banner=True), soldier("B", banner=True), soldier("C"), soldier("D")),
         "roster.banners", "RON-ARM-13"),
        (band(soldier("A"), soldier("B"), soldier("C"), soldier("D")), "roster.leaders", "RON-ARM-13"),
        (band(soldier("A", leader=True), soldier("A"), soldier("C"), soldier("D")), "roster.code-twice", "RON-ARM-16"),
        (band(soldier("A", leader=True), *[soldier(x, weapons=["katana", "yumi"]) for x in "BCD"]),
         "roster.missile", "RON-ARM-09"),
        (band(soldier("A", leader=True), soldier("B"), *[soldier(x, weapons=["katana", "teppo"]) for x in "CD"]),
         "roster.teppo", "RON-ARM-10"),
        (band(soldier("A"), soldier("B"), soldier("C"), {"code": "R", "hire": "ronin", "leader": True}),
         "roster.leader-hired", "RON-ARM-15"),
        (band(soldier("A", leader=True), soldier("B"), soldier("C"),
              {"code": "S", "title": "samurai", "armour": "heavy", "weapons": ["katana"]}),
         "roster.leader-rank", "RON-SET-12"),
        (band(soldier("A"), {"code": "S", "title": "samurai", "armour": "heavy", "weapons": ["katana"], "leader": True},
              soldier("C", title="nobody"), soldier("D")), "recruit.no-title", "RON-ARM-01"),
        (band(soldier("A"), *[{"code": x, "title": "samurai", "armour": "heavy", "weapons": ["katana"],
              "leader": x == "S"} for x in "STU"]), "roster.commons", "RON-ARM-12"),
        (four(extra=True), "recruit.extra", "RON-SCN-51"),
        ({"sample": "nobody"}, "roster.no-sample", "RON-ARM-16"),
        ({"faction": "nobody"}, "roster.no-faction", "RON-ARM-16"),
        (None, "roster.unreadable", "RON-ARM-16"),
        ({"models": 3}, "roster.unreadable", "RON-ARM-16"),
    ],
)  # fmt: skip
def test_an_illegal_roster_is_refused_with_its_clause(raw: Any, code: str, clause: str) -> None:
    assert (code, clause) in codes(raw)


def test_all_reasons_are_given_at_once() -> None:
    raw = band(soldier("A", armour="heavy"), soldier("A", weapons=["katana", "bo"]))
    found = [code for code, _ in codes(raw, limit=10)]
    assert {"recruit.armour", "recruit.weapon", "roster.points", "roster.size", "roster.leaders"} <= set(found)


def test_three_models_do_if_all_are_elite() -> None:
    samurai: list[dict[str, Any]] = [
        {"code": x, "title": "samurai", "armour": "heavy", "weapons": ["katana"]} for x in "ABC"
    ]
    samurai[0]["leader"] = True
    assert codes(band(*samurai)) == []


def test_hires_may_cost_two_fifths_of_the_points() -> None:
    cheap = [{"code": x, "title": "bandit", "weapons": ["katana"]} for x in "BCDE"]
    leader = {"code": "L", "title": "leader", "weapons": ["katana"], "leader": True}
    ninja = {"code": "N", "hire": "ninja"}
    assert codes(band(leader, *cheap, ninja, faction="bandits")) == []
    assert ("roster.hires-points", "RON-ARM-15") in codes(band(leader, *cheap[:2], ninja, faction="bandits"))


def test_monks_are_fearless_without_saying_so() -> None:
    roster = read_roster(band({"code": "N", "title": "novice", "weapons": ["katana"]}, faction="sohei"))
    assert isinstance(roster, Roster)
    assert made(roster)[0].attributes == ("fearless",)


def setup(scenario: str = "skirmish", **options: Any) -> Setup:
    sides = tuple(SideSetup(Seat(seat), {"sample": "black-pine-gang"}) for seat in ("red", "blue"))
    return Setup(scenario, sides, options)


@pytest.mark.parametrize(
    ("options", "code", "clause"),
    [
        ({"points": 20}, "setup.points", "RON-SET-03"),
        ({"table": [20, 36]}, "setup.table", "RON-SET-04"),
        ({"table": "wide"}, "setup.table", "RON-SET-04"),
        ({"terrain_pieces": 5}, "setup.pieces", "RON-SET-07"),
        ({"terrain_pieces": 10}, "setup.pieces", "RON-SET-07"),
        ({"terrain": "the moon"}, "setup.no-layout", "RON-SET-07"),
        ({"terrain": "rice-valley", "table": [48, 48]}, "setup.layout-size", "RON-SET-07"),
        (
            {"terrain": [{"id": "x", "kind": "wood", "outline": [[0, 0], [50, 0], [0, 5]]}]},
            "setup.terrain-list",
            "RON-SET-07",
        ),
        ({"terrain": [{"id": "x", "kind": "cheese"}]}, "setup.terrain-list", "RON-SET-07"),
        ({"sake": True}, "setup.no-option", "RON-SCN-01"),
        ({"points": 149}, "roster.points", "RON-ARM-13"),
    ],
)
def test_an_illegal_setup_is_refused_with_its_clause(options: dict[str, Any], code: str, clause: str) -> None:
    assert (code, clause) in [(no.code, no.clause) for no in SYSTEM.refuse_setup(setup(**options))]


def test_a_legal_setup_is_not_refused() -> None:
    assert SYSTEM.refuse_setup(setup()) == ()
    assert SYSTEM.refuse_setup(setup("nowhere"))[0].code == "setup.no-scenario"


def test_the_attacker_of_defence_has_twice_the_points() -> None:
    assert [no.facts["seat"] for no in SYSTEM.refuse_setup(setup("defence", points=75))] == ["blue"]
    assert [no.facts["seat"] for no in SYSTEM.refuse_setup(setup("defence", points=75, attacker="blue"))] == ["red"]


def test_models_of_the_attacker_alone_may_cost_a_fifth_more() -> None:
    models = [
        *table("samples")["black-pine-gang"]["models"],
        soldier("X", title="bandit", armour="none", weapons=["katana"]),
    ]
    core = {"name": "x", "faction": "bandits", "models": models}
    assert codes(core, 150, 30) == [("roster.points", "RON-ARM-13")]
    late = {**core, "models": [*models[:-1], {**models[-1], "extra": True}]}
    assert codes(late, 150, 30) == []
    assert ("roster.points", "RON-ARM-13") in codes(late, 150, 10)
