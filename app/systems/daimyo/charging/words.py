"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.charge-declared": N_(
        "{unit:model} declares a charge on {target:model}, {distance:len} away, at its {zone:word}."
    ),
    "daimyo.charge-called-off": N_("{unit:model} does not charge {target:model}."),
    "daimyo.charge-answered.stand": N_("{target:model} stands to receive {unit:model}."),
    "daimyo.charge-answered.face": N_("{target:model} turns to face {unit:model}."),
    "daimyo.charge-answered.retire": N_("{target:model} retires before {unit:model}."),
    "daimyo.charge-answered.retreat": N_("{target:model} retreats before {unit:model}."),
    "daimyo.charge-answered.rout": N_("{target:model} runs from {unit:model}."),
    "daimyo.charge-answered.counter": N_("{target:model} counter-charges {unit:model}."),
    "daimyo.charge-answered.abandoned": N_("{target:model} has no crew to answer {unit:model}."),
    "daimyo.charge-struck.front": N_("{unit:model} strikes the front of {target:model}."),
    "daimyo.charge-struck.left": N_("{unit:model} strikes the left flank of {target:model}."),
    "daimyo.charge-struck.right": N_("{unit:model} strikes the right flank of {target:model}."),
    "daimyo.charge-struck.rear": N_("{unit:model} strikes the rear of {target:model}."),
    "daimyo.charge-struck.side": N_("{unit:model} strikes {target:model}."),
    "daimyo.charge-fell-short": N_("The charge of {unit:model} does not reach {target:model}."),
    "charge.answer": N_(
        "{enemy:model} charges {unit:model} from {distance:len} away, at its {zone:word}: what does it do?"
    ),
    "charge.target": N_("{target:model}"),
    "charge.answer.stand": N_("Stand"),
    "charge.answer.face": N_("Turn to face it"),
    "charge.answer.retire": N_("Retire before it"),
    "charge.answer.counter": N_("Counter-charge it"),
    "charge.no-troops": N_("{unit:model} cannot charge: guns and headquarters never do."),
    "charge.not-active": N_("{unit:model} is not active."),
    "charge.routing": N_("{unit:model} is routing."),
    "charge.rallied": N_("{unit:model} has just rallied and stays where it is for the rest of the turn."),
    "charge.disordered": N_("{unit:model} is disordered and may not start a charge."),
    "charge.halted": N_("{unit:model} has been halted and may not start a charge."),
    "charge.disobeyed": N_("{unit:model} did not obey and stays where it is."),
    "charge.indoors": N_("{unit:model} must leave its building first."),
    "charge.in-melee": N_("{unit:model} is in melee."),
    "charge.in-contact": N_("{unit:model} is in contact with an enemy and may not move."),
    "charge.nobody": N_(
        "{unit:model} charges {allowed:len} at most; the nearest enemy, {target:model}, is {distance:len} away."
    ),
    "charge.no-enemies": N_("{unit:model} has nobody to charge."),
    "charge.no-enemy": N_("{target:model} is no enemy on the table."),
    "charge.not-in-front": N_(
        "{target:model} is not before the front of {unit:model}, within 45° of its front corners."
    ),
    "charge.unseen": N_("{unit:model} does not see {target:model}."),
    "charge.out-of-sight": N_("{target:model} is {distance:len} away; in this weather sight reaches {reach:len}."),
    "charge.one-wheel": N_("A charge is one wheel, then straight ahead; this has {wheels} steps."),
    "charge.wheel": N_("A charge begins with a wheel of at most 45°."),
    "charge.misses": N_("Straight ahead {unit:model} does not meet {target:model}."),
    "charge.too-far": N_("The charge at {target:model} would use {used:len}; {allowed:len} are allowed."),
    "charge.barred-by-unit": N_("{other:model} is in the way of {unit:model}."),
    "charge.barred-by-ground": N_("{unit:model} cannot charge over this: {kind:word}."),
    "charge.off-table": N_("{unit:model} would leave the table."),
    "charge.no-room": N_("There is no room for {unit:model} against the edge of {target:model} that it would strike."),
    "charge.answer.no-troops": N_("{unit:model} can only stand."),
    "charge.answer.in-contact": N_("{unit:model} is in contact with {enemy:model} and can only stand."),
    "charge.answer.rallied": N_("{unit:model} has just rallied and stays where it is."),
    "charge.answer.frenzied": N_("{unit:model} is frenzied: it counter-charges, or stands."),
    "charge.answer.faces": N_("{unit:model} has no need to turn: it is charged in front."),
    "charge.answer.too-late": N_(
        "The charge comes over {length:len}; {unit:model} could turn if it were {least:len} or more."
    ),
    "charge.answer.no-room": N_("{unit:model} has no room to turn."),
    "charge.answer.not-frontal": N_("Only a unit charged in front may counter-charge."),
    "charge.answer.no-way": N_("{unit:model} cannot move forward to meet the charge."),
    "topic.CHG": N_("Charges"),
}
