"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.combat-fought.won": N_(
        "{winner:seat} wins the Combat (Damage Difference {difference}, Confrontation Value {value})."
    ),
    "kensei.combat-fought.draw": N_("The Combat of {unit:model} is a draw."),
    "kensei.combat-fought.wall": N_("{unit:model} has done with the walls."),
    "kensei.honour-due": N_(
        "{unit:model} must test: a Damage Difference of {difference}, a Confrontation Value of {value},"
        " an Honour of {honour}."
    ),
    "kensei.honour-due.not": N_(
        "{unit:model} need not test: a Damage Difference of {difference}, a Confrontation Value of {value},"
        " an Honour of {honour}."
    ),
    "kensei.combat-settled": N_("Combat {number} is settled."),
    "topic.RES": N_("Combat resolution"),
}
