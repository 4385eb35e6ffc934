"""Running away: the way of a flight, what stops it, friends in the way, tests without dice (RUN, TER, DEF)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.engine.flow import Game
from app.engine.geometry import CM
from app.systems.kensei.army import Timed, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.flight import flow as flight
from app.systems.kensei.flight.events import UnitFled
from app.systems.kensei.flight.flow import flee, honour_test
from app.systems.kensei.ground.terrain import piece as laid
from app.systems.kensei.measure import between, footprint, parts
from app.systems.kensei.state import Contact, State
from app.systems.kensei.stats.lines import value
from tests.systems.kensei.fields import (
    BLUE,
    EAST,
    NORTH,
    RED,
    SOUTH,
    Board,
    at,
    box,
    field,
    hero,
    loose,
    piece,
    riders,
    unit,
)

CLAUSE = c("KEN-RUN-01")
DEFEAT = "defeat"


def pair(*more: Any, **given: Any) -> State:
    """Blue at the south of red, front to front in Combat; blue's rear edge is at y = 65."""
    blue, red = unit("a", BLUE, 60, 60, NORTH), unit("x", RED, 60, 60, SOUTH)
    contact = Contact(by=UnitId("x"), on=UnitId("a"), zone="front")
    return field(blue, red, *more, contacts=(contact,), **given)


def run(state: State, *inputs: Any, id: str = "a", chased: bool = False) -> Board:
    """The board after the unit has fled with these dice and answers."""
    board = Board(state)
    board.play(lambda game: flee(game, id, DEFEAT, CLAUSE, chased=chased), *inputs)
    return board


def fled(board: Board, id: str = "a") -> UnitFled:
    """The flight of a unit."""
    return next(e for e in board.events if isinstance(e, UnitFled) and e.unit == id)


# -- the way ---------------------------------------------------------------------------------


def test_it_turns_about_and_runs_straight_away_from_the_enemy() -> None:
    """KEN-RUN-02, KEN-RUN-05, KEN-RUN-09: 2d10 cm south, facing south, out of Combat."""
    board = run(pair(), (4, 5))
    one = board.state.units["a"]
    assert (one.at, one.facing, one.fleeing) == (at(60, 74), SOUTH, True)
    assert not board.state.fighting("a")


def test_horse_large_creatures_and_flyers_have_three_dice() -> None:
    """KEN-RUN-04."""
    red = unit("x", RED, 60, 60, SOUTH)
    for one in (
        riders("a", BLUE, 60, 60), unit("a", BLUE, 60, 60, troop="creature", size="large", models=1, files=1),
        unit("a", BLUE, 60, 60, traits=("flying",)),
    ):  # fmt: skip
        assert fled(run(field(one, red), (3, 4, 5))).distance == 12 * CM


def test_of_equally_near_enemies_the_one_with_most_wounds_counts() -> None:
    """KEN-RUN-03: one touches its front, a stronger one its left flank; it flees east from that one."""
    blue = unit("a", BLUE, 60, 60, NORTH)
    weak, strong = unit("x", RED, 60, 60, SOUTH, models=5), unit("y", RED, "53.75", "62.5", EAST, models=10)
    both = (Contact(by=UnitId("x"), on=UnitId("a"), zone="front"), Contact(by=UnitId("y"), on=UnitId("a"), zone="left"))
    board = run(field(blue, weak, strong, contacts=both), (4, 5))
    assert fled(board).bearing == EAST
    assert fled(board).stopped == ""


def test_the_direction_follows_the_line_of_the_two_centres() -> None:
    """KEN-RUN-27: an enemy whose centre is as far to the west as to the north drives it to the south-east."""
    blue, red = unit("a", BLUE, 60, 60, models=1, files=1), unit("x", RED, 50, 50, SOUTH, models=1, files=1)
    state = field(blue, red)
    board = run(state, (4, 5))
    # centres: blue (60, 61.25), red (50, 48.75)
    assert 13_500 < fled(board).bearing < 14_500


def test_loose_models_run_side_by_side() -> None:
    """KEN-RUN-02: each model goes the same way."""
    blue, red = loose("a", BLUE, (60, 60), (66, 60), (72, 60)), unit("x", RED, 66, 50, SOUTH)
    board = run(field(blue, red), (4, 5))
    assert [model.at for model in board.state.units["a"].models] == [at(60, 69), at(66, 69), at(72, 69)]


