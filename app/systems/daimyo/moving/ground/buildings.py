"""Going into buildings and coming out of them (DAI-MOV-31)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from app.engine.formations import Formation, course, footprint, spot
from app.engine.geometry import Point, box, outline
from app.engine.manoeuvre import Steps
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import SLACK, gap, within
from app.engine.table import Terrain
from app.engine.trig import bearing
from app.systems.daimyo.book import c, foremost, table
from app.systems.daimyo.ideas.places import ways_in
from app.systems.daimyo.measure import between, ground_of
from app.systems.daimyo.moving.costs import allowance
from app.systems.daimyo.moving.ground.terrain import CLEAR, is_foe, kind_of, refuse_place
from app.systems.daimyo.moving.judging import NEAR, Judged, judge
from app.systems.daimyo.state import State, Unit

INSIDE, WHO, KEEPS_OFF = c("DAI-MOV-31"), c("DAI-MOV-30"), c("DAI-MOV-21")
BOOK = table("movement")["building"]
SHARE, MOST = Fraction(BOOK["share"]), int(BOOK["stands"])
DOOR = CLEAR
"""So near to its wall a unit is at a building's door."""
COMPASS = ("north", "east", "south", "west")


def buildings(state: State) -> tuple[Terrain, ...]:
    """The buildings on the table, in the order they were laid."""
    return tuple(piece for piece in state.table.pieces if kind_of(piece).ground == "building")


def occupant(state: State, piece: str) -> Unit | None:
    """The unit in a building."""
    return next((u for u in state.fielded() if u.building == piece), None)


def door_cost(state: State, unit: Unit) -> int:
    """What going in or coming out uses: half of the normal move (DAI-MOV-31)."""
    return ceil(allowance(state, unit, "normal") * SHARE)


def near_buildings(state: State, unit: Unit) -> tuple[Terrain, ...]:
    """Buildings that a unit might reach, by their distance alone."""
    reach = allowance(state, unit, "normal") + DOOR
    return tuple(piece for piece in buildings(state) if within(ground_of(state, unit), piece.outline, reach))


# -- in ---------------------------------------------------------------------------------------


def refuse_building(state: State, unit: Unit, piece: Terrain) -> Refusal | None:
    """Why a unit may not go into a building, from wherever (DAI-MOV-30, DAI-MOV-31)."""
    if unit.mounted or not unit.troops:
        return refuse("building.infantry", WHO, unit=unit.id)
    if unit.stands > MOST:
        return refuse("building.too-many", WHO, unit=unit.id, stands=unit.stands, most=MOST)
    if inside := occupant(state, piece.id):
        return refuse("building.occupied", WHO, unit=unit.id, other=inside.id)
    for foe in state.fielded():
        if is_foe(state, unit, foe) and within(piece.outline, ground_of(state, foe), NEAR):
            off = between(piece.outline, ground_of(state, foe))
            return refuse("move.too-near", KEEPS_OFF, unit=unit.id, enemy=foe.id, clear=CLEAR, gap=off)
    return None


def judge_entry(state: State, unit: Unit, piece: Terrain, steps: Steps) -> Judged:
    """Steps up to a building and in: half of the move besides, and they must end at its wall (DAI-MOV-31).

    What is left of the way to the wall is paid as well.
    """
    off = gap(footprint(course(unit.formation, steps)[-1]), piece.outline)
    found = judge(state, unit, steps, extra=door_cost(state, unit) + (off if off <= DOOR + SLACK else 0))
    far = refuse("building.not-at-door", INSIDE, unit=unit.id, gap=off, reach=DOOR) if off > DOOR + SLACK else None
    return found._replace(no=foremost((refuse_building(state, unit, piece), found.no, far)))


def entries(state: State, unit: Unit, piece: Terrain) -> tuple[Steps, ...]:
    """Legal ways in: from where it stands, or straight ahead up to the wall, or with one wheel towards it."""
    return tuple(steps for steps in ways_in(unit, piece) if judge_entry(state, unit, piece, steps).no is None)[:2]


def housed(piece: Terrain, body: Formation) -> Formation:
    """The unit about the middle of the building: it has no front there."""
    around = box(piece.outline)
    middle = Point((around.west + around.east) // 2, (around.north + around.south) // 2)
    return body._replace(at=spot(middle, body.facing, 0, body.depth // 2))


# -- out --------------------------------------------------------------------------------------


def ways_out(state: State, unit: Unit) -> dict[str, Formation]:
    """The unit before each wall of its building, its back to it, by the side of the compass it looks to."""
    piece = next(piece for piece in state.table.pieces if piece.id == unit.building)
    around = box(piece.outline)
    middle = Point((around.west + around.east) // 2, (around.north + around.south) // 2)
    found: dict[str, Formation] = {}
    for a, b in outline(piece.outline):
        facing = _outward(a, b, middle)
        door = Point((a.x + b.x) // 2, (a.y + b.y) // 2)
        body = unit.formation._replace(facing=facing)
        found[COMPASS[(facing + 4_500) // 9_000 % 4]] = body._replace(at=spot(door, facing, 0, body.depth + 1))
    return {side: found[side] for side in COMPASS if side in found}


def _outward(a: Point, b: Point, middle: Point) -> int:
    x, y = b.y - a.y, a.x - b.x
    if x * (a.x - middle.x) + y * (a.y - middle.y) < 0:
        x, y = -x, -y
    return bearing(x, y)


def refuse_side(state: State, unit: Unit, start: Formation) -> Refusal | None:
    """Why a unit may not come out on a side: no room before the wall, or an enemy too near."""
    return refuse_place(state, unit, start)


def judge_exit(state: State, unit: Unit, start: Formation, steps: Steps) -> Judged:
    """Coming out on a side and going on from there, half of the move used by it (DAI-MOV-31)."""
    found = judge(state, unit, steps, start=start, extra=door_cost(state, unit))
    return found._replace(no=foremost((refuse_side(state, unit, start), found.no)))
