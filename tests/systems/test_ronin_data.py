"""The data of Ronin: complete in both languages, every figure beside a clause that exists, and consistent."""

import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

RONIN = Path(__file__).parents[2] / "app" / "systems" / "ronin"
CLAUSE = re.compile(r"RON-[A-Z]{3}-\d\d")
FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
TABLES = sorted(
    file.name
    for file in RONIN.glob("*/*.toml")
    if not file.name.startswith(("clauses", "worth", "written", "questions"))
)
"""The figures of the rulebook; what bots weigh is none, nor are rulings in Spanish."""
MODIFIERS = [
    ("combat.toml", "attack"), ("combat.toml", "defence"), ("combat.toml", "initiative"), ("end.toml", "stunned_adds"),
    ("morale.toml", "adds"), ("shots.toml", "attack"), ("shots.toml", "defence"), ("wounds.toml", "fight"),
    ("wounds.toml", "pool"),
]  # fmt: skip
SAMPLES = {
    "red-devils": (197, 9),
    "mountain-temple": (171, 8),
    "black-pine-gang": (150, 12),
    "two-cranes-school": (144, 7),
    "river-league": (197, 15),
}

PRINTED: list[tuple[int, str, list[str], int]] = [
    (0, "none", ["improvised"], 4), (1, "medium", ["katana", "yari"], 18), (1, "medium", ["katana", "yumi"], 18),
    (3, "heavy", ["katana"], 27), (3, "heavy", ["katana", "naginata"], 30), (3, "heavy", ["katana", "teppo"], 30),
    (4, "heavy", ["katana"], 35), (5, "heavy", ["katana", "naginata"], 46), (4, "none", ["katana"], 29),
    (5, "none", ["katana"], 37),
]  # fmt: skip
"""Rank, armour, weapons and the cost that is known in public (RON-ARM-05)."""
LARGEST = {"area": [8, 8], "hill": [8, 8], "building": [6, 6], "line": [8, 8]}
"""How far pieces of terrain may reach either way, in inches (RON-SET-07)."""

Table = dict[str, Any]
Spot = tuple[Fraction, Fraction]


def read(name: str) -> Table:
    """What stands in the files of this name, in whichever rooms."""
    return {
        key: row for file in sorted(RONIN.glob(f"*/{name}")) for key, row in tomllib.loads(file.read_text()).items()
    }


CLAUSES = read("clauses.toml")
SPANISH = read("clauses.es.toml")
WEAPONS = read("weapons.toml")
ARMOUR = read("armour.toml")
COSTS = read("costs.toml")
FACTIONS = read("factions.toml")
SAMPLE_DATA = read("samples.toml")
ATTRIBUTES = read("attributes.toml")
TERRAIN = read("terrain.toml")
SCENARIOS = read("scenarios.toml")
RANKS: dict[int, Table] = {row["rank"]: row for row in read("profiles.toml")["rank"]}


def cost(rank: int, armour: str, weapons: list[str]) -> int:
    """The points of a model without warhorse or banner (RON-ARM-06)."""
    base: int = RANKS[rank]["cost"]
    worn: int = ARMOUR[armour]["cost"]
    arms: int = sum(WEAPONS[weapon]["cost"] for weapon in weapons)
    return base + worn + arms


