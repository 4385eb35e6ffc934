"""What a sensible player orders beside what all may do: Taisho abilities, Strategic and Warning Orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.engine.asks import AnyAsk, Json, Random
from app.engine.geometry import CM
from app.engine.thoughts import below, is_open, pick
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.book import table
from app.systems.kensei.charging.rules import dice_of
from app.systems.kensei.ideas.clashes import SURE, blow, exchange, gap, volley
from app.systems.kensei.ideas.proposals import plain_warning
from app.systems.kensei.ideas.worth import gain, keep, life, stake
from app.systems.kensei.state import State

DONE = "done"
EASE = table("worth")["ease"]
"""How easily each victory condition is met."""
NEAR, TELLS, RASH = 40_000, 0.5, 2.0
"""How far off an enemy is reckoned with; what a Strategic Order must bring at least; how much more his life counts
who fights a duel while his units win."""


def quick_proposal(_: State, question: AnyAsk, __: Random) -> Json:
    """The three victory conditions that are met most easily (KEN-SCN-01)."""
    menu: Any = question.domain
    return max(menu.open(), key=lambda key: sum(EASE[one] for one in key.split("+")))


def quick_pick(_: State, question: AnyAsk, __: Random) -> Json:
    """For the enemy the condition that is hardest to meet."""
    menu: Any = question.domain
    return min(menu.open(), key=lambda key: EASE[key])


def quick_command(_: State, question: AnyAsk, __: Random) -> Json:
    """The first that is open."""
    menu: Any = question.domain
    id = next((key for key in menu.options if key != DONE and menu.options[key].no is None), DONE)
    then = below(menu.options[id], 1) if id != DONE else [None]
    return pick(id, then[0]) if then else DONE


def quick_taisho(state: State, question: AnyAsk, rng: Random) -> Json:
    """The first of his abilities that is open, once enemies are near."""
    mine, foes = tuple(state.fielded(question.seat)), tuple(state.enemies_of(question.seat))
    near = any(gap(state, one, foe) <= NEAR for one in mine for foe in foes)
    return quick_command(state, question, rng) if near else DONE


def quick_strategic(state: State, question: AnyAsk, _: Random) -> Json:
    """The Strategic Order that may be expected to bring most."""
    brings, id, order, target = max(strategics(state, question.domain), default=(0.0, "", "", ""))
    return pick(id, pick(order, target)) if brings >= TELLS else DONE


def strategics(state: State, menu: Any) -> Iterator[tuple[float, str, str, str]]:  # noqa: ANN401 - a menu of units
    """What each Strategic Order that may be given may be expected to bring, and to whom it is given, what, against
    whom."""
    for id in menu.options:
        if id == DONE or not is_open(menu.options, id):
            continue
        for order, option in menu.options[id].then().options.items():
            for target in option.then().open() if option.no is None else ():
                yield tells(state, state.units[id], order, state.units[target]), id, order, target


def tells(state: State, unit: Unit, order: str, foe: Unit) -> float:
    """What a shot at an enemy may be expected to bring, or a Charge that may well reach him."""
    far = gap(state, unit, foe)
    if order == "shoot":
        return volley(state, unit, foe, far) * stake(state, foe)
    return gain(state, unit, foe) if far <= unit.movement + SURE * dice_of(unit) * CM else 0.0


def quick_warning(state: State, question: AnyAsk, _: Random) -> Json:
    """Who has an enemy near, but not near enough yet, is to shoot or charge as soon as he comes."""
    menu: Any = question.domain
    for id in menu.options:
        raw = warning_for(state, state.units[id]) if id != DONE and is_open(menu.options, id) else None
        form = menu.options[id].then() if raw and menu.options[id].then else None
        if form is not None and form.refuse(form.read(raw)) is None:
            return pick(id, raw)
    return DONE


def warning_for(state: State, unit: Unit) -> Json:
    """The Warning Order a unit has use for; nothing where there is none."""
    shoots = bool(unit.ranged) and any(model.loaded for model in unit.models)
    reach = keep(unit) if shoots else float(SURE * dice_of(unit) * CM)
    foes = [foe for foe in state.enemies_of(unit.seat) if shoots or gain(state, unit, foe) > 0]
    near = min((gap(state, unit, foe) for foe in foes), default=0.0)
    if not unit.ranked or not reach < near <= reach + NEAR:
        return None
    if shoots:
        return plain_warning("enemy_within", "shoot", int(reach) // CM)
    return plain_warning("enemy_in_reach", "charge", int(reach) // CM)


def quick_opportunity(_: State, question: AnyAsk, __: Random) -> Json:
    """What was ordered is done, where it may be."""
    menu: Any = question.domain
    return next((key for key in menu.options if key != "pass" and is_open(menu.options, key)), "pass")


# -- challenges ------------------------------------------------------------------------------


def quick_challenge(state: State, question: AnyAsk, _: Random) -> Json:
    """The duel that may be expected to bring most, if that is anything."""
    rows = [(brings, id, foe) for id, foe in calls(question.domain) if (brings := duel(state, id, foe)) > 0]
    return pick(*max(rows)[1:]) if rows else "none"


def quick_reply(state: State, question: AnyAsk, _: Random) -> Json:
    """To fight who may be expected to lose, or to challenge another, or else nobody, whatever that costs
    (KEN-CNF-18)."""
    menu: Any = question.domain
    mine, foe = str(question.facts["unit"]), str(question.facts["target"])
    rows = [(duel(state, mine, foe), "", "")]
    if is_open(menu.options, "counter") and (then := menu.options["counter"].then):
        rows += [(duel(state, id, other), id, other) for id, other in calls(then())]
    brings, id, other = max(rows)
    if brings <= 0 and is_open(menu.options, "go-on"):
        return "go-on"
    return pick("counter", pick(id, other)) if id else "accept"


def calls(menu: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - a menu of champions
    """Who may challenge whom."""
    for id, option in menu.options.items():
        if option.no is None and option.then is not None:
            yield from ((id, str(other)) for other in option.then().open())


def duel(state: State, id: str, other: str) -> float:
    """What a duel to the end may be expected to bring: who fells the other is the likelier the sooner he would; whose
    units win without it has the more to lose by it."""
    one, foe = state.units[UnitId(id)], state.units[UnitId(other)]
    mine, theirs = pace(state, one, foe), pace(state, foe, one)
    likely = mine / (mine + theirs)
    dear = RASH if fight(state, state.body(one), state.body(foe)) > 0 else 1.0
    return likely * life(state, foe) - (1 - likely) * life(state, one) * dear


def fight(state: State, unit: Unit, foe: Unit) -> float:
    """What the next round may bring where two units fight."""
    gained, lost = exchange(state, unit, foe, charges=False)
    return gained * stake(state, foe) - lost * stake(state, unit)


def pace(state: State, one: Unit, foe: Unit) -> float:
    """What part of another a duellist takes in a round: as he loses Wounds he strikes less."""
    return (max(1, one.wounds_left) * blow(state, one, foe, charges=False) / max(1, foe.wounds_left)) ** 2
