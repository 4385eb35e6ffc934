"""Abilities within another deed: in a Combat (KEN-ABI-06 to KEN-ABI-10), and in answer to a charge (section 4.7)."""

from __future__ import annotations

from app.engine.domains import Option
from app.engine.flow import Game
from app.engine.refusals import Clause
from app.systems.kensei.abilities.effects import timed
from app.systems.kensei.abilities.events import AbilityTried, CryRaised, EffectsLaid, SpearsSet
from app.systems.kensei.armies.lists import ABILITIES, Ability, Effect, line_of
from app.systems.kensei.army import Timed, Unit, UnitId
from app.systems.kensei.book import c, table
from app.systems.kensei.magic.rules import in_one_combat
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.state import State
from app.systems.kensei.stats.ki import ki_lines
from app.systems.kensei.stats.rerolls import ki_test
from app.systems.kensei.stats.rolls import d10, opposed

KI, WARDS = c("KEN-CBT-10"), c("KEN-ABI-07")
ROWS, AP = table("abilities"), table("orders")["ap"]
FORBIDDEN = 2
"""Who may take no Action for a turn after a Combat has none in the next turn, the Combat being the end of this."""


def usable(state: State, unit: Unit, foe: Unit) -> dict[str, Option]:
    """The Combat Abilities a unit or character may try against an enemy now; in a duel those that help in one."""
    duel = bool(state.turn) and unit.duelled == state.turn == foe.duelled
    return {
        key: Option(about="option.ability", facts={"key": key}, clause=Clause(ability.clause), weight=2,
                    told=line_of("abilities", key, ability.clause))
        for key, ability in combat_of(unit).items()
        if (not duel or ability.also == "duel") and not holds(unit, foe, key)
    }  # fmt: skip


def combat_of(unit: Unit) -> dict[str, Ability]:
    """Its Combat Abilities."""
    found = ((key, ABILITIES[key]) for key in unit.abilities if key in ABILITIES)
    return {key: one for key, one in found if one.kind == "combat"}


def holds(unit: Unit, foe: Unit, key: str) -> bool:
    """Whether an ability already works against this enemy."""
    if ABILITIES[key].target == "engaged":
        return any(one.key == key and one.by == unit.id for one in foe.timed)
    return any(one.key == key for one in unit.timed)


async def use(game: Game[State], unit_id: str, key: str, foe: str) -> None:
    """An ability has been tried and, if its Ki roll passed, its effects hold (KEN-ABI-10, KEN-CBT-10)."""
    ability = ABILITIES[key]
    game.emit(AbilityTried(clause=KI, unit=UnitId(unit_id), ability=key, target=foe if against(ability) else ""))
    if ability.needs_ki and not await ki_test(game, unit_id, "ability", KI):
        return
    target = UnitId(foe if against(ability) else unit_id)
    found = [one for effect in ability.effect for one in await worked(game, unit_id, target, key, effect)]
    if found:
        clause = Clause(ability.clause)
        game.emit(EffectsLaid(clause=clause, key=key, laid=((target, tuple(found)),), by=unit_id))


def against(ability: Ability) -> bool:
    """Whether it does something to the enemy."""
    return ability.target == "engaged"


async def worked(game: Game[State], unit_id: str, target: UnitId, key: str, effect: Effect) -> tuple[Timed, ...]:
    """What one effect of an ability that works puts on its target; one that a test wards off, if that fails."""
    state = game.state
    ability = ABILITIES[key]
    until = state.turn + ability.turns
    if effect.test:
        if await ki_test(game, target, "ability", WARDS):
            return ()
        until = state.turn + FORBIDDEN
    times = 1
    if effect.per and effect.of:
        times = count_of(state, state.units[unit_id], effect.of) // int(effect.per)
    found = timed(key, (effect,), state.units[target], Clause(ability.clause), until=until, by=unit_id, times=times)
    return tuple(narrowed(one, unit_id, ability) for one in found if one.add or effect.rule)


def narrowed(one: Timed, unit_id: str, ability: Ability) -> Timed:
    """An effect on an enemy counts in melee only: of his Attack against this unit, of his Defence in this Combat."""
    if not against(ability) or one.stat not in ("attack", "defence"):
        return one
    stat = f"attack.against.{unit_id}" if one.stat == "attack" else "defence.melee"
    return Timed(key=one.key, stat=stat, add=one.add, until=one.until, clause=one.clause, by=one.by)


def count_of(state: State, unit: Unit, trait: str) -> int:
    """How many enemy models of a trait are in the Combat of a unit, characters among them."""
    foes = (u for u in state.units.values() if u.on_table and u.seat != unit.seat and u.has(trait))
    return sum(len(foe.models) for foe in foes if in_one_combat(state, unit, foe))


# -- in answer to a charge ----------------------------------------------------------


async def ability_answers(game: Game[State], unit_id: str, target_id: str, key: str) -> int:
    """The charged unit has used an ability for 1 AP; by how many cm that shortens the charge (KEN-ABI-04)."""
    row = ROWS[key]
    clause = c(row["clause"])
    pay(game, target_id, AP["ability"], key, clause)
    state = game.state
    if row.get("opposed"):
        mine, theirs = ki_lines(state, state.units[target_id]), ki_lines(state, state.units[unit_id])
        sides = ((state.units[target_id].seat, target_id, mine), (state.units[unit_id].seat, unit_id, theirs))
        if not await opposed(game, *sides, "ability", clause):
            return 0
        face = await d10("battle-cry", clause, state.units[target_id].seat)
        game.emit(CryRaised(clause=clause, unit=unit_id, target=target_id, face=face))
        return face
    if await ki_test(game, target_id, "ability", clause):
        rules = tuple(one["rule"] for one in row["effect"] if "rule" in one)
        game.emit(SpearsSet(clause=clause, unit=unit_id, target=target_id, key=key, rules=rules,
                            until=state.turn + int(row["turns"])))  # fmt: skip
    return 0