def tables(value: object) -> Iterator[Table]:
    """Every table below a value, the value itself included."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from tables(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from tables(inner)


def named_clauses(data: Table) -> list[str]:
    found: list[str] = []
    for table in tables(data):
        found += [table["clause"]] if "clause" in table else []
        found += list(table.get("clauses", {}).values())
    return found


# The text


def test_every_clause_stands_in_both_languages() -> None:
    assert list(SPANISH) == list(CLAUSES)
    assert len(CLAUSES) == 329


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_is_well_formed(clause: str) -> None:
    english, spanish = CLAUSES[clause], SPANISH[clause]
    assert CLAUSE.fullmatch(clause)
    assert english["tag"] in {"S", "P", "R"}
    assert set(english) <= {"tag", "title", "text", "see", "plays", "why"}
    assert set(spanish) == {"title", "text"}
    for words in (english["title"], english["text"], spanish["title"], spanish["text"]):
        assert words == words.strip() != ""
    assert english["text"].endswith(".")
    assert spanish["text"].endswith(".")
    assert english["text"] != spanish["text"]


@pytest.mark.parametrize("clause", CLAUSES)
def test_both_languages_print_the_same_figures(clause: str) -> None:
    assert figures(CLAUSES[clause]["text"]) == figures(SPANISH[clause]["text"])


def figures(text: str) -> list[str]:
    """The numbers of a text in rising order; 1d6 is the same as d6."""
    return sorted(figure.replace(",", ".") for figure in FIGURE.findall(re.sub(r"\b1d6", "d6", text)))


def test_clauses_named_in_a_text_exist() -> None:
    for clause, entry in CLAUSES.items():
        named = [*entry["see"], *CLAUSE.findall(entry["text"]), *CLAUSE.findall(SPANISH[clause]["text"])]
        assert [other for other in named if other not in CLAUSES] == [], clause
        assert clause not in entry["see"]


def test_a_clause_that_cannot_be_played_says_why() -> None:
    excused = {clause: entry for clause, entry in CLAUSES.items() if "plays" in entry or "why" in entry}
    assert len(excused) <= 20
    for clause, entry in excused.items():
        assert entry.get("plays") == "none", clause
        assert len(entry.get("why", "").split()) > 4, clause


# The figures


@pytest.mark.parametrize("name", TABLES)
def test_every_clause_beside_a_figure_exists(name: str) -> None:
    named = named_clauses(read(name))
    assert named
    assert [clause for clause in named if clause not in CLAUSES] == []


@pytest.mark.parametrize("name", TABLES)
def test_every_table_names_a_clause(name: str) -> None:
    for key, value in read(name).items():
        for row in value if isinstance(value, list) else [value]:
            assert "clause" in row, key


def test_a_modifier_names_its_test_and_its_clause() -> None:
    for name, table in MODIFIERS:
        rows = read(name)[table]
        assert len({row["id"] for row in rows}) == len(rows)
        for row in rows:
            assert set(row) <= {"id", "adds", "when", "clause"}
            assert isinstance(row["adds"], int)
            assert row["adds"] != 0
            assert row["when"].strip()
            assert row["clause"] in CLAUSES


def test_no_figure_is_a_binary_fraction() -> None:
    for name in TABLES:
        (file,) = RONIN.glob(f"*/{name}")
        tomllib.loads(file.read_text(encoding="utf-8"), parse_float=_no_float)


def _no_float(text: str) -> object:
    raise AssertionError(text)


@pytest.mark.parametrize(
    ("name", "table"), [("end", "stunned_removal"), ("ground", "weather"), ("ground", "time_of_day")]
)
def test_the_rows_of_a_table_follow_each_other(name: str, table: str) -> None:
    rows = read(f"{name}.toml")[table]
    assert [row["high"] for row in rows[:-1]] == sorted({row["high"] for row in rows[:-1]})
    assert "high" not in rows[-1]


def test_the_wounds_begin_at_one_and_grow_worse() -> None:
    assert [row["low"] for row in read("wounds.toml")["wounds"]] == [1, 2, 4, 6]


def test_known_costs_come_out_of_the_formula() -> None:
    for rank, armour, weapons, points in PRINTED:
        assert cost(rank, armour, weapons) == points


# The sample Buntai


@pytest.mark.parametrize("key", SAMPLES)
def test_a_sample_adds_up(key: str) -> None:
    sample = SAMPLE_DATA[key]
    points = sum(cost(rank_of(model, sample), model["armour"], model["weapons"]) for model in sample["models"])
    assert (points, len(sample["models"])) == SAMPLES[key]
    assert points <= sample["limit"]


def rank_of(model: Table, sample: Table) -> int:
    """The Rank of a model by its title."""
    titles = FACTIONS[sample["faction"]]["titles"]
    return int(next(title["rank"] for title in titles if title["id"] == model["title"]))


@pytest.mark.parametrize("key", SAMPLES)
def test_a_sample_has_distinct_codes_and_one_leader(key: str) -> None:
    sample = SAMPLE_DATA[key]
    models = sample["models"]
    assert len({model["code"] for model in models}) == len(models)
    assert len({model["name"] for model in models}) == len(models)
    (leader,) = [model for model in models if model["leader"]]
    assert rank_of(leader, sample) == max(rank_of(model, sample) for model in models)


@pytest.mark.parametrize("key", SAMPLES)
def test_a_sample_model_keeps_to_its_list(key: str) -> None:
    sample = SAMPLE_DATA[key]
    faction = FACTIONS[sample["faction"]]
    titles = {title["id"]: title for title in faction["titles"]}
    for model in sample["models"]:
        title = titles[model["title"]]
        assert model["armour"] in title["armour"]
        assert leftover(model["weapons"], title, sample["school"]) == []
        assert attributes_fit(model, title["rank"], faction)


def leftover(carried: list[str], title: Table, school: str) -> list[str]:
    """The weapons that the title does not account for; what it demands must be there."""
    left = list(carried)
    for weapon in title["required"] + ([school] if title["school"] else []):
        left.remove(weapon)
    for group in title["required_one_of"]:
        left.remove(next(weapon for weapon in left if weapon in group))
    for group in [*title["one_of"], COSTS["companion"]["one_of"]]:
        chosen = next((weapon for weapon in left if weapon in group), None)
        left = [weapon for weapon in left if weapon != chosen]
    return left


def attributes_fit(model: Table, rank: int, faction: Table) -> bool:
    """Whether a model has no more attributes than its Rank gives (RON-ARM-07, RON-ARM-08)."""
    given = faction.get("gives", {"attribute": "", "min_rank": 9})
    free = [name for name in model["attributes"] if name not in ("commander", given["attribute"])]
    due = rank >= given["min_rank"]
    return (
        len(free) <= RANKS[rank]["attributes"]
        and all(ATTRIBUTES[name]["kind"] in COSTS["attributes"]["free_kinds"] for name in free)
        and due == (given["attribute"] in model["attributes"])
        and ("commander" not in model["attributes"] or RANKS[rank]["commander"])
    )


@pytest.mark.parametrize("key", SAMPLES)
def test_a_sample_keeps_to_the_limits(key: str) -> None:
    models = SAMPLE_DATA[key]["models"]
    faction = FACTIONS[SAMPLE_DATA[key]["faction"]]
    missile = sum(any(WEAPONS[weapon]["kind"] == "missile" for weapon in model["weapons"]) for model in models)
    assert 2 * missile <= len(models)
    assert 4 * sum("teppo" in model["weapons"] for model in models) <= len(models)
    for title in faction["titles"]:
        number = sum(model["title"] == title["id"] for model in models)
        share = title.get("share", {"num": 1, "den": 1})
        assert title["min"] <= number <= title.get("max", 20)
        assert number * share["den"] <= len(models) * share["num"]


# Factions, hires and weapons name what exists


def test_lists_name_known_weapons_and_armour() -> None:
    for faction in FACTIONS.values():
        for title in faction["titles"]:
            groups = [title["required"], *title["required_one_of"], *title["one_of"]]
            assert {weapon for group in groups for weapon in group} <= set(WEAPONS)
            assert set(title["armour"]) <= set(ARMOUR)
            assert title["rank"] in RANKS
    for hire in read("hires.toml").values():
        assert set(hire["weapons"]) <= set(WEAPONS)
        assert set(hire["attributes"]) <= set(ATTRIBUTES)
        assert [hire[key] for key in ("pool", "initiative", "fight", "shoot")] == [
            RANKS[hire["rank"]][key] for key in ("pool", "initiative", "fight", "shoot")
        ]


def test_a_school_has_its_weapons_and_a_weapon_its_school() -> None:
    schools = {key for key, row in ATTRIBUTES.items() if row["kind"] in ("bujutsu", "shooting")}
    assert {row["school"] for row in WEAPONS.values()} - {""} == schools


# The tables of the scenarios


def layouts() -> list[tuple[str, str]]:
    return [(key, layout["id"]) for key, scenario in SCENARIOS.items() for layout in scenario.get("layouts", [])]


def spots(piece: Table) -> list[Spot]:
    return [(Fraction(x), Fraction(y)) for x, y in piece.get("outline") or piece["line"]]


def sides(piece: Table) -> list[tuple[Spot, Spot]]:
    points = spots(piece)
    return list(pairwise(points + points[:1] if "outline" in piece else points))


def square_gap(spot: Spot, side: tuple[Spot, Spot]) -> Fraction:
    """The square of the distance from a spot to a side."""
    (px, py), ((ax, ay), (bx, by)) = spot, side
    long = (bx - ax) ** 2 + (by - ay) ** 2
    along = min(Fraction(1), max(Fraction(0), ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / long))
    return (px - ax - along * (bx - ax)) ** 2 + (py - ay - along * (by - ay)) ** 2


def apart(one: Table, two: Table) -> Fraction:
    """The square of the least distance from a corner of either piece to a side of the other."""
    there = [square_gap(spot, side) for spot in spots(one) for side in sides(two)]
    back = [square_gap(spot, side) for spot in spots(two) for side in sides(one)]
    return min(there + back)


@pytest.mark.parametrize(("scenario", "name"), layouts())
def test_a_layout_is_legal(scenario: str, name: str) -> None:
    rules = read("setup.toml")["terrain"]
    (layout,) = [layout for layout in SCENARIOS[scenario]["layouts"] if layout["id"] == name]
    wide, deep = table_of(scenario)
    for piece in layout["pieces"]:
        shape = TERRAIN[piece["kind"]]["shape"]
        assert ("line" in piece) == (shape == "line")
        assert all(0 <= x <= wide and 0 <= y <= deep for x, y in spots(piece))
        spans = [max(axis) - min(axis) for axis in zip(*spots(piece), strict=True)]
        assert all(span <= most for span, most in zip(spans, LARGEST[shape], strict=True))
        assert all(
            min(square_gap((Fraction(x), Fraction(y)), side) for side in sides(piece)) == 0
            for x, y in piece.get("doors", [])
        )
    for one, two in combinations(layout["pieces"], 2):
        assert apart(one, two) > rules["apart"] ** 2, (one["id"], two["id"])


def table_of(scenario: str) -> list[int]:
    """The size of a scenario's table: its own, else the usual one (RON-SET-04)."""
    size: list[int] = SCENARIOS[scenario].get("table") or read("setup.toml")["table"]["default"]
    return size


