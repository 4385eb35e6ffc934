"""Words of Warning Orders and Attacks of Opportunity."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.warning-given.enemy_enters_area": N_(
        "{unit:model} waits (sealed): {response:word} when an enemy enters the area named."
    ),
    "kensei.warning-given.enemy_crosses_line": N_(
        "{unit:model} waits (sealed): {response:word} when an enemy crosses the line named, {side:word}."
    ),
    "kensei.warning-given.enemy_within": N_(
        "{unit:model} waits (sealed): {response:word} when an enemy comes within {cm} cm."
    ),
    "kensei.warning-given.enemy_in_reach": N_(
        "{unit:model} waits (sealed): {response:word} when an enemy comes within {cm} cm in sight."
    ),
    "kensei.warning-given.enemy_seen": N_(
        "{unit:model} waits (sealed): {response:word} when an enemy comes into sight."
    ),
    "kensei.warning-given.enemy_declares_charge": N_(
        "{unit:model} waits (sealed): {response:word} when an enemy begins a Charge."
    ),
    "kensei.warning-given.enemy_shoots": N_("{unit:model} waits (sealed): {response:word} when an enemy shoots."),
    "kensei.warning-given.enemy_casts": N_(
        "{unit:model} waits (sealed): {response:word} when an enemy begins a spell."
    ),
    "kensei.warning-given.enemy_leaves_building": N_(
        "{unit:model} waits (sealed): {response:word} when an enemy leaves the building named."
    ),
    "kensei.warning-given.enemy_occupies_building": N_(
        "{unit:model} waits (sealed): {response:word} when an enemy enters the building named."
    ),
    "kensei.warning-given.enemy_regroups": N_(
        "{unit:model} waits (sealed): {response:word} when a fleeing enemy regroups."
    ),
    "kensei.warning-given.all_of": N_(
        "{unit:model} waits (sealed): {response:word} when several conditions hold at once."
    ),
    "kensei.warning-given.any_of": N_(
        "{unit:model} waits (sealed): {response:word} when one of several conditions holds."
    ),
    "kensei.warning-told.shoot": N_("{unit:model} has a Warning Order: it will shoot."),
    "kensei.warning-told.charge": N_("{unit:model} has a Warning Order: it will charge."),
    "kensei.warning-told.move_then_charge": N_("{unit:model} has a Warning Order: it will move and charge."),
    "kensei.warning-lapsed": N_("The Warning Order of {unit:model} lapses."),
    "kensei.opportunity-offered": N_("{seat:seat} may make an Attack of Opportunity."),
    "kensei.opportunity-passed": N_("{seat:seat} lets an Attack of Opportunity pass."),
    "kensei.opportunity-taken.enemy_enters_area": N_(
        "Attack of Opportunity! {foe:model} has entered the area that {unit:model} watched: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_crosses_line": N_(
        "Attack of Opportunity! {foe:model} has crossed the line that {unit:model} watched: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_within": N_(
        "Attack of Opportunity! {foe:model} has come within {cm} cm as {unit:model} waited for: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_in_reach": N_(
        "Attack of Opportunity! {foe:model} has come within {cm} cm and in sight of {unit:model}: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_seen": N_(
        "Attack of Opportunity! {foe:model} has come into the sight of {unit:model}: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_declares_charge": N_(
        "Attack of Opportunity! {foe:model} begins a Charge and {unit:model} was waiting for it: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_shoots": N_(
        "Attack of Opportunity! {foe:model} is about to shoot and {unit:model} was waiting for it: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_casts": N_(
        "Attack of Opportunity! {foe:model} begins a spell and {unit:model} was waiting for it: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_leaves_building": N_(
        "Attack of Opportunity! {foe:model} leaves the building that {unit:model} watched: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_occupies_building": N_(
        "Attack of Opportunity! {foe:model} enters the building that {unit:model} watched: {response:word}."
    ),
    "kensei.opportunity-taken.enemy_regroups": N_(
        "Attack of Opportunity! {foe:model} regroups and {unit:model} was waiting for it: {response:word}."
    ),
    "kensei.opportunity-taken.all_of": N_(
        "Attack of Opportunity! All that {unit:model} waited for has come true of {foe:model}: {response:word}."
    ),
    "kensei.opportunity-taken.any_of": N_(
        "Attack of Opportunity! What {unit:model} waited for has come true of {foe:model}: {response:word}."
    ),
    "opportunity.use": N_("A condition of yours has come true. Make an Attack of Opportunity? One a turn."),
    "opportunity.shoot": N_("{unit:model} shoots at {foe:model}"),
    "opportunity.charge": N_("{unit:model} charges {foe:model}"),
    "opportunity.move_then_charge": N_("{unit:model} moves and charges {foe:model}"),
    "opportunity.use.pass": N_("Let it pass"),
    "no_definite_condition": N_("A Warning Order needs a definite condition; still to be said: {field:field}."),
    "no_ap": N_("{unit:model} has {ap} AP left and needs {needed}."),
    "already_used": N_("{unit:model} may make no Attack of Opportunity now."),
    "in_combat": N_("{unit:model} is in Combat or flees."),
    "not_loaded": N_("No weapon of {unit:model} is loaded."),
    "acted_last": N_("{unit:model} has charged this turn and does nothing more."),
    "no_los": N_("{unit:model} does not see {target:model}."),
    "word.from_north": N_("coming from the north"),
    "word.from_south": N_("coming from the south"),
    "word.from_east": N_("coming from the east"),
    "word.from_west": N_("coming from the west"),
    "word.response-move_then_charge": N_("it moves and charges"),
    "word.response-shoot": N_("it shoots"),
    "word.response-charge": N_("it charges"),
}
