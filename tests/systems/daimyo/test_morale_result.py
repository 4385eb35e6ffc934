"""Morale: what the dice come to, what follows, disorder, and the tests at the end of the turn."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from app.engine.flow import Effect
from app.engine.system import Outcome
from app.systems.daimyo.book import table
from app.systems.daimyo.disorder.events import Disordered, OrderRestored
from app.systems.daimyo.disorder.flow import disorder, restore
from app.systems.daimyo.morale import flow as flows
from app.systems.daimyo.morale.events import (
    BrokeOff,
    FrenzyBegan,
    FrenzyEnded,
    Halted,
    MoraleTested,
    OfUnit,
    Routed,
    result_grid,
)
from app.systems.daimyo.morale.phase import morale
from app.systems.daimyo.morale.rules import judge
from app.systems.daimyo.pursuit.rout_events import RoutMoved, RoutRolled
from app.systems.daimyo.rallying.events import CalmTried, Rallied
from app.systems.daimyo.sentences import SENTENCES
from app.systems.daimyo.state import State, Unit, UnitId
from tests.systems.daimyo.nerves import (
    BLUE,
    RED,
    SOUTH,
    Board,
    field,
    leader,
    place,
    play,
    unit,
)

A, B, C = UnitId("A"), UnitId("B"), UnitId("C")
FAR = unit("Z", BLUE, "samurai", 150, 20, SOUTH)
HERE = leader("red-L1", RED, 85, 70)
"""A Daimyo in command of whatever stands about (90, 60)."""


def stood(*others: Unit, made: str = "samurai", **more: Any) -> State:
    """Red's unit A at (90, 60) facing north, in command, with others."""
    fields = more.pop("me", {})
    given = {"leaders": [HERE], **more}
    return field(unit("A", RED, made, 90, 60, **fields), FAR, *others, **given)


# -- the result ---------------------------------------------------------------------------

TABLE = {
    1: ("none", "halt", "retire", "retreat", "rout", "rout"),
    2: ("stand", "retire", "retreat", "retreat", "rout", "rout"),
    3: ("stand", "retire", "retreat", "retreat", "rout", "rout"),
    4: ("charge", "halt", "halt", "halt", "retire", "retire"),
    5: ("none", "retire", "retreat", "rout", "rout", "rout"),
    6: ("none", "retire", "retreat", "rout", "rout", "rout"),
    7: ("none", "retire", "retreat", "rout", "rout", "rout"),
    8: ("rally", "dispersed", "dispersed", "dispersed", "dispersed", "dispersed"),
}


@pytest.mark.parametrize("reason", TABLE)
@pytest.mark.parametrize(("quality", "score"), [("elite", 4), ("veteran", 5), ("seasoned", 6), ("raw", 7)])
def test_every_cell_of_the_table(reason: int, quality: str, score: int) -> None:
    me = unit("A", RED, "spears", 90, 60, quality=quality)
    found = tuple(judge(me, reason, 3, score - 3 - short).result for short in range(6))
    assert found == TABLE[reason]
    assert judge(me, reason, 3, score - 3).margin == 0
    assert judge(me, reason, 3, score - 7).margin == 4


@pytest.mark.parametrize("reason", TABLE)
def test_a_natural_12_passes_and_a_natural_2_routs(reason: int) -> None:
    me = unit("A", RED, "spears", 90, 60)
    assert judge(me, reason, 12, -20).result == TABLE[reason][0]
    assert judge(me, reason, 2, 20).result == ("dispersed" if reason == 8 else "rout")
    assert judge(me, reason, 2, 20).row == ""


@pytest.mark.parametrize(("made", "natural", "wild"), [
    ("samurai", 12, True), ("samurai", 11, False), ("guard", 12, True), ("horse", 12, True), ("ronin", 12, True),
    ("monks", 12, True), ("monks", 11, True), ("monks", 10, False), ("spears", 12, False), ("levy", 12, False),
])  # fmt: skip
def test_who_becomes_frenzied(made: str, natural: int, wild: bool) -> None:
    me = unit("A", RED, made, 90, 60)
    assert (judge(me, 1, natural, -20 if made == "monks" else 0).result == "frenzy") is wild
    assert judge(me, 8, natural, 0).result == "rally"


def test_the_grid_shows_the_table_and_the_cell_that_decided() -> None:
    grid = result_grid("critical", "fail-3")
    assert grid.columns == tuple(f"column.{c}" for c in ("stand-loss", "charged", "charge", "critical", "rally"))
    row, column = grid.rows.index(grid.row), grid.columns.index(grid.column)
    assert grid.cells[row][column] == "result.rout"
    assert [cells[1] for cells in grid.cells] == [f"result.{TABLE[2][n]}" for n in range(5)]
    assert len(table("morale")["result"]) == 25


