"""What a sensible player thinks of first at every question, and what he answers without thinking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.engine.asks import AnyAsk, Json, Random
from app.engine.domains import Option
from app.engine.formations import Step
from app.engine.geometry import Point, towards
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.thoughts import (
    Ideas,
    Quick,
    apart,
    below,
    by_turns,
    ideas_of,
    is_open,
    pick,
    quick_of,
    silent,
)
from app.engine.trig import bearing
from app.systems.daimyo.ideas.ahead.clashes import gap, reach_of
from app.systems.daimyo.ideas.ahead.crossings import files_over, is_to_cross
from app.systems.daimyo.ideas.line import next_unit
from app.systems.daimyo.ideas.proposals import PARTS, ahead, aimed
from app.systems.daimyo.ideas.worth import menace, shots, stake, ways_to
from app.systems.daimyo.measure import contacts, zone
from app.systems.daimyo.moving.costs import allowance
from app.systems.daimyo.state import Leader, State, Unit

DONE = "done"
QUIET = ("clan.choose", "move.unit", "rally.unit", "fire.unit", "melee.group", "reform.unit", "end.leader",
         "start.first", "deploy.unit", "enter.unit", "card.put-back")  # fmt: skip
AT_ONCE = ("clan.choose", "fire.unit", "fire.defend", "melee.group", "melee.foe", "morale.flank", "deploy.unit",
           "terrain.piece", "terrain.shift", "start.first", "card.put-back")  # fmt: skip
TARGETS, AIMS, ABOUT, BEHIND = 2, 2, 18_000, 9_000


# -- the orders of a clan -----------------------------------------------------------------


def orders(state: State, question: AnyAsk, _: Random) -> Iterator[Json]:
    """To be done; then for every unit and leader in turn its best order, then its second best, and so on."""
    menu: Any = question.domain
    open_ = [id for id in menu.options if id != DONE and menu.options[id].no is None]
    units = sorted((id for id in open_ if id in state.units), key=lambda id: -eagerness(state, state.units[id]))
    rows = [unit_ideas(state, state.units[id], menu.options[id]) for id in units]
    rows += [leader_ideas(state, state.leaders[id], menu.options[id]) for id in open_ if id in state.leaders]
    yield DONE
    yield from by_turns(rows)


def eagerness(state: State, unit: Unit) -> float:
    """How much a unit may do about now: who has most to do goes first."""
    foes = tuple(state.enemies_of(unit.seat))
    return max((menace(state, unit, foe) + shots(state, unit, foe) - gap(unit, foe) / 1e6 for foe in foes), default=0.0)


def unit_ideas(state: State, unit: Unit, option: Option) -> Iterator[Json]:
    """What one unit might be told."""
    if option.then is None or contacts(state, unit):
        return
    menu: Any = option.then()
    for raw in order_ideas(state, unit, menu.options):
        yield pick(unit.id, raw)


def order_ideas(state: State, unit: Unit, options: Mapping[str, Option]) -> Iterator[Json]:
    """Charges that pay best first, then ways to where it wants to be, then buildings."""
    yield from charges(state, unit, options)
    if is_open(options, "exit"):
        yield "exit"
    if is_open(options, "move") and (then := options["move"].then):
        way: Any = then()
        yield from (pick("move", way.write(steps)) for steps in ways(state, unit, way))
    for key in ("enter", "leave"):
        if is_open(options, key) and (then := options[key].then):
            places: Any = then()
            yield from (pick(key, places.write(answer)) for answer in places.some(1))


def charges(state: State, unit: Unit, options: Mapping[str, Option]) -> Iterator[Json]:
    """Charges at those it beats, the best first."""
    near = [foe for foe in state.enemies_of(unit.seat) if gap(unit, foe) <= 2 * reach_of(state, unit)]
    if not near or not is_open(options, "charge") or not (then := options["charge"].then):
        return
    targets: Any = then()
    foes = sorted((foe.id for foe in near if is_open(targets.options, foe.id)),
                  key=lambda id: -menace(state, unit, state.units[id]))  # fmt: skip
    for id in foes[:TARGETS]:
        yield from (pick("charge", pick(id, raw)) for raw in below(targets.options[id], 1))


def ways(state: State, unit: Unit, way: Manoeuvre) -> Iterator[Steps]:
    """Manoeuvres that are worth a look: towards its goal and its enemies, about, and back."""
    if unit.kind == "gun":
        near = min(state.enemies_of(unit.seat), key=lambda foe: gap(unit, foe), default=None)
        if near is not None and zone(unit, near.at) != "front":
            yield (Step("face", bearing(near.at.x - unit.at.x, near.at.y - unit.at.y)),)
        return
    if is_to_cross(state, unit) and files_over(unit) < unit.files:
        yield (Step("files", files_over(unit)),)
    for at in aims(state, unit):
        yield from towards_it(state, unit, at)
    near = min(state.enemies_of(unit.seat), key=lambda foe: gap(unit, foe), default=None)
    if near is not None and gap(unit, near) < 3 * reach_of(state, unit):
        yield (Step("back", way.allowance // 3),)
        yield from ((Step("files", n),) for n in {-(-unit.stands // 2), unit.stands} - {unit.files})


def towards_it(state: State, unit: Unit, at: Point) -> Iterator[Steps]:
    """To wheel and go on, or to turn first towards what is behind or beside."""
    off = (bearing(at.x - unit.at.x, at.y - unit.at.y) - unit.facing + ABOUT) % (2 * ABOUT) - ABOUT
    if abs(off) > 6_000:
        turn = Step("turn", ABOUT if abs(off) > 13_500 else BEHIND if off > 0 else -BEHIND)
        yield from ((turn, Step("forward", allowance(state, unit) // part)) for part in (2, PARTS))
        yield (turn,)
    wheel = aimed(unit, at)
    for part in (PARTS, PARTS // 2):
        steps = ahead(state, unit, wheel, part)
        if steps:
            yield steps
    if wheel:
        yield ahead(state, unit, 0, PARTS)


def aims(state: State, unit: Unit) -> Iterator[Point]:
    """Where a unit might want to go: its goal, those it may hurt most, those nearest."""
    foes = [foe for foe in state.enemies_of(unit.seat) if not foe.routing] or list(state.enemies_of(unit.seat))
    yield from (way[0] for way in sorted(ways_to(state, unit), key=lambda way: apart(way[0], unit.at))[:1])
    near = sorted(foes, key=lambda foe: gap(unit, foe))
    best = sorted(foes, key=lambda foe: -menace(state, unit, foe))
    for foe in dict.fromkeys(f.id for f in (*near[:1], *best[:1], *near[1:AIMS])):
        yield state.units[foe].formation.centre


# -- leaders -------------------------------------------------------------------------------


def leader_ideas(state: State, leader: Leader, option: Option) -> Iterator[Json]:
    """To keep with the middle of those he leads, or to join one of them."""
    if option.then is None:
        return
    menu: Any = option.then()
    mine = [u for u in state.fielded(leader.seat) if u.clan == leader.clan and u.troops and not u.routing]
    if is_open(menu.options, "sit"):
        yield pick(leader.id, "sit")
    if mine and is_open(menu.options, "go") and (then := menu.options["go"].then):
        walk: Any = then()
        at = middle(mine)
        for share in (1, 2, 4):
            to = towards(leader.at, at, int(min(walk.allowance, apart(leader.at, at))) // share)
            if to != leader.at:
                yield pick(leader.id, pick("go", walk.write((leader.at, to))))
    if is_open(menu.options, "attach"):
        yield from (pick(leader.id, pick("attach", raw)) for raw in below(menu.options["attach"], AIMS))


def middle(units: list[Unit]) -> Point:
    """The middle of some units."""
    return Point(sum(u.at.x for u in units) // len(units), sum(u.at.y for u in units) // len(units))


def leaders_after(state: State, question: AnyAsk, _: Random) -> Iterator[Json]:
    """Where the leaders go that were not active."""
    menu: Any = question.domain
    yield DONE
    able = [id for id in menu.options if id in state.leaders and menu.options[id].no is None]
    yield from by_turns(leader_ideas(state, state.leaders[id], menu.options[id]) for id in able)


# -- other questions ------------------------------------------------------------------------


def facings(state: State, question: AnyAsk, _: Random) -> Iterator[Json]:
    """How a unit stands that is in order again: as it does, or with its front to the nearest enemy."""
    yield "keep"
    unit, menu = state.units[str(question.facts["unit"])], question.domain
    near = min(state.enemies_of(unit.seat), key=lambda foe: gap(unit, foe), default=None)
    if near is not None:
        yield pick("reform", [["face", bearing(near.at.x - unit.at.x, near.at.y - unit.at.y)]])
    yield from (menu.write(answer) for answer in menu.some(4))


def ralliers(_: State, question: AnyAsk, __: Random) -> Iterator[Json]:
    """To let each of them try, or nobody."""
    menu: Any = question.domain
    yield from (key for key in menu.options if menu.options[key].no is None)


def entries(_: State, question: AnyAsk, __: Random) -> Iterator[Json]:
    """The units come on one by one."""
    yield from (question.domain.write(answer) for answer in question.domain.some(4))


IDEAS: dict[str, Ideas] = {
    "move.unit": orders, "end.leader": leaders_after, "reform.unit": facings, "rally.unit": ralliers,
    "enter.unit": entries,
}  # fmt: skip
ideas = ideas_of(IDEAS)
"""What a sensible player thinks of first."""


# -- without thinking -----------------------------------------------------------------------


def quick_clan(state: State, question: AnyAsk, _: Random) -> Json:
    """The clan that may do or lose most about now; it means to move where it has to say so."""
    menu: Any = question.domain
    open_ = [key for key in menu.options if key != "decline" and menu.options[key].no is None]

    def stakes(key: str) -> float:
        clan = key if key in state.clans else ""
        mine = tuple(state.units_of(clan, question.seat))
        fights = sum(stake(state, u) for u in mine if contacts(state, u))
        return fights + sum(eagerness(state, u) for u in mine if not u.routing)

    best = max(open_, key=lambda key: (stakes(key), key))
    then = menu.options[best].then
    return pick(best, "move") if then is not None else pick(best)


def quick_fire(_: State, question: AnyAsk, __: Random) -> Json:
    """The first unit that may fires at the nearest."""
    menu: Any = question.domain
    id = next((key for key in menu.options if key != DONE and menu.options[key].no is None), None)
    return DONE if id is None else pick(id, below(menu.options[id], 1)[0])


def quick_setup(state: State, question: AnyAsk, _: Random) -> Json:
    """The next unit on good ground beside its clan."""
    placed = next_unit(state, question.seat)
    return question.domain.write(question.default if placed is None else placed)


def quick_rally(state: State, question: AnyAsk, rng: Random) -> Json:
    """Whoever may try does."""
    return next(iter(ralliers(state, question, rng)))


def quick_after(_: State, question: AnyAsk, __: Random) -> Json:
    """To go after those who run, where that may be."""
    domain: Any = question.domain
    return next((key for key in ("pursue", "follow", "advance") if key in domain.open()), domain.open()[0])


def quick_entry(_: State, question: AnyAsk, __: Random) -> Json:
    """The first way on."""
    return next((question.domain.write(answer) for answer in question.domain.some(1)), DONE)


def first_player(state: State, question: AnyAsk, _: Random) -> Json:
    """To try first who has enemies within reach, else to see what the enemy does."""
    near = any(gap(u, foe) <= 2 * reach_of(state, u) for u in state.fielded(question.seat) if u.troops
               for foe in state.enemies_of(question.seat))  # fmt: skip
    return "first" if near else "second"


QUICK: dict[str, Quick] = {
    "clan.choose": quick_clan, "fire.unit": quick_fire, "deploy.unit": quick_setup, "rally.unit": quick_rally,
    "melee.after": quick_after, "rout.after": quick_after, "enter.unit": quick_entry, "start.first": first_player,
    **dict.fromkeys(("fire.defend", "melee.group", "melee.foe", "morale.flank", "terrain.piece", "terrain.shift",
                     "card.put-back", "move.unit", "charge.answer", "reform.unit", "end.leader"), silent),
}  # fmt: skip
quick = quick_of(QUICK)
"""What is answered at once."""
