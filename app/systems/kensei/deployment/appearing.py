"""Units that were set aside come on at the start of their owner's Orders (KEN-DEP-24, KEN-DEP-27)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from math import isqrt

from msgspec.structs import replace

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.geometry import Point, distance
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.table import EDGES, Edge, Table
from app.engine.views import Mark, Preview
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.deployment.cards.places import (
    STEP,
    around,
    base_on,
    pattern,
    patterns,
    refuse_spots,
    shifted,
    whole,
)
from app.systems.kensei.deployment.events import UnitAppeared
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import middle
from app.systems.kensei.scenarios.figures import scenario
from app.systems.kensei.state import State
from app.systems.kensei.turn.refill import has_more
from app.systems.kensei.warnings.watch import watch

APPEARS, NEAREST, CASTE, LATE = c("KEN-DEP-24"), c("KEN-DEP-27"), c("KEN-ARM-05"), c("KEN-SCN-13")
NINJA = table("abilities")["clandestine_practices"]["only"]
CLEAR = cm(table("deployment")["ambush"]["enemies"])
AP = table("orders")["pool"]
FAR = 200_000
FINE = 100
INWARD: dict[Edge, int] = {"north": 18_000, "south": 0, "east": 27_000, "west": 9_000}
"""How troops face who come on from an edge."""
Spots = tuple[Point, ...]


def due(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Units of a side that are to come on now, or should have come before."""
    mine = (u for u in state.units.values() if u.seat == seat and u.fate == "reserve" and not u.under("in_the_sky"))
    return tuple(u for u in mine if u.written is not None and u.written.turn <= state.turn)


def is_late(state: State, unit: Unit) -> bool:
    """Whether a unit is set aside as a reinforcement of its scenario, to come on by its own edge (KEN-SCN-13)."""
    late, written = scenario(state).late, unit.written
    if not late or written is None or unit.entry == NINJA:
        return False
    return not written.spots and written.turn == late["from_turn"]


async def appear(game: Game[State], seat: Seat) -> None:
    """Every unit of the side whose turn it is has come on, as near as may be to the spot written down."""
    for unit in due(game.state, seat):
        written, before = unit.written, game.state
        assert written is not None
        if written.spots:
            await at_spot(game, unit, written.spots)
        else:
            await at_edge(game, unit)
        if game.state.units[unit.id].on_table:
            await watch(game, "event", unit.id, before=before)


def come(game: Game[State], unit: Unit, spots: Spots, facing: int) -> None:
    """The unit is on the table with all its AP."""
    game.emit(UnitAppeared(clause=APPEARS, unit=unit.id, at=middle(spots), facing=facing, spots=spots,
                           ap=AP["alone" if has_more(unit) else "formation"]))  # fmt: skip


# -- the written spot --------------------------------------------------------------------------


async def at_spot(game: Game[State], unit: Unit, written: Spots) -> None:
    """It stands where it was written; if it cannot, at the nearest legal place, its owner choosing among equals."""
    if refuse_spots(game.state, unit, written, CLEAR) is None:
        come(game, unit, written, unit.facing)
        return
    best = tuple(nearest(game.state, unit, written))
    if not best:
        return
    here, spot = middle(written), best[0]
    if len(best) > 1:
        place = nearest_place(game.state, unit, written, best)
        given = await ask(Ask(unit.seat, "appear.spot", place, NEAREST, default=place.sure[0], facts={"unit": unit.id}))
        spot = by(here, given.at)
    come(game, game.state.units[unit.id], shifted(written, spot), unit.facing)


def by(here: Point, there: Point) -> Point:
    """The way from one place to another."""
    return Point(there.x - here.x, there.y - here.y)


def nearest(state: State, unit: Unit, written: Spots) -> Iterator[Point]:
    """The legal shifts of the written places that are shortest, to the millimetre: found to the centimetre first."""
    coarse = next(shortest(state, unit, written, around(FAR)), None)
    if coarse is None:
        return
    far = coarse.x * coarse.x + coarse.y * coarse.y
    yield from shortest(state, unit, written, ring(isqrt(far)))


def shortest(state: State, unit: Unit, written: Spots, ways: Iterable[Point]) -> Iterator[Point]:
    """The shortest legal ones of some shifts, which come in the order of their lengths."""
    best = -1
    for way in ways:
        square = way.x * way.x + way.y * way.y
        if 0 <= best < square:
            return
        if refuse_spots(state, unit, shifted(written, way), CLEAR) is None:
            best = square
            yield way


