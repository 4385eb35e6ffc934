"""Regrouping units in flight (KEN-SPO-13 to KEN-SPO-19)."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.modifiers import Line
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.abilities.auras import wheel_lines
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.flight.tests import honour_test
from app.systems.kensei.flight.way import regroup_clear
from app.systems.kensei.moving.facing import face
from app.systems.kensei.special.events import RegroupBarred, Regrouped, RegroupTried
from app.systems.kensei.state import State

TRIED, PASSED, FACES, FLEES, LOCKS, BARRED = (
    c("KEN-SPO-13"), c("KEN-SPO-14"), c("KEN-SPO-15"), c("KEN-RUN-25"), c("KEN-RUN-31"), c("KEN-ARM-12"),
)  # fmt: skip
AP: int = table("special")["regroup"]["ap"]


def refuse_regroup(unit: Unit) -> Refusal | None:
    """Why a unit cannot try to regroup: it does not flee, or is locked.  Nothing here measures (KEN-STA-39)."""
    if not unit.on_table or not unit.fleeing:
        return refuse("regroup.not-fleeing", FLEES, unit=unit.id)
    if unit.locked:
        return refuse("regroup.locked", LOCKS, unit=unit.id)
    return None


async def regroup(game: Game[State], unit_id: str, *, free: bool = False, lines: tuple[Line, ...] = ()) -> bool:
    """Whether a unit that flees is its player's again (KEN-SPO-14): one AP fewer, and it may turn (KEN-SPO-15).

    Heinin near an enemy do not, and no die is thrown: that is measured once the try is made (KEN-ARM-12).
    The Command Point is the caller's to pay, unless the try is ``free``; ``lines`` are added to its Honour.
    """
    if refuse_regroup(game.state.units[unit_id]) is not None:
        return False
    if not regroup_clear(game.state, game.state.units[unit_id]):
        game.emit(RegroupBarred(clause=BARRED, unit=unit_id))
        return False
    game.emit(RegroupTried(clause=TRIED, unit=unit_id, free=free))
    more = (*lines, *wheel_lines(game.state, game.state.units[unit_id]))
    if not await honour_test(game, unit_id, "regroup", PASSED, more=more):
        return False
    game.emit(Regrouped(clause=PASSED, unit=unit_id, how="honour", ap=AP))
    await face(game, unit_id, FACES)
    return True
