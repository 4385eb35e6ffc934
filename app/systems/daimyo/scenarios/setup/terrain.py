"""Terrain of the players' own: three pieces a side, then a die for each (DAI-SCN-08)."""

from __future__ import annotations

from functools import cache, partial
from itertools import islice

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import Choice, Menu, Option, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask, roll
from app.engine.geometry import Point, Polygon
from app.engine.refusals import Refusal, refuse
from app.engine.table import Terrain
from app.engine.views import Mark, Preview
from app.systems.daimyo.book import c
from app.systems.daimyo.ideas.places import around, turned
from app.systems.daimyo.scenarios.setup.events import PiecePlaced, PieceShifted, PieceTested
from app.systems.daimyo.scenarios.setup.layout import (
    RANDOM,
    SHIFT,
    figure,
    free_spots,
    laid,
    layout_of,
    level,
    middle,
    players_pieces,
    refuse_piece,
    refuse_shift,
    shape_of,
)
from app.systems.daimyo.state import State

PLACED = c("DAI-SCN-08")
WANTED = 3


async def lay_terrain(game: Game[State]) -> None:
    """The players have placed their pieces and a die has fallen for each, where that was agreed (DAI-SCN-08)."""
    if layout_of(game.state.setup) != "random":
        return
    for number in range(2 * RANDOM["pieces"]):
        await place(game, game.state.seats[number % 2], f"piece-{number + 1}")
    for piece in players_pieces(game.state):
        await test(game, piece)


async def place(game: Game[State], seat: Seat, id: str) -> None:
    """One piece more lies there; none if there is no room left for any."""
    menu = Menu({kind: kind_option(game.state, kind) for kind in RANDOM["kinds"]})
    first = next(iter(menu.open()), None)
    if first is None:
        return
    then = menu.options[first].then
    assert then is not None
    choice = await ask(Ask(seat, "terrain.piece", menu, PLACED, default=Choice(first, then().some(1)[0])))
    spot: Spot = choice.then
    outline = laid(shape_of(choice.key), spot.at, spot.facing)
    piece = Terrain(id, choice.key, outline, figure(choice.key)["shape"] == "area", height=level(choice.key))
    game.emit(PiecePlaced(clause=PLACED, seat=seat, piece=piece))


def kind_option(state: State, kind: str) -> Option:
    """A kind of terrain with its places, sought when somebody looks."""
    spots = cache(lambda: tuple(Spot(at, facing) for at, facing in islice(free_spots(state, kind), WANTED)))

    def no() -> Refusal | None:
        return None if spots() else refuse("terrain.no-room", PLACED, kind=kind)

    return Option(no, lambda: question(state, kind, spots()), about="option.terrain", facts={"kind": kind})


def question(state: State, kind: str, sure: tuple[Spot, ...]) -> Place:
    """Where a piece of this kind lies."""
    shape = shape_of(kind)

    def at(spot: Spot) -> Polygon:
        return laid(shape, spot.at, spot.facing)

    def look(spot: Spot) -> Preview:
        return Preview(no=refuse_piece(state, kind, at(spot)), marks=(Mark(kind="ghost", points=at(spot)),))

    return Place(radius=max(p.x for p in shape), zones=(whole(state),), turns=True, shape=shape, sure=sure, look=look,
                 test=lambda spot: refuse_piece(state, kind, at(spot)), propose=turned(state.table))  # fmt: skip


def whole(state: State) -> Polygon:
    """The whole table."""
    width, depth = state.table.width, state.table.depth
    return (Point(0, 0), Point(width, 0), Point(width, depth), Point(0, depth))


async def test(game: Game[State], piece: Terrain) -> None:
    """The die for a piece: taken away on a 1, on a 6 the other side may shift it (DAI-SCN-08)."""
    (face,) = await roll(Dice(1), "terrain", PLACED)
    fate = {RANDOM["removed"]: "removed", RANDOM["shifted"]: "shifted"}.get(face, "stays")
    game.emit(PieceTested(clause=PLACED, piece=piece.id, terrain=piece.kind, face=face, fate=fate))
    if fate == "shifted":
        owner = game.state.seats[(int(piece.id.removeprefix("piece-")) - 1) % 2]
        await shift(game, game.state.other(owner), piece)


async def shift(game: Game[State], seat: Seat, piece: Terrain) -> None:
    """The other side has shifted the piece, or left it (DAI-SCN-08)."""
    menu = Menu({"keep": Option(), "shift": Option(then=partial(shifted, game.state, piece), about="option.shift")})
    ask_ = Ask(seat, "terrain.shift", menu, PLACED, default=Choice("keep"), facts={"kind": piece.kind})
    choice = await ask(ask_)
    if choice.key == "shift":
        by = moved_by(piece, choice.then)
        outline = tuple(Point(p.x + by.x, p.y + by.y) for p in piece.outline)
        game.emit(PieceShifted(clause=PLACED, seat=seat, piece=piece.id, outline=outline))


def moved_by(piece: Terrain, spot: Spot) -> Point:
    """How far a piece goes if its middle comes to a place."""
    here = middle(piece.outline)
    return Point(spot.at.x - here.x, spot.at.y - here.y)


def shifted(state: State, piece: Terrain) -> Place:
    """Where the middle of the piece comes to."""
    here = middle(piece.outline)
    shape = tuple(Point(p.x - here.x, p.y - here.y) for p in piece.outline)
    return Place(radius=SHIFT, zones=(), test=lambda spot: refuse_shift(state, piece, moved_by(piece, spot)),
                 propose=around(here, SHIFT), sure=(Spot(here),), shape=shape)  # fmt: skip
