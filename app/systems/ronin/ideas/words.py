"""What bots say of their reasons."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "worth.verdict": N_("Who wins if it ends soon"),
    "worth.points": N_("Victory Points"),
    "worth.strength": N_("What is left of both bands"),
    "worth.morale": N_("The morale of both bands"),
    "worth.contact": N_("Who is the stronger where models touch"),
    "worth.goal": N_("The goal of the scenario"),
    "worth.approach": N_("The way to the enemy"),
    "worth.together": N_("To keep together"),
    "worth.loaded": N_("Loaded teppo"),
    "worth.exposed": N_("Who stands in reach of missiles"),
    "worth.plan.attack": N_("It means to attack."),
    "worth.plan.shoot": N_("It means to shoot first."),
    "worth.plan.hold": N_("It means to hold what it has."),
    "worth.plan.goal": N_("It goes for the goal."),
}
