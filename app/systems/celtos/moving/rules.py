"""Moving a unit: whether it may, what stands against its paths, and the question that asks for them."""

from __future__ import annotations

from collections.abc import Callable

from app.engine.groups import Mover, Moves, Paths, Ties
from app.engine.refusals import Refusal, refuse
from app.engine.remedies import among
from app.systems.celtos.book import c
from app.systems.celtos.ideas.proposals import first_entry, propose, sure
from app.systems.celtos.measure import SPREAD, in_combat, link_of
from app.systems.celtos.moving.errands import Errand as Errand
from app.systems.celtos.moving.errands import allowance as allowance
from app.systems.celtos.moving.flow import carry_out as carry_out
from app.systems.celtos.moving.paths.costs import path_cost as path_cost
from app.systems.celtos.moving.paths.detour import shortest_into as shortest_into
from app.systems.celtos.moving.paths.judging import refuse_path as refuse_path
from app.systems.celtos.moving.paths.judging import refuse_paths as refuse_paths
from app.systems.celtos.moving.paths.legs import entry_edges
from app.systems.celtos.moving.scene import scene
from app.systems.celtos.page.moves_look import look
from app.systems.celtos.scenarios.figures import refuse_entry
from app.systems.celtos.state import State, Unit, UnitId

CONTACT, NO_ROOM = c("CEL-ORD-07"), c("CEL-MOV-08")
ENTRIES = {"move": "enter", "run": "enter-run"}
Test = Callable[[Paths], Refusal | None]


def errand_of(state: State, unit: UnitId, how: str) -> Errand:
    """A Movement order, ``move`` or ``run``, for this unit as it is: one that waits comes on by it."""
    return Errand(ENTRIES.get(how, how) if state.unit(unit).waiting else how, unit)


def refuse_any(state: State, unit: Unit | UnitId, how: str) -> Refusal | None:
    """Why this unit may not move in this way at all, whatever the paths (CEL-ORD-07, CEL-ACT-11)."""
    mover = state.unit(unit) if isinstance(unit, str) else unit
    if mover.waiting:
        if early := refuse_entry(state, mover):
            return early
        errand = errand_of(state, mover.id, how)
        return None if first_entry(scene(state, mover.id), errand) else refuse("move.no-room", NO_ROOM)
    if how != "pile-in" and in_combat(state, mover):
        return refuse("move.in-combat", CONTACT, unit=mover.id)
    return None


def moves_of(
    state: State, errand: Errand, test: Test | None = None, answers: tuple[Paths, ...] | None = None,
) -> Moves:  # fmt: skip
    """The question for the paths of a unit on an errand, judged and previewed by the same rules.

    ``test`` judges in place of the rules of moving alone; ``answers`` are legal ones known already: the first is
    offered, and no others are proposed.
    """
    now = scene(state, errand.unit)
    return Moves(
        movers=tuple(Mover(m.id, m.at, m.radius, allowance(state, m, errand)) for m in now.mine),
        test=test or (lambda paths: refuse_paths(state, paths, errand)),
        propose=lambda rng: rng.choice(answers) if answers else propose(state, errand, rng),
        sure=answers or (lambda: sure(state, errand)), look=lambda paths: look(state, paths, errand),
        group=errand.unit, ties=Ties(link_of(now.mine), SPREAD), offered=answers[0] if answers else {},
        starts=entry_edges(now) if errand.way.enters else (), hints=among(state.table, lambda: now.rest),
    )  # fmt: skip
