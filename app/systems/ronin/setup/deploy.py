"""Deployment: who sets up where, one model at a time (RON-SET-10 and the scenarios)."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Pick, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask, decide
from app.engine.geometry import Base, Point, Polygon, disc_touches_line, disc_touches_polygon
from app.engine.geometry import box as bounds
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.table import EDGES, edge_gap, inside
from app.systems.ronin.book import FOOT, OBJECT, c, inches
from app.systems.ronin.ground.terrain import kind_of
from app.systems.ronin.ideas.proposals import free_spots, somewhere
from app.systems.ronin.measure import hints_of, is_taken
from app.systems.ronin.scenarios.figures import OPPOSITE, centre, edges_said, objective_gap_within, scenario, seat_of
from app.systems.ronin.setup.events import Deployed, EdgesTaken
from app.systems.ronin.setup.zones import drawn
from app.systems.ronin.state import Model, ModelId, State

ALTERNATE, ESCORT, BRIDGE, DEFENCE, DUEL, GROUND, DRAWN = (
    c("RON-SET-10"), c("RON-SCN-43"), c("RON-SCN-58"), c("RON-SCN-72"), c("RON-SCN-80"), c("RON-TER-03"),
    c("RON-SCN-92"),
)  # fmt: skip
IN_TURN = {"escort": ("blocker", "escort"), "hold-the-bridge": ("defender",), "defence": ("defender", "attacker")}


class Area(Struct, frozen=True):
    """Where a side sets up.  ``kind``: wholly or within a depth of its edge, away from the enemy's,
    objective, drawn.
    """

    kind: str
    reach: int
    edge: str
    clause: Clause


def area(state: State, seat: Seat) -> Area | None:
    """The area a side sets up in; none if its models walk on."""
    said, side, role = scenario(state), state.side(seat), state.side(seat).role
    depth = said.deployment
    if said.key == "escort":
        return Area("within" if role == "escort" else "wholly", inches(depth[role]), side.edge, ESCORT)
    if said.key == "hold-the-bridge":
        return (
            Area("away", inches(depth["defender_from_edge"]), OPPOSITE[side.edge], BRIDGE)
            if role == "defender"
            else None
        )
    if said.key == "defence" and role == "defender":
        return Area("objective", inches(depth["defender_from_objective"]), "", DEFENCE)
    if said.key == "defence":
        return Area("wholly", inches(depth["attacker_depth"]), side.edge, DEFENCE)
    if not depth:
        return None
    if drawn(state, side.edge):
        return Area("drawn", 0, side.edge, DRAWN)
    return Area(
        "within" if said.leaders else "wholly", inches(depth["depth"]), side.edge, DUEL if said.leaders else ALTERNATE
    )


def waiting(state: State, seat: Seat) -> tuple[Model, ...]:
    """The models a side still has to set up; in Defence the attacker only half of his, and nobody those who are to come
    late (RON-SCN-72, RON-SCN-91)."""
    mine = [m for m in state.models.values() if m.seat == seat]
    off = tuple(m for m in mine if m.fate == "reserve")
    starts, late = scenario(state).attacker_starts, scenario(state).late
    if late and len(off) <= len(mine) * late["num"] // late["den"]:
        return ()
    if starts and state.side(seat).role == "attacker":
        most = -(-len(mine) * starts["num"] // starts["den"])
        return off if len(mine) - len(off) < most else ()
    return off if area(state, seat) else ()


def next_seat(state: State) -> Seat | None:
    """Who sets up next: in turn where the scenario says so, else alternately, the loser of the edge roll first."""
    roles = IN_TURN.get(scenario(state).key)
    if roles:
        order: tuple[Seat, ...] = tuple(seat_of(state, role) for role in roles)
    else:
        first = state.go or state.sides[0].seat
        order = (first, state.other(first))
    return next((seat for seat in order if waiting(state, seat)), None)


async def deploy(game: Game[State]) -> None:
    """Every model that starts on the table stands on it."""
    if scenario(game.state).leaders:
        place_leaders(game)
    while (seat := next_seat(game.state)) is not None:
        if not game.state.side(seat).edge and game.state.side(seat).role == "attacker":
            await choose_edge(game, seat)
        menu = models(game.state, seat)
        if not menu.open():
            return
        first = next(iter(menu.open()))
        then = menu.options[first].then
        assert then is not None
        allowed = area(game.state, seat)
        assert allowed is not None
        choice = await ask(Ask(seat, "setup.deploy", menu, allowed.clause, default=Choice(first, then().some(1)[0])))
        put(game, ModelId(choice.key), choice.then.at, allowed.clause)


async def choose_edge(game: Game[State], seat: Seat) -> None:
    """The attacker of Defence has his edge (RON-SCN-72)."""
    edges = edges_said(game.state)
    edge = await decide(Ask(seat, "setup.edge", Pick(dict.fromkeys(edges)), DEFENCE, default=next(iter(edges))))
    other = game.state.other(seat)
    game.emit(EdgesTaken(clause=DEFENCE, seat=seat, edge=edge, other=other, other_edge=OPPOSITE[edge], go=seat))


def put(game: Game[State], id: ModelId, at: Point, clause: Clause) -> None:
    """The model stands there, and the other side is next unless it is done."""
    seat = game.state.model(id).seat
    other = game.state.other(seat)
    game.emit(Deployed(clause=clause, model=id, at=at, go=other if waiting(game.state, other) else seat))


def place_leaders(game: Game[State]) -> None:
    """The Leaders face each other across the centre, six inches between their bases (RON-SCN-80)."""
    half = inches(scenario(game.state).leaders["apart"]) // 2
    for leader in [m for m in game.state.models.values() if m.leader and m.fate == "reserve"]:
        middle, away = centre(game.state), half + leader.radius
        edge = game.state.side(leader.seat).edge
        dx = {"west": -away, "east": away}.get(edge, 0)
        dy = {"north": -away, "south": away}.get(edge, 0)
        game.emit(
            Deployed(
                clause=DUEL, model=leader.id, at=Point(middle.x + dx, middle.y + dy), go=game.state.go or leader.seat
            )
        )


# -- places ----------------------------------------------------------------------


def models(state: State, seat: Seat) -> Menu:
    """The models to set up, each with its places."""
    sure: dict[int, tuple[Spot, ...]] = {}
    rows: dict[str, Option] = {}
    for model in waiting(state, seat):
        if model.radius not in sure:
            sure[model.radius] = free_spots(outlines(state, seat), model.radius, partial(is_free, state, model))
        spots = sure[model.radius]
        no = None if spots else refuse("deploy.no-room", ALTERNATE, model=model.id)
        then = partial(place, state, model, spots) if spots else None
        rows[str(model.id)] = Option(no, then, about="option.deploy", facts={"model": model.id}, piece=model.id)
    return Menu(rows)


def place(state: State, model: Model, sure: tuple[Spot, ...]) -> Place:
    """Where this model may be set up."""
    zones = outlines(state, model.seat)
    return Place(
        radius=model.radius, zones=zones, test=lambda spot: refuse_spot(state, model, spot.at),
        propose=somewhere(zones), sure=sure, piece=model.id, hints=hints_of(state, model),
    )  # fmt: skip


def is_free(state: State, model: Model, at: Point) -> bool:
    """Whether the model may be set up there."""
    return refuse_spot(state, model, at) is None


def refuse_spot(state: State, model: Model, at: Point) -> Refusal | None:
    """Why a model may not be set up there."""
    base = Base(at, model.radius)
    if not inside(state.table, base):
        return refuse("deploy.off-table", ALTERNATE, model=model.id)
    return refuse_area(state, model, base) or refuse_ground(state, model, base)


def refuse_area(state: State, model: Model, base: Base) -> Refusal | None:
    """Why this is not in the model's area; "wholly" counts all of the base, "within" its nearest point (RON-SET-14)."""
    allowed = area(state, model.seat)
    if allowed is None:
        return refuse("deploy.walks-on", ALTERNATE, model=model.id)
    if allowed.kind == "objective":
        reach = allowed.reach - 2 * base.radius
        fits = objective_gap_within(state, base, reach)
        return None if fits else refuse("deploy.objective", allowed.clause, model=model.id, reach=allowed.reach)
    if allowed.kind == "drawn":
        found = any(wholly_in(zone, base) for zone in outlines(state, model.seat))
        return None if found else refuse("deploy.drawn", allowed.clause, model=model.id)
    gap = next(edge_gap(state.table, base, edge) for edge in EDGES if edge == allowed.edge)
    if allowed.kind == "away":
        near = gap <= allowed.reach
        return (
            refuse("deploy.enemy-edge", allowed.clause, model=model.id, gap=gap, reach=allowed.reach) if near else None
        )
    far = gap + (2 * base.radius if allowed.kind == "wholly" else 0)
    return (
        refuse("deploy.zone", allowed.clause, model=model.id, gap=far, reach=allowed.reach)
        if far > allowed.reach
        else None
    )


