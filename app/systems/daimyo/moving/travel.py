"""Straight moves that keep their facing: how far they go, what stops them, whom they pass, what they cross."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from app.engine.formations import Formation, footprint, spot
from app.engine.geometry import Polygon
from app.engine.shapes import SLACK, Reach, hull, nearer, within
from app.engine.slide import NEVER
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.measure import ground_of, in_melee
from app.systems.daimyo.moving.costs import ahead
from app.systems.daimyo.moving.ground.terrain import CLEAR, grounds, is_foe
from app.systems.daimyo.moving.slide import leaves, meeting, shifted, to_edge
from app.systems.daimyo.state import LeaderId, State, Unit, UnitId

FORCED = ("retire", "retreat", "rout")
"""They pass through friends and go on until they are clear of them (DAI-MOV-24)."""
PASSING = ("pursuit", "advance", "normal")
"""They pass through friends that they get clear of (DAI-MOV-23)."""
CONTACT = ("push", "pursuit", "follow", "charge", "counter")
"""They go up to an enemy; others keep 1 cm away (DAI-MOV-21)."""
TOKEN = cm(table("organisation")["token"]["across"]) // 2


class Journey(NamedTuple):
    """A straight move: where it ends, how far it went, what it used of its allowance (1/100 mm).

    ``stopped``: empty if it went as far as it could pay for, else ``ground``, ``edge``, ``enemy`` or ``unit`` (a
    friend in the way); ``by`` names the piece or unit.  ``through``: friends passed.  ``crossed``: difficult ground
    entered and obstacles crossed.  ``leaders``: enemy leaders touched.  ``left``: it went off the table.
    """

    end: Formation
    distance: int
    used: int
    stopped: str = ""
    through: tuple[UnitId, ...] = ()
    crossed: tuple[str, ...] = ()
    leaders: tuple[LeaderId, ...] = ()
    left: bool = False
    by: str = ""


class Bar(NamedTuple):
    """What ends a straight move: how far along it, as what, and which."""

    at: int
    kind: str
    by: str


def straight(state: State, unit: Unit, heading: int, budget: int, how: str, ignoring: Collection[str] = ()) -> Journey:
    """Where a unit gets that is moved along a heading without changing its facing (DAI-MOV-21 to -27).

    ``how``: retire, retreat, rout, push, pursuit, follow, advance, charge, counter or normal.  ``budget`` pays for the
    ground; a forced move that would end on a friend goes on until it is clear.  Units in ``ignoring`` are as if they
    were not there.
    """
    body = unit.formation
    costs = ahead(grounds(state, unit, body), body, heading)
    goal = costs.furthest(budget)
    friends = passable(state, unit, heading, how, ignoring)
    bar = min(bars(state, unit, heading, goal + slack_beyond(friends, goal, how), how, ignoring, friends))
    wanted = clear_of(friends, goal, how)
    length = min(wanted, bar.at)
    stopped = bar.at < wanted or (bar.at == wanted and bar.kind == "enemy" and how in CONTACT)
    left = how == "rout" and bar.kind == "edge" and bar.at <= wanted
    if length < wanted or how in PASSING:
        length, held = (length, "") if left else backed(friends, length)
        if held and not (stopped and how in FORCED):
            stopped, bar = True, Bar(length, "unit", held)
    return journey(state, unit, heading, length, costs.cost(length), costs.pieces(length), how, friends,
                   bar if stopped and not left else None, left)  # fmt: skip


def journey(
    state: State, unit: Unit, heading: int, length: int, used: int, crossed: tuple[str, ...], how: str,
    friends: dict[UnitId, Reach], bar: Bar | None, left: bool,
) -> Journey:  # fmt: skip
    """A straight move of that length with all that it met."""
    body = unit.formation
    end = body._replace(at=spot(body.at, heading, 0, length))
    covered = hull(footprint(body) + footprint(end))
    through = tuple(id for id, reach in friends.items() if reach.near + SLACK < length)
    touched = enemy_leaders(state, unit, covered) if length and how != "normal" else ()
    return Journey(end, length, used, bar.kind if bar else "", through, crossed, touched, left, bar.by if bar else "")


def enemy_leaders(state: State, unit: Unit, covered: Polygon) -> tuple[LeaderId, ...]:
    """Enemy leaders with no unit whose tokens touch this ground (DAI-LDR-10)."""
    return tuple(
        leader.id for leader in state.leaders.values()
        if leader.seat != unit.seat and leader.on_table and not leader.attached
        and within(covered, (leader.at, leader.at), TOKEN)
    )  # fmt: skip


# -- friends --------------------------------------------------------------------------------


def passable(state: State, unit: Unit, heading: int, how: str, ignoring: Collection[str]) -> dict[UnitId, Reach]:
    """Friends in the way that this move may pass through, with the stretch in which it overlaps them (DAI-MOV-23)."""
    found: dict[UnitId, Reach] = {}
    for other in state.fielded(unit.seat):
        if other.id == unit.id or other.id in ignoring or is_foe(state, unit, other) or not may_pass(state, other, how):
            continue
        reach = meeting(footprint(unit.formation), heading, ground_of(state, other))
        if reach is not None and reach.far > SLACK:
            found[other.id] = reach
    return found


def may_pass(state: State, friend: Unit, how: str) -> bool:
    """Whether this move may pass through a friend: a forced one always, others if he is not in melee."""
    return how in FORCED or (how in PASSING and not in_melee(state, friend))


def slack_beyond(friends: dict[UnitId, Reach], goal: int, how: str) -> int:
    """How much farther than its goal a forced move may have to go to be clear of friends (DAI-MOV-24)."""
    return clear_of(friends, goal, how) - goal


def clear_of(friends: dict[UnitId, Reach], goal: int, how: str) -> int:
    """The goal, or the first length beyond it that is clear of friends for a forced move."""
    while how in FORCED and (on := [reach.far for reach in friends.values() if is_on(reach, goal)]):
        goal = max(on)
    return goal


def backed(friends: dict[UnitId, Reach], length: int) -> tuple[int, str]:
    """The greatest length up to this one that is clear of friends, and who bars the way (empty: nobody)."""
    held = ""
    while length > 0 and (on := [(reach.near, id) for id, reach in friends.items() if is_on(reach, length)]):
        near, held = min(on)
        length = max(0, near)
    return length, held


def is_on(reach: Reach, length: int) -> bool:
    """Whether a move of that length would end on what it meets in this stretch."""
    return reach.near + SLACK < length < reach.far - SLACK


# -- what ends a move -----------------------------------------------------------------------


def bars(
    state: State, unit: Unit, heading: int, goal: int, how: str, ignoring: Collection[str],
    friends: dict[UnitId, Reach],
) -> list[Bar]:  # fmt: skip
    """All that would end a move on its way, and one beyond all others."""
    body = unit.formation
    start = footprint(body)
    found = [Bar(NEVER, "", ""), Bar(to_edge(state.table, start, heading), "edge", "")]
    for patch in grounds(state, unit, body).closed:
        if (reach := meeting(start, heading, patch.outline)) and reach.far > SLACK and not leaves(reach):
            found.append(Bar(max(0, reach.near), "ground", patch.piece))
    for other in state.fielded():
        if other.id not in (unit.id, *ignoring, *friends):
            bar = _in_the_way(state, unit, other, heading, goal, how)
            found += [bar] if bar else []
    return found


def _in_the_way(state: State, unit: Unit, other: Unit, heading: int, goal: int, how: str) -> Bar | None:
    start, theirs = footprint(unit.formation), ground_of(state, other)
    reach = meeting(start, heading, theirs)
    if reach is None or reach.far <= SLACK or reach.near > goal + 2 * CLEAR:
        return None
    foe = is_foe(state, unit, other)
    kind, at = "enemy" if foe else "unit", max(0, reach.near)
    if foe and how not in CONTACT:
        at = last_clear(start, heading, theirs, at)
    return Bar(at, kind, other.id)


def last_clear(start: Polygon, heading: int, theirs: Polygon, most: int) -> int:
    """How far an outline may be moved along a heading towards another and still be 1 cm from it (DAI-MOV-21)."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        near = nearer(shifted(start, heading, middle), theirs, CLEAR)
        low, high = (low, middle - 1) if near else (middle, high)
    return low
