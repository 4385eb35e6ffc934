"""Nobody measures in advance (KEN-STA-37, KEN-STA-39): where only distances differ, every byte before an order is
carried out is the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.conformance import by_chance, draw_setup, phases
from app.engine.asks import Ask, Domain, Json
from app.engine.digest import canonical
from app.engine.domains import Menu, Pick, Place, Spot
from app.engine.events import Seat
from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.session import Checkpoint, Session
from app.systems import system_of
from app.systems.kensei.army import Unit
from app.systems.kensei.measure import centre, is_within, parts
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State

KENSEI = system_of("kensei")
BEFORE = ("special", "orders")
"""Phases in which everything is declared and nothing carried out."""
DEEP = 6
SEEDS = range(3)
SHIFTS = (2_000, 5_000, 9_000, 14_000)
"""How much farther off an enemy is set, in 1/100 mm."""

WAYS, OFFS = range(4_500, 36_000, 9_000), (3_000, 30_000)
"""In which directions and how far off places are drawn, legal or not, with what is proposed instead."""


def whole(domain: Domain[Any], depth: int = DEEP) -> Json:
    """All that a page could ever be told about a question: options with reasons, previews, what lies below."""
    found: list[Json] = [domain.describe()]
    found += [domain.preview(answer) for answer in domain.some(4)]
    if isinstance(domain, Pick):
        found += [domain.preview(key) for key in domain.options]
    if isinstance(domain, Place):
        begun = domain.aim or domain.sure[0].at
        found += [domain.preview(Spot(spot(begun, way, 0, off))) for way in WAYS for off in OFFS]
    if isinstance(domain, Menu) and depth:
        found += [[key, option.no, whole(option.then(), depth - 1) if option.then and not option.no else ""]
                  for key, option in domain.options.items()]  # fmt: skip
    return found


def told(state: State, phase: str) -> bytes:
    """The question that begins a phase of orders, with all below it."""
    session = Session(KENSEI, Checkpoint(phase, state))  # type: ignore[arg-type]
    events = [[event, KENSEI.tell(event)] for event in session.events]
    asked = session.waiting
    assert isinstance(asked, Ask), "a phase of orders asks"
    return canonical([asked.about, asked.seat, dict(asked.facts), events, whole(asked.domain)])


def farther(state: State, foe: Unit, by: int) -> State | None:
    """The same position but for an enemy that stands farther from the middle of the other army; ``None`` off the
    table or on something."""
    mine = [centre(state, unit) for unit in state.enemies_of(foe.seat)]
    at = centre(state, foe)
    x, y = sum(p.x for p in mine) // len(mine), sum(p.y for p in mine) // len(mine)
    dx, dy = at.x - x, at.y - y
    size = max(1, abs(dx), abs(dy))
    step = Point(dx * by // size, dy * by // size)
    moved = shifted(foe, step)
    there = state.with_units({foe.id: moved})
    spread = [p for part in parts(there, moved) for p in part]
    on = all(0 < p.x < state.table.width and 0 < p.y < state.table.depth for p in spread)
    clear = all(not is_within(there, moved, u, 500) for u in there.fielded() if u.id != foe.id)
    return there if on and clear else None


def shifted(unit: Unit, by: Point) -> Unit:
    """A unit somewhere else, turned as it was."""
    models = tuple(replace(m, at=Point(m.at.x + by.x, m.at.y + by.y)) for m in unit.models)
    return replace(unit, at=Point(unit.at.x + by.x, unit.at.y + by.y), models=models)


def sight(state: State) -> list[bool]:
    """Who sees whom, which players see by themselves: all else that may be told before an order is carried out."""
    units = [unit for unit in state.units.values() if unit.on_table]
    return [sees(state, a, b) for a in units for b in units if a.seat != b.seat]


def positions(seed: int) -> Iterator[tuple[str, State]]:
    """The beginnings of the phases of orders of a random battle."""
    rng = Random(seed)
    for session in phases(KENSEI, KENSEI.begin(draw_setup(KENSEI, rng))):
        phase, state = session.start.phase, session.start.state
        if state.turn >= 4:
            return
        if phase in BEFORE:
            yield str(phase), state
        for _ in by_chance(session, rng):
            pass


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_before_an_order_is_carried_out_does_not_depend_on_distances(seed: int) -> None:
    compared = helped = 0
    for phase, state in positions(seed):
        if not isinstance(Session(KENSEI, Checkpoint(phase, state)).waiting, Ask):  # type: ignore[arg-type]
            continue
        seen, here = sight(state), told(state, phase)
        for foe in tuple(state.enemies_of(Seat(str(state.go)))):
            for by in SHIFTS:
                there = farther(state, foe, by)
                if there is None or state.fighting(foe.id) or sight(there) != seen:
                    continue
                assert told(there, phase) == here, f"{phase} of turn {state.turn}: {foe.id} {by} farther off"
                compared, helped = compared + 1, helped + here.count(b'"instead":[')
    assert compared > 20
    assert helped > 20, "no place drawn amiss came with another"
