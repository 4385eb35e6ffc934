"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "celtos.counter-charged": N_("{unit:model} has counter-charged {by:model}."),
    "celtos.charged": N_("{unit:model} has charged {target:model}."),
    "celtos.assault-fell-short": N_("No model of {unit:model} can reach {target:model}, {gap:len} away."),
    "assault.moves": N_("{unit:model} assaults {target:model}: bring at least {packed} of its models into contact."),
    "assault.pile-in": N_("Bring as many models of {unit:model} into contact as you can, at least {packed}."),
    "approach.moves": N_("{unit:model} cannot reach its target: move its models nearer, or leave them."),
    "assault.panic": N_("{unit:model} is in Panic and may not assault."),
    "assault.no-sight": N_("No model of the unit sees {target:model}."),
    "assault.too-far": N_(
        "No model can reach {target:model}: it is {gap:len} away, and assault moves go {reach:len} by a legal path."
    ),
    "assault.no-contact": N_("At least one model must come into contact with {target:model}."),
    "assault.not-shortest": N_(
        "The first model takes its shortest way: {model:model} would go {used:len} where {shortest:len} is enough."
    ),
    "assault.left-out": N_("{model:model} is left out, but could still come into contact at a free place."),
    "assault.too-few": N_("Models brought into contact: {given}; there is room to bring {packed}."),
    "topic.ASL": N_("Assault"),
}
