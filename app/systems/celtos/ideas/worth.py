"""What a position is worth to a side: terms in the words of the rulebook, and the plan of a turn that bends them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import exp

from app.engine.events import Seat
from app.engine.geometry import CM
from app.engine.judgement import Plan, hundredths, is_beaten, planner
from app.engine.thoughts import prey
from app.systems.celtos.ideas.clashes import exchange, gap, reach_of, volley
from app.systems.celtos.ideas.places import ARMY, SAID, WAY, chances, goal, goes, held, left, shoots, urgency, value
from app.systems.celtos.measure import in_combat, units_touched
from app.systems.celtos.scenarios.figures import is_envoy, limit_of, scenario
from app.systems.celtos.scenarios.victory import RULE, at_end, dearest, points
from app.systems.celtos.state import State, Unit

WEIGHTS, SUFFERED, CHANCE = (hundredths(SAID[key]) for key in ("weights", "suffered", "chance"))
planned = planner(SAID["plan"])
"""The plan of a name."""
THREAT, APART, GOOD = (float(SAID["far"][key] * CM) for key in ("threat_cm", "apart_cm", "good_cm"))


# -- terms -----------------------------------------------------------------------------


def strength(state: State, seat: Seat) -> float:
    """Units that are left, with their wounds."""
    return sum(value(state, u) * left(state, u) for u in state.units.values() if u.seat == seat)


def panic(state: State, seat: Seat) -> float:
    """Units in Panic, below nought."""
    return -sum(ARMY["panic"] * value(state, u) * left(state, u) for u in state.fielded(seat) if u.panic)


def close_combat(state: State, seat: Seat) -> float:
    """What the next round may bring where units touch."""
    found = 0.0
    for unit in state.fielded(seat):
        foes = units_touched(state, unit)
        for foe in foes:
            gained, lost = exchange(state, unit, foe, charges=False)
            found += (
                gained * value(state, foe) * left(state, foe) - lost * value(state, unit) * left(state, unit)
            ) / len(foes)
    return found


def threat(state: State, seat: Seat, focus: str) -> float:
    """What the units of a side may do to those of the enemy from where they stand: each at its best."""
    foes = tuple(state.enemies_of(seat))
    found = 0.0
    for unit in state.fielded(seat):
        if not unit.panic and not in_combat(state, unit):
            found += max((menace(state, unit, foe) * (1.2 if foe.id == focus else 1.0) for foe in foes), default=0.0)
    return found


def menace(state: State, unit: Unit, foe: Unit) -> float:
    """What one unit may gain against another from where it stands: by shots from here, or by an Assault, the less the
    farther it has to go, and nothing where it cannot come there before the end."""
    if is_envoy(unit) or not goes(state, unit):
        return 0.0
    far, dear = gap(state, unit, foe), value(state, foe) * left(state, foe)
    shots = 0.0 if in_combat(state, foe) else aimed(state, unit, foe, far) * dear
    return max(shots, gain(state, unit, foe) * closeness(state, unit, far)) * chances(state, unit)


def gain(state: State, unit: Unit, foe: Unit) -> float:
    """What an Assault on an enemy may be expected to bring."""
    gained, lost = exchange(state, unit, foe, charges=True)
    return gained * value(state, foe) * left(state, foe) - lost * value(state, unit) * left(state, unit)


def peril(state: State, seat: Seat) -> float:
    """What the enemy's next activations may do at once to a side as it stands, below nought: the worst of them whole,
    each after it half as much as the one before; who has acted in this turn comes to it in the next."""
    mine = tuple(state.fielded(seat))
    harms = sorted((harm(state, foe, mine) for foe in state.enemies_of(seat)), reverse=True)
    return -sum(harm * 0.5**n for n, harm in enumerate(harms))


def harm(state: State, unit: Unit, foes: Sequence[Unit]) -> float:
    """The most that one unit may do at once: by shots at whoever is nearest (CEL-SHT-03), or by an Assault in reach."""
    free = [foe for foe in foes if not in_combat(state, foe)]
    if unit.panic or not free or is_envoy(unit) or in_combat(state, unit) or not goes(state, unit):
        return 0.0
    near = min(free, key=lambda foe: gap(state, unit, foe))
    found = volley(state, unit, near, gap(state, unit, near)) * value(state, near) * left(state, near)
    for foe in foes:
        if gap(state, unit, foe) <= reach_of(state, unit):
            found = max(found, gain(state, unit, foe))
    return found * (ARMY["later"] if unit.activated else 1.0)


def closeness(state: State, unit: Unit, far: float) -> float:
    """How far an Assault over this distance is one now: 1 where its move leads there, less where it has to run first,
    and nought where there are too few turns left to run."""
    over = far - reach_of(state, unit)
    runs = 1.5 * reach_of(state, unit) * (goes(state, unit) - 1)
    if over <= 0:
        return 1.0
    return 0.75 * max(0.0, 1 - over / THREAT) if over <= runs else 0.0


def aimed(state: State, unit: Unit, foe: Unit, far: float) -> float:
    """What a volley may do from here, or part of what it might from a good range, the less the farther that is."""
    here = volley(state, unit, foe, far)
    if here or not shoots(state, unit):
        return here
    return 0.5 * volley(state, unit, foe, GOOD) * max(0.0, 1 - (far - GOOD) / THREAT)


def approach(state: State, seat: Seat, focus: str) -> float:
    """How near the units of a side are to enemies they mean to fight, shooters to a good range, each by its worth."""
    foes = tuple(state.enemies_of(seat))
    found = 0.0
    for unit in state.fielded(seat) if foes else ():
        if unit.panic or is_envoy(unit):
            continue
        keep = GOOD if shoots(state, unit) else 0.0
        near = min(gap(state, unit, foe) for foe in foes)
        aim = min((gap(state, unit, foe) for foe in foes if foe.id == focus), default=near)
        far = max(0.0, 0.7 * near + 0.3 * aim - keep)
        found += value(state, unit) * left(state, unit) * max(0.0, 1 - far / WAY)
    return found


def formation(state: State, seat: Seat) -> float:
    """Units that stand far from every friend, and Individuals nearest to the enemy, below nought."""
    mine = tuple(state.fielded(seat))
    found = 0.0
    for unit in mine:
        near = min((gap(state, unit, other) for other in mine if other.id != unit.id), default=0.0)
        found -= min(1.0, max(0.0, near - APART) / APART)
    return found


def verdict(state: State, seat: Seat) -> float:
    """Who has won, beside which nothing counts; or would if the game ended now, by how near the end is."""
    said = state.outcome
    if said is not None:
        return 0.0 if said.winner is None else ARMY["decided"] * (1 if said.winner == seat else -1)
    if not is_by_points(state):
        winner = at_end(state).winner
        return 0.0 if winner is None else urgency(state) ** 2 / 2 * (1 if winner == seat else -1)
    ahead = lead(state, seat)
    return likely(state, ahead) - likely(state, -ahead)


def is_by_points(state: State) -> bool:
    """Whether battle points decide the scenario at its end (CEL-VIC-02)."""
    said = scenario(state)
    return not (said.granaries or said.envoy or said.marks)


def lead(state: State, seat: Seat) -> float:
    """By what part of the limit a side is ahead, or may expect to be: by its points near the end, before it also by
    what is lost of units that count for nothing yet."""
    foe = next(s for s in state.seats if s != seat)
    wounds = (spent(state, foe) - spent(state, seat)) / ARMY["worth"]
    near = urgency(state)
    kept = (held(state, seat) or -held(state, foe)) / ARMY["worth"]
    return near * battle_points(state, seat) / ARMY["worth"] + (1 - near) * wounds + kept


def spent(state: State, seat: Seat) -> float:
    """What of its units a side has lost."""
    return sum(value(state, u) * (1 - left(state, u)) for u in state.units.values() if u.seat == seat)


def likely(state: State, ahead: float) -> float:
    """About how likely who is so far ahead now is ahead by the margin at the end (CEL-VIC-02)."""
    wide = ARMY["spread"] * (1 + max(0, state.turns - state.turn))
    return 1 / (1 + exp(min(50.0, (RULE["margin"] / 100 - ahead) / wide)))


def battle_points(state: State, seat: Seat) -> float:
    """The lead in battle points, as a part of the limit; of the dearest Individual also while he only bleeds."""
    foe = next(s for s in state.seats if s != seat)
    lead = points(state, seat, final=True) - points(state, foe, final=True)
    for side, sign in ((foe, 1), (seat, -1)):
        him = dearest(state, side)
        lead += sign * (round(RULE["dearest"] * (1 - left(state, him)) / 2) if him and not him.fate else 0)
    return ARMY["worth"] * lead / limit_of(state.setup)


def readiness(state: State, seat: Seat) -> float:
    """Units with a Reaction marker that see the enemy come."""
    return float(sum(u.reaction and shoots(state, u) for u in state.fielded(seat)))


def pairs(state: State, seat: Seat, plan: Plan) -> Iterator[tuple[str, float]]:
    """Every term of a position by its name; of a battle that is over only who has won."""
    foe = next(s for s in state.seats if s != seat)
    yield "verdict", verdict(state, seat)
    if state.outcome is not None:
        return
    yield "battle_points", battle_points(state, seat)
    yield "strength", strength(state, seat) - strength(state, foe)
    yield "panic", panic(state, seat) - panic(state, foe)
    yield "close_combat", close_combat(state, seat)
    mine, theirs = threat(state, seat, plan.focus), threat(state, foe, "")
    yield "threat", mine * plan.bends("threat") * (1 + plan.bold / 5) - theirs * SUFFERED[plan.key]
    yield "peril", peril(state, seat)
    yield "approach", approach(state, seat, plan.focus) * plan.bends("approach")
    if decided_by_a_place(state):
        yield "goal", goal(state, seat) * plan.bends("goal") - goal(state, foe) / 2
        yield "held", held(state, seat)
    yield "formation", formation(state, seat)
    yield "readiness", readiness(state, seat)


def hopeless(state: State, seat: Seat) -> bool:
    """Whether too little of a side is left to win by; where a place decides anybody may."""
    foe = next(s for s in state.seats if s != seat)
    return not decided_by_a_place(state) and is_beaten(standing(state, seat), standing(state, foe))


def standing(state: State, seat: Seat) -> float:
    """What part of a side is left and not in Panic."""
    mine = [u for u in state.units.values() if u.seat == seat]
    whole = sum(value(state, u) for u in mine)
    return sum(value(state, u) * left(state, u) * (not u.panic) for u in mine) / whole if whole else 1.0


def terms(state: State, seat: Seat, plan: Plan) -> dict[str, float]:
    """What a position is made of for a side."""
    return dict(pairs(state, seat, plan))


def decided_by_a_place(state: State) -> bool:
    """Whether the scenario has a place that decides."""
    said = scenario(state)
    return bool(state.tokens or said.envoy or said.beyond or said.granaries or said.marks)


# -- the plan --------------------------------------------------------------------------


def plan_of(state: State, seat: Seat, temper: float) -> Plan:
    """What a side is about: it goes where a place decides; who leads enough holds at the end; who shoots better shoots
    while there is time; else the enemy is attacked, one after another."""
    foe = next(s for s in state.seats if s != seat)
    focus = first_to_break(state, seat)
    if decided_by_a_place(state):
        return planned("goal", focus, temper)
    lead = points(state, seat, final=True) - points(state, foe, final=True)
    if state.turns - state.turn <= 1 and 100 * lead >= 20 * limit_of(state.setup):
        return planned("hold", focus, temper)
    ahead = missiles(state, seat) - missiles(state, foe)
    if ahead > ARMY["worth"] * 0.1 and state.turn <= 3 - temper:
        return planned("shoot", focus, temper)
    return planned("attack", focus, temper)


def missiles(state: State, seat: Seat) -> float:
    """What of a side shoots."""
    return sum(value(state, u) * left(state, u) for u in state.fielded(seat) if shoots(state, u))


def first_to_break(state: State, seat: Seat) -> str:
    """The enemy unit that is worth most for what it takes to reach and beat it."""
    mine, foes = tuple(state.fielded(seat)), tuple(state.enemies_of(seat))
    return prey(mine, foes, partial(menace, state))
