"""Roll-offs: one die each, the highest wins, those level for the highest roll again."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.refusals import Clause
from app.systems.celtos.book import c
from app.systems.celtos.checks.score import D10
from app.systems.celtos.state import State
from app.systems.celtos.turn.events import RolledOff, RollTied, RollWon

AGAIN = c("CEL-INI-03")
DIE = Dice(1, D10)


async def roll_off(game: Game[State], why: str, clause: Clause, rivals: tuple[Seat, ...]) -> Seat:
    """The rival with the highest die; those level for it have rolled again (CEL-INI-01, CEL-INI-03, CEL-SET-06).

    ``why``: initiative, edge or role.  Nothing modifies these dice (CEL-INI-04).
    """
    while True:
        dice: dict[Seat, int] = {}
        for seat in rivals:
            faces = await roll(DIE, "initiative" if why == "initiative" else "roll-off", clause, by=seat)
            dice[seat] = faces[0]
            game.emit(RolledOff(clause=clause, seat=seat, why=why, natural=faces[0]))
        rivals = tuple(seat for seat in rivals if dice[seat] == max(dice.values()))
        if len(rivals) == 1:
            game.emit(RollWon(clause=clause, why=why, seat=rivals[0]))
            return rivals[0]
        game.emit(RollTied(clause=AGAIN, why=why, seats=rivals))
