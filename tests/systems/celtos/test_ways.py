"""Ways round what is in the way, and the question for paths with its proposals and its preview."""

from __future__ import annotations

from random import Random

import pytest

from app.engine.geometry import Base, Point, along, rotate
from app.systems.celtos.measure import apart
from app.systems.celtos.moving.errands import Errand
from app.systems.celtos.moving.paths.costs import path_cost
from app.systems.celtos.moving.paths.judging import refuse_path, refuse_paths
from app.systems.celtos.moving.rules import moves_of, shortest_into
from app.systems.celtos.state import State
from tests.systems.celtos.fields import Spot, at, battle, box, long, piece, unit
from tests.systems.celtos.walking import BLUE, RED, code, envoy, errand, lone

# -- ways round ----------------------------------------------------------------------------


def test_the_shortest_way_is_straight_where_it_is_free() -> None:
    state = lone(foe=(30, 60))
    assert shortest_into(state, state.model("A-1"), at("27.5", 60), errand("assault")) == (at(20, 60), at("27.5", 60))


def test_a_way_leads_round_an_enemy_and_round_a_cliff_or_not_at_all() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("C", "blue", (24, 60)), unit("B", "blue", ("28.5", 60)))
    into = Errand("assault", RED, BLUE)
    goal = at("28.5", "57.5")
    path = shortest_into(state, state.model("A-1"), goal, into)
    assert path is not None
    assert len(path) > 2
    behind = battle(unit("A", "red", (20, 60)), unit("C", "blue", (24, 60)), unit("B", "blue", (30, 60)))
    assert shortest_into(behind, behind.model("A-1"), at("27.5", 60), into) is not None
    cliff = lone(box("cliff", 23, 58, 24, "60.5"), foe=(30, 60))
    round_it = shortest_into(cliff, cliff.model("A-1"), at("27.5", 60), errand("assault"))
    assert round_it is not None
    assert len(round_it) > 2
    assert refuse_path(cliff, cliff.model("A-1"), round_it, errand("assault"), {}) is None
    wall = lone(box("cliff", 23, 40, 24, 80), foe=(30, 60))
    assert shortest_into(wall, wall.model("A-1"), at("27.5", 60), errand("assault")) is None


def test_a_way_round_slow_ground_is_taken_when_it_costs_less() -> None:
    state = lone(box("woods", 22, 55, 26, "60.3"), foe=("31.5", 60))
    path = shortest_into(state, state.model("A-1"), at(29, 60), errand("assault"))
    assert path is not None
    assert path_cost(state, state.model("A-1"), path) <= long(10)


def thicket(rng: Random) -> State:
    """A model among enemies and ground that stand anywhere about it."""
    foes: list[tuple[int, int]] = []
    while len(foes) < 8:
        x, y = rng.randrange(10, 30), rng.randrange(50, 70)
        if all((x - a) ** 2 + (y - b) ** 2 > 7 for a, b in [(20, 60), *foes]):
            foes.append((x, y))
    x, y = rng.choice([(22, 62), (14, 56), (23, 55)])
    ground = [box(rng.choice(["cliff", "woods"]), x, y, x + 3, y + 2), piece("fence", (15, 64), (26, 66))]
    return battle(unit("A", "red", (20, 60)), unit("B", "blue", *foes), terrain=ground)


def test_every_way_found_is_legal_and_no_longer_than_allowed() -> None:
    rng, found, bent = Random(3), 0, 0
    for _ in range(60):
        state = thicket(rng)
        me, into = state.model("A-1"), errand("assault")
        for foe in state.living("B"):
            goal = rotate(Point(foe.at.x, foe.at.y - 2_500), rng.randrange(0, 36) * 1000, foe.at)
            path = shortest_into(state, me, goal, into)
            if path is not None:
                found, bent = found + 1, bent + (len(path) > 2)
                assert refuse_path(state, me, path, into, {}) is None
                assert path[-1] == goal
    assert found > 100
    assert bent > 20


def test_a_path_is_too_near_exactly_where_one_of_its_points_is() -> None:
    rng = Random(11)
    for _ in range(300):
        start, foe = at(20, 60), Point(rng.randrange(15_000, 35_000), rng.randrange(50_000, 70_000))
        end = Point(rng.randrange(12_000, 28_000), rng.randrange(54_000, 66_000))
        state = battle(unit("A", "red", (20, 60)), unit("B", "blue", (90, 60))).with_model("B-1", at=foe)
        gaps = [apart(Base(along(start, end, n * 10), 1_250), Base(foe, 1_250)) for n in range(1_300)]
        if gaps[0] >= 2_500:
            no = refuse_paths(state, {"A-1": (start, end)}, errand("run"))
            assert (no is not None and no.code == "path.too-near") == (min(gaps) < 2_500)


