"""What a position is worth to a side: terms in the words of the rulebook, and the plan of a turn that bends them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import pi, sin

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.judgement import Plan, hundredths, is_beaten, planner
from app.engine.modifiers import total
from app.engine.refusals import Refusal
from app.engine.thoughts import apart, length, mean, prey
from app.engine.trig import TURN, bearing
from app.systems.kensei.army import Unit
from app.systems.kensei.book import table
from app.systems.kensei.charging.way.approach import aim
from app.systems.kensei.charging.way.straight import STOPS
from app.systems.kensei.ideas.ahead.crossings import is_to_cross, over
from app.systems.kensei.ideas.ahead.detours import is_screened, round_about
from app.systems.kensei.ideas.ahead.outlook import turns_left, urgency, verdict
from app.systems.kensei.ideas.ahead.territory import ground_for
from app.systems.kensei.ideas.clashes import exchange, gap, reach_of, volley
from app.systems.kensei.measure import centre, in_front
from app.systems.kensei.scenarios.figures import camp_at, far_bank, victory_of
from app.systems.kensei.scenarios.rules import holder, scoring
from app.systems.kensei.scenarios.victory import tally
from app.systems.kensei.state import State

SAID = table("worth")
WEIGHTS, ARMY, SUFFERED, SCORE, KOKU, CHANCE = (
    hundredths(SAID[key]) for key in ("weights", "army", "suffered", "score", "koku", "chance")
)  # fmt: skip
planned = planner(SAID["plan"])
"""The plan of a name."""
BESIDE = 3 * CM
"""So near to another a unit is drawn into his fights."""
THREAT, WAY = (float(SAID["far"][key] * CM) for key in ("threat_cm", "goal_cm"))


# -- units -----------------------------------------------------------------------------


def army(state: State, seat: Seat) -> int:
    """The Koku with which a side began."""
    key = ("army", seat)
    if key not in state.memo:
        state.memo[key] = sum(u.cost * u.start_models for u in state.units.values() if u.seat == seat)
    found: int = state.memo[key]
    return max(1, found)


def whole(state: State, unit: Unit) -> float:
    """What a unit is worth unhurt, its characters left out."""
    return ARMY["worth"] * unit.cost * unit.start_models / army(state, unit.seat)


def stake(state: State, unit: Unit) -> float:
    """What of a unit and those in it may be lost; whoever is hunted decides the battle."""
    both = (unit, *state.inside(unit.id))
    hunted = ARMY["prey"] * sum(_is_prey(one, victory_of(state, state.other(unit.seat)).key) for one in both)
    return hunted + sum(whole(state, one) * left(one) for one in both)


def left(unit: Unit) -> float:
    """How much of a unit is left: its Wounds."""
    if unit.fate not in ("", "reserve"):
        return 0.0
    most = unit.wounds * unit.start_models
    return min(1.0, unit.wounds_left / most) if most else 0.0


# -- what is fought for --------------------------------------------------------------------


Way = tuple[Point, ...]


def ways_to(state: State, unit: Unit) -> tuple[Way, ...]:
    """The ways a unit might go for its side to win by its victory condition; none where no place decides."""
    return tuple(way_to(state, unit, at) for at in places(state, unit))


def places(state: State, unit: Unit) -> tuple[Point, ...]:
    """The places that decide for its side."""
    key, seat = victory_of(state, unit.seat).key, unit.seat
    foe = state.other(seat)
    if key == "territorial_control":
        return (ground_for(state, unit),)
    if key == "building_control":
        return tuple(mean(p.parts[0]) for p in scoring(state) if holder(state, p) != seat or unit.building == p.id)
    if key == "command_post":
        at = camp_at(state, foe)
        return (at,) if at else ()
    if key == "bridge_at_dawn":
        bank = far_bank(state, seat)
        return (Point(centre(state, unit).x, mean(bank).y),) if bank else ()
    hunted = [u for u in state.units.values() if u.seat == foe and u.on_table and _is_prey(u, key)]
    return tuple(centre(state, state.body(u)) for u in hunted)


def _is_prey(unit: Unit, key: str) -> bool:
    """Whether a side that plays for this hunts him."""
    return unit.taisho if key == "assassination" else unit.is_character and key == "head_hunt"


def way_to(state: State, unit: Unit, at: Point) -> Way:
    """How a unit gets to a place: by a crossing, where the River lies between; round what stands in its way."""
    if is_to_cross(state, unit, at):
        return over(state, unit, at)
    return (*round_about(state, unit, centre(state, unit), at), at)


def goal(state: State, seat: Seat) -> float:
    """How near the units of a side are to what decides for it, and that every place has somebody near it."""
    mine = [u for u in state.fielded(seat) if not u.fleeing]
    wanted: dict[Point, float] = {}
    found = 0.0
    for unit in mine:
        near: float | None = None
        for steps in ways_to(state, unit):
            close = 1 - length((centre(state, unit), *steps)) / WAY
            at = steps[-1]
            wanted[at] = max(wanted.get(at, -1.0), close)
            near = close if near is None else max(near, close)
        found += (near or 0.0) * stake(state, unit) / 2
    return found + sum(wanted.values())


def score(state: State, seat: Seat) -> float:
    """What a side has towards its own victory condition, the more the nearer the end."""
    key = victory_of(state, seat).key
    each = KOKU[key] * ARMY["worth"] / army(state, seat) if key in KOKU else SCORE.get(key, 0.0)
    return each * total(tally(state, seat)) * (0.4 + 0.6 * urgency(state)) if each else 0.0


# -- terms -----------------------------------------------------------------------------


def strength(state: State, seat: Seat) -> float:
    """Units and characters that are left, with their Wounds."""
    return sum(whole(state, u) * left(u) for u in state.units.values() if u.seat == seat)


def flight(state: State, seat: Seat) -> float:
    """Units that Run Away, below nought."""
    return -sum(ARMY["fleeing"] * stake(state, u) for u in state.fielded(seat) if u.fleeing)


def combat(state: State, seat: Seat) -> float:
    """What the next round may bring where units are in Combat."""
    found = 0.0
    for unit in state.fielded(seat):
        foes = state.foes_of(unit.id)
        for foe in foes:
            gained, lost = exchange(state, unit, foe, charges=False)
            found += gained * stake(state, foe) / len(foes)
            found -= lost * stake(state, unit) * care(state, seat) / max(1, len(state.foes_of(foe.id)))
    return found


def care(state: State, seat: Seat) -> float:
    """How much a side minds what it loses: the less the nearer the end, but for who leads where losses decide."""
    key = ("care", seat)
    if key not in state.memo:
        counts = victory_of(state, seat).key == "pitched_battle"
        leads = counts and strength(state, seat) > strength(state, state.other(seat))
        state.memo[key] = 1.0 if leads else 1 - ARMY["dared"] * urgency(state)
    found: float = state.memo[key]
    return found


def threat(state: State, seat: Seat, focus: str) -> float:
    """What the units of a side may do to those of the enemy from where they stand: each at its best."""
    foes = tuple(state.enemies_of(seat))
    found = 0.0
    for unit in state.fielded(seat):
        if not unit.fleeing and not state.fighting(unit.id):
            found += worst_of(state, unit, foes, focus)
    return found


def worst_of(state: State, unit: Unit, foes: tuple[Unit, ...], focus: str) -> float:
    """The most a unit may do to one of the enemies, the nearest looked at first."""
    found = 0.0
    for foe in sorted(foes, key=lambda foe: gap(state, unit, foe)):
        part = 1.2 if foe.id == focus else 1.0
        found = max(found, menace(state, unit, foe, found / part) * part)
    return found


def menace(state: State, unit: Unit, foe: Unit, least: float = 0.0) -> float:
    """What one unit may gain against another from where it stands: by shots, or by a Charge, the less the farther it
    has to go and if the other is not in front.  A Charge that cannot bring more than ``least`` is not reckoned."""
    far, dear = gap(state, unit, foe), stake(state, foe)
    ahead = 1.0 if in_front(unit, centre(state, foe)) else 0.4
    shots = volley(state, unit, foe, far) * dear * ahead
    over = far - reach_of(unit)
    close = ahead * (1.0 if over <= 0 else 0.75 * max(0.0, 1 - over / THREAT))
    if foe.building or unit.building or dear * close <= max(shots, least):
        return shots
    rush = gain(state, unit, foe) * close
    if rush <= shots or over > 0:
        return max(shots, rush)
    barred = is_stuck(state, unit, foe, far) or is_screened(state, unit, foe)
    return max(shots, rush * (ARMY["screened"] if barred else 1.0))


def is_stuck(state: State, unit: Unit, foe: Unit, far: float) -> bool:
    """Whether a unit stands so near to an enemy that it cannot move, and cannot charge him either, as before a fence:
    it has to go back first (KEN-CHG-03, KEN-CHG-17)."""
    if far >= STOPS or state.fighting(unit.id):
        return False
    return isinstance(aim(state, unit, foe), Refusal)


def gain(state: State, unit: Unit, foe: Unit) -> float:
    """What a Charge at an enemy may be expected to bring; those who stand close beside him join in (KEN-CHG-36)."""
    key = ("gain", unit.id, foe.id)
    if key not in state.memo:
        gained, lost = exchange(state, unit, foe, charges=True)
        joins = sum(exchange(state, one, unit, charges=False)[0] for one in beside(state, foe))
        lost = min(1.0, lost + ARMY["beside"] * joins)
        state.memo[key] = gained * stake(state, foe) - lost * stake(state, unit) * care(state, unit.seat)
    found: float = state.memo[key]
    return found


def beside(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Who stands close beside a unit of its side."""
    key = ("beside", unit.id)
    if key not in state.memo:
        others = (one for one in state.fielded(unit.seat) if one.id != unit.id)
        state.memo[key] = tuple(one for one in others if gap(state, one, unit) <= BESIDE)
    found: tuple[Unit, ...] = state.memo[key]
    return found


