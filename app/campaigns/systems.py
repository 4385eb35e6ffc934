"""The campaign rules of each system: its own, or the general ones where its rulebook has none."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.campaigns.warbands.general import General
from app.campaigns.warbands.plain import Plain
from app.engine.campaigns import CampaignRules
from app.engine.system import RuleSystem


def rules_of(system: RuleSystem[Any]) -> CampaignRules[Any]:
    """The campaign rules of a system; one that says nothing of warbands has those that any roster can have."""
    return made(system)  # type: ignore[arg-type]


@cache
def made(system: RuleSystem[Any]) -> CampaignRules[Any]:
    """The same, made once."""
    own: Any = getattr(system, "campaign", None) or Plain(system)
    rules: CampaignRules[Any] = own if hasattr(own, "aftermath") else General(own)
    return rules
