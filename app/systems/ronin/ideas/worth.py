"""What a position is worth to a side: terms in the words of the rulebook, and the plan of a turn that bends them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.engine.events import Seat
from app.engine.geometry import INCH, Point, contains
from app.engine.judgement import Plan, hundredths, is_beaten, planner
from app.engine.table import Terrain
from app.engine.thoughts import apart, mean
from app.systems.ronin.book import CONTACT, WEAPONS, table
from app.systems.ronin.measure import current_pool, is_routing, is_to_come
from app.systems.ronin.scenarios.figures import OPPOSITE, centre, scenario, seat_of
from app.systems.ronin.scenarios.goals import met
from app.systems.ronin.scenarios.victory import outcome, score
from app.systems.ronin.shooting.rules import missiles_of
from app.systems.ronin.state import Model, State

SAID = table("worth")


LEFT, MODEL, WEIGHTS, CHANCE = (hundredths(SAID[key]) for key in ("left", "model", "weights", "chance"))
planned = planner(SAID["plan"])
"""The plan of a name."""
FAR, SHOT, APART = (float(SAID["far"][key] * INCH) for key in ("inches", "shot_inches", "apart_inches"))
PLACES = ("bank", "shrine", "objective", "object", "escort")
"""Goals of a scenario by which a place decides."""
MORALE = {"steady": 0.0, "wavering": -1.0, "routing": -3.0}
LONG, SURE = 8, 12
"""How many turns a game has where nobody knows yet, and after which it has ended surely."""


# -- models ------------------------------------------------------------------------


def value(me: Model) -> float:
    """What a model is worth unhurt."""
    if me.civilian:
        return MODEL["civilian"]
    return MODEL["base"] + MODEL["rank"] * me.rank + MODEL["leader"] * me.leader


def left(me: Model) -> float:
    """How much of a model is left with its wounds."""
    hurt = LEFT["stunned"] * me.stunned + LEFT["light"] * me.light + LEFT["grievous"] * me.grievous
    return max(LEFT["least"], 1 - hurt)


def force(state: State, me: Model) -> float:
    """How well a model fights at close quarters."""
    if me.civilian:
        return 0.2
    armour = {"light": 1, "medium": 2, "heavy": 3}.get(me.armour, 0)
    bare = not any(not WEAPONS[weapon].is_missile for weapon in me.weapons)
    whole = 1 + current_pool(me) + me.fight + armour + 0.5 * me.initiative - 2 * bare
    return max(0.3, whole * left(me)) * (0.4 if is_routing(state, me) else 1)


def turns_left(state: State) -> float:
    """About how many turns are left after this one."""
    if state.turns is not None:
        return max(0, state.turns - state.turn)
    return max(1.0, LONG - state.turn)


def urgency(state: State) -> float:
    """How near the end is, from about nought to 1."""
    return 1 / (1 + turns_left(state) / 2)


# -- the goal of the scenario --------------------------------------------------------


def piece(state: State, kind: str) -> Terrain | None:
    """The piece of this kind."""
    return next((p for p in state.table.pieces if p.kind == kind), None)


def before(state: State, edge: str, at: Point, deep: int = 0) -> Point:
    """The place nearest to a model on an edge, so deep in."""
    return {
        "north": Point(at.x, deep), "south": Point(at.x, state.table.depth - deep),
        "west": Point(deep, at.y), "east": Point(state.table.width - deep, at.y),
    }.get(edge, centre(state))  # fmt: skip


def way_to_goal(state: State, me: Model) -> tuple[Point, ...]:
    """The places this model has to come by for its side to win by the scenario; none where no place decides."""
    sought, side = scenario(state).goal, state.side(me.seat)
    if sought == "bank":
        return over_the_bridge(state, me)
    if sought == "shrine":
        found = piece(state, "shrine")
        return (mean(found.outline),) if found else (centre(state),)
    if sought in ("objective", "object"):
        return to_the_object(state, me)
    if sought == "escort":
        if side.role == "escort":
            return (before(state, OPPOSITE.get(side.edge, ""), me.at),)
        civilian = next((m for m in state.standing() if m.civilian), None)
        return (civilian.at,) if civilian else ()
    return ()


def over_the_bridge(state: State, me: Model) -> tuple[Point, ...]:
    """To the bank of the defender: over the bridge for whoever is not there."""
    river, bridge = piece(state, "river"), piece(state, "bridge")
    if river is None or bridge is None:
        return ()
    edge = state.side(seat_of(state, "defender")).edge
    top, bottom = min(p.y for p in river.outline), max(p.y for p in river.outline)
    middle, deep = mean(bridge.outline), 2 * INCH
    bank = top - deep if edge == "north" else bottom + deep
    hither = bottom + INCH if edge == "north" else top - INCH
    there = me.at.y < top if edge == "north" else me.at.y > bottom
    if there:
        return (Point(middle.x, bank),)
    on_it = contains(bridge.outline, me.at) or abs(me.at.x - middle.x) < INCH
    return (Point(middle.x, bank),) if on_it else (Point(middle.x, hither), Point(middle.x, bank))


def to_the_object(state: State, me: Model) -> tuple[Point, ...]:
    """To what is fought for; with it to the own edge where that wins."""
    item = next(iter(state.items), None)
    if item is None:
        return ()
    holder = state.models.get(item.carrier)
    if scenario(state).goal == "object" and holder is not None:
        if holder.id == me.id:
            return (before(state, state.side(me.seat).edge, me.at),)
        return (holder.at,)
    return (holder.at if holder else item.at,)


def way_left(state: State, me: Model) -> float | None:
    """How far a model has still to go to its goal; ``None`` where there is none."""
    way = way_to_goal(state, me)
    if not way:
        return None
    stops = (me.at, *way)
    return sum(apart(a, b) for a, b in pairwise(stops))


def goal(state: State, seat: Seat) -> float:
    """How near the models of a side are to what decides the scenario, each by its Rank."""
    found = 0.0
    for me in state.standing(seat):
        far = way_left(state, me)
        if far is not None and not is_routing(state, me):
            weight = 4.0 if me.civilian or me.objects else 0.5 + 0.5 * me.rank
            found += weight * max(0.0, 1 - far / FAR)
    if scenario(state).goal == "object":
        found += sum(3.0 for m in state.standing(seat) if m.objects)
    return found


# -- terms ---------------------------------------------------------------------------


def strength(state: State, seat: Seat) -> float:
    """Models that are left, with their wounds."""
    waits = sum(value(m) for m in state.models.values() if m.seat == seat and is_to_come(state, m))
    off = sum(value(m) for m in state.models.values() if m.seat == seat and m.fate == "exited")
    return waits + off + sum(value(m) * left(m) for m in state.standing(seat))


def contacts(state: State, seat: Seat) -> float:
    """Who is the stronger where models touch, of what is at stake there."""
    found = 0.0
    for me in state.standing(seat):
        foes = [foe for foe in state.foes_of(me) if apart(me.at, foe.at) <= me.radius + foe.radius + CONTACT]
        if foes:
            friends = [m for m in state.standing(seat) if any(touching(m, foe) for foe in foes)]
            ours, theirs = sum(force(state, m) for m in friends), sum(force(state, foe) for foe in foes)
            share = (ours**2 - theirs**2) / (ours**2 + theirs**2)
            stake = sum(value(foe) for foe in foes) if share > 0 else value(me)
            found += share * stake / (len(friends) if share > 0 else 1)
    return found


def touching(one: Model, two: Model) -> bool:
    """Whether two models are about in contact."""
    return apart(one.at, two.at) <= one.radius + two.radius + CONTACT


def approach(state: State, seat: Seat, plan: Plan) -> float:
    """How near its fighters are to those they mean to break: the one in focus, and whoever is nearest."""
    foes = tuple(state.standing(state.other(seat)))
    if not foes:
        return 0.0
    focus = next((foe for foe in foes if foe.id == plan.focus), None)
    found = 0.0
    for me in state.standing(seat):
        if me.civilian or is_routing(state, me):
            continue
        near = min(apart(me.at, foe.at) - me.radius - foe.radius for foe in foes)
        far = apart(me.at, focus.at) if focus else near
        weight = 0.3 if missiles_of(me) and plan.key != "attack" else 1.0
        found += weight * (1 - (0.6 * near + 0.4 * far) / FAR)
    return found


def alone(state: State, seat: Seat) -> float:
    """Models that stand far from every friend, below nought."""
    mine = tuple(m for m in state.standing(seat))
    found = 0.0
    for me in mine:
        near = min((apart(me.at, m.at) for m in mine if m.id != me.id), default=0.0)
        found -= min(1.0, max(0.0, near - APART) / APART)
    return found


def exposed(state: State, seat: Seat) -> float:
    """Models in the reach of enemies that shoot, below nought; and those of the enemy in ours."""
    return in_reach(state, state.other(seat)) - in_reach(state, seat)


def in_reach(state: State, seat: Seat) -> float:
    """How much of a side stands in the reach of missiles."""
    shooters = [foe for foe in state.standing(state.other(seat)) if missiles_of(foe)]
    found = 0.0
    for me in state.standing(seat):
        found += min(1.0, sum(apart(me.at, foe.at) < SHOT for foe in shooters) / 2) * value(me)
    return found


def loaded(state: State, seat: Seat) -> float:
    """Teppo that may fire; one that may be loaded this turn, for its model has stood still, counts in part."""
    ready = (m.loaded + MODEL["loading"] * (not m.loaded and m.moved == "none")
             for m in state.standing(seat) if "teppo" in m.weapons)  # fmt: skip
    return sum(ready)


def minor_goal(state: State, seat: Seat) -> float:
    """The side's own secret goal: what it scores once it is met, and how surely it will be."""
    mine = state.side(seat)
    if not mine.goal or mine.goal_scored:
        return 0.0
    points = float(table("common")["minor_goal_vp"]["vp"])
    timed = mine.goal in ("kill-leader", "capture-elite", "kill-most")
    if met(state, seat, mine.goal):
        return points * (1.0 if timed else urgency(state))
    foes = [m for m in state.models.values() if m.seat != seat and not m.civilian]
    if mine.goal == "kill-leader":
        return -points * 0.5 * sum(left(m) for m in foes if m.leader and m.on_table)
    if mine.goal == "kill-most":
        return points * 0.5 * sum(m.fate == "dead" for m in foes) / max(1, len(foes))
    return 0.0


