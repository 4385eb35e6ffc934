"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.SHO": N_("Shooting"),
    "option.shoot": N_("Shoot"),
    "shot.reroll": N_(
        "{model:model} rolled {first} and {second}: {total}, where more than {score} hits. Roll one die again?"
    ),
    "option.die-1": N_("Reroll the first die"),
    "option.die-2": N_("Reroll the second die"),
    "ronin.aimed": N_(
        "{model:model} aims at {target:model} with {weapon:word}: {gap:len} away, cover {cover:word}, score {score}."
    ),
    "ronin.shot.hits": N_(
        "{model:model} hits {target:model}: {total}, where more than {score} hits, Wound Score {wound}."
    ),
    "ronin.shot.misses": N_("{model:model} misses {target:model}: {total}, where more than {score} hits."),
    "ronin.shot-passed-on.hits": N_(
        "The shot strikes {target:model} instead: {total}, where more than {score} hits, Wound Score {wound}."
    ),
    "ronin.shot-passed-on.misses": N_(
        "The shot comes to {target:model} and misses: {total}, where more than {score} hits."
    ),
    "shoot.routing": N_("A Routing model may not shoot."),
    "shoot.engaged": N_("A model in base contact with an enemy may not shoot."),
    "shoot.mounted": N_("{weapon:word} may not be used mounted."),
    "shoot.unloaded": N_("{weapon:word} has been fired and must be reloaded first."),
    "shoot.heavy-rain": N_("No teppo fires in heavy rain."),
    "shoot.no-missile": N_("It carries no missile weapon."),
    "shoot.no-target": N_("No enemy can be shot at."),
    "shoot.too-far": N_("The target is {gap:len} away; the range is {range:len}."),
    "shoot.too-dark": N_("The target is {gap:len} away; nothing beyond {range:len} can be made out."),
    "shoot.no-sight": N_("All three lines of sight are blocked."),
    "shoot.stealth": N_("A stealthy target in cover, {gap:len} away, can be shot at from {range:len} at most."),
    "shot.range": N_("Range {gap:len} of {range:len}"),
    "shot.cover.none": N_("No cover"),
    "shot.cover.light": N_("Light cover"),
    "shot.cover.heavy": N_("Heavy cover"),
    "shot.score": N_("Shooting Defence Score {score}"),
    "shot.odds": N_("{wound_percent} % to wound; {grievous_percent} % Grievous or worse, {kill_percent} % to kill"),
    "shot.needs": N_("Wounds from a total of {needed}: {dice} on the dice"),
    "walk.opens": N_("Then {weapon:word} at {target:model}: {gap:len}, {dice}+ on two dice, {percent} %"),
    "walk.opens.chance": N_("{target:model}: then {percent} %"),
    "cover.light": N_("Light cover"),
    "cover.heavy": N_("Heavy cover"),
    "ray.clear": N_("Clear line"),
    "ray.blocked": N_("Blocked line"),
    "word.shoot": N_("Shoot"),
    "word.close": N_("Less than 6 in away"),
    "word.medium-range": N_("Target 12 to 24 in away"),
    "word.long-range": N_("Target 24 to 36 in away"),
    "word.extreme-range": N_("More than 36 in away"),
    "word.teppo-far": N_("Teppo beyond 24 in"),
    "word.into-combat": N_("Target is engaged"),
    "word.moved": N_("Shooter moved"),
    "word.ran": N_("Shooter ran or galloped"),
    "word.fired": N_("Shooter fired before"),
    "word.move-phase": N_("Shot in the Move Phase"),
    "word.dark": N_("Dusk or night"),
    "word.defence-score": N_("Basic score"),
    "word.heavy-armour-teppo": N_("Heavy armour against a teppo"),
    "word.light-cover": N_("Light cover"),
    "word.heavy-cover": N_("Heavy cover"),
    "line.defence.light-armour": N_("Light armour {adds:sign}"),
    "line.defence.medium-armour": N_("Medium armour {adds:sign}"),
    "line.defence.heavy-armour": N_("Heavy armour {adds:sign}"),
    "line.defence.heavy-armour-teppo": N_("Heavy armour against a teppo {adds:sign}"),
    "line.defence.light-cover": N_("Light cover {adds:sign}"),
    "line.defence.heavy-cover": N_("Heavy cover {adds:sign}"),
    "word.light": N_("light"),
    "word.heavy": N_("heavy"),
}
