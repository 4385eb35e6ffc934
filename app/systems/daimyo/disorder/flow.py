"""Disorder comes and goes (DIS)."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.refusals import Clause
from app.systems.daimyo.disorder.events import Disordered, OrderRestored
from app.systems.daimyo.state import State, UnitId


def disorder(game: Game[State], unit_id: UnitId, cause: int, clause: Clause) -> None:
    """The unit is in disorder; nothing happened if it was before, is a place, or is gone (DAI-DIS-02, DAI-DIS-12).

    ``cause`` is the number in the list of causes: 1 morale, 2 ground, 3 blocked push-back, 4 hit from aside, 5 passing
    through, 6 a long melee.  A headquarters is never disordered (DAI-ORG-27).
    """
    unit = game.state.units[unit_id]
    if unit.on_table and not unit.disordered and unit.kind != "hq":
        game.emit(Disordered(clause=clause, unit=unit_id, cause=cause, turn=game.state.turn))


def restore(game: Game[State], unit_id: UnitId, clause: Clause) -> None:
    """The unit bears no disorder marker (DAI-DIS-10)."""
    if game.state.units[unit_id].disordered:
        game.emit(OrderRestored(clause=clause, unit=unit_id))