def wholly_in(zone: Polygon, base: Base) -> bool:
    """Whether a base lies wholly in an upright rectangle; touching its sides from inside is in it."""
    ((x, y), r), (west, north, east, south) = base, bounds(zone)
    return west + r <= x <= east - r and north + r <= y <= south - r


def refuse_ground(state: State, model: Model, base: Base) -> Refusal | None:
    """Why nothing can stand there: another base, or ground that cannot be entered (RON-MOV-29, RON-TER-05)."""
    if is_taken(state, base, model.id):
        return refuse("deploy.taken", ALTERNATE, model=model.id)
    for piece in state.table.pieces:
        kind = kind_of(piece)
        barred = kind.movement == "impassable" or (model.mounted and kind.mounted_forbidden)
        ring = piece.outline + piece.outline[:1]
        if piece.closed and barred and disc_touches_polygon(base, piece.outline):
            return refuse("deploy.impassable", GROUND, model=model.id, piece=piece.kind)
        if kind.movement == "doors" and disc_touches_line(base, ring):
            return refuse("deploy.wall", GROUND, model=model.id, piece=piece.kind)
    return None


# -- zones as they are drawn ---------------------------------------------------------


def outlines(state: State, seat: Seat) -> tuple[Polygon, ...]:
    """The area of a side as it is drawn; places are judged by ``refuse_area``."""
    allowed = area(state, seat)
    if allowed is None:
        return ()
    if allowed.kind == "objective":
        return (square(state, allowed.reach),)
    if allowed.kind == "drawn":
        return drawn(state, allowed.edge)
    if allowed.kind == "away":
        width, depth = state.table.width, state.table.depth
        cut = allowed.reach
        top, bottom = (cut, depth) if allowed.edge == "north" else (0, depth - cut)
        return (box(0, top, width, bottom),)
    return (strip(state, allowed.edge, allowed.reach + (2 * FOOT if allowed.kind == "within" else 0)),)


def strip(state: State, edge: str, depth: int) -> Polygon:
    """The strip along an edge."""
    wide, deep = state.table.width, state.table.depth
    boxes = {
        "north": (0, 0, wide, depth), "south": (0, deep - depth, wide, deep),
        "west": (0, 0, depth, deep), "east": (wide - depth, 0, wide, deep),
    }  # fmt: skip
    return box(*boxes[edge])


def square(state: State, reach: int) -> Polygon:
    """The square about the objective that holds the area around it."""
    house = next((p for p in state.table.pieces if p.id == "objective"), None)
    corners = house.outline if house else (centre(state),)
    far = reach + (0 if house else OBJECT)
    return box(
        max(0, min(p.x for p in corners) - far), max(0, min(p.y for p in corners) - far),
        min(state.table.width, max(p.x for p in corners) + far),
        min(state.table.depth, max(p.y for p in corners) + far),
    )  # fmt: skip


def box(left: int, top: int, right: int, bottom: int) -> Polygon:
    """An upright rectangle."""
    return (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
