"""What bots say of their reasons."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "worth.verdict": N_("Who wins if it ends soon"),
    "worth.score": N_("The victory condition"),
    "worth.strength": N_("What is left of both sides"),
    "worth.flight": N_("Units that Run Away"),
    "worth.combat": N_("The next round of Combat"),
    "worth.threat": N_("What Charges and shots may bring from here"),
    "worth.approach": N_("The way to the enemy"),
    "worth.goal": N_("The goal of the scenario"),
    "worth.loaded": N_("Loaded weapons"),
    "worth.leaders": N_("Characters"),
    "worth.plan.attack": N_("It means to attack."),
    "worth.plan.shoot": N_("It means to shoot first."),
    "worth.plan.hold": N_("It means to hold what it has."),
    "worth.plan.goal": N_("It goes for the goal."),
}
