"""The figures of the rulebook as the data has them: costs by the formula, tables cell by cell, clauses that exist."""

from __future__ import annotations

import pytest

from app.systems.celtos.bands.lists import HIRED, LISTS, ROLES, base_cost, model_cost, option_cost
from app.systems.celtos.book import CLAUSES, table
from app.systems.celtos.page.catalogue import catalogue
from tests.systems.boards import clauses_in

FILES = (
    "profiles", "weapons", "abilities", "lists", "samples", "terrain", "dice", "shots", "movement", "sight", "layout",
    "combat", "assault", "checks", "costs", "campaign", "scenarios",
)  # fmt: skip
BOUGHT = [(key, entry) for key, army in LISTS.items() for entry in army.entries if not entry.printed]


@pytest.mark.parametrize("name", FILES)
def test_every_clause_in_the_data_is_in_the_rulebook(name: str) -> None:
    named = list(clauses_in(table(name)))
    assert named
    assert [id for id in named if id not in CLAUSES] == []


@pytest.mark.parametrize("name", ["profiles", "weapons", "abilities", "terrain"])
def test_every_row_has_its_clause_and_both_names(name: str) -> None:
    for row in table(name).values():
        assert all(row[key] for key in ("clause", "name", "name_es"))


BASE = {
    "peasant": 3, "slinger": 3, "ashigaru": 7, "ashigaru-marksman": 8, "samurai": 15, "hatamoto": 21,
    "mounted-samurai": 27, "mounted-archer": 16, "novice": 5, "warrior-monk": 12, "veteran-monk": 18,
    "monk-archer": 12, "ronin": 11, "bandit": 6,
    "shinobi": 16, "war-dog": 6, "taisho": 31, "kensei": 39, "abbot": 37, "mountain-ascetic": 27, "mounted-general": 48,
    "jonin": 42, "master-archer": 30, "ronin-leader": 37, "outrider-captain": 28, "oni": 48, "gashadokuro": 67,
    "danann-king": 42, "danann-warrior": 16, "danann-spearman": 11, "danann-archer": 13, "danann-rider": 18,
    "druid": 27, "fomor-king": 53, "fomor-giant": 45, "fomor-reaver": 11, "fomor-raider": 9, "fomor-slinger": 7,
    "thrall": 3, "fian-captain": 42, "fian-champion": 31, "fian-warrior": 14, "fian-hunter": 13, "kern": 7,
    "wolfhound": 9, "annwn-king": 46, "annwn-huntsman": 29, "annwn-rider": 19, "annwn-spearman": 10,
    "annwn-bowman": 8, "annwn-hound": 10, "cauldron-born": 13,
}  # fmt: skip
"""Of every profile without weapons and abilities, as it is printed or, of the myths, reckoned by hand."""
PRINTED = {
    "kurogane": {
        "taisho": 41,
        "hatamoto": 23,
        "samurai": 17,
        "pikes": 10,
        "gunners": 13,
        "archers": 12,
        "hand-cannon": 8,
    },
    "sohei": {"abbot": 53, "ascetic": 36, "monks": 15, "veterans": 21, "monk-archers": 16, "novices": 7},
    "hayate": {
        "general": 60,
        "captain": 31,
        "riders": 28,
        "horse-archers": 19,
        "foot-samurai": 17,
        "spears": 8,
        "shinobi": 19,
    },
    "kawa-ikki": {
        "ronin-leader": 53,
        "mob": 3,
        "slingers": 4,
        "bowmen": 8,
        "bandit-gunners": 11,
        "ronin": 15,
        "dogs": 6,
    },
    "tuatha": {
        "danann-king": 53, "druid": 34, "danann-warriors": 21, "danann-spears": 12, "danann-archers": 15,
        "danann-riders": 19,
    },
    "fomoire": {
        "fomor-king": 71, "fomor-giant": 55, "reavers": 17, "raiders": 14, "fomor-slingers": 8, "thralls": 3,
    },
    "fianna": {
        "fian-captain": 55, "fian-champion": 40, "fian-druid": 34, "fian-warriors": 19, "hunters": 18, "kerns": 8,
        "wolfhounds": 9,
    },
    "annwn": {
        "annwn-king": 61, "huntsman": 36, "annwn-riders": 20, "annwn-spears": 15, "annwn-bowmen": 12,
        "cauldron-born": 14, "annwn-hounds": 16,
    },
    "mercenaries": {"oni": 64, "gashadokuro": 85, "kensei": 52, "jonin": 52, "master-archer": 41},
}  # fmt: skip
"""Of a model with its listed gear, as it is printed or reckoned."""
OPTIONS = {
    "taisho.tactical-perception": 5,
    "samurai.nodachi": 2,
    "monks.kanabo": 1,
    "riders.hankyu": 2,
    "shinobi.camouflage": 2,
    "bowmen.camouflage": 2,
    "danann-warriors.javelin": 2,
    "danann-archers.camouflage": 2,
    "danann-riders.javelin": 2,
    "raiders.javelin": 2,
    "fian-warriors.javelin": 2,
}


def test_every_profile_costs_what_is_printed() -> None:
    assert {key: base_cost(table("profiles")[key]) for key in BASE} == BASE


def test_every_entry_and_option_costs_what_is_printed() -> None:
    assert {army: {e.id: model_cost(e) for e in LISTS[army].entries} for army in PRINTED} == PRINTED
    assert {f"{e.id}.{o.id}": option_cost(e, o) for _, e in BOUGHT for o in e.options} == OPTIONS


def test_the_catalogue_tells_what_the_formula_makes_of_the_lists() -> None:
    told = catalogue()
    assert {row["id"]: {e["id"]: e.get("cost") for e in row["entries"]} for row in told["lists"]} == {
        **{key: PRINTED[key] for key in PRINTED if key != HIRED},
        **{key: dict.fromkeys(e.id for e in army.entries) for key, army in LISTS.items() if army.entries[0].printed},
    }
    assert {e["id"]: e["cost"] for e in told["mercenaries"]} == PRINTED[HIRED]
    options = {f"{e['id']}.{o['id']}": o["cost"] for row in told["lists"] for e in row["entries"]
               for o in e.get("options", ())}  # fmt: skip
    assert options == OPTIONS
    assert {row["id"]: (row["points"], row["limit"]) for row in told["samples"]} == {
        "black-pass": (397, 400), "cedar-bell": (396, 400), "autumn-gale": (397, 400), "reeds-and-claws": (399, 400),
        "host-of-danu": (392, 400), "evil-eye": (388, 400), "salmon-of-wisdom": (390, 400), "hunt-of-annwn": (394, 400),
        "danu-vanguard": (147, 150), "eye-vanguard": (143, 150), "salmon-vanguard": (147, 150),
        "annwn-vanguard": (149, 150),
        "black-pass-vanguard": (149, 150), "cedar-vanguard": (150, 150), "gale-vanguard": (146, 150),
        "reeds-vanguard": (149, 150), "gael": (415, 600), "sidhe": (416, 600),
    }  # fmt: skip


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
    assert table("combat")["blow"]["rows"] == formula
    assert table("checks")["check"]["rows"] == formula
    assert [row[3] for row in formula] == [9, 8, 7, 6, 5, 4, 3, 2, 2, 2]


def test_the_score_to_hit_at_range_falls_to_nought() -> None:
    assert table("shots")["to_hit"]["row"] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


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
    tables = {key: row for name in ("movement", "dice", "shots", "layout") for key, row in table(name).items()}
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
