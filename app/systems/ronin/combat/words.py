"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "phase.combat": N_("Combat"),
    "ronin.combats-formed": N_("Combats to be fought this turn: {number}."),
    "ronin.combat-began": N_("{seat:seat} picks the next combat."),
    "ronin.weapon-named": N_("{model:model} fights with: {weapon:word}."),
    "ronin.counters-sealed": N_("Counters of {seat:seat}: {attack} Attack, {defence} Defence."),
    "ronin.initiative-enhanced": N_("{model:model} Enhances its Initiative with a counter: {counter:word}."),
    "ronin.initiative-thrown": N_("{model:model} throws for Initiative."),
    "ronin.initiative-rolled": N_("{model:model} has Initiative {total}; the die that counts is {die}."),
    "ronin.initiative-ordered": N_("The Initiative order is fixed; {model:model} goes first."),
    "ronin.counters-shown": N_(
        "Counters are shown. {first:seat}: {first_attack} Attack, {first_defence} Defence. "
        "{second:seat}: {second_attack} Attack, {second_defence} Defence."
    ),
    "ronin.fighter-up": N_("It is the go of {model:model}."),
    "ronin.fighter-passed": N_("{model:model} passes."),
    "ronin.attack-declared.attack": N_("{model:model} attacks {target:model}."),
    "ronin.attack-declared.subdue": N_("{model:model} tries to subdue {target:model} and spends {spent} counters."),
    "ronin.roll-enhanced.attack": N_("{model:model} spends an Attack counter to Enhance the Attack Roll."),
    "ronin.roll-enhanced.defence": N_("{model:model} spends a Defence counter to Enhance the Defence Roll."),
    "ronin.counters-lost": N_("{model:model} has fallen; counters lost with it: Attack {attack}, Defence {defence}."),
    "ronin.combat-ended.spent": N_("The combat ends: no Attack counters are left."),
    "ronin.combat-ended.passed": N_("The combat ends: every fighter passed."),
    "ronin.combat-ended.alone": N_("The combat ends: one side has no fighter left."),
    "ronin.blow-thrown": N_("The dice of {model:model} and {target:model} lie on the table."),
    "ronin.attack-rolled.strike-plain": N_("{model:model} strikes at {target:model} ({weapon:word}): {total}."),
    "ronin.attack-rolled.strike-kept": N_(
        "{model:model} strikes at {target:model} ({weapon:word}), keeping {kept}: {total}."
    ),
    "ronin.attack-rolled.subdue-plain": N_("{model:model} tries to subdue {target:model} ({weapon:word}): {total}."),
    "ronin.attack-rolled.subdue-kept": N_(
        "{model:model} tries to subdue {target:model} ({weapon:word}), keeping {kept}: {total}."
    ),
    "ronin.defence-rolled": N_("{model:model} defends: {total}."),
    "combat.choose": N_("Which combat is fought next?"),
    "combat.weapon": N_("What does {model:model} fight with?"),
    "combat.split": N_("Split your pool of {pool} into Attack and Defence counters, in secret."),
    "combat.commit": N_("Enhance Initiative, in secret? Your counters: Attack {attack}, Defence {defence}."),
    "combat.reroll": N_("{model:model} threw {faces}: reroll one die ({why:word})?"),
    "combat.level": N_("Your fighters are level in Initiative: in which order do they go?"),
    "combat.turn": N_("{model:model} has Intuition: turn a counter over? You have {attack} Attack, {defence} Defence."),
    "combat.go": N_(
        "{model:model} is up. Counters: yours {attack} Attack, {defence} Defence; "
        "theirs {their_attack} Attack, {their_defence} Defence."
    ),
    "combat.enhance-defence": N_(
        "{enemy:model} {does:word} {model:model}: Enhance the defence? Defence counters: {left}; "
        "theirs: {their_attack} Attack, {their_defence} Defence."
    ),
    "combat.enhance-attack": N_(
        "Enhance the attack of {model:model} on {enemy:model}? Attack counters: {left}; "
        "theirs: {their_attack} Attack, {their_defence} Defence."
    ),
    "combat.lose": N_("{model:model} has fallen: which {number} counters do you lose?"),
    "option.combat": N_("{first:model} against {second:model} ({number} fighters)"),
    "option.die": N_("Reroll the {face} (die {die})"),
    "option.none": N_("Leave it as it is"),
    "option.attack": N_("Attack"),
    "option.subdue": N_("Try to subdue"),
    "option.pass": N_("Pass"),
    "option.keep": N_("Leave them as they are"),
    "option.to-attack": N_("Turn a Defence counter into an Attack counter"),
    "option.to-defence": N_("Turn an Attack counter into a Defence counter"),
    "look.attack": N_("{model:model}: dice {adds:sign} to the Attack Roll ({weapon:word})"),
    "look.defence": N_("{model:model}: dice {adds:sign} to the Defence Roll"),
    "look.defence-line": N_("{adds:sign} {line:word} (defence)"),
    "weapon.mounted": N_("A rider cannot fight with this weapon: {weapon:word}."),
    "fight.civilian": N_("{model:model} is a civilian and strikes nobody."),
    "fight.routing": N_("Its Buntai is Routing: Defence counters only."),
    "fight.no-contact": N_("{model:model} touches no enemy."),
    "fight.rode-by": N_("{model:model} rode by and attacks in the first cycle only; this is cycle {cycle}."),
    "fight.no-counter": N_("This costs {cost} Attack counters; there are {left}."),
    "split.attack": N_("At most {most} Attack counters may be had here, not {given}."),
    "commit.too-many": N_("There are only {most} counters of this colour, not {given} ({colour:word})."),
    "turn.none-left": N_("There is no counter of this colour to turn over ({colour:word})."),
    "enhance.no-counter": N_("No counter is left for this ({colour:word})."),
    "word.does-attack": N_("attacks"),
    "word.does-subdue": N_("tries to subdue"),
    "word.attack": N_("Attack"),
    "word.defence": N_("Defence"),
    "word.initiative": N_("Initiative"),
    "word.fight": N_("Fight"),
    "word.none": N_("none"),
    "word.fast": N_("Fast"),
    "word.in-river": N_("in the river"),
    "word.powerful": N_("Powerful"),
    "word.ride-by-yari": N_("riding by with a yari"),
    "word.weaponless-heavy": N_("bare hands against heavy armour"),
    "word.kusarigama-subdue": N_("subduing with a kusarigama"),
    "word.free-attack": N_("free attack"),
    "word.light-armour": N_("light armour"),
    "word.medium-armour": N_("medium armour"),
    "word.heavy-armour": N_("heavy armour"),
    "word.crowded": N_("engaged by three or more"),
    "topic.CBT": N_("Combat"),
    "topic.WPN": N_("Melee weapons"),
    "ronin.subdued": N_("Wound Score {score}: {model:model} is Stunned and comes to no other harm."),
    "ronin.captured": N_("{by:model} takes {model:model} captive."),
}
