"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.VIC": N_("Victory"),
    "topic.SCN": N_("Scenarios"),
    "celtos.token-held": N_("{seat:seat} holds a token."),
    "celtos.token-held.nobody": N_("Nobody holds the token any longer."),
    "celtos.token-scored": N_("{seat:seat} earns {points} battle points from the scenario."),
    "celtos.granary-lit": N_("{unit:model} sets a granary alight."),
    "celtos.rite-made": N_("{seat:seat} performs a rite; rite marks: {marks}."),
    "celtos.captive-freed": N_("{unit:model} frees the captive, who goes with it from now on."),
    "celtos.captive-moved": N_("The captive moves with its rescuers."),
    "celtos.captive-left": N_("The captive and the shrine token lie where the last model of the unit stood."),
    "outcome.points": N_("A lead of {lead} battle points; {needed} were needed."),
    "outcome.level": N_("A lead of only {lead} battle points; {needed} were needed to win."),
    "outcome.last": N_("Nobody else has a model left."),
    "outcome.granaries": N_("Two granaries are alight."),
    "outcome.one-granary": N_("One granary has burnt: neither side has its way."),
    "outcome.granaries-held": N_("The granaries stand."),
    "outcome.envoy-safe": N_("The envoy has got away."),
    "outcome.envoy-lost": N_("The envoy has not got through."),
    "outcome.rites": N_("The last rite is performed."),
    "outcome.captive": N_("The captive is saved."),
    "outcome.no-captive": N_("Neither the rites nor the rescue were completed."),
    "outcome.conceded": N_("{seat:seat} has given up."),
    "order.envoy": N_("{unit:model} is an envoy: it may only be given Movement orders."),
    "order.waiting": N_("{unit:model} waits off the table: it must enter with a Movement order first."),
    "entry.not-waiting": N_("{unit:model} does not wait off the table."),
    "entry.too-early": N_("{unit:model} may not enter before turn {turn}."),
    "celtos.envoy-joined": N_("An envoy goes with {seat:seat}."),
    "celtos.granary-placed": N_("{seat:seat} puts a granary down."),
    "celtos.dearest-named": N_("{seat:seat} names {unit:model} as the dearest Individual."),
    "celtos.edges-assigned": N_("You have given your units their edges; nobody else knows them yet."),
    "celtos.edges-shown": N_(
        "The ambush of {seat:seat} is sprung; units from the north: {north}, from the south: {south}."
    ),
    "celtos.scored": N_("{seat:seat} has {points} battle points."),
    "celtos.game-over": N_("{winner:seat} wins the battle: {first:seat} {first_score}, {second:seat} {second_score}."),
    "celtos.game-over.draw": N_("The battle is a draw: {first:seat} {first_score}, {second:seat} {second_score}."),
    "celtos.conceded": N_("{seat:seat} has lost the battle with all remaining units."),
}