def verdict(state: State, seat: Seat) -> float:
    """Who has won, or would if the game ended now, by how near the end is."""
    if state.outcome is not None:
        return 0.0 if state.outcome.winner is None else 10.0 if state.outcome.winner == seat else -10.0
    winner = outcome(state).winner
    return 0.0 if winner is None else urgency(state) ** 2 * (1 if winner == seat else -1)


def pairs(state: State, seat: Seat, plan: Plan) -> Iterator[tuple[str, float]]:
    """Every term of a position by its name."""
    foe = state.other(seat)
    yield "verdict", verdict(state, seat)
    yield "points", score(state, seat, final=False) - score(state, foe, final=False)
    likely = score(state, seat, final=True) - score(state, foe, final=True)
    yield "likely_points", likely * urgency(state)
    yield "minor_goal", minor_goal(state, seat)
    yield "strength", strength(state, seat) - strength(state, foe)
    yield "morale", MORALE.get(state.side(seat).morale, 0) - MORALE.get(state.side(foe).morale, 0)
    if state.phase in ("priority", "move"):
        yield "contact", contacts(state, seat) * plan.bends("contact")
    if scenario(state).goal in PLACES:
        yield "goal", goal(state, seat) * plan.bends("goal")
    yield "approach", approach(state, seat, plan) * plan.bends("approach")
    yield "together", alone(state, seat)
    yield "loaded", loaded(state, seat) - loaded(state, foe)
    yield "exposed", exposed(state, seat) * plan.bends("exposed")


