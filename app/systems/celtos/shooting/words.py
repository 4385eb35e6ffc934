"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.SHT": N_("Shooting"),
    "topic.RNG": N_("Range bands"),
    "topic.HIT": N_("To hit at range"),
    "topic.ALC": N_("Distributing hits, cover"),
    "celtos.volley-aimed.order": N_("{unit:model} shoots at {target:model}, {distance:len} away; dice: {shooters}."),
    "celtos.volley-aimed.reaction": N_(
        "{unit:model} shoots at {target:model} in Reaction, {distance:len} away; dice: {shooters}."
    ),
    "celtos.volley-aimed.return": N_(
        "{unit:model} returns the fire of {target:model}, {distance:len} away; dice: {shooters}."
    ),
    "celtos.hit-rolled": N_("To hit"),
    "celtos.save-rolled": N_("Cover saves"),
    "celtos.hit-rolled.passed": N_("{model:model} hits: {total} against {needed}+."),
    "celtos.hit-rolled.failed": N_("{model:model} misses: {total} against {needed}+."),
    "celtos.no-hits": N_("{unit:model} scores no hit on {target:model}."),
    "celtos.hits-shared": N_("Hits on {target:model}: {hits}."),
    "celtos.save-rolled.passed": N_("{cover:word} saves {model:model}: {total} against {needed}+."),
    "celtos.save-rolled.failed": N_("{cover:word} does not save {model:model}: {total} against {needed}+."),
    "volley.weapon": N_("What do the models of {unit:model} shoot {target:model} with?"),
    "hits.share": N_("{unit:model} has hit {target:model}; hits: {hits}. Which models take them?"),
    "hits.share.hit": N_("A hit by {model:model}: {weapon:word}, damage strength {strength}"),
    "hits.unseen": N_("{model:model} cannot be hit: no shooter sees and reaches it."),
    "hits.uneven": N_("{model:model} would take {hits} hits while {other:model} takes {least}: spread them evenly."),
    "shoot.in-contact": N_("{unit:model} is in contact with an enemy and may not shoot."),
    "shoot.panic": N_("{unit:model} is in Panic and may not shoot."),
    "shoot.out-of-coherency": N_("{unit:model} is out of coherency and may not shoot."),
    "shoot.no-weapon": N_("{unit:model} has no shooting weapon."),
    "shoot.slow": N_("{unit:model} has moved: its Slow weapons cannot shoot this turn."),
    "shoot.slow-return": N_("The weapons of {unit:model} are Slow: no return fire."),
    "shoot.no-target": N_("{unit:model} sees no enemy it could shoot at."),
    "shoot.target-in-combat": N_("{target:model} is in close combat and may not be shot at."),
    "shoot.no-sight": N_("No model of the unit sees {target:model}."),
    "shoot.too-dark": N_("{target:model} is {distance:len} away; nothing beyond {reach:len} can be made out."),
    "shoot.camouflaged": N_("{target:model} is camouflaged in cover and cannot be aimed at from beyond {reach:len}."),
    "shoot.not-nearest": N_(
        "{nearest:model} is nearer: {least:len} away, {target:model} {distance:len}. The target is the nearest enemy."
    ),
    "shoot.beyond": N_("{target:model} is {distance:len} away; nobody shoots farther than {reach:len}."),
    "shoot.out-of-range": N_("{target:model} is {distance:len} away and out of range; the weapons reach {reach:len}."),
    "volley.distance": N_("{target:model} is {distance:len} away"),
    "volley.nearest": N_("Nearest enemy in sight: {nearest:model}, {least:len} away"),
    "volley.perception": N_("Tactical Perception: the target need not be the nearest"),
    "volley.shooters": N_("Shooters with sight and range: {shooters} of {models}"),
    "volley.band": N_("{weapon:word}: {band:word} range"),
    "volley.needed": N_("{weapon:word}; dice: {shooters}, each hits on {needed}+, modifier {adds:sign} ({percent} %)"),
    "volley.exposed": N_("Models that can be hit: {models} of {all}"),
    "volley.damage": N_("{weapon:word}: damage strength {strength} wounds on {wounds_on}+ ({wounds_percent} %)"),
    "volley.cover": N_("{cover:word}, saved on {save}+; models: {models}"),
    "ray.clear": N_("Clear line of sight"),
    "ray.blocked-by-model": N_("Line of sight blocked by {by:model}"),
    "ray.blocked-by-ground": N_("Line of sight blocked: {kind:word}"),
    "ray.dark": N_("Nothing beyond {reach:len} is seen in this light"),
    "word.weapon": N_("Weapon"),
    "word.moved": N_("Shooters moved"),
    "word.tiny": N_("Target of size 1"),
    "word.big": N_("Target of size 4 or 5"),
    "word.huge": N_("Target of size 6 or 7"),
    "word.giant": N_("Target of size 8 or 9"),
    "word.short": N_("Short"),
    "word.medium": N_("Medium"),
    "word.long": N_("Long"),
    "word.extreme": N_("Extreme"),
    "word.light": N_("Light cover"),
    "word.hard": N_("Hard cover"),
    "word.fortification": N_("Fortification"),
}
