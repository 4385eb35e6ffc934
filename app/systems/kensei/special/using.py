"""The use of Taisho abilities: Command Points, the Ki roll of the Taisho, and what follows (KEN-SPO-07 to -12)."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.flow import Game
from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.systems.kensei.abilities.effects import timed
from app.systems.kensei.abilities.events import AbilityFailed, EffectsLaid
from app.systems.kensei.armies.lists import ABILITIES, Ability
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.special.events import ApGained, TaishoTried
from app.systems.kensei.special.regroup import regroup
from app.systems.kensei.special.taisho import loses_warning, reached, refuse_ability
from app.systems.kensei.special.taisho import taisho_options as taisho_options
from app.systems.kensei.state import State
from app.systems.kensei.stats.events import CommandSpent
from app.systems.kensei.stats.rerolls import ki_test
from app.systems.kensei.warnings.events import WarningLapsed
from app.systems.kensei.warnings.watch import watch

USED, SECOND, KI = c("KEN-SPO-07"), c("KEN-SPO-08"), c("KEN-SPO-09")
PRICE = table("special")["taisho"]
REGROUP = "regroup"
NOW = (REGROUP, "lose_warning")
"""Rules that are carried out at once and do not come to hold."""


async def use_taisho(game: Game[State], seat: Seat, key: str, target: str) -> None:
    """A Taisho ability has been tried: the second of a turn for 2 Command Points; if the Ki roll of the Taisho passed
    its effects hold, else the use is spent (KEN-SPO-08, KEN-SPO-09, KEN-SPO-11)."""
    state = game.state
    taisho, side, ability = state.taisho_of(seat), state.side(seat), ABILITIES[key]
    if taisho is None or refuse_ability(state, seat, key) is not None or side.abilities_used >= PRICE["most"]:
        return
    if side.abilities_used >= PRICE["free"]:
        if side.pool < PRICE["second"]:
            return
        game.emit(CommandSpent(clause=SECOND, seat=seat, points=PRICE["second"], why=key))
    game.emit(TaishoTried(clause=USED, seat=seat, unit=taisho.id, ability=key, target=target,
                          spent=ability.once == "battle"))  # fmt: skip
    if ability.needs_ki and not await ki_test(game, taisho.id, "taisho-ability", KI):
        return
    found = reached(game.state, seat, ability, target)
    if not found:
        why = "far" if target in game.state.units and game.state.units[target].on_table else "gone"
        game.emit(AbilityFailed(clause=Clause(ability.clause), unit=taisho.id, ability=key, why=why, target=target))
        return
    await work(game, taisho.id, key, ability, found)


async def work(game: Game[State], taisho: str, key: str, ability: Ability, on: tuple[Unit, ...]) -> None:
    """It works on these units."""
    clause = Clause(ability.clause)
    for unit in on:
        for effect in ability.effect:
            if effect.stat == "ap":
                change_ap(game, unit, effect.add, key, clause)
    if loses_warning(ability):
        for unit in on:
            game.emit(WarningLapsed(clause=clause, unit=unit.id))
    for effect in ability.effect:
        if effect.rule == REGROUP:
            await drum(game, on[0].id, Line(key, effect.add, clause))
    effects = tuple(effect for effect in ability.effect if effect.rule not in NOW)
    until = game.state.turn + ability.turns
    laid = tuple((unit.id, timed(key, effects, unit, clause, until=until, by=taisho)) for unit in on)
    if any(held for _, held in laid):
        game.emit(EffectsLaid(clause=clause, key=key, laid=laid, by=taisho))


def change_ap(game: Game[State], unit: Unit, ap: int, key: str, clause: Clause) -> None:
    """A unit has more AP, or fewer."""
    if ap > 0:
        game.emit(ApGained(clause=clause, unit=unit.id, ap=ap, why=key))
    else:
        pay(game, unit.id, min(unit.ap, -ap), key, clause)


async def drum(game: Game[State], unit_id: str, line: Line) -> None:
    """A fleeing unit has been tried for Regroup at once, free."""
    if await regroup(game, unit_id, free=True, lines=(line,)):
        await watch(game, "regroups", unit_id)
