"""What bots say of their reasons."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "worth.verdict": N_("Who wins if it ends soon"),
    "worth.battle_points": N_("Battle points"),
    "worth.strength": N_("What is left of both sides"),
    "worth.panic": N_("Panic"),
    "worth.close_combat": N_("The next round of close combat"),
    "worth.threat": N_("What Assaults and shots may bring from here"),
    "worth.peril": N_("What the enemy may do at once"),
    "worth.approach": N_("The way to the enemy"),
    "worth.goal": N_("The goal of the scenario"),
    "worth.held": N_("What is held of it"),
    "worth.formation": N_("To keep together"),
    "worth.readiness": N_("Units in Reaction"),
    "worth.plan.attack": N_("It means to attack."),
    "worth.plan.shoot": N_("It means to shoot first."),
    "worth.plan.hold": N_("It means to hold what it has."),
    "worth.plan.goal": N_("It goes for the goal."),
}
