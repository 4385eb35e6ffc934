"""A Movement of a unit in ranks judged: its steps one by one, the friends it passes, where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from app.engine.formations import Formation, Step, after
from app.engine.manoeuvre import Steps
from app.engine.refusals import Refusal, refuse
from app.engine.slide import meetings
from app.engine.trig import TURN
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.measure import between, formation, parts, placed
from app.systems.kensei.moving.ways.slide import off
from app.systems.kensei.moving.ways.travel import (
    allowance,
    flies,
    laps,
    others,
    path_cost,
    refuse_near,
    refuse_place,
    refuse_way,
    swept,
)
from app.systems.kensei.state import State

FAR, WAY, ARC, ONE_SPECIAL, QUARTER, BACKWARDS, DECLARED = (
    c("KEN-MOV-44"), c("KEN-MOV-03"), c("KEN-MOV-17"), c("KEN-MOV-23"), c("KEN-MOV-20"), c("KEN-MOV-26"),
    c("KEN-MOV-04"),
)  # fmt: skip
PASSES, UNMOVED, NO_AP, ON_UNIT = c("KEN-MOV-10"), c("KEN-MOV-11"), c("KEN-MOV-16"), c("KEN-MOV-48")
ACROSS: int = table("movement")["advance"]["arc"] * 100 // 2
TURNS: int = table("movement")["facing"]["degrees"] * 100
SHORT, THROUGH_AP = cm(table("movement")["pass_through"]["short"]), table("movement")["pass_through"]["ap"]
ABOUT = TURN // 2
SPECIALS = {"face": "facing", "turn": "pivot"}


class Judged(NamedTuple):
    """A Movement judged: what stands against it, its positions from first to last, what it uses of how much (1/100
    mm), the friends it passes through, and the one it does not get clear of (KEN-MOV-13)."""

    no: Refusal | None
    stations: tuple[Unit, ...]
    used: int = 0
    allowed: int = 0
    through: tuple[str, ...] = ()
    short_of: str = ""


def refuse_move(state: State, unit: Unit, order: Order, steps: Steps) -> Refusal | None:
    """What stands first against a unit carrying out its Movement by these steps (KEN-MOV-03 to KEN-MOV-48)."""
    return judge(state, unit, order, steps).no


def judge(state: State, unit: Unit, order: Order, steps: Steps) -> Judged:
    """These steps judged: of the kind that was ordered, over open ground, off enemies, within the allowance."""
    allowed = allowance(state, unit, order.mode)
    bodies = course(formation(state, unit), steps)
    stations = tuple(at(unit, body) for body in bodies)
    no = refuse_kind(unit, order, steps, bodies)
    if no or len(stations) == 1:
        return Judged(no, stations, 0, allowed)
    through = passed(state, stations)
    no = refuse_passing(state, unit, order, through) or refuse_turning(state, stations, steps, through)
    blocking = "" if no or flies(unit) else blocked(state, stations[-1], through)
    last = blocking
    while blocking:
        stations = halted(state, stations, steps, blocking)
        through, last = (*(id for id in passed(state, stations) if id != blocking), blocking), blocking
        blocking = blocked(state, stations[-1], through)
    used = sum(path_cost(state, unit, a, b) for a, b in pairwise(stations))
    if used > allowed:
        no = no or refuse("move.too-far", FAR, unit=unit.id, used=used, allowed=allowed)
    no = no or refuse_course(state, unit, stations)
    return Judged(no, stations, used, allowed, () if flies(unit) else through, last)


def blocked(state: State, end: Unit, through: Sequence[str]) -> str:
    """The friend whose bases a unit would end on, if any."""
    return next((id for id in through if laps(parts(state, end), parts(state, state.units[id]))), "")


def refuse_turning(state: State, stations: Sequence[Unit], steps: Steps, through: Sequence[str]) -> Refusal | None:
    """Why a unit cannot turn there: it would stand on a friend (KEN-MOV-48)."""
    turned = (station for station, step in zip(stations[1:], steps, strict=True) if step.do in SPECIALS)
    for station in turned:
        if not flies(station) and (other := blocked(state, station, through)):
            return refuse("move.on-unit", ON_UNIT, unit=station.id, other=other)
    return None


def course(body: Formation, steps: Steps) -> tuple[Formation, ...]:
    """The formation before the first step and after each."""
    found = [body]
    for step in steps:
        found.append(after(found[-1], step))
    return tuple(found)


def at(unit: Unit, body: Formation) -> Unit:
    """The unit as that formation stands."""
    return placed(unit, body.at, body.facing)


def refuse_course(state: State, unit: Unit, stations: Sequence[Unit]) -> Refusal | None:
    """Why a unit may not go through these positions, whatever it costs: ground, enemies, where it ends."""
    for before, then in pairwise(stations):
        if no := refuse_way(state, unit, swept(state, before, then)):
            return no
    return refuse_near(state, unit, stations) or refuse_place(state, stations[-1])


# -- steps of the kind that was ordered ------------------------------------------------------


def refuse_kind(unit: Unit, order: Order, steps: Steps, bodies: Sequence[Formation]) -> Refusal | None:
    """Why steps are not what was ordered: another way, a turn that was not foreseen, more than one (KEN-MOV-04)."""
    if order.mode == "back":
        wrong = any(step.do != "back" for step in steps)
        return refuse("move.backwards-only", BACKWARDS, unit=unit.id) if wrong else None
    if sum(step.do in SPECIALS for step in steps) > 1:
        return refuse("move.one-special", ONE_SPECIAL, unit=unit.id)
    for step, body in zip(steps, bodies, strict=False):
        if no := _refuse_step(unit, order, step, body):
            return no
    return None


def _refuse_step(unit: Unit, order: Order, step: Step, body: Formation) -> Refusal | None:
    if step.do in SPECIALS:
        if order.special != SPECIALS[step.do]:
            return refuse("move.not-foreseen", DECLARED, unit=unit.id, special=SPECIALS[step.do])
        angle = off(step.by, body.facing) if step.do == "face" else ABOUT
        wide = step.do == "face" and angle > TURNS
        return refuse("move.turns-too-far", QUARTER, unit=unit.id, angle=angle, most=TURNS) if wide else None
    if step.do != "slide":
        return refuse("move.along-its-bearing", WAY, unit=unit.id)
    if step.way != order.bearing:
        return refuse("move.other-way", WAY, unit=unit.id, bearing=order.bearing, way=step.way)
    if off(step.way, body.facing) > ACROSS:
        return refuse("move.not-ahead", ARC, unit=unit.id)
    return None


# -- friends ---------------------------------------------------------------------------------


def passed(state: State, stations: Sequence[Unit]) -> tuple[str, ...]:
    """The friends whose bases a way goes over, in list order."""
    ways = [swept(state, a, b) for a, b in pairwise(stations)]
    unit = stations[0]
    friends = (u for u in others(state, unit) if u.seat == unit.seat)
    return tuple(u.id for u in friends if any(laps(way, parts(state, u)) for way in ways))


def refuse_passing(state: State, unit: Unit, order: Order, through: Sequence[str]) -> Refusal | None:
    """Why friends cannot be passed through: only Infantry and Cavalry do, those who have not moved, for 1 AP of each
    (KEN-MOV-10 to KEN-MOV-16)."""
    if not through or flies(unit):
        return None
    if unit.troop not in ("infantry", "cavalry") or unit.loose:
        return refuse("move.on-unit", ON_UNIT, unit=unit.id, other=through[0])
    for friend in (state.units[id] for id in through):
        if friend.moved:
            return refuse("move.friend-moved", UNMOVED, unit=unit.id, other=friend.id)
        if friend.ap < THROUGH_AP:
            return refuse("move.friend-no-ap", NO_AP, unit=unit.id, other=friend.id)
    needed = order.cost + THROUGH_AP * len(through)
    return refuse("move.no-ap-to-pass", NO_AP, unit=unit.id, ap=unit.ap, needed=needed) if unit.ap < needed else None


def halted(state: State, stations: tuple[Unit, ...], steps: Steps, blocking: str) -> tuple[Unit, ...]:
    """The same way cut 3 cm short of a friend it does not get clear of, on the side it came from (KEN-MOV-15)."""
    theirs = parts(state, state.units[blocking])
    for number, step in enumerate(steps):
        before = stations[number]
        if step.do in SPECIALS or not laps(swept(state, before, stations[number + 1]), theirs):
            continue
        low, high = 0, first_touch(state, before, step, blocking)
        while low < high:
            half = (low + high + 1) // 2
            near = between(parts(state, _moved(state, before, step, half)), theirs) < SHORT
            low, high = (low, half - 1) if near else (half, high)
        return (*stations[: number + 1], _moved(state, before, step, low))
    return stations[:1]


def first_touch(state: State, before: Unit, step: Step, other: str) -> int:
    """How far along a straight step a unit comes upon another, in 1/100 mm."""
    way = step.way if step.do == "slide" else (before.facing + (ABOUT if step.do == "back" else 0)) % TURN
    met = meetings(parts(state, before), way, parts(state, state.units[other]))
    return min(met[0].near, step.by) if met else step.by


def _moved(state: State, before: Unit, step: Step, by: int) -> Unit:
    return at(before, after(formation(state, before), step._replace(by=by)))
