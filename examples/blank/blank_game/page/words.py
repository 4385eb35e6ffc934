"""What pages say."""

from __future__ import annotations

SENTENCES = {
    "system.name": "Blank",
    "system.tagline": "A game to begin with",
    "scenario.first": "The first scenario",
    "army.plain": "Plain",
    "phase.turn": "Turn",
    "word.player": "Player",
    "word.cm": "cm",
    "band.points": "Points: {points}",
    "setup.two": "This is a game for two.",
}
