"""What is said of the turn."""

from __future__ import annotations

SENTENCES = {
    "topic.TRN": "The turn",
    "turn.choose": "Do you throw the die?",
    "option.throw": "Throw",
    "option.stand": "Stand by",
    "roll.points": "Points",
    "blank.thrown": "{seat:seat} throws {face}: {points} points.",
    "blank.stood-by": "{seat:seat} stands by.",
    "blank.turn-ended": "Turn {turn} is over.",
    "blank.game-over": "{winner:seat} has won.",
    "blank.game-over.draw": "The game is a draw.",
    "blank.given-up": "{seat:seat} gives up.",
    "end.points": "{winner:seat} has the points.",
    "end.turns": "The turns are over.",
    "end.given-up": "The other side gave up.",
}
