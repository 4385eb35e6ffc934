"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.DMG": N_("Damage"),
    "celtos.damage-rolled": N_("Damage"),
    "celtos.damage-rolled.passed": N_(
        "{model:model} wounds {target:model}: {total} against {needed}+ ({active} against {dif}); HR left: {wounds}."
    ),
    "celtos.damage-rolled.failed": N_(
        "{model:model} does not wound {target:model}: {total} against {needed}+ ({active} against {dif})."
    ),
    "celtos.casualties.one": N_("{model:model} falls."),
    "celtos.casualties.many": N_("{count} models fall together, {model:model} among them."),
}
