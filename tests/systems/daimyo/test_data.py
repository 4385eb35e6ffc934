"""The figures of the rulebook as the data has them: tables cell by cell, points by the formula, clauses that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.systems.daimyo import measure
from app.systems.daimyo.activation import rules as activation
from app.systems.daimyo.armies.lists import PROFILES, is_historical, names, raised, ready, stand_cost
from app.systems.daimyo.armies.roster import Roster, made, read_roster
from app.systems.daimyo.book import BOOK, CLAUSES, cm, table
from app.systems.daimyo.moving.ground import cover, sight
from app.systems.daimyo.page.catalogue import catalogue
from app.systems.daimyo.scenarios.figures import keys, scenario_of
from app.systems.daimyo.turn import start
from tests.systems.boards import clauses_in

DATA = sorted(set(BOOK.found) - {"worth", "written.es"})
"""What bots think of a position is no figure of the rulebook, nor are rulings in Spanish."""
TOTALS = {
    "takeda": (590, 50, 13), "oda": (592, 58, 14), "uesugi": (599, 47, 12), "ikko-ikki": (586, 78, 13),
    "shimazu": (593, 52, 11), "hojo": (600, 59, 15), "nagashino-takeda": (690, 46, 16),
    "nagashino-allies": (790, 76, 19), "kawanakajima-takeda": (890, 70, 20), "kawanakajima-uesugi": (790, 64, 15),
    "sekigahara-east": (1258, 103, 27), "sekigahara-west": (1057, 98, 26), "okehazama-oda": (295, 23, 8),
    "okehazama-imagawa": (377, 45, 12),
}  # fmt: skip
"""Points, stands and weight of every printed army (sections 4.3 and 4.4)."""
STANDS = {
    "HC": (20, 4, 3, 6), "HF": (16, 4, 4, 8), "SC": (16, 4, 3, 8), "SM": (12, 4, 3, 8), "SB": (15, 4, 3, 6),
    "SF": (12, 6, 4, 10), "SL": (12, 6, 4, 10), "SY": (8, 6, 4, 10), "SA": (11, 4, 3, 6), "RF": (8, 6, 4, 10),
    "RC": (12, 4, 3, 6), "AS": (6, 6, 4, 12), "AV": (8, 6, 4, 12), "AG": (7, 4, 2, 8), "AB": (6, 4, 2, 8),
    "WM": (11, 6, 4, 10), "WB": (8, 4, 3, 6), "WG": (9, 4, 3, 6), "PE": (1, 8, 4, 12), "LA": (12, 1, 1, 1),
    "HA": (18, 1, 1, 1), "HQ": (20, 1, 1, 1),
}  # fmt: skip
"""Points, stands as usual, at least and at most (section 4.1)."""


@pytest.mark.parametrize("name", DATA)
def test_every_file_names_clauses_of_the_rulebook_only(name: str) -> None:
    found = list(clauses_in(table(name)))
    assert found
    assert [id for id in found if id not in CLAUSES] == []


def rows_of(table_: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where numbers and truths stand in a table: the keys that lead there, places in lists left out."""
    if isinstance(table_, dict):
        for key, value in table_.items():
            yield from rows_of(value, (*path, key))
    elif isinstance(table_, list):
        for value in table_:
            yield from rows_of(value, path)
    elif not isinstance(table_, str) or table_.replace("/", "").replace(".", "").isdigit():
        yield path


@pytest.mark.parametrize(
    "name",
    [
        "organisation",
        "turn",
        "activation",
        "command",
        "rallying",
        "victory",
        "charging",
        "pursuit",
        "fire",
        "melee",
        "movement",
        "morale",
        "leaders",
        "costs",
        "campaign",
    ],
)
def test_every_figure_has_a_name_that_the_rules_read(name: str) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in Path("app/systems/daimyo").rglob("*.py"))
    read = set(re.findall(r"\w[\w-]*", code))
    rows = {path for path in rows_of(table(name)) if len(path) > 1 or path[0] in ("movement", "range")}
    assert [path for path in rows if not {path[0], path[-1]} <= read] == []


