"""The general rules of a campaign on a map (CPN-YEA), and which rules a system plays it by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.campaigns.book import c, table
from app.campaigns.map.maps import GENERAL
from app.campaigns.map.marches import one_a_round
from app.engine.asks import Json
from app.engine.campaign_maps import HOUSE, MapRules, reigning, shut_in
from app.engine.campaigns import Band, CampaignRules, Step, Throw
from app.engine.refusals import Refusal

FIGURES = table("seasons")
SEASONS: Sequence[str] = tuple(FIGURES["season"]["order"])


class General:
    """The general rules; ``scenarios`` are those that battles are drawn from."""

    limits = GENERAL
    income_clause, battle_clause = c("CPN-YEA-03"), c("CPN-YEA-05")

    def __init__(self, scenarios: Sequence[str]) -> None:
        self.scenarios = tuple(scenarios)

    def refuse_march(self, _band: Band, _season: str, road: bool, provinces: int) -> Refusal | None:
        """One province a round (CPN-MAP-10)."""
        return one_a_round(road, provinces)

    def income(self, season: str, koku: int) -> int:
        """Points in autumn (CPN-YEA-03)."""
        row = FIGURES["income"]
        return int(row["koku"]) * koku if season == row["season"] else 0

    def season(self, _band: Band, _season: str, _throw: Throw) -> Sequence[Step]:
        """Nothing."""
        return ()

    def season_options(self, _season: str) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def scenario(self, face: int) -> str:
        """The die counts round the scenarios (CPN-YEA-05)."""
        return self.scenarios[(face - 1) % len(self.scenarios)]

    def defends(self, _scenario: str) -> int | None:
        """The first (CPN-YEA-05)."""
        return 0

    def general_rating(self, _band: Band) -> int:
        """Nothing."""
        return 0

    def garrison(self, _number: int) -> Json | None:
        """Nobody."""
        return None

    def retreat(self, neighbours: Sequence[str], own: Sequence[str]) -> Sequence[str]:
        """The provinces of its house that are next to it (CPN-MAP-16)."""
        return [province for province in neighbours if province in own]

    def disbanded(self, _band: Band) -> Step | None:
        """Nothing (CPN-YEA-06)."""
        return None

    def besieged(self, level: int, seasons: int, relieved: bool) -> str:
        """A castle holds a season a level (CPN-MAP-15)."""
        return shut_in(seasons, level * int(FIGURES["siege"]["seasons_per_level"]), relieved)

    def winner(self, koku: Mapping[str, int], years: int, capital: Mapping[str, int], agreed: int = 0) -> str:
        """The capital four seasons running, or most koku after the years agreed (CPN-YEA-08)."""
        row = FIGURES["victory"]
        return reigning(koku, capital, row["capital"], years >= (agreed or row["years"]))


def map_rules(rules: CampaignRules[Any], scenarios: Sequence[str] = ()) -> MapRules | None:
    """The rules of a map for a system, none if it offers none; ``scenarios``: of the campaign, empty for all."""
    own: Any = getattr(rules, "map", None)
    return General(tuple(scenarios) or rules.scenarios) if own == HOUSE else own
