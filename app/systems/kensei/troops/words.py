"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.magic-forgone": N_("{unit:model} attacks and uses no magic this turn."),
    "kensei.character-joined": N_("{unit:model} joins {host:model}."),
    "character.loner": N_("{unit:model} is a Loner and joins nobody."),
    "character.creatures": N_("Nobody joins creatures."),
    "character.mounted": N_("Riders join riders, those on foot join those on foot: {unit:model}, {host:model}."),
    "character.other-weapon": N_("{unit:model} does not carry the ranged weapon of {host:model}."),
    "character.too-many": N_("{host:model} is as large as it may be."),
    "character.indoors": N_("Nobody joins or leaves a unit in a building."),
    "character.flees": N_("Nobody joins or leaves a unit that is running away."),
    "character.fights": N_("{host:model} is in combat."),
    "character.not-touching": N_("{unit:model} is {gap:len} from {host:model}; he has to touch it."),
    "character.by-himself": N_("{unit:model} is in no unit."),
    "topic.TYP": N_("Model types and formations"),
}