@pytest.mark.parametrize(("name", "row", "key"), [
    ("activation", "cards", "put_backs"), ("rallying", "rally", "attempts"), ("command", "obedience", "fog"),
    ("organisation", "quality", "rank"), ("fire", "arc", "degrees"), ("fire", "fog", "range"),
    ("guns", "artillery", "road"),
    ("leaders", "bonus", "general"), ("leaders", "seated", "initiative"), ("leaders", "move", "foot"),
    ("leaders", "challenge", "offers"), ("leaders", "deploy", "within"), ("melee", "ranks", "flank"),
    ("charging", "charge", "arc"), ("movement", "break_off", "advance"), ("morale", "facing", "degrees"),
])  # fmt: skip
def test_no_figure_stands_where_nothing_reads_it(name: str, row: str, key: str) -> None:
    rows = table(name).get(row, {})
    assert all(key not in one for one in (rows if isinstance(rows, list) else [rows]))


def test_figures_that_the_code_once_held_itself_come_from_the_data() -> None:
    movement, tables = table("movement"), {**table("melee"), **table("activation")}
    assert (cm(movement["crest"]["nearer"]), cm(movement["sight"]["woods"])) == (cover.CREST, sight.DEEP)
    assert measure.CONTACT == cm(tables["contact"]["within"]) == 500
    assert (activation.DRUMS, start.DRUMS) == (tables["cards"]["ends_on"], tables["cards"]["night_drums"]) == (2, 2)


# -- armies ------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "figures"), TOTALS.items())
def test_a_printed_army_has_its_points_stands_and_weight(key: str, figures: tuple[int, int, int]) -> None:
    army = made(army_of(key))
    assert (army.points, army.stands, army.weight) == figures


def army_of(key: str) -> Roster:
    """The roster of a ready army."""
    roster = read_roster({"sample": key})
    assert isinstance(roster, Roster)
    return roster


@pytest.mark.parametrize("key", list(ready()))
def test_the_catalogue_says_of_a_ready_army_what_it_is(key: str) -> None:
    army = made(army_of(key))
    row = next(row for row in catalogue()["samples"] if row["id"] == key)
    assert (row["points"], row["stands"], row["weight"]) == (army.points, army.stands, army.weight)
    assert all(unit.name.startswith(("unit.", "profile.HQ")) for unit in army.units)
    assert all(scenario in keys() for scenario in row["scenarios"])


def test_lists_of_history_belong_to_their_battle() -> None:
    history = {key: row["scenarios"] for key, row in ready().items() if is_historical(key)}
    assert len(history) == 8
    assert {key: [key.split("-")[0]] for key in history} == history


def test_every_profile_has_its_points_and_sizes() -> None:
    assert {key: (p.points, p.stands, p.least, p.most) for key, p in PROFILES.items()} == STANDS


def test_every_stand_costs_what_the_formula_says() -> None:
    troops = {key: p for key, p in PROFILES.items() if p.kind == "troops"}
    assert len(troops) == 19
    assert {key: stand_cost(p, p.quality) for key, p in troops.items()} == {key: STANDS[key][0] for key in troops}
    assert not any("points" in table("profiles")[key] for key in troops)


@pytest.mark.parametrize(("profile", "quality", "points"), [
    ("AS", "raw", 4), ("AS", "veteran", 8), ("SC", "elite", 19), ("SC", "seasoned", 14), ("HC", "veteran", 17),
    ("AG", "raw", 5), ("AG", "veteran", 9), ("WM", "elite", 14), ("SM", "veteran", 14), ("PE", "raw", 1),
])  # fmt: skip
def test_quality_changes_the_points(profile: str, quality: str, points: int) -> None:
    assert stand_cost(PROFILES[profile], quality) == points


def test_a_profile_that_wins_too_much_goes_up() -> None:
    assert [raised(*of) for of in ((121, 200), (120, 200), (199, 199))] == [1, 0, 0]


# -- tables --------------------------------------------------------------------------


