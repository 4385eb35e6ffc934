"""Morale: when a unit must check, and what a failed check does (2.19)."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.flow import Game
from app.engine.modifiers import Line
from app.systems.celtos.book import c
from app.systems.celtos.checks.flow import check
from app.systems.celtos.measure import in_combat, now_and_start
from app.systems.celtos.morale.events import Defeated, Panicked, PanicStayed
from app.systems.celtos.scenarios.ending import watch
from app.systems.celtos.scenarios.tokens import follow
from app.systems.celtos.state import State, UnitId

CAUSES = {"combat": c("CEL-MOR-01"), "casualty": c("CEL-MOR-02"), "wounds": c("CEL-MOR-03")}
PANIC, DEFEAT, EXACTLY_HALF, STAYS = c("CEL-MOR-08"), c("CEL-MOR-09"), c("CEL-MOR-10"), c("CEL-MOR-16")


def due(before: State, after: State, unit_id: UnitId, combat: bool) -> str | None:
    """Why a unit must check its Morale for what one event did to it: casualty or wounds; ``None`` if it need not.

    A Unit below half checks for each event that took a model of it outside close combat (CEL-MOR-02, -06, -19), an
    Individual when it crosses to less than half of its wounds (CEL-MOR-03, -07).  ``combat``: the event was a combat.
    """
    unit = after.unit(unit_id)
    was, now = now_and_start(before, before.unit(unit_id)), now_and_start(after, unit)
    if 2 * now[0] >= now[1]:
        return None
    if unit.individual:
        return "wounds" if 2 * was[0] >= was[1] else None
    return "casualty" if now[0] < was[0] and not combat and not in_combat(after, unit) else None


async def morale(game: Game[State], unit_id: UnitId, cause: str, by: Seat, lines: tuple[Line, ...] = ()) -> None:
    """The unit has made its Morale check and borne what follows: nothing, Panic or Defeat (CEL-MOR-04, CEL-MOR-20).

    ``cause``: combat, casualty or wounds.  ``by``: the player to whom its Defeat is counted (CEL-VIC-05).
    """
    if game.state.outcome is not None or not game.state.living(unit_id):
        return
    if await check(game, unit_id, "morale", CAUSES[cause], lines):
        return
    now, start = now_and_start(game.state, game.state.unit(unit_id))
    if 2 * now < start:
        defeat(game, unit_id, by)
    elif game.state.unit(unit_id).panic:
        game.emit(PanicStayed(clause=STAYS, unit=unit_id))
    else:
        game.emit(Panicked(clause=EXACTLY_HALF if 2 * now == start else PANIC, unit=unit_id))


def defeat(game: Game[State], unit_id: UnitId, by: Seat) -> None:
    """What is left of the unit is off the battlefield (CEL-MOR-09, CEL-MOR-13, CEL-MOR-14)."""
    follow(game)
    models = tuple(m.id for m in game.state.living(unit_id))
    game.emit(Defeated(clause=DEFEAT, unit=unit_id, models=models, by=by))
    watch(game)
