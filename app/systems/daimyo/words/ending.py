"""Words of the end of a turn and of the battle, and of random events."""

from __future__ import annotations

from app.systems.daimyo.words import N_

SENTENCES: dict[str, str] = {
    # the end of a turn
    "daimyo.unit-reformed": N_("{unit:model} takes a new facing or formation."),
    "daimyo.turn-ended": N_("Turn {turn} is over."),
    "daimyo.losses-counted": N_("{seat:seat} has lost {lost} of {weight}."),
    "reform.unit": N_("{unit:model} is in good order again: a new facing or formation?"),
    "end.leader": N_("Move a leader who was not activated this turn."),
    "option.reform": N_("Another facing or formation"),
    "reform.no-room": N_("There is no room for {unit:model} to stand in any other way."),
    "reform.too-wide": N_("{unit:model} has only {stands} stands."),
    # the end of the battle
    "daimyo.game-over": N_(
        "{winner:seat} wins the battle. {first:seat} lost {first_lost} of {first_weight}, {second:seat} lost"
        " {second_lost} of {second_weight}."
    ),
    "daimyo.game-over.draw": N_(
        "The battle is a draw. {first:seat} lost {first_lost} of {first_weight}, {second:seat} lost"
        " {second_lost} of {second_weight}."
    ),
    "daimyo.conceded": N_("{seat:seat} gives the battle up."),
    "outcome.general-killed": N_("The General on whom all depended is dead."),
    "outcome.hq-lost": N_("The headquarters is lost."),
    "outcome.broken": N_("The other side has lost more than it can bear."),
    "outcome.both-broken": N_("Both sides have lost more than they can bear, and equally."),
    "outcome.more-broken": N_("Both sides have lost more than they can bear; the other has lost the larger share."),
    "outcome.crossed": N_("Enough of the attackers stand beyond the river."),
    "outcome.blocks": N_("The attackers hold two temple blocks."),
    "outcome.beyond": N_("Enough of the attackers have broken through the palisades."),
    "outcome.held": N_("The defence has held to the end."),
    "outcome.across": N_("The clans from the mountain are across the river."),
    "outcome.not-across": N_("Too little of the clans from the mountain is across the river: neither side has won."),
    "outcome.level": N_("The losses differ by {gap} parts in a hundred; {needed} were needed."),
    "outcome.marginal": N_("The losses differ by {gap} parts in a hundred: a marginal victory."),
    "outcome.points": N_("{first_score} points against {second_score}."),
    "outcome.points-level": N_("{first_score} points against {second_score}: a lead of {needed} was needed."),
    "outcome.conceded": N_("{seat:seat} has given up."),
    "word.score.destroyed": N_("Unit destroyed"),
    "word.score.dispersed": N_("Unit dispersed"),
    "word.score.captured": N_("Unit captured"),
    "word.score.left": N_("Unit that left the table"),
    "word.score.saved": N_("Units saved"),
    "word.score.far-back": N_("Units far back in the pass"),
    "word.score.enemy-lost": N_("Lost by the enemy"),
    "word.score.got-through": N_("Units that got through"),
    # random events
    "daimyo.event-tested.happens": N_("Something happens: {total}."),
    "daimyo.event-tested.nothing": N_("Nothing happens: {total}, and {needed} was needed."),
    "daimyo.event-side-rolled": N_("It concerns {seat:seat}."),
    "daimyo.event-came": N_("{event:word}."),
    "daimyo.event-came.void": N_("{event:word}: it has no effect."),
    "daimyo.clan-wavers": N_("{clan:model} wavers and cannot be activated in turn {turn}."),
    "daimyo.assassin-struck.killed": N_("The assassin kills {leader:model}."),
    "daimyo.assassin-struck.hurt": N_("The assassin wounds {leader:model}: out of action next turn."),
    "daimyo.assassin-struck.escapes": N_("{leader:model} escapes the assassin."),
    "daimyo.signals-confused": N_("Signals are confused: {seat:seat} has no bonus for a seated General next turn."),
    "daimyo.shot-ran-short": N_("{unit:model} has run short and cannot fire in turn {turn}."),
    "daimyo.squall-came": N_("A squall in turn {turn}: all arquebus fire is at -1."),
    "daimyo.drums-sounded": N_("Drums and conch: units of {seat:seat} back in good order: {number}."),
    "daimyo.guide-found": N_("A guide leads {unit:model} over difficult ground in turn {turn}."),
    "daimyo.late-arrivals": N_("{unit:model} joins {clan:model} and will come on from the base edge."),
    "daimyo.omen-seen": N_("A good omen for {seat:seat} in turn {turn}."),
    "event.assassin": N_("An assassin: name an enemy leader."),
    "event.short": N_("Name an enemy missile unit that runs short."),
    "event.guide": N_("Which unit has found a guide?"),
    "event.hero": N_("Which unit is carried away by a heroic example?"),
    "event.late": N_("Which clan do the late arrivals join?"),
}
