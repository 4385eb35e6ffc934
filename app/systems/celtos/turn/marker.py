"""The Marker Phase: a turn begins, and the markers of the one before are gone."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.celtos.book import c
from app.systems.celtos.state import State
from app.systems.celtos.turn.events import MARKERS, MarkersRemoved, PhaseBegan, TurnBegan

TURN, REMOVED, AUTOMATIC = c("CEL-TRN-01"), c("CEL-MRK-01"), c("CEL-MRK-04")


async def marker(game: Game[State]) -> None:
    """No unit has a marker of a turn before; Panic, wounds and tokens stay (CEL-MRK-02, CEL-MRK-03).

    A position that already stands in this phase keeps its turn; any other begins the next.
    """
    turn = game.state.turn if game.state.phase == "marker" and game.state.turn else game.state.turn + 1
    game.emit(TurnBegan(clause=TURN, turn=turn))
    game.emit(PhaseBegan(clause=AUTOMATIC, phase="marker"))
    for unit in game.state.units.values():
        markers = tuple(name for name in MARKERS if getattr(unit, name))
        if (markers or unit.orders) and not unit.fate:
            game.emit(MarkersRemoved(clause=REMOVED, unit=unit.id, markers=markers))
