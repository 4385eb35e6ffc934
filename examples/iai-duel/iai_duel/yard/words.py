"""What is said of the yard."""

from __future__ import annotations

SENTENCES = {
    "system.name": "Iai",
    "system.tagline": "A duel of two schools of the sword",
    "topic.YRD": "The yard",
    "scenario.yard": "The yard",
    "scenario.yard.line": "Two duellists, ten exchanges, one sword each.",
    "iai.initiative-taken": "{seat:seat} has the initiative.",
    "iai.initiative-passed": "Exchange {turn}: {seat:seat} has the initiative.",
    "iai.duel-ended": "{winner:seat} wins the duel.",
    "iai.duel-ended.draw": "The duel is a draw.",
    "iai.given-up": "{seat:seat} gives up.",
    "end.wounds": "{winner:seat} has fewer wounds.",
    "end.beaten": "{winner:seat} has beaten his enemy.",
    "end.given-up": "The enemy gave up.",
    "roll.initiative": "Initiative",
    "setup.school": "There is no school {school}. Choose from: {known}.",
    "setup.two": "A duel is fought by two.",
    "phase.steps": "Steps",
    "phase.stances": "Stances",
    "phase.initiative": "Initiative",
    "phase.blows": "Blows",
}
