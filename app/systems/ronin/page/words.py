"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "scenario.skirmish": N_("Skirmish"),
    "scenario.skirmish.line": N_("Two bands meet by chance; each has a secret goal"),
    "scenario.capture": N_("Capture"),
    "scenario.capture.line": N_("Carry the chest in the middle off your own edge"),
    "scenario.escort": N_("Escort"),
    "scenario.escort.line": N_("Bring a civilian through a town at dusk"),
    "scenario.hold-the-bridge": N_("Hold the Bridge"),
    "scenario.hold-the-bridge.line": N_("A river, one bridge, and an attacker with a fifth more"),
    "scenario.seize-the-shrine": N_("Seize the Shrine"),
    "scenario.seize-the-shrine.line": N_("Who stands at the shrine when time runs out?"),
    "scenario.defence": N_("Defence"),
    "scenario.defence.line": N_("Half the points, dug in; the rest of the attackers are on their way"),
    "scenario.duel": N_("Duel"),
    "scenario.duel.line": N_("Two Leaders fight; the others must wait for blood"),
    "system.name": N_("Ronin"),
    "system.tagline": N_("4 to 20 swords a side"),
    "system.compatible": N_(
        "To be played beside the skirmish game Ronin and its printed rulebook. Unofficial: neither made nor approved "
        "by its authors or publisher."
    ),
    "rule.defence_adds_fight": N_("Fight helps the defence"),
    "rule.defence_adds_fight.line": N_("Fight is added to Defence Rolls too: {clause}"),
    "rule.building": N_("A building"),
    "rule.building.line": N_("A house stands in the middle of the table"),
    "rule.attacker": N_("Who attacks"),
    "rule.escort": N_("Who escorts"),
    "band.morale": N_("{morale:word}"),
    "band.rating": N_("Rating {rating}"),
    "band.strength": N_("{now} of {start}"),
    "band.score": N_("{score} VP"),
    "band.role": N_("{role:word}"),
    "band.edge": N_("Own edge: {edge:word}"),
    "band.goal": N_("Secret minor goal: {goal:word}"),
    "band.goal-scored": N_("Minor goal reached: {goal:word}"),
    "band.lost": N_("Reserves lost to the rout: {number}"),
    "band.arriving": N_("Reserves that may come on: {number}"),
    "note.weather": N_("Weather: {weather:word}"),
    "note.time": N_("Time of day: {time:word}"),
    "note.flow": N_("The river flows {edge:word}"),
    "note.bound": N_("All but the Leaders are held back"),
    "note.counters": N_("{seat:seat}: {attack} Attack and {defence} Defence counters"),
    "zone.deploy": N_("Deployment"),
    "zone.objective": N_("Objective"),
    "zone.exit": N_("Way out"),
    "threat.shoot": N_("{weapon:word} {range:len}"),
}
