"""Moving a model: how far, along which path, and what stands against it.

``how``: normal, run, gallop, ride-by (first part), ride-by-2 (second part), withdraw or follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isqrt

from msgspec import Struct

from app.engine.geometry import Base, Point, distance, distance2, overlap, within
from app.engine.paths import (
    Path,
    at_length,
    beside,
    crosses_line,
    crosses_outline,
    first_contact,
    in_the_way,
    sweeps_line,
    sweeps_polygon,
)
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.engine.table import EDGES, edge_gap, inside
from app.systems.ronin.book import CONTACT, EPSILON, c, inches, table
from app.systems.ronin.ground.terrain import Part, is_difficult, near_door, parts, walls
from app.systems.ronin.measure import engaged_with, is_encumbered, is_engaged, is_wavering, touch
from app.systems.ronin.scenarios.figures import refuse_order
from app.systems.ronin.state import Model, ModelId, State

CONTACT_ENDS = c("RON-MOV-15")
RUN_CLEAR = c("RON-MOV-04")
NO_ENGAGING = {"run": c("RON-MOV-03"), "gallop": c("RON-MOV-26"), "ride-by-2": c("RON-MOV-27")}
WAVERING = c("RON-MOR-24")
ENGAGED = c("RON-MOV-20")
WITHDRAW = c("RON-MOV-21")
THROUGH = c("RON-MOV-29")
DOORS = c("RON-TER-11")
MOUNTED_NOT = c("RON-TER-05")
CAUSES = {
    "stunned": c("RON-MOV-05"), "grievous": c("RON-MOV-06"), "encumbered": c("RON-MOV-07"),
    "difficult": c("RON-MOV-08"),
}  # fmt: skip
REACHES = table("movement")
FULL = {
    "normal": inches(REACHES["normal"]["foot"]), "run": inches(REACHES["run"]["foot"]),
    "gallop": inches(REACHES["run"]["mounted"]), "withdraw": inches(REACHES["withdraw"]["reach"]),
    "ride-by": inches(REACHES["ride_by"]["first"]), "ride-by-2": inches(REACHES["ride_by"]["second"]),
    "follow": inches(REACHES["follow"]["reach"]),
}  # fmt: skip
"""The printed length of each way of moving; on a horse a normal move leads further."""
RIDDEN = inches(REACHES["normal"]["mounted"])
CLEAR = inches(REACHES["run"]["clear_of_enemies"])
SLACK = 2 * CONTACT
"""How far a drawn path may press on once its base is in contact: a hand is not that sure."""
IN_CONTACT = ("withdraw", "follow", "ride-by-2")
LIMITS = {
    "normal": c("RON-MOV-02"), "run": c("RON-MOV-03"), "gallop": c("RON-MOV-11"), "ride-by": c("RON-MOV-12"),
    "ride-by-2": c("RON-MOV-12"), "withdraw": c("RON-MOV-09"), "follow": c("RON-MOV-34"),
}  # fmt: skip
RIDES = c("RON-MOV-10")
ORDERS = {"normal": "move", "ride-by-2": "ride-by"}
"""What the order behind a way of moving is called, where it is not called the same."""


class Cause(Struct, frozen=True):
    """Why an allowance is halved, and the piece of ground if it is one (RON-MOV-18)."""

    id: str
    clause: Clause
    piece: str = ""


class Fault(Struct, frozen=True, order=True):
    """What stands against a path, and how far along it."""

    after: int
    no: Refusal


def full_allowance(me: Model, how: str) -> int:
    """The printed length of a way of moving, before halving."""
    return RIDDEN if me.mounted and how == "normal" else FULL[how]


def limit(me: Model, how: str) -> Clause:
    """The clause that says how far this way of moving leads."""
    return RIDES if me.mounted and how == "normal" else LIMITS[how]


def bodily_causes(me: Model) -> tuple[Cause, ...]:
    """What halves every move of this model as it is now (RON-MOV-05 to 07, RON-ATT-10)."""
    holds = {
        "stunned": me.stunned > 0 and not me.has("inexorable"), "grievous": me.grievous > 0,
        "encumbered": is_encumbered(me),
    }  # fmt: skip
    return tuple(Cause(key, CAUSES[key]) for key, true in holds.items() if true)


def halving(state: State, me: Model, path: Path) -> tuple[Cause, ...]:
    """All that halves this move (RON-MOV-05 to 08, RON-MOV-19, RON-ATT-10, RON-ATT-11)."""
    ground = None if me.has("acrobatic") else is_difficult(state, path, me.radius)
    return bodily_causes(me) + ((Cause("difficult", CAUSES["difficult"], ground[0].id),) if ground else ())


def allowance(state: State, id: ModelId, how: str, path: Path) -> tuple[int, tuple[Cause, ...]]:
    """How far this path may be long in 1/100 mm, and what halves it: once at most (RON-MOV-18)."""
    me = state.model(id)
    causes = halving(state, me, path)
    half = REACHES["halved"]
    full = full_allowance(me, how)
    return (full * half["num"] // half["den"] if causes else full), causes


def walked(path: Path) -> int:
    """The length of a path in 1/100 mm, rounded down once for the whole of it."""
    return sum(isqrt(distance2(a, b) << 32) for a, b in pairwise(path)) >> 16


def refuse_path(state: State, id: ModelId, path: Path, how: str) -> Refusal | None:
    """What stands first against this model walking this path; ``after`` tells how far along."""
    fault = first_fault(state, state.model(id), path, how)
    return fault.no if fault else None


def first_fault(state: State, me: Model, path: Path, how: str) -> Fault | None:
    """The first place where the path stops being legal, and why."""
    if len(set(path)) == 1:
        return fault(0, "path.nowhere", limit(me, how))
    found = min(every_fault(state, me, path, how), key=lambda f: f.after, default=None)
    no = None if found else refuse_order(state, me, ORDERS.get(how, how), path)
    return found or (Fault(walked(path), no) if no else None)


def fault(after: int, code: str, clause: Clause, **facts: Fact) -> Fault:
    """A fault whose refusal names the place."""
    return Fault(after, refuse(code, clause, after=after, **facts))


def every_fault(state: State, me: Model, path: Path, how: str) -> Iterator[Fault]:
    """Each thing against the path, in no order."""
    yield from edge_faults(state, me, path)
    for part in in_the_way(path, me.radius, parts(state.table)):
        yield from ground_faults(part, me, path)
    for foe in beside(path, me.radius, state.foes_of(me), CLEAR):
        yield from foe_faults(state, me, foe, path, how)
    yield from end_faults(state, me, path, how)
    allowed, causes = allowance(state, me.id, how, path)
    if (used := walked(path)) > allowed + EPSILON:
        code = "move.too-far-halved" if causes else "move.too-far"
        clause = causes[0].clause if causes else limit(me, how)
        yield fault(allowed, code, clause, used=used, allowed=allowed, cause=causes[0].id if causes else "")


# -- table and ground ----------------------------------------------------------


def edge_faults(state: State, me: Model, path: Path) -> Iterator[Fault]:
    """The base leaves the table; of one that enters only the first point lies outside its edge (RON-SET-15)."""
    way = 0
    for n, (a, b) in enumerate(pairwise(path)):
        here = Base(b, me.radius)
        if not inside(state.table, here):
            over = next(edge for edge in EDGES if edge_gap(state.table, here, edge) < 0)
            came_on = me.on_table or n > 0
            left = _leaves(state, me, a, b) if came_on else distance(a, b)
            yield fault(way + left, "path.off-table", THROUGH, edge=over)
            return
        way += distance(a, b)


def _leaves(state: State, me: Model, a: Point, b: Point) -> int:
    low, high = 0, distance(a, b)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (
            (middle, high) if inside(state.table, Base(at_length((a, b), middle), me.radius)) else (low, middle - 1)
        )
    return low


def ground_faults(part: Part, me: Model, path: Path) -> Iterator[Fault]:
    """Impassable ground, outlines passed beside a door, and what is closed to riders."""
    piece = {"piece": part.piece.id, "kind": part.piece.kind}
    small = me.radius - EPSILON
    if part.kind.movement == "impassable" and (after := sweeps_polygon(path, small, part.shape)) is not None:
        yield fault(after, "path.impassable", THROUGH, **piece)
    elif me.mounted and part.kind.mounted_forbidden:
        after = _rider_meets(part, me, path)
        if after is not None:
            yield fault(after, "path.no-riders", MOUNTED_NOT, **piece)
    elif part.kind.movement == "doors":
        yield from building_faults(part, me, path)


def _rider_meets(part: Part, me: Model, path: Path) -> int | None:
    if not part.piece.closed:
        return crosses_line(path, part.shape)
    after = sweeps_polygon(path, me.radius, part.shape)
    return sweeps_polygon(path, me.radius - EPSILON, part.shape) if after == 0 else after


def building_faults(part: Part, me: Model, path: Path) -> Iterator[Fault]:
    """The outline is crossed away from a door, or a base rubs through a wall (RON-TER-11)."""
    piece = {"piece": part.piece.id, "kind": part.piece.kind}
    for after, point in crosses_outline(path, part.shape):
        if not near_door(part.piece, point):
            yield fault(after, "path.no-door", DOORS, **piece)
            return
    small = me.radius - EPSILON
    for wall in walls(part.piece):
        if rubs := sweeps_line(path, small, wall):
            yield fault(rubs, "path.no-door", DOORS, **piece)


# -- bases ---------------------------------------------------------------------


def foe_faults(state: State, me: Model, foe: Model, path: Path, how: str) -> Iterator[Fault]:
    """An enemy base met before the end, passed through, or come too near in a Run."""
    if how in ("run", "gallop"):
        after = first_contact(path, me.radius, foe.base, CLEAR)
        if after is not None:
            yield fault(after, "run.too-close", RUN_CLEAR, enemy=foe.id)
        return
    begins = me.on_table and touch(Base(path[0], me.radius), foe.base)
    if begins:
        after = first_contact(path, me.radius, foe.base, -2 * EPSILON)
        if after is not None:
            yield fault(after, "path.through-enemy", THROUGH, enemy=foe.id)
        return
    after = first_contact(path, me.radius, foe.base, CONTACT)
    if after is not None:
        yield from _contact_faults(state, me, foe, path, how, after)


def _contact_faults(state: State, me: Model, foe: Model, path: Path, how: str, after: int) -> Iterator[Fault]:
    end = Base(path[-1], me.radius)
    if how in ("withdraw", "ride-by-2"):
        yield fault(after, f"{how}.contact", WITHDRAW if how == "withdraw" else NO_ENGAGING[how], enemy=foe.id)
    elif is_wavering(state, me) and how != "follow":
        yield fault(after, "wavering.contact", WAVERING, enemy=foe.id)
    elif not touch(end, foe.base) or (walked(path) - after > SLACK and not closes_in(path, foe, after)):
        yield fault(after, "path.contact-ends", CONTACT_ENDS, enemy=foe.id)
    elif overlap(end, Base(foe.at, foe.radius - EPSILON)):
        yield fault(after, "path.through-enemy", THROUGH, enemy=foe.id)


def closes_in(path: Path, foe: Model, after: int) -> bool:
    """Whether from the contact after this way on the path leads straight and ever nearer to the enemy."""
    start, end = path[-2:]
    nearer = (end.x - start.x) * (foe.at.x - end.x) + (end.y - start.y) * (foe.at.y - end.y) >= 0
    return nearer and after >= walked(path[:-1])


def end_faults(state: State, me: Model, path: Path, how: str) -> Iterator[Fault]:
    """What is wrong with where the path ends: on a base, still in contact, or out of it when following."""
    end, way = Base(path[-1], me.radius), walked(path)
    for other in beside((end.at,), me.radius, state.standing()):
        if other.id != me.id and overlap(end, Base(other.at, other.radius - EPSILON)):
            code = "path.ends-on-base"
            yield fault(way, code, THROUGH, model=other.id)
    if how in ("withdraw", "ride-by-2"):
        clause = WITHDRAW if how == "withdraw" else NO_ENGAGING[how]
        for foe in engaged_with(state, me):
            if touch(end, foe.base):
                yield fault(way, f"{how}.still-touches", clause, enemy=foe.id)


def refuse_way(state: State, me: Model, how: str) -> Refusal | None:
    """Why this model may not move in this way at all, whatever the path."""
    engaged = me.on_table and is_engaged(state, me)
    if how == "withdraw" and not engaged:
        return refuse("withdraw.not-engaged", c("RON-MOV-09"))
    if engaged and how not in IN_CONTACT:
        return refuse("move.engaged", ENGAGED, enemy=engaged_with(state, me)[0].id)
    if how == "run" and me.mounted:
        return refuse("run.mounted", NO_ENGAGING["gallop"])
    if how in ("gallop", "ride-by", "ride-by-2") and not me.mounted:
        return refuse(f"{how.removesuffix('-2')}.on-foot", LIMITS[how])
    if how in ("run", "gallop") and me.on_table:
        near = next((foe for foe in state.foes_of(me) if within(me.base, foe.base, CLEAR)), None)
        if near is not None:
            return refuse("run.too-close", RUN_CLEAR, enemy=near.id, after=0)
    return refuse_order(state, me, ORDERS.get(how, how), None)


def touched_at(state: State, me: Model, path: Path) -> tuple[Model, ...]:
    """Enemies this model would touch where the path ends."""
    end = Base(path[-1], me.radius)
    return tuple(foe for foe in state.foes_of(me) if touch(end, foe.base))
