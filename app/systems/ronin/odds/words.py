"""What is said in this room: endings, and what the dice must show."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "odds.miss": N_("no wound"),
    "odds.stunned": N_("stunned"),
    "odds.stunned.up": N_("stunned or worse"),
    "odds.light": N_("light wound"),
    "odds.light.up": N_("light wound or worse"),
    "odds.grievous": N_("grievous wound"),
    "odds.grievous.up": N_("grievous wound or worse"),
    "odds.dead": N_("dead"),
    "odds.other": N_("strikes another"),
    "odds.captured": N_("captured"),
    "odds.own-dead": N_("you lose more models"),
    "odds.worse": N_("you are hurt worse"),
    "odds.even": N_("nobody is worse off"),
    "odds.better": N_("they are hurt worse"),
    "odds.better.up": N_("they are worse off"),
    "odds.foe-dead": N_("they lose more models"),
    "odds.first": N_("before every enemy"),
    "odds.later": N_("after an enemy"),
    "odds.passes": N_("passes"),
    "odds.fails": N_("fails"),
    "odds.of-attack": N_("What one attack by {by:model} does to {model:model}"),
    "odds.of-subdue": N_("Whether {by:model} takes {model:model} alive"),
    "odds.of-free": N_("What the free attack by {by:model} does to {model:model}"),
    "odds.of-first": N_(
        "What the first attack by {by:model} does to {model:model}, nothing Enhanced; the combat goes on"
    ),
    "odds.of-combat": N_(
        "How the whole combat ends for {seat:seat}, if the enemy splits evenly and all spend their counters"
    ),
    "odds.of-rest": N_("How the rest of the combat ends for {seat:seat}, if all spend their counters"),
    "odds.of-initiative": N_("When {model:model} has its go"),
    "odds.of-shot": N_("What the shot does to {model:model}"),
    "odds.of-morale": N_("The Morale Test of {seat:seat}"),
    "odds.on-two": N_("{dice}+ on two dice"),
    "odds.on-one": N_("{dice}+ on one die"),
    "odds.at-most": N_("{dice} or less on two dice"),
    "odds.lead": N_("{lead:sign} against their roll"),
    "odds.evenly": N_("The combat to its end: they split evenly, all strike and guard while counters last"),
    "odds.spent": N_("The combat to its end: all strike and guard while counters last"),
    "odds.others-keep": N_("If the others keep their dice"),
    "odds.first-blow": N_("One attack on {model:model}, nothing Enhanced"),
}
