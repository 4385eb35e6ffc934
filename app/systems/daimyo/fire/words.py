"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.volley-fired.own": N_("{unit:model} fires at {target:model}; stands: {shooters}."),
    "daimyo.volley-fired.own-many": N_("{unit:model} fires; stands: {shooters}, targets: {targets}."),
    "daimyo.volley-fired.defensive": N_("{unit:model} fires at {target:model}, which charged it; stands: {shooters}."),
    "daimyo.volley-fired.defensive-many": N_(
        "{unit:model} fires at the units that charged it; stands: {shooters}, targets: {targets}."
    ),
    "daimyo.stand-fired": N_("Fire"),
    "daimyo.stand-fired.hit": N_(
        "Stand {number} of {unit:model} hits {target:model} at {distance:len}: {total} against {needed}+."
    ),
    "daimyo.stand-fired.missed": N_(
        "Stand {number} of {unit:model} misses {target:model} at {distance:len}: {total} against {needed}+."
    ),
    "daimyo.fire-held": N_("{unit:model} holds its fire."),
    "fire.defend": N_("{target:model} charged {unit:model}. Does it fire before anybody else does?"),
    "fire.unit": N_("Which unit of the active clan fires next?"),
    "fire.stand": N_("Stand {number} of {unit:model} fires at"),
    "option.volley": N_("{unit:model} fires"),
    "option.defend": N_("Fire at the charge"),
    "option.hold-fire": N_("Hold fire"),
    "option.fire-done": N_("No more fire"),
    "fire.no-missile": N_("{unit:model} has neither bows nor firearms."),
    "fire.no-crew": N_("{unit:model} has no crew."),
    "fire.routing": N_("{unit:model} routs and does not fire."),
    "fire.rallied": N_("{unit:model} has only just rallied and does nothing more this turn."),
    "fire.charged": N_("{unit:model} charged or counter-charged and does not fire this turn."),
    "fire.held": N_("{unit:model} cannot fire this turn."),
    "fire.gun-moved": N_("{unit:model} has moved or turned: a gun that moved does not fire that turn."),
    "fire.weather": N_("{unit:model} cannot fire in this weather: {weather:word}."),
    "fire.inactive": N_("{unit:model} does not belong to the clan that is active."),
    "fire.not-charged": N_("{unit:model} has not stood against a charge."),
    "fire.in-melee": N_("{unit:model} is in melee and does not fire."),
    "fire.done": N_("Every stand of {unit:model} that may fire has fired this turn."),
    "fire.nobody": N_("There is no enemy {unit:model} could fire at."),
    "fire.out-of-range": N_("{target:model} is {distance:len} away; {unit:model} fires no further than {reach:len}."),
    "fire.out-of-arc": N_("{target:model} is outside the arc of {unit:model}: ahead, and 45 degrees to each side."),
    "fire.at-melee": N_("{target:model} is in melee: nobody fires into a melee."),
    "fire.unseen": N_("No stand of {unit:model} with the range for it sees {target:model}."),
    "fire.unseen-charge": N_("{target:model} was not in sight of {unit:model} for the whole of its charge."),
    "fire.woods": N_("Woods cut the range to {reach:len}; {target:model} is {distance:len} away."),
    "fire.lane-unit": N_("{by:model} stands in the lane from {unit:model} to {target:model}, which must be 4 cm wide."),
    "fire.lane-ground": N_("The lane from {unit:model} to {target:model} must be 4 cm wide; in the way: {kind:word}."),
    "fire.not-nearest": N_(
        "{nearest:model} is nearer, {least:len} away; {target:model} is {distance:len} away. The nearest is the target."
    ),
    "fire.not-charger": N_("{unit:model} fires only at units that charged it; {target:model} did not."),
    "sight.weather": N_("{target:model} is {distance:len} away; in this weather nobody sees beyond {reach:len}."),
    "topic.FIR": N_("Firing"),
}
