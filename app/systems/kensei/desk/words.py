"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.amended.placed": N_("The umpire places {unit:model} elsewhere."),
    "kensei.amended.set": N_("The umpire sets {field:word} of {unit:model} to {value}."),
}
