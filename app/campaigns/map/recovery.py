"""What becomes of the map after the battles of a season: retreats, provinces, sieges, the capital (CPN-YEA-06, 07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.campaigns.book import c
from app.campaigns.ledger.events import Besieged, Entry, Held, Placed, Posted, Status, Taken
from app.campaigns.map import marches
from app.campaigns.map.maps import Map
from app.campaigns.model import VOID, Campaign, Fixture, Land
from app.engine.campaign_maps import MapRules

AFTER, LANDLESS, WHOSE, SIEGE, CAPITAL = (
    c("CPN-YEA-06"), c("CPN-YEA-07"), c("CPN-MAP-14"), c("CPN-MAP-15"), c("CPN-MAP-09"),
)  # fmt: skip


@dataclass
class Aftermath:
    """The map while the battles of a season are settled, one after the other."""

    now: Campaign
    sheet: Map
    land: Land
    rules: MapRules
    at: dict[str, str] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    sieges: dict[str, int] = field(default_factory=dict)
    disbanded: list[str] = field(default_factory=list)

    @property
    def houses(self) -> dict[str, str]:
        """Every warband is its own house."""
        return {id: id for id in self.at}

    def settle(self, one: Fixture) -> None:
        """Winner and loser of a battle stand where it has put them."""
        fought = [side for side in one.sides if side in self.at]
        if one.state == VOID or (not one.winner and not self.is_beaten(one)):
            self.turn_back(one, fought)
            return
        meeting = marches.Meeting(
            kind=one.kind, place=one.place, warbands=tuple(fought), defender=one.defender,
            goals=tuple(one.goals.get(side, one.place) for side in fought),
        )  # fmt: skip
        for loser in [side for side in fought if side != one.winner]:
            self.beaten(one, meeting, loser)
        if one.winner in self.at:
            self.won(one, meeting)

    def is_beaten(self, one: Fixture) -> bool:
        """Whether those who hold a province of nobody have won."""
        return one.kind == "garrison" and one.result == "won"

    def turn_back(self, one: Fixture, fought: list[str]) -> None:
        """After a battle without a winner attackers stand where they came from."""
        for side in fought:
            way = self.land.shown.get(side, ())
            if side != one.defender and way:
                self.at[side] = way[0]

    def beaten(self, one: Fixture, meeting: marches.Meeting, loser: str) -> None:
        """The loser has retreated, or gathers again in the first province of its house."""
        castle = self.sheet.province(one.place)
        holds = bool(castle and castle.castle) and self.owners.get(one.place) == loser and one.kind == "province"
        options = marches.retreats(self.sheet, meeting, loser, self.at, self.owners, self.houses, self.rules)
        own = [id for id, owner in self.owners.items() if owner == loser and id != one.place]
        self.at[loser] = options[0] if options else own[0] if own else ""
        if not options:
            self.disbanded.append(loser)
        if holds:
            self.sieges[one.place] = 0

    def won(self, one: Fixture, meeting: marches.Meeting) -> None:
        """The winner stands where it was going to; a garrison that is beaten leaves its province to it."""
        self.at[one.winner] = marches.enters(meeting, one.winner, self.at, self.houses)
        if one.kind == "garrison":
            self.owners[one.place] = one.winner
        if one.kind == "relief":
            self.sieges.pop(one.place, None)

    def besiege(self) -> None:
        """Every siege is a season older; castles that held long enough surrender (CPN-MAP-15)."""
        for place, seasons in list(self.sieges.items()):
            owner = self.owners.get(place, "")
            foes = marches.foes_in(place, owner, self.at, self.houses)
            castle = self.sheet.province(place)
            state = self.rules.besieged(castle.castle if castle else 0, seasons + 1, not foes)
            if state == "holds":
                self.sieges[place] = seasons + 1
                continue
            del self.sieges[place]
            if state == "surrenders":
                self.owners[place] = foes[0]

    def take(self) -> None:
        """Provinces in which armies of one house alone stand are that house's (CPN-MAP-14)."""
        armies = {id: at for id, at in self.at.items() if at}
        fallow = [one.id for one in self.sheet.provinces if one.id not in self.owners]
        self.owners |= marches.settled(armies, self.owners, self.houses, fallow, list(self.sieges))


def recovered(now: Campaign, sheet: Map, rules: MapRules) -> Iterator[Entry]:
    """All that has changed on the map once the battles of a season are settled."""
    land, this = now.land, now.round
    if land is None or this is None:
        return
    alive = [one.id for one in now.active()]
    after = Aftermath(
        now, sheet, land, rules, {id: at for id, at in land.armies.items() if id in alive}, {**land.owners},
        {**land.sieges},
    )  # fmt: skip
    for one in now.fights(this.number):
        after.settle(one)
    after.besiege()
    after.take()
    yield from changes(land, after)
    for id in after.disbanded:
        if step := rules.disbanded(now.warbands[id].band):
            yield Posted(clause=step.clause, warband=id, step=step, round=this.number)
    yield from reigns(sheet, land, after)
    for id in alive:
        if id not in after.owners.values():
            yield Status(clause=LANDLESS, warband=id, status="retired", reason="landless")


def changes(land: Land, after: Aftermath) -> Iterator[Entry]:
    """Armies, provinces and sieges that are not as they were."""
    for id, at in after.at.items():
        if at != land.armies.get(id, ""):
            yield Placed(clause=AFTER, warband=id, province=at)
    for province, owner in after.owners.items():
        if land.owners.get(province, "") != owner:
            yield Taken(clause=WHOSE, province=province, warband=owner)
    for province in [*land.sieges, *[id for id in after.sieges if id not in land.sieges]]:
        seasons = after.sieges.get(province, -1)
        if seasons != land.sieges.get(province, -2):
            yield Besieged(clause=SIEGE, province=province, seasons=seasons)


def reigns(sheet: Map, land: Land, after: Aftermath) -> Iterator[Entry]:
    """How long the capital of the realm has been held (CPN-MAP-09, CPN-YEA-08)."""
    capital = next((one.id for one in sheet.provinces if one.capital), "")
    held = marches.reigned(land.held, after.owners.get(capital, ""))
    if held != land.held:
        yield Held(clause=CAPITAL, held=held)
