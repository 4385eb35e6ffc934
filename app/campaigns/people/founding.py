"""A campaign is founded: its system, its name, its settings."""

from __future__ import annotations

from typing import Any

from app.campaigns.book import c
from app.campaigns.desk import Actor, Command
from app.campaigns.ledger.events import Entry, Founded
from app.campaigns.model import Settings
from app.campaigns.people.settings import refuse_settings, tidy
from app.engine.campaigns import CampaignRules
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem
from app.games.seats import clean_name

FOUNDED, NAMED = c("CPN-PEO-02"), c("CPN-PEO-03")
NAME = 60


class Found(Command, frozen=True, tag="found"):
    """Somebody founds a campaign and is its host."""

    name: str
    system: str
    settings: Settings = Settings()


def found(
    actor: Actor, given: Found, rules: CampaignRules[Any] | None, system: RuleSystem[Any] | None = None
) -> list[Entry] | Refusal:
    """The first entry of a ledger, or why there is none."""
    name = clean_name(given.name)
    if rules is None or not rules.scenarios:
        return refuse("campaign.no-system", FOUNDED, system=given.system[:16])
    if not actor.account:
        return refuse("campaign.no-account", FOUNDED)
    if not name:
        return refuse("campaign.no-name", NAMED, most=NAME)
    kept = tidy(given.settings)
    if no := refuse_settings(kept, given.system, rules, system):
        return no
    return [Founded(clause=FOUNDED, system=given.system, name=name, settings=kept, guest=actor.id, host=actor.name)]
