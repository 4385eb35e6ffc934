"""What each reason to move asks: evasions, charges, pile-ins, coming on, leaving, and orders over the wire."""

from __future__ import annotations

from random import Random
from typing import Any

from app.engine.domains import Menu
from app.engine.events import Seat
from app.engine.groups import Paths
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId
from app.systems.celtos.moving.errands import Errand
from app.systems.celtos.moving.events import ModelLeft, ModelMoved, UnitMoved
from app.systems.celtos.moving.paths.judging import refuse_paths
from app.systems.celtos.moving.rules import errand_of, moves_of, refuse_any
from app.systems.celtos.state import State, UnitId
from app.systems.celtos.system import SYSTEM
from tests.systems.celtos.fields import Spot, at, battle, unit
from tests.systems.celtos.walking import (
    BLUE,
    RED,
    code,
    done,
    envoy,
    errand,
    going,
    kinds,
    lone,
    waiting,
    way,
)

# -- other errands -------------------------------------------------------------------------


def test_who_evades_ends_further_from_every_model_of_the_assaulting_unit() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("B", "blue", (28, 60), (20, 70)))
    assert going(state, "evade", m1=(14, 54)) is None
    no = going(state, "evade", m1=(14, 64))
    assert code(no) == ("evade.not-further", "CEL-REA-14")
    assert no is not None
    assert no.facts["enemy"] == "B-2"
    assert code(going(state, "evade", m1=(9, 60))) == ("move.too-far", "CEL-REA-14")


def test_a_counter_charge_leads_nearer_and_touches_only_the_assaulting_unit() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("B", "blue", (28, 60)), unit("C", "blue", (20, 68)))
    assert going(state, "counter-charge", m1=("25.5", 60)) is None
    assert going(state, "counter-charge", m1=(24, 60)) is None
    assert code(going(state, "counter-charge", m1=(18, 60))) == ("move.not-nearer", "CEL-REA-12")
    both = battle(unit("A", "red", (20, 60)), unit("B", "blue", (28, 60)), unit("C", "blue", ("25.5", "62.5")))
    assert code(going(both, "counter-charge", m1=("25.5", 60))) == ("assault.touches-other", "CEL-MOV-15")


def test_an_assault_touches_only_the_named_unit_and_those_fighting_with_it() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("B", "blue", (28, 60)), unit("C", "blue", ("25.5", "62.5")))
    path = {"A-1": (at(20, 60), at("25.5", 60))}
    assert code(refuse_paths(state, path, Errand("assault", RED, BLUE))) == ("assault.touches-other", "CEL-ASL-08")
    assert refuse_paths(state, path, Errand("assault", RED, BLUE, (UnitId("C"),))) is None


def test_in_an_assault_who_does_not_reach_ends_no_further_and_who_touches_stays() -> None:
    state = battle(unit("A", "red", (20, 60), (20, 63)), unit("B", "blue", (28, 60)))
    assert going(state, "assault", m1=("25.5", 60), m2=(21, 64)) is None
    assert code(going(state, "assault", m2=(18, 63))) == ("move.further", "CEL-ASL-07")
    met = battle(unit("A", "red", ("25.5", 60), (20, 63)), unit("B", "blue", (28, 60)))
    assert code(going(met, "assault", m1=(24, 60))) == ("move.in-contact", "CEL-ASL-13")


def test_a_pile_in_ends_in_contact_and_moves_nobody_who_is() -> None:
    state = battle(unit("A", "red", ("25.5", 60), (22, 62)), unit("B", "blue", (28, 60)))
    joined = Errand("pile-in", RED, None, (BLUE,))
    assert refuse_paths(state, {"A-2": (at(22, 62), at(28, "62.5"))}, joined) is None
    assert code(refuse_paths(state, {"A-2": (at(22, 62), at(23, 62))}, joined)) == ("pile-in.no-contact", "CEL-ASL-04")
    assert code(refuse_paths(state, {"A-1": (at("25.5", 60), at(28, "57.5"))}, joined)) == (
        "move.in-contact",
        "CEL-ASL-05",
    )


def test_who_cannot_reach_draws_nearer_and_stays_more_than_two_and_a_half_away() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("B", "blue", (34, 60)), unit("C", "blue", (26, 55)))
    assert going(state, "approach", m1=("28.9", 60)) is None
    assert code(going(state, "approach", m1=(29, 60))) == ("path.ends-too-near", "CEL-ASL-10")
    assert code(going(state, "approach", m1=(16, 60))) == ("move.not-nearer", "CEL-ASL-10")


