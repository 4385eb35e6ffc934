"""What a position is worth to a side: terms in the words of the rulebook, and the plan of a turn that bends them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.judgement import Plan, hundredths, is_beaten, planner
from app.engine.thoughts import apart, mean, prey
from app.systems.celtos.book import cm, table
from app.systems.celtos.ideas.clashes import exchange, gap, reach_of, volley
from app.systems.celtos.measure import in_combat, units_touched
from app.systems.celtos.scenarios.figures import carries_captive, is_envoy, limit_of, scenario
from app.systems.celtos.scenarios.tokens import captive, holder
from app.systems.celtos.scenarios.victory import at_end, burning, dearest, points
from app.systems.celtos.state import State, Unit
from app.systems.celtos.weapons.missiles import missiles_of

SAID = table("worth")
WEIGHTS, ARMY, SUFFERED, CHANCE = (hundredths(SAID[key]) for key in ("weights", "army", "suffered", "chance"))
planned = planner(SAID["plan"])
"""The plan of a name."""
THREAT, WAY, APART, GOOD = (float(SAID["far"][key] * CM) for key in ("threat_cm", "goal_cm", "apart_cm", "good_cm"))


# -- units -----------------------------------------------------------------------------


def value(state: State, unit: Unit) -> float:
    """What a unit is worth whole, where an army counts so much; an envoy decides the battle."""
    if is_envoy(unit):
        return ARMY["worth"] / 2
    return ARMY["worth"] * unit.cost / limit_of(state.setup)


def left(state: State, unit: Unit) -> float:
    """How much of a unit is left: its wounds of those it began with; one that is still to come is whole."""
    if unit.fate:
        return 1.0 if unit.fate == "left" else 0.0
    models = [state.models[id] for id in unit.models]
    whole = sum(m.start_wounds for m in models)
    return sum(m.wounds for m in models if m.fate in ("", "reserve")) / whole if whole else 0.0


def shoots(state: State, unit: Unit) -> bool:
    """Whether it is a unit of shooters."""
    return any(missiles_of(m) and m.shooting >= m.assault for m in state.living(unit))


def urgency(state: State) -> float:
    """How near the end is, from about nought to 1."""
    return 1 / (1 + max(0, state.turns - state.turn) / 2)


# -- the goal of the scenario -----------------------------------------------------------


def stops(state: State, unit: Unit) -> tuple[Point, ...]:
    """The places a unit might go to for its side to win by the scenario; none where no place decides."""
    said, side = scenario(state), state.side(unit.seat)
    if said.granaries:
        return tuple(t.at for t in state.tokens if not t.alight)
    if said.envoy:
        return _with_the_envoy(state, unit)
    if said.marks:
        token = captive(state)
        if carries_captive(state, unit):
            return (over(state, said.exit, unit),)
        return (token.at,) if token else ()
    if said.beyond and side.role == said.beyond["role"]:
        edge = cm(said.beyond["x"])
        return (Point((edge + state.table.width) // 2, middle(state, unit).y),)
    return tuple(token.at for token in state.tokens)


def _with_the_envoy(state: State, unit: Unit) -> tuple[Point, ...]:
    """Over the edge for the envoy; before him his escort, and to him the hunters."""
    envoy = next((u for u in state.units.values() if is_envoy(u) and state.living(u)), None)
    if envoy is None:
        return ()
    out = over(state, scenario(state).exit, envoy)
    if unit.id == envoy.id:
        return (out,)
    here = middle(state, envoy)
    return (mean((here, here, here, out)),) if unit.seat == envoy.seat else (here,)


def over(state: State, edge: str, unit: Unit) -> Point:
    """The place on an edge that is nearest to a unit."""
    here = middle(state, unit)
    return {"north": Point(here.x, 0), "south": Point(here.x, state.table.depth), "west": Point(0, here.y),
            "east": Point(state.table.width, here.y)}[edge]  # fmt: skip


def middle(state: State, unit: Unit) -> Point:
    """The middle of a unit."""
    return mean([m.at for m in state.living(unit)])


def goal(state: State, seat: Seat) -> float:
    """How near the units of a side are to what decides the scenario: to each place the nearest, and all to some."""
    mine = [u for u in state.fielded(seat) if not u.panic]
    wanted: dict[Point, float] = {}
    found = 0.0
    for unit in mine:
        near = 0.0
        for at in stops(state, unit):
            close = 1 - min(apart(m.at, at) for m in state.living(unit)) / WAY
            wanted[at] = max(wanted.get(at, -1.0), close)
            near = max(near or -1.0, close)
        dear = ARMY["bearer"] if is_envoy(unit) or carries_captive(state, unit) else ARMY["follower"]
        found += dear * near
    return found + ARMY["first"] * sum(wanted.values())


def held(state: State, seat: Seat) -> float:
    """What a side holds or has burnt of what its scenario counts, above what the enemy does."""
    said = scenario(state)
    if said.granaries:
        lit = 6.0 * burning(state)
        return lit if state.side(seat).role == "attacker" else -lit
    if said.marks:
        return _rites(state, seat)
    if said.beyond:
        return _beyond(state, seat, said.beyond)
    worth = int((said.each_turn or said.at_end).get("points", 0))
    sides = [holder(state, token) for token in state.tokens]
    lead = sum((side == seat) - (side is not None and side != seat) for side in sides)
    more = max(1, state.turns - state.turn + 1) if said.each_turn else 1
    return ARMY["worth"] * worth * more * lead / limit_of(state.setup)


def _beyond(state: State, seat: Seat, row: dict[str, Any]) -> float:
    """The units that are all beyond a line."""
    over = sum(all(m.at.x - m.radius > cm(row["x"]) for m in state.living(u)) for u in state.fielded(seat))
    return ARMY["worth"] * row["points"] * over / limit_of(state.setup) if state.side(seat).role == row["role"] else 0.0


def _rites(state: State, seat: Seat) -> float:
    """Marks and the shrine are the captors'; the captive with a unit, and his way out, the rescuers'."""
    token = captive(state)
    done = 2.0 * state.marks
    if token is not None and token.carrier:
        done -= 8.0
    elif token is not None and holder(state, token) is not None:
        done += 2.0 if state.side(holder(state, token) or seat).role == "captors" else -2.0
    return done if state.side(seat).role == "captors" else -done


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
    farther it has to go."""
    far, dear = gap(state, unit, foe), value(state, foe) * left(state, foe)
    if is_envoy(unit):
        return 0.0
    shots = 0.0 if in_combat(state, foe) else aimed(state, unit, foe, far) * dear
    gained, lost = exchange(state, unit, foe, charges=True)
    rush = gained * dear - lost * value(state, unit) * left(state, unit)
    if rush <= 0:
        return shots
    reach = reach_of(state, unit)
    close = 1.0 if far <= reach else 0.75 * max(0.0, 1 - (far - reach) / THREAT)
    return max(shots, rush * close * (1.0 if not unit.activated else 0.85))


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
    """Who has won, or would if the game ended now, by how near the end is."""
    said = state.outcome
    if said is not None:
        return 0.0 if said.winner is None else 10.0 if said.winner == seat else -10.0
    winner = at_end(state).winner
    return 0.0 if winner is None else urgency(state) ** 2 * (1 if winner == seat else -1)


