"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "rout.not-nearer": N_(
        "The path ends {gap:len} from the edge, no nearer than the straight flight ({straight:len})."
    ),
    "topic.MOR": N_("Morale"),
    "morale.reroll": N_("The banner: roll the Morale Test again?"),
    "ronin.morale-tested.passed": N_(
        "Morale of {seat:seat}: {total}, where {rating} or less passes: passed (the cause: {reason:word})."
    ),
    "ronin.morale-tested.failed": N_(
        "Morale of {seat:seat}: {total}, where {rating} or less passes: failed (the cause: {reason:word})."
    ),
    "ronin.morale-tested": N_("{seat:seat} tests Morale."),
    "ronin.morale-changed": N_("The Buntai of {seat:seat} is now {morale:word}."),
    "ronin.morale-held": N_("The Buntai of {seat:seat} stays Steady."),
}
