"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.EVT": N_("Random events"),
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
    "daimyo.omen-seen": N_("A good omen for {seat:seat} in turn {turn}."),
    "event.assassin": N_("An assassin: name an enemy leader."),
    "event.short": N_("Name an enemy missile unit that runs short."),
    "event.guide": N_("Which unit has found a guide?"),
    "event.hero": N_("Which unit is carried away by a heroic example?"),
    "event.late": N_("Which clan do the late arrivals join?"),
}
