"""What boxes, circles and corners tell of lines and outlines is what every side and every point says."""

from __future__ import annotations

from random import Random

import pytest

from app.engine.geometry import Point, Polygon, contains, rectangle
from app.engine.shapes import hull, overlaps
from app.systems.kensei.ground.terrain import round_shape
from app.systems.kensei.sight.rays import (
    crosses,
    framed,
    is_all_hidden,
    is_free,
    is_inside,
    met,
    open_places,
    reaches_into,
    rim_of,
)

SMALL, LARGE = 12, 4_000
"""So wide is the table: on a small one lines and corners often meet to the hair."""


def somewhere(rng: Random, wide: int) -> Point:
    """Any place."""
    return Point(rng.randrange(wide), rng.randrange(wide))


def some_outline(rng: Random, wide: int) -> Polygon:
    """A rectangle, a circle, or a hull with three corners or more."""
    at = somewhere(rng, wide)
    if (kind := rng.randrange(3)) == 0:
        return rectangle(at, 1 + rng.randrange(wide // 2), 1 + rng.randrange(wide // 3), rng.randrange(36_000))
    if kind == 1 and wide == LARGE:
        return tuple(Point(p.x + at.x, p.y + at.y) for p in round_shape(rng.randrange(100, wide // 3)))
    while len(found := hull([somewhere(rng, wide) for _ in range(6)])) < 3:
        pass
    return found


@pytest.mark.parametrize("wide", [SMALL, LARGE])
def test_a_line_is_free_where_no_side_says_that_it_runs_through(wide: int) -> None:
    rng = Random(wide)
    for _ in range(3_000):
        shape, a, b = some_outline(rng, wide), somewhere(rng, wide), somewhere(rng, wide)
        assert is_free(a, b, (framed(shape),)) is not crosses(shape, a, b), (shape, a, b)
        assert is_inside((shape,), a) is contains(shape, a), (shape, a)


@pytest.mark.parametrize("wide", [SMALL, LARGE])
def test_an_outline_reaches_into_a_room_where_the_two_overlap(wide: int) -> None:
    rng = Random(wide)
    for _ in range(3_000):
        room, shape = hull(some_outline(rng, wide)), some_outline(rng, wide)
        lap = overlaps(room, shape, 0)
        assert reaches_into(shape, room, rim_of(room)) is lap, (room, shape)
        assert not lap or met(room, (framed(shape),)), (room, shape)


@pytest.mark.parametrize("wide", [SMALL, LARGE])
def test_where_the_corners_are_hidden_all_is(wide: int) -> None:
    rng, hidden = Random(wide), 0
    for _ in range(3_000):
        shape, at, places = some_outline(rng, wide), somewhere(rng, wide), [somewhere(rng, wide) for _ in range(4)]
        room = hull([*places, *some_outline(rng, wide)])
        if is_all_hidden(at, room, (framed(shape),)):
            hidden += 1
            assert not open_places(at, [*places, *room], (framed(shape),)), (shape, at, places)
    assert hidden, "some are"
