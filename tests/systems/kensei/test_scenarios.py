"""The scenarios, their ground, what may be agreed for a game, and the figures of the rulebook beside their clauses."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from app.engine.events import Seat
from app.engine.geometry import CM, Point, Polygon
from app.engine.refusals import Refusal
from app.engine.shapes import gap
from app.engine.system import Setup, SideSetup
from app.engine.table import Table, Terrain, faults
from app.systems.kensei.army import Side
from app.systems.kensei.book import CLAUSES, table
from app.systems.kensei.deployment.layout import (
    first_table,
    free_spots,
    is_full,
    is_placed,
    layout_of,
    may_decline,
    must_place,
    next_id,
    offered,
    players_pieces,
    proposed,
    refuse_piece,
    row_of,
)
from app.systems.kensei.scenarios.figures import (
    FACING,
    RULES,
    agreed,
    camp_at,
    far_bank,
    has_camps,
    has_proposals,
    home,
    keys,
    limit_of,
    names,
    open_warnings,
    proposable,
    quarters,
    ranged_damage,
    scenario,
    scenario_of,
    shown_zones,
    table_of,
    turns_of,
    victory_of,
    with_magic,
)
from app.systems.kensei.sentences import SENTENCES
from app.systems.kensei.state import State
from tests.systems.boards import clauses_in

RED, BLUE = Seat("red"), Seat("blue")
MINE = ("stats", "turn", "special", "warnings", "orders", "movement", "ranged", "magic", "charging", "combat", "duels",
        "resolution", "flight", "deployment", "ground", "shots", "blows", "terrain", "troops", "armies", "battlefield",
        "scenarios")  # fmt: skip
READY = [(key, layout) for key in keys() for layout in scenario_of(key).layouts if layout != "placed"]


def setup(key: str = "pitched_battle", **options: Any) -> Setup:
    """A game of this scenario with these options."""
    return Setup(key, (SideSetup(RED, {}), SideSetup(BLUE, {})), options)


def state(key: str = "pitched_battle", options: dict[str, Any] | None = None, **changes: Any) -> State:
    """A battle of this scenario, Red to the south with the deeper zone."""
    said = setup(key, **(options or {}))
    sides = (Side(seat=RED, edge="south", depth=30 * CM), Side(seat=BLUE, edge="north", depth=20 * CM))
    return State(setup=said, table=first_table(said), sides=sides, units={}).with_(**changes)


def code(no: Refusal | None) -> str:
    """The code of a refusal, which must have a sentence."""
    assert no is None or no.code in SENTENCES
    return no.code if no else ""


# -- figures -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", MINE)
def test_every_file_names_clauses_of_the_rulebook_only(name: str) -> None:
    found = list(clauses_in(table(name)))
    assert found
    assert [id for id in found if id not in CLAUSES] == []


def test_command_points_and_the_price_of_orders() -> None:
    orders = table("special") | table("warnings") | table("orders")
    pools = {key: row["command_points"] for key, row in table("levels")["generals"].items() if "clause" not in key}
    assert pools == {"daimyo": 6, "shirei_kan": 5, "busho": 4, "samurai_daisho": 3}
    costs = [orders[key]["cost"] for key in ("regroup", "strategic", "warning")]
    assert (costs, orders["taisho"]["second"]) == ([1, 2, 1], 2)
    priced = {key: n for key, n in orders["ap"].items() if key not in ("clause", "clauses") and n != 1}
    assert priced == {"precise": 2, "charge_with_move": 2}


def test_marches_charges_and_flights() -> None:
    march = {key: n for key, n in table("movement")["march"].items() if isinstance(n, int)}
    assert march == {"infantry": 10, "creature": 10, "cavalry": 15, "large": 13}
    charge = {row["who"]: (row["dice"], row["initiative"], row["attack"]) for row in table("charging")["charge"]}
    assert charge == {"infantry": (1, 2, -1), "cavalry": (2, 2, -2), "large": (2, 2, -1)}
    assert (table("flight")["flight"]["fast"], table("flight")["flight"]["others"]) == (3, 2)


def test_what_is_added_when_shooting_and_in_combat() -> None:
    ranged, combat = table("ranged") | table("shots"), table("combat") | table("blows")
    assert [ranged["band"][key] for key in ("short", "medium", "long")] == [-1, 0, 1]
    assert [ranged["moved"][key] for key in ("march", "run", "backwards")] == [1, 2, 1]
    assert (ranged["cover"]["light"], ranged["cover"]["heavy"]) == (1, 2)
    assert [(row["times"], row["dice"]) for row in combat["outnumber"]] == [(2, 2), (3, 4)]
    cover = {key: (combat["cover"][key]["defence"], combat["cover"][key]["initiative"]) for key in ("light", "heavy")}
    assert cover == {"light": (1, 2), "heavy": (2, 2)}


def test_a_variable_spell_drains_more_with_every_turn() -> None:
    rows = [(row["ki"], row.get("ap")) for row in table("magic")["variable"]]
    assert rows == [(-1, None), (-2, 1), (-3, 1), (-4, 2)]
    assert [table("magic")["difficulty"]["base"] + level for level in (1, 2, 3, 4)] == [9, 10, 11, 12]


def test_what_officers_give_and_how_units_stand() -> None:
    bonus = {key: (row["honour"], row["initiative"]) for key, row in table("troops")["bonus"].items()}
    assert bonus == {"daisho": (1, 1), "hero": (2, 1), "taisho": (3, 2)}
    ranks = {row["id"]: row["bonus"] for row in table("troops")["rank"]}
    assert list(ranks.values()) == ["taisho", "hero", "hero", "daisho", "daisho"]
    stands = {key: (row["least"], row["files"], row["ranks"], row["most"])
              for key, row in table("troops")["formation"].items()}  # fmt: skip
    assert stands["infantry"] == (3, 5, 4, 20)
    assert stands["cavalry"] == (2, 5, 3, 15)


# -- scenarios -----------------------------------------------------------------------------


def test_there_are_seven_scenarios_with_their_turns() -> None:
    assert [(key, scenario_of(key).turns) for key in keys()] == [
        ("pitched_battle", 6), ("assassination", 8), ("head_hunt", 6), ("territorial_control", 5),
        ("building_control", 6), ("command_post", 7), ("bridge_at_dawn", 6),
    ]  # fmt: skip


def test_every_scenario_has_its_words_and_names() -> None:
    known = {**dict(names()), **SENTENCES}
    for key in keys():
        assert all(f"scenario.{key}{more}" in known for more in ("", ".line", ".briefing"))
    assert (known["scenario.bridge_at_dawn"], known["layout.placed"]) == ("Bridge at dawn", "Pieces placed in turn")
    assert known["word.clan_castle"] == "Clan castle"


def test_kills_count_as_the_head_hunt_says() -> None:
    assert scenario_of("head_hunt").kills == {
        "taisho": 9, "daimyo": 9, "shirei_kan": 7, "busho": 5, "samurai_daisho": 3, "ashigaru_daisho": 2, "special": 6,
        "spiritual": 7, "infantry": 1, "cavalry": 2, "lone": 3, "creature_wound": 1,
    }  # fmt: skip


def test_buildings_count_as_building_control_says() -> None:
    assert {key: row["points"] for key, row in table("terrain").items() if "points" in row} == {
        "house": 2, "torii": 2, "temple": 4, "castle": 4, "clan_castle": 4, "cemetery": 2,
    }  # fmt: skip


def test_a_special_rule_rests_on_its_own_clause_where_it_has_one() -> None:
    said = scenario_of("pitched_battle")
    assert (said.rests_on("koku"), said.rests_on("turns")) == ("KEN-ARM-09", "KEN-SCN-02")


@pytest.mark.parametrize(("limit", "size"), [
    (500, (120, 120)), (1500, (120, 120)), (2000, (180, 120)), (6000, (180, 120)),
])  # fmt: skip
def test_larger_games_have_a_larger_table(limit: int, size: tuple[int, int]) -> None:
    assert table_of(setup(points=limit)) == size
    assert limit_of(setup(limit=limit)) == limit


def test_a_game_is_small_unless_somebody_says_otherwise() -> None:
    assert (limit_of(setup()), table_of(setup()), layout_of(setup())) == (500, (120, 120), "two_woods")


# -- what is agreed ------------------------------------------------------------------------


def test_options_are_as_usual_until_they_are_set() -> None:
    plain = setup()
    assert (with_magic(plain), ranged_damage(plain), open_warnings(plain), has_proposals(plain)) == (
        True, "seed", False, False,
    )  # fmt: skip
    assert agreed(setup(open_warning_orders=True), "open_warning_orders") is True


@pytest.mark.parametrize(("options", "found"), [
    ({"no_magic": True}, (False, "seed", False)), ({"magic": False}, (False, "seed", False)),
    ({"no_magic": False}, (True, "seed", False)), ({"spread_damage": True}, (True, "spread", False)),
    ({"single_damage": True}, (True, "single", False)), ({"ranged_damage": "spread"}, (True, "spread", False)),
    ({"proposals": True}, (True, "seed", True)), ({"victory": "proposals"}, (True, "seed", True)),
])  # fmt: skip
def test_a_switch_sets_an_option_as_its_value_does(options: dict[str, Any], found: tuple[bool, str, bool]) -> None:
    said = setup(**options)
    assert (with_magic(said), ranged_damage(said), has_proposals(said)) == found


def test_three_goals_can_always_be_proposed_and_those_of_a_ground_on_it_alone() -> None:
    assert all(len(proposable(setup(key))) >= RULES["proposals"]["number"] for key in keys())
    assert "bridge_at_dawn" not in proposable(setup("pitched_battle"))
    assert proposable(setup("bridge_at_dawn"))[0] == "bridge_at_dawn"


def test_a_battle_lasts_as_long_as_the_longer_goal() -> None:
    plain = state("territorial_control")
    assert (turns_of(plain), victory_of(plain, RED).key, scenario(plain).key) == (
        5, "territorial_control", "territorial_control",
    )  # fmt: skip
    assert turns_of(plain.with_side(BLUE, victory="assassination")) == 8


# -- ready tables ------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "layout"), READY)
@pytest.mark.parametrize("limit", [500, 2000])
def test_a_ready_table_can_be_played_on(key: str, layout: str, limit: int) -> None:
    said = setup(key, points=limit, terrain=layout)
    board = first_table(said)
    assert faults(board) == []
    assert (board.width, board.depth) == tuple(n * CM for n in table_of(said))
    assert 6 <= len([p for p in board.pieces if not p.id.startswith("river-")]) <= 10


@pytest.mark.parametrize(("key", "layout"), READY)
@pytest.mark.parametrize("limit", [500, 2000])
def test_pieces_of_a_ready_table_lie_fifteen_centimetres_apart(key: str, layout: str, limit: int) -> None:
    board = first_table(setup(key, points=limit, terrain=layout))
    for one, other in combinations(board.pieces, 2):
        if not (of_the_river(one) and of_the_river(other)):
            assert gap(one.outline, other.outline) >= 15 * CM


def of_the_river(piece: Terrain) -> bool:
    """Whether a piece belongs to the River of a scenario, which is of one cast."""
    return piece.id.startswith("river-") or piece.id in ("ford", "bridge")


@pytest.mark.parametrize("layout", ["two_woods", "brook_and_shrine", "village"])
@pytest.mark.parametrize("limit", [500, 2000])
def test_a_ready_table_is_the_same_after_half_a_turn(layout: str, limit: int) -> None:
    key = "building_control" if layout == "village" else "pitched_battle"
    board = first_table(setup(key, points=limit, terrain=layout))
    assert shapes(board) == shapes(board, turned=True)


def shapes(board: Table, turned: bool = False) -> list[tuple[str, list[Point], list[Point]]]:
    """Kind, corners and doors of every piece, as they lie or after half a turn of the table."""

    def at(points: Polygon) -> list[Point]:
        return sorted(Point(board.width - p.x, board.depth - p.y) if turned else p for p in points)

    return sorted((p.kind, at(p.outline), at(p.doors)) for p in board.pieces)


def test_a_ready_table_lies_as_the_rulebook_counts_from_the_south() -> None:
    board = first_table(setup())
    house = next(p for p in board.pieces if p.id == "house-north")
    assert (house.outline[0], house.doors) == (Point(32_000, 30_000), (Point(36_000, 38_000),))
    brook = next(p for p in first_table(setup(points=2000, terrain="brook_and_shrine")).pieces if p.id == "brook")
    assert brook.outline[::2] == (Point(0, 57_500), Point(180_000, 62_500))


@pytest.mark.parametrize(("limit", "bridge", "ford"), [(500, (53, 67), (70, 90)), (2000, (83, 97), (130, 150))])
def test_the_river_has_one_bridge_and_one_ford(limit: int, bridge: tuple[int, int], ford: tuple[int, int]) -> None:
    board = first_table(setup("bridge_at_dawn", points=limit))
    found = {p.id: (p.outline[0].x // CM, p.outline[2].x // CM) for p in board.pieces if of_the_river(p)}
    west, middle, east = found["river-west"], found["river-middle"], found["river-east"]
    assert (found["bridge"], found["ford"]) == (bridge, ford)
    assert (west, middle, east) == ((0, bridge[0]), (bridge[1], ford[0]), (ford[1], board.width // CM))
    assert {p.outline[2].y - p.outline[0].y for p in board.pieces if of_the_river(p) and p.id != "bridge"} == {12_000}


def test_a_list_of_pieces_is_laid_as_it_is_given() -> None:
    rows = [{"id": "mill", "kind": "house", "outline": [[10, 10], [10, 20], [20, 20], [20, 10]], "doors": [[15, 10]]},
            {"id": "hedge", "kind": "wall", "line": [[50, 50], ["60.5", 50]]}]  # fmt: skip
    said = setup(terrain=rows)
    board = first_table(said)
    assert (layout_of(said), faults(board)) == ("", [])
    assert board.pieces[0].doors == (Point(15_000, 110_000),)
    assert board.pieces[1].outline == (Point(50_000, 70_000), Point(60_500, 70_000))


# -- pieces placed in turn -----------------------------------------------------------------------


def with_pieces(board: Table, *pieces: tuple[str, int, int]) -> Table:
    """A table on which players have placed these kinds at these places in centimetres."""
    for kind, x, y in pieces:
        board = Table(board.width, board.depth, (*board.pieces, proposed(board, kind, Point(x * CM, y * CM), 0)))
    return board


def test_no_two_pieces_of_a_kind_in_a_row() -> None:
    said = setup(terrain="placed")
    board = with_pieces(first_table(said), ("hill", 20, 20))
    assert (is_placed(said), is_placed(setup())) == (True, False)
    assert (next_id(board), [p.id for p in players_pieces(board)]) == ("placed-2", ["placed-1"])
    assert "hill" not in offered(said, board)
    assert "hill" in offered(said, with_pieces(board, ("house", 80, 80)))
    far = proposed(board, "hill", Point(90 * CM, 90 * CM), 0)
    assert code(refuse_piece(said, board, far)) == "terrain.kind"


@pytest.mark.parametrize(("x", "found"), [(64, ""), (63, "terrain.too-near"), (116, ""), (117, "terrain.off-table")])
def test_pieces_are_placed_on_the_table_and_fifteen_centimetres_apart(x: int, found: str) -> None:
    said = setup(terrain="placed")
    board = with_pieces(first_table(said), ("rough", 35, 60))
    assert code(refuse_piece(said, board, proposed(board, "house", Point(x * CM, 60 * CM), 0))) == found


def test_a_player_may_stop_once_enough_pieces_lie() -> None:
    said = setup(terrain="placed")
    board = first_table(said)
    kinds = ("hill", "house", "rough", "shrine", "torii", "standing")
    for n, kind in enumerate(kinds):
        assert not may_decline(said, board)
        board = with_pieces(board, (kind, 20 + 40 * (n % 3), 20 + 40 * (n // 3)))
    assert (may_decline(said, board), is_full(board)) == (True, False)
    more = [(kind, 5, 5) for kind in ("house", "torii", "house", "torii")]
    assert is_full(with_pieces(board, *more))


def test_building_control_has_houses_and_gates_placed_far_from_the_edges() -> None:
    said = setup("building_control", terrain="placed")
    board = first_table(said)
    assert [p.kind for p in board.pieces] == ["temple"]
    assert (must_place(said, board), offered(said, board)) == ("house", ("house",))
    assert code(refuse_piece(said, board, proposed(board, "house", Point(33 * CM, 36 * CM), 0))) == "terrain.near-edge"
    assert code(refuse_piece(said, board, proposed(board, "house", Point(34 * CM, 36 * CM), 0))) == ""
    assert code(refuse_piece(said, board, proposed(board, "torii", Point(34 * CM, 36 * CM), 0))) == "terrain.kind"


def test_there_is_always_room_for_what_a_scenario_demands() -> None:
    said = setup("building_control", terrain="placed")
    board = first_table(said)
    while kind := must_place(said, board):
        at, turn = next(free_spots(said, board, kind))
        board = Table(board.width, board.depth, (*board.pieces, proposed(board, kind, at, turn)))
    assert [p.kind for p in board.pieces] == ["temple", "house", "torii", "house", "torii"]
    assert not may_decline(said, board)
    assert len(offered(said, board)) > 10


def test_a_bridge_belongs_to_its_river_and_is_not_placed() -> None:
    said = setup(terrain="placed")
    assert "bridge" not in offered(said, first_table(said))
    assert row_of("bridge")["size"] == [14, 14]


# -- places --------------------------------------------------------------------------------


def test_zones_run_along_the_edges_as_deep_as_the_dice_said() -> None:
    found = state()
    assert home(found, RED) == (Point(0, 90_000), Point(120_000, 90_000), Point(120_000, 120_000), Point(0, 120_000))
    assert home(found, BLUE)[2] == Point(120_000, 20_000)
    assert home(found.with_side(RED, edge="", depth=0), RED) == ()
    assert [(z.id, z.kind, z.label) for z in shown_zones(found)] == [
        ("deploy-red", "deploy", "zone.deploy"), ("deploy-blue", "deploy", "zone.deploy"),
    ]  # fmt: skip
    assert (FACING["south"], FACING["north"]) == (0, 18_000)


def test_quarters_are_shown_where_they_count() -> None:
    found = state("territorial_control", phase="combat")
    assert [z.id for z in shown_zones(found)] == [f"quarter-{n}" for n in (1, 2, 3, 4)]
    assert [q[0] for q in quarters(found)] == [Point(0, 0), Point(60_000, 0), Point(0, 60_000), Point(60_000, 60_000)]
    assert shown_zones(state(phase="combat")) == ()


def test_the_far_bank_is_the_enemys() -> None:
    found = state("bridge_at_dawn", phase="combat")
    assert (far_bank(found, RED)[0], far_bank(found, RED)[2]) == (Point(0, 0), Point(120_000, 54_000))
    assert far_bank(found, BLUE)[0] == Point(0, 66_000)
    assert [z.label for z in shown_zones(found)] == ["zone.bank", "zone.bank"]
    assert far_bank(state(), RED) == ()


def test_camps_are_kept_where_they_were_marked() -> None:
    found = state("command_post", phase="combat", zones={"camp-red": [60_000, 100_000]})
    assert (camp_at(found, RED), camp_at(found, BLUE)) == (Point(60_000, 100_000), None)
    (shown,) = shown_zones(found)
    assert (shown.outline[0], shown.outline[2]) == (Point(50_000, 90_000), Point(70_000, 110_000))
    assert (has_camps(found), has_camps(state())) == (True, False)
    assert has_camps(state().with_side(BLUE, victory="command_post"))
