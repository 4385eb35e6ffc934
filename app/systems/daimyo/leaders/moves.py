"""What a leader may do when it is his to move: go, join a unit, sit down (LDR)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import islice, pairwise

from app.engine.domains import Pick, Walk
from app.engine.geometry import Point, Polygon, along, distance, outline, segments_cross, spans
from app.engine.options import Late
from app.engine.paths import Path, cost, length
from app.engine.refusals import Refusal, refuse
from app.engine.remedies import Hints
from app.engine.shapes import SLACK, apart, gap, nearest_points
from app.engine.table import Table
from app.engine.views import Mark, Note, Preview
from app.systems.daimyo.activation.rules import household
from app.systems.daimyo.book import c, foremost
from app.systems.daimyo.ideas.places import propose_path, star
from app.systems.daimyo.leaders.flow import at_hq, hq_of, refuse_attach, refuse_detach
from app.systems.daimyo.measure import beside, ground_of
from app.systems.daimyo.moving.costs import leader_allowance
from app.systems.daimyo.moving.ground.terrain import CLEAR, Grounds, ground_for
from app.systems.daimyo.moving.slide import OBSTACLE, ROAD, TIMES
from app.systems.daimyo.moving.travel import TOKEN
from app.systems.daimyo.scenarios.figures import refuse_seat
from app.systems.daimyo.state import Leader, State, Unit

FREE, FAR, JOINS, SITS, BARRED, ON_TABLE, ONCE, ALONE = (
    c("DAI-LDR-08"), c("DAI-LDR-03"), c("DAI-LDR-06"), c("DAI-LDR-05"), c("DAI-LDR-16"), c("DAI-MOV-25"),
    c("DAI-LDR-08"), c("DAI-MOV-06"),
)  # fmt: skip


def ground(state: State) -> Grounds:
    """The ground as leaders meet it."""
    return ground_for(state.table, "leaders", True, tuple(sorted(state.gaps.items())))


# -- going ------------------------------------------------------------------------------------


def refuse_go(state: State, leader: Leader) -> Refusal | None:
    """Why a leader may not move now: he has, or his unit holds him (DAI-LDR-07), or he has no room."""
    if leader.moved:
        return refuse("leader.moved", ONCE, leader=leader.id)
    return refuse_detach(state, leader) or (None if sure_paths(state, leader, 1) else no_room(leader))


def no_room(leader: Leader) -> Refusal:
    """The refusal of a move that finds no place to go to."""
    return refuse("leader.no-room", FREE, leader=leader.id)


def walk(state: State, leader: Leader) -> Walk:
    """The paths a leader may take."""
    most = leader_allowance(state, leader)
    return Walk(
        start=leader.at, radius=TOKEN, allowance=most,
        test=partial(refuse_path, state, leader), propose=partial(propose_path, state, leader, most),
        sure=lambda: sure_paths(state, leader), look=partial(look, state, leader), piece=leader.id,
        hints=Hints(size=(state.table.width, state.table.depth)),
    )  # fmt: skip


def refuse_path(state: State, leader: Leader, path: Path) -> Refusal | None:
    """What stands against a leader walking this path (DAI-LDR-03, DAI-LDR-08, DAI-LDR-16)."""
    if path[0] != leader.at:
        return refuse("leader.starts-elsewhere", FREE, leader=leader.id)
    if not length(path):
        return refuse("leader.stays", FREE, leader=leader.id)
    return foremost(test(state, leader, path) for test in (refuse_cost, refuse_off, refuse_ground_of, refuse_near))


def refuse_off(state: State, leader: Leader, path: Path) -> Refusal | None:
    """Why a path may not leave the table (DAI-MOV-25)."""
    off = any(not on_table(state.table, at) for at in path)
    return refuse("leader.off-table", ON_TABLE, leader=leader.id) if off else None


def on_table(size: Table, at: Point) -> bool:
    """Whether a place is on the table."""
    return 0 <= at.x <= size.width and 0 <= at.y <= size.depth


def refuse_ground_of(state: State, leader: Leader, path: Path) -> Refusal | None:
    """Why a path is barred: ground that foot may not enter either (DAI-LDR-16)."""
    for patch in ground(state).closed:
        if any(enters(patch.outline, a, b) for a, b in pairwise(path)):
            return refuse("leader.barred", BARRED, leader=leader.id, piece=patch.piece, kind=patch.kind)
    return None


def enters(area: Polygon, a: Point, b: Point) -> bool:
    """Whether a straight way runs through an area, more than along its side."""
    return any(
        _inside(area, a, b, (span.first + span.last) / 2) for span in spans(a, b, area) if span.last > span.first
    )


def _inside(area: Polygon, a: Point, b: Point, share: Fraction) -> bool:
    x, y = (s + (e - s) * share.numerator // share.denominator for s, e in zip(a, b, strict=True))
    return min(gap((Point(x, y), Point(x, y)), side) for side in outline(area)) > SLACK


def refuse_cost(state: State, leader: Leader, path: Path) -> Refusal | None:
    """Why a path is too long for him, the ground paid for (DAI-LDR-03, DAI-LDR-08)."""
    used, allowed = path_cost(state, path), leader_allowance(state, leader)
    return refuse("leader.too-far", FAR, leader=leader.id, used=used, allowed=allowed) if used > allowed else None


def path_cost(state: State, path: Path) -> int:
    """What a leader's path uses: difficult ground double, roads half, obstacles 3 cm each (DAI-LDR-08)."""
    found = ground(state)
    areas = [(p.outline, TIMES, 1) for p in found.slow] + [(p.outline, 1, ROAD) for p in found.roads]
    crossed = sum(crossings(found, a, b) for a, b in pairwise(path))
    return sum(leg.cost for leg in cost(path, areas)) + OBSTACLE * crossed


