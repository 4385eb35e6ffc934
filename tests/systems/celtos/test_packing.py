"""Places about enemies, the server's packing, and the test that an answer brings the largest possible number."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from app.engine.geometry import Point
from app.engine.paths import Path
from app.engine.refusals import Refusal
from app.systems.celtos.assault.packing import Packing, can_reach, combat_of, errand_of, field_of, pack, refuse_packing
from app.systems.celtos.measure import in_coherency, in_combat, overlaps, touch
from app.systems.celtos.moving.errands import Errand
from app.systems.celtos.moving.rules import refuse_paths
from app.systems.celtos.state import State, UnitId
from tests.systems.celtos.fields import Made, at, battle, box, piece, unit

R, Q, X = UnitId("R"), UnitId("Q"), UnitId("X")
RANKS = [(90 + 3 * (i % 4), 60 + 3 * (i // 4)) for i in range(16)]


def judged(state: State, errand: Errand, paths: dict[str, Path]) -> Refusal | None:
    """What stands against these paths, each for itself and as a whole."""
    return refuse_paths(state, paths, errand) or refuse_packing(state, errand, paths, pack(state, errand))


def straight(state: State, id: str, x: int | str, y: int | str) -> dict[str, Path]:
    """One model going straight there."""
    return {id: (state.model(id).at, at(x, y))}


# -- places -----------------------------------------------------------------------------


def spots(state: State, errand: Errand) -> list[Point]:
    return [place for places in field_of(state, errand).places.values() for place, _ in places]


def test_a_lone_enemy_has_a_place_every_ten_degrees() -> None:
    state = battle(unit("R", "red", (50, 60)), unit("Q", "blue", (50, 50)))
    found = spots(state, errand_of(state, R, Q))
    foe = state.model("Q-1").base
    assert len(found) == 36
    assert all(touch(foe, foe._replace(at=place)) and not overlaps(foe, foe._replace(at=place)) for place in found)
    assert Point(52_500, 50_000) in found


def test_no_place_is_on_somebody_or_off_the_table() -> None:
    state = battle(unit("R", "red", (50, 60)), unit("Q", "blue", ("1.25", 50)), unit("S", "red", ("1.25", "52.5")))
    found = spots(state, errand_of(state, R, Q))
    assert all(place.x >= 1250 for place in found)
    assert all(not overlaps(state.model("S-1").base, state.model("S-1").base._replace(at=p)) for p in found)


def test_no_place_touches_a_unit_that_was_not_named() -> None:
    state = battle(unit("R", "red", (50, 60)), unit("Q", "blue", (50, 50)), unit("X", "blue", (54, 50)))
    other = state.model("X-1").base
    assert not any(touch(other, other._replace(at=place)) for place in spots(state, errand_of(state, R, Q)))


def test_units_linked_by_contact_are_one_combat() -> None:
    """R names Q, which fights S, which fights X: X may be touched too (CEL-ASL-08)."""
    state = battle(unit("R", "red", (50, 60)), unit("Q", "blue", (50, 50)), unit("S", "red", ("52.5", 50)),
                   unit("X", "blue", (55, 50)), unit("Y", "blue", (60, 50)))  # fmt: skip
    assert combat_of(state, state.unit(R), Q) == (Q, X)
    assert errand_of(state, R, Q) == Errand("assault", R, Q, (X,))
    assert errand_of(state, UnitId("S"), None) == Errand("pile-in", UnitId("S"), None, (Q, X))


# -- the packing ------------------------------------------------------------------------


def test_a_line_meets_a_line() -> None:
    state = battle(unit("R", "red", *RANKS[:4]), unit("Q", "blue", *((x, 51) for x, _ in RANKS[:4])))
    packed = pack(state, errand_of(state, R, Q))
    assert packed.contacts == ("R-1", "R-2", "R-3", "R-4")
    assert packed.paths["R-1"] == (at(90, 60), at(90, "53.5"))
    assert packed == pack(state, errand_of(state, R, Q))


@pytest.mark.parametrize(("gap", "reaches"), [("10", True), ("10.04", True), ("10.06", False)])
def test_the_way_is_as_long_as_the_movement(gap: str, reaches: bool) -> None:
    y = Fraction(gap) + Fraction("52.5")
    state = battle(unit("R", "red", (50, str(y))), unit("Q", "blue", (50, 50)))
    assert can_reach(state, errand_of(state, R, Q)) is reaches
    assert bool(pack(state, errand_of(state, R, Q)).contacts) is reaches


def test_a_way_round_is_found() -> None:
    wall = box("deep-water", 45, 54, "50.5", 56)
    state = battle(unit("R", "red", (50, "58.5")), unit("Q", "blue", (50, 50)), terrain=[wall])
    (path,) = pack(state, errand_of(state, R, Q)).paths.values()
    assert len(path) > 2


def test_the_others_close_up() -> None:
    """The first leaves the link of those behind, who follow no further than they must."""
    ranks = [(50, 60), (50, 65), (50, 70)]
    state = battle(unit("R", "red", *ranks, movement=10_000), unit("Q", "blue", (50, "48.5")))
    packed = pack(state, errand_of(state, R, Q))
    assert packed.contacts == ("R-1",)
    assert [packed.paths[id][-1] for id in ("R-1", "R-2")] == [at(50, 51), at(50, 58)]
    assert judged(state, errand_of(state, R, Q), packed.paths) is None


def test_no_packing_where_the_unit_would_fall_apart() -> None:
    """The second cannot come round the water, so the first may not leave it."""
    bog = box("deep-water", 40, "61.4", 60, "62.6")
    state = battle(unit("R", "red", (50, 60), (50, 64)), unit("Q", "blue", (50, 52)), terrain=[bog])
    assert can_reach(state, errand_of(state, R, Q))
    assert pack(state, errand_of(state, R, Q)) == Packing({}, ())


def test_models_in_contact_stay_and_the_rest_pile_in() -> None:
    state = battle(unit("R", "red", (50, "52.5"), (53, 55), (56, 56)), unit("Q", "blue", (50, 50)))
    errand = errand_of(state, R, None)
    packed = pack(state, errand)
    assert packed.contacts == ("R-1", "R-2", "R-3")
    assert "R-1" not in packed.paths
    assert judged(state, errand, packed.paths) is None
    no = judged(state, errand, {**packed.paths, **straight(state, "R-1", "52.5", 50)})
    assert no is not None
    assert no.clause == "CEL-ASL-05"


def clump(rng: Random, x: int, y: int, count: int, taken: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A coherent crowd of at most so many, none on another."""
    spots: list[tuple[int, int]] = []
    for _ in range(40 * count):
        bx, by = rng.choice(spots or [(x, y)])
        new = (bx + rng.randint(-4, 4), by + rng.randint(-4, 4))
        if len(spots) < count and all((new[0] - a) ** 2 + (new[1] - b) ** 2 >= 9 for a, b in [*spots, *taken]):
            spots.append(new)
    taken += spots
    return spots