def ring(reach: int) -> list[Point]:
    """Ways of about that length or up to a centimetre and a half less, in steps of a millimetre, the shortest first."""
    low = max(0, reach - STEP * 3 // 2)
    line = range(-(reach // FINE) * FINE, reach + 1, FINE)
    found = [Point(x, y) for x in line for y in line if low * low <= x * x + y * y <= (reach + 1) ** 2]
    return sorted(found, key=lambda p: (p.x * p.x + p.y * p.y, p))


def nearest_place(state: State, unit: Unit, written: Spots, best: tuple[Point, ...]) -> Place:
    """The question where it appears, of all places as near as these."""
    here = middle(written)
    reach = distance(Point(0, 0), best[0])

    def test(spot: Spot) -> Refusal | None:
        if distance(here, spot.at) > reach:
            return refuse("appear.not-nearest", NEAREST, unit=unit.id)
        return refuse_spots(state, unit, shifted(written, by(here, spot.at)), CLEAR)

    def look(spot: Spot) -> Preview:
        return Preview(marks=ghosts(unit, shifted(written, by(here, spot.at))))

    sure = tuple(Spot(Point(here.x + way.x, here.y + way.y)) for way in best)
    return Place(radius=unit.base_width // 2, zones=(whole(state.table),), test=test, sure=sure, look=look,
                 propose=lambda rng: rng.choice(sure), piece=unit.id)  # fmt: skip


def ghosts(unit: Unit, spots: Spots) -> tuple[Mark, ...]:
    """The bases of its models, drawn at those places."""
    return tuple(Mark(kind="ghost", points=base_on(unit, at)) for at in spots)


# -- from an edge ------------------------------------------------------------------------------


async def at_edge(game: Game[State], unit: Unit) -> None:
    """It comes on touching an edge of its owner's choice, a reinforcement its own; it waits if there is no room."""
    late = is_late(game.state, unit)
    edges = [edge for edge in EDGES if not late or edge == game.state.side(unit.seat).edge]
    menu = Menu({edge: edge_option(game.state, unit, edge, LATE if late else CASTE) for edge in edges})
    if not menu.open():
        return
    first = menu.open()[0]
    then = menu.options[first].then
    assert then is not None
    default = Choice(first, then().some(1)[0])
    clause = LATE if late else CASTE
    choice = await ask(Ask(unit.seat, "appear.edge", menu, clause, default=default, facts={"unit": unit.id}))
    edge = next(e for e in EDGES if e == choice.key)
    come(game, game.state.units[unit.id], entering(game.state, unit, edge, choice.then.at), INWARD[edge])


def entering(state: State, unit: Unit, edge: Edge, at: Point) -> Spots:
    """The places of its models about a place on an edge, the first of them touching it."""
    facing, board = INWARD[edge], state.table
    many = len(unit.models)
    files = next(n for n in range(1, many + 1) if fits(unit, n, facing))
    laid = pattern(many, files, unit.base_width, unit.base_depth, facing)
    deep = max(abs(p.y if edge in ("north", "south") else p.x) for p in laid) + unit.base_depth // 2
    spot = {"north": Point(at.x, deep), "south": Point(at.x, board.depth - deep), "west": Point(deep, at.y),
            "east": Point(board.width - deep, at.y)}  # fmt: skip
    return shifted(laid, spot[edge])


def fits(unit: Unit, files: int, facing: int) -> bool:
    """Whether its models keep together in rows of so many."""
    laid = pattern(len(unit.models), files, unit.base_width, unit.base_depth, facing)
    return any(laid == found for found in patterns(len(unit.models), turned(unit, facing)))


def turned(unit: Unit, facing: int) -> Unit:
    """The unit as it would look that way."""
    return replace(unit, facing=facing)


def edge_option(state: State, unit: Unit, edge: Edge, clause: Clause) -> Option:
    """An edge with its places, sought when somebody looks."""
    sure = cache(lambda: next((at for at in along(state.table, edge) if fine(at) is None), None))
    looking = turned(unit, INWARD[edge])

    def fine(at: Point) -> Refusal | None:
        return refuse_spots(state, looking, entering(state, unit, edge, at), CLEAR)

    def no() -> Refusal | None:
        return None if sure() else refuse("deploy.no-room", APPEARS, unit=unit.id)

    def then() -> Place:
        found = sure()
        assert found is not None
        return edge_place(state, looking, edge, found)

    return Option(no, then, about="option.edge", facts={"edge": edge}, clause=clause)


def edge_place(state: State, unit: Unit, edge: Edge, sure: Point) -> Place:
    """Where along an edge it comes on."""
    board = state.table

    def test(spot: Spot) -> Refusal | None:
        return refuse_spots(state, unit, entering(state, unit, edge, spot.at), CLEAR)

    def look(spot: Spot) -> Preview:
        return Preview(marks=ghosts(unit, entering(state, unit, edge, spot.at)))

    return Place(radius=unit.base_width // 2, zones=(whole(board),), test=test, sure=(Spot(sure),), look=look,
                 propose=partial(proposals.anywhere_on, board), piece=unit.id)  # fmt: skip


def along(board: Table, edge: Edge) -> Iterator[Point]:
    """Places along an edge, the middle first."""
    level = edge in ("north", "south")
    length = board.width if level else board.depth
    for n in range(0, length // 2 + 1, STEP):
        for at in dict.fromkeys((length // 2 - n, length // 2 + n)):
            yield Point(at, 0) if level else Point(0, at)
