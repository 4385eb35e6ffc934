"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.morale-tested": N_("{unit:model} tests its morale."),
    "daimyo.morale-tested.none": N_("{unit:model} passes its morale test ({why:word}): {total} against {needed}+."),
    "daimyo.morale-tested.stand": N_(
        "{unit:model} passes its morale test ({why:word}): {total} against {needed}+; it may choose what to do."
    ),
    "daimyo.morale-tested.charge": N_(
        "{unit:model} passes its morale test ({why:word}): {total} against {needed}+; it charges."
    ),
    "daimyo.morale-tested.rally": N_(
        "{unit:model} passes its morale test ({why:word}): {total} against {needed}+; it rallies."
    ),
    "daimyo.morale-tested.halt": N_(
        "{unit:model} fails its morale test ({why:word}): "
        "{total} against {needed}+ ({column:word}, {row:word}): it must halt."
    ),
    "daimyo.morale-tested.retire": N_(
        "{unit:model} fails its morale test ({why:word}): "
        "{total} against {needed}+ ({column:word}, {row:word}): it must retire."
    ),
    "daimyo.morale-tested.retreat": N_(
        "{unit:model} fails its morale test ({why:word}): "
        "{total} against {needed}+ ({column:word}, {row:word}): it must retreat."
    ),
    "daimyo.morale-tested.rout": N_(
        "{unit:model} fails its morale test ({why:word}): "
        "{total} against {needed}+ ({column:word}, {row:word}): it routs."
    ),
    "daimyo.morale-tested.dispersed": N_(
        "{unit:model} fails its morale test ({why:word}): "
        "{total} against {needed}+ ({column:word}, {row:word}): it disperses."
    ),
    "daimyo.morale-tested.frenzy": N_("{unit:model} tests its morale ({why:word}): the roll makes it frenzied."),
    "daimyo.halted": N_("{unit:model} halts until the end of turn {until}."),
    "daimyo.frenzy-began": N_("{unit:model} is frenzied."),
    "daimyo.frenzy-ended": N_("{unit:model} is frenzied no longer."),
    "morale.flank": N_("Morale at the end of the turn: whoever must test does so in order. From which flank?"),
    "option.rally-rout": N_("{unit:model} rallies: needs {needed}+ on 2d6 {adds:sign}, or it disperses"),
    "option.rally-frenzy": N_("{unit:model} comes to its senses: needs {needed}+ on 2d6 {adds:sign}"),
    "rally.no-need": N_("{unit:model} neither routs nor is frenzied."),
    "rally.tried": N_("{unit:model} has had the one attempt a unit gets in a battle."),
    "rally.second-rout": N_("{unit:model} routs for the second time and cannot rally."),
    "rally.broke-now": N_("{unit:model} broke this turn: it may try from next turn on."),
    "rally.no-rout-move": N_("{unit:model} must have made a rout move first; rout moves needed: {least}."),
    "rally.shot-at": N_("{unit:model} was shot at this turn and cannot rally."),
    "rally.young-frenzy": N_("{unit:model} became frenzied this turn: it may try from next turn on."),
    "rally.stays": N_("{unit:model} rallied this turn and stays where it is."),
    "grid.morale": N_("Results of morale tests"),
    "topic.MOR": N_("Morale"),
    "pursuit.retired": N_("{target:model} retires: {unit:model} may advance, not pursue."),
    "daimyo.routed": N_("{unit:model} breaks and routs."),
    "daimyo.broke-off": N_("{unit:model} breaks off the melee."),
    "daimyo.broke-off.retire": N_("{unit:model} breaks off the melee and retires."),
    "daimyo.broke-off.retreat": N_("{unit:model} breaks off the melee and retreats."),
}
