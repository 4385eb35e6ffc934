"""Words of retiring, retreating and routing."""

from __future__ import annotations

from app.systems.daimyo.words import N_

SENTENCES: dict[str, str] = {
    # events
    "daimyo.routed": N_("{unit:model} breaks and routs."),
    "daimyo.rout-rolled": N_("{unit:model} rolls for its rout move: {distance:len}."),
    "daimyo.rout-moved": N_("{unit:model} runs {distance:len}."),
    "daimyo.rout-moved.off": N_("{unit:model} runs off the table."),
    "daimyo.rout-moved.barred": N_("{unit:model} has nowhere to run and surrenders."),
    "daimyo.broke-off": N_("{unit:model} breaks off the melee."),
    "daimyo.broke-off.retire": N_("{unit:model} breaks off the melee and retires."),
    "daimyo.broke-off.retreat": N_("{unit:model} breaks off the melee and retreats."),
    # refusals
    "pursuit.retired": N_("{target:model} retires: {unit:model} may advance, not pursue."),
}
