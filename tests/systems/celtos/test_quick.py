"""What spares work is held against the questions as they stand in the rules."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from msgspec.structs import replace

from app.engine.geometry import CM, Point, contains
from app.engine.session import Session
from app.engine.shapes import lines_within
from app.systems import system_of
from app.systems.celtos.ground.random import (
    APART,
    Spread,
    Taken,
    in_doubt,
    lies_in,
    moved,
    ring,
    seen_near,
    shaped,
    surely_in,
)
from app.systems.celtos.ground.sight import unit_sees
from app.systems.celtos.ground.terrain import KINDS
from app.systems.celtos.measure import in_combat, in_contact, units_touched
from app.systems.celtos.moving.errands import WAYS, Errand
from app.systems.celtos.moving.paths.costs import Used, _hindrances, leg_used, path_cost
from app.systems.celtos.moving.paths.judging import narrowed, path_fault
from app.systems.celtos.moving.scene import scene
from app.systems.celtos.page.view import view
from app.systems.celtos.state import Model, State, UnitId
from bench.recorded import kept, phases
from tests.systems.celtos.fields import Spot, at, battle, piece, unit

GROUND = tuple(kind for kind in KINDS if kind != "river")


def states() -> list[State]:
    """States of a kept game, every one that follows an event."""
    system, found = system_of("celtos"), list[State]()
    for phase in phases(kept("celtos")[-1]):
        state = phase.start.state
        for event in Session(system, phase.start, phase.tape).events:
            found.append(state := system.evolve(state, event))
    return found


def test_a_shape_is_seen_to_be_near_or_far_only_where_it_is() -> None:
    rng, told = Random(7), {True: 0, False: 0, None: 0}
    for seed in range(600):
        luck, keys = Spread(seed), [rng.choice(GROUND) for _ in range(2)]
        one, two = (shaped(key, luck, rng.randrange(4)) for key in keys)
        here, there = (Point(rng.randrange(60) * CM, rng.randrange(60) * CM) for _ in range(2))
        a, b = moved("a", keys[0], one, here), moved("b", keys[1], two, there)
        inside = any(p.closed and contains(p.outline, q.outline[0]) for p, q in ((a, b), (b, a)))
        is_near = inside or lines_within(ring(a), ring(b), APART)
        seen = seen_near(one.outline, here, b.outline, there)
        told[seen] += 1
        assert seen in (None, is_near)
        doubts = in_doubt(one, here, [Taken(b, b.frame)])
        assert is_near if doubts is None else (b in doubts or not is_near)
        assert not surely_in(one, here, [Taken(b.outline, b.frame)] if b.closed else []) or lies_in(a, b.outline)
    assert min(told[True], told[False]) > 50


def crowd(rng: Random) -> State:
    """Three models of A amid enemies and friends, on ground of all kinds."""

    def spot() -> Spot:
        return rng.randrange(20, 60), rng.randrange(20, 60)

    def side(number: int) -> list[Spot]:
        return [spot() for _ in range(number)]

    lay = [piece(kind, *side(3)) for kind in rng.sample(GROUND, 4)]
    abilities = rng.choice(({}, {}, {"mounted": 1}, {"surefoot": 1}))
    return battle(unit("A", "red", *side(3), abilities=abilities), unit("C", "red", *side(4)),
                  unit("B", "blue", *side(6)), terrain=lay)  # fmt: skip


def test_who_stands_too_far_off_a_path_changes_nothing_of_what_is_said_of_it() -> None:
    rng, left_out, said = Random(4), 0, set[str]()
    for _ in range(150):
        state, how = crowd(rng), rng.choice([*WAYS])
        errand, now = Errand(how, UnitId("A"), UnitId("B")), scene(state, UnitId("A"))
        ways = [[at(rng.randrange(20, 60), rng.randrange(20, 60)) for _ in range(rng.randrange(1, 3))] for _ in "abc"]
        paths = {str(m.id): (m.at, *way) for m, way in zip(now.mine, ways, strict=True)}
        less, places = narrowed(now, paths), {id: path[-1] for id, path in paths.items()}
        left_out += len(now.foes) - len(less.foes) + len(now.rest) - len(less.rest)
        for me in now.mine:
            found = path_fault(now, me, paths[me.id], errand, places)
            said.add(found.no.code if found else "")
            assert path_fault(less, me, paths[me.id], errand, places) == found
    assert left_out > 80
    assert len(said) > 8


def reckoned(state: State, me: Model, path: tuple[Point, ...]) -> int:
    """The cost of a path, all ground looked at for each leg."""
    on, used = _hindrances(state.table, me.has("surefoot"), False), Used()
    for a, b in pairwise(path):
        used = used.and_(leg_used(on, a, b))
    return used.whole


def test_ground_beside_a_path_and_what_was_reckoned_before_change_no_cost() -> None:
    rng, dear = Random(9), 0
    for _ in range(150):
        state = crowd(rng)
        bare, me = state.with_(table=replace(state.table, pieces=())), state.model("A-1")
        path = (me.at, at(rng.randrange(20, 60), rng.randrange(20, 60)), at(rng.randrange(20, 60), 40))
        cost = reckoned(state, me, path)
        assert (path_cost(state, me, path), path_cost(state, me, path)) == (cost, cost)
        assert path_cost(bare, me, path) == reckoned(bare, me, path)
        assert path_cost(state, me, path[:2]) == reckoned(state, me, path[:2])
        dear += cost > reckoned(bare, me, path)
    assert dear > 20


def test_what_a_state_hands_on_is_what_the_next_would_find() -> None:
    met = 0
    for state in states()[::5]:
        fresh = replace(state)
        assert [*state.standing()] == [m for m in state.models.values() if not m.fate]
        for one in state.units.values():
            assert state.living(one) == fresh.living(one)
            assert state.foes_of(one.seat) == fresh.foes_of(one.seat)
            assert units_touched(state, one) == units_touched(fresh, one)
            assert in_combat(state, one) == bool(units_touched(fresh, one))
            met += in_combat(state, one)
            for other in state.enemies_of(one.seat):
                assert unit_sees(state, one, other) == unit_sees(fresh, one, other)
    assert met


def test_everybody_is_shown_the_same_view_and_one_made_of_kept_parts_is_the_view() -> None:
    for state in states()[::5]:
        shown, anew = view(state), replace(state, models={id: replace(m) for id, m in state.models.items()})
        assert view(state) is shown
        assert view(anew) == shown
        for counter in shown.pieces:
            if counter.kind == "model":
                me = state.model(counter.id)
                foes = (foe for foe in state.foes_of(me.seat) if in_contact(state, me.base, foe.base))
                assert ("engaged" in counter.badges) == any(foes)


def test_who_moves_or_lays_ground_is_looked_at_anew() -> None:
    state = battle(unit("A", "red", (20, 20)), unit("B", "blue", (20, 40)))
    assert unit_sees(state, state.unit("A"), state.unit("B"))
    assert not in_combat(state, state.unit("A"))
    flagged = state.with_unit("A", moved=True)
    assert flagged.stand is state.stand
    assert in_combat(state.with_model("B-1", at=at(20, "22.5")), state.unit("A"))
    wall = piece("palisade", (0, 30), (60, 30))
    assert not unit_sees(state.with_(table=replace(state.table, pieces=(wall,))), state.unit("A"), state.unit("B"))
