"""Charges before they are made: who may charge whom by which wheels, and what the charged may answer (CHG)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from app.engine.domains import Menu, Option, Pick
from app.engine.formations import PI, Formation, Step, after, footprint
from app.engine.geometry import Point, box
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.options import Once
from app.engine.refusals import Refusal, refuse
from app.engine.same import Same
from app.engine.shapes import SLACK, overlaps
from app.engine.trig import bearing
from app.systems.daimyo.book import c, foremost, table
from app.systems.daimyo.charging.counter import counter_way, turned_to
from app.systems.daimyo.charging.impact import INWARD, WHEEL, Impact, impact
from app.systems.daimyo.ideas.places import near_wheel
from app.systems.daimyo.measure import contacts, distance, faces, foes_in_melee, ground_of, has_sides, zone
from app.systems.daimyo.moving.costs import allowance, wheel_times
from app.systems.daimyo.moving.ground.sight import sees, visibility
from app.systems.daimyo.moving.ground.terrain import grounds, is_on_table
from app.systems.daimyo.page.looks.charge import Answers, look_answer, look_charge
from app.systems.daimyo.scenarios.figures import refuse_charge_at, refuse_move
from app.systems.daimyo.state import State, Unit

MAY, WHEELS, IN_FRONT, STAYS, INDOORS = (
    c("DAI-CHG-07"), c("DAI-CHG-08"), c("DAI-CHG-07"), c("DAI-RAL-07"), c("DAI-MOV-31"),
)  # fmt: skip
DISORDERED, TOUCHING, OBEYS, ACTIVE, HALTED, GUNS, RANGE, DISTANCE = (
    c("DAI-CHG-06"), c("DAI-MOV-22"), c("DAI-OBE-02"), c("DAI-ACT-12"), c("DAI-MOR-19"), c("DAI-PUR-15"),
    c("DAI-WEA-09"), c("DAI-CHG-01"),
)  # fmt: skip
COUNTERS, FACES, HELD, ONLY_STANDS = c("DAI-CHG-14"), c("DAI-CHG-18"), c("DAI-CHG-27"), c("DAI-CHG-24")
FACE = table("charging")["face"]
OFFERED = 5
SPREAD = 300
"""Wheels are tried every 3 degrees beside those that aim."""


# -- who may charge --------------------------------------------------------------------


def refuse_charge(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit may not charge another, by any wheel (DAI-CHG-06, DAI-CHG-07, DAI-CHG-26)."""
    return refuse_charger(state, unit) or refuse_target(state, unit, target) or _refuse_ways(state, unit, target)