@pytest.mark.parametrize("layout", SCENARIOS["skirmish"]["layouts"], ids=lambda layout: str(layout["id"]))
def test_a_skirmish_table_is_fair_and_leaves_the_centre_to_a_house(layout: Table) -> None:
    outlines = sorted((piece["kind"], sorted(spots(piece))) for piece in layout["pieces"])
    turned = [(piece["kind"], sorted((36 - x, 36 - y) for x, y in spots(piece))) for piece in layout["pieces"]]
    assert len(layout["pieces"]) == read("setup.toml")["terrain"]["pieces"]["default"]
    assert sorted(turned) == outlines
    for piece in layout["pieces"]:
        assert apart(SCENARIOS["capture"]["house"], piece) > read("setup.toml")["terrain"]["apart"] ** 2


def test_the_pieces_of_escort_are_those_it_asks_for() -> None:
    (layout,) = SCENARIOS["escort"]["layouts"]
    for wanted in SCENARIOS["escort"]["pieces"]:
        assert sum(piece["kind"] in wanted["kinds"] for piece in layout["pieces"]) == wanted["number"]


def test_the_pieces_of_the_bridge_keep_away_from_the_river() -> None:
    (layout,) = SCENARIOS["hold-the-bridge"]["layouts"]
    river = SCENARIOS["hold-the-bridge"]["river"]
    assert all(apart(piece, river) >= 36 for piece in layout["pieces"])
