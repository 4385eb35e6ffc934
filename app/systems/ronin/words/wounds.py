"""The sentences of wounds, deaths and captures."""

from __future__ import annotations

from app.systems.ronin.words import N_

SENTENCES: dict[str, str] = {
    "ronin.wound-passed": N_("{model:model} steps in and takes the wound meant for {of:model}."),
    "ronin.wounded.stunned": N_("Wound Score {score}: {model:model} is Stunned."),
    "ronin.wounded.light": N_("Wound Score {score}: {model:model} takes a Light wound."),
    "ronin.wounded.grievous": N_("Wound Score {score}: {model:model} takes a Grievous wound."),
    "ronin.killed": N_("{model:model} is killed by {by:model}."),
    "ronin.killed.drowning": N_("{model:model} drowns."),
    "ronin.killed.river": N_("{model:model} is lost to the river."),
    "ronin.killed.shot": N_("{model:model} is shot dead."),
    "ronin.killed.melee": N_("{model:model} is cut down."),
    "ronin.killed.free": N_("{model:model} is cut down while stepping away."),
    "ronin.subdued": N_("Wound Score {score}: {model:model} is Stunned and comes to no other harm."),
    "ronin.captured": N_("{by:model} takes {model:model} captive."),
    "bodyguard": N_("Wound Score {score} on {model:model} ({result:word}): shall {guard:model} take it instead?"),
    "word.stunned": N_("Stunned"),
    "word.wound.stunned": N_("Stunned"),
    "word.wound.light": N_("Light wound"),
    "word.wound.grievous": N_("Grievous wound"),
    "word.wound.critical": N_("Critical wound"),
    "word.light-wound": N_("Light wound"),
    "word.grievous-wound": N_("Grievous wound"),
}
