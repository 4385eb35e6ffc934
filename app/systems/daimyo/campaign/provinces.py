"""A campaign of Daimyo on a map: what its seasons bring, who marches where, what holds a province (section CAM)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.asks import Json
from app.engine.campaign_maps import MapLimits, MapRules
from app.engine.campaigns import DEAD, Band, Delta, Step, Throw
from app.engine.refusals import Refusal
from app.systems.daimyo.book import c
from app.systems.daimyo.campaign import aftermath, market
from app.systems.daimyo.campaign import rules as campaign
from app.systems.daimyo.campaign.members import GENERAL, rank
from app.systems.daimyo.scenarios.figures import SEASON, scenario_of

PROVINCES, HOUSES = campaign.RULES["map"]["provinces"], campaign.RULES["setup"]["houses"]
RETREAT = c("DAI-CAM-07")


class Provinces:
    """The rules of a map (DAI-CAM-02 to 11)."""

    limits = MapLimits(least=PROVINCES["least"], most=PROVINCES["most"], houses=(HOUSES["least"], HOUSES["most"]))
    income_clause, battle_clause = c("DAI-CAM-04"), c("DAI-CAM-06")
    income = staticmethod(campaign.income)
    scenario = staticmethod(campaign.battle)
    retreat = staticmethod(campaign.retreat)
    besieged = staticmethod(campaign.besieged)
    winner = staticmethod(campaign.winner)

    @property
    def map(self) -> MapRules:
        """These rules."""
        return self

    def refuse_march(self, band: Band, season: str, road: bool, provinces: int) -> Refusal | None:
        """Why an army cannot march so many provinces (DAI-CAM-05)."""
        return campaign.refuse_march(season, road, self.general_rating(band), provinces)

    def season(self, band: Band, season: str, throw: Throw) -> tuple[Step, ...]:
        """What a season brings an army: in spring successors of leaders who fell (DAI-CAM-07)."""
        return tuple(aftermath.season(band, season, throw))

    def season_options(self, season: str) -> Mapping[str, Any]:
        """The season; the daylight and the weather follow from it (DAI-CAM-02, DAI-CAM-06)."""
        return {SEASON: season}

    def defends(self, scenario: str) -> int | None:
        """Which of the two sides is the defender's, 0 or 1; ``None`` where he chooses his base edge (DAI-CAM-06)."""
        roles = scenario_of(scenario).roles
        return roles.index("defender") if "defender" in roles else None

    def general_rating(self, band: Band) -> int:
        """The rating that counts on the march: the General's, 0 while he has no successor (DAI-CAM-05)."""
        return next((int(m.line["cr"]) for m in band.living() if rank(m) == GENERAL), 0)

    def garrison(self, number: int) -> Json:
        """A list that holds a province of nobody's, by number (DAI-CAM-11)."""
        return market.garrison(number)

    def disbanded(self, band: Band) -> Step | None:
        """Its units are gone, its leaders are not (DAI-CAM-07)."""
        gone = [m.id for m in band.living() if not rank(m)]
        deltas = tuple(Delta("state", id, put=DEAD) for id in gone)
        return Step("death", RETREAT, "campaign.map-disbanded", {"units": len(gone)}, deltas) if gone else None
