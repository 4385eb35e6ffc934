"""Placing terrain: players alternate, each piece on the table and more than three inches from any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Any

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.geometry import (
    INCH,
    Base,
    Point,
    box,
    contains,
    disc_touches_line,
    disc_touches_polygon,
    outline,
    point_segment_within,
    rotate,
    segments_cross,
)
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import apart
from app.engine.table import Terrain
from app.systems.ronin.book import c, inches, table
from app.systems.ronin.ground.layouts import laid, point, wanted
from app.systems.ronin.ground.terrain import KINDS
from app.systems.ronin.ideas.proposals import lying, room
from app.systems.ronin.scenarios.figures import centre, scenario
from app.systems.ronin.setup.events import TerrainPlaced
from app.systems.ronin.state import State
from app.systems.ronin.turn.rolloff import roll_off

PLACING, RIVER, PIECES, CENTRE = c("RON-SET-07"), c("RON-SCN-50"), c("RON-SCN-47"), c("RON-SCN-31")
ORIGIN = Point(0, 0)
LYING = ("river", "bridge")


async def place_terrain(game: Game[State]) -> None:
    """All pieces that players place lie on the table, the winner of the roll-off placing first (RON-SET-07)."""
    if not wanted(game.state.setup):
        return
    if game.state.go is None:
        await roll_off(game, "terrain", PLACING)
    while (seat := game.state.go) is not None:
        menu = kinds(game.state, seat)
        first = next((key for key, row in menu.options.items() if row.no is None), None)
        if first is None:
            return
        then = menu.options[first].then
        assert then is not None
        default = Choice(first, then().some(1)[0])
        choice = await ask(Ask(seat, "setup.terrain", menu, PLACING, default=default))
        piece = shaped(choice.key, choice.then, f"{seat}-{choice.key}-{len(game.state.table.pieces)}")
        game.emit(TerrainPlaced(clause=PLACING, seat=seat, piece=piece, go=game.state.other(seat)))


def placed(state: State) -> tuple[Terrain, ...]:
    """The pieces that players have placed so far."""
    return state.table.pieces[len(laid(state.setup)) :]


def kinds(state: State, seat: Seat) -> Menu:
    """The kinds a player may place now, each with the places for it; those used up or without room closed."""
    rows: dict[str, Option] = {}
    spots = cache(lambda key: free_spots(state, seat, key))
    for group in wanted(state.setup):
        names = group["kinds"] or [k for k, kind in KINDS.items() if kind.placeable]
        left = group["number"] - sum(p.kind in names for p in placed(state))
        rows |= {name: option(state, seat, name, left, spots) for name in names}
    return Menu(rows)


def option(
    state: State, seat: Seat, kind: str, left: int, found: Callable[[str], Sequence[Spot]] | None = None
) -> Option:
    """A kind of terrain: open while pieces are left and some place is free, which is sought when somebody looks."""
    if left < 1:
        return Option(refuse("terrain.enough", PLACING, kind=kind), about="option.terrain", facts={"kind": kind})
    key, spots = shape_key(kind), found or partial(free_spots, state, seat)

    def no() -> Refusal | None:
        return None if spots(key) else refuse("terrain.no-room", PLACING, kind=kind)

    def then() -> Place:
        return place(state, seat, kind, spots(key))

    return Option(no, then, about="option.terrain", facts={"kind": kind})


def place(state: State, seat: Seat, kind: str, sure: Sequence[Spot]) -> Place:
    """Where a piece of this kind may lie."""
    whole = (
        Point(0, 0),
        Point(state.table.width, 0),
        Point(state.table.width, state.table.depth),
        Point(0, state.table.depth),
    )

    return Place(
        radius=0, zones=(whole,), test=lambda spot: refuse_spot(state, seat, shaped(kind, spot)),
        propose=lambda rng: lying(state.table, rng), sure=sure, turns=True, shape=shaped(kind, Spot(ORIGIN)).outline,
    )  # fmt: skip


# -- shapes ----------------------------------------------------------------------


def shape_key(kind: str) -> str:
    """The shape a kind has: its own, else that of its class."""
    shapes = table("shapes")
    return kind if kind in shapes else KINDS[kind].shape


@cache
def shape(key: str) -> tuple[tuple[Point, ...], tuple[Point, ...], bool]:
    """Corners about the origin, doors, and whether it is closed."""
    row: dict[str, Any] = table("shapes")[key]
    corners = tuple(point(p) for p in row.get("outline") or row["line"])
    return corners, tuple(point(p) for p in row.get("doors", ())), "outline" in row


def shaped(kind: str, spot: Spot, id: str = "") -> Terrain:
    """A piece of this kind lying at this spot."""
    corners, doors, closed = shape(shape_key(kind))
    return Terrain(id, kind, laid_out(corners, spot), closed, laid_out(doors, spot))


def laid_out(points: tuple[Point, ...], spot: Spot) -> tuple[Point, ...]:
    """Points about the origin, turned and put in their place."""
    x, y = spot.at
    return tuple(Point(p.x + x, p.y + y) for p in turned(points, spot.facing))


@lru_cache(maxsize=256)
def turned(points: tuple[Point, ...], facing: int) -> tuple[Point, ...]:
    """Points turned about the origin."""
    return tuple(rotate(p, facing, ORIGIN) for p in points) if facing else points


@cache
def kind_with(key: str) -> str:
    """Some kind that has this shape."""
    return key if key in KINDS else next(k for k in KINDS if shape_key(k) == key)


def free_spots(state: State, seat: Seat, key: str) -> Sequence[Spot]:
    """The first places found where a shape may lie; none if there is no room."""
    kind = kind_with(key)
    return room(state.table, lambda spot: refuse_spot(state, seat, shaped(kind, spot)) is None)


# -- limits ----------------------------------------------------------------------


def refuse_spot(state: State, seat: Seat, piece: Terrain) -> Refusal | None:
    """Why a piece may not lie there (RON-SET-07, and RON-SCN-50 beside a river)."""
    west, north, east, south = box(piece.outline)
    if west < 0 or north < 0 or east > state.table.width or south > state.table.depth:
        return refuse("terrain.off-table", PLACING)
    least = inches(table("setup")["terrain"]["apart"])
    for other in state.table.pieces:
        if other.kind not in LYING and near(piece, other, least):
            return refuse("terrain.too-near", PLACING, piece=other.kind, apart=least)
    return refuse_river(state, seat, piece) or refuse_centre(state, piece)


def refuse_river(state: State, seat: Seat, piece: Terrain) -> Refusal | None:
    """In Hold the Bridge: six inches from the river, and one piece of each player on either bank (RON-SCN-50)."""
    river = next((p for p in state.table.pieces if p.kind == "river"), None)
    group = next((g for g in wanted(state.setup) if "from_river" in g), None)
    if river is None or group is None:
        return None
    if near(piece, river, inches(group["from_river"]) - 1):
        return refuse("terrain.river", RIVER, apart=inches(group["from_river"]))
    mine = [p for p in placed(state) if p.id.startswith(f"{seat}-")]
    if any((p.outline[0].y < river.outline[0].y) == (piece.outline[0].y < river.outline[0].y) for p in mine):
        return refuse("terrain.bank", RIVER)
    return None


def refuse_centre(state: State, piece: Terrain) -> Refusal | None:
    """The centre stays free where an object lies there or Leaders will stand."""
    said = scenario(state)
    reach = inches(said.leaders["apart"]) // 2 + 2 * INCH if said.leaders else INCH if state.items else 0
    spot = Base(centre(state), reach)
    hit = disc_touches_polygon(spot, piece.outline) if piece.closed else disc_touches_line(spot, piece.outline)
    return refuse("terrain.centre", c(said.clause)) if reach and hit else None


def near(a: Terrain, b: Terrain, reach: int) -> bool:
    """Whether two pieces are at most this far apart."""
    if apart(a.outline, b.outline, reach):
        return False
    if (a.closed and contains(a.outline, b.outline[0])) or (b.closed and contains(b.outline, a.outline[0])):
        return True
    first, second = sides(a), sides(b)
    return any(
        segments_cross(*s, *t)
        or any(point_segment_within(p, *t, reach) for p in s)
        or any(point_segment_within(p, *s, reach) for p in t)
        for s in first for t in second
    )  # fmt: skip


def sides(piece: Terrain) -> list[tuple[Point, Point]]:
    """The segments of a piece."""
    return list(outline(piece.outline)) if piece.closed else list(zip(piece.outline, piece.outline[1:], strict=False))
