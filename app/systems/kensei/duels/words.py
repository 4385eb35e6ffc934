"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.challenge-made": N_("{unit:model} challenges {target:model}."),
    "kensei.challenge-rejected": N_("{unit:model} rejects the challenge of {target:model}: his bonuses are gone."),
    "kensei.confrontation-began": N_("{unit:model} and {target:model} fight a duel; {unit:model} strikes first."),
    "kensei.duel-round": N_("Round {number} of the duel: {unit:model} strikes first."),
    "kensei.hide-tried.passed": N_("{unit:model} hides among his unit and loses face: his bonuses are gone."),
    "kensei.hide-tried.failed": N_("{unit:model} does not get away and has half his dice this round."),
    "kensei.confrontation-ended.killed": N_("{winner:model} kills {loser:model} in the duel."),
    "kensei.confrontation-ended.hidden": N_("The duel is over: {loser:model} has fled from {winner:model}."),
    "kensei.confrontation-ended.idle": N_("{winner:model} and {loser:model} part: neither could hurt the other."),
    "kensei.leave-tried.passed": N_("{unit:model} breaks away from the Combat: up to {reach:len}."),
    "kensei.leave-tried.failed": N_("{unit:model} cannot break away from the Combat."),
    "kensei.pursuer-moved.reached": N_("{unit:model} runs {target:model} down: {reach:len} of {gap:len}."),
    "kensei.pursuer-moved.short": N_("{unit:model} does not reach {target:model}: {reach:len} of {gap:len}."),
    "challenge.make": N_("Challenge an enemy to a duel? Who calls out whom?"),
    "challenge.answer": N_("{target:model} challenges {unit:model}, who won the roll and may choose: does he fight?"),
    "duel.round": N_("{unit:model} against {target:model}, round {number} of the duel."),
    "duel.again": N_("{unit:model} loses the roll ({why:word}): roll again by {by:word}?"),
    "leave.to": N_("{unit:model} breaks away: where does he go, within {most:len}?"),
    "leave.pursue": N_("{target:model} breaks away: does {unit:model} chase him?"),
    "challenge.again": N_("{unit:model} has been challenged this turn."),
    "challenge.shielded": N_("The unit of {unit:model} shields him from challenges."),
    "challenge.nobody": N_("Nobody else can be challenged."),
    "hide.first-round": N_("{unit:model} may try to hide from the second round on."),
    "hide.alone": N_("{unit:model} has no unit to hide among."),
    "leave.too-far": N_("That is {length:len} away; the dice allow {most:len}."),
    "leave.near": N_("{enemy:model} is nearer than {clear:len}, and he can get further away."),
    "kensei.character-left": N_("{unit:model} leaves {host:model}, whose Honour is {honour:sign} for this turn."),
    "act.leave-now": N_("{unit:model} leaves the unit at once, before anything else ({ap} AP)"),
    "leave.walk": N_("{unit:model} leaves the unit: where does he go?"),
    "topic.CNF": N_("Characters and duels"),
    "kensei.left-alone": N_("{unit:model} is all that is left of {host:model} and stands alone."),
}