def approach(state: State, seat: Seat, focus: str) -> float:
    """How near the units of a side are to enemies they mean to fight, and that the nearest are before their front."""
    foes = tuple(state.enemies_of(seat))
    found = 0.0
    for unit in state.fielded(seat) if foes else ():
        if not unit.fleeing and unit.role not in ("spiritual", "special"):
            drawn = max(lure(state, unit, foe) * (1.2 if foe.id == focus else 1.0) for foe in foes)
            near = min(foes, key=lambda foe: gap(state, unit, foe))
            found += stake(state, unit) * (drawn + (0.0 if in_front(unit, centre(state, near)) else -0.1))
    return found


def lure(state: State, unit: Unit, foe: Unit) -> float:
    """How near a unit is to an enemy, the less the less it would gain from him: nobody runs at whom he cannot beat."""
    mine, here, at = stake(state, unit), centre(state, unit), centre(state, foe)
    aside = round_about(state, unit, here, at)
    round_it = length((here, *aside, at)) - apart(here, at) if aside else 0.0
    off = gap(state, unit, foe)
    far = off + round_it + behind(state, unit) - keep(unit) + BACK * is_stuck(state, unit, foe, off)
    far += ARMY["aside"] * aside_of(unit, here, at)
    brings = max(0.0, gain(state, unit, foe), volley(state, unit, foe, keep(unit)) * stake(state, foe))
    keen = min(1.0, brings / (ARMY["keen"] * mine)) if mine else 0.0
    return (ARMY["drawn"] + (1 - ARMY["drawn"]) * keen) * max(0.0, 1 - max(0.0, far) / WAY)