# -- the flow -----------------------------------------------------------------------------


def rolled(state: State, reason: int, *inputs: Any, by: UnitId | None = None, of: UnitId = A) -> tuple[Board, str]:
    """A test of a unit with these dice, and its result."""
    found: list[str] = []

    async def run(board: Board) -> None:
        found.append(await flows.test(board, of, reason, by))

    return play(state, run, *inputs), found[0]


def said(board: Board) -> MoraleTested:
    """The one test of a game."""
    (event,) = [e for e in board.events if isinstance(e, MoraleTested)]
    return event


def test_a_test_says_all_it_used() -> None:
    state = stood(made="spears", me={"lost_this_turn": 1, "start_stands": 5})
    board, result = rolled(state, 1, (3, 2))
    event = said(board)
    assert result == "retreat"
    assert (event.total, event.needed, event.margin, event.column, event.row) == (3, 6, 3, "stand-loss", "fail-3")
    assert (event.reasons, event.radius, board.rolls[0].why) == ((1,), 15_000, "morale")
    assert board.unit("A").tested_at_end
    telling = event.tell()
    assert telling.about == "daimyo.morale-tested.retreat"
    assert telling.grid is not None
    assert telling.facts["passed"] is False


def test_a_test_for_being_charged_names_both_reasons_and_is_remembered() -> None:
    state = stood(unit("B", BLUE, "horse", 90, 40, SOUTH), made="spears")
    board, result = rolled(state, 3, (3, 2), by=B)
    assert result == "retire"
    assert said(board).reasons == (2, 3)
    assert board.unit("A").tested == (2, 3)
    assert not board.unit("A").tested_at_end


def test_frenzy_begins_with_the_roll() -> None:
    board, result = rolled(stood(me={"lost_this_turn": 1, "start_stands": 7}), 1, (6, 6))
    assert result == "frenzy"
    assert board.unit("A").frenzied_since == 3
    assert board.kinds() == ["morale-tested", "frenzy-began"]
    grid = said(board).tell().grid
    assert grid is not None
    assert grid.row == ""


def test_the_frenzied_throw_no_dice_and_pass() -> None:
    board, result = rolled(stood(unit("B", BLUE, "horse", 90, 40, SOUTH), me={"frenzied_since": 2}), 3, by=B)
    assert (result, board.events) == ("stand", [])


def carried(state: State, result: str, *inputs: Any, by: UnitId | None = None, reason: int = 0) -> Board:
    """What a unit does after a test."""

    def run(board: Board) -> Coroutine[Effect, Any, None]:
        return flows.carry_out(board, A, result, by, reason)

    return play(state, run, *inputs)


def test_a_halt_lasts_to_the_end_of_the_next_turn_but_not_that_of_a_charge() -> None:
    assert carried(stood(), "halt").unit("A").halted_until == 4
    assert carried(stood(), "halt", reason=4).unit("A").halted_until == 0


@pytest.mark.parametrize("result", ["none", "stand", "charge", "frenzy"])
def test_a_pass_changes_nothing_more(result: str) -> None:
    assert carried(stood(), result).events == []


def test_who_disperses_is_gone() -> None:
    board = carried(stood(me={"routing": True}), "dispersed")
    assert board.unit("A").fate == "dispersed"


@pytest.mark.parametrize("event", [
    Disordered(clause=flows.TESTED, unit=A, cause=3, turn=1), OrderRestored(clause=flows.TESTED, unit=A),
    Halted(clause=flows.TESTED, unit=A, until=2), FrenzyBegan(clause=flows.TESTED, unit=A, turn=1),
    CalmTried(clause=flows.TESTED, unit=A, faces=(1, 2), lines=(), total=3, needed=4, passed=False),
    CalmTried(clause=flows.TESTED, unit=A, faces=(3, 2), lines=(), total=5, needed=4, passed=True),
    FrenzyEnded(clause=flows.TESTED, unit=A), Rallied(clause=flows.TESTED, unit=A),
    Routed(clause=flows.TESTED, unit=A, turn=1, routs=1), RoutRolled(clause=flows.TESTED, unit=A, face=1, distance=8),
    RoutMoved(clause=flows.TESTED, unit=A, start=(), end=(place(1, 1),), heading=0),
    RoutMoved(clause=flows.TESTED, unit=A, start=(), end=(), heading=0),
    RoutMoved(clause=flows.TESTED, unit=A, start=(), end=(), heading=0, barred=True),
    BrokeOff(clause=flows.TESTED, unit=A, how="retire"), BrokeOff(clause=flows.TESTED, unit=A, how="retreat"),
])  # fmt: skip
def test_every_event_has_a_sentence_of_its_own(event: OfUnit) -> None:
    telling = event.tell()
    assert telling.about in SENTENCES
    assert telling.pieces == ("A",)


