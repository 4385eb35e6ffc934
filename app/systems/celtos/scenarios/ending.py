"""The end of the game as soon as it has come, and what is told with it (CEL-TRN-02)."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.modifiers import total
from app.engine.refusals import Clause
from app.engine.system import Outcome
from app.systems.celtos.book import c, cm
from app.systems.celtos.scenarios.events import GameOver, Scored, TokenScored
from app.systems.celtos.scenarios.figures import scenario, seat_of
from app.systems.celtos.scenarios.tokens import burn, drop_captive, follow, free_captive, held, settle
from app.systems.celtos.scenarios.victory import at_end, lines, sudden
from app.systems.celtos.state import State

SCORES, BEYOND, MIDDLE = c("CEL-VIC-01"), c("CEL-SCN-06"), c("CEL-SCN-07")


def watch(game: Game[State]) -> None:
    """The game has ended, if it was over: call it after every casualty, Defeat and model that left (CEL-TRN-02)."""
    if game.state.outcome is not None or game.state.phase in ("", "setup"):
        return
    outcome = sudden(game.state)
    if outcome is None:
        drop_captive(game)
    else:
        close(game, outcome)


async def activation_ended(game: Game[State], unit_id: str) -> None:
    """What the scenario makes of the end of an activation has happened, the end of the game included."""
    if game.state.outcome is not None:
        return
    burn(game, unit_id)
    follow(game)
    free_captive(game, unit_id)
    settle(game)
    watch(game)


def finish(game: Game[State]) -> None:
    """The last turn is over, and so is the game."""
    score_the_end(game)
    close(game, at_end(game.state))


def close(game: Game[State], outcome: Outcome) -> None:
    """The points of all sides are told, and the outcome stands."""
    for seat in game.state.seats:
        made = lines(game.state, seat, final=True)
        game.emit(Scored(clause=SCORES, seat=seat, points=total(made), lines=made))
    game.emit(GameOver(clause=Clause(str(outcome.facts["clause"])), outcome=outcome))


def score_the_end(game: Game[State]) -> None:
    """What a scenario pays only at the end: the token in the middle, units that got away (CEL-SCN-06, CEL-SCN-07)."""
    said = scenario(game.state)
    if said.at_end:
        for seat in game.state.seats:
            number = held(game.state, seat)
            if number:
                pay(game, str(seat), number, number * said.at_end["points"], MIDDLE)
    if said.beyond:
        column, number = seat_of(game.state, said.beyond["role"]), escaped(game.state)
        if column and number:
            pay(game, str(column), number, number * said.beyond["points"], BEYOND)


def escaped(state: State) -> int:
    """How many units of the column have all their models wholly beyond the line (CEL-SCN-06)."""
    said = scenario(state).beyond
    line, seat = cm(said["x"]), seat_of(state, said["role"])
    units = [u for u in state.units.values() if u.seat == seat and state.living(u)]
    return sum(all(m.at.x - m.radius >= line for m in state.living(u)) for u in units)


def pay(game: Game[State], seat: str, number: int, points: int, clause: Clause) -> None:
    """The side has these points more."""
    side = next(s for s in game.state.sides if s.seat == seat)
    event = TokenScored(clause=clause, seat=side.seat, number=number, points=points, score=side.score + points)
    game.emit(event)
