"""Words of assaults: whom, how close, the moves into contact."""

from __future__ import annotations

from app.systems.celtos.words import N_

SENTENCES: dict[str, str] = {
    # events
    "celtos.charged": N_("{unit:model} has charged {target:model}."),
    "celtos.assault-fell-short": N_("No model of {unit:model} can reach {target:model}, {gap:len} away."),
    # questions
    "assault.moves": N_("{unit:model} assaults {target:model}: bring at least {packed} of its models into contact."),
    "assault.pile-in": N_("Bring as many models of {unit:model} into contact as you can, at least {packed}."),
    "approach.moves": N_("{unit:model} cannot reach its target: move its models nearer, or leave them."),
    # previews
    "assault.look.far": N_("{target:model} is {gap:len} away; assault moves go up to {reach:len}"),
    "assault.look.packed": N_("Models that can be brought into contact: {packed} of {models}"),
    "blow.look": N_(
        "{model:model} on {target:model}, {weapon:word}: needs {needed}+, modifier {adds:sign} ({percent} %)"
    ),
    # refusals
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
}