@pytest.mark.parametrize(("mover", "normal", "charge", "rout"), [
    ("mounted-leader", 20, None, None), ("foot-leader", 12, None, None),
    ("heavy-cavalry", 15, 20, [15, 16, 17, 17, 18, 19]), ("medium-cavalry", 18, 22, [18, 18, 19, 20, 21, 22]),
    ("heavy-infantry", 8, 12, [8, 8, 9, 10, 10, 11]), ("medium-infantry", 10, 14, [10, 11, 11, 12, 13, 14]),
    ("light-infantry", 11, 15, [11, 12, 13, 13, 14, 15]), ("light-gun", 5, None, None), ("heavy-gun", 3, None, None),
])  # fmt: skip
def test_the_movement_table(mover: str, normal: int, charge: int | None, rout: list[int] | None) -> None:
    row = next(row for row in table("movement")["movement"] if row["id"] == mover)
    assert (row["normal"], row.get("charge"), row.get("rout")) == (normal, charge, rout)


@pytest.mark.parametrize(("kind", "adds"), [
    ("morale", [1, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1, -2, -2, -2, -2]),
    ("fire", [2, 1, 1, 1, 1, -2, -1, -1, -1, -1, -1, -1]), ("artillery", [1, -1, -1]),
    ("melee", [2, 2, 2, 2, 2, 1, 1, 1, 1, -2, -2, -2, -1, -1, -1, -1]),
])  # fmt: skip
def test_the_modifiers_in_the_order_of_the_sheet(kind: str, adds: list[int]) -> None:
    rows = table({"artillery": "guns"}.get(kind, kind))["adds"]
    letter = {"morale": "M", "fire": "F", "artillery": "A", "melee": "L"}[kind]
    assert [row["adds"] for row in rows] == adds
    assert [row["id"] for row in rows] == [f"{letter}{n}" for n in range(1, len(rows) + 1)]
    assert len({row["when"] for row in rows}) == len(rows)


def test_the_weapon_table() -> None:
    rows = {row["weapon"]: (row["foot"], row["mounted"]) for row in table("melee")["weapon"]}
    assert rows == {"spear": (1, 2), "pole-arm": (2, 2), "improvised": (1, 0), "lance": (1, 1)}


def test_weapons_that_stand_in_for_others() -> None:
    rows = {row["id"]: row for row in table("organisation")["arm"]}
    assert {key: (row["foot"], row["mounted"], row["bonus"]) for key, row in rows.items()} == {
        "lance": ("lance", "lance", True), "spear": ("spear", "lance", True),
        "pole-arm": ("pole-arm", "pole-arm", True), "swords": ("pole-arm", "lance", False),
        "improvised": ("improvised", "improvised", False),
    }  # fmt: skip


@pytest.mark.parametrize(("column", "fails"), [
    ("stand-loss", ["halt", "retire", "retreat", "rout"]), ("charged", ["retire", "retreat", "retreat", "rout"]),
    ("charge", ["halt", "halt", "halt", "retire"]), ("critical", ["retire", "retreat", "rout", "rout"]),
    ("rally", ["dispersed"] * 4),
])  # fmt: skip
def test_the_results_of_failing(column: str, fails: list[str]) -> None:
    rows = {row["row"]: row["outcome"] for row in table("morale")["result"] if row["column"] == column}
    assert [rows[n] for n in range(1, 5)] == fails
    assert 0 in rows


def test_pass_scores_ranges_and_shares() -> None:
    scores = {key: table("morale")["pass"][key] for key in ("elite", "veteran", "seasoned", "raw")}
    assert scores == {"elite": 4, "veteran": 5, "seasoned": 6, "raw": 7}
    ranges = {row["id"]: (row["effective"], row["long"]) for row in table("fire")["range"]}
    assert ranges == {"bow": (8, 15), "arquebus": (8, 15), "light-gun": (20, 40), "heavy-gun": (30, 60)}
    turns, wheels = table("movement")["turn"], table("movement")["wheel"]
    assert [turns[key] for key in scores] == ["1/4", "1/4", "1/2", "1/2"]
    assert [wheels[key] for key in scores] == [1, 1, 2, 3]


@pytest.mark.parametrize(("season", "row"), [
    ("spring-autumn", ["fine", "light-rain", "fog", "heavy-rain"]),
    ("summer", ["fine", "fine", "light-rain", "thunderstorm"]), ("winter", ["light-rain", "fog", "heavy-rain", "snow"]),
])  # fmt: skip
def test_the_chart_of_weather(season: str, row: list[str]) -> None:
    assert table("weather")["chart"][season] == row
    assert all(kind in [k["id"] for k in table("weather")["kind"]] for kind in row)


