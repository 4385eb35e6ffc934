"""Units that must go: retire, retreat, rout (DAI-MOR-20, DAI-PUR)."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.formations import footprint
from app.engine.refusals import Clause
from app.engine.trig import TURN
from app.systems.daimyo.book import c
from app.systems.daimyo.disorder.flow import disorder
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.morale.events import Routed
from app.systems.daimyo.moving.costs import allowance, dice_distance
from app.systems.daimyo.moving.flow import settle
from app.systems.daimyo.moving.ground.terrain import refuse_place
from app.systems.daimyo.moving.travel import Journey, straight
from app.systems.daimyo.organisation.losses import abandon, lose
from app.systems.daimyo.pursuit.path import LEAST, Way, away, faced, home, outside, reaches_water, way_out, with_body
from app.systems.daimyo.pursuit.rout_events import RoutMoved, RoutRolled
from app.systems.daimyo.scenarios.figures import scenario
from app.systems.daimyo.state import State, Unit, UnitId

AWAY, BARRED, BY_MORALE = c("DAI-MOR-20"), c("DAI-MOR-21"), c("DAI-DIS-13")
ROUTS, RUNS = c("DAI-PUR-10"), c("DAI-PUR-01")
SURRENDERS, LEAVES = c("DAI-PUR-16"), c("DAI-MOV-25")
MORALE = 1
"""The cause of disorder (DAI-DIS-02)."""


# -- retire and retreat ---------------------------------------------------------------


async def retire(game: Game[State], unit_id: UnitId, by: UnitId | None) -> None:
    """The unit went its normal distance away from the enemy without turning; stopped short, it is disordered.

    DAI-MOR-20, DAI-MOR-21.  Retiring by choice is the same move (DAI-MOR-33).
    """
    unit = game.state.units[unit_id]
    way = away(game.state, unit, by)
    budget = allowance(game.state, unit, "retire")
    start = outside(game.state, unit, way, (way + 18_000) % TURN)
    ended = straight(game.state, start, way, budget, "retire")
    if can_stand(game.state, unit, ended):
        await moved(game, unit_id, ended, "retire", budget)
    if ended.stopped:
        disorder(game, unit_id, MORALE, BARRED)


async def retreat(game: Game[State], unit_id: UnitId, by: UnitId | None) -> None:
    """The unit turned about, went its normal distance away, faces away and is disordered (DAI-MOR-20, DAI-MOR-21)."""
    unit = game.state.units[unit_id]
    way = away(game.state, unit, by)
    budget = allowance(game.state, unit, "retreat")
    ended = straight(game.state, outside(game.state, unit, way, way), way, budget, "retreat")
    end = faced(game.state, unit, ended.end, way) if not unit.building else ended.end
    if can_stand(game.state, unit, ended):
        await moved(game, unit_id, ended._replace(end=end), "retreat", budget)
    disorder(game, unit_id, MORALE, BY_MORALE)


def can_stand(state: State, unit: Unit, ended: Journey) -> bool:
    """Whether a unit comes out of its building at all: it stays inside where there is no room before the wall."""
    if not unit.building or ended.distance:
        return True
    return refuse_place(state, with_body(unit, ended.end), ended.end) is None


async def moved(game: Game[State], unit_id: UnitId, ended: Journey, how: str, budget: int) -> None:
    """The unit stands where its way ended, with all that this does to what it met (DAI-MOV-24)."""
    clause = AWAY if how != "rout" else ROUTS
    await settle(game, unit_id, ended.end, how, clause, used=ended.used, allowed=budget, through=ended.through,
                 crossed=ended.crossed, leaders=ended.leaders)  # fmt: skip


# -- rout -----------------------------------------------------------------------------


async def rout(game: Game[State], unit_id: UnitId, by: UnitId | None, clause: Clause) -> None:
    """The unit broke, is disordered, and made its first rout move at once (DAI-MOR-20, DAI-MEL-31).

    A gun loses its crew instead and stays (DAI-ART-08); a headquarters does not rout (DAI-ORG-27).
    """
    unit = game.state.units[unit_id]
    if unit.kind == "gun":
        abandon(game, unit_id)
    if not unit.troops or not unit.on_table or unit.routing:
        return
    game.emit(Routed(clause=clause, unit=unit_id, turn=game.state.turn, routs=unit.routs + 1, by=by or ""))
    disorder(game, unit_id, MORALE, BY_MORALE)
    await rout_move(game, unit_id, by)


async def rout_move(game: Game[State], unit_id: UnitId, by: UnitId | None = None) -> None:
    """The unit has run 1d6 on its row: first away from the enemy, then home (DAI-PUR-01, DAI-PUR-07, DAI-PUR-10).

    It is off the table and lost if it reached an edge (DAI-MOV-25), and captured if it can go nowhere (DAI-PUR-16).
    """
    (face,) = await roll(Dice(1), "rout", RUNS, by=game.state.units[unit_id].seat)
    state, unit = game.state, game.state.units[unit_id]
    budget = dice_distance(state, unit, face)
    game.emit(RoutRolled(clause=RUNS, unit=unit_id, face=face, distance=budget))
    ideal = home(state, unit) if unit.rout_moves else away(state, unit, by)
    way = way_out(state, unit, ideal, budget)
    if way.journey.distance < LEAST and not way.journey.left and not reaches_water(state, unit, way):
        await surrender(game, unit_id, way)
    else:
        await run(game, unit_id, way, budget)


async def run(game: Game[State], unit_id: UnitId, way: Way, budget: int) -> None:
    """The unit has gone this way, on the table or off it."""
    unit = game.state.units[unit_id]
    start = ground_of(game.state, unit)
    ended, drowned = way.journey, reaches_water(game.state, unit, way)
    end = ended.end if ended.left or unit.building else faced(game.state, unit, ended.end, way.heading)
    await moved(game, unit_id, ended._replace(end=end), "rout", budget)
    game.emit(RoutMoved(
        clause=ROUTS, unit=unit_id, start=start, end=() if ended.left else footprint(end), heading=way.heading,
        aside=way.aside, distance=ended.distance,
    ))  # fmt: skip
    if ended.left:
        await lose(game, unit_id, "left", LEAVES)
    elif drowned:
        await lose(game, unit_id, "destroyed", scenario(game.state).rests_on("drowns"))


async def surrender(game: Game[State], unit_id: UnitId, way: Way) -> None:
    """The unit is captured; where it stood counts as where it broke (DAI-PUR-16, DAI-MOR-18)."""
    place = ground_of(game.state, game.state.units[unit_id])
    game.emit(RoutMoved(
        clause=SURRENDERS, unit=unit_id, start=place, end=place, heading=way.heading, aside=way.aside, barred=True,
    ))  # fmt: skip
    await lose(game, unit_id, "captured", SURRENDERS)
