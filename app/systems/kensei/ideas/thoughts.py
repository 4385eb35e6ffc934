"""What a sensible player thinks of first at every question, and what he answers without thinking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from app.engine.asks import AnyAsk, Json, Random
from app.engine.domains import Option
from app.engine.formations import Step
from app.engine.geometry import CM, Point, towards
from app.engine.groups import Moves
from app.engine.manoeuvre import Manoeuvre
from app.engine.thoughts import (
    Ideas,
    Quick,
    apart,
    below,
    by_turns,
    ideas_of,
    is_open,
    length,
    pick,
    quick_of,
    silent,
)
from app.engine.trig import TURN, bearing
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.charging.rules import dice_of, refuse_charge
from app.systems.kensei.charging.way.approach import aim
from app.systems.kensei.charging.way.straight import STOPS, Aim
from app.systems.kensei.ideas.ahead.outlook import turns_left
from app.systems.kensei.ideas.clashes import SURE, gap, reach_of
from app.systems.kensei.ideas.special import (
    quick_challenge,
    quick_command,
    quick_opportunity,
    quick_pick,
    quick_proposal,
    quick_reply,
    quick_strategic,
    quick_taisho,
    quick_warning,
)
from app.systems.kensei.ideas.worth import gain, keep, menace, way_to, ways_to
from app.systems.kensei.measure import centre, in_front
from app.systems.kensei.state import State

DONE, SKIP = "done", "skip-"
QUIET = ("orders.declare", "act.movement", "special.taisho", "special.regroup", "special.strategic", "special.warning",
         "combat.next", "deploy.card", "deploy.side", "face.unit")  # fmt: skip
ACTS = ("act.shooting", "act.spirits", "act.abilities", "act.charges")
AT_ONCE = (
    *ACTS, "combat.next", "combat.position", "combat.weapon", "combat.ability", "strike.split", "hits.give",
    "hits.give-none", "deploy.card", "deploy.side", "deploy.camp", "deploy.swap", "deploy.loose", "deploy.thoughts",
    "terrain.piece", "special.strategic", "special.warning", "special.taisho", "special.regroup", "orders.block",
    "victory.propose", "victory.pick", "appear.spot", "appear.edge", "duel.round", "challenge.make", "challenge.answer",
    "storm.victim", "magic.keep", "lightning.where", "leave.to", "leave.walk", "combat.wall",
)  # fmt: skip
THROUGH = ("orders.declare", "act.movement")
TARGETS, AIMS, SPELLS = 2, 2, 3
MOVES = {"charge": "", "march_charge": "march", "run_charge": "run"}
WALKS = {"": 0, "march": 1, "run": 2}
HARDLY, MOST = 9, 10
"""So many cm for each of its dice a Charge makes one time out of five, and so many at most."""


# -- declaring ------------------------------------------------------------------------------


def declarations(state: State, question: AnyAsk, _: Random) -> Iterator[Json]:
    """To be done; for every unit in turn its best action, then its second best, and so on."""
    menu: Any = question.domain
    open_ = [id for id in menu.options if id != DONE and menu.options[id].no is None]
    units = sorted((state.units[id] for id in open_), key=lambda u: -eagerness(state, u))
    yield DONE
    yield from by_turns(unit_ideas(state, unit, menu.options[unit.id]) for unit in units)


def eagerness(state: State, unit: Unit) -> float:
    """How much a unit may do about now: who has most to do goes first."""
    if unit.host:
        return 0.0
    return max((menace(state, unit, foe) for foe in state.enemies_of(unit.seat)), default=0.0)


def unit_ideas(state: State, unit: Unit, option: Option) -> Iterator[Json]:
    """What one unit might declare."""
    if option.then is None:
        return
    menu: Any = option.then()
    for raw in action_ideas(state, unit, menu.options):
        yield pick(unit.id, raw)


def action_ideas(state: State, unit: Unit, options: Mapping[str, Option]) -> Iterator[Json]:
    """Charges and shots first, then magic, then ways to where it wants to be, then to load."""
    if not unit.host:
        yield from charges(state, unit, options)
    yield from shots(state, unit, options)
    for key in ("cast", *(("ability",) if is_near(state, unit) else ())):
        if is_open(options, key):
            yield from (pick(key, raw) for raw in below(options[key], SPELLS))
    if unit.host:
        return
    yield from movements(state, unit, options)
    if is_open(options, "load"):
        yield "load"
    for key in ("occupy", "storm"):
        if is_open(options, key):
            yield from (pick(key, raw) for raw in below(options[key], 1))


def is_near(state: State, unit: Unit) -> bool:
    """Whether an enemy is near enough for what a unit can do beside the usual to be of use in this turn."""
    reach = max(reach_of(unit), keep(unit))
    return any(gap(state, unit, foe) <= reach for foe in state.enemies_of(unit.seat))


def charges(state: State, unit: Unit, options: Mapping[str, Option]) -> Iterator[Json]:
    """Charges at those it beats, may well reach and could charge as all stand now, the best first, each as its distance
    asks; in the last turn also at those it may hardly reach."""
    dice = (SURE if turns_left(state) else HARDLY) * dice_of(unit) * CM
    modes = {"charge": dice, "march_charge": unit.movement + dice, "run_charge": 2 * unit.movement + dice}
    able = {key: reach for key, reach in modes.items() if is_open(options, key)}
    near = [foe for foe in state.enemies_of(unit.seat) if gap(state, unit, foe) <= max(able.values(), default=-1)]
    gains = {foe.id: brings for foe in near if (brings := gain(state, unit, foe)) > 0}
    ways = ((id, [key for key, reach in able.items() if is_begun(state, unit, id, key, reach)])
            for id in sorted(gains, key=lambda id: -gains[id]))  # fmt: skip
    for id, keys in islice(((id, keys) for id, keys in ways if keys), TARGETS):
        for key in keys[:TARGETS]:
            then = options[key].then
            targets: Any = then() if then else None
            if targets is not None and targets.options.get(id, DONE) is None:
                yield pick(key, id)


def is_begun(state: State, unit: Unit, id: str, key: str, reach: float) -> bool:
    """Whether such a charge may well reach an enemy and could be begun as all stand now: who has to pivot for it comes
    up to him by its march or run alone, and throws its dice for what is left (KEN-CHG-33, KEN-CHG-55)."""
    foe = state.units[UnitId(id)]
    far = gap(state, unit, foe)
    if far > reach or refuse_charge(state, unit, foe, MOVES[key]) is not None:
        return False
    found = aim(state, unit, foe)
    return isinstance(found, Aim) and (not found.pivot or far - STOPS <= WALKS[MOVES[key]] * unit.movement)


def shots(state: State, unit: Unit, options: Mapping[str, Option]) -> Iterator[Json]:
    """Shots at those on whom they tell most."""
    for key in ("shoot", "precise"):
        if is_open(options, key) and (then := options[key].then):
            targets: Any = then()
            seen = [id for id, option in targets.options.items() if option.no is None
                    and (option.about == "orders.target" or ("shoot", id) in unit.leaves)]  # fmt: skip
            best = sorted(seen, key=lambda id: -menace(state, unit, state.body(state.units[id])))
            yield from (pick(key, pick(id)) for id in best[:TARGETS])


def movements(state: State, unit: Unit, options: Mapping[str, Option]) -> Iterator[Json]:
    """To run or march to where it wants to be, or back from what threatens it."""
    for key in ("run", "move"):
        if is_open(options, key):
            if unit.loose and options[key].then is None:
                yield key
            elif unit.ranked:
                yield from (pick(key, raw) for raw in directions(state, unit))
    if is_open(options, "back"):
        yield "back"


def directions(state: State, unit: Unit) -> Iterator[Json]:
    """To where it wants to be, straight or round what stands there, and with a Facing where that is not ahead."""
    here = centre(state, unit)
    for at in aims(state, unit):
        if at != here:
            ahead = in_front(unit, at)
            yield pick("none" if ahead else "facing", [*at])
            if ahead and abs(turn_to(unit, here, at)) > TURN // 12:
                yield pick("facing", [*at])


def turn_to(unit: Unit, here: Point, at: Point) -> int:
    """By how much a unit would have to turn to look at a place."""
    return (bearing(at.x - here.x, at.y - here.y) - unit.facing + TURN // 2) % TURN - TURN // 2


def aims(state: State, unit: Unit) -> Iterator[Point]:
    """Where a unit might want to go: its goal, those it may hurt most, those nearest."""
    here, foes = centre(state, unit), list(state.enemies_of(unit.seat))
    yield from (steps[0] for steps in sorted(ways_to(state, unit), key=lambda steps: length((here, *steps)))[:AIMS])
    near = sorted(foes, key=lambda foe: gap(state, unit, foe))
    best = sorted(foes, key=lambda foe: -menace(state, unit, foe))
    for foe in dict.fromkeys(f.id for f in (*best[:1], *near[:AIMS])):
        yield way_to(state, unit, centre(state, state.units[foe]))[0]


# -- carrying out -----------------------------------------------------------------------------


def marches(state: State, question: AnyAsk, _: Random) -> Iterator[Json]:
    """For every unit, those in front first, the ordered Movement as far as it leads, a part of it, and with its turn:
    what was ordered is done."""
    menu: Any = question.domain
    open_ = [id for id in menu.options if id in state.units and menu.options[id].no is None]
    foes = tuple(state.enemies_of(question.seat))
    ahead = {id: min((gap(state, state.units[id], foe) for foe in foes), default=0.0) for id in open_}
    yield from by_turns(
        march_ideas(state, id, menu.options[id]) for id in sorted(open_, key=lambda id: (ahead[id], id))
    )


def march_ideas(state: State, id: str, option: Option) -> Iterator[Json]:
    """What one unit might do of the Movement it was ordered."""
    if option.then is None:
        yield pick(id)
        return
    way: Any = option.then()
    if isinstance(way, Manoeuvre):
        yield from (pick(id, way.write(steps)) for steps in manoeuvres(state, state.units[id], way))
    elif isinstance(way, Moves):
        yield from (pick(id, raw) for raw in walks(state, state.units[id], way))
    else:
        yield from (pick(id, raw) for raw in below(option, AIMS))


def manoeuvres(state: State, unit: Unit, way: Manoeuvre) -> Iterator[tuple[Step, ...]]:
    """To where it is to turn aside, as far as may be, or less; with a turn to the nearest enemy first or last if one
    was foreseen."""
    far = way.proposed()
    shorter = tuple(tuple(step._replace(by=step.by * part // 4) for step in far) for part in (3, 2))
    for steps in (*stops(state, unit, far), far, *shorter):
        if steps:
            yield steps
    near = min(state.enemies_of(unit.seat), key=lambda foe: gap(state, unit, foe), default=None)
    if near is None or "face" not in way.steps:
        return
    most, here = way.steps["face"], centre(state, unit)
    turn = max(-most, min(most, turn_to(unit, here, centre(state, near))))
    face = Step("face", (unit.facing + turn) % TURN)
    for steps in (far, *shorter):
        less = tuple(step._replace(by=max(0, step.by - 2_000)) for step in steps)
        yield (*less, face)
        yield (face, *less)
    yield (face,)


def stops(state: State, unit: Unit, far: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """One slide, so long that it ends where the unit is to turn aside on its way, if it may go farther."""
    here = centre(state, unit)
    if len(far) != 1 or far[0].do != "slide":
        return
    for at, *more in ways_to(state, unit):
        if more and at != here:
            off = (bearing(at.x - here.x, at.y - here.y) - far[0].way + TURN // 2) % TURN - TURN // 2
            by = round(apart(here, at))
            if abs(off) <= TURN // 360 and by < far[0].by:
                yield (far[0]._replace(by=by),)


def walks(state: State, unit: Unit, way: Moves) -> Iterator[Json]:
    """All models the same way, to where the unit wants to be or away from what threatens it; to stay."""
    here = centre(state, unit)
    most = min((mover.allowance for mover in way.movers), default=0)
    for at in aims(state, unit):
        for part in (4, 2):
            aim = towards(here, at, int(min(most * part // 4, max(0.0, apart(here, at) - keep(unit) - 2_000))))
            yield shifted(way, Point(aim.x - here.x, aim.y - here.y))
    worst = max(state.enemies_of(unit.seat), key=lambda foe: menace(state, foe, unit), default=None)
    if worst is not None and (at := centre(state, worst)) != here:
        aim = towards(here, at, -most)
        yield shifted(way, Point(aim.x - here.x, aim.y - here.y))
    yield {}


def shifted(way: Moves, by: Point) -> Json:
    """Every model by the same shift."""
    return {m.piece: [[*m.start], [m.start.x + by.x, m.start.y + by.y]] for m in way.movers} if by != (0, 0) else {}


def is_unwanted(state: State, raw: Json) -> bool:
    """Whether an answer is never looked at: one that takes back what was ordered, and a charge that no dice bring
    home."""
    return is_back(state, raw) or is_vain(state, raw)


def is_vain(state: State, raw: Json) -> bool:
    """Whether an answer declares a charge that no dice bring home, or that could not be begun as all stand: who fails
    stands before the enemy, and does not run in the next turn."""
    then: Any = raw.get("then") if isinstance(raw, dict) else None
    if not isinstance(then, dict) or then.get("pick") not in MOVES or then.get("then") not in state.units:
        return False
    unit, key = state.units[UnitId(str(raw["pick"]))], str(then["pick"])
    reach = WALKS[MOVES[key]] * unit.movement + MOST * dice_of(unit) * CM
    return not is_begun(state, unit, str(then["then"]), key, reach)


def is_back(_: State, raw: Json) -> bool:
    """Whether an answer takes orders back, or a character out of his unit: nothing for which there would be an end."""
    key, then = (str(raw.get("pick")), raw.get("then")) if isinstance(raw, dict) else (str(raw), None)
    return key.startswith("leave-") or then in ("clear", "leave")


def facings(state: State, question: AnyAsk, _: Random) -> Iterator[Json]:
    """How a unit stands that may turn: to those it may hurt most, to those nearest, or as it does."""
    unit = state.units[UnitId(str(question.facts["unit"]))]
    here, foes = centre(state, unit), [foe for foe in state.enemies_of(unit.seat) if not foe.building]
    near = sorted(foes, key=lambda foe: gap(state, unit, foe))[:AIMS]
    best = sorted(foes, key=lambda foe: -gain(state, unit, foe))[:AIMS]
    for at in dict.fromkeys(centre(state, foe) for foe in (*best, *near)):
        if at != here:
            yield pick("face", [["face", bearing(at.x - here.x, at.y - here.y)]])
    yield "keep"


IDEAS: dict[str, Ideas] = {"orders.declare": declarations, "act.movement": marches, "face.unit": facings}
ideas = ideas_of(IDEAS)
"""What a sensible player thinks of first."""


# -- without thinking ---------------------------------------------------------------------------


def quick_act(_: State, question: AnyAsk, __: Random) -> Json:
    """The first unit does what it declared."""
    menu: Any = question.domain
    open_ = (key for key in menu.options if key != DONE and not key.startswith(SKIP) and menu.options[key].no is None)
    id = next((key for key in open_ if not key.startswith("leave")), None)
    if id is None:
        return DONE
    then = below(menu.options[id], 1)
    return pick(id, then[0]) if then else DONE


def quick_march(state: State, question: AnyAsk, rng: Random) -> Json:
    """The first Movement that is thought of and legal."""
    for raw in marches(state, question, rng):
        if question.domain.refuse(question.domain.read(raw)) is None:
            return raw
    return DONE


def yes(_: State, question: AnyAsk, __: Random) -> Json:
    """Yes, where it may be."""
    domain: Any = question.domain
    return "yes" if "yes" in domain.open() else "no"


QUICK: dict[str, Quick] = {
    **dict.fromkeys(AT_ONCE, silent),
    **dict.fromkeys(ACTS, quick_act), "act.movement": quick_march, "orders.declare": silent,
    "special.regroup": quick_command, "special.taisho": quick_taisho,
    "special.strategic": quick_strategic, "special.warning": quick_warning,
    "victory.propose": quick_proposal, "victory.pick": quick_pick,
    "opportunity.use": quick_opportunity, "orders.block": yes, "chase.unit": yes,
    **dict.fromkeys(("charge.reaction", "charge.carry-on", "face.unit"), silent),
    "challenge.make": quick_challenge, "challenge.answer": quick_reply,
}  # fmt: skip
quick = quick_of(QUICK)
"""What is answered at once."""
