"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.SCN": N_("Scenarios and victory"),
    "outcome.points": N_("Victory Points: {first:seat} {first_score}, {second:seat} {second_score}."),
    "outcome.object": N_("The object decides it."),
    "outcome.far-bank": N_("Ranks on the defender's bank: {first:seat} {first_score}, {second:seat} {second_score}."),
    "outcome.objective": N_("Ranks by the objective: {first:seat} {first_score}, {second:seat} {second_score}."),
    "outcome.wounds": N_("Level on points; wounds on the living break the tie."),
    "outcome.conceded": N_("{seat:seat} has given up."),
    "order.carrier": N_("{model:model} carries the object: it may not Run, Gallop or shoot."),
    "order.objective-stays": N_("The objective cannot be carried off."),
    "order.civilian": N_("A civilian cannot do that."),
    "order.bound": N_("{model:model} is held back by the Duel: it may not shoot or fight yet."),
    "order.bound-too-far": N_("{model:model} is held back by the Duel: {gap:len} from its edge, at most {most:len}."),
    "entry.not-in-reserve": N_("{model:model} is not in reserve."),
    "entry.too-early": N_("Reserves come on from turn {turn}."),
    "entry.none-left": N_("No more reserves may come on this turn."),
    "ronin.length-set": N_("The battle lasts {turns} turns."),
    "ronin.roles-taken": N_("{attacker:seat} attacks, {defender:seat} defends."),
    "ronin.edges-paired": N_("The edges are {one:word} and {other:word}."),
    "ronin.reserves-called": N_("{number} of the reserves of {seat:seat} may come on this turn."),
    "ronin.unbound": N_("The others are held back no longer."),
    "ronin.leader-taken": N_("{seat:seat} has taken the enemy Leader: {vp} Victory Points."),
    "ronin.scored": N_("{seat:seat} has {score} Victory Points."),
    "ronin.goal-scored": N_("{seat:seat} has reached a minor goal: {goal:word} ({vp} Victory Points)."),
    "ronin.last-turn-known": N_("Turn {turns} will be the last."),
    "ronin.last-turn-known.not-yet": N_(
        "The battle goes on: {needed} or more was needed to make the next turn the last."
    ),
    "ronin.game-over": N_("{winner:seat} wins the battle: {first:seat} {first_score}, {second:seat} {second_score}."),
    "ronin.game-over.draw": N_("The battle is a draw: {first:seat} {first_score}, {second:seat} {second_score}."),
    "ronin.game-over.object": N_("{winner:seat} has the object and wins the battle."),
    "ronin.game-over.wounds": N_("Level at {first_score}; {winner:seat} has fewer wounds and wins the battle."),
    "ronin.conceded": N_("{seat:seat} has lost the battle."),
}
