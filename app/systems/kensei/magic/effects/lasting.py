"""What spells do once cast: Magic Dice, rolls to resist, battles of wills, effects that hold (section 4.8)."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.modifiers import total
from app.engine.refusals import Clause
from app.systems.kensei.abilities.effects import of_spell, timed
from app.systems.kensei.abilities.events import EffectsLaid
from app.systems.kensei.armies.lists import SPELLS, Spell
from app.systems.kensei.army import Kept, Order, Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.destruction.flow import allocate
from app.systems.kensei.magic.effects.bolting import bolt
from app.systems.kensei.magic.events import MagicDiceRolled, Resisted, SpellUpheld
from app.systems.kensei.magic.rules import around, models_of, on_line
from app.systems.kensei.state import State
from app.systems.kensei.stats.ki import ki_lines
from app.systems.kensei.stats.lines import lines
from app.systems.kensei.stats.rerolls import better
from app.systems.kensei.stats.rolls import opposed

MAGIC_DICE, WOUNDS, RESISTS, WILLS, UPHELD = (
    c("KEN-SPI-21"), c("KEN-SPI-23"), c("KEN-SPI-25"), c("KEN-SPI-26"), c("KEN-SPI-19"),
)  # fmt: skip
NEVER: int = table("magic")["dice"]["never"]
EACH: int = table("magic")["dice"]["wounds"]
PER_FAILURE: int = table("magic")["resist"]["wounds"]
SIDES = 10


async def take_effect(game: Game[State], unit_id: str, order: Order, further: int) -> None:
    """A spell that was cast and not Blocked does what it does; a Variable one is kept up from now on."""
    spell = SPELLS[order.key]
    state = game.state
    caster = state.units[unit_id]
    if spell.variable:
        kept = Kept(spell=order.key, target=order.target, cast=state.turn)
        game.emit(SpellUpheld(clause=UPHELD, unit=caster.id, kept=kept))
    for target in struck_by(state, caster, spell, order, further):
        await strike(game, unit_id, target.id, order.key, spell)
    found = of_spell(game.state, caster, order.key, spell, order.target)
    if found:
        game.emit(EffectsLaid(clause=Clause(spell.clause), key=order.key, laid=found, by=unit_id))


def struck_by(state: State, caster: Unit, spell: Spell, order: Order, further: int) -> tuple[Unit, ...]:
    """Those whom a spell that harms, or tries wills, falls on (section 4.8)."""
    if not (spell.magic_dice or spell.resist or spell.opposed):
        return ()
    if spell.target == "line":
        return on_line(state, caster, order.spot[0], spell.reach + further)
    return around(state, caster, spell, further) if spell.target == "enemies" else (state.units[order.target],)


async def strike(game: Game[State], caster: str, target: str, key: str, spell: Spell) -> None:
    """One target suffers the spell."""
    one = game.state.units[target]
    if not one.on_table:
        return
    if spell.magic_dice:
        dice = models_of(one) if isinstance(spell.magic_dice, str) else spell.magic_dice
        await magic_dice(game, caster, target, min(dice, spell.most or dice), key)
    if spell.resist:
        rolls = models_of(one) if isinstance(spell.resist, str) else spell.resist
        failed = await resist(game, caster, target, rolls, spell.difficulty, key)
        await failures(game, caster, target, key, spell, failed)
    if spell.opposed:
        await shy(game, caster, target, key)


async def failures(game: Game[State], caster: str, target: str, key: str, spell: Spell, failed: int) -> None:
    """What failed rolls to resist cost: Wounds, or what the spell says for each (KEN-SPI-25)."""
    per = [one for one in spell.effect if one.per]
    if not failed:
        return
    if any(one.rule == "wound" for one in per):
        await wound(game, caster, target, failed)
        return
    unit = game.state.units[target]
    until = game.state.turn + 1
    found = timed(key, per, unit, Clause(spell.clause), until=until, by=caster, times=failed)
    game.emit(EffectsLaid(clause=Clause(spell.clause), key=key, laid=((unit.id, found),), by=caster))


async def wound(game: Game[State], by: str, target: str, number: int) -> int:
    """A Wound for each failure, each on one living model."""
    return await allocate(game, target, (PER_FAILURE,) * number, RESISTS, by)


async def magic_dice(game: Game[State], by: str, target: str, dice: int, key: str) -> int:
    """Magic Dice have fallen on a target: neither Defence nor Armour helps (KEN-SPI-21 to KEN-SPI-23)."""
    state = game.state
    one, caster = state.units[target], state.units[by]
    found = lines(state, one, "ki")
    needed = total(found)
    faces = await roll(Dice(dice, SIDES), "magic-dice", MAGIC_DICE, by=caster.seat)
    packets = tuple(EACH * (face - needed) for face in faces if face > needed and face != NEVER)
    game.emit(MagicDiceRolled(clause=MAGIC_DICE, unit=caster.id, target=one.id, key=key, faces=faces, lines=found,
                              needed=needed, packets=packets))  # fmt: skip
    return await allocate(game, target, packets, WOUNDS, by)


async def resist(game: Game[State], by: str, target: str, dice: int, number: int, key: str) -> int:
    """How many of a target's rolls to resist failed: die and Ki must exceed a number (KEN-SPI-24, KEN-SPI-25)."""
    if dice <= 0:
        return 0
    one = game.state.units[target]
    found = ki_lines(game.state, one)
    ki = total(found)
    faces = await roll(Dice(dice, SIDES), "resist", RESISTS, by=one.seat)
    faces = await better(game, target, faces, lambda face: face + ki > number, "resist", RESISTS)
    failed = sum(face + ki <= number for face in faces)
    game.emit(Resisted(clause=RESISTS, unit=one.id, by=game.state.units[by].id, key=key, faces=faces, lines=found,
                       needed=number, failures=failed))  # fmt: skip
    return failed


async def wins(game: Game[State], mover: str, other: str, why: str, clause: Clause = WILLS) -> bool:
    """Whether one wins a Ki roll against another, his die first (KEN-SPI-26, KEN-STA-30)."""
    state = game.state
    one, foe = state.units[mover], state.units[other]
    first, then = (one.seat, mover, ki_lines(state, one)), (foe.seat, other, ki_lines(state, foe))
    return await opposed(game, first, then, why, clause)


async def shy(game: Game[State], caster: str, target: str, key: str) -> None:
    """Mounts whose riders lose the battle of wills carry them away (section 4.8)."""
    if not game.state.fighting(target) and await wins(game, caster, target, "will"):
        await bolt(game, caster, target, key)


async def again(game: Game[State], unit_id: str, spell: str, target: str) -> None:
    """A spell kept up does once more what it does each turn."""
    one = game.state.units.get(target)
    if one is not None and one.on_table and any(kept.spell == spell for kept in game.state.units[unit_id].kept):
        await strike(game, unit_id, one.id, spell, SPELLS[spell])


async def lasting(game: Game[State], seat: Seat) -> None:
    """Spells kept up from an earlier turn that do something each turn have done it (KEN-SPI-16)."""
    for unit in tuple(game.state.units.values()):
        for kept in unit.kept:
            if unit.seat == seat and kept.cast < game.state.turn and SPELLS[kept.spell].opposed:
                await again(game, unit.id, kept.spell, kept.target)
