"""Spells that are over (KEN-SPI-19, KEN-SPI-20)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import yes_no
from app.engine.flow import Game, decide
from app.systems.kensei.army import Kept, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.magic.events import SpellDropped
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


async def rather_strikes(game: Game[State], caster: str) -> bool:
    """Whether a caster in Combat lets go of all that he keeps up, so that he can strike (KEN-SPI-20)."""
    one = game.state.units[caster]
    question = Ask(one.seat, "magic.strike", yes_no(), OVER, "no", facts={"unit": caster, "spells": len(one.kept)})
    if await decide(question) != "yes":
        return False
    let_go(game, caster, "attacked")
    return True
