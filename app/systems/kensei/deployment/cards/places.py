"""Where a Deployment Card may lie, where loose models may be set down, and places that are proposed (DEP)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import islice
from math import isqrt

from app.engine.domains import Place, Spot
from app.engine.events import Seat
from app.engine.formations import Formation, block, footprint, spot
from app.engine.geometry import CM, Box, Point, Polygon, box
from app.engine.modifiers import Line
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import SLACK, gap, overlaps
from app.engine.table import Table
from app.engine.views import Mark, Preview
from app.systems.kensei.army import Unit, Written
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.ground.terrain import Piece, ground, overlapped
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import Parts, blocks, closer, parts
from app.systems.kensei.scenarios.figures import camp_at, home
from app.systems.kensei.scenarios.rules import RADIUS, touches
from app.systems.kensei.state import Card, State
from app.systems.kensei.stats.lines import PRINTED

CARDS, ZONE, LOOSE, APART, SPREAD, FORMED, MANY, HORSE, CAMP, ON_WALL = (
    c("KEN-DEP-13"), c("KEN-DEP-22"), c("KEN-DEP-25"), c("KEN-TYP-27"), c("KEN-TYP-28"), c("KEN-TYP-19"),
    c("KEN-TER-97"), c("KEN-MOV-50"), c("KEN-SCN-07"), c("KEN-MOV-43"),
)  # fmt: skip
FILES = table("troops")["formation"]
HARASSERS = table("troops")["harassers"]
GAP, REACH = cm(HARASSERS["apart"]), cm(HARASSERS["spread"])
STEP, WANTED = CM, 3
ROOM = 200_000
"""Nobody looks for a place further than 2 m from where it should be."""


Rolling = tuple[Seat, str, tuple[Line, ...]]


def stat_of(state: State, seat: Seat, stat: str) -> Rolling:
    """A side and its Taisho's own stat, for a roll against the other's (KEN-DEP-20); nothing where it has none."""
    taisho = state.units.get(state.side(seat).taisho)
    return seat, "", (Line("taisho-stat", getattr(taisho, stat), PRINTED[stat]),) if taisho else ()


# -- what a card covers ------------------------------------------------------------------------


def inside(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The characters who begin in a unit, on the table or not yet (KEN-DEP-23)."""
    return tuple(one for one in state.units.values() if one.host == unit.id)


def number(state: State, unit: Unit) -> int:
    """How many models stand in a unit, characters counted (KEN-TYP-40)."""
    return len(unit.models) + len(inside(state, unit))


