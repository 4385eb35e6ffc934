"""The phase of a turn."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import Pick
from app.engine.events import Seat
from app.engine.flow import Game, ask, roll
from app.engine.system import Outcome
from blank_game.book import c, table
from blank_game.state import State
from blank_game.turn.events import GameOver, GivenUp, StoodBy, Thrown, TurnEnded

TURN, DIE, END, GIVES_UP = (c(f"BLA-TRN-0{n}") for n in range(1, 5))
LOSES: int = table("turn")["die"]["loses"]
POINTS, TURNS = table("turn")["end"]["points"], table("turn")["end"]["turns"]


async def turn(game: Game[State]) -> None:
    """Both have thrown or stood by, and the game is over if it has to be (BLA-TRN-01, BLA-TRN-03)."""
    for seat in game.state.seats:
        if await ask(Ask(seat, "turn.choose", Pick({"throw": None, "stand": None}), TURN, "stand")) == "throw":
            await throw(game, seat)
        else:
            game.emit(StoodBy(clause=TURN, seat=seat))
        if game.state.side(seat).points >= POINTS:
            game.emit(GameOver(clause=END, outcome=Outcome(seat, "end.points")))
            return
    game.emit(TurnEnded(clause=TURN, turn=game.state.turn + 1))
    if game.state.turn >= TURNS:
        game.emit(GameOver(clause=END, outcome=Outcome(None, "end.turns")))


async def throw(game: Game[State], seat: Seat) -> None:
    """A player's die has fallen (BLA-TRN-02)."""
    (face,) = await roll(Dice(1), "points", DIE, by=seat)
    points = 0 if face == LOSES else game.state.side(seat).points + face
    game.emit(Thrown(clause=DIE, seat=seat, face=face, points=points))


def conceded(state: State, seat: Seat) -> GivenUp:
    """The end of a game that this seat gave up (BLA-TRN-04)."""
    return GivenUp(clause=GIVES_UP, seat=seat, outcome=Outcome(state.other(seat), "end.given-up"))
