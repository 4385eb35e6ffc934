"""Whether a unit out of command moves as told (OBE)."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.modifiers import Line
from app.systems.daimyo.book import c
from app.systems.daimyo.command.events import ObedienceTested
from app.systems.daimyo.command.rules import NEEDED, commander, must_obey, obedience_rating
from app.systems.daimyo.state import State, UnitId

TEST, RATED = c("DAI-OBE-02"), c("DAI-OBE-02")


async def obeys(game: Game[State], unit_id: UnitId) -> bool:
    """Whether the unit may move as told: in command, or its die and its leader's rating reach the need (DAI-OBE-02).

    It tests once an activation (DAI-OBE-08).
    """
    unit = game.state.units[unit_id]
    if not must_obey(game.state, unit):
        return unit.obedience != "failed"
    (face,) = await roll(Dice(1), "obedience", TEST, by=unit.seat)
    unit = game.state.units[unit_id]
    rating, leader = obedience_rating(game.state, unit), commander(game.state, unit)
    total = face + rating
    game.emit(ObedienceTested(
        clause=TEST, unit=unit_id, leader=leader.id if leader else "", face=face,
        lines=(Line("rating", rating, RATED),) if rating else (), total=total, needed=NEEDED, obeys=total >= NEEDED,
    ))  # fmt: skip
    return total >= NEEDED
