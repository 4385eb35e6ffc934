"""What is said in this room: endings, and what the dice must show."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "odds.miss": N_("no wound"),
    "odds.stunned": N_("stunned"),
    "odds.light": N_("light wound"),
    "odds.grievous": N_("grievous wound"),
    "odds.dead": N_("dead"),
    "odds.other": N_("strikes another"),
    "odds.captured": N_("captured"),
    "odds.passes": N_("passes"),
    "odds.fails": N_("fails"),
    "odds.on-two": N_("{dice}+ on two dice"),
    "odds.on-one": N_("{dice}+ on one die"),
    "odds.at-most": N_("{dice} or less on two dice"),
    "odds.lead": N_("{lead:sign} against their roll"),
    "odds.first-blow": N_("One attack on {model:model}, nothing Enhanced"),
}
