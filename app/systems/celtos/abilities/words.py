"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.ABL": N_("Abilities"),
    "celtos.swapped": N_("{instead:model} falls instead of {model:model}, who takes that place."),
    "celtos.hit-passed-through": N_("The missile passes through {model:model} and does no harm."),
}
