"""Where a unit goes that must leave: away from an enemy or home, and round what bars the way."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from app.engine.formations import Formation, Step, after, footprint, spot
from app.engine.geometry import Point, box
from app.engine.shapes import SLACK
from app.engine.trig import SCALE, TURN, bearing, heading
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.measure import ground_of, nearest, touched_edges
from app.systems.daimyo.moving.ground.terrain import grounds, refuse_place
from app.systems.daimyo.moving.slide import meeting
from app.systems.daimyo.moving.travel import Journey, straight
from app.systems.daimyo.scenarios.figures import drowns
from app.systems.daimyo.state import State, Unit, UnitId

BOOK = table("pursuit")["rout"]
TRIES: tuple[int, ...] = tuple(100 * degrees for degrees in BOOK["headings"])
LEAST = cm(BOOK["least"])
HOMEWARD = {"north": 0, "east": 9_000, "south": 18_000, "west": 27_000}
OPPOSITE = {"front": 18_000, "right": 27_000, "rear": 0, "left": 9_000}
"""By the edge an enemy touches: which way is straight away from it, from the unit's own facing."""
BANK = 3 * SLACK
"""So near to water is at its bank."""
ABOUT = Step("turn", 18_000)


class Way(NamedTuple):
    """One way out: its heading in 1/100 degree, how far that is from the ideal one, and where it leads."""

    heading: int
    aside: int
    journey: Journey


# -- headings -------------------------------------------------------------------------


def home(state: State, unit: Unit) -> int:
    """The shortest way to the own base edge (DAI-PUR-07)."""
    return HOMEWARD[state.side(unit.seat).edge or "south"]


def away(state: State, unit: Unit, by: UnitId | None) -> int:
    """Straight away from the enemy that caused it, else from the nearest one, else home (DAI-MOR-21).

    From an enemy in contact a unit goes square to the edge that is touched; from others along the line of the
    reference points.
    """
    foe = state.units.get(by) if by else nearest(state, unit, state.enemies_of(unit.seat))
    if foe is None:
        return home(state, unit)
    edges = touched_edges(state, unit, foe) if foe.on_table and not unit.building else ()
    if edges:
        return (unit.facing + OPPOSITE[edges[0]]) % TURN
    start, end = middle(state, foe), middle(state, unit)
    return home(state, unit) if start == end else bearing(end.x - start.x, end.y - start.y)


def middle(state: State, unit: Unit) -> Point:
    """The reference point of a unit; the centre of its building for one that has no front (DAI-ORG-28, DAI-MOV-34)."""
    if not unit.building:
        return unit.at
    around = box(ground_of(state, unit))
    return Point((around.west + around.east) // 2, (around.north + around.south) // 2)


# -- out of a building ----------------------------------------------------------------


def outside(state: State, unit: Unit, way: int, facing: int) -> Unit:
    """The unit as it stands before it goes: one in a building stands before its wall on the side it goes to."""
    if not unit.building:
        return unit
    walls, centre = ground_of(state, unit), middle(state, unit)
    look = heading(way)
    reach = max(((p[0] - centre.x) * look.x + (p[1] - centre.y) * look.y) // SCALE for p in walls) + 1
    body = unit.formation._replace(at=centre, facing=facing)
    lead = reach + (body.depth if facing == way else 0)
    return with_body(unit, body._replace(at=spot(centre, way, 0, lead)))


def with_body(unit: Unit, body: Formation) -> Unit:
    """The unit as if it stood so, in no building."""
    return replace(unit, building="", at=body.at, facing=body.facing, files=body.files)


# -- ways -----------------------------------------------------------------------------


def way_out(state: State, unit: Unit, ideal: int, budget: int) -> Way:
    """The first free heading of those tried in turn, else the one with the longest free way (DAI-PUR-16).

    An ideal heading that ends in water which drowns routers is taken too: they are lost there (scenario 2).
    """
    found: list[Way] = []
    for aside in TRIES:
        way = (ideal + aside) % TURN
        found.append(Way(way, aside, straight(state, outside(state, unit, way, way), way, budget, "rout")))
        if is_free(found[-1].journey) or reaches_water(state, unit, found[-1]):
            return found[-1]
    return max(found, key=lambda way: way.journey.distance)


def is_free(journey: Journey) -> bool:
    """Whether nothing but the table's edge ends it: a router may leave the table (DAI-MOV-25)."""
    return journey.stopped in ("", "edge")


def reaches_water(state: State, unit: Unit, way: Way) -> bool:
    """Whether its ideal heading ends at water in which the scenario lets routers drown."""
    if way.aside or way.journey.stopped != "ground":
        return False
    bank = footprint(way.journey.end)
    water = (patch for patch in grounds(state, unit).closed if drowns(state, patch.kind))
    met = (meeting(bank, way.heading, patch.outline) for patch in water)
    return any(reach is not None and reach.near <= BANK < reach.far for reach in met)


def faced(state: State, unit: Unit, end: Formation, way: int) -> Formation:
    """A unit that went this way, facing as it went where there is room for that, else as it stood or turned about."""
    kept = min((end, after(end, ABOUT)), key=lambda body: off(body.facing, way))
    if kept.facing == way:
        return kept
    looking = after(end, Step("face", way))
    return kept if refuse_place(state, with_body(unit, end), looking) else looking


def off(facing: int, way: int) -> int:
    """How far a facing lies from a heading, either way round."""
    return min((way - facing) % TURN, (facing - way) % TURN)
