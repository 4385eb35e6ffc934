"""The set-up: terrain, edges or roles, the scenario's ground, deployment, infiltrators last (CEL-SET-06).

The phase ends after each stage at which the table could wait, and is named again until the last one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from app.engine.allots import Assign, anything
from app.engine.asks import Ask, AskAll
from app.engine.domains import Pick
from app.engine.events import Seat
from app.engine.flow import Game, ask_all, decide
from app.systems.celtos.book import c
from app.systems.celtos.scenarios.events import DearestNamed, EdgesAssigned, EnvoyJoined
from app.systems.celtos.scenarios.figures import FACING, RULES, scenario, seat_of
from app.systems.celtos.scenarios.victory import alive, dearest_of
from app.systems.celtos.setup.begin import envoy_of
from app.systems.celtos.setup.deploy import deploy
from app.systems.celtos.setup.events import EdgeTaken, RoleTaken, StageDone
from app.systems.celtos.setup.places import infiltrates
from app.systems.celtos.setup.terrain import draw_terrain, lay_ground
from app.systems.celtos.state import State
from app.systems.celtos.turn.events import PhaseBegan
from app.systems.celtos.turn.rolloff import roll_off

SETUP, ROLES, CROWD, DEAREST, HIDDEN, ENVOY = (
    c("CEL-SET-06"), c("CEL-SET-10"), c("CEL-SET-09"), c("CEL-VIC-01"), c("CEL-SCN-06"), c("CEL-SCN-04"),
)  # fmt: skip
QUIET = ("dearest",)
"""Stages that are no resting place of their own."""


async def setup(game: Game[State]) -> None:
    """The next stages of the set-up are done, up to one after which play may rest."""
    if game.state.phase != "setup":
        game.emit(PhaseBegan(clause=SETUP, phase="setup"))
    done = STAGES.index(game.state.stage) + 1 if game.state.stage else 0
    for stage in STAGES[done:]:
        await STEPS[stage](game)
        game.emit(StageDone(clause=SETUP, stage=stage))
        if stage not in QUIET:
            return


async def set_sides(game: Game[State]) -> None:
    """Every side has its edge or its role, by roll-off (CEL-SET-06, CEL-SET-10)."""
    if scenario(game.state).roles:
        await set_roles(game)
    else:
        await set_edges(game)


async def set_roles(game: Game[State]) -> None:
    """The winner of the roll-off has picked a role, the other has the other one (CEL-SET-10)."""
    said = scenario(game.state)
    winner = await roll_off(game, "role", ROLES, alive(game.state))
    options = Pick(dict.fromkeys(said.roles))
    role = await decide(Ask(winner, "setup.role", options, ROLES, default=said.roles[0]))
    other = next(r for r in said.roles if r != role)
    for seat, part in ((winner, role), (game.state.seats_from(winner)[1], other)):
        game.emit(RoleTaken(clause=ROLES, seat=seat, role=part, edge=said.edges.get(part, "")))
    escort = seat_of(game.state, "escort")
    if said.envoy and escort is not None:
        unit, model = envoy_of(escort)
        game.emit(EnvoyJoined(clause=ENVOY, seat=escort, unit=unit, model=model))


async def set_edges(game: Game[State]) -> None:
    """The winner has picked an edge; two face each other, more of them pick in turn (CEL-SET-05, -06, -09)."""
    crowd = len(game.state.sides) >= RULES["crowd"]["seats"]
    winner = await roll_off(game, "edge", SETUP, alive(game.state))
    edges = tuple(FACING.values()) if crowd else ("south", "north")
    order = tuple(seat for seat in game.state.seats_from(winner) if seat in alive(game.state))
    for seat in order:
        edge = await decide(Ask(seat, "setup.edge", Pick(dict.fromkeys(edges)), SETUP, default=edges[0]))
        game.emit(EdgeTaken(clause=CROWD if crowd else SETUP, seat=seat, edge=edge, go=order[1]))
        edges = tuple(other for other in edges if other != edge)


async def name_dearest(game: Game[State]) -> None:
    """Where Individuals of a list share the highest cost, their player has named one (CEL-VIC-01)."""
    for seat in alive(game.state):
        rivals = dearest_of(game.state, seat)
        if len(rivals) > 1:
            options = {str(u.id): None for u in rivals}
            pick = Pick(options, {id: id for id in options})
            unit = await decide(Ask(seat, "victory.dearest", pick, DEAREST, default=str(rivals[0].id)))
            game.emit(DearestNamed(clause=DEAREST, seat=seat, unit=game.state.unit(unit).id))


async def assign_edges(game: Game[State]) -> None:
    """The ambusher has secretly given each unit the north or the south edge (CEL-SCN-06)."""
    said = scenario(game.state).hidden
    seat = seat_of(game.state, said["role"]) if said else None
    if seat is None:
        return
    units = tuple(str(u.id) for u in game.state.units.values() if u.seat == seat and not infiltrates(game.state, u))
    if not units:
        return
    domain = Assign(units, tuple(said["edges"]), anything)
    default = dict.fromkeys(units, said["edges"][0])
    question = Ask(seat, "setup.assign", domain, HIDDEN, default=default, secret=True)
    answers: dict[Seat, dict[str, str]] = await ask_all(AskAll((question,)))
    game.emit(EdgesAssigned(clause=HIDDEN, seen_by=(seat,), seat=seat, edges=answers[seat]))


STEPS: dict[str, Callable[[Game[State]], Awaitable[None]]] = {
    "terrain": draw_terrain, "sides": set_sides, "ground": lay_ground, "dearest": name_dearest,
    "assign": assign_edges, "deploy": deploy, "infiltrate": partial(deploy, late=True),
}  # fmt: skip
STAGES = tuple(STEPS)