def test_every_result_reason_and_key_of_the_grid_is_worded() -> None:
    for result in ("none", "stand", "charge", "rally", "halt", "retire", "retreat", "rout", "dispersed", "frenzy"):
        assert f"daimyo.morale-tested.{result}" in SENTENCES
    grid = result_grid("charge", "")
    keys = (*grid.columns, *grid.rows, *(key for row in grid.cells for key in row))
    assert all(f"word.{key}" in SENTENCES for key in keys)
    assert all(f"word.reason-{n}" in SENTENCES for n in range(1, 9))


# -- disorder -----------------------------------------------------------------------------


def test_disorder_is_yes_or_no() -> None:
    board = Board(stood())
    for cause in (2, 5):
        disorder(board, A, cause, flows.TESTED)
    assert board.kinds() == ["disordered"]
    assert (board.unit("A").disordered_since, board.unit("A").good_order) == (3, False)
    restore(board, A, flows.TESTED)
    restore(board, A, flows.TESTED)
    assert board.kinds() == ["disordered", "order-restored"]
    assert board.unit("A").good_order


def test_a_place_is_never_disordered() -> None:
    board = Board(stood(made="hq"))
    disorder(board, A, 5, flows.TESTED)
    assert board.events == []


# -- the end of the turn --------------------------------------------------------------------


def ends(state: State, *inputs: Any) -> Board:
    """The phase of morale tests."""
    return play(state, morale, *inputs)


def order(board: Board) -> list[str]:
    """Who tested, in order."""
    return [e.unit for e in board.events if isinstance(e, MoraleTested)]


def test_nobody_is_asked_when_nobody_tests() -> None:
    board = ends(stood())
    assert board.kinds() == ["phase-began"]


@pytest.mark.parametrize(("flank", "first"), [("west", ["A", "B", "C"]), ("east", ["C", "B", "A"])])
def test_tests_go_from_the_flank_that_was_picked(flank: str, first: list[str]) -> None:
    hurt = {"lost_this_turn": 1}
    state = field(
        unit("C", RED, "samurai", 150, 60, **hurt), unit("A", RED, "samurai", 40, 90, **hurt),
        unit("B", BLUE, "samurai", 90, 20, SOUTH, **hurt),
    )  # fmt: skip
    board = ends(state, flank, (4, 4), (4, 4), (4, 4))
    assert order(board) == first
    assert [roll.by for roll in board.rolls] == [board.unit(id).seat for id in first]
    assert (board.asks[0].seat, board.asks[0].about, board.asks[0].default) == (RED, "morale.flank", "west")


def test_between_edges_west_and_east_the_flanks_are_north_and_south() -> None:
    hurt = {"lost_this_turn": 1}
    units = (unit("A", RED, "samurai", 40, 90, **hurt), unit("B", BLUE, "samurai", 90, 20, SOUTH, **hurt))
    state = field(*units, edges=("west", "east"), initiative=BLUE)
    assert order(ends(state, "north", (4, 4), (4, 4))) == ["B", "A"]
    assert order(ends(state, "south", (4, 4), (4, 4))) == ["A", "B"]


def test_level_units_test_initiative_side_first_then_by_number() -> None:
    hurt = {"lost_this_turn": 1}
    state = field(
        unit("A", RED, "samurai", 90, 90, **hurt), unit("B", BLUE, "samurai", 90, 20, SOUTH, **hurt),
        unit("C", RED, "samurai", 90, 60, **hurt), initiative=BLUE,
    )  # fmt: skip
    assert order(ends(state, "west", (4, 4), (4, 4), (4, 4))) == ["B", "A", "C"]


def test_one_test_for_the_highest_reason() -> None:
    board = ends(stood(me={"lost_this_turn": 1, "passed_through": True}), "west", (4, 4))
    assert (said(board).reason, said(board).reasons, said(board).column) == (7, (1, 7), "critical")


def test_a_rout_alarms_those_later_in_the_order_only() -> None:
    hurt = {"lost_this_turn": 1, "stands": 2, "start_stands": 3}
    state = field(
        unit("A", RED, "spears", 80, 60), unit("B", RED, "spears", 90, 60, **hurt), unit("C", RED, "spears", 100, 60),
        FAR, leaders=[leader("red-L1", RED, 85, 70)],
    )  # fmt: skip
    board = ends(state, "west", (1, 1), (1,), (4, 4))
    assert order(board) == ["B", "C"]
    assert board.unit("B").routing
    assert [e.reason for e in board.events if isinstance(e, MoraleTested)] == [1, 6]


def test_a_battle_that_is_decided_needs_no_more_tests() -> None:
    state = stood(me={"lost_this_turn": 1}).with_(outcome=Outcome(RED, "general"))
    board = ends(state, "west")
    assert order(board) == []
