"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "assault.look.far": N_("{target:model} is {gap:len} away; assault moves go up to {reach:len}"),
    "assault.look.packed": N_("Models that can be brought into contact: {packed} of {models}"),
    "blow.look": N_(
        "{model:model} on {target:model}, {weapon:word}: needs {needed}+, modifier {adds:sign} ({percent} %)"
    ),
    "blows.untouched": N_("{model:model} does not touch {target:model} and cannot strike it."),
    "moves.used": N_("{model:model}: {used:len} of {allowed:len}"),
    "moves.leaves": N_("{model:model} leaves the table by the {edge:word} edge"),
    "moves.touches": N_("{model:model} touches {enemy:model}"),
    "moves.apart": N_("More than {link:len} from the others"),
    "system.name": N_("D10 Warbands"),
    "system.tagline": N_("Units and heroes with ten-sided dice: alternate activation, reactions, nerve"),
    "system.compatible": N_(
        "Unofficial rules text compatible with Celtos. Celtos and its names belong to their owners, who have nothing"
        " to do with this table."
    ),
    "scenario.open-field": N_("Open field"),
    "scenario.open-field.line": N_("Two to four bands meet in battle order; losses decide"),
    "scenario.ford": N_("The ford"),
    "scenario.ford.line": N_("Hold two fords and a bridge, turn by turn"),
    "scenario.granaries": N_("Burn the granaries"),
    "scenario.granaries.line": N_("Three granaries: two of them alight win the day"),
    "scenario.envoy": N_("Escort the envoy"),
    "scenario.envoy.line": N_("Bring an envoy off the far edge past the hunters"),
    "scenario.sacrifice": N_("The sacrifice"),
    "scenario.sacrifice.line": N_("Six rites at the shrine, or the captive carried home"),
    "scenario.ambush": N_("Dawn ambush"),
    "scenario.ambush.line": N_("A column on the march, enemies on both sides, and hardly any light"),
    "scenario.vanguards": N_("Vanguards"),
    "scenario.vanguards.line": N_("150 points, five turns, one token in the middle"),
    "volley.gap": N_("{distance:len}"),
    "band.points": N_("{points} battle points"),
    "band.role": N_("Part: {role:word}"),
    "band.edge": N_("Own edge: {edge:word}"),
    "note.first": N_("{seat:seat} goes first"),
    "note.sight": N_("Nobody sees further than {limit:len}"),
    "note.rites": N_("Rite marks: {marks}"),
    "zone.deploy": N_("Deployment"),
    "zone.exit": N_("Way out"),
    "threat.move": N_("Moves {reach:len}"),
    "threat.run": N_("Runs {reach:len}"),
    "threat.assault": N_("Assaults {reach:len}"),
    "threat.shoot": N_("{weapon:word} {range:len}"),
}
