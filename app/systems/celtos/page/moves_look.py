"""What drawn paths of a unit would do, made visible by the very figures that judge them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from app.engine.geometry import Base, along, distance
from app.engine.groups import Paths, Spots
from app.engine.paths import Path, at_length, split_at
from app.engine.refusals import Refusal
from app.engine.views import Mark, Note, Preview
from app.systems.celtos.book import c
from app.systems.celtos.measure import in_contact, link_of, linked_groups, within
from app.systems.celtos.moving.errands import Errand, allowance
from app.systems.celtos.moving.paths.costs import Hindrances, Used, hindrances, leg_used, path_cost
from app.systems.celtos.moving.paths.judging import ends, path_fault, refuse_paths
from app.systems.celtos.moving.paths.legs import Fault, is_move, leaves
from app.systems.celtos.moving.scene import Scene, scene
from app.systems.celtos.state import Model, State

LINKED, TOUCHES, OFF = c("CEL-MOV-11"), c("CEL-PRO-20"), c("CEL-MOV-14")


def look(state: State, paths: Paths, errand: Errand) -> Preview:
    """Each path with its ghost, who touches whom, the links of the unit as it would stand, what is used of how much."""
    now = scene(state, errand.unit)
    moved = {id: path for id, path in paths.items() if is_move(path)}
    places, gone = ends(now, moved, errand)
    movers = [m for m in now.mine if m.id in moved]
    spent = {m.id: path_cost(state, m, moved[m.id]) for m in movers}
    farthest = max(movers, key=lambda m: spent[m.id], default=None)
    notes: list[Note] = []
    marks: list[Mark] = []
    for me in movers:
        path = moved[me.id]
        found = path_fault(now, me, path, errand, places)
        note = used_note(state, me, spent[me.id], errand) if found or me is farthest else None
        notes += [*([note] if note else []), *leave_notes(now, me, path, errand)]
        marks += path_marks(state, me, path, found, note)
    staying = [m for m in now.mine if m.id not in gone]
    bases = [Base(places.get(m.id, m.at), m.radius) for m in staying]
    marks += links(bases, link_of(staying))
    touched = touch_notes(now, moved, bases, staying)
    return Preview(no=refuse_paths(state, paths, errand), notes=(*notes, *touched), marks=tuple(marks))


def used_note(state: State, me: Model, used: int, errand: Errand) -> Note:
    """What a path uses of how much."""
    allowed = allowance(state, me, errand)
    return Note("moves.used", {"model": me.id, "used": used, "allowed": allowed}, errand.way.limit)


def leave_notes(now: Scene, me: Model, path: Path, errand: Errand) -> list[Note]:
    """That a model would quit the table."""
    edge = leaves(now, me, path, errand)
    return [Note("moves.leaves", {"model": me.id, "edge": edge}, OFF)] if edge else []


def path_marks(state: State, me: Model, path: Path, found: Fault | None, note: Note | None) -> list[Mark]:
    """A path up to where it is legal, the rest of it, and the base where it ends."""
    if found is None:
        label = [Mark(kind="label", points=(path[-1],), note=note)] if note else []
        return [Mark(kind="path", points=path), Mark(kind="ghost", points=(path[-1],), radius=me.radius), *label]
    after = found.after
    if found.no.code in ("move.too-far", "move.too-dear"):
        after = afforded(state, me, path, int(found.no.facts["allowed"]))
    good, bad = split_at(path, after)
    why = Note(found.no.code, dict(found.no.facts), found.no.clause)
    stop = at_length(path, after)
    return [Mark(kind="path", points=good), Mark(kind="path-no", points=bad),
            Mark(kind="ring-no", points=(stop,), radius=me.radius, note=why),
            Mark(kind="ghost-no", points=(path[-1],), radius=me.radius),
            Mark(kind="label-no", points=(path[-1],), note=note)]  # fmt: skip


def afforded(state: State, me: Model, path: Path, allowed: int) -> int:
    """How far along a path its cost stays within what is allowed, in 1/100 mm; whole legs are reckoned once."""
    on, ends, used = hindrances(state, me, path), [0], [Used()]
    for a, b in pairwise(path):
        ends.append(ends[-1] + distance(a, b))
        used.append(used[-1].and_(leg_used(on, a, b)))
    near: dict[int, Hindrances] = {}
    low, high = 0, ends[-1]
    while low < high:
        middle = (low + high + 1) // 2
        leg = bisect_left(ends, middle) - 1
        spent = used[leg + 1]
        if middle != ends[leg + 1]:
            a, b = path[leg : leg + 2]
            near[leg] = near.get(leg) or on.about((a, b))
            spent = used[leg].and_(leg_used(near[leg], a, along(a, b, middle - ends[leg])))
        low, high = (middle, high) if spent.whole <= allowed else (low, middle - 1)
    return low


def look_layout(models: Sequence[Model], spots: Spots, no: Refusal | None) -> Preview:
    """Every base where it would be set up, the links between them, and what stands against it."""
    bad = no.facts.get("model") if no else None
    bases = [Base(spots[m.id], m.radius) for m in models]
    ghosts = [Mark(kind="ghost-no" if m.id == bad else "ghost", points=(b.at,), radius=b.radius)
              for m, b in zip(models, bases, strict=True)]  # fmt: skip
    return Preview(no=no, marks=(*ghosts, *links(bases, link_of(models))))


def links(bases: list[Base], link: int) -> list[Mark]:
    """The links that hold the unit together; to a group without one the shortest gap, marked as missing."""
    pairs = ((a, b) for i, a in enumerate(bases) for b in bases[i + 1 :] if within(a, b, link))
    found = [Mark(kind="link", points=(a.at, b.at)) for a, b in pairs]
    groups = linked_groups(bases, link) if bases else []
    for group in groups[1:]:
        far = min(((i, j) for i in group for j in groups[0]), key=lambda p: _square(bases, *p))
        note = Note("moves.apart", {"link": link}, LINKED)
        found.append(Mark(kind="link-no", points=(bases[far[0]].at, bases[far[1]].at), note=note))
    return found


def _square(bases: list[Base], i: int, j: int) -> int:
    a, b = bases[i].at, bases[j].at
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def touch_notes(now: Scene, moved: Paths, bases: list[Base], models: list[Model]) -> list[Note]:
    """Which enemies the models that move would touch."""
    return [Note("moves.touches", {"model": m.id, "enemy": foe.id}, TOUCHES)
            for m, base in zip(models, bases, strict=True) if m.id in moved
            for foe in now.foes if in_contact(now.state, base, foe.base)]  # fmt: skip