def formations(state: State, unit: Unit) -> tuple[int, ...]:
    """How many files a unit in ranks may have, those of its roster first (KEN-TYP-19 to KEN-TYP-24)."""
    many, row = number(state, unit), FILES[unit.troop]
    known = [n for n in range(min(row["least"], many), min(row["files"], many) + 1) if -(-many // n) <= row["ranks"]]
    return tuple(dict.fromkeys([n for n in (unit.files,) if n in known] + known)) or (min(many, row["files"]),)


def card_files(state: State, unit: Unit) -> int:
    """How many files its card shows if nobody says; of a loose unit the root of its number, rounded up (KEN-DEP-25)."""
    if not unit.loose:
        return formations(state, unit)[0]
    many = number(state, unit)
    return isqrt(many - 1) + 1


def body_of(state: State, unit: Unit, at: Point, facing: int, files: int) -> Formation:
    """What a unit's card covers at a place: its models in base contact."""
    return Formation(at, facing, files, number(state, unit), unit.base_width, unit.base_depth)


def covered(card: Card) -> Polygon:
    """What a card on the table covers."""
    return block(card.at, card.facing, card.width, card.depth)


# -- cards -----------------------------------------------------------------------------------


def refuse_card(state: State, unit: Unit, body: Formation, but: tuple[str, ...] = ()) -> Refusal | None:
    """Why a unit's card may not lie so; ``but``: cards that are not looked at (KEN-DEP-22)."""
    mine, zone = footprint(body), home(state, unit.seat)
    if not all(in_zone(zone, p) for p in mine):
        return refuse("deploy.zone", ZONE, unit=unit.id)
    if no := refuse_ground(state, unit, blocks(body)):
        return no
    for card in state.cards:
        if card.id not in but and not card.building and overlaps(mine, covered(card)):
            return refuse("deploy.card-taken", ZONE, unit=unit.id)
    return refuse_camp(state, unit, (mine,))


def in_zone(zone: Polygon, p: Point) -> bool:
    """Whether a place lies in a zone, its edge included."""
    west, north, east, south = box(zone)
    return west - SLACK <= p.x <= east + SLACK and north - SLACK <= p.y <= south + SLACK


def refuse_ground(state: State, unit: Unit, shapes: Parts) -> Refusal | None:
    """Why a unit may not stand on that ground: Impassible Terrain, or an obstacle under a formation (KEN-MOV-48)."""
    below = ground(state)
    for piece in below.shut:
        if overlapped(piece, shapes):
            return refuse("deploy.ground", ZONE, unit=unit.id, piece=piece.key)
    for piece in below.obstacles:
        if overlapped(piece, shapes):
            return refuse("deploy.ground", ON_WALL, unit=unit.id, piece=piece.key)
    return None


def refuse_camp(state: State, unit: Unit, shapes: Parts) -> Refusal | None:
    """Why the Taisho or his unit may not be there: it must touch its camp (KEN-SCN-07)."""
    at = camp_at(state, unit.seat)
    if at is None or not leads(state, unit) or touches(shapes, at, RADIUS + SLACK):
        return None
    return refuse("deploy.camp-far", CAMP, unit=unit.id, reach=RADIUS)


def leads(state: State, unit: Unit) -> bool:
    """Whether it is the Taisho, or he begins in it."""
    return unit.taisho or any(one.taisho for one in inside(state, unit))


def refuse_garrison(state: State, unit: Unit, piece: Piece) -> Refusal | None:
    """Why a unit may not begin inside a Construction (KEN-DEP-22, KEN-TER-50, KEN-MOV-50)."""
    if unit.mounted or unit.large or unit.troop == "cavalry":
        return refuse("deploy.horse", HORSE, unit=unit.id)
    held = [state.units[card.unit] for card in state.cards if card.building == piece.id and card.seat == unit.seat]
    if len(held) >= piece.kind.units:
        return refuse("deploy.full", piece.kind.rests_on("units"), unit=unit.id, most=piece.kind.units)
    many = number(state, unit) + sum(number(state, one) for one in held)
    if many > piece.kind.models:
        return refuse("deploy.crowded", piece.kind.rests_on("models"), unit=unit.id, models=many,
                      most=piece.kind.models)  # fmt: skip
    return refuse_camp(state, unit, (piece.outline,))


def garrisons(state: State, unit: Unit) -> tuple[Piece, ...]:
    """The Constructions that lie wholly inside a side's zone (KEN-DEP-22)."""
    zone = home(state, unit.seat)
    return tuple(p for p in ground(state).buildings if all(in_zone(zone, corner) for corner in p.outline))


def places(state: State, unit: Unit, files: int) -> Iterator[Spot]:
    """Places for a card in its zone: from the front backwards, from the middle outwards."""
    zone = home(state, unit.seat)
    first = body_of(state, unit, Point(0, 0), unit.facing, files)
    taken, near = barred(state, first), reach_of_camp(state, unit, box(footprint(first)))
    for at in rows(zone, first):
        x, y = at
        if near is not None and not near(x, y):
            continue
        if any(west < x < east and north < y < south for west, north, east, south in taken):
            continue
        if refuse_card(state, unit, first._replace(at=at)) is None:
            yield Spot(at, unit.facing)


def barred(state: State, first: Formation) -> list[Box]:
    """Where a formation that looks north or south surely lies on a card or on closed ground, both upright; ``first``
    is how it would stand at (0, 0).  Found quickly, the rules have the last word."""
    whole, ranks = box(footprint(first)), tuple(map(box, blocks(first)))
    cards = [box(covered(card)) for card in state.cards if not card.building and card.facing % 9_000 == 0]
    shut = [box(piece.outline) for piece in ground(state).shut if is_upright(piece.outline)]
    return [about(whole, card) for card in cards] + [about(rank, piece) for rank in ranks for piece in shut]


def is_upright(outline: Polygon) -> bool:
    """Whether an outline is a rectangle along the edges of the table."""
    west, north, east, south = box(outline)
    return len(outline) == 4 and {*outline} == {(west, north), (east, north), (east, south), (west, south)}


def about(mine: Box, other: Box) -> Box:
    """Where the place a box is reckoned from may not be, lest it overlap another; the rim itself is free."""
    return Box(other.west - mine.east + SLACK, other.north - mine.south + SLACK,
               other.east - mine.west - SLACK, other.south - mine.north - SLACK)  # fmt: skip


def reach_of_camp(state: State, unit: Unit, mine: Box) -> Callable[[int, int], bool] | None:
    """Whether an upright card at a place touches the camp, for the one who must; ``mine``: what it covers at (0, 0)."""
    camp = camp_at(state, unit.seat)
    if camp is None or not leads(state, unit):
        return None
    reach2, (cx, cy) = (RADIUS + SLACK) ** 2, camp

    def near(x: int, y: int) -> bool:
        dx = max(cx - x - mine.east, x + mine.west - cx, 0)
        dy = max(cy - y - mine.south, y + mine.north - cy, 0)
        return dx * dx + dy * dy <= reach2

    return near


def rows(zone: Polygon, body: Formation) -> Iterator[Point]:
    """Places for the middle of the front edge of a formation that looks north or south."""
    west, north, east, south = box(zone)
    half, deep = body.width // 2, body.depth
    down = body.facing == 18_000
    fronts = range(south, north + deep - 1, -STEP) if down else range(north, south - deep + 1, STEP)
    aside = outwards(west + half, east - half)
    yield from (Point(x, y) for y in fronts for x in aside)


def outwards(least: int, most: int) -> tuple[int, ...]:
    """Places between two ends, the middle first, then by steps to either side, the ends too."""
    if most < least:
        return ()
    middle = (least + most) // 2
    steps = range(0, (most - least) // 2 + 1, STEP)
    return tuple(dict.fromkeys([n for step in steps for n in (middle + step, middle - step)] + [least, most]))


def place_card(state: State, unit: Unit, files: int) -> Place | None:
    """The question where a unit's card lies; nothing if there is no room for it."""
    sure = tuple(islice(places(state, unit, files), WANTED))
    if not sure:
        return None
    zone = home(state, unit.seat)

    def test(spot: Spot) -> Refusal | None:
        return refuse_card(state, unit, body_of(state, unit, spot.at, spot.facing, files))

    def look(spot: Spot) -> Preview:
        body = body_of(state, unit, spot.at, spot.facing, files)
        return Preview(no=test(spot), marks=(Mark(kind="ghost", points=footprint(body)),))

    first = body_of(state, unit, Point(0, 0), 0, files)
    return Place(radius=max(first.width, first.depth) // 2, zones=(zone,), test=test, sure=sure,
                 propose=partial(proposals.in_zone, zone, unit.facing), turns=True,
                 shape=footprint(first), look=look, piece=unit.id)  # fmt: skip


# -- loose models ------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def pattern(many: int, files: int, width: int, depth: int, facing: int) -> tuple[Point, ...]:
    """Places about (0, 0) for so many bases in loose order: rows of ``files``, just as far apart as they must be
    (KEN-TYP-27)."""
    # The slack of a millimetre keeps the distance where a turned place is rounded.
    across, along = width + GAP + 2 * SLACK, depth + GAP + 2 * SLACK
    lines = [min(files, many - first) for first in range(0, many, files)]
    found = []
    for row, length in enumerate(lines):
        for n in range(length):
            right, ahead = (2 * n + 1 - length) * across // 2, (len(lines) - 1 - 2 * row) * along // 2
            found.append(spot(Point(0, 0), facing, right, ahead))
    return tuple(found)


def patterns(many: int, unit: Unit) -> Iterator[tuple[Point, ...]]:
    """All such places that keep the unit together, the squarest first (KEN-TYP-28)."""
    square = isqrt(max(0, many - 1)) + 1
    for files in sorted(range(1, many + 1), key=lambda n: abs(n - square)):
        found = pattern(many, files, unit.base_width, unit.base_depth, unit.facing)
        if refuse_spread(unit, found) is None:
            yield found


def base_on(unit: Unit, at: Point) -> Polygon:
    """The base of a loose model that stands about a place."""
    return block(spot(at, unit.facing, 0, unit.base_depth // 2), unit.facing, unit.base_width, unit.base_depth)


def refuse_spread(unit: Unit, spots: tuple[Point, ...]) -> Refusal | None:
    """Why loose models may not stand so towards each other: 3 cm apart at least, 15 at most (KEN-TYP-27, -28)."""
    found = [base_on(unit, at) for at in spots]
    for n, one in enumerate(found):
        for other in found[:n]:
            between = gap(one, other)
            if between < GAP - SLACK:
                return refuse("loose.close", APART, unit=unit.id, gap=between, reach=GAP)
            if between > REACH + SLACK:
                return refuse("loose.far", SPREAD, unit=unit.id, gap=between, reach=REACH)
    return None


def refuse_spots(state: State, unit: Unit, spots: tuple[Point, ...], clear: int = 0) -> Refusal | None:
    """Why loose models may not be set down so: table, ground, each other, others' bases, enemies nearer than
    ``clear`` (KEN-MOV-48)."""
    found = tuple(base_on(unit, at) for at in spots)
    if not all(on_table(state.table, base) for base in found):
        return refuse("deploy.off-table", ZONE, unit=unit.id)
    if no := refuse_ground(state, unit, found) or refuse_spread(unit, spots):
        return no
    for other in state.fielded():
        if other.id == unit.id or other.building:
            continue
        theirs = parts(state, other)
        if any(overlaps(one, its) for one in found for its in theirs):
            return refuse("deploy.taken", ZONE, unit=unit.id, other=other.id)
        if clear and other.seat != unit.seat and closer(found, theirs, clear):
            return refuse("deploy.enemy", c("KEN-DEP-24"), unit=unit.id, other=other.id, reach=clear)
    return refuse_cards(state, unit, found)


def refuse_cards(state: State, unit: Unit, found: Parts) -> Refusal | None:
    """Another card that still lies there: its unit will need the place."""
    for card in state.cards:
        if card.unit != unit.id and not card.building and any(overlaps(one, covered(card)) for one in found):
            return refuse("deploy.card-taken", ZONE, unit=unit.id)
    return None


def on_table(board: Table, base: Polygon) -> bool:
    """Whether an outline lies wholly on the table."""
    return all(-SLACK <= p.x <= board.width + SLACK and -SLACK <= p.y <= board.depth + SLACK for p in base)


def refuse_on_card(unit: Unit, card: Polygon, spots: tuple[Point, ...]) -> Refusal | None:
    """Why loose models may not be set down so: none of them is where the card lay (KEN-DEP-18)."""
    if any(overlaps(base_on(unit, at), card, 0) for at in spots):
        return None
    return refuse("deploy.off-card", c("KEN-DEP-18"), unit=unit.id)


def shifted(spots: tuple[Point, ...], by: Point) -> tuple[Point, ...]:
    """The same places, all moved by so much."""
    return tuple(Point(at.x + by.x, at.y + by.y) for at in spots)


@lru_cache(maxsize=4)
def around(reach: int) -> tuple[Point, ...]:
    """Ways to go from a place, the nearest first, in steps of a centimetre."""
    line = range(-reach, reach + 1, STEP)
    found = [Point(x, y) for x in line for y in line if x * x + y * y <= reach * reach]
    return tuple(sorted(found, key=lambda p: (p.x * p.x + p.y * p.y, p)))


def settings(state: State, unit: Unit, card: Polygon, middle: Point) -> Iterator[tuple[Point, ...]]:
    """Legal places for the models of a loose unit about the place of its card, the nearest to it first."""
    laid = tuple(patterns(len(unit.models), unit))
    for by in around(20 * CM):
        for spots in (shifted(found, Point(middle.x + by.x, middle.y + by.y)) for found in laid):
            if refuse_on_card(unit, card, spots) is None and refuse_spots(state, unit, spots) is None:
                yield spots


def anywhere(state: State, unit: Unit, middle: Point) -> tuple[Point, ...]:
    """The nearest legal places where there is none on the card itself."""
    laid = tuple(patterns(len(unit.models), unit))
    for by in around(ROOM // 2):
        for spots in (shifted(found, Point(middle.x + by.x, middle.y + by.y)) for found in laid):
            if refuse_spots(state, unit, spots) is None:
                return spots
    return shifted(laid[0], middle)


# -- written spots -----------------------------------------------------------------------------


def written_at(unit: Unit, spot: Spot, turn: int) -> Written:
    """The record of a unit that will appear about a place (KEN-DEP-24)."""
    laid = next(patterns(len(unit.models), unit))
    return Written(spots=shifted(laid, spot.at), facing=unit.facing, turn=turn)


def refuse_written(state: State, unit: Unit, spot: Spot) -> Refusal | None:
    """Why a unit may not be written down to appear there: the table and the ground (KEN-DEP-15)."""
    found = tuple(base_on(unit, at) for at in written_at(unit, spot, 1).spots)
    if not all(on_table(state.table, base) for base in found):
        return refuse("deploy.off-table", ZONE, unit=unit.id)
    return refuse_ground(state, unit, found)


def whole(board: Table) -> Polygon:
    """The whole table."""
    return (Point(0, 0), Point(board.width, 0), Point(board.width, board.depth), Point(0, board.depth))