def test_a_lone_hero_who_had_formed_up_runs_as_he_is() -> None:
    """KEN-CHG-56: he is loose again once he runs."""
    one = replace(hero("a", BLUE, 0, 0), formed=True, at=at(60, 60))
    board = run(field(one, unit("x", RED, 60, 60, SOUTH)), (4, 5))
    found = board.state.units["a"]
    assert not found.formed
    assert found.models[0].at == at(60, "70.25")


# -- what stops it ---------------------------------------------------------------------------


def test_a_unit_that_crosses_the_edge_is_destroyed_with_its_characters() -> None:
    """KEN-DEF-04 to KEN-DEF-06: the rear edge is 5 cm from the table's; 6 cm take it over, 5 do not."""
    blue, red = unit("a", BLUE, 60, 110, models=9, cost=7), unit("x", RED, 60, 110, SOUTH)
    state = field(blue, red, hero("h", BLUE, host="a", cost=30))
    stays = run(state, (1, 4))
    assert stays.state.units["a"].on_table
    gone = run(state, (1, 5)).state
    assert (gone.units["a"].fate, gone.units["h"].on_table) == ("left", False)
    assert gone.side(BLUE).fallen == 93


def test_impassable_ground_and_very_high_walls_stop_it_others_do_not() -> None:
    """KEN-RUN-26: a rock and a Very High wall 4 cm behind it; a wood and a low wall let it go the whole way."""
    for block in (box("standing", 55, 69, 65, 72), piece("high_wall", (50, 69), (70, 69))):
        found = fled(run(pair(pieces=(block,)), (4, 5)))
        assert (found.distance, found.stopped) == (4 * CM, "terrain")
    for open_ in (box("forest", 50, 69, 70, 80), piece("wall", (50, 69), (70, 69))):
        assert fled(run(pair(pieces=(open_,)), (4, 5))).distance == 9 * CM


def test_it_stops_ten_centimetres_from_mystical_terrain_and_regroups() -> None:
    """KEN-TER-92, KEN-TER-93: the monument is 14 cm behind it; after 4 cm it is its player's again and may turn."""
    board = run(pair(pieces=(box("monument", 57, 79, 62, 84),)), (4, 5), "keep")
    one = board.state.units["a"]
    assert abs(fled(board).distance - 4 * CM) <= 10
    assert (fled(board).stopped, one.fleeing, one.ap) == ("mystical", False, 2)


def test_nobody_flees_within_ten_centimetres_of_mystical_terrain() -> None:
    """KEN-TER-91, KEN-TER-98: the failed test has no effect, and the Combat goes on."""
    board = Board(pair(pieces=(box("monument", 57, 75, 62, 80),)))
    assert not board.play(lambda game: flight.test_or_flee(game, "a", DEFEAT, CLAUSE), (9,))
    assert board.kinds() == ["tested", "flight-held"]
    assert board.state.fighting("a")
    assert not board.state.units["a"].fleeing


def test_it_is_locked_with_an_enemy_it_runs_into() -> None:
    """KEN-RUN-23, KEN-RUN-31: the enemy stands 6 cm behind it; it flees no more and fails every test without a die."""
    board = run(pair(unit("y", RED, 60, 71, NORTH)), (4, 5))
    state = board.state
    assert (fled(board).distance, fled(board).stopped) == (6 * CM, "enemy")
    assert [foe.id for foe in state.foes_of("a")] == ["y"]
    assert state.contacts_of("a")[0].zone == "front"
    assert not state.contacts_of("a")[0].own
    assert not Board(state).play(lambda game: honour_test(game, "a", DEFEAT, CLAUSE))
    assert run(state).kinds() == []


def test_between_two_enemies_it_is_locked_with_the_one_in_its_way() -> None:
    """KEN-RUN-23: x in front has more Wounds than y at its rear; away from x it runs into y at once."""
    state = pair(unit("y", RED, 60, 65, NORTH, models=5))
    behind = Contact(by=UnitId("y"), on=UnitId("a"), zone="rear")
    board = run(state.with_contact(behind), (4, 5))
    assert (fled(board).distance, fled(board).stopped) == (0, "enemy")
    assert [foe.id for foe in board.state.foes_of("a")] == ["y"]


def test_an_enemy_exactly_as_far_as_it_runs_is_reached() -> None:
    """KEN-RUN-23: 9 cm away with a roll of 9; with a roll of 8 they are 1 cm apart."""
    state = pair(unit("y", RED, 60, 74, NORTH))
    assert fled(run(state, (4, 5))).stopped == "enemy"
    assert fled(run(state, (4, 4))).stopped == ""


