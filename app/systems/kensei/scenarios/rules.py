"""What a scenario changes while it is played: camps and the Honour they give, buildings that are held."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.events import Seat
from app.engine.geometry import Point, Polygon, box, contains, point_segment_within
from app.engine.geometry import outline as sides
from app.engine.modifiers import Line
from app.systems.kensei.army import Unit
from app.systems.kensei.book import cm
from app.systems.kensei.ground.terrain import Piece, ground, near
from app.systems.kensei.measure import bases, parts
from app.systems.kensei.scenarios.figures import camp_at, scenario_of
from app.systems.kensei.state import State

CAMP = scenario_of("command_post")
RADIUS, HONOUR_WITHIN, NEAR = (cm(CAMP.camp[key]) for key in ("radius", "honour_within", "near"))
HELD = scenario_of("building_control")
HELD_WITHIN = cm(HELD.buildings["within"])


# -- camps -----------------------------------------------------------------------------------


def is_lost(state: State, seat: Seat) -> bool:
    """Whether a side has lost its camp (KEN-SCN-07)."""
    return bool(state.notes.get(f"camp-lost:{seat}"))


def honour_lines(state: State, unit: Unit) -> tuple[Line, ...]:
    """The Honour that a camp of its own, not lost, gives to a unit within 10 cm of it (KEN-SCN-07)."""
    at = camp_at(state, unit.seat)
    if at is None or is_lost(state, unit.seat) or not unit.on_table:
        return ()
    close = touches(parts(state, unit), at, RADIUS + HONOUR_WITHIN)
    return (Line("camp", CAMP.camp["honour"], CAMP.rests_on("camp")),) if close else ()


def touches(shapes: tuple[Polygon, ...], at: Point, reach: int) -> bool:
    """Whether any of some outlines comes within ``reach`` of a place, the end included; boxes are asked first."""
    x, y = at
    for shape in shapes:
        west, north, east, south = box(shape)
        if x < west - reach or x > east + reach or y < north - reach or y > south + reach:
            continue
        if contains(shape, at) or any(point_segment_within(at, *side, reach) for side in sides(shape)):
            return True
    return False


def camps_taken(state: State) -> Iterator[Seat]:
    """Sides whose camp is lost now: an enemy who neither flees nor fights has a model in it, no defender has."""
    for seat in state.seats:
        at = camp_at(state, seat)
        if at is None or is_lost(state, seat):
            continue
        inside = [unit for unit in state.fielded() if touches(bases(state, unit), at, RADIUS)]
        takers = [u for u in inside if u.seat != seat and not u.fleeing and not state.fighting(u.id)]
        if takers and all(unit.seat != seat for unit in inside):
            yield seat


# -- buildings -------------------------------------------------------------------------------


def scoring(state: State) -> tuple[Piece, ...]:
    """The buildings that count, those destroyed left out (KEN-SCN-06)."""
    return tuple(piece for piece in ground(state).pieces if piece.kind.points)


def holder(state: State, piece: Piece) -> Seat | None:
    """Who controls a building: its garrison or, if it is empty, the only player with a unit near it."""
    steady = [unit for unit in state.fielded() if not unit.fleeing]
    garrison = list(dict.fromkeys(unit.seat for unit in steady if unit.building == piece.id))
    if garrison:
        return garrison[0] if len(garrison) == 1 else None
    about = list(dict.fromkeys(unit.seat for unit in steady if stands_by(state, unit, piece)))
    return about[0] if len(about) == 1 else None


def stands_by(state: State, unit: Unit, piece: Piece) -> bool:
    """Whether more than half of a unit's models are within 5 cm of a building (KEN-SCN-06, KEN-SCN-09)."""
    if unit.building:
        return False
    found = bases(state, unit)
    return 2 * sum(near(piece, (base,), HELD_WITHIN) for base in found) > len(found)


# -- ground ----------------------------------------------------------------------------------
