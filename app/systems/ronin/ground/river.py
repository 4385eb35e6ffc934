"""The river: the die of whoever comes into it, the drift, and drowning."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.geometry import INCH, Base, Point
from app.engine.modifiers import Line
from app.engine.paths import Path, clip, stops_short, sweeps_polygon
from app.engine.table import edge_gap
from app.systems.ronin.book import EPSILON, c, table
from app.systems.ronin.ground.events import Drifted, DrowningRolled, RiverEntered
from app.systems.ronin.ground.terrain import in_river, parts
from app.systems.ronin.moving.walk import walked
from app.systems.ronin.scenarios.figures import WAYS
from app.systems.ronin.state import Model, ModelId, State
from app.systems.ronin.wounds.flow import kill

RIVER = c("RON-TER-07")
DRIFT = c("RON-TER-12")
DROWN = c("RON-TER-08")


async def river(game: Game[State], id: ModelId, was_in: bool) -> None:
    """A model whose move brought it into the river from outside has rolled for the current (RON-TER-07, RON-TER-12)."""
    me = game.state.model(id)
    if was_in or not me.on_table or not in_river(game.state, me.base):
        return
    faces = await roll(Dice(1), "river", RIVER, by=me.seat)
    swept = sum(faces) >= table("ground")["river"]["sweeps_at"]
    game.emit(RiverEntered(clause=RIVER, model=id, faces=faces, swept=swept))
    if swept:
        await sweep(game, id)


async def sweep(game: Game[State], id: ModelId) -> None:
    """The current has carried the model off, Stunned it, and perhaps drowned it."""
    seat = game.state.model(id).seat
    faces = await roll(Dice(table("ground")["river"]["drift_dice"]), "drift", DRIFT, by=seat)
    me = game.state.model(id)
    path = drift(game.state, me, sum(faces) * INCH)
    stunned = me.stunned + table("ground")["river"]["stunned"]
    game.emit(Drifted(clause=DRIFT, model=id, faces=faces, path=path, length=walked(path), stunned=stunned))
    die = await roll(Dice(1), "drowning", DROWN, by=seat)
    weight = table("armour")[me.armour]["drowning"]
    lines = (Line(f"{me.armour}-armour", weight, DROWN),) if weight else ()
    total, needed = sum(die) + weight, table("ground")["drowning"]["critical_at"]
    game.emit(DrowningRolled(clause=DROWN, model=id, faces=die, lines=lines, total=total, needed=needed))
    if total >= needed:
        await kill(game, id, DROWN, None, "drowning")


def downstream(state: State, me: Model) -> tuple[int, int]:
    """The direction of the current; along the longer side of the river where none is set."""
    if state.flow in WAYS:
        return WAYS[state.flow]
    wet = [p.piece.outline for p in parts(state.table) if p.kind.sweeps]
    xs, ys = [q.x for o in wet for q in o] or [me.at.x], [q.y for o in wet for q in o] or [me.at.y]
    return WAYS["east"] if max(xs) - min(xs) >= max(ys) - min(ys) else WAYS["south"]


def drift(state: State, me: Model, length: int) -> Path:
    """The way of a swept base: downstream until a base, impassable ground or the table edge (RON-TER-12)."""
    x, y = downstream(state, me)
    edge = next(edge for edge, way in WAYS.items() if way == (x, y))
    length = max(0, min(length, edge_gap(state.table, me.base, edge)))  # type: ignore[arg-type]
    path: Path = (me.at, Point(me.at.x + x * length, me.at.y + y * length))
    stops = [
        stops_short(path, me.radius, m.base) for m in state.standing() if m.id != me.id and ahead(me.base, m.base, x, y)
    ]
    hard = [p for p in parts(state.table) if p.kind.movement in ("impassable", "doors")]
    stops += [sweeps_polygon(path, me.radius - EPSILON, p.shape) for p in hard]
    return clip(path, min((s for s in stops if s is not None), default=length)) if length else (me.at, me.at)


def ahead(me: Base, other: Base, x: int, y: int) -> bool:
    """Whether another base lies downstream of this one."""
    return (other.at.x - me.at.x) * x + (other.at.y - me.at.y) * y > 0
