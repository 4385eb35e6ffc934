"""The end of a turn and of the battle: camps, what both sides have, and whether anybody has won (SCN)."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.modifiers import total
from app.engine.refusals import Clause
from app.engine.system import Outcome
from app.systems.kensei.book import c
from app.systems.kensei.scenarios.events import CampLost, ConditionDecided, GameOver, ScoreCounted
from app.systems.kensei.scenarios.figures import victory_of
from app.systems.kensei.scenarios.rules import camps_taken
from app.systems.kensei.scenarios.victory import at_once, at_turn, decided, met_at_limit, tally
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import TurnEnded

CAMP, OVER, OWN = c("KEN-SCN-07"), c("KEN-TRN-07"), c("KEN-SCN-01")


def watch_end(game: Game[State]) -> None:
    """The battle has ended if a condition is met that ends it at once (KEN-SCN-03, KEN-SCN-04)."""
    if game.state.outcome is not None or game.state.phase in ("", "setup"):
        return
    if (outcome := at_once(game.state)) is not None:
        close(game, outcome)


def end_of_turn(game: Game[State]) -> None:
    """The checks of the end of a turn are made: camps lost, what is counted, the end (KEN-TRN-07)."""
    if game.state.outcome is not None:
        return
    for seat in tuple(camps_taken(game.state)):
        game.emit(CampLost(clause=CAMP, seat=seat))
    for seat in game.state.seats:
        key, lines = victory_of(game.state, seat).key, tally(game.state, seat)
        game.emit(ScoreCounted(clause=c(victory_of(game.state, seat).clause), seat=seat, victory=key,
                               score=total(lines), lines=lines))  # fmt: skip
    if (outcome := at_turn(game.state)) is not None:
        close(game, outcome)
        return
    decide(game)
    game.emit(TurnEnded(clause=OVER, turn=game.state.turn))


def decide(game: Game[State]) -> None:
    """Conditions whose own last turn is over are settled, while another side plays on (KEN-SCN-01)."""
    for seat in game.state.seats:
        said = victory_of(game.state, seat)
        if decided(game.state, seat) == 0 and game.state.turn >= said.turns:
            met = met_at_limit(game.state, seat)
            game.emit(ConditionDecided(clause=OWN, seat=seat, victory=said.key, met=met))


def close(game: Game[State], outcome: Outcome) -> None:
    """The outcome stands."""
    game.emit(GameOver(clause=Clause(str(outcome.facts["clause"])), outcome=outcome))
