"""A spell from its beginning to its effect or its failure (order of dice 7.4: Meditation, casting roll, Block)."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.modifiers import total
from app.systems.kensei.armies.lists import SPELLS, Spell
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.ground.standing import meditates
from app.systems.kensei.magic.effects.lasting import take_effect
from app.systems.kensei.magic.events import BlockTried, Meditated, SpellBegun, SpellFailed, SpellRolled
from app.systems.kensei.magic.rules import (
    BLOCK_AP,
    FURTHER,
    block_needed,
    casting_lines,
    in_one_combat,
    names_target,
    reaches,
    refuse_blocker,
    refuse_sight,
    refuse_target,
)
from app.systems.kensei.orders.rules import AP
from app.systems.kensei.orders.spending import begin, pay
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import lines
from app.systems.kensei.stats.rerolls import better_die, ki_test
from app.systems.kensei.stats.rolls import d10
from app.systems.kensei.warnings.watch import watch

CASTS, NEEDS, BLOCKS, BLOCK_COST, MEDITATES, FREE, FAILS = (
    c("KEN-SPI-04"), c("KEN-SPI-13"), c("KEN-SPI-29"), c("KEN-SPI-28"), c("KEN-SPI-34"), c("KEN-TER-65"),
    c("KEN-SPI-37"),
)  # fmt: skip


async def cast(game: Game[State], unit_id: str, number: int) -> None:
    """A declared spell has been cast, or has failed; its AP are spent (KEN-SPI-04, KEN-SPI-37)."""
    order = game.state.units[unit_id].orders[number]
    spell = SPELLS[order.key]
    if not begin(game, unit_id, number):
        return
    unit = game.state.units[unit_id]
    game.emit(SpellBegun(clause=CASTS, unit=unit.id, spell=order.key, target=order.target))
    if not await watch(game, "casts", unit_id):
        fail(game, unit, order, "interrupted")
        return
    if why := hindered(game.state, unit_id, spell, order):
        fail(game, unit, order, why)
        return
    further = await meditate(game, unit_id, order) if order.meditate else 0
    if is_far(game.state, unit_id, spell, order, further):
        fail(game, unit, order, "far")
        return
    if await rolled(game, unit_id, spell, order) and not await blocked(game, unit_id, spell, order):
        await take_effect(game, unit_id, order, further)


def fail(game: Game[State], unit: Unit, order: Order, why: str) -> None:
    """The spell comes to nothing (KEN-SPI-37)."""
    game.emit(SpellFailed(clause=FAILS, unit=unit.id, spell=order.key, why=why, target=order.target))


def hindered(state: State, unit_id: str, spell: Spell, order: Order) -> str:
    """Why a spell cannot be cast at its target as things are: gone, unfit or unseen; empty if it can (KEN-SPI-12)."""
    unit = state.units[unit_id]
    if not unit.on_table or state.body(unit).fleeing or state.outcome is not None:
        return "interrupted"
    if not names_target(spell):
        return ""
    target = state.units.get(order.target)
    if target is None or not target.on_table:
        return "gone"
    if spell.target == "combat" and not in_one_combat(state, unit, target):
        return "parted"
    if refuse_target(state, unit, spell, target) is not None:
        return "unfit"
    return "unseen" if refuse_sight(state, unit, target) is not None else ""


def is_far(state: State, unit_id: str, spell: Spell, order: Order, further: int) -> bool:
    """Whether the target proves to be out of range (KEN-SPI-37)."""
    return names_target(spell) and not reaches(state, state.units[unit_id], state.units[order.target], spell, further)


async def meditate(game: Game[State], unit_id: str, order: Order) -> int:
    """How much further the spell reaches: 10 cm if a Ki check passed (KEN-SPI-34, KEN-SPI-35); one that was not paid
    for is the free one of a Temple, if that is still near (KEN-TER-65)."""
    unit = game.state.units[unit_id]
    free = order.cost < AP["cast"] + order.concentrate * AP["concentrate"] + AP["meditate"]
    if free and (unit.meditated or not meditates(game.state, unit)):
        return 0
    passed = await ki_test(game, unit_id, "meditation", MEDITATES)
    further = FURTHER if passed else 0
    game.emit(Meditated(clause=FREE if free else MEDITATES, unit=unit.id, spell=order.key, further=further, free=free))
    return further


async def rolled(game: Game[State], unit_id: str, spell: Spell, order: Order) -> bool:
    """Whether the casting roll exceeds the difficulty (KEN-SPI-13, KEN-STA-29)."""
    unit = game.state.units[unit_id]
    found = casting_lines(game.state, unit, spell, order)
    face = await d10("cast", NEEDS, unit.seat)
    face = await better_die(game, unit_id, face, lambda one: one + total(found) > spell.difficulty, "cast", NEEDS)
    came = face + total(found)
    good = came > spell.difficulty
    game.emit(SpellRolled(clause=NEEDS, unit=unit.id, spell=order.key, face=face, lines=found, total=came,
                          needed=spell.difficulty, passed=good))  # fmt: skip
    return good


async def blocked(game: Game[State], unit_id: str, spell: Spell, order: Order) -> bool:
    """Whether the enemy Onmyouji who announced it Blocks the spell, for 1 AP (KEN-SPI-28 to KEN-SPI-31)."""
    state = game.state
    caster = state.units[unit_id]
    one = block_by(state, caster, order) if order.block else None
    if one is None:
        return False
    pay(game, one.id, BLOCK_AP, "block", BLOCK_COST)
    needed = block_needed(state, caster, spell)
    face = await d10("block", BLOCKS, one.seat)
    game.emit(BlockTried(clause=BLOCKS, unit=one.id, caster=caster.id, spell=order.key, face=face,
                         lines=lines(state, caster, "ki"), needed=needed, blocked=face > needed))  # fmt: skip
    return face > needed


def block_by(state: State, caster: Unit, order: Order) -> Unit | None:
    """The enemy Onmyouji who can try to Block now: he has the AP, and sees the caster or the target (KEN-SPI-31)."""
    seen = [caster, *([state.units[order.target]] if order.target in state.units else [])]
    for one in state.units.values():
        able = one.seat != caster.seat and one.role == "spiritual" and one.on_table and one.ap >= BLOCK_AP
        if able and refuse_blocker(state, one) is None and any(sees(state, one, who) for who in seen):
            return one
    return None
