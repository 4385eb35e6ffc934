"""What stands against a unit's paths: each by itself, where they end on each other, whether they keep together."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.geometry import Base, Point
from app.engine.groups import Paths
from app.engine.paths import Path, beside, length
from app.engine.refusals import Refusal, refuse
from app.systems.celtos.book import c
from app.systems.celtos.measure import MM, NEAR, overlaps
from app.systems.celtos.moving.errands import CLEAR, Errand
from app.systems.celtos.moving.paths.coherency import refuse_ends
from app.systems.celtos.moving.paths.legs import Fault, ends_wrong, first_fault, is_move, leaves
from app.systems.celtos.moving.scene import Scene, scene
from app.systems.celtos.state import RADII, Model, State

ENDS, ENTERS = c("CEL-MOV-08"), c("CEL-ACT-11")
FAR = max(NEAR, CLEAR + MM + max(RADII.values()))
"""Whose edge is further than this from a path is not met, neared or touched on it."""
Places = Mapping[str, Point]
"""Where models of the moving unit end; who is not named stays."""


def refuse_path(state: State, me: Model, path: Path, errand: Errand, places: Places) -> Refusal | None:
    """What stands first against this model walking this path while its comrades end at these places (2.8)."""
    found = path_fault(scene(state, errand.unit), me, path, errand, places)
    return found.no if found else None


def path_fault(now: Scene, me: Model, path: Path, errand: Errand, places: Places) -> Fault | None:
    """The first place where this path stops being legal, and why."""
    if not is_move(path):
        return None
    met = first_fault(now, me, path, errand)
    if met is not None or leaves(now, me, path, errand):
        return met
    on = end_clash(now, me, path[-1], places)
    return Fault(length(path), refuse("path.ends-on-base", ENDS, model=me.id, other=on.id)) if on else None


def end_clash(now: Scene, me: Model, at: Point, places: Places) -> Model | None:
    """A model on whose base this one would end (CEL-MOV-08)."""
    (x, y), r = at, me.radius
    end = Base(at, r)
    for other in now.mine:
        if other.id != me.id and overlaps(end, Base(places.get(other.id, other.at), other.radius)):
            return other
    for other in now.rest:
        (u, v), own = other.base
        if abs(u - x) < r + own and abs(v - y) < r + own and overlaps(end, other.base):
            return other
    return None


def narrowed(now: Scene, moved: Paths) -> Scene:
    """The scene without those who stand so far from all these paths that nothing is asked of them."""
    points = tuple([p for path in moved.values() for p in path])
    if not points:
        return now
    return now._replace(foes=tuple(beside(points, FAR, now.foes)), rest=tuple(beside(points, FAR, now.rest)))


def refuse_paths(state: State, paths: Paths, errand: Errand) -> Refusal | None:
    """What stands against a unit moving along these paths: the first refusal, in the order of its list (2.8)."""
    now = scene(state, errand.unit)
    moved = {id: path for id, path in paths.items() if is_move(path)}
    places, gone = ends(now, moved, errand)
    if errand.way.enters and (late := next((m for m in now.mine if m.id not in moved), None)):
        return refuse("entry.all", ENTERS, model=late.id)
    about = narrowed(now, moved)
    for me in now.mine:
        if me.id in moved and (found := path_fault(about, me, moved[me.id], errand, places)):
            return found.no
    if moved and (behind := refuse_behind(now, moved, errand)):
        return behind
    staying = [m for m in now.mine if m.id not in gone]
    return refuse_ends(staying, places, errand.way.enters) if moved else None


def refuse_behind(now: Scene, moved: Paths, errand: Errand) -> Refusal | None:
    """Who stays while its unit evades ends no further than it began: all go, or none (CEL-REA-14)."""
    if errand.way.ends != "further" or errand.target is None:
        return None
    target = now.state.living(errand.target)
    refusals = (ends_wrong(m, m.base, target, errand) for m in now.mine if m.id not in moved)
    return next((no for no in refusals if no), None)


def ends(now: Scene, moved: Paths, errand: Errand) -> tuple[dict[str, Point], tuple[str, ...]]:
    """Where the models that move end, and which of them quit the table; these stand nowhere."""
    gone = tuple(m.id for m in now.mine if m.id in moved and leaves(now, m, moved[m.id], errand))
    return {id: OFF if id in gone else path[-1] for id, path in moved.items()}, gone


OFF = Point(-(10**9), -(10**9))
"""Where models stand that have quit the table: in nobody's way."""
