"""What stands against a manoeuvre, and what it uses: every step in order, then where it ends (MOV)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from app.engine.formations import Formation, Step, after, footprint, swept
from app.engine.geometry import Polygon
from app.engine.manoeuvre import Steps
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.shapes import SLACK, overlaps, within
from app.engine.trig import TURN
from app.systems.daimyo.book import c, foremost
from app.systems.daimyo.measure import beside, between, contacts, ground_of, in_melee
from app.systems.daimyo.morale.rules import refuse_rallied
from app.systems.daimyo.moving.costs import Spent, allowance, march, spend, turns_only
from app.systems.daimyo.moving.ground.terrain import CLEAR, grounds, is_column, is_foe, is_on_table, refuse_ground
from app.systems.daimyo.moving.slide import leaves, meeting
from app.systems.daimyo.scenarios.figures import refuse_move
from app.systems.daimyo.state import State, Unit, UnitId

FAR, KEEPS_OFF, THROUGH, ON_TABLE, FRONTAGE = (
    c("DAI-MOV-01"), c("DAI-MOV-21"), c("DAI-MOV-23"), c("DAI-MOV-25"), c("DAI-MOV-18"),
)  # fmt: skip
ONCE, HELD, HALTED, DISOBEYED, RUNS, RAGES, PLACE, CREWLESS, ACTED, ACTIVE = (
    c("DAI-ACT-08"), c("DAI-MOV-22"), c("DAI-MOR-19"), c("DAI-OBE-02"), c("DAI-PUR-10"), c("DAI-MOR-29"),
    c("DAI-ORG-06"), c("DAI-ART-08"), c("DAI-ACT-14"), c("DAI-ACT-12"),
)  # fmt: skip
GUN, GUN_WEATHER, TURNS, STAYS_IN = c("DAI-ART-05"), c("DAI-WEA-05"), c("DAI-MOV-15"), c("DAI-MEL-08")
NEAR = CLEAR - 2 * SLACK
"""``within`` this is nearer than 1 cm, rounding left aside."""


class Judged(NamedTuple):
    """A manoeuvre judged: what stands against it, what it uses of how much, whom it passes, what it crosses."""

    no: Refusal | None
    body: Formation
    used: int = 0
    allowed: int = 0
    through: tuple[UnitId, ...] = ()
    crossed: tuple[str, ...] = ()
    stations: tuple[Polygon, ...] = ()


# -- whether a unit may be ordered at all -----------------------------------------------------


def refuse_order(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may be given no order of B3 now, whatever it is (DAI-ACT-08, DAI-OBE-08, DAI-MOV-22, DAI-MOR-19)."""
    if unit.id not in state.active_ids:
        return refuse("order.not-active", ACTIVE, unit=unit.id)
    reasons: tuple[tuple[str, Clause, bool], ...] = (
        ("order.hq", PLACE, unit.kind == "hq"),
        ("order.abandoned", CREWLESS, unit.abandoned),
        ("order.disobeyed", DISOBEYED, unit.obedience == "failed"),
        ("order.given", ONCE, unit.ordered),
        ("order.acted", ACTED, unit.activated),
        ("order.routing", RUNS, unit.routing),
        ("order.frenzied", RAGES, unit.frenzied),
        ("order.halted", HALTED, unit.halted_until >= max(1, state.turn)),
    )

    def found() -> Iterator[Refusal | None]:
        yield from (refuse(code, clause, unit=unit.id) for code, clause, holds in reasons if holds)
        yield refuse_rallied(unit)
        yield refuse_held(state, unit)
        yield refuse_move(state, unit)

    return foremost(found())


