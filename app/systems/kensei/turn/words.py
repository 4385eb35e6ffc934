"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "bulk.no-special": N_("No more Special Orders this turn"),
    "bulk.no-special.sure": N_("No ability, Strategic Order or Warning Order is given any more."),
    "bulk.as-last-turn": N_("As last turn"),
    "bulk.as-told": N_("All go as ordered, as far as they may"),
    "topic.TRN": N_("The turn"),
    "kensei.turn-ended": N_("Turn {turn} is over."),
    "kensei.phase-began": N_("A phase begins."),
    "kensei.phase-began.setup": N_("Set-up"),
    "kensei.phase-began.start": N_("Start of the turn"),
    "kensei.phase-began.special": N_("Special Orders of {seat:seat}"),
    "kensei.phase-began.orders": N_("Generic Orders of {seat:seat}"),
    "kensei.phase-began.movement": N_("Actions of {seat:seat}: Movement"),
    "kensei.phase-began.shooting": N_("Actions of {seat:seat}: shooting"),
    "kensei.phase-began.spirits": N_("Actions of {seat:seat}: Spiritual Actions"),
    "kensei.phase-began.abilities": N_("Actions of {seat:seat}: Special Actions"),
    "kensei.phase-began.charges": N_("Actions of {seat:seat}: Charges"),
    "kensei.phase-began.combat": N_("Combat"),
    "kensei.phase-began.resolution": N_("Resolution"),
    "kensei.go-passed": N_("It is the turn of {seat:seat} to give Orders."),
    "word.honour": N_("Honour"),
    "word.ki": N_("Ki"),
    "word.initiative": N_("Initiative"),
    "word.attack": N_("Attack"),
    "word.defence": N_("Defence"),
    "word.models": N_("Models"),
    "kensei.turn-began": N_("Turn {turn}"),
    "kensei.pool-filled": N_("{seat:seat} has {pool} Command Points."),
    "kensei.first-taken": N_("{seat:seat} has the Initiative."),
    "word.commandment": N_("Commandment"),
    "word.command": N_("Command Points of the Taisho"),
}
