"""Movements of loose models: Harassers and models by themselves, each along a way of its own (KEN-MOV-09)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise

from msgspec.structs import replace

from app.engine.geometry import Point, distance2
from app.engine.groups import Mover, Moves, Paths, Ties
from app.engine.paths import Path, at_length, length
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import SLACK, gap, hull, nearest_points
from app.engine.views import Mark, Note, Preview
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import base_at, bases, middle, parts, spread
from app.systems.kensei.moving.ways.travel import (
    allowance,
    flies,
    laps,
    leg_cost,
    others,
    refuse_near,
    refuse_place,
    refuse_way,
)
from app.systems.kensei.shooting.packets import counters
from app.systems.kensei.state import State
from app.systems.kensei.troops.joining import refuse_host, refuse_room

FAR, FREE, APART, SPREAD, PLACE, BEGINS, USES = (
    c("KEN-MOV-44"), c("KEN-MOV-09"), c("KEN-TYP-27"), c("KEN-TYP-28"), c("KEN-MOV-48"), c("KEN-MOV-03"),
    c("KEN-MOV-02"),
)  # fmt: skip
LOOSE = table("troops")["harassers"]
LEAST, MOST = cm(LOOSE["apart"]), cm(LOOSE["spread"])
PACE = cm(1)
Start = Mapping[str, Point]


def ids(unit: Unit) -> tuple[str, ...]:
    """The counters of its models; of a character himself."""
    return (unit.id,) if unit.is_character else counters(unit, 0)


def starts(state: State, unit: Unit) -> dict[str, Point]:
    """Where each of its models stands now, in ranks for a combat or not."""
    return dict(zip(ids(unit), (middle(base) for base in bases(state, unit)), strict=True))


def loosened(state: State, unit: Unit) -> Unit:
    """The unit as it stands, each model for itself: in ranks no more (KEN-CHG-56), in no other unit."""
    return spread(replace(unit, formed=False, host=""), starts(state, unit).values())


def moved(state: State, unit: Unit, paths: Paths) -> Unit:
    """The unit when its models have gone along their paths; who has none stays."""
    begun = starts(state, unit)
    return spread(loosened(state, unit), (paths[id][-1] if paths.get(id) else at for id, at in begun.items()))


def positions(state: State, unit: Unit, paths: Paths) -> tuple[Unit, ...]:
    """The unit at the start, after every cm of its models' ways, all going at once, and where it ends."""
    begun = starts(state, unit)
    ways = [paths.get(id) or (at,) for id, at in begun.items()]
    steps = max(1, -(-max((length(way) for way in ways), default=0) // PACE))
    first = loosened(state, unit)
    at = [spread(first, (at_length(way, n * PACE) for way in ways)) for n in range(1, steps)]
    return (first, *at, moved(state, unit, paths))


# -- what stands against it ------------------------------------------------------------------


def used(state: State, unit: Unit, path: Path) -> int:
    """What a model's way costs in 1/100 mm."""
    return sum(leg_cost(state, unit, a, b) for a, b in pairwise(path))


def refuse_paths(state: State, unit: Unit, mode: str, paths: Paths, into: str = "") -> Refusal | None:
    """What stands first against loose models going so: each within its Movement, over open ground, off enemies and on
    nobody's base; together they keep their distances (KEN-MOV-09, KEN-TYP-29).  ``into``: a unit it may come upon
    because it joins it (KEN-MOV-48)."""
    most = allowance(state, unit, mode)
    gone = {id: path for id, path in paths.items() if len(path) > 1}
    if not gone:
        return None
    begun = starts(state, unit)
    for id, path in gone.items():
        if no := refuse_path(state, unit, path, begun[id], most, into):
            return no
    end = moved(state, unit, gone)
    no = refuse_near(state, loosened(state, unit), corners(state, unit, gone))
    return no or refuse_end(state, end, into) or refuse_spread(state, end)


def refuse_path(state: State, unit: Unit, path: Path, start: Point, most: int, into: str) -> Refusal | None:
    """What stands against the way of one model: where it begins, how long it is, what lies on it."""
    if path[0] != start:
        return refuse("move.starts-elsewhere", BEGINS, unit=unit.id)
    cost = used(state, unit, path)
    if cost > most:
        return refuse("move.too-far", FAR, unit=unit.id, used=cost, allowed=most)
    for a, b in pairwise(path):
        way = (hull((*base_at(unit, a), *base_at(unit, b))),)
        if no := refuse_way(state, unit, way) or refuse_friends(state, unit, way, into):
            return no
    return None


def refuse_friends(state: State, unit: Unit, way: Sequence[tuple[Point, ...]], into: str) -> Refusal | None:
    """Why loose models cannot go there: only Infantry and Cavalry Units pass through friends (KEN-MOV-10, KEN-MOV-48).
    A character goes out of his own unit and into the one he joins."""
    if flies(unit):
        return None
    spared = (into, unit.host)
    friends = (u for u in others(state, unit) if u.seat == unit.seat and u.id not in spared)
    found = next((u for u in friends if laps(tuple(way), parts(state, u))), None)
    return refuse("move.on-unit", PLACE, unit=unit.id, other=found.id) if found else None


def corners(state: State, unit: Unit, paths: Paths) -> tuple[Unit, ...]:
    """The unit at the start and each time one of its models has come to a bend, one after another."""
    at = loosened(state, unit)
    found, places = [at], starts(state, unit)
    for id, path in paths.items():
        for point in path[1:]:
            places = {**places, id: point}
            found.append(spread(at, places.values()))
    return tuple(found)


def refuse_end(state: State, end: Unit, into: str) -> Refusal | None:
    """Why loose models may not end so; one who comes upon the unit he joins must have a place in it (KEN-TYP-34)."""
    host = state.units[into] if into else None
    if host is None or not laps(bases(state, end), parts(state, host)):
        return refuse_place(state, end)
    return refuse_place(state, end, (into,)) or refuse_host(state, end, host) or refuse_room(state, end, host)


def refuse_spread(state: State, end: Unit) -> Refusal | None:
    """Why models of one unit may not stand so: too near to or too far from each other (KEN-TYP-27, KEN-TYP-28)."""
    if end.is_character or not end.loose:
        return None
    for a, b in combinations(bases(state, end), 2):
        off = gap(a, b)
        if off < LEAST - SLACK:
            return refuse("move.models-too-near", APART, unit=end.id, gap=off, least=LEAST)
        if off > MOST + SLACK:
            return refuse("move.models-too-far", SPREAD, unit=end.id, gap=off, most=MOST)
    return None


# -- the question ----------------------------------------------------------------------------


def moves(state: State, unit: Unit, mode: str, into: str = "", stays: bool = True) -> Moves:
    """The domain of a Movement of loose models; no path at all is staying, unless one must go."""
    begun = starts(state, unit)
    far = allowance(state, unit, mode)
    movers = tuple(Mover(id, at, unit.base_width // 2, far) for id, at in begun.items())
    test = partial(refuse_paths, state, unit, mode, into=into)
    there = to_host(state, begun, into) if into and test(to_host(state, begun, into)) is None else {}
    return Moves(
        movers=movers, test=test if stays else partial(_must_go, test, unit), offered=there,
        propose=partial(proposals.together, begun, far, there),
        sure=partial(proposals.sure_paths, begun, far, test, stays), look=partial(look, state, unit, mode),
        group=unit.id, ties=Ties(spread=MOST, apart=LEAST) if len(movers) > 1 else Ties(),
    )  # fmt: skip


def _must_go(test: Callable[[Paths], Refusal | None], unit: Unit, paths: Paths) -> Refusal | None:
    if not any(len(path) > 1 for path in paths.values()):
        return refuse("character.must-go", c("KEN-CNF-08"), unit=unit.id)
    return test(paths)


def to_host(state: State, begun: Start, into: str) -> dict[str, Path]:
    """The straight way of a character to the nearest base of the unit he joins (KEN-TYP-34)."""
    ((id, at),) = begun.items()
    places = [nearest_points((at,), shape)[1] for shape in parts(state, state.units[into])]
    return {id: (at, min(places, key=lambda place: distance2(at, place)))}


def look(state: State, unit: Unit, mode: str, paths: Paths) -> Preview:
    """Each way and where it ends, and the longest of them as what is used."""
    dearest = max((used(state, unit, path) for path in paths.values() if len(path) > 1), default=0)
    facts: dict[str, int | str] = {"unit": unit.id, "used": dearest, "allowed": allowance(state, unit, mode)}
    note = Note("moves.used", facts, USES)
    no = "-no" if dearest > facts["allowed"] else ""  # type: ignore[operator]
    gone = [path for path in paths.values() if len(path) > 1]
    marks = [Mark(kind=f"path{no}", points=path) for path in gone]
    marks += [Mark(kind=f"block{no}", points=base_at(unit, path[-1])) for path in gone]
    return Preview(notes=(note,), marks=tuple(marks))