def test_a_consolidation_stays_more_than_two_and_a_half_from_enemies() -> None:
    state = lone(foe=(30, 60))
    assert going(state, "consolidation", m1=("24.9", 60)) is None
    assert code(going(state, "consolidation", m1=(25, 60))) == ("path.too-near", "CEL-RES-06")


def test_a_unit_in_contact_is_given_no_movement() -> None:
    state = battle(unit("A", "red", (20, 60), (23, 60)), unit("B", "blue", (20, "62.5")))
    assert code(refuse_any(state, RED, "move")) == ("move.in-combat", "CEL-ORD-07")
    assert refuse_any(lone(), RED, "run") is None


# -- coming on and leaving --------------------------------------------------------------------


def entry(*ends: tuple[Spot, Spot]) -> Paths:
    """A path from the edge for each model."""
    return {f"A-{n}": (at(*a), at(*b)) for n, (a, b) in enumerate(ends, 1)}


def test_a_waiting_unit_comes_on_from_a_short_edge_from_turn_two_on() -> None:
    assert code(refuse_any(waiting(1), RED, "move")) == ("entry.too-early", "CEL-ACT-11")
    state = waiting()
    assert refuse_any(state, RED, "move") is None
    going_on = errand_of(state, RED, "move")
    assert going_on.how == "enter"
    whole = entry(((0, 60), (10, 60)), ((0, 63), (10, 63)), ((0, 66), (10, 66)))
    assert refuse_paths(state, whole, going_on) is None
    assert code(refuse_paths(state, entry(((0, 60), (10, 60))), going_on)) == ("entry.all", "CEL-ACT-11")
    long_edge = entry(((60, 0), (60, 8)), ((63, 0), (63, 8)), ((66, 0), (66, 8)))
    assert code(refuse_paths(state, long_edge, going_on)) == ("entry.starts-elsewhere", "CEL-ACT-11")
    half_on = entry(((0, 60), (1, 60)), ((0, 63), (10, 63)), ((0, 66), (10, 66)))
    assert code(refuse_paths(state, half_on, going_on)) == ("entry.not-on", "CEL-ACT-11")
    apart = entry(((0, 60), (10, 60)), ((0, 63), (10, 63)), ((0, 80), (10, 80)))
    assert code(refuse_paths(state, apart, going_on)) == ("coherency.link", "CEL-MOV-10")
    assert errand_of(state, RED, "run").how == "enter-run"


def test_ways_on_are_found_for_whoever_waits() -> None:
    state = waiting()
    domain = moves_of(state, errand_of(state, RED, "move"))
    assert domain.starts == ((at(180, 0), at(180, 120)), (at(0, 0), at(0, 120)))
    for answer in domain.certain():
        assert domain.refuse(answer) is None
    rng = Random(1)
    assert all(domain.refuse(domain.sample(rng)) is None for _ in range(10))


def test_a_move_of_one_model_marks_the_whole_unit_as_moved() -> None:
    state = battle(unit("A", "red", (20, 60), (24, 60)), unit("B", "blue", (170, 60)))
    game = done(state, {"A-2": (at(24, 60), at(24, 64))}, errand("move"))
    assert kinds(game) == ["celtos.model-moved", "celtos.unit-moved"]
    assert game.state.unit("A").moved
    assert game.state.model("A-2").at == at(24, 64)
    assert game.events[0].clause == "CEL-MOV-02"
    assert game.events[1].clause == "CEL-MOV-12"


def test_a_move_of_nobody_is_none() -> None:
    game = done(lone(), {"A-1": (at(20, 60), at(20, 60))}, errand("move"))
    assert game.events == []
    assert not game.state.unit("A").moved


def test_units_that_come_into_contact_lose_their_reaction_markers() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("B", "blue", (28, 60)), unit("C", "blue", (90, 60)))
    state = state.with_unit("B", reaction=True).with_unit("C", reaction=True)
    game = done(state, {"A-1": (at(20, 60), at("25.5", 60))}, errand("assault"))
    assert kinds(game)[-1] == "celtos.reaction-lost"
    assert [game.state.unit(u).reaction for u in ("B", "C")] == [False, True]


def test_a_unit_that_came_on_waits_no_longer() -> None:
    state = waiting()
    going_on = errand_of(state, RED, "move")
    game = done(state, moves_of(state, going_on).certain()[0], going_on)
    assert not game.state.unit("A").waiting
    assert len(game.state.living("A")) == 3


