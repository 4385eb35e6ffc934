"""What bots of Celtos think a position is worth: who is in reach of whom, what counts in the end, the turns left."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.system import Outcome
from app.systems.celtos.ideas.places import goes, held, late, value
from app.systems.celtos.ideas.thoughts import aside
from app.systems.celtos.ideas.worth import battle_points, harm, lead, likely, menace, peril, plan_of, terms, verdict
from app.systems.celtos.scenarios.victory import RULE, dearest
from app.systems.celtos.state import State
from tests.systems.celtos.fields import Made, at, battle, unit

BLUE, RED = Seat("blue"), Seat("red")
ARCHERS: dict[str, Any] = {"weapons": ("yumi",), "shooting": 4, "assault": 2}


def dear(made: Made, cost: int = 50, **more: Any) -> Made:
    """The same unit with a cost."""
    return replace(made[0], cost=cost, **more), made[1]


def lord(x: int, y: int) -> Made:
    """A leader of two wounds."""
    return dear(unit("Lord", "blue", (x, y), wounds=2, start_wounds=2), 40)


def men(x: int, y: int, **more: Any) -> Made:
    """Four on foot."""
    return dear(unit("Men", "blue", *((x + 3 * n, y) for n in range(4))), **more)


def archers(x: int, y: int, **more: Any) -> Made:
    """Four with bows."""
    return dear(unit("Archers", "red", *((x + 3 * n, y) for n in range(4)), **ARCHERS), **more)


def test_who_stands_behind_others_is_not_in_peril_of_shots() -> None:
    alone = battle(lord(60, 60), men(60, 20), archers(60, 100))
    behind = battle(lord(60, 50), men(60, 60), archers(60, 100))
    assert peril(alone, BLUE) < peril(behind, BLUE) < 0
    archer = behind.unit("Archers")
    assert harm(behind, archer, tuple(behind.fielded(BLUE))) == harm(behind, archer, (behind.unit("Men"),))


def test_who_has_acted_or_does_nothing_any_more_is_less_to_be_feared() -> None:
    fresh, later = (battle(lord(60, 60), archers(60, 100, activated=acted)) for acted in (False, True))
    assert peril(fresh, BLUE) < peril(later, BLUE) < 0
    over = battle(lord(60, 60), archers(60, 100, activated=True), turn=6, turns=6)
    assert peril(over, BLUE) == 0


@pytest.mark.parametrize(("turn", "runs"), [(1, True), (5, True), (6, False)])
def test_an_assault_that_comes_too_late_is_no_threat(turn: int, *, runs: bool) -> None:
    state = battle(men(60, 20), dear(unit("Reeds", "red", (60, 70), resistance=1)), turn=turn, turns=6)
    mine, foe = state.unit("Men"), state.unit("Reeds")
    assert goes(state, mine) == 7 - turn
    assert (menace(state, mine, foe) > 0) is runs
    acted = battle(men(60, 20, activated=True), dear(unit("Reeds", "red", (60, 70), resistance=1)), turn=turn, turns=6)
    assert (menace(acted, acted.unit("Men"), foe) > 0) is (turn < 5)


def test_the_dearest_individual_is_worth_the_points_he_brings_too() -> None:
    state = battle(lord(60, 60), men(60, 20), archers(60, 100))
    as_men = battle(dear(unit("Lord", "blue", (60, 60), (63, 60)), 40), men(60, 20), archers(60, 100))
    more = value(state, state.unit("Lord")) / value(as_men, as_men.unit("Lord"))
    assert more == pytest.approx((40 + RULE["dearest"]) / 40)


def test_the_dearest_that_bleeds_counts_by_what_the_rule_gives_for_him(monkeypatch: pytest.MonkeyPatch) -> None:
    def lead() -> float:
        state = battle(lord(60, 60), men(60, 20))
        (him,) = state.living("Lord")
        return battle_points(state.with_model(him.id, wounds=him.wounds - 1), RED)

    before = lead()
    monkeypatch.setitem(RULE, "dearest", 10 * RULE["dearest"])
    assert 0 < before < lead()


def test_the_dearest_is_found_once_a_state_and_anew_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    state = battle(lord(60, 60), men(60, 20))
    him = dearest(state, BLUE)
    assert him
    assert him.id == "Lord"
    monkeypatch.setattr("app.systems.celtos.scenarios.victory.dearest_of", lambda *_: ())
    assert dearest(state, BLUE) is him
    assert dearest(state.with_unit("Lord", fate="destroyed"), BLUE) is None


def test_who_leads_by_the_margin_has_won_for_sure_only_at_the_end() -> None:
    def ahead(turn: int) -> State:
        return battle(men(60, 20), dear(unit("Reeds", "red", (60, 100)), 120, fate="destroyed"),
                      dear(unit("Rest", "red", (90, 100)), 120), turn=turn, turns=6)  # fmt: skip

    early, last = ahead(1), ahead(6)
    assert lead(last, BLUE) * 100 > RULE["margin"]
    assert 0 < verdict(early, BLUE) < verdict(last, BLUE)
    assert verdict(last, BLUE) == -verdict(last, RED)
    margin = RULE["margin"] / 100
    assert likely(last, 0.0) < 0.5 < likely(last, 2 * margin)
    assert likely(last, margin) == pytest.approx(0.5)
    assert likely(last, 2 * margin) > likely(early, 2 * margin)


def test_of_a_battle_that_is_over_nothing_counts_but_who_has_won() -> None:
    state = battle(lord(60, 60), men(60, 20), archers(60, 100))
    for winner, sign in ((BLUE, 1), (RED, -1), (None, 0)):
        over = state.with_(outcome=Outcome(winner, "outcome.points", {}))
        found = terms(over, BLUE, plan_of(state, BLUE, 0.0))
        assert list(found) == ["verdict"]
        assert found["verdict"] * sign == abs(found["verdict"])
        assert (found["verdict"] != 0) is (winner is not None)
    assert len(terms(state, BLUE, plan_of(state, BLUE, 0.0))) > 1


def test_rites_count_the_more_the_more_of_them_are_made() -> None:
    def made(marks: int) -> float:
        state = battle(men(60, 20), archers(60, 100), scenario="sacrifice", marks=marks)
        sides = tuple(replace(s, role="captors" if s.seat == BLUE else "rescuers") for s in state.sides)
        return held(state.with_(sides=sides), BLUE)

    first, last = made(1) - made(0), made(6) - made(5)
    assert 0 < first < last


@pytest.mark.parametrize(("x", "turn", "found"), [(20, 1, 0.0), (20, 5, 1.0), (100, 5, 0.0), (160, 8, 0.5)])
def test_an_envoy_is_late_when_he_cannot_run_over_his_edge_any_more(x: int, turn: int, found: float) -> None:
    envoy = dear(unit("Envoy", "blue", (x, 60)), 0, entry="envoy")
    state = battle(envoy, archers(60, 100), scenario="envoy", turn=turn, turns=8)
    assert late(state) == pytest.approx(found, abs=0.2)


def test_ways_round_lead_to_either_side_of_the_way_out() -> None:
    one, two = aside(at(60, 60), at(180, 60))
    assert {one, two} == {Point(at(180, 0).x, at(0, 120).y), Point(at(180, 0).x, at(0, 0).y)}
