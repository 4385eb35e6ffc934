"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.RNG": N_("Ranged attacks"),
    "kensei.volley-fired.plain": N_(
        "{unit:model} shoots at {target:model}, {distance:len} away ({weapon:word}, {band:word}); dice: {dice}."
    ),
    "kensei.volley-fired.precise": N_(
        "{unit:model} shoots with Greater Precision at {target:model}, {distance:len} away ({weapon:word}, {band:word})"
        "; dice: {dice}."
    ),
    "kensei.volley-fired.far": N_(
        "{unit:model} shoots at {target:model}, but {distance:len} is out of range: the shot is wasted."
    ),
    "kensei.shots-rolled": N_("Hits of {unit:model}: {hits} (a die had to beat {needed})."),
    "kensei.shots-parried.own": N_(
        "{unit:model} defends; hits that come through: {through} (a die had to stay below {needed})."
    ),
    "kensei.shots-parried": N_(
        "{unit:model} defends with the Defence of {by:model}; hits that come through: {through}; a die had to stay"
        " below {needed}."
    ),
    "kensei.shots-hurt": N_("Damage to {target:model}: hits {hits}, Wounds {wounds} (Armour {armour})."),
    "kensei.weapons-loaded": N_("{unit:model} loads."),
    "kensei.shot-hampered.sling": N_("{unit:model} is struck by stones and slowed for a turn."),
    "kensei.shot-hampered.arrows": N_("{unit:model} is dishonoured by the arrows for a turn."),
    "kensei.wounds-taken": N_("{unit:model} loses Wounds: {wounds}."),
    "kensei.wounds-taken.models": N_("{unit:model} loses models: {fallen}, left: {left} (Wounds: {wounds})."),
    "hits.give": N_("{unit:model} is hit by {by:model}: on which model does each hit fall? (Wounds in all: {wounds})"),
    "hits.give-none": N_("{unit:model} is hurt: on which model does each hit fall? (Wounds in all: {wounds})"),
    "hits.one": N_("A hit; Wounds: {wounds}"),
    "hits.dead": N_("Hit {hit} falls on a model that the hits before have slain."),
    "orders.shoot": N_("Shoot ({ap} AP)"),
    "orders.precise": N_("Shoot with Greater Precision ({ap} AP)"),
    "orders.load": N_("Load ({ap} AP)"),
    "orders.target": N_("{target:model}, in sight"),
    "orders.target-unseen": N_("{target:model}, not seen from here"),
    "orders.after-charge": N_("{unit:model} has declared a Charge: nothing follows it."),
    "act.shooting": N_("Who shoots or loads next?"),
    "act.shoot": N_("{unit:model} shoots at {target:model}"),
    "act.precise": N_("{unit:model} shoots with Greater Precision at {target:model}"),
    "act.load": N_("{unit:model} loads"),
    "act.skip": N_("{unit:model} skips its next order and does the one after it"),
    "act.done": N_("Give up the rest"),
    "fire.no-weapon": N_("{unit:model} has no ranged weapon."),
    "fire.wet": N_("The weapons of {unit:model} are wet and useless."),
    "fire.with-unit": N_("{unit:model} shoots with {host:model}, not by himself."),
    "fire.in-combat": N_("{unit:model} is in Combat and may not shoot."),
    "fire.fleeing": N_("{unit:model} is Running Away and obeys no order."),
    "fire.charged": N_("{unit:model} declared a Charge this turn and does nothing more."),
    "fire.no-action": N_("{unit:model} may take no Action this turn."),
    "fire.not-loaded": N_("The weapons of {unit:model} are not loaded."),
    "fire.loaded": N_("The weapons of {unit:model} are loaded already."),
    "fire.gone": N_("{target:model} is no longer on the table."),
    "fire.at-combat": N_("{target:model} is in Combat and may not be shot at."),
    "fire.one-of-unit": N_("Only an Assassin shoots at {target:model} in the middle of his Unit."),
    "fire.wall": N_("A Very High wall without gaps stops every shot of {unit:model} at {target:model}."),
    "fire.ethereal": N_("Ordinary shots do not hurt {target:model}."),
    "fire.nobody": N_("There is nobody {unit:model} could shoot at."),
    "word.range-short": N_("short range"),
    "word.range-medium": N_("medium range"),
    "word.range-long": N_("long range"),
    "word.after-march": N_("after a march"),
    "word.after-backwards": N_("after moving back"),
    "word.after-run": N_("after a run"),
    "word.precision": N_("Greater Precision"),
    "word.second-shot": N_("second shot"),
    "word.cover-light": N_("Light Cover"),
    "word.cover-heavy": N_("Heavy Cover"),
    "word.from-forest": N_("from deep in the trees"),
    "word.from-water": N_("from the water"),
    "word.in-water": N_("in the water"),
    "word.inside-shrine": N_("inside a shrine"),
    "word.inside-cemetery": N_("inside a cemetery"),
    "word.weapon-teppo": N_("Teppo"),
    "word.shot": N_("shooting"),
    "word.damage": N_("Damage"),
}
