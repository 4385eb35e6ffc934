"""Words of the start of a turn."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.turn-began": N_("Turn {turn}"),
    "kensei.pool-filled": N_("{seat:seat} has {pool} Command Points."),
    "kensei.first-taken": N_("{seat:seat} has the Initiative."),
    "word.commandment": N_("Commandment"),
    "word.command": N_("Command Points of the Taisho"),
}
