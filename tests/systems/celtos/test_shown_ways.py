"""A unit is shown on its way from where those who went stood to where they stand, of the order or the step told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from app.conformance import by_chance, draw_setup, phases
from app.engine.geometry import distance
from app.engine.thoughts import mean
from app.systems.celtos.activation.events import OrderGiven
from app.systems.celtos.moving.events import ModelMoved, UnitMoved
from app.systems.celtos.page.pictures import QUIET, told
from app.systems.celtos.system import SYSTEM as CELTOS

ENOUGH = 12
NEAR = 2
"""What the middle of some points is rounded by, in 1/100 mm."""


def sessions() -> Iterator[tuple[Any, Any]]:
    """Phases of a battle by chance, each with how all stood before it."""
    for session in phases(CELTOS, CELTOS.begin(draw_setup(CELTOS, Random(5)))):
        state = session.state
        for _ in by_chance(session, Random(7)):
            pass
        yield state, session


def test_who_went_and_where_to_is_told_of_the_order_or_of_the_step() -> None:
    seen = Counter[str]()
    for start, session in sessions():
        events = list(enumerate(session.events))
        found, state, before = told(events), start, dict[str, Any]()
        for seq, event in events:
            if isinstance(event, ModelMoved):
                before.setdefault(event.model, state.models[event.model].at)
            state = CELTOS.evolve(state, event)
            if not isinstance(event, UnitMoved):
                continue
            orders = [n for n, one in events[:seq] if isinstance(one, OrderGiven) and one.unit == event.unit]
            way = found.get(orders[-1] if event.how in QUIET else seq)
            froms, tos = [before[id] for id in event.models], [state.models[id].at for id in event.models]
            if way:
                seen[event.how] += 1
                assert distance(way[0], mean(froms)) < NEAR
                assert distance(way[-1], mean(tos)) < NEAR
            else:
                assert distance(mean(froms), mean(tos)) <= 100, "it has only turned"
            before = {}
        if sum(seen.values()) >= ENOUGH and "assault" in seen and "move" in seen:
            return
    raise AssertionError(f"only {seen} ways")
