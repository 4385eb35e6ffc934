"""What a page needs to lay a game, what stands against one, and how one begins."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.asks import Json
from app.engine.geometry import Point
from app.engine.refusals import Refusal, refuse
from app.engine.setups import options, scenarios, seats
from app.engine.system import Setup
from app.engine.table import Table
from blank_game.book import c, cm
from blank_game.state import Side, State

SIZE = cm(60)
TWO = c("BLA-TRN-01")


def catalogue() -> Json:
    """One scenario, one ready roster."""
    return {"scenarios": [{"id": "first", "table": [60, 60]}], "samples": [{"id": "plain", "name": "Plain"}]}


def refuse_setup(setup: Setup) -> tuple[Refusal, ...]:
    """All that stands against a game."""
    return tuple(faults(setup))


def faults(setup: Setup) -> Iterator[Refusal]:
    """One by one."""
    yield from scenarios(setup, ("first",), TWO)
    yield from seats(setup, TWO)
    yield from options(setup, (), TWO)
    if len(setup.sides) != 2:
        yield refuse("setup.two", TWO)


def begin(setup: Setup) -> State:
    """Both stand in the middle of their edges."""
    spots = (Point(SIZE // 2, SIZE - cm(10)), Point(SIZE // 2, cm(10)))
    sides = (Side(seat=one.seat, at=at) for one, at in zip(setup.sides, spots, strict=True))
    return State(setup=setup, table=Table(SIZE, SIZE), sides=tuple(sides))
