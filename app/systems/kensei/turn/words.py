"""Words of the turn, and of rolls that decide by themselves."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
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
    "kensei.tested.passed": N_("{unit:model} passes a test of {stat:word} ({why:word}): {needed} or more would fail."),
    "kensei.tested.failed": N_("{unit:model} fails a test of {stat:word} ({why:word}): it had to stay below {needed}."),
    "kensei.opposed": N_("{seat:seat} rolls ({why:word}): {total}."),
    "kensei.opposed.unit": N_("{unit:model} rolls ({why:word}): {total}."),
    "word.honour": N_("Honour"),
    "word.ki": N_("Ki"),
    "word.initiative": N_("Initiative"),
    "word.attack": N_("Attack"),
    "word.defence": N_("Defence"),
    # an umpire's edits
    "kensei.amended.placed": N_("The umpire places {unit:model} elsewhere."),
    "kensei.amended.set": N_("The umpire sets {field:word} of {unit:model} to {value}."),
    "kensei.unit-lost.umpire": N_("The umpire removes {unit:model}."),
    "word.models": N_("Models"),
}
