"""Places for Deployment Cards are found quickly by boxes, and are those that the rules leave free."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from app.engine.domains import Spot
from app.engine.geometry import Point, contains, point_segment_within, rectangle
from app.engine.geometry import outline as sides
from app.systems.kensei.deployment.cards.places import body_of, covered, formations, places, refuse_card, rows
from app.systems.kensei.ground.terrain import piece
from app.systems.kensei.scenarios.figures import home
from app.systems.kensei.scenarios.rules import touches
from app.systems.kensei.state import Card, State
from tests.systems.kensei.openings import Opening, agreed

KINDS = ("deep_water", "house", "forest", "high_wall")


def with_ground(state: State, rng: Random) -> State:
    """The same with pieces in the zones, upright and turned."""
    table = state.table
    laid = tuple(
        piece(f"p{n}", rng.choice(KINDS), Point(rng.randrange(table.width), rng.choice((9_000, table.depth - 9_000))),
              rng.choice((0, 9_000, 3_000)))
        for n in range(5)
    )  # fmt: skip
    return replace(state, table=replace(table, pieces=laid))


@pytest.mark.parametrize("seed", range(4))
def test_places_for_cards_are_those_that_the_rules_leave_free(seed: int) -> None:
    rng, seen = Random(seed), set[str]()
    state = Opening(agreed("command_post"), seed=seed, sample=True).run(stage="camps")
    for _ in range(6):
        state = with_ground(state, rng) if not state.cards else state
        waits = [u for u in state.units.values() if not u.host and state.card_of(u.id) is None]
        unit = rng.choice(waits)
        files = formations(state, unit)[0]
        first = body_of(state, unit, Point(0, 0), unit.facing, files)
        zone = home(state, unit.seat)
        nos = {at: refuse_card(state, unit, first._replace(at=at)) for at in rows(zone, first)}
        seen |= {no.code for no in nos.values() if no}
        free = [Spot(at, unit.facing) for at, no in nos.items() if no is None]
        assert list(places(state, unit, files)) == free
        if free:
            at = rng.choice(free).at
            state = laid_down(state, unit.id, at, files)
    assert {"deploy.ground", "deploy.card-taken"} <= seen


def laid_down(state: State, id: str, at: Point, files: int) -> State:
    """The same with the card of a unit at a place."""
    unit = state.units[id]
    body = body_of(state, unit, at, unit.facing, files)
    card = Card(id=f"card-{id}", seat=unit.seat, unit=unit.id, at=at, facing=unit.facing, width=body.width,
                depth=body.depth)  # fmt: skip
    assert covered(card)
    return replace(state, cards=(*state.cards, card))


def test_what_touches_a_place_is_found_by_boxes_as_without_them() -> None:
    rng, near = Random(5), 0
    for _ in range(2_000):
        at = Point(rng.randrange(-400, 400), rng.randrange(-400, 400))
        shape = rectangle(Point(0, 0), rng.randrange(10, 300), rng.randrange(10, 300), rng.randrange(36_000))
        reach = rng.randrange(0, 200)
        plain = contains(shape, at) or any(point_segment_within(at, *side, reach) for side in sides(shape))
        assert touches((shape,), at, reach) is plain
        near += plain
    assert 300 < near < 1_700
