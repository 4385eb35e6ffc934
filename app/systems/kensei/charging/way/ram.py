"""Charging the wall of a Construction (KEN-TER-100)."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.charging.events import ChargeDeclared, ChargeFailed
from app.systems.kensei.charging.onrush import advance, break_off, reaches
from app.systems.kensei.charging.rules import breaks_walls
from app.systems.kensei.charging.way.approach import aim_wall
from app.systems.kensei.charging.way.straight import Aim
from app.systems.kensei.ground.events import WallReached
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.state import State
from app.systems.kensei.warnings.watch import watch

WALL, ABLE, FAILED = c("KEN-TER-100"), c("KEN-TER-45"), c("KEN-CHG-16")


def refuse_ram(state: State, unit: Unit, piece: str) -> Refusal | None:
    """Why a unit cannot charge a wall: it breaks none, the building is down, or the way is barred."""
    if not breaks_walls(unit):
        return refuse("charge.no-siege", ABLE, unit=unit.id, piece=piece)
    if all(one.id != piece for one in ground(state).pieces):
        return refuse("charge.wall-down", WALL, unit=unit.id, piece=piece)
    found = aim_wall(state, unit, piece)
    return found if isinstance(found, Refusal) else None


async def ram(game: Game[State], unit_id: str, piece: str, with_move: str = "") -> None:
    """The unit is at the wall, as if it were one that Withstands, or has failed; the caller has paid."""
    game.emit(ChargeDeclared(clause=WALL, unit=unit_id, target=piece, with_move=with_move))
    if not await watch(game, "declares_charge", unit=unit_id, target=piece):
        break_off(game, unit_id, piece)
        return
    found = aim_wall(game.state, game.state.units[unit_id], piece)
    carried: Aim | None = None if isinstance(found, Refusal) else found
    reached = False
    if carried is not None:
        carried, reached = await reaches(game, carried, with_move, 0)
    if carried is not None and reached:
        carried = await advance(game, carried, carried.goal, "charge")
    if carried is not None and reached:
        game.emit(WallReached(clause=WALL, unit=unit_id, target=piece))
    elif carried is None and not isinstance(found, Refusal):
        break_off(game, unit_id, piece)
    else:
        game.emit(ChargeFailed(clause=FAILED, unit=unit_id, target=piece, why="wall", turn=game.state.turn))
