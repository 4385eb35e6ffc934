"""What is offered to whoever does not set up himself: clans together on good ground, shooters in front; who has to get
over a river one behind the other before its crossings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile

from app.engine.asks import AnyAsk, Json
from app.engine.domains import Choice, Spot
from app.engine.events import Seat
from app.engine.formations import Formation, footprint
from app.engine.geometry import CM, Point, box
from app.engine.shapes import overlaps
from app.systems.daimyo.ideas.ahead.crossings import files_over, set_up_before
from app.systems.daimyo.moving.ground.terrain import grounds
from app.systems.daimyo.scenarios.figures import agreed
from app.systems.daimyo.scenarios.setup.deploy import groups_at_hand, to_place, zone_of
from app.systems.daimyo.scenarios.setup.places import Zone, body_of, facing_of, places, refuse_unit
from app.systems.daimyo.state import State, Unit

TRIED, BY = 800, 25 * CM
"""Places of a unit that are looked at for good ground; how far aside of its clan, or of the HQ, it stands at most."""


def offered(state: State, question: AnyAsk) -> Json | None:
    """The answer that is offered to a question of the set-up; nothing once it is over."""
    if state.phase != "setup":
        return None
    placed = next_unit(state, question.seat) if question.about == "deploy.unit" else None
    return question.domain.write(placed or question.default)


def next_unit(state: State, seat: Seat) -> Choice | None:
    """The next unit and its place; nothing where the leaders are left, or no place was found."""
    for unit in in_turn(state, seat):
        free = agreed(state.setup, "formations") and unit.stands > 1
        crosses = set_up_before(state, unit)
        files = files_over(unit) if free and crosses else unit.files
        spot = (behind(state, unit, crosses, files) if crosses else None) or place(state, unit)
        if spot is not None:
            return Choice(unit.id, Choice(f"files-{files}", spot) if free else spot)
    return None


def behind(state: State, unit: Unit, crossing: Point, files: int) -> Spot | None:
    """The foremost place straight before a crossing, behind those who stand there; nothing where there is none."""
    zone = zone_of(state, unit)
    if zone is None:
        return None
    _, north, _, south = box(tuple(p for one in zone.outlines for p in one))
    facing = facing_of(state, unit, zone)
    fronts = sorted(range(north, south + 1, CM), key=lambda y: abs(y - crossing.y))
    spots = (Spot(Point(crossing.x, y), facing) for y in fronts)
    return next((spot for spot in spots if is_lawful(state, unit, spot, zone, files)), None)


def is_lawful(state: State, unit: Unit, spot: Spot, zone: Zone, files: int) -> bool:
    """Whether a unit may be set up so, and on good ground."""
    body = body_of(unit, spot.at, spot.facing, files)
    return refuse_unit(state, unit, body, zone) is None and is_good(state, unit, body)


def in_turn(state: State, seat: Seat) -> list[Unit]:
    """The units of the group that is set up now: its HQ, then shooters, who want a view, then the others."""
    group = groups_at_hand(state, seat)[0]
    return sorted(to_place(state, seat, group), key=lambda u: (u.kind != "hq", u.kind != "gun", not u.missile))


def place(state: State, unit: Unit) -> Spot | None:
    """Its place on good ground that is nearest to those of its clan, in the foremost row that has one so near; where
    there is none the first of its places on good ground, or on any."""
    zone = zone_of(state, unit)
    if zone is None or (first := next(places(state, unit, zone), None)) is None:
        return None
    meant = near(state, unit, first.facing)
    if meant is None:
        return next(good_places(state, unit, zone), first)
    by = first_row(spot for spot in good_places(state, unit, zone) if abs(aside(spot) - meant) <= BY)
    row = by or first_row(good_places(state, unit, zone))
    return min(row, key=lambda spot: abs(aside(spot) - meant), default=first)


def good_places(state: State, unit: Unit, zone: Zone) -> Iterator[Spot]:
    """Its places on good ground, of the first that are tried."""
    return (spot for spot in islice(places(state, unit, zone), TRIED)
            if is_good(state, unit, body_of(unit, spot.at, spot.facing)))  # fmt: skip


def near(state: State, unit: Unit, facing: int) -> int | None:
    """Beside whom a unit is meant to stand, along the front: those of its clan, or the HQ; ``None``: nobody stands."""
    mine = [u for u in state.fielded(unit.seat) if u.clan == unit.clan and (unit.clan or u.kind == "hq")]
    return sum(aside(Spot(u.formation.centre, facing)) for u in mine) // len(mine) if mine else None


def aside(spot: Spot) -> int:
    """How far along the front a place lies, for those who look along the edges of the table."""
    return spot.at.y if spot.facing // 9_000 % 2 else spot.at.x


def along(spot: Spot) -> int:
    """In which row it lies."""
    return spot.at.x if spot.facing // 9_000 % 2 else spot.at.y


def first_row(spots: Iterator[Spot]) -> list[Spot]:
    """Those of the row of the first."""
    first = next(spots, None)
    return [] if first is None else [first, *takewhile(lambda spot: along(spot) == along(first), spots)]


def is_good(state: State, unit: Unit, body: Formation) -> bool:
    """Whether a unit stands on no difficult ground there, and on no obstacle."""
    covered, below = footprint(body), grounds(state, unit, body)
    return not any(overlaps(covered, patch.outline) for patch in (*below.slow, *below.obstacles))