def test_the_envoy_leaves_by_his_edge_with_a_movement_order_and_nobody_else_does() -> None:
    state = envoy()
    assert going(state, m1=(179, 60)) is None
    assert code(going(state, of=UnitId("C"), m1=(179, 80))) == ("path.off-table", "CEL-MOV-14")
    assert code(going(state, "reaction-move", m1=(179, 60))) == ("path.off-table", "CEL-MOV-14")
    shown = moves_of(state, errand("move")).preview({"A-1": way(state, "A-1", (179, 60))})
    assert "moves.leaves" in [note.about for note in shown.notes]
    game = done(state, {"A-1": way(state, "A-1", (179, 60))}, errand("move"))
    assert kinds(game)[:3] == ["celtos.model-moved", "celtos.unit-moved", "celtos.model-left"]
    assert (game.state.model("A-1").fate, game.state.unit("A").fate) == ("left", "left")
    assert game.state.outcome is not None
    assert game.state.outcome.winner == "red"


def test_a_square_table_is_entered_beside_the_own_edge() -> None:
    state = waiting(size=(120, 120)).with_side(Seat("red"), edge="east")
    domain = moves_of(state, errand_of(state, RED, "run"))
    assert domain.starts == ((at(0, 0), at(120, 0)), (at(0, 120), at(120, 120)))
    assert all(domain.refuse(answer) is None for answer in domain.certain())


def test_a_waiting_unit_finds_no_room_where_enemies_line_both_edges() -> None:
    wall: list[Spot] = [(x, 3 + 6 * n) for n in range(20) for x in (3, 177)]
    spots: list[Spot] = [(0, 0)] * 3
    state = battle(unit("A", "red", *spots, waiting=True), unit("B", "blue", *wall), turn=3)
    assert code(refuse_any(state, RED, "move")) == ("move.no-room", "CEL-MOV-08")
    assert refuse_any(waiting(), waiting().unit("A"), "run") is None


def test_the_log_tells_of_moves_and_of_who_left() -> None:
    state = envoy()
    game = done(state, {"A-1": way(state, "A-1", (179, 60))}, errand("run"))
    first, second, third = game.events[:3]
    assert isinstance(first, ModelMoved)
    assert isinstance(second, UnitMoved)
    assert isinstance(third, ModelLeft)
    assert first.tell().facts == {"model": "A-1", "how": "run", "used": 4_000, "allowed": 30_000}
    assert (second.tell().about, second.tell().facts["models"]) == ("celtos.unit-moved.run", 1)
    assert third.tell().facts == {"model": "A-1", "unit": "A", "edge": "east"}


# -- in play ------------------------------------------------------------------------------


def told(session: Session[State], raw: Any) -> Refusal | None:
    """What the game says to an answer of the seat it asks."""
    (question,) = session.questions()
    return session.answer(question.seat, raw)


def ordered(key: str, paths: dict[str, list[list[int]]]) -> dict[str, Any]:
    """An order to unit A as it comes over the wire."""
    return {"pick": "A", "then": {"pick": key, "then": paths}}


def test_a_movement_order_over_the_wire_moves_the_unit_or_is_refused_whole() -> None:
    units = unit("A", "red", (20, 60), (24, 60)), unit("D", "red", (90, 60)), unit("B", "blue", (170, 60))
    session = Session(SYSTEM, Checkpoint(PhaseId("activation"), battle(*units)))
    no = told(session, ordered("move", {"A-1": [[20_000, 71_000]], "A-2": [[24_000, 70_000]]}))
    assert code(no) == ("move.too-far", "CEL-MOV-02")
    assert session.events == []
    bent = [[24_000, 60_000], [24_000, 70_000]]
    assert told(session, ordered("move", {"A-1": [[20_000, 70_000]], "A-2": bent})) is None
    moved = [event.kind for event in session.events if "moved" in event.kind]
    assert moved == ["celtos.model-moved", "celtos.model-moved", "celtos.unit-moved"]
    assert session.state.model("A-2").at == at(24, 70)
    (question,) = session.questions()
    assert question.about == "activation.order"
    assert isinstance(question.domain, Menu)
    assert question.domain.options["run"].no is not None


def test_a_run_ends_the_activation_at_once() -> None:
    units = unit("A", "red", (20, 60)), unit("D", "red", (90, 60)), unit("B", "blue", (170, 60))
    session = Session(SYSTEM, Checkpoint(PhaseId("activation"), battle(*units)))
    assert told(session, ordered("run", {"A-1": [[50_000, 60_000]]})) is None
    assert session.waiting is None
    assert session.state.unit("A").activated
    assert session.state.unit("A").moved
