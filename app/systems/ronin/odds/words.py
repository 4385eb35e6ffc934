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
    "odds.own-dead": N_("more of ours die"),
    "odds.worse": N_("hurt worse than they"),
    "odds.even": N_("none the worse"),
    "odds.better": N_("they are hurt worse"),
    "odds.better.up": N_("they are worse off"),
    "odds.foe-dead": N_("more of theirs die"),
    "odds.first": N_("before every enemy"),
    "odds.later": N_("after an enemy"),
    "odds.passes": N_("passes"),
    "odds.fails": N_("fails"),
    "odds.on-two": N_("{dice}+ on two dice"),
    "odds.on-one": N_("{dice}+ on one die"),
    "odds.at-most": N_("{dice} or less on two dice"),
    "odds.lead": N_("{lead:sign} against their roll"),
    "odds.evenly": N_("The combat to its end: they split evenly, all strike and guard while counters last"),
    "odds.spent": N_("The combat to its end: all strike and guard while counters last"),
    "odds.others-keep": N_("If the others keep their dice"),
    "odds.first-blow": N_("One attack on {model:model}, nothing Enhanced"),
}
