"""What the rules of a system say of a campaign on a map; where they say nothing, the general rules (CPN-YEA)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from app.campaigns.book import c, table
from app.campaigns.map.marches import Reach, one_a_round
from app.engine.asks import Json
from app.engine.campaigns import DEAD, Band, CampaignRules, Delta, Step, Throw
from app.engine.refusals import Clause, Refusal
from app.systems.daimyo.campaign import rules as daimyo

SEASONS: Sequence[str] = tuple(table("seasons")["season"]["order"])
INCOME = table("seasons")["income"]


class MapRules(Protocol):
    """A campaign on a map, as a system plays it."""

    income_clause: Clause
    battle_clause: Clause

    def reach(self, band: Band, season: str) -> Reach:
        """How far its army marches."""
        ...

    def income(self, season: str, koku: int) -> int:
        """Points that provinces of so many koku bring."""
        ...

    def season(self, band: Band, season: str, throw: Throw) -> Sequence[Step]:
        """What a season brings a warband besides."""
        ...

    def scenario(self, face: int) -> str:
        """The scenario of a battle by a die."""
        ...

    def defends(self, scenario: str) -> int:
        """Which of the two sides is the defender's, 0 or 1."""
        ...

    def garrison(self, number: int) -> Json | None:
        """Who holds a province of nobody's; ``None`` where nobody does."""
        ...

    def rating(self, band: Band) -> int:
        """What is added to the die that decides who defends on a border."""
        ...

    def options(self, season: str) -> Mapping[str, Any]:
        """What the season brings to the set-up of a battle."""
        ...

    def disbanded(self, band: Band) -> Step | None:
        """What becomes of a beaten army that can retreat nowhere, besides that it gathers again."""
        ...


class General:
    """The general rules."""

    income_clause, battle_clause = c("CPN-YEA-03"), c("CPN-YEA-05")

    def __init__(self, scenarios: Sequence[str]) -> None:
        self.scenarios = tuple(scenarios)

    def reach(self, _band: Band, _season: str) -> Reach:
        """One province a round (CPN-MAP-10)."""
        return one_a_round

    def income(self, season: str, koku: int) -> int:
        """Points in autumn (CPN-YEA-03)."""
        return int(INCOME["koku"]) * koku if season == INCOME["season"] else 0

    def season(self, _band: Band, _season: str, _throw: Throw) -> Sequence[Step]:
        """Nothing."""
        return ()

    def scenario(self, face: int) -> str:
        """The die counts round the scenarios (CPN-YEA-05)."""
        return self.scenarios[(face - 1) % len(self.scenarios)]

    def defends(self, _scenario: str) -> int:
        """The first (CPN-YEA-05)."""
        return 0

    def garrison(self, _number: int) -> Json | None:
        """Nobody."""
        return None

    def rating(self, _band: Band) -> int:
        """Nothing."""
        return 0

    def options(self, _season: str) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def disbanded(self, _band: Band) -> Step | None:
        """Nothing (CPN-YEA-06)."""
        return None


class Daimyo(General):
    """The rules of Daimyo (DAI-CAM-02 to 06, 11)."""

    income_clause, battle_clause = Clause("DAI-CAM-04"), Clause("DAI-CAM-06")

    def __init__(self, scenarios: Sequence[str], rules: Any) -> None:
        super().__init__(scenarios)
        self.rules = rules

    def reach(self, band: Band, season: str) -> Reach:
        """One province, more by road in summer, in winter a good General's only (DAI-CAM-05)."""

        def refuse(road: bool, provinces: int) -> Refusal | None:
            return daimyo.refuse_march(season, road, self.rating(band), provinces)

        return refuse

    def income(self, season: str, koku: int) -> int:
        """50 points a koku in autumn (DAI-CAM-04)."""
        return daimyo.income(season, koku)

    def season(self, band: Band, season: str, throw: Throw) -> Sequence[Step]:
        """In spring new leaders come (DAI-CAM-07)."""
        steps: Sequence[Step] = self.rules.season(band, season, throw)
        return steps

    def scenario(self, face: int) -> str:
        """By one die (DAI-CAM-06)."""
        return daimyo.battle(face)

    def defends(self, scenario: str) -> int:
        """The side whose role it is; else the first, who chooses his edge (DAI-CAM-06)."""
        side: int | None = self.rules.defends(scenario)
        return side or 0

    def garrison(self, number: int) -> Json | None:
        """A list of 300 points (DAI-CAM-11)."""
        held: Json = self.rules.garrison(number)
        return held

    def rating(self, band: Band) -> int:
        """The General's (DAI-CAM-05)."""
        return int(self.rules.general_rating(band))

    def disbanded(self, band: Band) -> Step | None:
        """Its units are gone, its leaders are not (DAI-CAM-07)."""
        gone = tuple(m.id for m in band.living() if not m.line.get("rank"))
        if not gone:
            return None
        deltas = tuple(Delta("state", id, put=DEAD) for id in gone)
        return Step("death", Clause("DAI-CAM-07"), "campaign.map-disbanded", {"units": len(gone)}, deltas)

    def options(self, season: str) -> Mapping[str, Any]:
        """The season; the daylight and the weather follow from it (DAI-CAM-02, DAI-CAM-06)."""
        return {"season": season}


def map_rules(system: str, rules: CampaignRules[Any], scenarios: Sequence[str]) -> MapRules:
    """The rules of a map for a system; ``scenarios``: those of the campaign, empty for all."""
    drawn = tuple(scenarios) or rules.scenarios
    return Daimyo(drawn, rules) if system == "daimyo" else General(drawn)
