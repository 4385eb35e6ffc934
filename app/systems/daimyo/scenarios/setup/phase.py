"""The set-up: terrain, who sets up first, deployment by clan or by army, what both sides count (DAI-SCN).

The phase ends after each stage, and after each clan set up, and is named again until the last one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.modifiers import Line, total
from app.systems.daimyo.book import c
from app.systems.daimyo.scenarios.figures import scenario, seat_of
from app.systems.daimyo.scenarios.setup.deploy import deploy_group, left_to_deploy, whose
from app.systems.daimyo.scenarios.setup.events import (
    AllegianceDrawn,
    ArmiesReady,
    ClanDeployed,
    DeploymentRolled,
    FirstToDeploy,
    StageDone,
)
from app.systems.daimyo.scenarios.setup.terrain import lay_terrain
from app.systems.daimyo.state import State
from app.systems.daimyo.turn.events import PhaseBegan

SETUP, FIRST, FIXED, LOYALTY = c("DAI-SCN-12"), c("DAI-SCN-07"), c("DAI-SCN-03"), c("DAI-SCN-13")
RATED = c("DAI-SCN-07")


async def setup(game: Game[State]) -> None:
    """The next stage of the set-up is done, or one clan more stands on the table."""
    if game.state.phase != "setup":
        game.emit(PhaseBegan(clause=SETUP, phase="setup"))
    done = STAGES.index(game.state.stage) + 1 if game.state.stage else 0
    stage = STAGES[done]
    await STEPS[stage](game)
    if stage != "deploy" or whose(game.state) is None:
        game.emit(StageDone(clause=SETUP, stage=stage))


async def settle_order(game: Game[State]) -> None:
    """It is settled who sets up first, and in secret what a scenario keeps hidden (DAI-SCN-07)."""
    said = scenario(game.state)
    if said.kobayakawa:
        (face,) = await roll(Dice(1), "loyalty", LOYALTY)
        game.emit(AllegianceDrawn(clause=LOYALTY, seen_by=(), loyalty=said.kobayakawa["loyalty"][face - 1]))
    if said.order:
        game.emit(FirstToDeploy(clause=SETUP, seat=seat_of(game.state, said.order[0]) or game.state.seats[0]))
        return
    totals = [0, 0]
    while totals[0] == totals[1]:
        totals = [await roll_for(game, seat) for seat in game.state.seats]
    lower = game.state.seats[0 if totals[0] < totals[1] else 1]
    game.emit(FirstToDeploy(clause=FIRST, seat=lower))


async def roll_for(game: Game[State], seat: Seat) -> int:
    """One side's die and the rating of its General (DAI-SCN-07)."""
    (face,) = await roll(Dice(1), "deployment", FIRST, by=seat)
    rating = game.state.general_of(seat).rating
    lines = (Line("rating", rating, RATED),) if rating else ()
    game.emit(DeploymentRolled(clause=FIRST, seat=seat, face=face, lines=lines, total=face + total(lines)))
    return face + total(lines)


async def deploy(game: Game[State]) -> None:
    """One clan, household or army more stands on the table (DAI-SCN-07, DAI-SCN-12)."""
    seat = whose(game.state)
    if seat is None:
        return
    group = await deploy_group(game, seat)
    game.emit(ClanDeployed(clause=SETUP, seat=seat, clan=group, go=after(game.state, seat, group)))


def after(state: State, seat: Seat, group: str) -> Seat | None:
    """Who sets up next: the other in turn, all of one army before the other where the scenario says so."""
    other = state.other(seat)
    left = {s: [g for g in left_to_deploy(state, s) if g != group] for s in (seat, other)}
    return next((s for s in (other, seat) if left[s]), None)


async def count(game: Game[State]) -> None:
    """What both sides count for victory is fixed (DAI-SCN-03)."""
    game.emit(ArmiesReady(clause=FIXED, weights={side.seat: side.weight for side in game.state.sides}))


STEPS: dict[str, Callable[[Game[State]], Awaitable[None]]] = {
    "terrain": lay_terrain, "order": settle_order, "deploy": deploy, "ready": count,
}  # fmt: skip
STAGES = tuple(STEPS)