def scattered(seed: int) -> State:
    """Two crowds and a third unit near each other on broken ground."""
    rng, taken = Random(seed), list[tuple[int, int]]()
    crowds: list[Made] = [
        unit(name, seat, *clump(rng, x, y, rng.randint(1, most), taken))
        for name, seat, x, y, most in (("R", "red", 85, 60, 12), ("Q", "blue", 85, 60 - rng.randint(6, 15), 12),
                                       ("X", "blue", 96, 52, 3))
    ]  # fmt: skip
    x, y = rng.randint(70, 95), rng.randint(45, 60)
    ground = [box(rng.choice(["woods", "building", "hill"]), x, y, x + 12, y + 9), piece("low-wall", (70, y), (x, 48))]
    return battle(*crowds, terrain=ground if seed % 2 else [])


@pytest.mark.parametrize("seed", range(40))
def test_the_packing_is_always_accepted(seed: int) -> None:
    state = scattered(seed)
    inside = in_combat(state, state.unit(R))
    errand = errand_of(state, R, None if inside else Q)
    packed = pack(state, errand)
    assert packed == pack(state, errand)
    if packed.contacts and (inside or in_coherency(state, state.unit(R))):
        assert judged(state, errand, packed.paths) is None


def test_the_crowds_above_do_fight() -> None:
    found = [pack(state, errand_of(state, R, Q)) for state in map(scattered, range(40))]
    assert sum(len(packed.contacts) > 2 for packed in found) > 20


# -- the test of an answer ----------------------------------------------------------------


def test_nobody_who_could_come_may_be_left_out() -> None:
    state = battle(unit("R", "red", (50, "52.5"), (50, 55), (53, 56)), unit("Q", "blue", (50, 50)))
    errand = errand_of(state, R, None)
    for paths, left in (({}, "R-2"), (straight(state, "R-2", "52.165", "51.25"), "R-3")):
        no = judged(state, errand, dict(paths))
        assert no is not None
        assert (no.clause, no.facts["model"]) == ("CEL-ASL-04", left)


def test_who_cannot_come_may_be_left_out() -> None:
    """R-2 is farther from every place than it may go."""
    state = battle(unit("R", "red", (50, "52.5"), (50, 56), movement=1000), unit("Q", "blue", (50, 50)))
    assert judged(state, errand_of(state, R, None), {}) is None


def test_no_fewer_than_the_packing() -> None:
    state = battle(unit("R", "red", (50, "52.5")), unit("Q", "blue", (50, 50)))
    no = refuse_packing(state, errand_of(state, R, None), {}, Packing({}, ("R-1", "R-2")))
    assert no is not None
    assert (no.clause, no.facts["given"], no.facts["packed"]) == ("CEL-ASL-12", 1, 2)


def test_the_first_comes_by_its_shortest_way() -> None:
    state = battle(unit("R", "red", (50, 58)), unit("Q", "blue", (50, 50)))
    errand, start = errand_of(state, R, Q), at(50, 58)
    assert judged(state, errand, {"R-1": (start, at(50, "52.5"))}) is None
    assert judged(state, errand, {"R-1": (start, at("50.3", 55), at(50, "52.5"))}) is None
    for path in ((start, at("52.165", "51.25")), (start, at(53, 55), at(50, "52.5"))):
        no = judged(state, errand, {"R-1": path})
        assert no is not None
        assert (no.code, no.clause) == ("assault.not-shortest", "CEL-ASL-07")


def test_an_assault_must_touch_the_unit_it_named() -> None:
    state = battle(unit("R", "red", (50, 58)), unit("Q", "blue", (50, 50)))
    no = judged(state, errand_of(state, R, Q), straight(state, "R-1", 50, 54))
    assert no is not None
    assert no.code == "assault.no-contact"


def test_only_the_named_unit_may_be_touched() -> None:
    state = battle(unit("R", "red", (50, 58)), unit("Q", "blue", (50, 50)), unit("X", "blue", (53, 50)))
    no = judged(state, errand_of(state, R, Q), straight(state, "R-1", "51.5", 52))
    assert no is not None
    assert no.clause == "CEL-ASL-08"
