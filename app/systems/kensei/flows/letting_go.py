"""Spells that are over (KEN-SPI-19, KEN-SPI-20)."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.kensei.army import Kept, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.events.magic import SpellDropped
from app.systems.kensei.state import State

OVER = c("KEN-SPI-20")


def drop(game: Game[State], caster: UnitId, kept: Kept, why: str) -> None:
    """A spell is over: chosen, ap, gone, flees, attacked."""
    game.emit(SpellDropped(clause=OVER, unit=caster, spell=kept.spell, target=kept.target, why=why))


def let_go(game: Game[State], caster: str, why: str) -> None:
    """All that a caster kept up is over: he flees, or attacks."""
    one = game.state.units[caster]
    for kept in one.kept:
        drop(game, one.id, kept, why)
