"""Words of what a unit has declared, beside its name."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "orders.has.move": N_("{mode:word}, bearing {degrees}°"),
    "orders.has.move.facing": N_("{mode:word} with a Facing, bearing {degrees}°"),
    "orders.has.move.pivot": N_("{mode:word} with a Pivot, bearing {degrees}°"),
    "orders.has.back": N_("go backwards"),
    "orders.has.occupy": N_("occupy {target:model}"),
    "orders.has.exit": N_("come out"),
    "orders.has.join": N_("join {target:model}"),
    "orders.has.leave": N_("leave the unit"),
    "orders.has.load": N_("load"),
    "orders.has.shoot": N_("shoot at {target:model}"),
    "orders.has.precise": N_("shoot with Greater Precision at {target:model}"),
    "orders.has.cast": N_("cast {key:word}"),
    "orders.has.cast.at": N_("cast {key:word} on {target:model}"),
    "orders.has.keep": N_("keep up {key:word}"),
    "orders.has.ability": N_("{key:word}"),
    "orders.has.ability.at": N_("{key:word} on {target:model}"),
    "orders.has.charge": N_("charge {target:model}"),
    "orders.has.charge.march": N_("march and charge {target:model}"),
    "orders.has.charge.run": N_("run and charge {target:model}"),
    "orders.has.storm": N_("storm {target:model}"),
}