def test_a_bridge_leads_over_the_water_it_spans() -> None:
    """KEN-TER-96: the way over deep water is open on the bridge, and shut beside it."""
    river = box("deep_water", 20, 68, 100, 72)
    bridge = box("bridge", 52, 67, 68, 73)
    assert fled(run(pair(pieces=(river, bridge)), (10, 10))).distance == 20 * CM
    aside = fled(run(pair(pieces=(river, box("bridge", 56, 67, 72, 73))), (10, 10)))
    assert (aside.stopped, abs(aside.distance - 3 * CM) <= 20) == ("terrain", True)


def test_teppos_that_flee_into_a_ford_dice_for_being_wet() -> None:
    """KEN-TER-37, 7.4: after the flight, front rank first; Ki 4, so a 4 is wet."""
    state = pair(pieces=(box("water", 40, 69, 80, 90),)).with_unit("a", ranged="teppo", ki=4)
    state = state.with_unit("a", models=state.units["a"].models[:3], files=3)
    board = run(state, (4, 5), (3, 4, 10))
    assert [model.wet for model in board.state.units["a"].models] == [False, True, True]


def test_where_turning_leaves_no_room_it_keeps_its_shape() -> None:
    """KEN-MOV-48: driven aside along a wall of houses it does not end on one of them."""
    blue, red = unit("a", BLUE, 60, 60, NORTH), unit("x", RED, 64, 60, SOUTH)
    state = field(blue, red, pieces=(box("house", 55, "65.5", 63, "73.5"),))
    board = run(state, (1, 1))
    house = state.table.pieces[0].outline
    assert between(parts(board.state, board.state.units["a"]), (house,)) > 0


def test_a_garrison_runs_out_of_the_door() -> None:
    """KEN-MOV-47: it is set down before the entrance in the south side and runs from there."""
    house = laid("h", "house", at(60, 60))
    blue = unit("a", BLUE, 0, 0, models=4, files=4, building="h")
    red = unit("x", RED, 0, 0, models=4, files=4, building="h")
    board = run(field(blue, red, pieces=(house,)), (2, 3))
    one = board.state.units["a"]
    assert one.building == ""
    assert (one.at, one.facing) == (at(60, "71.5"), SOUTH)


# -- friends ---------------------------------------------------------------------------------


def test_it_clears_a_friend_three_centimetres_beyond_if_its_roll_falls_short() -> None:
    """KEN-RUN-20: a friend from 70 to 75 cm; 9 cm would end on it, so it comes out 3 cm beyond; 16 cm clear it."""
    friend = unit("b", BLUE, 60, 70, NORTH)
    board = run(pair(friend), (4, 5), (2,))
    assert footprint(board.state, board.state.units["a"])[2].y == at(0, 78).y
    assert (fled(board).stopped, fled(board).distance, fled(board).through) == ("friends", 18 * CM, ("b",))
    assert fled(run(pair(friend), (7, 9), (2,))).distance == 16 * CM


def test_a_friend_it_does_not_reach_is_not_passed() -> None:
    """KEN-RUN-21: 5 cm away with a roll of 5."""
    assert fled(run(pair(unit("b", BLUE, 60, 70)), (2, 3))).through == ()


def test_a_friend_that_passes_is_shaken_for_two_turns() -> None:
    """KEN-RUN-22: -1 Honour, -1 Initiative until turn 3."""
    board = run(pair(unit("b", BLUE, 60, 70)), (4, 5), (2,))
    one = board.state.units["b"]
    assert (value(board.state, one, "honour"), value(board.state, one, "initiative")) == (2, 1)
    assert [effect.until for effect in one.timed] == [3, 3]


def test_a_friend_with_a_bushi_is_not_tested_but_shaken() -> None:
    """KEN-RUN-21, KEN-RUN-22: no die; the Undead are left alone altogether (KEN-ARM-28)."""
    state = pair(unit("b", BLUE, 60, 70), hero("h", BLUE, host="b"))
    assert [effect.add for effect in run(state, (4, 5)).state.units["b"].timed] == [-1, -1]
    undead = pair(unit("b", BLUE, 60, 70, traits=("undead",)))
    assert run(undead, (4, 5)).state.units["b"].timed == ()


