"""Roll-offs: one die each, the higher wins, level dice again."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.refusals import Clause
from app.systems.ronin.book import c, table
from app.systems.ronin.setup.events import RolledOff
from app.systems.ronin.state import State

AGAIN = {"priority": c("RON-PRI-04")}
LEVEL = c("RON-SET-14")


async def roll_off(game: Game[State], why: str, clause: Clause) -> Seat:
    """The seat with the higher die; both have rolled until they differ (RON-SET-14, RON-PRI-04)."""
    first, second = (side.seat for side in game.state.sides)
    one = Dice(table("combat")["dice"]["priority"])
    while True:
        faces = (await roll(one, why, clause, by=first)) + (await roll(one, why, clause, by=second))
        winner = None if faces[0] == faces[1] else first if faces[0] > faces[1] else second
        named = clause if winner else AGAIN.get(why, LEVEL)
        game.emit(RolledOff(clause=named, why=why, faces=faces, seats=(first, second), winner=winner))
        if winner is not None:
            return winner
