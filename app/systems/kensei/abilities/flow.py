"""An Action Ability from its Ki roll to its effect (KEN-ABI-03 to KEN-ABI-05, sections 4.7 and 4.8)."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.refusals import Clause
from app.systems.kensei.abilities.effects import timed
from app.systems.kensei.abilities.events import AbilityFailed, AbilityTried, EffectsLaid, Spied
from app.systems.kensei.abilities.rules import has_rule, missed, near_enemies
from app.systems.kensei.armies.lists import ABILITIES, Ability
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.combat.blows.dice import total_dice
from app.systems.kensei.combat.blows.strike import strike
from app.systems.kensei.combat.events import HiddenRevealed
from app.systems.kensei.magic.effects.lasting import magic_dice, resist, wins, wound
from app.systems.kensei.magic.effects.lightning import ride
from app.systems.kensei.magic.effects.restoring import call_up
from app.systems.kensei.orders.spending import begin
from app.systems.kensei.shooting.flow import load, volley
from app.systems.kensei.state import State
from app.systems.kensei.stats.rerolls import ki_test
from app.systems.kensei.warnings.watch import watch

KI, SEEN = c("KEN-ABI-05"), c("KEN-ARM-23")
IMMEDIATE = ("shot", "alternated_shot", "spying", "ride_the_lightning", "wound", "chase_up_to_hell",
             "call_of_the_grave")  # fmt: skip
"""Rules that are carried out at once and do not come to hold."""


async def use(game: Game[State], unit_id: str, number: int) -> None:
    """A declared ability has been tried; its AP are spent whether or not it works (KEN-ABI-04)."""
    order = game.state.units[unit_id].orders[number]
    ability = ABILITIES[order.key]
    if not begin(game, unit_id, number):
        return
    unit = game.state.units[unit_id]
    if unit.concealed:
        game.emit(HiddenRevealed(clause=SEEN, unit=unit_id))
    game.emit(AbilityTried(clause=KI, unit=unit.id, ability=order.key, target=order.target))
    if ability.needs_ki and not await ki_test(game, unit_id, "ability", KI):
        return
    if why := missed(game.state, game.state.units[unit_id], order, ability):
        game.emit(AbilityFailed(clause=Clause(ability.clause), unit=unit.id, ability=order.key, why=why,
                                target=order.target))  # fmt: skip
        return
    await work(game, unit_id, order, ability)


async def work(game: Game[State], unit_id: str, order: Order, ability: Ability) -> None:
    """The ability works: what is done at once, what tries the will of enemies, what comes to hold."""
    for rule, flow in AT_ONCE.items():
        if has_rule(ability, rule):
            await flow(game, unit_id, order, ability)
    if ability.opposed:
        await contest(game, unit_id, order, ability)
    elif ability.turns:
        lay(game, unit_id, order.key, ability, (game.state.units[unit_id],))


def lay(game: Game[State], by: str, key: str, ability: Ability, on: tuple[Unit, ...]) -> None:
    """The effects of an ability hold on some units (KEN-ABI-16)."""
    clause, until = Clause(ability.clause), game.state.turn + ability.turns
    effects = tuple(one for one in ability.effect if one.rule not in IMMEDIATE)
    laid = tuple((unit.id, timed(key, effects, unit, clause, until=until, by=by)) for unit in on)
    if effects and laid:
        game.emit(EffectsLaid(clause=clause, key=key, laid=laid, by=by))


async def contest(game: Game[State], unit_id: str, order: Order, ability: Ability) -> None:
    """Ki against Ki: against the unit named, or against each enemy near by (KEN-SPI-26)."""
    clause = Clause(ability.clause)
    if ability.magic_dice:
        if await wins(game, unit_id, order.target, "will", clause):
            await magic_dice(game, unit_id, order.target, ability.magic_dice, order.key)
        return
    for foe in near_enemies(game.state, game.state.units[unit_id], ability):
        if await wins(game, unit_id, foe.id, "will", clause):
            lay(game, unit_id, order.key, ability, (game.state.units[foe.id],))


# -- what is done at once -------------------------------------------------------------


async def shoot(game: Game[State], unit_id: str, order: Order, ability: Ability) -> None:
    """A shot, with the Attack the ability gives it."""
    if not await may_fire(game, unit_id, order, ability):
        return
    attack = next((one.to_value for one in ability.effect if one.stat == "attack"), None)
    await volley(game, unit_id, order.target, attack=attack)


async def may_fire(game: Game[State], unit_id: str, order: Order, ability: Ability) -> bool:
    """Whether an enemy who waits for a shot lets it be fired (KEN-WRN-15, KEN-WRN-18)."""
    if not await watch(game, "shoots", unit_id, order.target):
        return False
    return not missed(game.state, game.state.units[unit_id], order, ability)


async def alternate(game: Game[State], unit_id: str, order: Order, ability: Ability) -> None:
    """Half the models, rounded down, those that are loaded first, have fired; the others load (KEN-STA-34)."""
    if not await may_fire(game, unit_id, order, ability):
        return
    models = game.state.units[unit_id].models
    ready = sorted(range(len(models)), key=lambda n: (not models[n].loaded or models[n].wet, n))
    half = tuple(sorted(ready[: len(models) // 2]))
    await volley(game, unit_id, order.target, models=half)
    left = game.state.units[unit_id]
    others = tuple(n for n in range(len(models)) if n not in half)
    if left.on_table and not left.fleeing and len(left.models) == len(models) and others:
        load(game, unit_id, others)


async def spy(game: Game[State], unit_id: str, order: Order, ability: Ability) -> None:
    """All that the unit contains is known."""
    state = game.state
    target = state.units[order.target]
    found = tuple(one.id for one in (target, *state.inside(target.id)) if one.concealed)
    game.emit(Spied(clause=Clause(ability.clause), unit=state.units[unit_id].id, target=target.id, found=found))


async def torment(game: Game[State], unit_id: str, order: Order, ability: Ability) -> None:
    """One roll to resist for each of its models, a Wound for each failure (KEN-SPI-25)."""
    number = len(game.state.units[unit_id].models)
    failed = await resist(game, unit_id, order.target, number, ability.number, order.key)
    await wound(game, unit_id, order.target, failed)


async def hunt(game: Game[State], unit_id: str, order: Order, ability: Ability) -> None:
    """Those who flee have been struck at twice; the hunters are back where they were."""
    attacks = next(one.attacks for one in ability.effect if one.attacks)
    for _ in range(attacks):
        state = game.state
        if state.units[order.target].on_table:
            dice = total_dice(state, state.units[unit_id], free=True)
            await strike(game, unit_id, order.target, dice, free=True)


async def bear_away(game: Game[State], unit_id: str, _: Order, __: Ability) -> None:
    """They are gone in a flash."""
    await ride(game, unit_id)


async def raise_dead(game: Game[State], unit_id: str, order: Order, _: Ability) -> None:
    """Some of the fallen stand again."""
    await call_up(game, unit_id, order.target)


AT_ONCE = {
    "shot": shoot, "alternated_shot": alternate, "spying": spy, "wound": torment, "chase_up_to_hell": hunt,
    "ride_the_lightning": bear_away, "call_of_the_grave": raise_dead,
}  # fmt: skip
