"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.WRN": N_("Warning Orders"),
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
    "form.response": N_("What it will do"),
    "form.response.kind": N_("Attack of Opportunity"),
    "form.response.mode": N_("Its movement"),
    "form.response.bearing": N_("Direction, degrees from north"),
    "form.response.kind.shoot": N_("It shoots (1 AP)"),
    "form.response.kind.charge": N_("It charges (1 AP)"),
    "form.response.kind.move_then_charge": N_("It moves and charges (2 AP)"),
    "form.trigger": N_("As soon as"),
    "form.trigger.list": N_("Condition {n}"),
    "form.trigger.type": N_("An enemy…"),
    "form.trigger.type.enemy_enters_area": N_("enters an area"),
    "form.trigger.type.enemy_crosses_line": N_("crosses a line"),
    "form.trigger.type.enemy_within": N_("comes within a distance"),
    "form.trigger.type.enemy_in_reach": N_("comes within a distance and in sight"),
    "form.trigger.type.enemy_seen": N_("comes into sight"),
    "form.trigger.type.enemy_declares_charge": N_("begins a Charge"),
    "form.trigger.type.enemy_shoots": N_("is about to shoot"),
    "form.trigger.type.enemy_casts": N_("begins a spell"),
    "form.trigger.type.enemy_leaves_building": N_("leaves a building"),
    "form.trigger.type.enemy_occupies_building": N_("enters a building"),
    "form.trigger.type.enemy_regroups": N_("regroups"),
    "form.trigger.type.all_of": N_("two conditions hold at once"),
    "form.trigger.type.any_of": N_("one of two conditions holds"),
    "form.trigger.cm": N_("Distance in cm"),
    "form.trigger.of": N_("Measured from"),
    "form.trigger.of.self": N_("this unit"),
    "form.trigger.terrain": N_("Piece of terrain"),
    "form.trigger.centre": N_("About a place"),
    "form.trigger.radius": N_("This far about it, cm"),
    "form.trigger.polygon": N_("Corners of an area"),
    "form.trigger.line": N_("Between two places"),
    "form.trigger.side": N_("The enemy"),
    "form.trigger.units": N_("At which of yours"),
    "form.which": N_("Which enemy"),
    "form.which.first": N_("the first that does so"),
    "form.which.nearest": N_("the nearest of several"),
    "form.which.any": N_("whichever I choose then"),
    "form.filter": N_("Only against certain enemies"),
    "form.filter.class": N_("Kind"),
    "form.filter.class.infantry": N_("infantry"),
    "form.filter.class.cavalry": N_("cavalry"),
    "form.filter.class.harasser": N_("harassers"),
    "form.filter.class.creature": N_("creatures"),
    "form.filter.class.character": N_("lone characters"),
    "form.filter.traits_any": N_("With one of these traits"),
    "form.filter.traits_any.sohei": N_("Sohei"),
    "form.filter.unit_ids": N_("These units"),
    "form.filter.min_models": N_("Models at least"),
}
