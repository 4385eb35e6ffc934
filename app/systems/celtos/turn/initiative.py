"""The Initiative Phase: who goes first this turn."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.systems.celtos.book import c
from app.systems.celtos.scenarios.figures import scenario, seat_of
from app.systems.celtos.scenarios.victory import alive
from app.systems.celtos.state import State
from app.systems.celtos.turn.events import FirstChosen, PhaseBegan
from app.systems.celtos.turn.rolloff import roll_off

PHASE, ROLLED, CHOICE, AMBUSH = c("CEL-TRN-01"), c("CEL-INI-01"), c("CEL-INI-02"), c("CEL-SCN-06")


async def initiative(game: Game[State]) -> None:
    """The player with the highest die goes first, or another of his choice (CEL-INI-01, CEL-INI-02)."""
    game.emit(PhaseBegan(clause=PHASE, phase="initiative"))
    given = unrolled(game.state)
    if given is not None:
        game.emit(FirstChosen(clause=AMBUSH, seat=given))
        return
    winner = await roll_off(game, "initiative", ROLLED, alive(game.state))
    seats = tuple(s for s in game.state.seats_from(winner) if s == winner or s in alive(game.state))
    options = Menu({str(seat): Option(about="option.seat", facts={"seat": seat}) for seat in seats})
    first = await ask(Ask(winner, "initiative.first", options, CHOICE, default=Choice(str(winner))))
    game.emit(FirstChosen(clause=CHOICE, seat=Seat(first.key), by=str(winner)))


def unrolled(state: State) -> Seat | None:
    """Who goes first without a roll: the ambusher on the first turn (CEL-SCN-06)."""
    said = scenario(state).first
    return seat_of(state, said["role"]) if said and state.turn == said["turn"] else None
