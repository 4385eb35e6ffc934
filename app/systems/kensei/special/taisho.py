"""Taisho abilities: which may be used now, on whom (KEN-SPO-07 to KEN-SPO-12, sections 4.5 and 4.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.engine.domains import Option, Pick
from app.engine.events import Seat
from app.engine.refusals import Clause, Refusal, refuse
from app.systems.kensei.armies.lists import ABILITIES, Ability, line_of
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.measure import is_within
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.special.regroup import refuse_regroup
from app.systems.kensei.state import State

FREE, DEAD, FLEES, ONCE = c("KEN-SPO-07"), c("KEN-SPO-12"), c("KEN-RUN-25"), c("KEN-ARM-05")
ARMY = ("army", "none")


def known(state: State, seat: Seat) -> dict[str, Ability]:
    """The abilities of a side that are used in its Special Orders."""
    found = ((key, ABILITIES[key]) for key in state.side(seat).abilities if key in ABILITIES)
    return {key: one for key, one in found if one.moment == "taisho"}


def taisho_options(state: State, seat: Seat) -> dict[str, Option]:
    """The Taisho abilities of a side, each with its targets; closed options carry their refusals."""
    return {key: option(state, seat, key, ability) for key, ability in known(state, seat).items()}


def option(state: State, seat: Seat, key: str, ability: Ability) -> Option:
    """One ability."""
    then = None if ability.target in ARMY else partial(targets, state, seat, ability)
    return Option(lambda: refuse_ability(state, seat, key), then, "special.taisho.ability", {"key": key},
                  clause=Clause(ability.clause), told=line_of("abilities", key, ability.clause))  # fmt: skip


def refuse_ability(state: State, seat: Seat, key: str) -> Refusal | None:
    """Why an ability cannot be used: no living Taisho, one that runs, used up, nobody to use it on (KEN-SPO-12)."""
    ability, taisho = ABILITIES[key], state.taisho_of(seat)
    if taisho is None:
        return refuse("taisho.dead", DEAD, seat=seat)
    if state.body(taisho).fleeing:
        return refuse("orders.fleeing", FLEES, unit=taisho.id)
    if ability.once == "battle" and key in state.side(seat).spent:
        return refuse("taisho.spent", Clause(ability.clause), key=key)
    if ability.target in ARMY:
        return None
    found = targets(state, seat, ability)
    if found.any_open():
        return None
    return next(iter(found.options.values()), None) or refuse("taisho.nobody", FREE, key=key)


def targets(state: State, seat: Seat, ability: Ability) -> Pick:
    """Whom it may be used on; range counts when it is used."""
    found = {str(one.id): refuse_target(state, seat, ability, one) for one in candidates(state, seat, ability)}
    return Pick(found, {id: id for id in found})


def candidates(state: State, seat: Seat, ability: Ability) -> Iterator[Unit]:
    """The units an ability can be meant for, suitable or not, in list order."""
    friendly = ability.target in ("friend", "fleeing")
    for one in state.fielded():
        runs = ability.target != "fleeing" or one.fleeing
        if (one.seat == seat) == friendly and (friendly or not one.concealed) and runs:
            yield one


def refuse_target(state: State, seat: Seat, ability: Ability, one: Unit) -> Refusal | None:
    """Why an ability cannot be used on a unit, by what it is and what is seen of it."""
    clause = Clause(ability.clause)
    if ability.only and not one.has(ability.only):
        return refuse("ability.not-suited", clause, target=one.id, trait=ability.only)
    if ability.target == "fleeing":
        return refuse_regroup(one)
    if loses_warning(ability) and one.warning is None:
        return refuse("taisho.not-warned", clause, target=one.id)
    taisho = state.taisho_of(seat)
    if ability.sight and taisho is not None and not sees(state, taisho, one):
        return refuse("taisho.unseen", clause, target=one.id)
    return None


def loses_warning(ability: Ability) -> bool:
    """Whether it takes a Warning Order from an enemy."""
    return any(effect.rule == "lose_warning" for effect in ability.effect)


def reached(state: State, seat: Seat, ability: Ability, target: str) -> tuple[Unit, ...]:
    """The units on which an ability works, its range measured now; none if its target is out of it."""
    taisho = state.taisho_of(seat)
    if ability.target == "army":
        return tuple(state.fielded(seat))
    one = state.units.get(target)
    if taisho is None or one is None or not one.on_table:
        return ()
    return (one,) if not ability.range or is_within(state, taisho, one, ability.reach) else ()