def crossings(found: Grounds, a: Point, b: Point) -> int:
    """How many obstacles a straight way crosses; one it starts in has been paid for."""
    met = [p.piece for p in found.obstacles if _crosses(p.outline, a, b)]
    return len(dict.fromkeys(met))


def _crosses(shape: Polygon, a: Point, b: Point) -> bool:
    if len(shape) == 2:
        return segments_cross(a, b, *shape)
    return any(span.last > span.first > 0 for span in spans(a, b, shape))


def refuse_near(state: State, leader: Leader, path: Path) -> Refusal | None:
    """Why a path comes too near an enemy; one he starts beside must be left behind (DAI-LDR-08)."""
    for foe in state.enemies_of(leader.seat):
        if foe.abandoned:
            continue
        theirs = ground_of(state, foe)
        if apart(path, theirs, CLEAR):
            continue
        began = gap((path[0], path[0]), theirs) <= CLEAR
        ways = [(path[-1], path[-1])] if began else list(pairwise(path))
        near = min(gap(way, theirs) for way in ways)
        if near <= CLEAR:
            return refuse("leader.too-near", FREE, leader=leader.id, enemy=foe.id, clear=CLEAR, gap=near)
    return None


def sure_paths(state: State, leader: Leader, most: int = 2) -> tuple[Path, ...]:
    """Short straight ways in all directions, those that are legal; at most so many."""
    return tuple(islice((path for path in star(leader.at) if refuse_path(state, leader, path) is None), most))


def look(state: State, leader: Leader, path: Path) -> Preview:
    """The path, where he would stand, what it uses of how much."""
    used = path_cost(state, path)
    note = Note("leaders.used", {"leader": leader.id, "used": used, "allowed": leader_allowance(state, leader)}, FAR)
    bad = refuse_path(state, leader, path) is not None
    marks = (Mark(kind="path-no" if bad else "path", points=path),
             Mark(kind="ghost-no" if bad else "ghost", points=(path[-1],), radius=TOKEN),
             Mark(kind="label-no" if bad else "label", points=(path[-1],), note=note))  # fmt: skip
    return Preview(notes=(note,), marks=marks)


# -- joining a unit -----------------------------------------------------------------------------


def joining(state: State, leader: Leader) -> Pick:
    """The units a leader might join, each with the reason against it."""
    units = [u for u in state.fielded(leader.seat) if u.kind != "hq"]
    units.sort(key=lambda u: not leader.general and u.clan != leader.clan)
    found = Late(tuple(u.id for u in units), lambda id: refuse_unit(state, leader, state.units[id]))
    return Pick(found, {u.id: u.id for u in units})


def refuse_join(state: State, leader: Leader) -> Refusal | None:
    """Why there is no unit he may join."""
    if no := refuse_detach(state, leader):
        return no
    reasons = joining(state, leader).options
    far = TOKEN + 3 * SLACK + (0 if leader.moved else ROAD * leader_allowance(state, leader))
    near = {u.id for u in beside(state, ((leader.at,),), state.fielded(leader.seat), far)}
    if any(id in near and reasons[id] is None for id in reasons):
        return None
    return next(iter(reasons.values()), None) or refuse("leader.nobody", JOINS, leader=leader.id)


def refuse_unit(state: State, leader: Leader, unit: Unit) -> Refusal | None:
    """Why a leader may not join this unit now: not his, no place, or out of his reach (DAI-LDR-06)."""
    if leader.attached == unit.id:
        return refuse("leader.with-it", JOINS, leader=leader.id, unit=unit.id)
    if no := refuse_attach(state, leader, unit):
        return no
    path = way_to(state, leader, unit)
    if length(path) == 0:
        return None
    if leader.moved:
        return refuse("leader.not-touching", JOINS, leader=leader.id, unit=unit.id)
    return refuse_path(state, leader, path)


def way_to(state: State, leader: Leader, unit: Unit) -> Path:
    """The straight way to where his token touches a unit; his own place if it does already."""
    theirs = ground_of(state, unit)
    off = gap((leader.at, leader.at), theirs) - TOKEN
    if off <= SLACK:
        return (leader.at, leader.at)
    _, there = nearest_points((leader.at, leader.at), theirs)
    return (leader.at, along(leader.at, there, distance(leader.at, there) - TOKEN))


# -- sitting down -------------------------------------------------------------------------------


def refuse_sit(state: State, leader: Leader) -> Refusal | None:
    """Why a leader may not sit down: only a General at his headquarters who has not moved (DAI-LDR-05)."""
    if not leader.general:
        return refuse("leader.no-general", SITS, leader=leader.id)
    if leader.seated:
        return refuse("leader.seated", SITS, leader=leader.id)
    if state.active != household(leader.seat):
        return refuse("leader.sits-active", SITS, leader=leader.id)
    if leader.moved:
        return refuse("leader.moved-no-seat", SITS, leader=leader.id)
    if hq_of(state, leader.seat) is None or not at_hq(state, leader):
        return refuse("leader.not-at-hq", SITS, leader=leader.id)
    return refuse_seat(state, leader.seat, leader.at)