def hopeless(state: State, seat: Seat) -> bool:
    """Whether too little of a side is left to win by; where a place decides anybody may."""
    fought = scenario(state).goal not in PLACES
    return fought and is_beaten(standing(state, seat), standing(state, state.other(seat)))


def standing(state: State, seat: Seat) -> float:
    """What part of a side is left and does not rout."""
    whole = sum(value(m) for m in state.models.values() if m.seat == seat)
    waits = sum(value(m) for m in state.models.values() if m.seat == seat and is_to_come(state, m))
    here = sum(value(m) * left(m) for m in state.standing(seat) if not is_routing(state, m))
    return (waits + here) / whole if whole else 1.0


def terms(state: State, seat: Seat, plan: Plan) -> dict[str, float]:
    """What a position is made of for a side."""
    return dict(pairs(state, seat, plan))


# -- the plan --------------------------------------------------------------------------


def plan_of(state: State, seat: Seat, temper: float) -> Plan:
    """What a side is about: where a place decides it goes there; who leads holds at the end; who shoots better shoots
    while there is time; else the enemy is attacked, one after another."""
    foe = state.other(seat)
    mine, theirs = tuple(state.standing(seat)), tuple(state.standing(foe))
    focus = first_to_break(mine, theirs)
    ahead = score(state, seat, final=True) - score(state, foe, final=True)
    if scenario(state).goal in PLACES:
        return planned("goal", focus, temper)
    if ahead > 2 and turns_left(state) <= 2 + temper:
        return planned("hold", focus, temper)
    lead = sum(bool(missiles_of(m)) for m in mine) - sum(bool(missiles_of(m)) for m in theirs)
    if lead > 0 and state.turn <= 3 - 2 * temper and turns_left(state) > 3:
        return planned("shoot", focus, temper)
    return planned("attack", focus, temper)


def first_to_break(mine: Sequence[Model], theirs: Sequence[Model]) -> str:
    """The enemy who is worth most for what it takes to reach and fell him."""
    if not mine or not theirs:
        return ""

    def worth_it(foe: Model) -> float:
        near = sorted(apart(me.at, foe.at) for me in mine)[:3]
        return value(foe) * (1.5 - left(foe)) / (1 + foe.pool + foe.fight) - sum(near) / len(near) / FAR

    return max(theirs, key=lambda foe: (worth_it(foe), foe.id)).id
