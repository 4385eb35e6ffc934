"""Who has the initiative, and whether there is another exchange."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.system import Outcome
from iai_duel.book import c, table
from iai_duel.state import State
from iai_duel.yard.events import DuelEnded, GivenUp, InitiativePassed, InitiativeTaken

INITIATIVE, END, GIVES_UP = c("IAI-YRD-05"), c("IAI-YRD-06"), c("IAI-YRD-07")
MOST: int = table("yard")["exchanges"]["most"]


async def initiative(game: Game[State]) -> None:
    """Somebody has the initiative of the next exchange, or the duel is over (IAI-YRD-05, IAI-YRD-06)."""
    state = game.state
    if state.turn >= MOST:
        game.emit(DuelEnded(clause=END, outcome=by_wounds(state)))
    elif state.first is None:
        await throw(game)
    else:
        game.emit(InitiativePassed(clause=INITIATIVE, seat=state.other(state.first), turn=state.turn + 1))


async def throw(game: Game[State]) -> None:
    """Both throw until one has thrown higher."""
    faces: dict[Seat, int] = {}
    while len(set(faces.values())) < 2:
        for seat in game.state.seats:
            (faces[seat],) = await roll(Dice(1), "initiative", INITIATIVE, by=seat)
    best = max(faces, key=faces.__getitem__)
    game.emit(InitiativeTaken(clause=INITIATIVE, seat=best, faces={str(seat): face for seat, face in faces.items()}))


def by_wounds(state: State) -> Outcome:
    """Who has fewer wounds has won; nobody if both have as many (IAI-YRD-06)."""
    one, other = sorted(state.sides, key=lambda side: side.wounds)
    return Outcome(None if one.wounds == other.wounds else one.seat, "end.wounds")


def conceded(state: State, seat: Seat) -> GivenUp:
    """The end of a duel that this seat gave up (IAI-YRD-07)."""
    return GivenUp(clause=GIVES_UP, seat=seat, outcome=Outcome(state.other(seat), "end.given-up"))
