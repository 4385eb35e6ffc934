"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "celtos.combat-began.first": N_("{unit:model} fights a first round against {target:model}; enemy units: {number}."),
    "celtos.combat-began.later": N_(
        "{unit:model} fights a further round against {target:model}; enemy units: {number}."
    ),
    "celtos.weapon-taken": N_("{model:model} fights with: {weapon:word}."),
    "celtos.step-began.first-strike": N_("First Strike; attacks: {attacks}."),
    "celtos.step-began.speed": N_("Weapon speed {speed}; attacks: {attacks}."),
    "celtos.blow-rolled": N_("Blows"),
    "celtos.blow-rolled.passed": N_("{model:model} hits {target:model}: {total} against {needed}+."),
    "celtos.blow-rolled.failed": N_("{model:model} misses {target:model}: {total} against {needed}+."),
    "celtos.combat-ended.active": N_("{unit:model} loses the combat, {total} to {enemy_total}."),
    "celtos.combat-ended.enemies": N_("{unit:model} wins the combat, {total} to {enemy_total}."),
    "celtos.combat-ended.both": N_("Nobody is left of either side, {total} to {enemy_total}."),
    "celtos.combat-ended.none": N_(
        "{unit:model} and its enemies are level, {total} to {enemy_total}: nobody loses the combat."
    ),
    "celtos.combat-ended.active.standards": N_(
        "{unit:model} loses the combat, {total} to {enemy_total}, with standards {standards} to {enemy_standards}."
    ),
    "celtos.combat-ended.enemies.standards": N_(
        "{unit:model} wins the combat, {total} to {enemy_total}, with standards {standards} to {enemy_standards}."
    ),
    "celtos.combat-ended.both.standards": N_(
        "Nobody is left of either side, {total} to {enemy_total}, with standards {standards} to {enemy_standards}."
    ),
    "celtos.combat-ended.none.standards": N_(
        "{unit:model} and its enemies are level, {total} to {enemy_total}, with standards {standards} to"
        " {enemy_standards}: nobody loses the combat."
    ),
    "blows.weapon": N_("What do the models of {unit:model} fight with?"),
    "blows.aim": N_("{unit:model} strikes; attacks: {number}. Whom does each strike?"),
    "blows.aim.blow": N_("Attack {number} of {model:model}: {weapon:word}"),
    "casualty.swap": N_("{model:model} ({role:word}) falls. Shall an ordinary model fall instead?"),
    "casualty.swap.none": N_("No: let it fall"),
    "consolidation.moves": N_("{unit:model} touches no enemy any more: it may move."),
    "swap.not-nearest": N_(
        "{model:model} is {gap:len} away, another ordinary model only {least:len}: the nearest falls."
    ),
    "word.panic": N_("In Panic"),
    "word.charged": N_("Charged"),
    "word.cover": N_("Defends in cover"),
    "word.opponent-panic": N_("Opponent in Panic"),
    "topic.CBT": N_("Close combat"),
    "topic.RES": N_("Combat results"),
}
