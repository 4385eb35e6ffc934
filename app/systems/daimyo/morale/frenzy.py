"""Frenzied units: when active they go for the nearest enemy they see (DAI-MOR-29)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.engine.flow import Game
from app.engine.formations import Formation, Step, after, course, footprint, swept
from app.engine.geometry import Polygon
from app.engine.shapes import overlaps
from app.systems.daimyo.book import c
from app.systems.daimyo.charging.flow import charge
from app.systems.daimyo.charging.impact import leaders_in
from app.systems.daimyo.charging.rules import aimed, best_impact, place_of, refuse_charge
from app.systems.daimyo.measure import between, ground_of, nearest
from app.systems.daimyo.morale.flow import calm
from app.systems.daimyo.moving.costs import allowance, spend
from app.systems.daimyo.moving.flow import settle
from app.systems.daimyo.moving.ground.sight import sees
from app.systems.daimyo.moving.ground.terrain import grounds, is_on_table, refuse_place
from app.systems.daimyo.moving.travel import straight
from app.systems.daimyo.state import State, Unit, UnitId

FRENZY = c("DAI-MOR-29")
TURNS = (0, 18_000, 9_000, -9_000)
"""What it may begin with: nothing, about, to the right, to the left."""
ROUND = 18_000
PARTS = 8
"""A wheel it cannot pay for or make whole is tried an eighth smaller, and so on."""


class Rush(NamedTuple):
    """A move towards an enemy: where it ends, what it used, how near it comes, whom and what it passed."""

    end: Formation
    used: int
    near: int
    through: tuple[UnitId, ...] = ()
    crossed: tuple[str, ...] = ()
    sweep: tuple[Polygon, ...] = ()


async def frenzied_move(game: Game[State], unit_id: UnitId) -> None:
    """The unit has charged the nearest enemy it sees, or gone towards it; seeing none it is frenzied no more.

    In contact it stays and fights, for it can come no nearer (DAI-MOV-22); no obedience is needed (DAI-OBE-09).
    """
    state = game.state
    unit = state.units[unit_id]
    foe = prey(state, unit)
    if foe is None:
        calm(game, unit_id, FRENZY)
        return
    found = best_impact(state, unit, foe) if refuse_charge(state, unit, foe) is None else None
    if found is not None:
        await charge(game, unit_id, foe.id, found.way.wheel)
    else:
        await rush(game, unit_id, foe.id)


def prey(state: State, unit: Unit) -> Unit | None:
    """The nearest enemy a unit sees, if it sees any (DAI-MOR-29, DAI-ORG-34)."""
    return nearest(state, unit, [foe for foe in state.enemies_of(unit.seat) if sees(state, unit, foe)])


async def rush(game: Game[State], unit_id: UnitId, foe_id: UnitId) -> None:
    """The unit has gone towards an enemy at the rate of a charge, if it could come nearer at all (DAI-MOR-29)."""
    state = game.state
    unit = state.units[unit_id]
    found = best_rush(state, unit, state.units[foe_id])
    if found is None:
        return
    await settle(game, unit_id, found.end, "frenzy", FRENZY, used=found.used, allowed=allowance(state, unit, "charge"),
                 through=found.through, crossed=found.crossed, leaders=leaders_in(state, unit, found.sweep),
                 stations=(footprint(unit.formation),))  # fmt: skip


def best_rush(state: State, unit: Unit, foe: Unit) -> Rush | None:
    """The move that brings a unit nearest to an enemy, the cheapest of several; ``None``: none brings it nearer."""
    if unit.building:
        return None
    now = between(ground_of(state, unit), ground_of(state, foe))
    found = [one for turn in TURNS for one in rushes(state, unit, foe, turn) if one.near < now]
    return min(found, key=lambda one: (one.near, one.used), default=None)


def rushes(state: State, unit: Unit, foe: Unit, turn: int) -> Iterator[Rush]:
    """What comes of a turn, a wheel towards the enemy, and going straight on."""
    budget = allowance(state, unit, "charge")
    first = (Step("turn", turn),) if turn else ()
    body = course(unit.formation, first)[-1]
    angle = aimed(body, place_of(state, foe), ROUND)
    for wheel in dict.fromkeys(angle * part // PARTS for part in range(PARTS, -1, -1)):
        steps = (*first, Step("wheel", wheel)) if wheel else first
        found = run(state, unit, foe, steps, budget)
        if found is not None:
            yield found
            return


def run(state: State, unit: Unit, foe: Unit, steps: tuple[Step, ...], budget: int) -> Rush | None:
    """The steps, then straight on as far as it can pay for; ``None`` if the steps cannot be made."""
    body, used, crossed, sweep = unit.formation, 0, list[str](), list[Polygon]()
    for step in steps:
        spent = spend(state, unit, body, step)
        used, crossed = used + spent.cost, [*crossed, *spent.crossed]
        sweep += swept(body, step)
        body = after(body, step)
    if used > budget or (steps and not is_open(state, unit, body, sweep)):
        return None
    there = state.with_unit(unit.id, at=body.at, facing=body.facing, files=body.files)
    gone = straight(there, there.units[unit.id], body.facing, budget - used, "normal")
    near = between(footprint(gone.end), ground_of(state, foe))
    sweep += swept(body, Step("forward", gone.distance)) if gone.distance else ()
    return Rush(gone.end, used + gone.used, near, gone.through, tuple(dict.fromkeys((*crossed, *gone.crossed))),
                tuple(sweep))  # fmt: skip


def is_open(state: State, unit: Unit, body: Formation, sweep: list[Polygon]) -> bool:
    """Whether a unit may turn and wheel so: nothing in its way, and room where it comes to stand (DAI-MOV-21)."""
    if refuse_place(state, unit, body) is not None or not all(is_on_table(state, s) for s in sweep):
        return False
    others = [ground_of(state, other) for other in state.fielded() if other.id != unit.id]
    others += [patch.outline for patch in grounds(state, unit, body).closed]
    return not any(overlaps(s, other) for s in sweep for other in others)