def battle_points(state: State, seat: Seat) -> float:
    """The lead in battle points, as a part of the limit; of the dearest Individual also while he only bleeds."""
    foe = next(s for s in state.seats if s != seat)
    lead = points(state, seat, final=True) - points(state, foe, final=True)
    for side, sign in ((foe, 1), (seat, -1)):
        him = dearest(state, side)
        lead += sign * (round(30 * (1 - left(state, him)) / 2) if him and not him.fate else 0)
    return ARMY["worth"] * lead / limit_of(state.setup)


def readiness(state: State, seat: Seat) -> float:
    """Units with a Reaction marker that see the enemy come."""
    return float(sum(u.reaction and shoots(state, u) for u in state.fielded(seat)))


def pairs(state: State, seat: Seat, plan: Plan) -> Iterator[tuple[str, float]]:
    """Every term of a position by its name."""
    foe = next(s for s in state.seats if s != seat)
    yield "verdict", verdict(state, seat)
    yield "battle_points", battle_points(state, seat)
    yield "strength", strength(state, seat) - strength(state, foe)
    yield "panic", panic(state, seat) - panic(state, foe)
    yield "close_combat", close_combat(state, seat)
    mine, theirs = threat(state, seat, plan.focus), threat(state, foe, "")
    yield "threat", mine * plan.bends("threat") * (1 + plan.bold / 5) - theirs * SUFFERED[plan.key]
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
