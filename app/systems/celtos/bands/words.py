"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "roster.unreadable": N_("The roster cannot be read: {why}."),
    "roster.no-sample": N_("There is no ready band {sample}."),
    "roster.no-list": N_("There is no army list {list}."),
    "roster.limit": N_("Games of {limit} points are not played; the limits are {known}."),
    "roster.points": N_("The band costs {points} points, {over} over the limit of {limit}."),
    "roster.few-individuals": N_("The band has {individuals} Individuals; it needs {least} at least."),
    "roster.many-individuals": N_("{individuals} Individuals; at {limit} points at most {most} may be taken."),
    "roster.scenario-individuals": N_("{individuals} Individuals; this scenario allows {most} at most."),
    "roster.few-units": N_("The band has {units} Units; it needs {least} at least."),
    "roster.mercenaries": N_("Mercenaries cost {points} points; at a limit of {limit} at most {most} may be spent."),
    "roster.code-twice": N_("Two units have the code {who}."),
    "roster.unit-code": N_("A code has one to four characters: {who}."),
    "roster.no-entry": N_("{who}: neither this list nor the mercenaries have {entry}."),
    "roster.unit-size": N_("{who} has {models} models; this Unit has {least} to {most}."),
    "roster.individual-size": N_("{who} is an Individual: one model, not {models}."),
    "roster.no-option": N_("{who}: its entry does not offer {option:word}."),
    "roster.option-twice": N_("{who} has this option twice: {option:word}."),
    "roster.no-role": N_("{who}: there is no command model {role}."),
    "roster.individual-command": N_("{who} is an Individual and has no {role:word}."),
    "roster.unit-command": N_("{who}: its entry allows no {role:word}."),
    "roster.command-twice": N_("{who} names its {role:word} {times} times; a Unit has one at most."),
    "roster.shield-hands": N_("{who}: a shield does not go with a two-handed weapon: {weapon:word}."),
    "roster.veteran": N_("{who}: what battles made of a unit counts in campaigns only."),
    "roster.veteran-figure": N_("{who} cannot have {skill:word} {now}; from {least} to {most} is possible."),
    "roster.not-hired": N_("{who}: only mercenaries help the weaker band, not {entry}."),
    "campaign.no-skill": N_("Experience cannot raise {skill:word}."),
    "build.list": N_("Army list"),
    "build.models": N_("Number of models"),
    "build.yes": N_("yes"),
    "build.no": N_("no"),
    "topic.ARM": N_("Building an army"),
}
