"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.melee-began.first": N_(
        "{unit:model} and {target:model} fight their first round; units {units}, enemies {enemies}."
    ),
    "daimyo.melee-began.later": N_("{unit:model} and {target:model} go on fighting; units {units}, enemies {enemies}."),
    "daimyo.stand-struck": N_("Stands strike"),
    "daimyo.stand-struck.passed": N_(
        "Stand {number} of {unit:model} ({place:word}) hits {target:model}: {total} against {needed}+."
    ),
    "daimyo.stand-struck.failed": N_(
        "Stand {number} of {unit:model} ({place:word}) does not hit {target:model}: {total} against {needed}+."
    ),
    "daimyo.melee-fought": N_("Stands that have fought: {stands}."),
    "daimyo.melee-decided.none": N_("A stand-off, hits {hits} to {enemy_hits}: the melee goes on."),
    "daimyo.melee-decided.active": N_("{unit:model} and its side lose the melee, hits {hits} to {enemy_hits}."),
    "daimyo.melee-decided.foes": N_("{unit:model} and its side win the melee, hits {hits} to {enemy_hits}."),
    "daimyo.melee-decided.both": N_("Nobody is left on either side."),
    "daimyo.unit-beaten.rout": N_("{unit:model}, hits taken {received}, given {inflicted}: it routs."),
    "daimyo.unit-beaten.pushed": N_("{unit:model}, hits taken {received}, given {inflicted}: it is pushed back."),
    "daimyo.unit-beaten.walls": N_("{unit:model}, hits taken {received}, given {inflicted}: its walls hold it."),
    "daimyo.unit-beaten.held": N_("{unit:model}, hits taken {received}, given {inflicted}: it holds out."),
    "daimyo.unit-beaten.captured": N_("{unit:model}, hits taken {received}, given {inflicted}: it is taken."),
    "daimyo.melee-ended": N_("The melee of {unit:model} and {target:model} is over; turns fought: {turns}."),
    "melee.group": N_("Which melee is fought next?"),
    "option.group": N_("{unit:model} against {target:model}; units {units}, enemies {enemies}"),
    "melee.foe": N_("{unit:model}: some stands touch two enemies. Whom do they fight?"),
    "melee.foe.stand": N_("Stand {number} of {unit:model}"),
    "melee.after": N_("{unit:model} has pushed {target:model} back: does it follow up?"),
    "option.follow": N_("Follow up"),
    "follow.frenzied": N_("{unit:model} is frenzied and must follow up."),
    "follow.halted": N_("{unit:model} is halted until the end of turn {until} and does not follow up."),
    "follow.inside": N_("{unit:model} keeps its building."),
    "follow.not-ahead": N_("{unit:model} does not come up to {target:model} by going straight ahead."),
    "follow.barred-unit": N_("{piece:model} is in the way of {unit:model}."),
    "follow.barred-ground": N_("The ground ahead is closed to {unit:model}."),
    "follow.barred-edge": N_("{unit:model} would leave the table."),
    "topic.MEL": N_("Melee"),
}
