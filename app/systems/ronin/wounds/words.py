"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "ronin.blow-scored.hits": N_("{attack} against {defence}: Wound Score {score}."),
    "ronin.blow-scored.misses": N_("{attack} against {defence}: no wound."),
    "topic.WND": N_("Wounds"),
    "ronin.killed.umpire": N_("The umpire removes {model:model}."),
    "ronin.wounded.stunned": N_("Wound Score {score}: {model:model} is Stunned."),
    "ronin.wounded.light": N_("Wound Score {score}: {model:model} takes a Light wound."),
    "ronin.wounded.grievous": N_("Wound Score {score}: {model:model} takes a Grievous wound."),
    "ronin.killed": N_("{model:model} is killed by {by:model}."),
    "ronin.killed.drowning": N_("{model:model} drowns."),
    "ronin.killed.river": N_("{model:model} is lost to the river."),
    "ronin.killed.shot": N_("{model:model} is shot dead."),
    "ronin.killed.melee": N_("{model:model} is cut down."),
    "ronin.killed.free": N_("{model:model} is cut down while stepping away."),
    "bodyguard": N_("Wound Score {score} on {model:model} ({result:word}): shall {guard:model} take it instead?"),
    "word.wound.stunned": N_("Stunned"),
    "word.wound.light": N_("Light wound"),
    "word.wound.grievous": N_("Grievous wound"),
    "word.wound.critical": N_("Critical wound"),
    "word.light-wound": N_("Light wound"),
    "word.grievous-wound": N_("Grievous wound"),
}
