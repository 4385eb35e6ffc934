"""What each viewer sees, and what imagined games keep and draw anew."""

from __future__ import annotations

from random import Random

import msgspec
from msgspec.structs import replace

from app.engine.digest import canonical
from app.engine.events import Seat
from app.engine.geometry import INCH, Point
from app.engine.session import Session
from app.systems.ronin.measure import engaged_with, touch
from app.systems.ronin.state import Body, Combat, Counters, Horse, Item, ModelId
from app.systems.ronin.system import SYSTEM
from bench.recorded import kept, phases
from tests.systems.ronin.battles import BLUE, RED, battle


def test_a_minor_goal_is_seen_by_its_owner_alone_until_it_is_scored() -> None:
    one, other = battle(goal="kill-most"), battle(goal="quarters")
    for viewer in (BLUE, None):
        assert canonical(SYSTEM.view(one, viewer)) == canonical(SYSTEM.view(other, viewer))
    assert b"kill-most" in canonical(SYSTEM.view(one, RED))
    assert b"kill-most" in canonical(SYSTEM.view(battle(goal="kill-most", goal_scored=True), BLUE))


def test_counters_are_hidden_until_they_are_shown() -> None:
    def fought(shown: bool, attack: int) -> bytes:
        fight = Combat(id="c1", members=(), begun=True, shown=shown, counters={"red": Counters(attack, 4 - attack)})
        return canonical(SYSTEM.view(battle(phase="combat").with_(combats=(fight,)), BLUE))

    assert fought(False, 1) == fought(False, 3)
    assert fought(True, 1) != fought(True, 3)


def test_an_own_model_shows_where_it_goes_in_phases_only_in_which_one_may() -> None:
    def kinds(phase: str, viewer: Seat | None) -> set[str]:
        return {one.kind for one in SYSTEM.threat(battle(phase=phase), viewer, "red-1")}

    assert kinds("move", RED) == kinds("end", RED) == {"move", "run"}
    for phase in ("combat", "action"):
        assert kinds(phase, RED) == set()
        assert kinds(phase, BLUE) == kinds(phase, None) == {"move", "run"}


def test_badges_tell_the_state_of_a_model() -> None:
    state = battle(phase="move").with_model(
        "red-1",
        leader=True,
        stunned=2,
        light=1,
        loaded=False,
        weapons=("katana", "teppo"),
        at=Point(4 * INCH, 29 * INCH),
    )
    pieces = {p.id: p for p in SYSTEM.view(state, None).pieces}
    assert pieces["red-1"].badges == ("leader", "engaged", "empty", "stunned", "stunned", "light")
    assert pieces["blue-2"].badges == ("engaged",)
    assert all(f"badge.{badge}" in SYSTEM.sentences for p in pieces.values() for badge in p.badges)


def test_those_on_go_may_act_and_the_used_are_marked() -> None:
    view = SYSTEM.view(battle(phase="move").with_model("red-1", activated=True), RED)
    pieces = {p.id: p for p in view.pieces}
    assert (pieces["red-1"].used, pieces["red-1"].may) == (True, False)
    assert (pieces["red-2"].used, pieces["red-2"].may) == (False, True)
    assert not pieces["blue-1"].may
    assert view.go == RED


def test_the_gone_stay_in_the_roster_with_the_reason() -> None:
    view = SYSTEM.view(battle(phase="move").with_model("red-1", fate="captured"), None)
    assert "red-1" not in [p.id for p in view.pieces]
    assert [p.gone for p in view.sides[0].models] == ["captured", "", "", ""]


def test_reserves_lost_to_a_rout_are_told_and_may_not_act() -> None:
    routing = battle(phase="move", morale="routing").with_model("red-1", fate="reserve")
    for state, lost, strength in ((routing, [1], 3), (routing.with_side(RED, morale="wavering"), [], 4)):
        view = SYSTEM.view(state, BLUE)
        told = {note.about: note.facts for note in view.sides[0].facts}
        assert [facts["number"] for about, facts in told.items() if about == "band.lost"] == lost
        assert told["band.strength"] == {"now": strength, "start": 4}
        assert view.sides[0].models[0].may is not bool(lost)


def test_markers_are_pieces_of_their_own() -> None:
    state = battle().with_(
        bodies=(Body("b1", ModelId("red-1"), Point(0, 0), 1270),), items=(Item("o", "chest", Point(9, 9)),),
        horses=(Horse(ModelId("blue-1"), Point(5, 5)),),
    )  # fmt: skip
    kinds = [p.kind for p in SYSTEM.view(state, None).pieces if p.kind != "model"]
    assert kinds == ["body", "object", "horse"]


def test_imagined_games_look_the_same_to_the_one_who_imagines() -> None:
    fight = Combat(id="c1", members=(), begun=True, counters={"red": Counters(1, 3), "blue": Counters(2, 0)})
    state = battle(goal="kill-most").with_side(BLUE, goal="lose-few").with_(combats=(fight,))
    seen = canonical(SYSTEM.view(state, RED))
    goals, splits = set(), set()
    for seed in range(40):
        other = SYSTEM.imagine(state, RED, Random(seed))
        assert canonical(SYSTEM.view(other, RED)) == seen
        assert other.side(RED).goal == "kill-most"
        goals.add(other.side(BLUE).goal)
        splits.add(other.combats[0].counters["blue"])
        assert other.combats[0].counters["red"] == Counters(1, 3)
    assert len(goals) > 2
    assert len(splits) == 3


def test_state_and_outcome_survive_json() -> None:
    state = SYSTEM.evolve(battle(), SYSTEM.concede(battle(), Seat("red")))
    assert msgspec.json.decode(msgspec.json.encode(state), type=SYSTEM.state_type) == state


def test_the_catalogue_is_json_and_names_every_scenario_and_sample() -> None:
    found = msgspec.json.decode(msgspec.json.encode(SYSTEM.catalogue()))
    assert len(found["scenarios"]) == 7
    assert len(found["samples"]) == 5
    assert {row["id"] for row in found["factions"]} == {"bushi", "sohei", "koryu", "bandits", "ikko-ikki"}


def test_counters_are_drawn_once_for_all_and_as_they_would_be_anew() -> None:
    touched = 0
    for phase in phases(kept("ronin")[-1]):
        state = phase.start.state
        for n, event in enumerate(Session(SYSTEM, phase.start, phase.tape).events):
            state = SYSTEM.evolve(state, event)
            if n % 4:
                continue
            shown, other = SYSTEM.view(state, RED), SYSTEM.view(state, None)
            anew = replace(state, models={id: replace(m) for id, m in state.models.items()})
            assert all(a is b for a, b in zip(shown.pieces, other.pieces, strict=True) if a.kind == "model")
            assert SYSTEM.view(anew, RED) == shown
            for me in state.standing():
                near = tuple(foe for foe in state.foes_of(me) if touch(me.base, foe.base))
                assert engaged_with(state, me) == near
                touched += len(near)
    assert touched
