"""The end of the battle as soon as it has come, and what is told with it (DAI-SCN-02, DAI-SCN-06)."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.refusals import Clause
from app.engine.system import Outcome
from app.systems.daimyo.book import c
from app.systems.daimyo.scenarios.events import GameOver, LossesCounted
from app.systems.daimyo.scenarios.victory import at_check, at_once, tally
from app.systems.daimyo.state import State

COUNTED = c("DAI-SCN-02")


def watch(game: Game[State]) -> None:
    """The battle has ended if a leader or a headquarters is lost whose loss ends it (DAI-SCN-06)."""
    if game.state.outcome is not None or game.state.phase in ("", "setup"):
        return
    if (outcome := at_once(game.state)) is not None:
        close(game, outcome)


def check(game: Game[State]) -> None:
    """Losses are counted, and the battle has ended if either side has won (DAI-SCN-02)."""
    if game.state.outcome is not None:
        return
    for side in game.state.sides:
        lines = tally(game.state, side.seat)
        game.emit(LossesCounted(clause=COUNTED, seat=side.seat, lost=side.lost, weight=side.weight, lines=lines))
    if (outcome := at_check(game.state)) is not None:
        close(game, outcome)


def close(game: Game[State], outcome: Outcome) -> None:
    """The outcome stands."""
    game.emit(GameOver(clause=Clause(str(outcome.facts["clause"])), outcome=outcome))