def refuse_held(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot go: it is in melee (DAI-MEL-08), or an enemy that routs touches it (DAI-MOV-22)."""
    touching = [foe for foe in contacts(state, unit) if not foe.abandoned]
    if not touching:
        return None
    foe = next((foe for foe in touching if not foe.routing), touching[0])
    return refuse("order.in-contact", HELD if foe.routing else STAYS_IN, unit=unit.id, enemy=foe.id)


# -- a whole manoeuvre ------------------------------------------------------------------------


def refuse_steps(state: State, unit: Unit, steps: Steps) -> Refusal | None:
    """What stands first against a unit doing these steps, from where it stands (DAI-MOV-12 to -28)."""
    return judge(state, unit, steps).no


def judge(state: State, unit: Unit, steps: Steps, start: Formation | None = None, extra: int = 0) -> Judged:
    """These steps judged one by one, then their cost, then where they end.

    ``start`` is where it begins if not where it stands; ``extra`` is used besides, in 1/100 mm.
    """
    first = start or unit.formation
    mover = replace(unit, at=first.at, facing=first.facing, files=first.files, building="")
    near = engaged(state, unit, footprint(first))
    body, spent, stations = first, list[Spent](), [footprint(first)]
    through, kind = dict[UnitId, None](), refuse_kind(state, unit, first, steps)
    barred: Refusal | None = None
    for step in steps:
        found, passed = refuse_step(state, mover, body, step, near, footprint(first))
        barred, through = barred or found, {**through, **dict.fromkeys(passed)}
        spent.append(spend(state, unit, body, step))
        body = after(body, step)
        stations.append(footprint(body))
    used, allowed = budget(state, unit, first, steps, spent, extra)
    far = refuse("move.too-far", FAR, unit=unit.id, used=used, allowed=allowed) if used > allowed else None
    crossed = tuple(dict.fromkeys(id for row in spent for id in row.crossed))
    end = refuse_end(state, mover, body, tuple(through), near) if steps else None
    no = foremost((kind, barred, far, end))
    return Judged(no, body, used, allowed, tuple(through), crossed, tuple(stations))


def budget(state: State, unit: Unit, first: Formation, steps: Steps, spent: list[Spent], extra: int) -> tuple[int, int]:
    """What a manoeuvre uses of how much: roads at half, or what a column gains on good ground (DAI-MOV-07, -08)."""
    normal = allowance(state, unit, "normal")
    by_road, plain = sum(row.cost for row in spent) + extra, sum(row.plain for row in spent) + extra
    if by_road <= normal or not marches(unit, first, steps, spent):
        return by_road, normal
    most = march(state, unit)
    return (by_road, normal) if by_road < plain and plain > most else (plain, most)


def marches(unit: Unit, first: Formation, steps: Steps, spent: list[Spent]) -> bool:
    """Whether a manoeuvre is made in column all the way and over good ground only (DAI-MOV-08)."""
    bodies = [first]
    for step in steps:
        bodies.append(after(bodies[-1], step))
    smooth = not any(row.crossed or row.jumped for row in spent)
    return unit.troops and smooth and all(is_column(body) for body in bodies)


def engaged(state: State, unit: Unit, start: Polygon) -> tuple[UnitId, ...]:
    """Enemies nearer than 1 cm before it moves: they must only be left behind."""
    others = (
        foe for foe in beside(state, (start,), state.fielded(), CLEAR) if foe.id != unit.id and is_foe(state, unit, foe)
    )
    return tuple(foe.id for foe in others if within(start, ground_of(state, foe), NEAR))


# -- step by step -------------------------------------------------------------------------------


def refuse_kind(state: State, unit: Unit, body: Formation, steps: Steps) -> Refusal | None:
    """Steps that this unit cannot do: a gun goes straight on or turns, never both (DAI-ART-05, DAI-WEA-05)."""
    wide = next((step.by for step in steps if step.do == "files" and step.by > body.number), 0)
    if wide:
        return refuse("move.too-wide", FRONTAGE, unit=unit.id, files=wide, stands=body.number)
    if unit.kind != "gun":
        faces = any(step.do == "face" for step in steps)
        return refuse("move.no-face", TURNS, unit=unit.id) if faces else None
    if len(steps) > 1 or any(step.do not in ("forward", "face") for step in steps):
        return refuse("move.gun", GUN, unit=unit.id)
    stuck = turns_only(state) and any(step.do == "forward" for step in steps)
    return refuse("move.gun-weather", GUN_WEATHER, unit=unit.id) if stuck else None


def refuse_step(
    state: State, mover: Unit, body: Formation, step: Step, near: tuple[UnitId, ...], start: Polygon
) -> tuple[Refusal | None, tuple[UnitId, ...]]:
    """What stands against one step, and the friends it passes through (DAI-MOV-21, -23, -25, -30)."""
    parts, passed = swept(body, step), list[UnitId]()
    if any(not is_on_table(state, part) for part in parts):
        return refuse("move.off-table", ON_TABLE, unit=mover.id), ()
    left = left_behind(state, mover, body, step)
    shut = (refuse_ground(state, mover, part, body, left) for part in parts)
    no = next((found for found in shut if found), None)
    for other in beside(state, parts, state.fielded(), CLEAR):
        theirs = ground_of(state, other)
        if other.id == mover.id:
            continue
        if is_foe(state, mover, other):
            no = no or refuse_foe(mover, other, parts, theirs, other.id in near)
        elif any(overlaps(part, theirs) for part in parts) and not overlaps(start, theirs):
            passed.append(other.id)
            no = no or refuse_passing(state, mover, other)
    return no, tuple(passed)


def left_behind(state: State, mover: Unit, body: Formation, step: Step) -> tuple[Polygon, ...]:
    """Closed ground it lies across and goes straight away from: a palisade across which it fought (DAI-MEL-30)."""
    if step.do not in ("forward", "back"):
        return ()
    way = (body.facing + (0 if step.do == "forward" else TURN // 2)) % TURN
    met = ((patch, meeting(footprint(body), way, patch.outline)) for patch in grounds(state, mover, body).closed)
    return tuple(patch.outline for patch, reach in met if reach is not None and leaves(reach))


def refuse_foe(mover: Unit, foe: Unit, parts: tuple[Polygon, ...], theirs: Polygon, was_near: bool) -> Refusal | None:
    """Why a step comes too near an enemy (DAI-MOV-21), or through him (DAI-MOV-23)."""
    if any(overlaps(part, theirs) for part in parts):
        return refuse("move.through-enemy", THROUGH, unit=mover.id, enemy=foe.id)
    if was_near or not any(within(part, theirs, NEAR) for part in parts):
        return None
    off = min(between(part, theirs) for part in parts)
    return refuse("move.too-near", KEEPS_OFF, unit=mover.id, enemy=foe.id, clear=CLEAR, gap=off)


def refuse_passing(state: State, mover: Unit, friend: Unit) -> Refusal | None:
    """Why a friend cannot be passed through: he fights, or it is nobody's gun (DAI-MOV-23)."""
    if friend.seat != mover.seat:
        return refuse("move.on-unit", KEEPS_OFF, unit=mover.id, other=friend.id)
    return refuse("move.through-melee", THROUGH, unit=mover.id, other=friend.id) if in_melee(state, friend) else None


def refuse_end(
    state: State, mover: Unit, body: Formation, through: tuple[UnitId, ...], near: tuple[UnitId, ...]
) -> Refusal | None:
    """Why it may not end so: on a friend it was to pass (DAI-MOV-23), or still beside an enemy (DAI-MOV-21)."""
    end = footprint(body)
    for id in through:
        if overlaps(end, ground_of(state, state.units[id])):
            return refuse("move.not-clear", THROUGH, unit=mover.id, other=id)
    for id in near:
        if within(end, theirs := ground_of(state, state.units[id]), NEAR):
            off = between(end, theirs)
            return refuse("move.too-near", KEEPS_OFF, unit=mover.id, enemy=id, clear=CLEAR, gap=off)
    return None
