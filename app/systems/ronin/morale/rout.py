"""The flight of a Routing Buntai: straight at its own edge, and off the table (RON-MOR-25)."""

from __future__ import annotations

from msgspec import Struct

from app.engine.flow import Game
from app.engine.geometry import Base, Point, overlap
from app.engine.paths import Path, clip, first_contact, stops_short, sweeps_polygon
from app.engine.refusals import Refusal, refuse
from app.engine.table import EDGES, Edge, edge_gap
from app.systems.ronin.actions.objects import drop_all
from app.systems.ronin.book import CONTACT, EPSILON, c
from app.systems.ronin.ground.terrain import is_difficult, parts
from app.systems.ronin.measure import is_engaged, is_routing
from app.systems.ronin.moving.events import LeftTable
from app.systems.ronin.moving.walk import Fault, allowance, every_fault, refuse_path, walked
from app.systems.ronin.scenarios.figures import WAYS
from app.systems.ronin.state import Model, ModelId, State

ROUT = c("RON-MOR-25")


class Flight(Struct, frozen=True):
    """The forced move of a Routing model; ``short`` when something stopped it before its full length."""

    how: str
    path: Path
    short: bool

    @property
    def length(self) -> int:
        """How far it goes."""
        return walked(self.path)


def own_edge(state: State, me: Model) -> Edge | None:
    """The edge this model flees to; ``None`` if its side has none."""
    edge = state.side(me.seat).edge
    return next((known for known in EDGES if known == edge), None)


def edge_left(state: State, me: Model, at: Point) -> int:
    """How far a base of this model would be from its own edge."""
    edge = own_edge(state, me)
    return edge_gap(state.table, Base(at, me.radius), edge) if edge else 0


def at_own_edge(state: State, me: Model) -> bool:
    """Whether the model's base touches its own edge."""
    return own_edge(state, me) is not None and edge_left(state, me, me.at) <= CONTACT


def flight(state: State, me: Model) -> Flight:
    """The straight move towards its own edge that binds a Routing model (RON-MOR-25)."""
    run = straight(state, me, "gallop" if me.mounted else "run")
    if forbidden_by_inch(state, me, run):
        return straight(state, me, "normal")
    return run


def straight(state: State, me: Model, how: str) -> Flight:
    """As far straight towards the edge as allowance, bases and impassable ground let it; the 1 in rule left out."""
    full = line(state, me, how)
    limits = bounds(state, me, how, full)
    lengths = sorted(dict.fromkeys(x for x in limits if x > 0), reverse=True)
    best = next((p for x in lengths if stands(state, me, how, p := clip(full, x))), (me.at,))
    wanted = min(walked(full), allowance(state, me.id, how, full)[0])
    return Flight(how, best, walked(best) < min(wanted, allowance(state, me.id, how, best)[0]) - EPSILON)


def line(state: State, me: Model, how: str) -> Path:
    """Straight to the edge at right angles, as long as the allowance of a clear way."""
    edge = own_edge(state, me)
    if edge is None:
        return (me.at,)
    x, y = WAYS[edge]
    length = max(0, min(edge_left(state, me, me.at), allowance(state, me.id, how, (me.at,))[0]))
    return (me.at, Point(me.at.x + x * length, me.at.y + y * length))


def bounds(state: State, me: Model, how: str, full: Path) -> list[int]:
    """Every length at which something could stop the straight move."""
    found = [walked(full), allowance(state, me.id, how, full)[0]]
    if ground := is_difficult(state, full, me.radius):
        found.append(ground[1] - 1)
    for part in parts(state.table):
        after = sweeps_polygon(full, me.radius - EPSILON, part.shape)
        found += [after - 1] if after else []
    for other in state.standing():
        if other.id == me.id:
            continue
        if other.seat != me.seat:
            after = first_contact(full, me.radius, other.base, CONTACT)
            found += [after - 1] if after else []
        after = stops_short(full, me.radius, other.base)
        found += [after, after - EPSILON] if after else []
    return found


def stands(state: State, me: Model, how: str, path: Path) -> bool:
    """Whether this straight move is legal but for the 1 in rule; it never engages."""
    if len(path) < 2 or path[0] == path[-1]:
        return False
    end = Base(path[-1], me.radius)
    if any(overlap(end, m.base) for m in state.standing() if m.id != me.id):
        return False
    if any(first_contact(path, me.radius, foe.base, CONTACT) is not None for foe in state.foes_of(me)):
        return False
    return not any(f.no.code != "run.too-close" for f in every_fault(state, me, path, how))


def forbidden_by_inch(state: State, me: Model, run: Flight) -> bool:
    """Whether the 1 in rule forbids this Run."""
    faults: list[Fault] = list(every_fault(state, me, run.path, run.how))
    return any(f.no.code == "run.too-close" for f in faults)


def refuse_other_way(state: State, me: Model, forced: Flight, path: Path, how: str) -> Refusal | None:
    """Why another way may not be taken instead: only if the straight one stops short, and nearer the edge."""
    if (path, how) == (forced.path, forced.how):
        return None
    if not forced.short:
        return refuse("rout.straight", ROUT, length=forced.length)
    if no := refuse_path(state, me.id, path, how):
        return no
    best, mine = edge_left(state, me, forced.path[-1]), edge_left(state, me, path[-1])
    return refuse("rout.not-nearer", ROUT, gap=mine, straight=best) if mine >= best else None


async def flee_off(game: Game[State], id: ModelId) -> None:
    """A Routing model whose base touches its own edge has left the table and is lost (RON-MOR-25)."""
    state, me = game.state, game.state.model(id)
    edge = own_edge(state, me)
    if (
        edge is None
        or not me.on_table
        or not is_routing(state, me)
        or is_engaged(state, me)
        or not at_own_edge(state, me)
    ):
        return
    drop_all(game, id, ROUT)
    game.emit(LeftTable(clause=ROUT, model=id, edge=edge, fate="fled"))
