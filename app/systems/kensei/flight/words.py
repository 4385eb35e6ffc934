"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.honour-certain.passed": N_("{unit:model} passes its test of Honour ({why:word}) without a die: {by:word}."),
    "kensei.honour-certain.failed": N_("{unit:model} fails its test of Honour ({why:word}) without a die: {by:word}."),
    "kensei.flight-held": N_("{unit:model} does not run: {piece:model} is near."),
    "kensei.flight-began": N_("{unit:model} runs away."),
    "kensei.flight-began.defeat": N_("{unit:model} is beaten and runs away."),
    "kensei.flight-began.shot": N_("{unit:model} breaks under fire and runs away."),
    "kensei.flight-began.panic": N_("{unit:model} is swept along and runs away."),
    "kensei.flight-began.taisho": N_("{unit:model} hears that the Taisho is dead, and runs away."),
    "kensei.flight-began.terror": N_("{unit:model} runs from what it fears."),
    "kensei.flight-began.charge": N_("{unit:model} runs from the charge."),
    "kensei.flight-began.again": N_("{unit:model} runs on."),
    "kensei.flight-began.unregrouped": N_("{unit:model} runs on."),
    "kensei.flight-began.chase": N_("{unit:model} runs on from those who caught it."),
    "kensei.unit-fled": N_("{unit:model} runs {distance:len}."),
    "kensei.unit-fled.friends": N_("{unit:model} runs {distance:len}, right through units of its own: {friends}."),
    "kensei.unit-fled.edge": N_("{unit:model} runs off the table."),
    "kensei.unit-fled.terrain": N_("{unit:model} runs {distance:len} and can go no further."),
    "kensei.unit-fled.mystical": N_("{unit:model} runs {distance:len} and comes to itself on hallowed ground."),
    "kensei.unit-fled.enemy": N_("{unit:model} runs {distance:len} into {what:model}."),
    "kensei.ran-through": N_(
        "{unit:model} lets {by:model} through and stands, shaken: {honour:sign} Honour, {initiative:sign} Initiative."
    ),
    "kensei.locked": N_("{unit:model} is locked in Combat with {by:model}."),
    "kensei.chase-chosen": N_("{unit:model} goes after {target:model}."),
    "kensei.chase-chosen.stays": N_("{unit:model} lets {target:model} go."),
    "kensei.chased.reached": N_("{unit:model} rolls {rolled:len} and catches {target:model}."),
    "kensei.chased.short": N_("{unit:model} goes {distance:len} after {target:model} and does not catch it."),
    "kensei.chased.met": N_(
        "{unit:model} goes {distance:len} after {target:model} and runs into {met:model}: that counts as a Charge."
    ),
    "kensei.chase-met": N_("{unit:model} stands against {target:model}: they are in Combat from next turn on."),
    "kensei.chase-charged": N_("{unit:model} fights {target:model} this turn as one that has charged."),
    "honour.till_the_end": N_(
        "{unit:model} must test its Honour ({why:word}). Is this the turn in which it passes them all?"
    ),
    "honour.again": N_("{unit:model} failed a test of Honour ({why:word}). Roll again ({by:word})?"),
    "option.face": N_("Turn {unit:model}"),
    "chase.unit": N_("{target:model} ran {distance:len}. Does {unit:model} go after it?"),
    "word.defeat": N_("defeat"),
    "word.panic": N_("panic"),
    "word.clan-castle": N_("in the castle of the clan"),
    "word.till_the_end": N_("'Till The End"),
    "word.ronin": N_("Ronin"),
    "word.fulfill_your_duty": N_("Fulfill Your Duty"),
    "word.fight_for_the_emperor": N_("Fight For The Emperor"),
    "word.tanukis_luck": N_("Tanuki's Luck"),
    "word.inspire": N_("Inspire"),
    "topic.RUN": N_("Flight and Chase"),
    "kensei.half-shot": N_(
        "{unit:model} has lost {lost} of {start} Wounds to shooting and must pass an Honour test or Run Away."
    ),
}