def test_friends_test_in_the_order_they_were_passed_then_run() -> None:
    """KEN-RUN-30, 7.4: flight, both Honour dice, then the flights; nobody is tested twice in one chain."""
    near, far = unit("n", BLUE, 60, 70), unit("f", BLUE, 60, 76)
    state = pair(far, near)
    board = run(state, (10, 10), (9,), (8,), (1, 1), (1, 1))
    kinds = [kind for kind in board.kinds() if kind in ("unit-fled", "tested")]
    assert kinds == ["unit-fled", "tested", "tested", "unit-fled", "unit-fled"]
    assert fled(board).through == ("n", "f")
    assert all(board.state.units[id].fleeing for id in ("a", "n", "f"))


def test_no_two_units_lie_on_each_other_after_a_chain() -> None:
    """KEN-MOV-48."""
    near, far = unit("n", BLUE, 60, 70), unit("f", BLUE, 62, 76)
    board = run(pair(far, near), (10, 10), (9,), (8,), (1, 1), (1, 1))
    shapes = [parts(board.state, one) for one in board.state.fielded()]
    assert all(between(a, b) > 0 for n, a in enumerate(shapes) for b in shapes[:n])


# -- Honour tests ----------------------------------------------------------------------------


def passed(state: State, *inputs: Any, why: str = DEFEAT) -> bool:
    """Whether unit a passes with these dice and answers."""

    async def flow(game: Game[State]) -> bool:
        return await honour_test(game, "a", why, CLAUSE)

    return bool(Board(state).play(flow, *inputs))


def test_a_die_must_stay_below_honour() -> None:
    """KEN-STA-20, KEN-STA-32."""
    state = field(unit("a", BLUE, 60, 60, honour=5))
    assert [passed(state, (face,)) for face in (1, 4, 5, 10)] == [True, True, False, False]


def test_ronin_roll_again_against_running_away_only() -> None:
    """KEN-ARM-21, KEN-STA-35: once."""
    state = field(unit("a", BLUE, 60, 60, traits=("ronin",)))
    assert passed(state, (9,), (1,))
    assert not passed(state, (9,), (9,))
    assert not passed(state, (9,), why="regroup")


def test_fight_for_the_emperor_is_asked_and_used_up() -> None:
    """One Honour reroll a turn (section 4.7)."""
    state = field(unit("a", BLUE, 60, 60, abilities=("fight_for_the_emperor",)))
    assert not passed(state, (9,), "no")
    board = Board(state)
    assert board.play(lambda game: honour_test(game, "a", DEFEAT, CLAUSE), (9,), "yes", (2,))
    assert not passed(board.state, (9,))


def test_a_geisha_in_the_unit_heartens_it_once_a_turn() -> None:
    """Section 4.7, Inspire: her Ki of 6 first, then the second Honour die; not while she is Hidden."""
    geisha = hero("g", BLUE, host="a", role="special", rank="", abilities=("inspire",), ki=6)
    state = field(unit("a", BLUE, 60, 60), geisha)
    board = Board(state)
    assert board.play(lambda game: honour_test(game, "a", DEFEAT, CLAUSE), (9,), "yes", (5,), (2,))
    assert not passed(board.state, (9,))
    assert not passed(state, (9,), "yes", (6,))
    assert not passed(state.with_unit("g", concealed=True), (9,))


def test_till_the_end_passes_every_check_of_one_turn() -> None:
    """Section 4.7: asked before the die; then no die this turn, and no second time."""
    board = Board(field(unit("a", BLUE, 60, 60, abilities=("till_the_end",))))
    assert board.play(lambda game: honour_test(game, "a", DEFEAT, CLAUSE), "yes")
    assert passed(board.state)
    later = board.state.with_unit("a", timed=())
    assert not passed(later, (9,))


def test_a_clan_castle_passes_without_a_die() -> None:
    """KEN-TER-70."""
    castle = laid("k", "clan_castle", at(60, 60))
    assert passed(field(unit("a", BLUE, building="k"), pieces=(castle,)))


def test_what_lasts_two_turns_replaces_what_was() -> None:
    """KEN-RUN-22: friends who run through twice do not add up."""
    old = tuple(Timed(key="run-through", stat=stat, add=-1, until=2) for stat in ("honour", "initiative"))
    board = run(pair(unit("b", BLUE, 60, 70, timed=old)), (4, 5), (1,))
    assert value(board.state, board.state.units["b"], "honour") == 2
