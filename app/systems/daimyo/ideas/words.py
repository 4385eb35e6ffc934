"""What bots say of their reasons."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "worth.verdict": N_("Who wins if it ends soon"),
    "worth.lost": N_("How near both sides are to break"),
    "worth.score": N_("Points of the scenario"),
    "worth.strength": N_("What is left of both sides"),
    "worth.order": N_("Disorder and routs"),
    "worth.melee": N_("The next round of melee"),
    "worth.fire": N_("What fire may do from here"),
    "worth.threat": N_("What charges may bring from here"),
    "worth.approach": N_("The way to the enemy"),
    "worth.goal": N_("The goal of the scenario"),
    "worth.command": N_("Units in command"),
    "worth.leaders": N_("Leaders in play"),
    "worth.plan.attack": N_("It means to attack."),
    "worth.plan.shoot": N_("It means to shoot first."),
    "worth.plan.hold": N_("It means to hold what it has."),
    "worth.plan.leave": N_("It means to get away."),
    "worth.plan.goal": N_("It goes for the goal."),
}
