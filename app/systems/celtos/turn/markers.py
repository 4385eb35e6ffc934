"""Markers that go when units come into contact."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.celtos.book import c
from app.systems.celtos.measure import in_combat
from app.systems.celtos.reactions.events import ReactionLost
from app.systems.celtos.state import State

KEPT = c("CEL-REA-06")


def lose_markers(game: Game[State]) -> None:
    """Units that are in contact now have no Reaction marker any more (CEL-REA-06)."""
    for unit in [u for u in game.state.units.values() if u.reaction]:
        if in_combat(game.state, unit):
            game.emit(ReactionLost(clause=KEPT, unit=unit.id))
