"""Cover: what it adds to the Attack of who shoots, and to Defense and Initiative in melee (topic TER).

Covers never add up, the best counts alone (KEN-TER-08).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.engine.geometry import Point, Polygon, distance2
from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.systems.kensei.armies.lists import ABILITIES
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.ground.standing import DEEP, EDGE, hill, inside, stands_in
from app.systems.kensei.ground.terrain import KINDS, Piece, ground
from app.systems.kensei.measure import between, in_front
from app.systems.kensei.sight.rays import crosses, middle
from app.systems.kensei.sight.rules import is_overlooked, is_up, observers, targets
from app.systems.kensei.state import Contact, State

SOME, MOST, ON_HILL, AT_EDGE, LOOSE, HELD, ACROSS, GAPS, CLIMBED, STANDS = (
    c("KEN-TER-04"), c("KEN-TER-06"), c("KEN-TER-16"), c("KEN-TER-27"), c("KEN-TER-31"), c("KEN-TER-47"),
    c("KEN-TER-82"), c("KEN-TER-86"), c("KEN-TER-87"), c("KEN-ABI-03"),
)  # fmt: skip
LIGHT, HEAVY = "light", "heavy"
Views = tuple[tuple[tuple[Point, Point], ...], ...]
"""For each model looked at the lines to it."""
SHOT, MELEE = table("shots")["cover"], table("blows")["cover"]
HILL_TURNS: int = table("blows")["hill"]["turns"]
STAKES = "wall_of_stakes"
WORTH = {LIGHT: 1, HEAVY: 2}


class Cover(NamedTuple):
    """A kind of Cover, where it comes from, and the clause that gives it."""

    kind: str
    source: str
    clause: Clause


def best(found: Iterable[Cover]) -> Cover | None:
    """The best of some Covers, the first of equal ones (KEN-TER-08)."""
    return max(found, key=lambda cover: WORTH[cover.kind], default=None)


# -- where a unit stands --------------------------------------------------------------


def own(state: State, unit: Unit) -> Iterator[Cover]:
    """The Cover of the ground a unit is on, in melee and against shooting alike; the Hill is left out."""
    held = inside(state, unit)
    if held is not None and held.kind.cover_by == "inside":
        yield Cover(held.kind.cover, f"inside-{held.key}", held.kind.rests_on("cover"))
    for wood in ground(state).woods:
        stands = stands_in(state, unit, wood)
        if stands == EDGE:
            yield Cover(LIGHT, "edge", AT_EDGE)
        elif stands == DEEP and state.body(unit).loose:
            yield Cover(LIGHT, "in-forest", LOOSE)


def raised(unit: Unit, rule: str, *, front: bool) -> Iterator[Cover]:
    """The Cover of stakes and shields a unit has set up; stakes stand along its front and cover nothing else."""
    for effect in unit.timed:
        ability = ABILITIES.get(effect.key)
        for row in ability.effect if ability is not None and effect.stat in (rule, effect.key) else ():
            if row.rule == rule and (front or effect.key != STAKES):
                yield Cover(row.to, effect.key, Clause(effect.clause or STANDS))


# -- against shooting -----------------------------------------------------------------


def shot_cover(state: State, shooter: Unit, target: Unit, *, ignores_walls: bool = False) -> Line | None:
    """What the Cover of a target adds to the Attack of who shoots at it (KEN-TER-03, KEN-TER-06)."""
    found = best(shot_covers(state, shooter, target, ignores_walls=ignores_walls))
    return Line(f"cover-{found.kind}", SHOT[found.kind], found.clause) if found else None


def shot_covers(state: State, shooter: Unit, target: Unit, *, ignores_walls: bool = False) -> Iterator[Cover]:
    """Every Cover a target has against a shooter."""
    yield from own(state, target)
    if hill(state, target) is not None:
        yield Cover(LIGHT, "hill", ON_HILL)
    yield from raised(target, "cover_shots", front=faces(state, target, shooter))
    if state.body(target).building:
        return
    views = lines_to(state, shooter, target)
    if not ignores_walls:
        yield from by_walls(state, views)
    yield from by_scenery(state, shooter, target, views)


def faces(state: State, unit: Unit, other: Unit) -> bool:
    """Whether any part of another unit lies ahead of a unit's front."""
    return any(in_front(state.body(unit), middle(base)) for base in targets(state, other))


def lines_to(state: State, shooter: Unit, target: Unit) -> Views:
    """For each model of a target the lines by which Cover is judged: from the middle of the nearest base that sees the
    target to its corners and its middle (KEN-LOS-08)."""
    if state.units.get(shooter.id) is not shooter or state.units.get(target.id) is not target:
        return _lines_to(state, shooter, target)
    key = ("views", shooter.id, target.id)
    if key not in state.places:
        state.places[key] = _lines_to(state, shooter, target)
    found: Views = state.places[key]
    return found


