"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.rolled-again": N_("{unit:model} rolls again: {by:word}."),
    "kensei.command-spent": N_("{seat:seat} spends Command Points: {points} ({why:word})."),
    "topic.STA": N_("Stats, dice and rolls"),
    "kensei.tested.passed": N_(
        "{unit:model} passes a test of {stat:word} ({why:word}; the die must be below {needed}, and is)."
    ),
    "kensei.tested.failed": N_(
        "{unit:model} fails a test of {stat:word} ({why:word}; the die must be below {needed}, and is not)."
    ),
    "kensei.opposed": N_("{seat:seat} rolls ({why:word}): {total}."),
    "kensei.opposed.unit": N_("{unit:model} rolls ({why:word}): {total}."),
}
