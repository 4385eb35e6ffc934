"""Errands and paths for tests of moving, written in centimetres."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.events import Event, Seat
from app.engine.geometry import Point
from app.engine.groups import Paths
from app.engine.refusals import Refusal
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.moving.errands import Errand
from app.systems.celtos.moving.paths.judging import refuse_paths
from app.systems.celtos.moving.rules import carry_out
from app.systems.celtos.state import State, UnitId
from tests.systems.celtos.fields import Spot, at, battle, unit

RED, BLUE = UnitId("A"), UnitId("B")


def going(state: State, how: str = "move", of: UnitId = RED, **to: Any) -> Refusal | None:
    """What stands against models going straight to places; ``m1=(x, y)`` is the first model's, or several places."""
    paths = {f"{of}-{name[1:]}": way(state, f"{of}-{name[1:]}", spots) for name, spots in to.items()}
    return refuse_paths(state, paths, errand(how, of))


def way(state: State, id: str, spots: Any) -> tuple[Point, ...]:
    """The path of a model over some places."""
    many = [spots] if isinstance(spots[0], int | str) else spots
    return (state.model(id).at, *(at(*spot) for spot in many))


def errand(how: str, of: UnitId = RED) -> Errand:
    """An errand at the other unit."""
    other = BLUE if of == RED else RED
    return Errand(how, of, other if how in ("assault", "evade", "counter-charge", "approach") else None)


def code(no: Refusal | None) -> tuple[str, str] | None:
    """The code of a refusal with its clause."""
    return (no.code, no.clause) if no else None


def lone(*terrain: Any, at: Spot = (20, 60), foe: Spot = (170, 110), **figures: Any) -> State:
    """One model of red, one of blue far away."""
    return battle(unit("A", "red", at, **figures), unit("B", "blue", foe), terrain=terrain)


class Recorder:
    """A game that only records what is told it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Record an event and fold it."""
        assert isinstance(event, CeltosEvent)
        self.events.append(event)
        self.state = event.fold(self.state)


def done(state: State, paths: Paths, how: Errand) -> Recorder:
    """The game after these paths have been walked; nothing is asked and nothing rolled on the way."""
    game = Recorder(state)
    with pytest.raises(StopIteration):
        carry_out(game, paths, how, how.way.limit).send(None)
    return game


def kinds(game: Recorder) -> list[str]:
    """The kinds of what happened, in order."""
    return [event.kind for event in game.events]


def waiting(turn: int = 2, size: Spot = (180, 120)) -> State:
    """A unit of three that waits off the table."""
    spots: list[Spot] = [(0, 0)] * 3
    return battle(unit("A", "red", *spots, waiting=True), unit("B", "blue", (90, 60)), turn=turn, size=size)


def envoy() -> State:
    """An envoy near the edge he makes for."""
    units = unit("A", "red", (175, 60)), unit("C", "red", (175, 80)), unit("B", "blue", (90, 60))
    state = battle(*units, scenario="envoy").with_unit("A", entry="envoy")
    return state.with_side(Seat("red"), role="escort").with_side(Seat("blue"), role="hunter")
