"""What a sensible player thinks of first at every question, and what he answers without thinking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.engine.asks import AnyAsk, Domain, Json, Random
from app.engine.domains import Menu, Option, Walk
from app.engine.geometry import INCH, Point, rotate, towards
from app.engine.judgement import drawn, offered
from app.engine.paths import Path, clip
from app.engine.thoughts import (
    Ideas,
    Quick,
    apart,
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
from app.systems.ronin.ground.terrain import kind_of
from app.systems.ronin.ideas.proposals import middle, stopped
from app.systems.ronin.ideas.worth import left, value, way_to_goal
from app.systems.ronin.measure import engaged_with, is_engaged
from app.systems.ronin.moving.withdraw import refuse_free_attack
from app.systems.ronin.shooting.rules import missiles_of
from app.systems.ronin.state import Model, ModelId, State

WALKS = {"move": "normal", "run": "run", "gallop": "gallop", "ride-by": "ride-by", "withdraw": "withdraw"}
BENDS = (0, 2500, -2500, 5000, -5000)
"""Directions that are tried where the straight way is barred, in 1/100 degree."""
QUIET = ("activate.move", "activate.action", "combat.choose", "setup.deploy", "setup.terrain", "setup.edge",
         "setup.enemy-edge", "setup.role", "setup.goal")  # fmt: skip
SPOTS, TARGETS, SPLITS = 24, 3, 12
BARE = ("weaponless", "improvised")


# -- the Move and Action Phases --------------------------------------------------------


def activations(state: State, question: AnyAsk, _: Random) -> Iterator[Json]:
    """For every model in turn its best order, then its second best, and so on."""
    menu: Any = question.domain
    yield from by_turns(model_ideas(state, state.model(id), menu.options[id]) for id in menu.options)


def model_ideas(state: State, me: Model, option: Option) -> Iterator[Json]:
    """What one model might do."""
    if option.no is not None or option.then is None:
        return
    orders: Any = option.then()
    for raw in order_ideas(state, me, orders.options):
        yield pick(me.id, raw)


def order_ideas(state: State, me: Model, options: Mapping[str, Option]) -> Iterator[Json]:
    """The orders a model might be given."""
    for key in ("pick-up", "take-over", "flee", "head", "loot", "reload"):
        if is_open(options, key):
            yield from (pick(key, raw) for raw in below(options[key], 2))
    if is_open(options, "shoot") and (aiming := options["shoot"].then):
        yield from (pick("shoot", raw) for raw in shots(state, me, aiming()))
    if is_engaged(state, me) and "hold" in options:
        yield "hold"
    yield from walks(state, me, options)
    for key in ("mount", "rest", "hold"):
        if is_open(options, key):
            yield from (pick(key, raw) for raw in below(options[key], 1))


def shots(state: State, me: Model, aims: Domain[Any]) -> Iterator[Json]:
    """The best targets: near, dear and hurt."""
    domain: Any = aims
    if isinstance(domain, Menu):
        for key in domain.open():
            if then := domain.options[key].then:
                yield from (pick(key, raw) for raw in shots(state, me, then()))
        return
    foes = [state.model(id) for id in domain.open()]
    foes.sort(key=lambda foe: (apart(me.at, foe.at) / (6 * INCH) - value(foe) * (1.5 - left(foe)), foe.id))
    yield from (foe.id for foe in foes[:TARGETS])


def walks(state: State, me: Model, options: Mapping[str, Option]) -> Iterator[Json]:
    """Ways to where a model might want to be."""
    if not me.on_table:
        for key in ("enter", "enter-run", "enter-gallop"):
            if is_open(options, key):
                yield from (pick(key, raw) for raw in below(options[key], 1))
        return
    for key, aim in aims(state, me):
        option = options.get(key)
        if option is None or option.then is None:
            continue
        domain = option.then()
        if isinstance(domain, Walk) and (path := way(state, me, domain, WALKS[key], aim)):
            yield pick(key, domain.write(path))


def aims(state: State, me: Model) -> Iterator[tuple[str, Point]]:
    """Where to, and how."""
    fast = "gallop" if me.mounted else "run"
    foes = sorted(state.foes_of(me), key=lambda foe: (apart(me.at, foe.at), foe.id))
    if held := engaged_with(state, me):
        yield "withdraw", towards(me.at, held[0].at, -2 * INCH) if me.at != held[0].at else me.at
        return
    stops = way_to_goal(state, me)
    for key in ("move", fast):
        yield from ((key, stop) for stop in stops[:1])
    yield from (("move", foe.at) for foe in foes[:2])
    if foes:
        yield fast, foes[0].at
        yield from (
            (key, towards(me.at, foes[0].at, -12 * INCH)) for key in (("move",) if missiles_of(me) else (fast,))
        )
    cover = sorted((middle(p.outline) for p in state.table.pieces if kind_of(p).cover != "none"),
                   key=lambda at: apart(me.at, at))  # fmt: skip
    yield from (("move", at) for at in cover[:1])
    yield from (("ride-by", foe.at) for foe in foes[:1] if me.mounted)


def way(state: State, me: Model, domain: Walk, how: str, aim: Point) -> Path:
    """The legal way that leads nearest to a place, straight or with the direction turned a little; none if there is
    none."""
    if aim == me.at:
        return ()
    best: tuple[float, Path] | None = None
    for bend in BENDS:
        to = rotate(aim, bend, me.at) if bend else aim
        path = stopped(state, me, how, clip((me.at, to), domain.allowance))
        path = path if domain.test(path) is None else clip(path, domain.allowance // 2)
        if len(path) > 1 and path[0] != path[-1] and domain.test(path) is None:
            far = apart(path[-1], aim)
            if best is None or far < best[0]:
                best = (far, path)
            if not bend:
                break
    return best[1] if best else ()


# -- combat ------------------------------------------------------------------------------


def weapons(_: State, question: AnyAsk, __: Random) -> Iterable[Json]:
    """The weapons that are any good."""
    domain: Any = question.domain
    return [key for key in domain.open() if key not in BARE] or list(domain.open())


def is_unwise(state: State, raw: Json) -> bool:
    """Whether an answer is to fight Weaponless, as nobody does who has anything to fight with, or to step away under a
    blow."""
    match raw:
        case {"pick": str(id), "then": {"pick": "withdraw"}}:
            return id in state.models and is_struck(state, state.model(ModelId(id)))
    return bool(raw == BARE[0])


def is_struck(state: State, me: Model) -> bool:
    """Whether a model that steps away suffers a blow for nothing; it is worth one to whom the others protect, or who
    carries what is fought for."""
    dear = me.civilian or bool(me.objects)
    return not dear and any(refuse_free_attack(state, foe, me) is None for foe in engaged_with(state, me))


def splits(_: State, question: AnyAsk, __: Random) -> Iterable[Json]:
    """Every split, the even ones first."""
    domain: Any = question.domain
    return sorted(domain.every(), key=unevenness)[:SPLITS]


def unevenness(split: dict[str, int]) -> float:
    """How far a split is from even, one more for the attack before one more for the defence."""
    return abs(split.get("attack", 0) - split.get("defence", 0) - 0.5)


def goes(_: State, question: AnyAsk, __: Random) -> Iterable[Json]:
    """Blows before a pass."""
    found = [question.domain.write(answer) for answer in question.domain.some(SPLITS)]
    return sorted(found, key=lambda raw: raw == "pass")


def places(state: State, question: AnyAsk, rng: Random) -> Iterable[Json]:
    """Many answers, drawn: places to stand, and pieces to lay."""
    yield from offered(state, question, rng)
    for _ in range(SPOTS):
        yield drawn(state, question, rng)


def answers_to_step_away(state: State, question: AnyAsk, rng: Random) -> Iterable[Json]:
    """To strike at whoever steps away costs nothing."""
    found = list(offered(state, question, rng))
    return sorted(found, key=lambda raw: ("free-attack", "follow").index(raw) if raw != "nothing" else 2)


IDEAS: dict[str, Ideas] = {
    "activate.move": activations, "activate.action": activations, "combat.weapon": weapons, "combat.split": splits,
    "combat.go": goes, "setup.deploy": places, "withdraw.answer": answers_to_step_away,
}  # fmt: skip
ideas = ideas_of(IDEAS)
"""What a sensible player thinks of first."""


# -- without thinking ------------------------------------------------------------------------


def quick_split(_: State, question: AnyAsk, rng: Random) -> Json:
    """About half of each."""
    domain: Any = question.domain
    legal = [row for row in sorted(domain.every(), key=unevenness) if domain.refuse(row) is None]
    return legal[rng.randrange(0, min(3, len(legal)))]


def quick_go(state: State, question: AnyAsk, _: Random) -> Json:
    """At the weakest it touches."""
    blows = [answer for answer in question.domain.some(SPLITS) if answer.key == "attack"]
    best = min(blows, key=lambda answer: left(state.model(answer.then)), default=question.default)
    return question.domain.write(best)


QUICK: dict[str, Quick] = {
    "combat.split": quick_split, "combat.go": quick_go, "combat.enhance-attack": mostly_yes,
    "combat.enhance-defence": mostly_yes, "combat.weapon": first_of(weapons), "combat.commit": silent,
    "withdraw.answer": first_of(answers_to_step_away), "combat.lose": silent,
}  # fmt: skip
quick = quick_of(QUICK)
"""What is answered at once."""
