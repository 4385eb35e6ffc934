"""What a sensible player thinks of first at every question, and what he answers without thinking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.engine.asks import AnyAsk, Json, Random
from app.engine.domains import Option
from app.engine.geometry import CM, Point, box, distance2, towards
from app.engine.groups import Paths
from app.engine.judgement import drawn, offered
from app.engine.thoughts import (
    Ideas,
    Quick,
    below,
    by_turns,
    first_of,
    ideas_of,
    is_open,
    mostly_yes,
    pick,
    quick_of,
    silent,
)
from app.systems.celtos.ideas.clashes import gap
from app.systems.celtos.ideas.places import middle, shoots, stops
from app.systems.celtos.ideas.proposals import FAR, PARTS, shifted
from app.systems.celtos.ideas.worth import gain, menace
from app.systems.celtos.moving.rules import allowance, errand_of
from app.systems.celtos.moving.scene import Scene, scene
from app.systems.celtos.scenarios.figures import carries_captive, is_envoy
from app.systems.celtos.state import State, Unit, UnitId

QUIET = ("activation.unit", "initiative.first", "deploy.unit", "setup.layout", "setup.role", "setup.edge",
         "setup.granary")  # fmt: skip
AT_ONCE = ("hits.share", "blows.weapon", "blows.aim", "volley.weapon", "casualty.swap", "victory.dearest",
           "assault.moves", "assault.pile-in", "counter.moves", "setup.layout")  # fmt: skip
TARGETS, AIMS, PLACES, HURRIED = 2, 2, 6, 3
SHOT_AT = 28 * CM
"""From how far shooters like to shoot."""


# -- activations ------------------------------------------------------------------------


def activations(state: State, question: AnyAsk, _: Random) -> Iterator[Json]:
    """For every unit in turn its best order, then its second best, and so on."""
    menu: Any = question.domain
    units = sorted(menu.open(), key=lambda id: -eagerness(state, state.unit(id)))
    yield from by_turns(unit_ideas(state, state.unit(id), menu.options[id]) for id in units)


def eagerness(state: State, unit: Unit) -> float:
    """How much a unit may gain or lose about now: who has most to do goes first."""
    if not state.living(unit):
        return 0.0
    return max(
        (menace(state, unit, foe) + menace(state, foe, unit) / 2 for foe in state.enemies_of(unit.seat)), default=0.0
    )


def unit_ideas(state: State, unit: Unit, option: Option) -> Iterator[Json]:
    """What one unit might do."""
    if option.then is None:
        yield pick(unit.id)
        return
    orders: Any = option.then()
    yield from (pick(unit.id, raw) for raw in order_ideas(state, unit, orders.options))


def next_orders(state: State, question: AnyAsk, _: Random) -> Iterator[Json]:
    """The orders the active unit might be given after what it has done."""
    menu: Any = question.domain
    yield from order_ideas(state, state.unit(str(question.facts["unit"])), menu.options)


def order_ideas(state: State, unit: Unit, options: Mapping[str, Option]) -> Iterator[Json]:
    """The orders a unit might be given: assaults and shots first, then ways to where it wants to be, then to watch."""
    yield from assaults(state, unit, options)
    yield from shots(state, unit, options)
    yield from by_turns((moves(state, unit, options, "move"), moves(state, unit, options, "run")))
    if is_open(options, "reaction") and shoots(state, unit):
        yield "reaction"
    yield "end"


def assaults(state: State, unit: Unit, options: Mapping[str, Option]) -> Iterator[Json]:
    """Assaults, on whom it beats best first."""
    if not is_open(options, "assault"):
        return
    then = options["assault"].then
    if then is None:
        yield "assault"
        return
    domain: Any = then()
    foes = sorted(domain.open(), key=lambda id: -gain(state, unit, state.unit(id)))
    yield from (pick("assault", foe) for foe in foes[:TARGETS])


def shots(state: State, unit: Unit, options: Mapping[str, Option]) -> Iterator[Json]:
    """Shots, at those on whom they tell most first."""
    if is_open(options, "shoot") and (then := options["shoot"].then):
        domain: Any = then()
        foes = sorted(domain.open(), key=lambda id: -menace(state, unit, state.unit(id)))
        yield from (pick("shoot", foe) for foe in foes[:TARGETS])


def moves(state: State, unit: Unit, options: Mapping[str, Option], how: str) -> Iterator[Json]:
    """Moves of the whole unit to where it might want to be."""
    if not is_open(options, how):
        return
    if unit.waiting:
        yield from (pick(how, raw) for raw in below(options[how], 2))
        return
    for paths in ways(state, unit, how):
        if paths:
            yield pick(how, {id: [[p.x, p.y] for p in path] for id, path in paths.items()})


def ways(state: State, unit: Unit, how: str) -> Iterator[Paths]:
    """Legal shifts of a unit, those to its goal and its likeliest enemy first."""
    now, errand = scene(state, unit.id), errand_of(state, unit.id, how)
    most = min(allowance(state, m, errand) for m in now.mine)
    for at, keep in aims(state, now, how):
        aim = short_of(now, at, keep, most)
        if aim is not None:
            yield shifted(now, errand, aim, PARTS)


def short_of(now: Scene, at: Point, keep: int, most: int) -> Point | None:
    """Where the middle of a unit goes so that its nearest model comes so near to a place; nowhere if it is there."""
    near = min(now.mine, key=lambda m: distance2(m.at, at))
    here = now.mine[len(now.mine) // 2].at
    if near.at == at:
        return None
    end = towards(near.at, at, min(most, max(-most, dist(near.at, at) - keep)))
    shift = Point(end.x - near.at.x, end.y - near.at.y)
    return Point(here.x + shift.x, here.y + shift.y) if shift != (0, 0) else None


def dist(a: Point, b: Point) -> int:
    """How far two places are from each other."""
    return int(distance2(a, b) ** 0.5)


def aims(state: State, now: Scene, how: str) -> Iterator[tuple[Point, int]]:
    """Where a unit might want to go, and how near to that."""
    unit, here = now.unit, middle(state, now.unit)
    foes = sorted(state.enemies_of(unit.seat), key=lambda foe: -menace(state, unit, foe))
    near = sorted(foes, key=lambda foe: gap(state, unit, foe))
    for at in sorted(stops(state, unit), key=lambda at: distance2(at, here))[:AIMS]:
        yield wall(state, at, here), now.mine[0].radius
        if is_bearer(state, unit):
            yield from ((there, now.mine[0].radius) for there in aside(here, at))
    keep = SHOT_AT if shoots(state, unit) else 0
    for foe in dict.fromkeys(f.id for f in (*foes[:1], *near[:AIMS])):
        target = min(state.living(foe), key=lambda m: distance2(m.at, here))
        yield target.at, keep or now.mine[0].radius + target.radius + 3 * CM
    if near:
        worst = max(foes, key=lambda foe: menace(state, foe, unit))
        yield towards(here, middle(state, worst), -FAR), 0
        if how == "move":
            yield from ((at, 0) for at in beside(here, middle(state, near[0])))


def is_bearer(state: State, unit: Unit) -> bool:
    """Whether it has to get off the table for its side to win."""
    return is_envoy(unit) or carries_captive(state, unit)


def aside(here: Point, out: Point) -> Iterator[Point]:
    """Places to go for a way out round whoever stands before it: half to the left, half to the right."""
    x, y = out.x - here.x, out.y - here.y
    yield Point(out.x - y // 2, out.y + x // 2)
    yield Point(out.x + y // 2, out.y - x // 2)


def beside(here: Point, foe: Point) -> Iterator[Point]:
    """Places to the left and right of the way to an enemy."""
    x, y = foe.x - here.x, foe.y - here.y
    yield Point(here.x - y, here.y + x)
    yield Point(here.x + y, here.y - x)


def wall(state: State, at: Point, here: Point) -> Point:
    """The place itself, or of what is built there the nearest of its walls."""
    piece = next((p for p in state.table.pieces if p.id in {t.id for t in state.tokens if t.at == at}), None)
    if piece is None:
        return at
    around = box(piece.outline)
    return Point(min(around.east, max(around.west, here.x)), min(around.south, max(around.north, here.y)))


# -- other questions ---------------------------------------------------------------------


def deployments(state: State, question: AnyAsk, rng: Random) -> Iterator[Json]:
    """Places for a few of the units: those that are offered, and some that are drawn."""
    yield from offered(state, question, rng)
    for _ in range(PLACES):
        yield drawn(state, question, rng)


def answers_to_an_assault(_: State, question: AnyAsk, __: Random) -> Iterator[Json]:
    """To meet it, to stand, or to get away."""
    domain: Any = question.domain
    yield from (key for key in ("counter-charge", "none", "evade") if key in domain.open())


def acts(_: State, question: AnyAsk, __: Random) -> Iterator[Json]:
    """What a unit might do in reaction: to shoot, to assault, to get out of the way."""
    menu: Any = question.domain
    for key in ("shoot", "assault", "none"):
        if is_open(menu.options, key):
            yield key
    if is_open(menu.options, "move"):
        yield from (pick("move", raw) for raw in below(menu.options["move"], AIMS))


def uses(_: State, question: AnyAsk, __: Random) -> Iterable[Json]:
    """A unit with a marker before none."""
    domain: Any = question.domain
    return sorted(domain.open(), key=lambda key: key == "none")


def nearer(_: State, question: AnyAsk, __: Random) -> Iterator[Json]:
    """To go nearer, or to stay."""
    domain: Any = question.domain
    yield from (domain.write(paths) for paths in domain.certain())


IDEAS: dict[str, Ideas] = {
    "activation.unit": activations, "activation.order": next_orders, "deploy.unit": deployments,
    "response.assault": answers_to_an_assault, "reaction.act": acts, "reaction.use": uses,
    "approach.moves": nearer,
}  # fmt: skip
ideas = ideas_of(IDEAS)
"""What a sensible player thinks of first."""


# -- without thinking ---------------------------------------------------------------------


def quick_order(state: State, question: AnyAsk, _: Random) -> Json:
    """An Assault that pays, else a shot, else no more."""
    menu: Any = question.domain
    return at_hand(state, state.unit(str(question.facts["unit"])), menu.options) or "end"


def at_hand(state: State, unit: Unit, options: Mapping[str, Option]) -> Json:
    """An Assault that pays, or a shot; nothing where there is none."""
    for raw in assaults(state, unit, options):
        if raw == "assault" or gain(state, unit, state.unit(UnitId(raw["then"]))) > 0:
            return raw
    return next(shots(state, unit, options), None)


def quick_activation(state: State, question: AnyAsk, rng: Random) -> Json:
    """Of a few units one that may do something, else one goes for the enemy or its goal."""
    menu: Any = question.domain
    units = list(menu.open())
    units = [units[rng.randrange(0, len(units))] for _ in range(min(HURRIED, len(units)))]
    for id in units:
        then = menu.options[id].then
        raw = at_hand(state, state.unit(id), then().options) if then else None
        if raw is not None:
            return pick(id, raw)
    unit, then = state.unit(units[0]), menu.options[units[0]].then
    if then is None:
        return pick(unit.id)
    return pick(unit.id, next(moves(state, unit, then().options, "move"), "end"))


QUICK: dict[str, Quick] = {
    "activation.unit": quick_activation, "activation.order": quick_order, "reaction.use": first_of(uses),
    "reaction.act": first_of(acts), "response.return-fire": mostly_yes, "response.assault": silent,
    **dict.fromkeys((*AT_ONCE, "approach.moves", "evade.moves", "consolidation.moves"), silent),
}  # fmt: skip
quick = quick_of(QUICK)
"""What is answered at once."""
