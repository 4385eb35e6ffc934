"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.TER": N_("Terrain"),
    "ronin.river-entered.swept": N_("The current takes {model:model}."),
    "ronin.river-entered.stands": N_("{model:model} stands against the current."),
    "ronin.drifted": N_("{model:model} is swept {length:len} downstream and is Stunned."),
    "ronin.drowning-rolled.drowns": N_("{model:model} goes under: {total}."),
    "ronin.drowning-rolled.swims": N_("{model:model} keeps its head above water: {total}."),
    "ronin.weather-rolled": N_("Weather: {weather:word}."),
    "ronin.weather-rolled.none": N_("The weather is fair."),
    "ronin.time-rolled": N_("It is {time_of_day:word}."),
    "ronin.time-rolled.none": N_("It is day."),
    "ronin.flow-rolled": N_("The river flows {flow:word}."),
}
