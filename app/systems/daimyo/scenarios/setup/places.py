"""Where a unit or a leader may be set up: its zone, the ground, who stands there; places that are proposed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from msgspec import Struct
from msgspec.structs import replace

from app.engine.domains import Place, Spot
from app.engine.events import Seat
from app.engine.formations import Formation, footprint
from app.engine.geometry import Box, Point, Polygon, box, contains, distance
from app.engine.luck import Luck
from app.engine.options import Sought
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.shapes import SLACK, grown, within
from app.engine.views import Mark, Preview
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.ideas.places import anywhere, is_shadowed, over, rows, shadows
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.moving.ground.terrain import ground_for, is_on_table, refuse_ground
from app.systems.daimyo.scenarios.figures import (
    FACING,
    RULES,
    Row,
    plays,
    refuse_seat,
    scenario,
    spot,
)
from app.systems.daimyo.scenarios.setup.zones import outline_of, zones_of
from app.systems.daimyo.state import Leader, State, Unit

ZONE, ATTACH, SIT = c("DAI-SCN-12"), c("DAI-LDR-06"), c("DAI-LDR-05")
APART, NEAR = cm(RULES["apart"]), cm(RULES["leader_within"])
WANTED = 3
NEAREST = APART - 2 * SLACK
TOKEN = cm(table("organisation")["token"]["across"]) // 2


class Zone(Struct, frozen=True):
    """Where somebody sets up: a box, a circle or both; ``more``: other boxes that serve as well (DAI-SCN-15).

    ``facing`` in 1/100 degree, and how near to a palisade ``guns`` stand in 1/100 mm; -1: nothing is said.
    """

    outline: Polygon
    clause: Clause
    at: Point | None = None
    reach: int = 0
    facing: int = -1
    guns: int = -1
    more: tuple[Polygon, ...] = ()

    @property
    def outlines(self) -> tuple[Polygon, ...]:
        """Every box."""
        return (self.outline, *self.more)


def names_of(state: State, unit: Unit) -> tuple[str, ...]:
    """By which names the zones of the data mean this unit, the narrowest first."""
    if unit.kind == "hq":
        return ("hq", "household", "all")
    return (state.clans[unit.clan].key if unit.clan else "household", "all")


def zone_for(state: State, seat: Seat, names: tuple[str, ...]) -> Zone | None:
    """The zone of this side under the first of these names that its scenario has."""
    rows = [row for row in zones_of(state.setup) if plays(state, seat, row["role"])]
    found = next((mine for name in names if (mine := [row for row in rows if row["who"] == name])), [])
    if not found:
        return None
    return replace(zone_of(state, found[0]), more=tuple(outline_of(state, row) for row in found[1:]))


def zone_of(state: State, row: Row) -> Zone:
    """A zone of the data on this table."""
    circle = row.get("circle")
    at, reach = (spot(state, circle["at"]), cm(circle["reach"])) if circle else (None, 0)
    facing = row["facing"] * 100 if "facing" in row else -1
    guns = cm(row["guns_within"]) if "guns_within" in row else -1
    return Zone(outline_of(state, row), c(scenario(state).clause), at, reach, facing, guns)


def holds(zone: Zone, covered: tuple[Point, ...]) -> bool:
    """Whether places lie in a zone, its edge included: all in one of its boxes."""
    if not any(boxed(outline, covered) for outline in zone.outlines):
        return False
    return zone.at is None or all(distance(at, zone.at) <= zone.reach + SLACK for at in covered)


def boxed(outline: Polygon, covered: tuple[Point, ...]) -> bool:
    """Whether places lie in the box of an outline."""
    west, north, east, south = box(outline)
    return all(west - SLACK <= x <= east + SLACK and north - SLACK <= y <= south + SLACK for x, y in covered)


# -- units --------------------------------------------------------------------------------


def facing_of(state: State, unit: Unit, zone: Zone) -> int:
    """How a unit faces unless somebody turns it: as the zone says, else with its back to its base edge."""
    return zone.facing if zone.facing >= 0 else FACING.get(state.side(unit.seat).edge, 0)


def refuse_unit(state: State, unit: Unit, body: Formation, zone: Zone) -> Refusal | None:
    """Why a unit may not be set up so (DAI-SCN-12)."""
    covered = footprint(body)
    if not is_on_table(state, covered) or not holds(zone, covered):
        return refuse("deploy.zone", zone.clause, unit=unit.id)
    if zone.facing >= 0 and body.facing != zone.facing and unit.kind != "hq":
        return refuse("deploy.facing", zone.clause, unit=unit.id, facing=zone.facing // 100)
    if zone.guns >= 0 and unit.missile == "arquebus" and not near_palisade(state, covered, zone.guns):
        return refuse("deploy.palisade", zone.clause, unit=unit.id, reach=zone.guns)
    return refuse_ground(state, unit, covered, body) or refuse_others(state, unit, covered)


def near_palisade(state: State, covered: Polygon, reach: int) -> bool:
    """Whether an outline is within so much of a palisade."""
    return any(p.kind == "palisade" and within(covered, p.outline, reach) for p in state.table.pieces)


def refuse_others(state: State, unit: Unit, covered: Polygon) -> Refusal | None:
    """Another unit on the same ground, or less than 1 cm away."""
    for other in state.fielded():
        if other.id != unit.id and within(covered, ground_of(state, other), NEAREST):
            return refuse("deploy.too-near", ZONE, unit=unit.id, other=other.id, reach=APART)
    return None


def body_of(unit: Unit, at: Point, facing: int, files: int = 0) -> Formation:
    """The unit as a formation there."""
    return replace(unit, at=at, facing=facing, files=files or unit.files).formation


def places(state: State, unit: Unit, zone: Zone, files: int = 0) -> Iterator[Spot]:
    """Legal places for a unit in its zone: from the front backwards, from the middle outwards; an HQ from the rear."""
    facing = facing_of(state, unit, zone)
    first = body_of(unit, Point(0, 0), facing, files)
    taken = shadows(box(footprint(first)), upright(state), NEAREST)
    for seated in (True, False) if unit.kind == "hq" else (None,):
        for at in chain.from_iterable(rows(one, first, back=unit.kind == "hq") for one in zone.outlines):
            if is_shadowed(at, taken):
                continue
            body = first._replace(at=at)
            if seated not in (None, can_sit(state, unit, body)):
                continue
            if refuse_unit(state, unit, body, zone) is None:
                yield Spot(at, facing)


def upright(state: State) -> Iterator[Box]:
    """The ground of those who stand along the edges of the table."""
    return (box(ground_of(state, other)) for other in state.fielded() if other.facing % 9_000 == 0)


def can_sit(state: State, unit: Unit, body: Formation) -> bool:
    """Whether the General could be seated where the headquarters would stand (DAI-LDR-05)."""
    return refuse_seat(state, unit.seat, body.centre) is None


def place_unit(state: State, unit: Unit, zone: Zone, files: int = 0) -> Place | None:
    """The question where a unit stands; nothing if there is no room for it."""
    sure = Sought(islice(places(state, unit, zone, files), WANTED))
    if not sure:
        return None
    facing = facing_of(state, unit, zone)

    def test(spot: Spot) -> Refusal | None:
        return refuse_unit(state, unit, body_of(unit, spot.at, spot.facing, files), zone)

    def look(spot: Spot) -> Preview:
        body = body_of(unit, spot.at, spot.facing, files)
        return Preview(no=test(spot), marks=(Mark(kind="ghost", points=footprint(body)),))

    shape = footprint(body_of(unit, Point(0, 0), 0, files))
    half = max(unit.formation.width, unit.formation.depth) // 2
    return Place(radius=half, zones=zone.outlines, test=test, propose=anywhere_in(zone, facing), sure=sure,
                 turns=True, shape=shape, look=look, piece=unit.id)  # fmt: skip


def anywhere_in(zone: Zone, facing: int = 0) -> Callable[[Luck], Spot]:
    """Any place in one of the boxes of a zone."""
    ways = [anywhere(one, facing) for one in zone.outlines]
    return ways[0] if len(ways) == 1 else lambda rng: rng.choice(ways)(rng)


# -- leaders --------------------------------------------------------------------------------


def units_for(state: State, leader: Leader) -> tuple[Unit, ...]:
    """Units to which a leader may be attached at the start: his clan's, any of the side for the General.

    Two leaders at most with one unit (DAI-LDR-06).
    """
    mine = (u for u in state.fielded(leader.seat) if u.troops and (leader.general or u.clan == leader.clan))
    return tuple(u for u in mine if not any(m.general == leader.general for m in state.leaders_with(u.id)))


def refuse_leader(state: State, leader: Leader, at: Point) -> Refusal | None:
    """Why a leader may not be set up by himself there (DAI-SCN-12)."""
    return refuse_in_zone(state, leader, zone_of_leader(state, leader), at)


def refuse_in_zone(state: State, leader: Leader, zone: Zone | None, at: Point) -> Refusal | None:
    """The same with his zone at hand."""
    if zone is None or not holds(zone, (at,)) or not is_on_table(state, (at, at)):
        return refuse("deploy.leader-zone", ZONE, leader=leader.id)
    if any(contains(patch.outline, at) for patch in ground_for(state.table, "leaders", True).closed):
        return refuse("deploy.leader-ground", ZONE, leader=leader.id)
    if leader.general:
        return None
    near = any(within((at, at), ground_of(state, u), NEAR) for u in state.units_of(leader.clan, leader.seat))
    return None if near else refuse("deploy.leader-far", ZONE, leader=leader.id, reach=NEAR)


def zone_of_leader(state: State, leader: Leader) -> Zone | None:
    """The zone of a leader: his clan's, the household's for the General."""
    names = ("household", "all") if leader.general else (state.clans[leader.clan].key, "all")
    return zone_for(state, leader.seat, names)


def place_leader(state: State, leader: Leader) -> Place | None:
    """The question where a leader stands by himself; nothing if there is no place."""
    sure = Sought(islice(leader_places(state, leader), WANTED))
    zone = zone_of_leader(state, leader)
    if zone is None or not sure:
        return None
    return Place(radius=TOKEN, zones=zone.outlines, test=lambda s: refuse_leader(state, leader, s.at),
                 propose=anywhere_in(zone), sure=sure, piece=leader.id)  # fmt: skip


def leader_places(state: State, leader: Leader) -> Iterator[Spot]:
    """Places for a leader: behind units he may lead, then over his zone."""
    behind = [u.formation.centre for u in units_for(state, leader)]
    zone = zone_of_leader(state, leader)
    mine = None if leader.general else [grown((ground_of(state, u),), NEAR + 2 * SLACK)
                                        for u in state.units_of(leader.clan, leader.seat)]  # fmt: skip
    for at in (*behind, *(at for one in (zone.outlines if zone else ()) for at in over(one))):
        if (mine is None or is_shadowed(at, mine)) and refuse_in_zone(state, leader, zone, at) is None:
            yield Spot(at)


def seat_at(state: State, leader: Leader) -> tuple[Point, Refusal | None]:
    """Where a General sits, and why he may not (DAI-LDR-05)."""
    hq = next((u for u in state.fielded(leader.seat) if u.kind == "hq"), None)
    if not leader.general or hq is None:
        return Point(0, 0), refuse("deploy.no-hq", SIT, leader=leader.id)
    at = hq.formation.centre
    return at, refuse_seat(state, leader.seat, at)


def must_sit(state: State, leader: Leader) -> bool:
    """Whether the scenario has this General begin seated."""
    return leader.general and state.side(leader.seat).role in scenario(state).seated
