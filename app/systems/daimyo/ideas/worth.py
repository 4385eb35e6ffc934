"""What a position is worth to a side: terms in the words of the rulebook, and the plan of a turn that bends them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.judgement import Plan, hundredths, is_beaten, planner
from app.engine.thoughts import length, mean, prey
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.command.rules import in_command
from app.systems.daimyo.fire.rules import REACHES
from app.systems.daimyo.ideas.ahead.clashes import HITS, exchange, gap, reach_of, volley
from app.systems.daimyo.ideas.ahead.crossings import (
    BANK,
    Way,
    bank_of,
    crossings,
    files_over,
    is_to_cross,
    wading,
    ways_over,
)
from app.systems.daimyo.ideas.ahead.palisades import ways_through
from app.systems.daimyo.measure import contacts, zone
from app.systems.daimyo.melee.groups import is_first_round
from app.systems.daimyo.scenarios.figures import scenario, share
from app.systems.daimyo.scenarios.victory import at_limit, breaks_at, lost_share, points, village
from app.systems.daimyo.state import State, Unit

SAID = table("worth")
WEIGHTS, ARMY, SUFFERED, CHANCE = (hundredths(SAID[key]) for key in ("weights", "army", "suffered", "chance"))
planned = planner(SAID["plan"])
"""The plan of a name."""
THREAT, WAY, TURN = (float(SAID["far"][key] * CM) for key in ("threat_cm", "goal_cm", "turn_cm"))
LONG = 12
"""How many turns are reckoned with where nobody knows."""


# -- units -----------------------------------------------------------------------------


def value(state: State, unit: Unit) -> float:
    """What a unit is worth whole: what its loss counts for its army; peasants a little all the same."""
    whole = max(1, state.side(unit.seat).weight)
    return ARMY["worth"] * max(unit.weight, ARMY["peasants"]) / whole


def left(unit: Unit) -> float:
    """How much of a unit is left: its stands, and the hits on them; a unit of one stand is lost with it."""
    if unit.kind == "hq":
        return max(0.0, 1 - unit.hits / (2 * HITS))
    stands = (HITS * unit.stands - unit.hits) / (HITS * max(1, unit.start_stands))
    return 0.35 + 0.65 * max(0.0, stands)


def urgency(state: State) -> float:
    """How near the end is, from about nought to 1."""
    return 1 / (1 + max(0, (state.turns or state.turn + LONG) - state.turn) / 3)


# -- the goal of the scenario ------------------------------------------------------------


def ways_to(state: State, unit: Unit) -> tuple[Way, ...]:
    """The ways a unit might go for its side to win by the scenario; none where no place decides."""
    said, role = scenario(state), state.side(unit.seat).role
    if (river := bank_of(state, unit.seat, unit.clan)) is not None:
        return ways_over(state, unit, river)
    if said.crossing:
        bank = state.table.depth - cm(said.crossing["north_of"]) - BANK
        return tuple((Point(at.x, bank),) for at in crossings(state))
    if said.holds or said.village:
        return tuple((mean(p.outline),) for p in state.table.pieces if p.kind == "building" and not unit.mounted)
    if said.beyond:
        return ways_through(state, unit, cm(said.beyond["west_of"])) if role == said.beyond["role"] else ()
    if said.leaves:
        return ((Point(unit.at.x, 0),),) if role == said.leaves["role"] else ()
    return ()


def way_left(state: State, unit: Unit) -> float | None:
    """How far a unit has still to go to its goal, more if it is too wide to pass; ``None`` where there is none."""
    ways = ways_to(state, unit)
    if not ways:
        return None
    wide = BANK if unit.files > files_over(unit) and is_to_cross(state, unit) else 0
    return wide + turned_from(state, unit) + min(length((unit.at, *way)) for way in ways)


def longest(state: State) -> float:
    """From how far a way to the goal counts: who has to leave goes all over the table."""
    return float(state.table.depth) + TURN if scenario(state).leaves else WAY


def turned_from(state: State, unit: Unit) -> float:
    """How much longer the way off the table is for who does not look that way: nobody leaves backwards."""
    said = scenario(state).leaves
    leaves = bool(said) and state.side(unit.seat).role == said["role"]
    return TURN if leaves and zone(unit, Point(unit.at.x, unit.at.y - CM)) != "front" else 0.0


def goal(state: State, seat: Seat) -> float:
    """How near the units of a side are to what decides the scenario, each by its weight; what it holds already."""
    found = 0.0
    for unit in state.fielded(seat):
        far = way_left(state, unit) if unit.troops and not unit.routing else None
        if far is not None:
            found += stake(state, unit) * (max(0.0, 1 - far / longest(state)) + ARMY["wading"] * wading(state, unit))
    saved = sum(value(state, u) for u in state.units.values() if u.seat == seat and u.fate == "saved")
    return found + saved + held(state, seat)


def score(state: State, seat: Seat) -> float:
    """The points of a side where these decide."""
    return float(sum(adds for _, adds in points(state, seat))) if scenario(state).score else 0.0


def held(state: State, seat: Seat) -> float:
    """What of places a side holds."""
    said, side = scenario(state), state.side(seat)
    if said.village:
        return 1.5 * village(state, seat)
    if said.holds and side.role == said.holds["role"]:
        return 4.0 * village(state, seat)
    if said.crossing and side.role == said.crossing["role"]:
        line = state.table.depth - cm(said.crossing["north_of"])
        over = sum(u.weight for u in state.fielded(seat) if u.at.y < line and not u.routing)
        return 12.0 * min(1.0, over / max(1.0, float(share(said.crossing["share"])) * side.weight))
    if said.beyond and side.role == said.beyond["role"]:
        over = sum(u.weight for u in state.fielded(seat) if u.at.x < cm(said.beyond["west_of"]) and not u.routing)
        return 12.0 * min(1.0, over / int(said.beyond["weight"]))
    return 0.0


# -- terms -----------------------------------------------------------------------------


def lost(state: State, seat: Seat) -> float:
    """How near a side is to break by what it has lost, below nought."""
    limit = breaks_at(state, seat)
    return -ARMY["worth"] / 2 * min(1.5, float(lost_share(state, seat) / limit)) if limit else 0.0


def strength(state: State, seat: Seat) -> float:
    """Units that are left, with their stands and hits; those that left by leave of the scenario are saved."""
    here = sum(value(state, u) * left(u) for u in state.units.values() if u.seat == seat and u.fate in ("", "reserve"))
    return here + sum(value(state, u) for u in state.units.values() if u.seat == seat and u.fate == "saved")


def order(state: State, seat: Seat) -> float:
    """Disorder, routs and halts, below nought."""
    found = 0.0
    for unit in state.fielded(seat):
        bad = ARMY["routing"] if unit.routing else ARMY["disordered"] * unit.disordered
        found -= value(state, unit) * left(unit) * (bad + ARMY["halted"] * (state.turn <= unit.halted_until))
    return found


def stake(state: State, unit: Unit) -> float:
    """What of a unit may be lost."""
    return value(state, unit) * left(unit)


def melee(state: State, seat: Seat) -> float:
    """What the next round may bring where units are in contact."""
    found = 0.0
    for unit in state.fielded(seat):
        foes = [] if unit.routing else [foe for foe in contacts(state, unit) if not foe.routing]
        for foe in foes:
            first = is_first_round(state, unit, foe)
            gained, gone = exchange(state, unit, foe, foe.id in unit.charged_into, first)
            found += (gained * stake(state, foe) - gone * stake(state, unit)) / len(foes)
    return found


def fire(state: State, seat: Seat) -> float:
    """What the missiles of a side may do from where they stand, more if it may fire in this activation."""
    return sum(max((shots(state, unit, foe) for foe in state.enemies_of(seat)), default=0.0)
               for unit in state.fielded(seat) if unit.missile and not contacts(state, unit))  # fmt: skip


def shots(state: State, unit: Unit, foe: Unit) -> float:
    """What its fire may do to one enemy."""
    far = gap(unit, foe)
    if unit.routing or foe.routing or not (unit.mounted or unit.kind != "troops" or zone(unit, foe.at) == "front"):
        return 0.0
    active = unit.id in state.active_ids and state.phase in ("rally", "move") and not unit.fired
    return volley(unit, foe, far, unit.moved and active) * stake(state, foe) * (1.0 if active else 0.6)


def threat(state: State, seat: Seat, focus: str) -> float:
    """What the units of a side may do by charges from where they stand: each at its best."""
    foes = tuple(state.enemies_of(seat))
    found = 0.0
    for unit in state.fielded(seat):
        if unit.troops and not unit.routing and not contacts(state, unit):
            found += max((menace(state, unit, foe) * (1.2 if foe.id == focus else 1.0) for foe in foes), default=0.0)
    return found


def menace(state: State, unit: Unit, foe: Unit) -> float:
    """What a charge of one unit at another may gain, the less the farther it has to go; disordered troops charge
    nobody, and nobody those who are not in front."""
    if not unit.troops or unit.routing or unit.building:
        return 0.0
    gained, gone = exchange(state, unit, foe, charges=True, first=True)
    rush = gained * stake(state, foe) - gone * stake(state, unit)
    if rush <= 0:
        return 0.0
    far, reach = gap(unit, foe), reach_of(state, unit)
    ready = (0.5 if unit.disordered else 1.0) * (1.0 if zone(unit, foe.at) == "front" else 0.4)
    return rush * ready * (1.0 if far <= reach else 0.7 * max(0.0, 1 - (far - reach) / THREAT))


def approach(state: State, seat: Seat, focus: str) -> float:
    """How near the units of a side are to enemies, and that these are before their front; shooters to their range."""
    foes = tuple(foe for foe in state.enemies_of(seat) if not foe.routing) or tuple(state.enemies_of(seat))
    found = 0.0
    for unit in state.fielded(seat) if foes else ():
        if not unit.troops or unit.routing or is_to_cross(state, unit):
            continue
        near = min(foes, key=lambda foe: gap(unit, foe))
        aim = next((foe for foe in foes if foe.id == focus), near)
        far = 0.7 * gap(unit, near) + 0.3 * gap(unit, aim)
        facing = 0.0 if zone(unit, near.at) == "front" else -0.1
        found += stake(state, unit) * (max(0.0, 1 - max(0.0, far - keep(unit)) / WAY) + facing)
    return found


def keep(unit: Unit) -> float:
    """How near is near enough: shooters stop at the long range of their arms."""
    return float(REACHES[unit.missile][1]) if unit.missile else 0.0


def command(state: State, seat: Seat) -> float:
    """Units out of command, below nought."""
    return -float(sum(not in_command(state, u) for u in state.fielded(seat) if u.troops))


def leaders(state: State, seat: Seat) -> float:
    """Leaders in play, the General most."""
    mine = (m for m in state.leaders.values() if m.seat == seat and m.fate in ("", "reserve"))
    return sum(ARMY["general"] if m.general else ARMY["leader"] for m in mine)


def verdict(state: State, seat: Seat) -> float:
    """Who has won, beside which nothing counts; or would if the game ended now, by how near the end is."""
    said = state.outcome
    if said is not None:
        return 0.0 if said.winner is None else ARMY["decided"] * (1 if said.winner == seat else -1)
    if state.turns is None or state.phase in ("", "setup"):
        return 0.0
    winner = at_limit(state).winner
    return 0.0 if winner is None else urgency(state) ** 2 * (1 if winner == seat else -1)


def pairs(state: State, seat: Seat, plan: Plan) -> Iterator[tuple[str, float]]:
    """Every term of a position by its name; of a battle that is over only who has won."""
    foe = state.other(seat)
    yield "verdict", verdict(state, seat)
    if state.outcome is not None:
        return
    yield "lost", lost(state, seat) - lost(state, foe)
    if scenario(state).score:
        yield "score", score(state, seat) - score(state, foe)
    yield "strength", strength(state, seat) - strength(state, foe)
    yield "order", order(state, seat) - order(state, foe)
    yield "melee", melee(state, seat)
    yield "fire", fire(state, seat) * plan.bends("fire") - fire(state, foe) * SUFFERED[plan.key]
    mine, theirs = threat(state, seat, plan.focus), threat(state, foe, "")
    yield "threat", mine * plan.bends("threat") * (1 + plan.bold / 5) - theirs * SUFFERED[plan.key]
    yield "approach", approach(state, seat, plan.focus) * plan.bends("approach")
    if decided_by_a_place(state):
        yield "goal", (goal(state, seat) - goal(state, foe) / 2) * plan.bends("goal")
    yield "command", command(state, seat)
    yield "leaders", leaders(state, seat) - leaders(state, foe)


def hopeless(state: State, seat: Seat) -> bool:
    """Whether too little of a side is left to win by; where a place decides anybody may."""
    return not decided_by_a_place(state) and is_beaten(standing(state, seat), standing(state, state.other(seat)))


def standing(state: State, seat: Seat) -> float:
    """What part of a side is left and does not run."""
    mine = [u for u in state.units.values() if u.seat == seat]
    whole = sum(value(state, u) for u in mine)
    here = sum(value(state, u) * left(u) for u in mine if u.fate in ("", "reserve") and not u.routing)
    return here / whole if whole else 1.0


def terms(state: State, seat: Seat, plan: Plan) -> dict[str, float]:
    """What a position is made of for a side."""
    return dict(pairs(state, seat, plan))


def decided_by_a_place(state: State) -> bool:
    """Whether the scenario has a place that decides."""
    said = scenario(state)
    return bool(said.crossing or said.holds or said.village or said.beyond or said.leaves or said.across)


# -- the plan --------------------------------------------------------------------------


def plan_of(state: State, seat: Seat, temper: float) -> Plan:
    """What a side is about: who has to take a place goes there, who has to get away goes, and is attacked; who has a
    place, or leads at the end, holds; who shoots better lets the enemy come while there is time; else the enemy is
    attacked, one after another."""
    foe, said, role = state.other(seat), scenario(state), state.side(seat).role
    focus = first_to_break(state, seat)
    if said.leaves:
        return planned("leave" if role == said.leaves["role"] else "attack", focus, temper)
    for row in (said.crossing, said.holds, said.beyond):
        if row:
            return planned("goal" if role == row["role"] else "hold", focus, temper)
    ahead = float(lost_share(state, foe) - lost_share(state, seat))
    if state.turns and state.turns - state.turn <= 2 and ahead >= 0.1:
        return planned("hold", focus, temper)
    more = missiles(state, seat) - missiles(state, foe)
    if more > 0.15 * ARMY["worth"] and state.turn <= 6 - 3 * temper:
        return planned("shoot", focus, temper)
    return planned("attack", focus, temper)


def missiles(state: State, seat: Seat) -> float:
    """What of a side shoots."""
    return sum(stake(state, u) for u in state.fielded(seat) if u.missile)


def first_to_break(state: State, seat: Seat) -> str:
    """The enemy unit that is worth most for what it takes to reach and beat it."""
    mine, foes = tuple(u for u in state.fielded(seat) if u.troops), tuple(state.enemies_of(seat))
    return prey(mine, foes, partial(menace, state))
