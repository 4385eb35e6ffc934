"""Rallying: what a unit in Panic does before any order (2.20)."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.celtos.book import c
from app.systems.celtos.checks.flow import check
from app.systems.celtos.morale.events import Rallied
from app.systems.celtos.state import State, UnitId

RALLY = c("CEL-RAL-02")


async def rally(game: Game[State], unit_id: UnitId) -> None:
    """A unit in Panic has made its Rally check; passed, its Panic is over (CEL-RAL-02)."""
    if game.state.unit(unit_id).panic and await check(game, unit_id, "rally", RALLY):
        game.emit(Rallied(clause=RALLY, unit=unit_id))
