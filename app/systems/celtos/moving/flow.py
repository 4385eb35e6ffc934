"""A unit moves: its models walk, some quit the table, markers change."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.groups import Paths
from app.engine.refusals import Clause
from app.systems.celtos.book import c
from app.systems.celtos.moving.errands import Errand, allowance
from app.systems.celtos.moving.events import ModelLeft, ModelMoved, UnitMoved
from app.systems.celtos.moving.paths.costs import path_cost
from app.systems.celtos.moving.paths.legs import is_move, leaves
from app.systems.celtos.moving.scene import scene
from app.systems.celtos.scenarios.ending import watch
from app.systems.celtos.state import State
from app.systems.celtos.turn.markers import lose_markers

MARKED, QUITS = c("CEL-MOV-12"), c("CEL-MOV-14")


async def carry_out(game: Game[State], paths: Paths, errand: Errand, clause: Clause) -> None:
    """The unit stands where its paths lead, marked as moved; who went over an open edge has left (CEL-MOV-12).

    Units in contact by it have lost their Reaction markers.  Nothing happens if nobody moves.
    """
    state = game.state
    now = scene(state, errand.unit)
    movers = [m for m in now.mine if is_move(paths.get(m.id))]
    if not movers:
        return
    gone = [(m, edge) for m in movers if (edge := leaves(now, m, paths[m.id], errand))]
    for m in movers:
        game.emit(ModelMoved(
            clause=clause, model=m.id, how=errand.how, path=paths[m.id], used=path_cost(state, m, paths[m.id]),
            allowed=allowance(state, m, errand),
        ))  # fmt: skip
    game.emit(UnitMoved(clause=MARKED, unit=errand.unit, how=errand.how, models=tuple(m.id for m in movers)))
    for m, edge in gone:
        last = len(game.state.living(errand.unit)) == 1
        game.emit(ModelLeft(clause=QUITS, model=m.id, unit=errand.unit, edge=edge, fate="left" if last else ""))
    lose_markers(game)
    if gone:
        watch(game)
