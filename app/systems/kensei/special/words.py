"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.ap-gained": N_("{unit:model} has {ap} AP more ({why:word})."),
    "kensei.taisho-tried": N_("{unit:model} calls for {ability:word}."),
    "kensei.taisho-tried.at": N_("{unit:model} calls for {ability:word}: {target:model}."),
    "special.taisho.ability": N_("{key:word}"),
    "taisho.dead": N_("{seat:seat} has no living Taisho."),
    "taisho.spent": N_("{key:word} is used once a battle."),
    "taisho.nobody": N_("There is nobody for {key:word}."),
    "taisho.not-warned": N_("{target:model} has no Warning Order."),
    "taisho.unseen": N_("The Taisho does not see {target:model}."),
    "kensei.regroup-tried": N_("{unit:model} is called to order."),
    "kensei.regroup-tried.free": N_("{unit:model} is called to order, for nothing."),
    "kensei.regroup-barred": N_("{unit:model} cannot regroup with the enemy so near."),
    "kensei.regrouped.honour": N_("{unit:model} regroups and has {ap} AP fewer."),
    "kensei.regrouped.mystical": N_("{unit:model} regroups at once."),
    "kensei.regrouped.over": N_("{unit:model} holds: it counts as regrouped."),
    "kensei.faced": N_("{unit:model} turns."),
    "regroup.not-fleeing": N_("{unit:model} is not running away."),
    "regroup.locked": N_("{unit:model} is locked in Combat: it cannot regroup."),
    "kensei.special-step.taisho": N_("Special Orders of {seat:seat}: Taisho abilities"),
    "kensei.special-step.regroup": N_("Special Orders of {seat:seat}: Regrouping"),
    "kensei.special-step.strategic": N_("Special Orders of {seat:seat}: Strategic Orders"),
    "kensei.special-step.warning": N_("Special Orders of {seat:seat}: Warning Orders"),
    "kensei.ability-announced": N_("{seat:seat} announces {ability:word}."),
    "kensei.ability-announced.target": N_("{seat:seat} announces {ability:word} on {target:model}."),
    "kensei.strategic-announced.shoot": N_("{unit:model} is to shoot at {target:model}, which it does not see."),
    "kensei.strategic-announced.charge": N_("{unit:model} is to charge {target:model}, which it does not see."),
    "kensei.strategic-given": N_("The Strategic Order of {unit:model} against {target:model} stands."),
    "special.taisho": N_(
        "What does {taisho:model}, your Taisho (general), call for? It takes a Ki roll and {cost} of {pool} Command"
        " Points."
    ),
    "special.regroup": N_("Which fleeing unit is to regroup? 1 of {pool} Command Points a try."),
    "special.strategic": N_(
        "A Strategic Order: who may charge or shoot at whom it does not see? 2 of {pool} Command Points each."
    ),
    "special.warning": N_(
        "A Warning Order: who waits to strike out of turn? 1 of {pool} Command Points each; on what stays sealed."
    ),
    "special.regroup.unit": N_("{unit:model} tries to regroup"),
    "special.regroup.heinin": N_("{unit:model} tries to regroup: in vain if an enemy is within {reach:len}"),
    "taisho.third": N_("At most {most} Taisho abilities are used in a turn."),
    "strategic.no-taisho": N_("Without a living Taisho nobody gives Strategic Orders."),
    "strategic.no-bushi": N_("There is no Bushi in {unit:model}."),
    "strategic.given": N_("{unit:model} has this order already."),
    "strategic.needless": N_("{unit:model} sees {target:model}: no Strategic Order is needed."),
    "strategic.unit-unseen": N_("Neither the Taisho nor a Spy sees {unit:model}."),
    "strategic.unseen": N_("Neither the Taisho nor a Spy sees {target:model}."),
    "strategic.nobody": N_("There is nobody to order {unit:model} against."),
    "topic.SPO": N_("Special Orders"),
}
