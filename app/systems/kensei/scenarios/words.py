"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.victory-proposed": N_("{seat:seat} proposes to play for: {n1:word}, {n2:word} or {n3:word}."),
    "kensei.victory-settled": N_("{seat:seat} plays for: {victory:word}."),
    "kensei.camp-marked": N_("{seat:seat} marks a camp."),
    "topic.SCN": N_("Scenarios and victory"),
    "scenario.pitched_battle.line": N_("Two armies, six turns: who strikes down more Koku wins"),
    "scenario.assassination.line": N_("Kill the enemy General before yours falls"),
    "scenario.head_hunt.line": N_("Every head has its worth; those of officers most of all"),
    "scenario.territorial_control.line": N_("Hold more quarters of the table after five turns"),
    "scenario.building_control.line": N_("A temple, houses and gates: hold more of them"),
    "scenario.command_post.line": N_("Take the enemy camp and keep your own"),
    "scenario.bridge_at_dawn.line": N_("One bridge, one ford: get your troops across the river"),
    "scenario.pitched_battle.briefing": N_(
        "After six turns each side counts the Koku of the enemy models that are slain, destroyed or still fleeing, "
        "and 5 for each battle standard taken. More wins; the same is a draw."
    ),
    "scenario.assassination.briefing": N_(
        "Each Taisho is set up in a Unit. Whoever first slays the enemy General wins at once; if both fall in the same "
        "phase, or neither in eight turns, it is a draw."
    ),
    "scenario.head_hunt.briefing": N_(
        "Points for kills over six turns: the General 9, Shirei-Kan 7, Busho 5, Samurai Daisho 3, Ashigaru Daisho 2, "
        "Special Characters 6, Spiritual Characters 7, foot 1, horse 2, a lone model 3, a Creature its Wounds. Killing "
        "every enemy character wins at once."
    ),
    "scenario.territorial_control.briefing": N_(
        "The table is cut into four quarters. At the end of turn five a quarter belongs to the side with more Koku of "
        "models in it that are not fleeing. More quarters win."
    ),
    "scenario.building_control.briefing": N_(
        "A building belongs to the side that has a garrison in it or, if it is empty, to the only side with a Unit "
        "within 5 cm. After six turns a Castle or a Temple counts 4, a Torii, a House or a Cemetery 2. More wins."
    ),
    "scenario.command_post.briefing": N_(
        "Each side marks a camp in its zone and sets its Taisho up beside it; own Units within 10 cm have +1 Honour. "
        "Taking the enemy camp while yours stands wins at once; after seven turns the side with more Koku within 20 cm "
        "of the enemy camp wins."
    ),
    "scenario.bridge_at_dawn.briefing": N_(
        "A river parts the table, with one bridge and one ford. After six turns the side with more Koku beyond the "
        "river, of models that are not fleeing, wins."
    ),
    "rule.no_magic": N_("Without magic"),
    "rule.no_magic.line": N_("No Spiritual Characters and no Creatures: {clause}"),
    "rule.spread_damage": N_("Shots carry over"),
    "rule.spread_damage.line": N_("What one model cannot take of a shot goes on to the next: {clause}"),
    "rule.single_damage": N_("One Wound a shot"),
    "rule.single_damage.line": N_("Shooting wounds as melee does: {clause}"),
    "rule.open_warning_orders": N_("Open Warning Orders"),
    "rule.open_warning_orders.line": N_("The conditions of Warning Orders are told too: {clause}"),
    "rule.proposals": N_("Victory by proposal"),
    "rule.proposals.line": N_("Each side proposes three goals and the opponent picks one: {clause}"),
    "zone.deploy": N_("Deployment"),
    "zone.quarter": N_("Quarter"),
    "zone.camp": N_("Camp"),
    "zone.bank": N_("Beyond the river"),
    "setup.no-scenario": N_("There is no scenario {scenario}. Choose from: {known}."),
    "setup.sides": N_("There are {sides} sides; a battle has {least}."),
    "setup.same-seat": N_("Each side needs a seat of its own, with a name."),
    "setup.no-option": N_("There is no option {option}. Choose from: {known}."),
    "setup.on-or-off": N_("The option {option} is either on (true) or off (false)."),
    "setup.one-of": N_("The option {option} is one of: {known}."),
    "setup.two-ways": N_("The option {option} is set in two ways at once."),
    "setup.limit": N_("A limit of {limit} Koku is not played here. Choose from: {known}."),
    "setup.two-limits": N_("The limit of Koku is given twice, with two different numbers."),
    "setup.no-layout": N_("There is no ground called {layout} here. Choose from: {known}."),
    "setup.terrain-list": N_("The list of terrain cannot be used: {why}."),
    "setup.too-small": N_("{piece} is too small: such a piece is at least {least:len} across."),
    "setup.marks": N_("The pieces marked as Mystical must be a list of their names."),
    "setup.must-lie": N_("This battle needs ground of its own: it cannot be laid from a list."),
    "setup.taisho-alone": N_("{seat:seat}: the Taisho must be in a Unit in this battle."),
    "kensei.camp-lost": N_("The camp of {seat:seat} is lost."),
    "kensei.score-counted": N_("{seat:seat} ({victory:word}): {score}."),
    "kensei.condition-decided.met": N_("{seat:seat} has met its own condition: {victory:word}."),
    "kensei.condition-decided.missed": N_("{seat:seat} has missed its own condition: {victory:word}."),
    "kensei.game-over": N_("{winner:seat} wins the battle: {first:seat} {first_score}, {second:seat} {second_score}."),
    "kensei.game-over.draw": N_("The battle is a draw: {first:seat} {first_score}, {second:seat} {second_score}."),
    "kensei.conceded": N_("{seat:seat} has lost the battle."),
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