# -- the question ------------------------------------------------------------------------------


def crowd() -> State:
    """Sixteen against many, on ground with ten pieces."""
    mob: list[Spot] = [(60 + 3 * (n % 8), 90 + 3 * (n // 8)) for n in range(16)]
    foes: list[Spot] = [(50 + 3 * (n % 15), 60 + 3 * (n // 15)) for n in range(30)]
    friends: list[Spot] = [(110 + 3 * (n % 7), 90 + 3 * (n // 7)) for n in range(14)]
    woods = [box("woods", 10 + 17 * n, 75, 20 + 17 * n, 86, id=f"wood-{n}") for n in range(9)]
    wall = piece("low-wall", (60, 88), (80, 88))
    return battle(unit("A", "red", *mob), unit("C", "red", *friends), unit("B", "blue", *foes), terrain=[*woods, wall])


@pytest.mark.parametrize(
    "how", ["assault", "move", "run", "evade", "counter-charge", "approach", "consolidation", "reaction-move"]
)
def test_every_question_has_sure_and_legal_proposals(how: str) -> None:
    state = crowd()
    domain = moves_of(state, errand(how))
    assert {} in domain.certain()
    assert all(domain.refuse(answer) is None for answer in domain.certain())
    rng = Random(7)
    for _ in range(5):
        answer = domain.sample(rng)
        assert domain.refuse(answer) is None
        assert domain.read(domain.write(answer)) == answer


def test_a_proposal_brings_the_whole_unit_nearer_to_an_enemy() -> None:
    state = crowd()
    best = moves_of(state, errand("run")).certain()[0]
    assert len(best) == 16
    assert best["A-1"][-1].y < best["A-1"][0].y


def test_the_preview_shows_paths_ghosts_links_and_what_is_used() -> None:
    state = battle(unit("A", "red", (20, 60), (24, 60)), unit("B", "blue", (170, 60)))
    domain = moves_of(state, errand("move"))
    shown = domain.preview({"A-1": (at(20, 60), at(22, 64))})
    kinds = [mark.kind for mark in shown.marks]
    assert shown.no is None
    assert {"path", "ghost", "link"} <= set(kinds)
    assert shown.notes[0].facts == {"model": "A-1", "used": 4_500, "allowed": 10_000}
    wrong = domain.preview({"A-1": (at(20, 60), at(20, 70)), "A-2": (at(24, 60), at(24, 71))})
    assert code(wrong.no) == ("move.too-far", "CEL-MOV-02")
    assert {"path", "path-no", "ghost", "ghost-no"} <= {mark.kind for mark in wrong.marks}
    parted = domain.preview({"A-1": (at(20, 60), at(12, 60))})
    assert "link-no" in {mark.kind for mark in parted.marks}


def test_a_unit_that_has_nowhere_to_go_is_offered_to_stay() -> None:
    state = battle(unit("A", "red", (90, 60)))
    assert moves_of(state, errand("move")).certain() == ({},)


def test_a_unit_that_may_leave_makes_for_its_edge() -> None:
    best = moves_of(envoy(), errand("run")).certain()[0]
    assert best["A-1"][-1] == at(180, 60)


def test_a_counter_charge_at_nobody_left_is_still_a_question_with_an_answer() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("B", "blue", (28, 60))).with_model("B-1", fate="dead")
    domain = moves_of(state, errand("counter-charge"))
    assert all(domain.refuse(answer) is None for answer in domain.certain())


def test_a_pile_in_is_proposed_for_those_who_are_not_in_contact() -> None:
    spots: list[Spot] = [("25.5", 60), (22, 62), (21, 65)]
    state = battle(unit("A", "red", *spots), unit("B", "blue", (28, 60)))
    domain = moves_of(state, Errand("pile-in", RED, None, (BLUE,)))
    best = domain.certain()[0]
    assert "A-1" not in best
    assert "A-2" in best
    assert domain.refuse(best) is None
    assert domain.sample(Random(2)) == best


def test_answers_that_are_known_are_offered_and_no_others_proposed() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("B", "blue", (28, 60)))
    known = {"A-1": (at(20, 60), at("25.5", 60))}
    domain = moves_of(state, errand("assault"), None, (known,))
    assert domain.offered == known
    assert domain.sample(Random(1)) == known


def test_a_single_path_that_leads_nowhere_has_nothing_against_it() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("B", "blue", (28, 60)))
    assert refuse_path(state, state.model("A-1"), (at(20, 60),), errand("move"), {}) is None
