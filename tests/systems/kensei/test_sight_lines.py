"""Sight found by shades agrees with sight found line by line (KEN-LOS-08)."""

from __future__ import annotations

from random import Random

import pytest

from app.engine.geometry import Point, contains, distance2
from app.engine.shapes import SLACK
from app.engine.table import Terrain
from app.systems.kensei.army import Unit
from app.systems.kensei.ground.terrain import piece as laid
from app.systems.kensei.ground.terrain import wall
from app.systems.kensei.sight.rays import crosses, eight, is_inside, points
from app.systems.kensei.sight.rules import FAR, Scene, Wood, ahead, is_seen, looks, scene
from tests.systems.kensei.fields import BLUE, RED, at, field, loose, unit

LOW, HIGH = 15, 65


def one_by_one(found: Scene) -> list[Point]:
    """The points that are seen, each line tried against each thing in its way."""
    starts = [p for p in points(found.lookers) if not any(len(w) > 2 and contains(w, p) for w in found.walls)]
    places = ahead(found, points(found.targets))
    return [q for q in places if any(is_free(found, p, q) for p in starts)]


def is_free(found: Scene, p: Point, q: Point) -> bool:
    """Whether one line is free."""
    if found.far and distance2(p, q) > (found.far + SLACK) ** 2:
        return False
    return not any(crosses(w, p, q) for w in found.walls) and all(is_open(wood, p, q) for wood in found.woods)


def is_open(wood: Wood, p: Point, q: Point) -> bool:
    """Whether a wood leaves one line free."""
    inside = is_inside(wood.parts, q)
    if is_inside(wood.parts, p):
        return not inside or distance2(p, q) <= (FAR + SLACK) ** 2
    return wood.shows if inside else not any(crosses(part, p, q) for part in wood.parts)


def somewhere(rng: Random) -> tuple[int, int]:
    """A place in the middle of the table, in centimetres."""
    return rng.randrange(LOW, HIGH), rng.randrange(LOW, HIGH)


def some_unit(rng: Random, number: int) -> Unit:
    """A unit anywhere, one in five in loose order."""
    id, seat = f"x{number}", RED if number % 2 else BLUE
    if rng.random() < 0.2:
        return loose(id, seat, *(somewhere(rng) for _ in range(rng.randrange(1, 6))))
    facing = rng.choice([0, 9_000, 18_000, 27_000, rng.randrange(36_000)])
    return unit(id, seat, *somewhere(rng), facing, rng.randrange(1, 21))


def some_pieces(rng: Random) -> list[Terrain]:
    """Some of a hill, a wood, a house and a wall, anywhere."""
    every = [*(laid(key, key, at(*somewhere(rng)), rng.randrange(36_000)) for key in ("hill", "forest", "house")),
             wall("w", rng.choice(["wall", "high_wall"]), at(*somewhere(rng)), at(*somewhere(rng)))]  # fmt: skip
    return [found for found in every if rng.random() < 0.6]


@pytest.mark.parametrize("seed", range(12))
def test_both_ways_of_finding_sight_agree(seed: int) -> None:
    rng = Random(seed)
    units = [some_unit(rng, n) for n in range(7)]
    state = field(*units, pieces=some_pieces(rng))
    for a in units:
        for b in units:
            if a is not b:
                found = scene(state, a, b)
                expected = one_by_one(found)
                seen = [is_seen(found._replace(targets=(base,))) for base in found.targets]
                assert seen == [any(p in expected for p in eight(base)) for base in found.targets], (seed, a.id, b.id)
                assert is_seen(found) is bool(expected)
                assert looks(state, a, b) is bool(expected)
