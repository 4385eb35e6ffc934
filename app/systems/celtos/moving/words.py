"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "where.run": N_("Where does {who:model} run?"),
    "celtos.model-moved": N_("{model:model} moves {used:len} of {allowed:len}."),
    "celtos.unit-moved.move": N_("{unit:model} moves."),
    "celtos.unit-moved.run": N_("{unit:model} runs."),
    "celtos.unit-moved.enter": N_("{unit:model} comes onto the table."),
    "celtos.unit-moved.enter-run": N_("{unit:model} comes onto the table at a run."),
    "celtos.unit-moved.reaction-move": N_("{unit:model} moves in Reaction."),
    "celtos.unit-moved.evade": N_("{unit:model} evades."),
    "celtos.unit-moved.counter-charge": N_("{unit:model} moves to meet the charge."),
    "celtos.unit-moved.assault": N_("{unit:model} makes its assault move."),
    "celtos.unit-moved.pile-in": N_("More models of {unit:model} come into contact."),
    "celtos.unit-moved.approach": N_("{unit:model} draws nearer; no model reaches contact."),
    "celtos.unit-moved.consolidation": N_("{unit:model} moves on after the combat."),
    "celtos.model-left": N_("{model:model} leaves the table by the {edge:word} edge."),
    "path.starts-elsewhere": N_("The path does not start where {model:model} stands."),
    "path.off-table": N_("{model:model} would leave the table by the {edge:word} edge, {after:len} along its path."),
    "path.too-near": N_(
        "{model:model} would come closer than {clear:len} to {enemy:model}, {after:len} along its path."
    ),
    "path.ends-too-near": N_("{model:model} must end more than {clear:len} from {enemy:model}."),
    "path.through-enemy": N_("{model:model} cannot pass through {enemy:model}, {after:len} along its path."),
    "path.ends-on-base": N_("{model:model} cannot end on the base of {other:model}."),
    "path.barred": N_("{model:model} cannot enter this: {kind:word}, {after:len} along its path."),
    "move.too-far": N_("{model:model} would use {used:len}; it has {allowed:len}."),
    "move.too-dear": N_("On this ground {model:model} would use {used:len} of movement; it has {allowed:len}."),
    "move.no-room": N_("There is no room to move."),
    "move.in-contact": N_("{model:model} is in contact with {enemy:model} and stays where it is."),
    "move.in-combat": N_("A unit in contact with an enemy can only be given Assault, or no order."),
    "move.not-nearer": N_(
        "{model:model} must end nearer to {target:model}: it began {began:len} away and ends {ends:len} away."
    ),
    "move.further": N_("{model:model} ends {ends:len} from {target:model}, further than the {began:len} it began at."),
    "evade.not-further": N_(
        "{model:model} must end further from {enemy:model}: it began {began:len} away and ends {ends:len} away."
    ),
    "pile-in.no-contact": N_("{model:model} must end in contact with an enemy of this combat."),
    "assault.touches-other": N_("{model:model} may not end in contact with {enemy:model}."),
    "coherency.link": N_(
        "{model:model} would be {gap:len} from the rest of its unit; at most {link:len} keeps it together."
    ),
    "coherency.spread": N_(
        "{model:model} and {other:model} would be {gap:len} apart; no two of a unit may be more than {spread:len}."
    ),
    "coherency.stray": N_(
        "{model:model} would end {ends:len} from the largest group of its unit; it began {began:len} from it."
    ),
    "entry.starts-elsewhere": N_("{model:model} must come on from a point of a short edge."),
    "entry.not-on": N_("{model:model} must end wholly on the table."),
    "entry.all": N_("The whole unit comes on together: {model:model} has no path."),
    "topic.MOV": N_("Movement"),
}
