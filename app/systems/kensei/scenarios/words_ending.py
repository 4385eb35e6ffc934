"""Words of the end of a turn and of the battle."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.camp-lost": N_("The camp of {seat:seat} is lost."),
    "kensei.score-counted": N_("{seat:seat} ({victory:word}): {score}."),
    "kensei.condition-decided.met": N_("{seat:seat} has met its own condition: {victory:word}."),
    "kensei.condition-decided.missed": N_("{seat:seat} has missed its own condition: {victory:word}."),
    "kensei.turn-ended": N_("Turn {turn} is over."),
    "kensei.game-over": N_("{winner:seat} wins the battle: {first:seat} {first_score}, {second:seat} {second_score}."),
    "kensei.game-over.draw": N_("The battle is a draw: {first:seat} {first_score}, {second:seat} {second_score}."),
    "kensei.conceded": N_("{seat:seat} gives the battle up."),
    "outcome.at-once.assassination": N_("The enemy General is dead."),
    "outcome.at-once.head_hunt": N_("No enemy character is left."),
    "outcome.at-once.command_post": N_("The enemy camp is taken, and its own stands."),
    "outcome.limit.pitched_battle": N_("The last turn is over: it has defeated more Koku."),
    "outcome.limit.assassination": N_("The enemy General is dead."),
    "outcome.limit.head_hunt": N_("The last turn is over: its kills are worth more."),
    "outcome.limit.territorial_control": N_("The last turn is over: it holds more quarters of the table."),
    "outcome.limit.building_control": N_("The last turn is over: the buildings it holds are worth more."),
    "outcome.limit.command_post": N_("The last turn is over: it has more Koku near the enemy camp."),
    "outcome.limit.bridge_at_dawn": N_("The last turn is over: it has more Koku beyond the river."),
    "outcome.both": N_("Both sides have met their own conditions."),
    "outcome.draw": N_("The last turn is over, and neither side has met its condition."),
    "outcome.conceded": N_("{seat:seat} has given up."),
    "word.score.koku": N_("Koku defeated"),
    "word.score.standard": N_("Standards taken"),
    "word.score.heads": N_("Kills"),
    "word.score.quarters": N_("Quarters held"),
    "word.score.temple": N_("Temples held"),
    "word.score.castle": N_("Castles held"),
    "word.score.clan_castle": N_("Clan castles held"),
    "word.score.torii": N_("Torii held"),
    "word.score.house": N_("Houses held"),
    "word.score.cemetery": N_("Cemeteries held"),
    "word.score.near-camp": N_("Koku near the enemy camp"),
    "word.score.across": N_("Koku beyond the river"),
    "word.camp": N_("near its camp"),
}
