"""The figures of the rulebook as the data has them: costs by the formula, tables cell by cell, clauses that exist."""

from __future__ import annotations

import pytest

from app.systems.celtos.book import CLAUSES, table
from app.systems.celtos.lists import LISTS, ROLES, Entry, base_cost, model_cost, option_cost
from tests.systems.boards import clauses_in

FILES = (
    "profiles", "weapons", "abilities", "lists", "samples", "terrain", "tables", "modifiers", "campaign", "scenarios",
)  # fmt: skip
BOUGHT = [(key, entry) for key, army in LISTS.items() if not army.public for entry in army.entries]


@pytest.mark.parametrize("name", FILES)
def test_every_clause_in_the_data_is_in_the_rulebook(name: str) -> None:
    named = list(clauses_in(table(name)))
    assert named
    assert [id for id in named if id not in CLAUSES] == []


@pytest.mark.parametrize("name", ["profiles", "weapons", "abilities", "terrain"])
def test_every_row_has_its_clause_and_both_names(name: str) -> None:
    for row in table(name).values():
        assert all(row[key] for key in ("clause", "name", "name_es"))


def test_every_profile_costs_what_the_formula_says() -> None:
    printed = {key: row["cost"] for key, row in table("profiles").items() if "cost" in row}
    assert len(printed) == 27
    assert {key: base_cost(table("profiles")[key]) for key in printed} == printed


@pytest.mark.parametrize(("army", "entry"), BOUGHT, ids=[f"{a}-{e.id}" for a, e in BOUGHT])
def test_every_entry_costs_what_the_formula_says(army: str, entry: Entry) -> None:
    assert model_cost(entry) == entry.cost
    assert [option_cost(entry, o) for o in entry.options] == [o.cost for o in entry.options]


def test_entries_name_what_there_is() -> None:
    for _, entry in [(key, e) for key, army in LISTS.items() for e in army.entries]:
        assert entry.profile in table("profiles")
        assert all(w in table("weapons") for w in (*entry.weapons, *entry.shared))
        assert all(a in table("abilities") for a in entry.abilities)
        assert all(role in ROLES for role in (*entry.command, *entry.has))
        assert all(o.instead in ("", *entry.weapons) for o in entry.options)
        assert 1 <= entry.min <= entry.max


def test_the_minimum_cost_is_three() -> None:
    weakling = {"mv": 5, "in": 1, "ds": 1, "as": 1, "fu": 1, "rs": 1, "hr": 2, "mn": 1}
    assert base_cost(weakling) == 3 + 8


def test_close_combat_and_checks_read_the_same_table_twice() -> None:
    formula = [[min(10, max(2, 6 + d - a)) for d in range(1, 11)] for a in range(1, 11)]
    assert table("tables")["blow"]["rows"] == formula
    assert table("tables")["check"]["rows"] == formula
    assert [row[3] for row in formula] == [9, 8, 7, 6, 5, 4, 3, 2, 2, 2]


def test_the_score_to_hit_at_range_falls_to_nought() -> None:
    assert table("tables")["to_hit"]["row"] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(("weapon", "bands"), [
    ("yumi", {"short": [1, 4], "medium": [0, 4], "long": [-1, 3]}),
    ("daikyu", {"short": [0, 5], "medium": [0, 5], "long": [-1, 4], "extreme": [-2, 4]}),
    ("hankyu", {"short": [0, 3], "medium": [-1, 3]}),
    ("teppo", {"short": [0, 6], "medium": [-1, 6], "long": [-2, 5]}),
    ("tanzutsu", {"short": [0, 5]}),
    ("ozutsu", {"short": [-1, 8], "medium": [-1, 8], "long": [-2, 7], "extreme": [-3, 7]}),
    ("shuriken", {"short": [0, 2]}),
    ("javelin", {"short": [0, 4]}),
    ("sling", {"short": [0, 2], "medium": [-1, 2]}),
])  # fmt: skip
def test_shooting_weapons_by_band(weapon: str, bands: dict[str, list[int]]) -> None:
    assert table("weapons")[weapon]["bands"] == bands


def test_slow_short_and_crewed_weapons() -> None:
    rows = table("weapons")
    assert [key for key, row in rows.items() if row.get("slow")] == ["teppo", "ozutsu"]
    assert {key: row["max"]["short"] for key, row in rows.items() if "max" in row} == {
        "tanzutsu": 15, "shuriken": 15, "javelin": 20,
    }  # fmt: skip
    assert [key for key, row in rows.items() if row.get("crewed")] == ["ozutsu"]


@pytest.mark.parametrize(("weapon", "line"), [
    ("fists", (2, 2, -1, -2)), ("tools", (2, 2, -1, 0)), ("tanto", (4, 4, 0, -1)), ("katana", (5, 5, 0, 1)),
    ("nodachi", (3, 3, 0, 3)), ("yari", (5, 3, 0, 0)), ("nagae", (3, 3, 0, 1)), ("naginata", (4, 4, 0, 1)),
    ("kanabo", (2, 2, 0, 2)), ("bo", (5, 5, 0, -1)), ("claws", (4, 4, 0, 0)),
])  # fmt: skip
def test_close_combat_weapons(weapon: str, line: tuple[int, int, int, int]) -> None:
    row = table("weapons")[weapon]
    assert (row["first"], row["later"], row["hit"], row["damage"]) == line


def test_movement_and_coherency() -> None:
    tables = table("tables")
    assert (tables["movement"]["run"], tables["movement"]["obstacle"], tables["movement"]["difficult"]) == (3, 5, 2)
    assert (tables["coherency"]["link"], tables["coherency"]["skirmishers"], tables["coherency"]["spread"]) == (
        5,
        10,
        30,
    )
    assert {n: row["across"] for row in tables["base"] for n in row["sizes"]} == {
        1: 2, 2: "2.5", 3: "2.5", 4: 4, 5: 4, 6: 5, 7: 5, 8: 8, 9: 8,
    }  # fmt: skip
    assert [row["to"] for row in tables["band"]] == [30, 60, 90, 120]
    assert {row["id"]: row["save"] for row in tables["cover"]} == {"light": 9, "hard": 8, "fortification": 7}
    assert sorted(map(int, tables["layout"]["kinds"])) == list(range(1, 11))
