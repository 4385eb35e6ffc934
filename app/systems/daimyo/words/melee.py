"""Words of melee: groups, challenges, stands that strike, results, push-backs and follow-ups."""

from __future__ import annotations

from app.systems.daimyo.words import N_

SENTENCES: dict[str, str] = {
    # events
    "daimyo.melee-began.first": N_(
        "{unit:model} and {target:model} fight their first round; units {units}, enemies {enemies}."
    ),
    "daimyo.melee-began.later": N_("{unit:model} and {target:model} go on fighting; units {units}, enemies {enemies}."),
    "daimyo.challenge-made.accepted": N_("{leader:model} calls out {foe:model}, who accepts."),
    "daimyo.challenge-made.refused": N_(
        "{leader:model} calls out {foe:model}, who refuses: the leaders of {unit:model} add nothing this round."
    ),
    "daimyo.challenge-made.declined": N_(
        "{leader:model} calls out {foe:model}: a General need not answer a mere Daimyo."
    ),
    "daimyo.challenge-rolled": N_("{leader:model} fights: {total}."),
    "daimyo.challenge-ended.won": N_("{winner:model} kills {loser:model} in single combat."),
    "daimyo.challenge-ended.level": N_("The single combat ends without a victor."),
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
    "daimyo.push-blocked.unit": N_("{unit:model} cannot be pushed back: {piece:model} is behind it."),
    "daimyo.push-blocked.ground": N_("{unit:model} cannot be pushed back: the ground behind it is closed to it."),
    "daimyo.push-blocked.edge": N_("{unit:model} cannot be pushed back: the edge of the table is behind it."),
    "daimyo.push-blocked.walls": N_("{unit:model} is held by its walls."),
    "daimyo.followed-up": N_("{unit:model} follows {target:model} up."),
    "daimyo.melee-ended": N_("The melee of {unit:model} and {target:model} is over; turns fought: {turns}."),
    # questions and options
    "melee.group": N_("Which melee is fought next?"),
    "option.group": N_("{unit:model} against {target:model}; units {units}, enemies {enemies}"),
    "melee.foe": N_("{unit:model}: some stands touch two enemies. Whom do they fight?"),
    "melee.foe.stand": N_("Stand {number} of {unit:model}"),
    "challenge.offer": N_("Shall {leader:model} call out {foe:model}?"),
    "challenge.answer": N_("{foe:model} calls out {leader:model}: does he accept?"),
    "melee.after": N_("{unit:model} has pushed {target:model} back: does it follow up?"),
    "option.follow": N_("Follow up"),
    # refusals
    "follow.frenzied": N_("{unit:model} is frenzied and must follow up."),
    "follow.halted": N_("{unit:model} is halted until the end of turn {until} and does not follow up."),
    "follow.inside": N_("{unit:model} keeps its building."),
    "follow.not-ahead": N_("{unit:model} does not come up to {target:model} by going straight ahead."),
    "follow.barred-unit": N_("{piece:model} is in the way of {unit:model}."),
    "follow.barred-ground": N_("The ground ahead is closed to {unit:model}."),
    "follow.barred-edge": N_("{unit:model} would leave the table."),
    # words
    "word.front": N_("in front"),
    "word.second": N_("second rank"),
    "word.overlap": N_("overlapping"),
    "word.flank": N_("to its flank"),
    "word.rating": N_("Command Rating"),
}
