"""Spells kept up: what each turn takes, the choice to keep or drop them, and when they end (KEN-SPI-16 to -20)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Pick
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.refusals import Fact
from app.systems.kensei.army import Kept, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.magic.effects.lightning import come_down
from app.systems.kensei.magic.events import SpellKept, SpellSustained
from app.systems.kensei.magic.letting_go import drop
from app.systems.kensei.magic.rules import cost_of, refuse_kept
from app.systems.kensei.state import State

TAKES, CHOOSES = c("KEN-SPI-19"), c("KEN-SPI-20")
KEEP, DROP = "keep", "drop"


def refresh(game: Game[State]) -> None:
    """At the start of a turn every spell kept up has taken its AP, and more Ki; one that lacks them is over."""
    for unit in tuple(game.state.units.values()):
        for kept in unit.kept:
            sustain(game, unit.id, kept)


def sustain(game: Game[State], caster: UnitId, kept: Kept) -> None:
    """A spell has entered its next active turn, or has ended (KEN-SPI-19, KEN-SPI-20)."""
    ap, ki = cost_of(kept)
    why = refuse_kept(game.state, game.state.units[caster], kept)
    why = why or ("ap" if game.state.units[caster].ap < ap else "")
    if why:
        drop(game, caster, kept, why)
        return
    game.emit(SpellSustained(clause=TAKES, unit=caster, spell=kept.spell, target=kept.target, turns=kept.turns + 1,
                             ki=ki, ap=ap))  # fmt: skip


async def keep_or_drop(game: Game[State], seat: Seat) -> None:
    """At the start of his Orders a player has said which spells he keeps up; what rode the lightning has tried to come
    down."""
    for unit in tuple(game.state.units.values()):
        for kept in unit.kept:
            if unit.seat == seat and unit.on_table and kept.cast < game.state.turn:
                await choose(game, unit.id, kept)
    await come_down(game, seat)


async def choose(game: Game[State], caster: UnitId, kept: Kept) -> None:
    """One spell is kept or dropped."""
    state = game.state
    unit = state.units[caster]
    if why := refuse_kept(state, unit, kept):
        drop(game, caster, kept, why)
        return
    facts: dict[str, Fact] = {"unit": caster, "spell": kept.spell, "target": kept.target, "turns": kept.turns}
    question = Ask(unit.seat, "magic.keep", Pick({KEEP: None, DROP: None}), CHOOSES, KEEP, facts=facts)
    if await decide(question) == DROP:
        drop(game, caster, kept, "chosen")
        return
    game.emit(SpellKept(clause=CHOOSES, unit=caster, spell=kept.spell, target=kept.target))