def test_every_total_of_two_dice_has_its_event() -> None:
    assert [row["total"] for row in table("events")["event"]] == list(range(2, 13))


def test_who_may_enter_what() -> None:
    enter = {key: "".join(word[0] for word in row["enter"]) for key, row in table("terrain").items()}
    assert {key: who for key, who in enter.items() if who != "cial"} == {
        "steep-hill": "cil", "woods": "cil", "paddy": "cil", "marsh": "il", "stream": "cil", "bank": "cil",
        "palisade": "il", "river": "", "ford": "cil", "building": "i", "cliff": "", "lake": "", "castle-wall": "",
    }  # fmt: skip


# -- scenarios -------------------------------------------------------------------------


def test_there_are_eight_scenarios_with_their_turns() -> None:
    assert [(key, scenario_of(key).turns) for key in keys()] == [
        ("meeting", 24), ("fords", 20), ("rearguard", 16), ("temple", 22), ("nagashino", 16), ("kawanakajima", 16),
        ("sekigahara", 20), ("okehazama", 10),
    ]  # fmt: skip


@pytest.mark.parametrize("key", keys())
def test_all_ground_and_every_zone_lie_on_the_table(key: str) -> None:
    said = scenario_of(key)
    sets = [(tuple(said.table), said.terrain, said.zones)]
    sets += [((120, 120), said.small["terrain"], said.small["zones"])] if said.small else []
    sets += [((240, 120), said.large["terrain"], said.large["zones"])] if said.large else []
    for (width, depth), pieces, zones in sets:
        assert pieces
        for west, south, east, north in (corners(row) for row in (*pieces, *zones) if "circle" not in row):
            assert 0 <= west <= east <= width
            assert 0 <= south <= north <= depth
        assert len({row["id"] for row in pieces}) == len(pieces)
        assert all(row["kind"] in table("terrain") for row in pieces)


def corners(row: dict[str, Any]) -> tuple[int, int, int, int]:
    """West, south, east and north of a row."""
    if "box" in row:
        west, south, east, north = row["box"]
        return west, south, east, north
    (x, y), (x2, y2) = row["line"]
    return x, y, x2, y2


@pytest.mark.parametrize("key", keys())
def test_zones_name_parts_and_clans_that_there_are(key: str) -> None:
    said = scenario_of(key)
    for row in said.zones:
        assert row["role"] in said.roles
        clans = [clan["id"] for army in said.armies.get(row["role"], ()) for clan in ready()[army]["clans"]]
        assert row["who"] in ("all", "hq", "household", *clans)
    assert all(said.edges[role] in ("north", "south", "east", "west") for role in said.roles)
    assert all(army in ready() for armies in said.armies.values() for army in armies)


@pytest.mark.parametrize("key", keys())
def test_a_fixed_list_fits_the_limit_of_its_scenario(key: str) -> None:
    said = scenario_of(key)
    assert all(made(army_of(army)).points <= said.limit for armies in said.armies.values() for army in armies)


def test_the_turncoats_are_units_of_the_west() -> None:
    names_ = [unit.name for unit in made(army_of("sekigahara-west")).units]
    assert all(name in names_ for name in scenario_of("sekigahara").kobayakawa["turncoats"])
    clan = [unit.weight for unit in made(army_of("sekigahara-west")).units if unit.clan == "kobayakawa"]
    assert TOTALS["sekigahara-west"][2] - sum(clan) == scenario_of("sekigahara").kobayakawa["start_weight"] == 22


def test_names_are_words_and_lengths_are_whole() -> None:
    said = dict(names())
    assert said["unit.red-horse"] == "Red horse"
    assert said["clan.kaga-league"] == "Kaga league"
    assert said["scenario.temple"] == "The fortified temple"
    assert (said["word.M1"], said["word.fog"]) == ("Rating of the attached leader", "Fog")
    assert cm(table("organisation")["stand"]["infantry"]) == 1_500