def _lines_to(state: State, shooter: Unit, target: Unit) -> Views:
    eyes = observers(state, shooter, target)
    return tuple(views(nearest(eyes, base), base) for base in targets(state, target))


def nearest(eyes: tuple[Polygon, ...], base: Polygon) -> Polygon:
    """The base from which another is looked at: the nearest, of equal ones that with the nearer middle."""
    return min(eyes, key=lambda eye: (between((eye,), (base,)), distance2(middle(eye), middle(base))))


def views(eye: Polygon, base: Polygon) -> tuple[tuple[Point, Point], ...]:
    """From the middle of one base to the middle and the corners of another."""
    return tuple((middle(eye), end) for end in (middle(base), *base))


def by_walls(state: State, lines: Views) -> Iterator[Cover]:
    """Cover of walls, bushes and fences between the two, however many models are behind it (KEN-TER-82, KEN-TER-83)."""
    for piece in ground(state).obstacles:
        by = piece.kind.cover_by
        if by in ("across", "both") and any(crosses(part, *line) for part in piece.parts for v in lines for line in v):
            yield Cover(piece.kind.cover, piece.key, ACROSS if by == "across" else GAPS)


def by_scenery(state: State, shooter: Unit, target: Unit, lines: Views) -> Iterator[Cover]:
    """Cover of what obscures models: Light if any of them, Heavy if half or more (KEN-TER-04, KEN-TER-06)."""
    walls = [wall for piece in obscuring(state, shooter, target) for wall in piece.parts]
    if hidden := sum(any(crosses(wall, *line) for line in view for wall in walls) for view in lines):
        yield Cover(HEAVY, "obscured", MOST) if 2 * hidden >= len(lines) else Cover(LIGHT, "obscured", SOME)


def obscuring(state: State, shooter: Unit, target: Unit) -> Iterator[Piece]:
    """Constructions, standing scenery, and Hills on which neither stands (KEN-LOS-12); from a Hill few (KEN-TER-95)."""
    high = hill(state, shooter) is not None
    held = (state.body(shooter).building, state.body(target).building)
    for piece in ground(state).blocks:
        if piece.kind.sight == "blocks" and piece.id not in held and not (high and is_overlooked(piece)):
            yield piece
    for piece in ground(state).hills:
        if not is_up(state, shooter, piece) and not is_up(state, target, piece):
            yield piece


# -- in melee -------------------------------------------------------------------------


def melee_cover(state: State, unit: Unit, foe: Unit, stat: str) -> tuple[Line, ...]:
    """What Cover adds to the Defense or Initiative of a unit against one enemy in melee (KEN-TER-05, KEN-TER-07)."""
    if stat not in ("defence", "initiative"):
        return ()
    found = best(melee_covers(state, unit, foe))
    return (Line(f"cover-{found.kind}", MELEE[found.kind][stat], found.clause),) if found else ()


def melee_covers(state: State, unit: Unit, foe: Unit) -> Iterator[Cover]:
    """Every Cover a unit has against an enemy in melee; none against one that is ethereal (KEN-ARM-27)."""
    if foe.has("ethereal"):
        return
    body, other = state.body(unit), state.body(foe)
    yield from own(state, body)
    every = state.contacts_of(body.id)
    met = [contact for contact in every if other.id in (contact.by, contact.on)]
    began = min((contact.turn for contact in every), default=state.turn)
    if hill(state, body) is not None and state.turn < began + HILL_TURNS:
        yield Cover(LIGHT, "hill", ON_HILL)
    for contact in met:
        yield from across(state, body, contact)
    front = any(zone_met(body, contact) == "front" for contact in met) or not met
    yield from raised(body, "cover_melee", front=front)


def zone_met(unit: Unit, contact: Contact) -> str:
    """The zone of a unit at which its enemy stands."""
    return contact.zone if contact.on == unit.id else contact.mirror


def across(state: State, unit: Unit, contact: Contact) -> Iterator[Cover]:
    """Cover of the obstacle two units fight across, to who was charged alone (KEN-TER-82, KEN-TER-87, KEN-TER-88)."""
    if not contact.across or contact.on != unit.id:
        return
    kind = KINDS[next(piece.kind for piece in state.table.pieces if piece.id == contact.across)]
    if kind.cover:
        yield Cover(kind.cover, contact.across, ACROSS if kind.cover_by == "across" else CLIMBED)