def refuse_charger(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may charge nobody now (DAI-CHG-06, DAI-CHG-07)."""
    if all(other.id != unit.id for other in state.active_units()):
        return refuse("charge.not-active", ACTIVE, unit=unit.id)
    reasons = (
        ("charge.no-troops", GUNS, not unit.troops),
        ("charge.routing", MAY, unit.routing),
        ("charge.rallied", STAYS, unit.rallied),
        ("charge.disordered", DISORDERED, unit.disordered),
        ("charge.halted", HALTED, state.turn <= unit.halted_until),
        ("charge.disobeyed", OBEYS, unit.obedience == "failed"),
        ("charge.indoors", INDOORS, bool(unit.building)),
        ("charge.in-melee", MAY, bool(foes_in_melee(state, unit))),
        ("charge.in-contact", TOUCHING, bool(contacts(state, unit))),
    )
    own = [refuse(code, clause, unit=unit.id) for code, clause, holds in reasons if holds]
    return foremost((*own, refuse_move(state, unit)))


def refuse_target(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit may not charge this one, wherever it wheels: nobody's, unseen, not before its front (DAI-CHG-07)."""
    if not target.on_table or target.seat == unit.seat:
        return refuse("charge.no-enemy", MAY, target=target.id)
    return foremost(_refusals(state, unit, target))


def _refusals(state: State, unit: Unit, target: Unit) -> Iterator[Refusal | None]:
    far, allowed = distance(state, unit, target), allowance(state, unit, "charge")
    too_far = far > allowed + SLACK
    yield refuse("charge.too-far", DISTANCE, target=target.id, used=far, allowed=allowed) if too_far else None
    yield refuse_charge_at(state, target)
    ahead = zone(unit, place_of(state, target)) == "front" and faces(state, unit, target)
    yield None if ahead else refuse("charge.not-in-front", IN_FRONT, unit=unit.id, target=target.id)
    yield refuse_veiled(state, target, far)
    yield None if sees(state, unit, target) else refuse("charge.unseen", MAY, unit=unit.id, target=target.id)


def refuse_veiled(state: State, target: Unit, far: int) -> Refusal | None:
    """Why a target so far off cannot be seen in this weather (DAI-CHG-07, DAI-WEA-09)."""
    limit = visibility(state)
    if limit is None or far <= limit + SLACK:
        return None
    return refuse("charge.out-of-sight", RANGE, target=target.id, distance=far, reach=limit)


def place_of(state: State, target: Unit) -> Point:
    """By which place a unit is in a zone: the middle of its front edge, or of its building (DAI-ORG-31)."""
    if not target.building:
        return target.at
    west, north, east, south = box(ground_of(state, target))
    return Point((west + east) // 2, (north + south) // 2)


# -- by which wheels ---------------------------------------------------------------------


def wheels(state: State, unit: Unit, target: Unit) -> tuple[int, ...]:
    """Wheels worth trying, in 1/100 degree: none, those that aim, then one every few degrees (DAI-CHG-08)."""
    ground = ground_of(state, target)
    aims = [aimed(unit.formation, place_of(state, target)), *(aimed(unit.formation, corner) for corner in ground)]
    if has_sides(target):
        square = target.facing + INWARD[zone(target, unit.at)] - unit.facing
        aims.insert(0, (square + 18_000) % 36_000 - 18_000)
    spread = sorted(range(-WHEEL, WHEEL + 1, SPREAD), key=lambda angle: (abs(angle), angle))
    return tuple(dict.fromkeys(angle for angle in (0, *aims, *spread) if abs(angle) <= WHEEL))


def aimed(body: Formation, place: Point, most: int = WHEEL) -> int:
    """The wheel after which the middle of the front looks at a place, as far as it may go, in 1/100 degree."""
    angle = 0
    for _ in range(3):
        turned = after(body, Step("wheel", angle)) if angle else body
        off = bearing(place.x - turned.at.x, place.y - turned.at.y) - body.facing
        angle = (off + 18_000) % 36_000 - 18_000
        angle = max(-most, min(most, angle))
    return angle


def impacts(state: State, unit: Unit, target: Unit) -> Iterator[Impact | Refusal]:
    """What comes of each wheel worth trying."""
    return (impact(state, unit, target, angle) for angle in wheels(state, unit, target))


def _refuse_ways(state: State, unit: Unit, target: Unit) -> Refusal | None:
    return _refuse_every(Same(state), unit.id, target.id)


@lru_cache(maxsize=64)
def _refuse_every(seen: Same[State], unit_id: str, target_id: str) -> Refusal | None:
    """Why no wheel leads into the target: what stands against the way that came nearest to it."""
    state, first = seen.it, None
    for found in impacts(state, state.units[unit_id], state.units[target_id]):
        if isinstance(found, Impact):
            return None
        if first is None or first.code == "charge.misses":
            first = found
    return first


def legal_impacts(state: State, unit: Unit, target: Unit) -> Iterator[Impact]:
    """The charges that reach the target, the smallest wheel first."""
    tried = sorted(wheels(state, unit, target), key=lambda angle: (abs(angle), angle))
    found = (impact(state, unit, target, angle) for angle in tried)
    return (one for one in found if isinstance(one, Impact))


def best_impact(state: State, unit: Unit, target: Unit) -> Impact | None:
    """The charge with the smallest wheel that reaches the target; ``None``: there is none."""
    return next(legal_impacts(state, unit, target), None)


# -- the question --------------------------------------------------------------------------


def charge_targets(state: State, unit: Unit) -> Menu:
    """Every enemy unit on the table, those that may not be charged with the reason (DAI-CHG-07)."""
    foes = [foe for foe in state.fielded() if foe.seat != unit.seat]
    return Menu({foe.id: _option(state, unit, foe) for foe in foes})


def _option(state: State, unit: Unit, foe: Unit) -> Option:
    return Option(lambda: refuse_charge(state, unit, foe), lambda: charge_way(state, unit, foe), "charge.target",
                  {"target": foe.id}, foe.id, MAY)  # fmt: skip


def charge_way(state: State, unit: Unit, target: Unit) -> Manoeuvre:
    """The wheel of a charge; the straight way follows from it (DAI-CHG-08)."""
    ways = Once(lambda: sure_ways(state, unit, target))
    return Manoeuvre(
        piece=unit.id, start=unit.formation, allowance=allowance(state, unit, "charge"), steps={"wheel": WHEEL},
        test=lambda steps: refuse_wheel(state, unit, target, steps),
        propose=lambda rng: as_steps(near_wheel(wheels(state, unit, target), WHEEL, rng)),
        sure=ways,
        look=lambda steps: look_charge(state, unit, target, wheel_of(steps)),
        offered=lambda: ways()[0] if ways() else (),
        rates={"wheel": (unit.formation.width * wheel_times(unit) * PI[0], 18_000 * PI[1])},
    )  # fmt: skip


def wheel_of(steps: Steps) -> int:
    """The wheel of a charge in 1/100 degree, right above zero."""
    return sum(step.by for step in steps)


def refuse_wheel(state: State, unit: Unit, target: Unit, steps: Steps) -> Refusal | None:
    """Why a charge may not be made so: at most one wheel of 45 degrees, then straight into the target (DAI-CHG-08)."""
    wheels = refuse("charge.one-wheel", WHEELS, wheels=len(steps)) if len(steps) > 1 else None
    found = impact(state, unit, target, wheel_of(steps))
    return foremost((wheels, found if isinstance(found, Refusal) else None))


def sure_ways(state: State, unit: Unit, target: Unit) -> tuple[Steps, ...]:
    """A few wheels known to lead into the target, the smallest first."""
    return tuple(as_steps(one.way.wheel) for one in islice(legal_impacts(state, unit, target), OFFERED))


def as_steps(wheel: int) -> Steps:
    """A wheel as steps; none for straight ahead."""
    return (Step("wheel", wheel),) if wheel else ()


# -- what the charged may ---------------------------------------------------------------


def answers(state: State, unit: Unit, charger: Unit, found: Impact) -> Pick:
    """What a charged unit may answer that has passed, or had no test to take; shut ones with reasons (DAI-CHG-04)."""
    options = {
        "stand": None,
        "face": refuse_face(state, unit, found),
        "retire": refuse_retire(state, unit),
        "counter": refuse_counter(state, unit, charger, found),
    }
    return Answers(options, dict.fromkeys(options, unit.id), lambda key: look_answer(state, unit, charger, found, key))


def refuse_any(state: State, unit: Unit) -> Refusal | None:
    """Why a charged unit may only stand: a gun, a place, one that fights already, one just rallied."""
    if unit.rallied:
        return refuse("charge.answer.rallied", STAYS, unit=unit.id)
    if not unit.troops:
        return refuse("charge.answer.no-troops", ONLY_STANDS, unit=unit.id)
    foe = next(iter(contacts(state, unit)), None)
    return refuse("charge.answer.in-contact", HELD, unit=unit.id, enemy=foe.id) if foe else None


def refuse_retire(state: State, unit: Unit) -> Refusal | None:
    """Why a charged unit may not retire of its own will (DAI-CHG-04, DAI-CHG-13)."""
    rages = refuse("charge.answer.frenzied", c("DAI-CHG-13"), unit=unit.id) if unit.frenzied else None
    return foremost((rages, refuse_any(state, unit)))


def refuse_face(state: State, unit: Unit, found: Impact) -> Refusal | None:
    """Why a unit cannot turn to face a charge: it faces it, the charge is too near, there is no room (DAI-CHG-18)."""
    faced = not has_sides(unit) or found.zone == "front"
    no = refuse("charge.answer.faces", FACES, unit=unit.id) if faced else None
    if no := foremost((no, refuse_any(state, unit))):
        return no
    needed = face_share(unit) * found.way.allowed
    if found.way.length + SLACK < needed:
        least = -(-needed.numerator // needed.denominator)
        return refuse("charge.answer.too-late", FACES, unit=unit.id, length=found.way.length, least=least)
    turned = footprint(turned_to(unit, found.zone))
    others = (ground_of(state, u) for u in state.fielded() if u.id != unit.id)
    shut = (patch.outline for patch in grounds(state, unit, turned_to(unit, found.zone)).closed)
    room = is_on_table(state, turned) and not any(overlaps(turned, shape) for shape in (*others, *shut))
    return None if room else refuse("charge.answer.no-room", FACES, unit=unit.id)


def face_share(unit: Unit) -> Fraction:
    """How much of the charger's distance its path must come to for this unit to turn (DAI-CHG-18)."""
    return Fraction(FACE[unit.quality]) * (int(FACE["disordered"]) if unit.disordered else 1)


def refuse_counter(state: State, unit: Unit, charger: Unit, found: Impact) -> Refusal | None:
    """Why a charged unit may not counter-charge: not in front, in contact, no way to go (DAI-CHG-14, DAI-CHG-27)."""
    aside = not has_sides(unit) or found.zone != "front"
    no = refuse("charge.answer.not-frontal", COUNTERS, unit=unit.id) if aside else None
    if no := foremost((no, refuse_any(state, unit))):
        return no
    if counter_way(state, unit, charger, found.way) is None:
        return refuse("charge.answer.no-way", COUNTERS, unit=unit.id)
    return None
