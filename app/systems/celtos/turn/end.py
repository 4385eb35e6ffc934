"""The end of a turn: what the scenario pays, and the end of the game after its last turn."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.celtos.book import c
from app.systems.celtos.scenarios.ending import finish, pay, watch
from app.systems.celtos.scenarios.events import RiteMade
from app.systems.celtos.scenarios.figures import scenario, seat_of
from app.systems.celtos.scenarios.tokens import captive, follow, held, holder, settle
from app.systems.celtos.state import State
from app.systems.celtos.turn.events import PhaseBegan, TurnEnded

LENGTH, TOKENS, RITES = c("CEL-TRN-02"), c("CEL-SCN-02"), c("CEL-SCN-05")


async def end(game: Game[State]) -> None:
    """The turn is over; so is the game, if it was the last one (CEL-TRN-02, CEL-VIC-04)."""
    game.emit(PhaseBegan(clause=LENGTH, phase="end"))
    follow(game)
    settle(game)
    pay_tokens(game)
    add_rite(game)
    watch(game)
    if game.state.outcome is None and game.state.turn >= game.state.turns:
        finish(game)
    if game.state.outcome is None:
        game.emit(TurnEnded(clause=LENGTH, turn=game.state.turn))


def pay_tokens(game: Game[State]) -> None:
    """Battle points for each token held, from the turn the scenario names (CEL-SCN-02)."""
    said = scenario(game.state).each_turn
    if not said or game.state.turn < said["from_turn"]:
        return
    for seat in game.state.seats:
        number = held(game.state, seat)
        if number:
            pay(game, str(seat), number, number * said["points"], TOKENS)


def add_rite(game: Game[State]) -> None:
    """One rite mark more, if the captors hold the shrine with its captive (CEL-SCN-05)."""
    token, captors = captive(game.state), seat_of(game.state, "captors")
    if token is None or captors is None or token.carrier:
        return
    if holder(game.state, token) == captors:
        game.emit(RiteMade(clause=RITES, seat=captors, marks=game.state.marks + 1))
