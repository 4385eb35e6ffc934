"""The declared actions of the Movement step are carried out."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.flow import Game
from app.engine.groups import Paths
from app.engine.manoeuvre import Steps
from app.systems.kensei.army import Order, Unit, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.duels.events import CharacterLeft
from app.systems.kensei.duels.leaving import leave_combat
from app.systems.kensei.ground.terrain import entrances
from app.systems.kensei.measure import bases, middle, parts, piece_of
from app.systems.kensei.moving.buildings.garrisons import entrance_of, outside, piece
from app.systems.kensei.moving.events import BuildingLeft, BuildingOccupied
from app.systems.kensei.moving.flow import emit_moved, go, pass_through
from app.systems.kensei.moving.ways.loose import positions, starts, used
from app.systems.kensei.moving.ways.marching import judge
from app.systems.kensei.moving.ways.travel import laps
from app.systems.kensei.orders.spending import begin
from app.systems.kensei.state import State
from app.systems.kensei.troops.events import CharacterJoined
from app.systems.kensei.troops.joining import HONOUR, refuse_join
from app.systems.kensei.warnings.watch import watch

MOVES, ENTERS, COMES_OUT, JOINS, LEAVES = (
    c("KEN-MOV-02"), c("KEN-MOV-33"), c("KEN-MOV-37"), c("KEN-TYP-34"), c("KEN-CNF-07"),
)  # fmt: skip


async def march(game: Game[State], unit: Unit, number: int, order: Order, steps: Steps) -> None:
    """A unit in ranks has gone along its bearing, through friends perhaps (KEN-MOV-10 to KEN-MOV-17)."""
    found = judge(game.state, unit, order, steps)
    if begin(game, unit.id, number):
        if found.through:
            pass_through(game, unit.id, found.through, found.short_of)
        await go(game, unit.id, found.stations, order.mode, MOVES, cost=found.used, through=found.through)


async def walk(game: Game[State], unit: Unit, number: int, order: Order, paths: Paths) -> None:
    """Loose models have gone their ways; a character who came upon the unit he joins is in it."""
    if begin(game, unit.id, number):
        cost = max(used(game.state, unit, path) for path in paths.values())
        way = positions(game.state, unit, paths)
        await go(game, unit.id, way, order.mode, MOVES, cost=cost)
        join_at_once(game, unit.id, way)


async def occupy(game: Game[State], id: str, number: int, target: str) -> None:
    """A unit has gone into a Construction (KEN-MOV-33)."""
    building = piece(game.state, target)
    entrance = entrance_of(game.state, game.state.units[id], building) if building else None
    if building is None or entrance is None or not begin(game, id, number):
        return
    if await watch(game, "occupies", unit=id, piece=building.id):
        game.emit(BuildingOccupied(
            clause=ENTERS, unit=UnitId(id), piece=building.id, at=middle(building.outline), facing=entrance.inward
        ))  # fmt: skip


async def come_out(game: Game[State], id: str, number: int, door: int) -> None:
    """A garrison stands outside one of its entrances (KEN-MOV-37)."""
    building = game.state.units[id].building
    if not begin(game, id, number) or not await watch(game, "leaves_building", unit=id, piece=building):
        return
    entrance, before = entrances(piece_of(game.state, building))[door - 1], game.state
    found = outside(game.state, game.state.units[id], entrance)
    if found is not None:
        spots = tuple(model.at for model in found.models) if found.loose else ()
        game.emit(BuildingLeft(
            clause=COMES_OUT, unit=found.id, piece=building, at=found.at, facing=found.facing, spots=spots
        ))  # fmt: skip
        await watch(game, "event", id, before=before)


def join(game: Game[State], id: str, number: int, host: str) -> None:
    """A character has his place in the front rank of a unit (KEN-TYP-34)."""
    if begin(game, id, number):
        game.emit(CharacterJoined(clause=JOINS, unit=UnitId(id), host=UnitId(host)))


def join_at_once(game: Game[State], id: str, way: Sequence[Unit]) -> None:
    """A character whose Movement ended upon the unit he is ordered to join has joined it; where that has become
    impossible meanwhile he stands back from it, where he last was clear."""
    him = game.state.units[id]
    number, order = next(((n, o) for n, o in enumerate(him.orders) if o.do == "join" and not o.state), (0, None))
    if order is None or not is_upon(game.state, him, order.target):
        return
    if him.ap >= order.cost and refuse_join(game.state, him, game.state.units[order.target]) is None:
        join(game, id, number, order.target)
    elif not game.state.fighting(id):
        back = next((one for one in reversed(way) if not is_upon(game.state, one, order.target)), way[0])
        emit_moved(game, (back,), "stand-back", JOINS, 0)


def is_upon(state: State, him: Unit, host: str) -> bool:
    """Whether a character by himself stands on the bases of a unit."""
    other = state.units[host]
    return him.on_table and other.on_table and not him.host and laps(bases(state, him), parts(state, other))


async def leave(game: Game[State], id: str, number: int, paths: Paths | None) -> None:
    """A character has gone out of his unit: out of a combat as that lets him, else with his own Movement (KEN-CNF-06,
    KEN-CNF-08)."""
    if not begin(game, id, number):
        return
    if game.state.fighting(game.state.units[id].host):
        await leave_combat(game, id)
    else:
        await step_out(game, id, paths or {})


async def step_out(game: Game[State], id: str, paths: Paths) -> None:
    """A character has gone out of a unit that is not in Combat by a way of his own (KEN-CNF-08)."""
    him = game.state.units[id]
    host = game.state.units[him.host]
    (begun,) = starts(game.state, him).values()
    stations, before = positions(game.state, him, paths), game.state
    game.emit(CharacterLeft(
        clause=LEAVES, unit=him.id, host=host.id, at=begun, facing=host.facing, honour=HONOUR,
        until=game.state.turn + 1,
    ))  # fmt: skip
    cost = max(used(game.state, him, path) for path in paths.values())
    if not await watch(game, "event", id, before=before):
        return
    await go(game, id, stations, "march", LEAVES, cost=cost)
    join_at_once(game, id, stations)
