"""What ground a unit stands on, and what that does to it: Forest, Hill, water, Mystical Terrain, a Construction."""

from __future__ import annotations

from app.engine.modifiers import Line
from app.engine.shapes import within
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.ground.terrain import (
    Piece,
    ground,
    holds,
    is_calm,
    is_mostly_on,
    may_meditate,
    mystical_at,
    near,
    overlapped,
    wounds_of,
)
from app.systems.kensei.measure import Parts, bases, parts
from app.systems.kensei.state import State

DEEP, EDGE, NEITHER = "deep", "edge", ""
WET, INSIDE_KI, INSIDE_HONOUR = c("KEN-TER-35"), c("KEN-TER-56"), c("KEN-TER-71")
WATER: int = table("blows")["water"]["defence"]


# -- Forests --------------------------------------------------------------------------


def stands_in(state: State, unit: Unit, wood: Piece) -> str:
    """How a unit stands to one wood: ``deep`` with all its models inside, ``edge`` with one within 3 cm of its outline
    or inside it, else empty (KEN-TER-32, KEN-TER-101)."""
    body = state.body(unit)
    if body.building:
        return NEITHER
    key = ("wood", body.id, wood.id)
    if state.units.get(body.id) is not body:
        return _stands_in(state, body, wood)
    if key not in state.places:
        state.places[key] = _stands_in(state, body, wood)
    return str(state.places[key])


def _stands_in(state: State, body: Unit, wood: Piece) -> str:
    shapes = parts(state, body)
    if not near(wood, shapes, cm(wood.kind.edge)):
        return NEITHER
    return DEEP if holds(wood, shapes) else EDGE


def forest(state: State, unit: Unit) -> str:
    """Whether a unit is in Deep Forest or at the Edge of one: ``deep``, ``edge`` or empty; deep where both hold."""
    found = [stands_in(state, unit, wood) for wood in ground(state).woods]
    return DEEP if DEEP in found else EDGE if EDGE in found else NEITHER


def wood_of(state: State, unit: Unit) -> Piece | None:
    """The wood in which a unit is wholly, or else at whose Edge it is."""
    found = {stands_in(state, unit, wood): wood for wood in reversed(ground(state).woods)}
    return found.get(DEEP) or found.get(EDGE)


# -- Hills, water ---------------------------------------------------------------------


def hill(state: State, unit: Unit) -> Piece | None:
    """The Hill on which half or more of its models stand (KEN-TER-14)."""
    body = state.body(unit)
    if body.building:
        return None
    shapes = bases(state, body)
    return next((piece for piece in ground(state).hills if is_mostly_on(piece, shapes)), None)


def water(state: State, unit: Unit) -> Piece | None:
    """The shallow water in which any part of a unit stands (KEN-TER-23, KEN-TER-33)."""
    body = state.body(unit)
    if body.building or dry(state, body):
        return None
    shapes = parts(state, body)
    return next((piece for piece in ground(state).water if overlapped(piece, shapes)), None)


def dry(state: State, body: Unit) -> bool:
    """Whether it stands wholly on a bridge, above the water."""
    shapes = parts(state, body)
    return any(holds(piece, shapes) for piece in ground(state).bridges)


# -- what the minds of troops depend on -----------------------------------------------


def mystical(state: State, unit: Unit) -> Piece | None:
    """The Mystical Terrain within 10 cm of a unit, if there is any (KEN-TER-91)."""
    return mystical_near(state, parts(state, state.body(unit)))


def mystical_near(state: State, shapes: Parts) -> Piece | None:
    """The same for outlines, such as those of a unit on its way (KEN-TER-92)."""
    return mystical_at(state, shapes) if ground(state).mystical else None


def calm(state: State, unit: Unit) -> bool:
    """Whether a Torii is so near that it knows neither Fear nor Terror (KEN-TER-58)."""
    return is_calm(state, parts(state, state.body(unit)))


def meditates(state: State, unit: Unit) -> bool:
    """Whether a Pagoda or Temple is so near to an Onmyouiji himself that he has one Meditation free (KEN-TER-65)."""
    return may_meditate(state, parts(state, state.body(unit) if state.body(unit).building else unit))


# -- Constructions --------------------------------------------------------------------


def building(state: State, unit: Unit) -> Piece | None:
    """The Construction a unit, or the unit a character is in, occupies."""
    id = state.body(unit).building
    return ground(state).named(id) if id and wounds_left(state, id) else None


def wounds_left(state: State, id: str) -> int:
    """The Wounds a Construction has left; of one that has none to lose, 1."""
    return wounds_of(state, id) or int(id not in state.works)


def inside(state: State, unit: Unit) -> Piece | None:
    """The Construction a unit is inside: the one it occupies, or a Cemetery or Ruins it is wholly in (KEN-TER-96)."""
    held = building(state, unit)
    if held is not None:
        return held
    wood = wood_of(state, unit)
    walked = wood is not None and wood.kind.walked and stands_in(state, unit, wood) == DEEP
    return wood if walked else None


def lines(state: State, unit: Unit, stat: str) -> tuple[Line, ...]:
    """What the ground adds to a stat: water to the Defense, a Shrine to the Ki, a Cemetery to the Honor."""
    if stat == "defence" and water(state, unit) is not None:
        return (Line("in-water", WATER, WET),)
    if stat in ("ki", "honour") and (held := inside(state, unit)) is not None:
        adds, clause = (held.kind.ki, INSIDE_KI) if stat == "ki" else (held.kind.honour, INSIDE_HONOUR)
        return (Line(f"inside-{held.key}", adds, clause),) if adds else ()
    return ()


def touches(state: State, unit: Unit, piece: Piece, reach: int = 0) -> bool:
    """Whether a unit is within so many 1/100 mm of a piece."""
    return any(within(shape, part, reach) for shape in parts(state, state.body(unit)) for part in piece.parts)
