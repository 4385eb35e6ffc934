"""What a model is to be reckoned with for: where it may come to stand, and how far it shoots, as all know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from app.engine.events import Seat
from app.engine.reach import GLANCE, Threat, area
from app.engine.same import Same
from app.engine.views import Note
from app.systems.ronin.book import WEAPONS, inches
from app.systems.ronin.moving.orders import WAYS, is_free
from app.systems.ronin.moving.walk import allowance, limit, refuse_path, refuse_way
from app.systems.ronin.shooting.rules import RANGE, farthest, missiles_of, refuse_shooter
from app.systems.ronin.state import Model, State

REACHING = {"move": "move", "run": "run", "gallop": "run", "withdraw": "move"}
"""Orders that are shown, and how."""
STILL = ("combat", "action")
"""Phases in which no model goes by these orders."""


def threat(state: State, viewer: Seat | None, id: str) -> tuple[Threat, ...]:
    """Where a model may end by each of its orders, and how far each of its weapons carries; the same for all, but that
    nobody is told where his own go in a phase in which none does."""
    me = next((m for m in state.standing() if m.id == id), None)
    return _threat(Same(state), id, me is not None and me.seat == viewer and state.phase in STILL)


@lru_cache(maxsize=128)
def _threat(same: Same[State], id: str, still: bool) -> tuple[Threat, ...]:
    state, me = same.it, next((m for m in same.it.standing() if m.id == id), None)
    if me is None:
        return ()
    return tuple(shots(state, me)) if still else (*moves(state, me), *shots(state, me))


def moves(state: State, me: Model) -> Iterator[Threat]:
    """Where it may end: found by the rule that judges the ways of its owner."""
    for order, kind in REACHING.items() if is_free(state, me) else ():
        how = WAYS[order]
        if refuse_way(state, me, how) is None:
            far, _ = allowance(state, me.id, how, (me.at,))
            found = area(me.at, far, partial(refuse_path, state, me.id, how=how), GLANCE)
            if found:
                yield Threat(kind=kind, note=Note(f"option.{order}", {"reach": far}, limit(me, how)), outlines=found)


def shots(state: State, me: Model) -> Iterator[Threat]:
    """How far its weapons carry from the edge of its base, less in fog or at night."""
    dark = inches(farthest(state))
    for weapon in missiles_of(me):
        if refuse_shooter(state, me, weapon) is None:
            far = min(inches(WEAPONS[weapon].range), dark or inches(WEAPONS[weapon].range))
            note = Note("threat.shoot", {"weapon": weapon, "range": far}, RANGE)
            yield Threat(kind="shoot", note=note, outlines=((me.at,),), radius=me.radius + far)
