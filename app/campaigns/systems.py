"""The campaign rules of each system: its own, or the general ones where its rulebook has none."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.campaigns.warbands.general import General
from app.engine.campaigns import CampaignRules
from app.engine.system import RuleSystem
from app.systems import system_of


def rules_of(system: RuleSystem[Any]) -> CampaignRules[Any]:
    """The campaign rules of a system; ``KeyError`` if nobody wrote how its rosters become warbands."""
    return rules_by_key(system.key)


@cache
def rules_by_key(key: str) -> CampaignRules[Any]:
    """The same by key."""
    own: Any = getattr(system_of(key), "campaign", None)
    if own is None:
        raise KeyError(key)
    rules: CampaignRules[Any] = own if hasattr(own, "aftermath") else General(own)
    return rules