def aside_of(unit: Unit, here: Point, at: Point) -> float:
    """How far aside of its own way ahead a place lies: who goes there crosses before his own and bars their way."""
    off = (bearing(at.x - here.x, at.y - here.y) - unit.facing) * pi / (TURN // 2) if unit.ranked else 0.0
    return apart(here, at) * abs(sin(off))


def behind(state: State, unit: Unit) -> float:
    """By how much less a unit will come on than it might: nobody does anything more in a turn in which he charged, and
    nobody runs in the turn after a Charge that failed (KEN-CHG-05, KEN-CHG-15)."""
    is_to_act = state.go == unit.seat if state.phase in BEGINS else state.go == state.first != unit.seat
    lost = 2.0 * unit.movement if unit.acted_last and is_to_act else 0.0
    return lost + (unit.movement if unit.failed_charge and unit.failed_charge == state.turn else 0.0)


BEGINS = ("special", "orders")
BACK = 15 * CM
"""So much farther is who has to go back first."""


def keep(unit: Unit) -> float:
    """How near is near enough: shooters stop at a good range."""
    return float(KEEP[unit.ranged]) if unit.ranged in KEEP else 0.0


KEEP = {key: row["medium"] * CM for key, row in table("weapons").items() if row["kind"] == "ranged"}


def loaded(state: State, seat: Seat) -> float:
    """Weapons that may fire."""
    return sum(sum(m.loaded for m in u.models) / max(1, len(u.models)) for u in state.fielded(seat) if u.ranged)


def leaders(state: State, seat: Seat) -> float:
    """Characters that live, the Taisho most, each with the Wounds he has left; a Bushi is of more use in a unit."""
    mine = [u for u in state.units.values() if u.seat == seat and u.is_character]
    alive = sum((ARMY["taisho"] if u.taisho else ARMY["character"]) * left(u) for u in mine)
    return alive + ARMY["hosted"] * sum(u.role == "bushi" and bool(u.host) for u in mine)


def life(state: State, one: Unit) -> float:
    """What the death of a character or a model would cost its side."""
    alone = ARMY["taisho"] if one.taisho else ARMY["character"] if one.is_character else 0.0
    return alone + stake(state, one) / (1 if one.is_character else max(1, one.start_models))


def pairs(state: State, seat: Seat, plan: Plan) -> Iterator[tuple[str, float]]:
    """Every term of a position by its name; of a battle that is over only who has won."""
    foe = state.other(seat)
    yield "verdict", verdict(state, seat)
    if state.outcome is not None:
        return
    yield "score", score(state, seat) - score(state, foe)
    yield "strength", strength(state, seat) - strength(state, foe)
    yield "flight", flight(state, seat) - flight(state, foe)
    yield "combat", combat(state, seat)
    mine, theirs = threat(state, seat, plan.focus), threat(state, foe, "")
    yield "threat", mine * plan.bends("threat") * (1 + plan.bold / 5) - theirs * SUFFERED[plan.key]
    yield "approach", approach(state, seat, plan.focus) * plan.bends("approach")
    if plan.key == "goal":
        yield "goal", goal(state, seat) * plan.bends("goal")
    yield "loaded", loaded(state, seat) - loaded(state, foe)
    yield "leaders", leaders(state, seat) - leaders(state, foe)


def hopeless(state: State, seat: Seat) -> bool:
    """Whether too little of a side is left to win by; where a place decides anybody may."""
    by_fighting = victory_of(state, seat).key == "pitched_battle"
    return by_fighting and is_beaten(standing(state, seat), standing(state, state.other(seat)))


def standing(state: State, seat: Seat) -> float:
    """What part of a side is left and does not Run Away."""
    mine = [u for u in state.units.values() if u.seat == seat]
    return sum(whole(state, u) * left(u) for u in mine if not state.body(u).fleeing) / ARMY["worth"]


def terms(state: State, seat: Seat, plan: Plan) -> dict[str, float]:
    """What a position is made of for a side."""
    return dict(pairs(state, seat, plan))


# -- the plan --------------------------------------------------------------------------


def plan_of(state: State, seat: Seat, temper: float) -> Plan:
    """What a side is about: it goes where its victory condition says; who leads at the end holds; who shoots better
    shoots while there is time; else the enemy is attacked, one after another."""
    foe, focus = state.other(seat), first_to_break(state, seat)
    if victory_of(state, seat).key != "pitched_battle":
        return planned("goal", focus, temper)
    ahead = total(tally(state, seat)) - total(tally(state, foe))
    if turns_left(state) <= 1 and ahead > army(state, seat) / 10:
        return planned("hold", focus, temper)
    if missiles(state, seat) - missiles(state, foe) > ARMY["worth"] * 0.1 and state.turn <= 3 - temper:
        return planned("shoot", focus, temper)
    return planned("attack", focus, temper)


def missiles(state: State, seat: Seat) -> float:
    """What of a side shoots."""
    return sum(stake(state, u) for u in state.fielded(seat) if u.ranged)


def first_to_break(state: State, seat: Seat) -> str:
    """The enemy unit that is worth most for what it takes to reach and beat it."""
    mine, foes = tuple(state.fielded(seat)), tuple(state.enemies_of(seat))
    return prey(mine, foes, partial(menace, state))
