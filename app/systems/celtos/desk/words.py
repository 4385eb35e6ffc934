"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "celtos.amended.placed": N_("The umpire places {model:model} elsewhere."),
    "celtos.amended.set": N_("The umpire sets {field:word} of {model:model} to {value}."),
}
