"""Campaigns know no rule system by name: what one plays on a map is asked of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import app.campaigns
from app.campaigns.battles.tables import GARRISON
from app.campaigns.desk import Actor
from app.campaigns.ledger.events import Posted, Taken
from app.campaigns.map.rules import map_rules
from app.campaigns.map.seasons import March, sheet_of
from app.campaigns.model import Settings
from app.campaigns.people.founding import Found, found
from app.campaigns.rounds.course import Start
from app.campaigns.warbands.general import General
from app.engine.asks import Json
from app.engine.campaign_maps import MapLimits, MapRules, reigning, shut_in
from app.engine.campaigns import Band, Deed, Helps, Step, Throw
from app.engine.dice import Dice
from app.engine.refusals import Clause, Refusal, refuse
from app.systems import SYSTEMS
from tests.campaigns.rounds_table import HOST, SmallRules, Table

GLENS = "nine-glens"
TOLL, SNOW = Clause("SML-MAP-01"), Clause("SML-MAP-02")


class SmallMap:
    """A map on which spring brings a die of snow and 7 points a koku, and bandits hold what is nobody's."""

    limits = MapLimits(least=5, most=30, houses=(2, 4))
    income_clause, battle_clause = TOLL, SNOW

    def refuse_march(self, band: Band, season: str, road: bool, provinces: int) -> Refusal | None:
        """Two provinces, by any way."""
        return None if provinces <= 2 else refuse("small.far", SNOW, provinces=provinces)

    def income(self, season: str, koku: int) -> int:
        """In spring."""
        return 7 * koku if season == "spring" else 0

    def season(self, band: Band, season: str, throw: Throw) -> Sequence[Step]:
        """A die that tells how much snow there is."""
        dice = Dice(1, 6)
        return (Step("battle", SNOW, "small.snow", dice=dice, faces=throw(dice)),)

    def season_options(self, season: str) -> Mapping[str, Any]:
        """Whether it snows."""
        return {"snow": season == "winter"}

    def scenario(self, face: int) -> str:
        """Always at the bridge."""
        return "bridge"

    def defends(self, scenario: str) -> int | None:
        """The second."""
        return 1

    def general_rating(self, band: Band) -> int:
        """Nothing."""
        return 0

    def garrison(self, number: int) -> Json | None:
        """So many bandits."""
        return {"bandits": number}

    def retreat(self, neighbours: Sequence[str], own: Sequence[str]) -> Sequence[str]:
        """Nowhere."""
        return ()

    def disbanded(self, band: Band) -> Step | None:
        """That is told."""
        return Step("death", SNOW, "small.disbanded")

    def besieged(self, level: int, seasons: int, relieved: bool) -> str:
        """Any castle holds a year."""
        return shut_in(seasons, 4, relieved)

    def winner(self, koku: Mapping[str, int], years: int, capital: Mapping[str, int], agreed: int = 0) -> str:
        """Most koku after a year."""
        return reigning(koku, capital, 99, years >= 1)


class Mapped(SmallRules):
    """Small rules with a map of their own."""

    map: Any = SmallMap()


class Unhelpful(SmallRules):
    """Small rules that leave all to the campaign."""

    raises: tuple[str, ...] = ()
    say: tuple[str, ...] = ()


class Unmapped(SmallRules):
    """Small rules that offer no map."""

    map: Any = None


def sources() -> Iterator[Path]:
    """All code of campaigns, and the figures it reads; a story is of the system its file is named after."""
    root = Path(app.campaigns.__file__).parent
    figures = (one for one in root.rglob("*.toml") if "ready" not in one.parts and "clauses" not in one.name)
    yield from (*root.rglob("*.py"), *figures)


@pytest.mark.parametrize("path", tuple(sources()), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_file_of_campaigns_names_a_system(path: Path) -> None:
    names = "|".join(name for system in SYSTEMS for name in (system.key, rf"{system.out_of_turn[:3]}-\w{{3}}-\d\d"))
    assert re.findall(rf"\b({names})\b", path.read_text("utf-8"), re.IGNORECASE) == []


def test_who_offers_a_map_and_by_which_rules() -> None:
    own: MapRules = Mapped.map
    assert map_rules(Mapped()) is own
    assert map_rules(Unmapped()) is None
    general = map_rules(SmallRules(), ("pass",))
    assert general is not None
    assert general.scenario(6) == "pass"


class Helping(Unhelpful):
    """The same that say how much help the weaker gets."""

    def help(self, mine: int, theirs: int) -> int:
        """A tenth of what they are worth more."""
        return (theirs - mine) // 10


def test_a_system_says_how_much_help_the_weaker_gets() -> None:
    assert not isinstance(General(Unhelpful()), Helps)
    for rules in (Helping(), General(Helping())):
        assert isinstance(rules, Helps)
        assert rules.help(10, 50) == 4


def test_a_system_that_offers_no_map_is_not_played_on_one() -> None:
    ana = Actor(id="ana", name="Ana", account=True)
    given = Found(name="War", system="small", settings=Settings(points=100, pairing="map", map=GLENS))
    no = found(ana, given, Unmapped())
    assert isinstance(no, Refusal)
    assert (no.code, no.clause) == ("people.pairing", "CPN-PEO-03")
    assert isinstance(found(ana, given, Mapped()), list)
    assert isinstance(found(ana, given, SmallRules()), list)


def test_a_system_without_battles_for_two_has_no_campaigns() -> None:
    ana, rules = Actor(id="ana", name="Ana", account=True), SmallRules()
    rules.scenarios = ()
    no = found(ana, Found(name="War", system="small", settings=Settings(points=100)), rules)
    assert isinstance(no, Refusal)
    assert no.code == "campaign.no-system"


def test_the_first_season_is_played_by_the_map_of_the_system() -> None:
    table = Table(2, Mapped(), pairing="map", map=GLENS)
    purse = {one.id: one.band.purse for one in table.now.active()}
    assert table.give(HOST, Start()) is None
    land = table.now.land
    assert land is not None
    sheet = sheet_of(land)
    told = [one for one in table.entries if isinstance(one, Posted)]
    assert [one.step.about for one in told] == ["small.snow", "campaign.map-income"] * 2
    assert [one.throw for one in told if one.throw >= 0] == [0, 1]
    for id, before in purse.items():
        koku = sheet.koku([place for place, owner in land.owners.items() if owner == id])
        assert table.now.warbands[id].band.purse == before + 7 * koku
    stood = land.armies["w0"]
    goal = next(id for id in sheet.neighbours(stood) if id not in land.owners)
    assert table.give("p0", March(warband="w0", way=(goal,))) is None
    assert table.give("p1", March(warband="w1")) is None
    (battle,) = table.battles()
    number = [one.id for one in sheet.provinces].index(goal)
    assert (battle.kind, battle.scenario, battle.place, battle.options, battle.garrison) == (
        "garrison", "bridge", goal, {"snow": False}, {"bandits": number},
    )  # fmt: skip
    table.battle(battle.id, "w0", {"w0": (Deed(id="m0"),)}, **{GARRISON: 0})
    assert Taken(clause=Clause("CPN-MAP-14"), province=goal, warband="w0") in table.entries
    assert table.now.rounds[0].step == "recovered"
    assert table.now.warbands["w0"].band.members["m0"].experience == 1
