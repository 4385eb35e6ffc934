"""What people are told when they are not looking."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES = {
    "notice.game": N_("{scenario}, {system}"),
    "notice.turn": N_("It is your turn: {game}."),
    "notice.begun": N_("The game has begun: {game}."),
    "notice.ended": N_("The game is over: {game}."),
    "notice.challenge": N_("{name} challenges you: {game}."),
    "notice.talk": N_("Somebody has written at your table: {game}."),
    "notice.test": N_("This is how you will be told that it is your turn."),
    "notice.foot": N_("What you are told, and how: {url}"),
}
KINDS = ("turn", "challenge", "begun", "ended", "talk")
"""What one may choose not to be told."""
