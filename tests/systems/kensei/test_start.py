"""The start of a turn, and units that come on: what refills and lapses, the Commandment roll, spots (TRN, STA, DEP)."""

from __future__ import annotations

from typing import Any

from app.engine.domains import Spot
from app.engine.geometry import CM
from app.systems.kensei.army import Model, Side, Timed, UnitId, Written
from app.systems.kensei.deployment.appearing import CLEAR, appear
from app.systems.kensei.deployment.cards.places import refuse_spots
from app.systems.kensei.measure import closer, parts
from app.systems.kensei.state import State
from app.systems.kensei.turn.start import pool_of, start
from tests.systems.kensei.fields import BLUE, RED, Board, at, box, field, hero, loose, riders, unit


def led(*units: Any, **more: Any) -> State:
    """A field with a Taisho on either side: a Busho of blue's, a Shirei-Kan of red's."""
    generals = (hero("b", BLUE, 10, 100, taisho=True), hero("r", RED, 10, 20, taisho=True, rank="shirei_kan"))
    sides = (Side(seat=BLUE, edge="south", taisho=UnitId("b")), Side(seat=RED, edge="north", taisho=UnitId("r")))
    return field(*units, *generals, sides=sides, phase="resolution", **more)


def test_ap_refill_by_kind_and_the_turn_begins_afresh() -> None:
    foot = unit("a", BLUE, 60, 90, ap=0, moved="run", shots=2, acted_last=True, fled_charge=1)
    horde = loose("h", BLUE, (30, 90), (36, 90), (42, 90), ap=0)
    giant = unit("g", RED, 60, 30, models=1, files=1, troop="creature", size="large", ap=1)
    board = Board(led(foot, horde, giant, riders("c", RED, 90, 30, ap=0), turn=1))
    board.play(start, (7,), (2,))
    found = board.state.units
    assert [found[id].ap for id in ("a", "h", "g", "c", "b")] == [2, 3, 3, 2, 3]
    assert (found["a"].moved, found["a"].shots, found["a"].acted_last, found["a"].fled_charge) == ("", 0, False, 1)
    assert board.state.turn == 2


def test_effects_end_at_the_start_of_the_turn_they_name() -> None:
    timed = (Timed(key="x", stat="honour", add=1, until=2), Timed(key="y", stat="honour", add=1, until=3),
             Timed(key="z", stat="ki", add=1, until=1, kept=True), Timed(key="w", stat="flying"))  # fmt: skip
    board = Board(led(unit("a", BLUE, 60, 90, timed=timed), turn=1))
    board.play(start, (9,), (1,))
    assert [one.key for one in board.state.units["a"].timed] == ["y", "z", "w"]


def test_the_commandment_roll_adds_the_points_of_a_living_taisho_and_ties_are_rolled_again() -> None:
    board = Board(led(turn=1))
    board.play(start, (6,), (5,), (4,), (5,))
    totals = [event.total for event in board.events if event.kind == "kensei.opposed"]  # type: ignore[attr-defined]
    assert totals == [10, 10, 8, 10]
    assert (board.state.first, board.state.go) == (RED, RED)


def test_a_dead_taisho_adds_nothing_and_halves_the_pool() -> None:
    state = led(turn=1)
    assert (pool_of(state, BLUE), pool_of(state, RED)) == (4, 5)
    dead = state.with_unit("r", fate="destroyed", models=())
    assert pool_of(dead, RED) == 2
    board = Board(dead)
    board.play(start, (3,), (6,))
    assert board.state.first == BLUE
    assert board.state.side(RED).pool == 2


# -- coming on -----------------------------------------------------------------------------------


def waiting(*spots: tuple[int, int], turn: int = 1) -> Any:
    """Ninja who are set aside."""
    written = Written(spots=tuple(at(*spot) for spot in spots), turn=turn)
    bodies = tuple(Model(wounds=1) for _ in range(max(3, len(spots))))
    return unit("n", RED, bodies=bodies, loose=True, files=1, fate="reserve", written=written, traits=("infiltrator",),
                initiative=6)  # fmt: skip


SPOTS = ((50, 60), (56, 60), (53, 66))


async def red_appears(game: Any) -> None:
    """Red's units come on."""
    await appear(game, RED)


def test_a_unit_appears_where_it_was_written() -> None:
    board = Board(led(waiting(*SPOTS), unit("a", BLUE, 100, 90)))
    board.play(red_appears)
    ninja = board.state.units["n"]
    assert [model.at for model in ninja.models] == [at(*spot) for spot in SPOTS]
    assert (ninja.fate, ninja.ap, ninja.written) == ("", 3, None)


def test_it_waits_for_its_turn() -> None:
    board = Board(led(waiting(*SPOTS, turn=2)))
    board.play(red_appears)
    assert board.events == []


def test_an_enemy_within_five_centimetres_sends_it_to_the_nearest_place() -> None:
    foe = unit("a", BLUE, 53, 70)
    board = Board(led(waiting(*SPOTS), foe))
    given = waiting(*SPOTS)
    refused = refuse_spots(board.state, given, tuple(at(*spot) for spot in SPOTS), CLEAR)
    assert refused is not None
    assert refused.code == "deploy.enemy"
    board.play(red_appears)
    ninja = board.state.units["n"]
    moved = {(m.at.x - at(*s).x, m.at.y - at(*s).y) for m, s in zip(ninja.models, SPOTS, strict=True)}
    assert moved == {(0, -2_300)}
    assert not closer(parts(board.state, ninja), parts(board.state, foe), 5 * CM)


def test_of_equally_near_places_its_owner_chooses() -> None:
    pond = box("deep_water", 47, 57, 59, 69)
    board = Board(led(waiting(*SPOTS), pieces=(pond,)))
    found: list[Any] = []

    class Chosen(Board):
        """The board, on which the last of the equal places is taken."""

        def _reply(self, effect: Any, raw: Any) -> Any:
            found.extend(effect.domain.sure)
            return super()._reply(effect, effect.domain.write(effect.domain.sure[-1]))

    board = Chosen(board.state)
    board.play(red_appears, None)
    assert len(found) > 1
    assert isinstance(found[-1], Spot)
    assert refuse_spots(board.state, board.state.units["n"], tuple(m.at for m in board.state.units["n"].models)) is None


def test_clandestine_ninja_come_on_from_any_edge() -> None:
    board = Board(led(waiting(turn=1)))
    board.play(red_appears, {"pick": "east", "then": [0, 50 * CM]})
    ninja = board.state.units["n"]
    assert ninja.facing == 27_000
    east = max(p.x for part in parts(board.state, ninja) for p in part)
    assert abs(east - 120 * CM) <= 20
