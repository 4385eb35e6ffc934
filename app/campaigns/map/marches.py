"""Marches on a map, all at once: who arrives where, who meets whom, and whose a province becomes (CPN-MAP-10 to 16).

A house is whoever owns provinces; an army is a warband.  Nothing is thrown and nothing remembered here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from app.campaigns.book import c
from app.campaigns.map.maps import Map, Province
from app.engine.campaign_maps import MapRules
from app.engine.refusals import Refusal, refuse

ORDER = c("CPN-MAP-10")
Reach = Callable[[bool, int], Refusal | None]
"""Why an army cannot march so many provinces, by road all the way or not."""
Houses = Mapping[str, str]
"""The house of each army."""


class Order(Struct, frozen=True):
    """The provinces an army marches to, one after the other; it may begin with where the army stands."""

    warband: str
    way: tuple[str, ...]


class Meeting(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A battle to be fought.

    ``kind``: ``province``, ``border``, ``garrison`` (against those who hold a province of nobody) or ``relief`` (of a
    castle).  ``place``: the province; on a border where the first of them marched to.  ``goals``: on a border where
    each was marching to.  ``defender``: the army that defends, empty where a die decides it or a
    garrison does.
    """

    kind: str
    place: str
    warbands: tuple[str, ...]
    defender: str = ""
    goals: tuple[str, ...] = ()


class Moves(Struct, frozen=True, kw_only=True):
    """What becomes of the orders of a season.

    ``arrived``: where each army now stands.  ``taken``: provinces that are another house's at once, with it; those
    in which a battle is to be fought are not among them.  ``lifted``: castles whose siege is over.  ``waiting``:
    armies that stand in a place of battle and fight in none this season.
    """

    arrived: dict[str, str]
    battles: tuple[Meeting, ...] = ()
    taken: dict[str, str] = {}
    lifted: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


# -- orders ---------------------------------------------------------------------------------


def one_a_round(_road: bool, provinces: int) -> Refusal | None:
    """Why a warband cannot march so far where rules say nothing of it: one province a round (CPN-MAP-10)."""
    return None if provinces <= 1 else refuse("march.far", ORDER, provinces=provinces, most=1)


def steps_of(way: Sequence[str], at: str) -> tuple[str, ...]:
    """A way without the province in which it begins."""
    return tuple(way[1:] if way and way[0] == at else way)


def refuse_order(sheet: Map, order: Order, at: str, reach: Reach = one_a_round) -> tuple[Refusal, ...]:
    """All that stands against an order of an army that stands ``at`` a province (CPN-MAP-10)."""
    if sheet.province(at) is None:
        return (refuse("march.nowhere", ORDER),)
    if len(order.way) > len(sheet.provinces):
        return (refuse("march.far", ORDER, provinces=len(order.way), most=len(sheet.provinces)),)
    way = steps_of(order.way, at)
    if unknown := [id for id in way if sheet.province(id) is None]:
        return (refuse("march.unknown", ORDER, province=unknown[0][:40]),)
    legs = list(zip((at, *way), way, strict=False))
    found = [refuse("march.border", ORDER, province=a, other=b) for a, b in legs if sheet.border(a, b) is None]
    met = (at, *way)
    found += [refuse("march.twice", ORDER, province=id) for i, id in enumerate(met) if id in met[:i]]
    far = reach(by_road(sheet, legs), len(way)) if way else None
    return (*found, *((far,) if far else ()))


def by_road(sheet: Map, legs: Sequence[tuple[str, str]]) -> bool:
    """Whether every border of a way has a road."""
    lines = [sheet.border(a, b) for a, b in legs]
    return bool(lines) and all(line is not None and line.road for line in lines)


# -- marching -------------------------------------------------------------------------------


def resolve(
    sheet: Map, positions: Mapping[str, str], orders: Mapping[str, Sequence[str]], owners: Mapping[str, str],
    houses: Houses, garrisons: Collection[str] = (), besieged: Collection[str] = (),
) -> Moves:  # fmt: skip
    """What becomes of these orders, all taken at once (CPN-MAP-11 to 15).

    ``positions`` and ``houses`` by army, in the order of the campaign; ``owners`` by province, missing or empty where
    it is nobody's.  ``garrisons``: provinces of nobody that somebody holds; ``besieged``: those whose owner is shut in
    a castle.  Orders are taken to be lawful; an army without one stays.
    """
    march = March(positions, orders, owners, houses, garrisons, besieged)
    for _ in range(max((len(way) for way in march.ways.values()), default=0)):
        march.step()
    battles, waiting = march.meetings(sheet)
    fought = [one.place for one in battles if one.kind != "border"]
    at_border = [army for one in march.borders for army in one.warbands]
    changes = {**march.passed, **settled(march.at, owners, houses, garrisons, besieged, at_border)}
    taken = {id: house for id, house in changes.items() if id not in fought and owners.get(id, "") != house}
    lifted = tuple(id for id in besieged if not foes_in(id, owners.get(id, ""), march.at, houses))
    return Moves(arrived=march.at, battles=battles, taken=taken, lifted=lifted, waiting=waiting)


class March:
    """The marches of one season, step by step."""

    def __init__(
        self, positions: Mapping[str, str], orders: Mapping[str, Sequence[str]], owners: Mapping[str, str],
        houses: Houses, garrisons: Collection[str], besieged: Collection[str],
    ) -> None:  # fmt: skip
        self.stood, self.at = dict(positions), dict(positions)
        self.owners, self.houses, self.garrisons, self.besieged = owners, houses, garrisons, besieged
        self.ways = {army: list(steps_of(orders.get(army, ()), at)) for army, at in positions.items()}
        self.borders: list[Meeting] = []
        self.passed: dict[str, str] = {}

    def step(self) -> None:
        """Every army that still marches takes one step; who meets another house goes no farther."""
        goals = {army: way[0] for army, way in self.ways.items() if way}
        for one, other in self.crossings(goals):
            ends = goals[one], goals[other]
            self.borders.append(Meeting(kind="border", place=ends[0], warbands=(one, other), goals=ends))
            self.ways[one], self.ways[other] = [], []
        for army, way in self.ways.items():
            if way:
                self.at[army] = way.pop(0)
        for army in goals:
            self.halt_or_take(army)

    def crossings(self, goals: Mapping[str, str]) -> list[tuple[str, str]]:
        """Pairs of armies of two houses that change places, each army in one pair at most."""
        found: list[tuple[str, str]] = []
        for army, goal in goals.items():
            used = [one for pair in found for one in pair]
            met = [
                foe for foe, theirs in goals.items()
                if foe not in used and self.houses[foe] != self.houses[army]
                and self.at[foe] == goal and theirs == self.at[army]
            ]  # fmt: skip
            if army not in used and met:
                found.append((army, met[0]))
        return found

    def halt_or_take(self, army: str) -> None:
        """An army that meets another house or a garrison goes no farther; else the province is its house's."""
        here, house = self.at[army], self.houses[army]
        if foes_in(here, house, self.at, self.houses) or here in self.garrisons:
            self.ways[army] = []
        elif here not in self.besieged and self.is_moving(army):
            self.passed[here] = house

    def is_moving(self, army: str) -> bool:
        """Whether an army has left the place in which it stood."""
        return self.at[army] != self.stood[army]

    def meetings(self, sheet: Map) -> tuple[tuple[Meeting, ...], tuple[str, ...]]:
        """All battles, those of borders first and then by the order of the map; and who waits."""
        found, waiting = [*self.borders], []
        busy = [army for one in self.borders for army in one.warbands]
        for province in sheet.provinces:
            here = [army for army, at in self.at.items() if at == province.id and army not in busy]
            fights = self.battles_in(province.id, here)
            found += fights
            fighting = [army for one in fights for army in one.warbands]
            waiting += [army for army in here if fights and army not in fighting]
        return tuple(found), tuple(waiting)

    def battles_in(self, place: str, armies: Sequence[str]) -> list[Meeting]:
        """The battles of one province (CPN-MAP-13 and 14)."""
        owner = self.owners.get(place, "")
        met = pairs(self.ranked(place, armies), self.houses)
        if met:
            return [self.meeting(place, owner, pair) for pair in met]
        if place in self.garrisons and armies:
            return [Meeting(kind="garrison", place=place, warbands=(armies[0],))]
        return []

    def meeting(self, place: str, owner: str, pair: tuple[str, str]) -> Meeting:
        """The battle of two armies in a province; its owner defends."""
        own = next((army for army in pair if owner and self.houses[army] == owner), "")
        kind = "relief" if own and place in self.besieged else "province"
        return Meeting(kind=kind, place=place, warbands=pair, defender=own)

    def ranked(self, place: str, armies: Sequence[str]) -> list[str]:
        """Armies in the order in which they meet: the owner's, those that stood there, those that came."""
        owner = self.owners.get(place, "")
        return sorted(armies, key=lambda army: (not owner or self.houses[army] != owner, self.stood[army] != place))


def pairs(armies: Sequence[str], houses: Houses) -> list[tuple[str, str]]:
    """Who meets whom: the first and the next of another house, then those who are left (CPN-MAP-13)."""
    left, found = list(armies), []
    while left:
        one = left.pop(0)
        foe = next((army for army in left if houses[army] != houses[one]), None)
        if foe is not None:
            left.remove(foe)
            found.append((one, foe))
    return found


def foes_in(place: str, house: str, at: Mapping[str, str], houses: Houses) -> list[str]:
    """Armies of other houses that stand in a province."""
    return [army for army, here in at.items() if here == place and houses[army] != house]


# -- after the battles --------------------------------------------------------------------------


def settled(
    at: Mapping[str, str], owners: Mapping[str, str], houses: Houses, garrisons: Collection[str] = (),
    besieged: Collection[str] = (), passing: Collection[str] = (),
) -> dict[str, str]:  # fmt: skip
    """Provinces that are another house's because its armies alone stand there, with it (CPN-MAP-14).

    ``garrisons`` are those not beaten, ``passing`` armies that take nothing.
    """
    found: dict[str, str] = {}
    for army, place in at.items():
        house = houses[army]
        held = place in garrisons or place in besieged or army in passing
        if place and not held and owners.get(place, "") != house and not foes_in(place, house, at, houses):
            found[place] = house
    return found


def enters(meeting: Meeting, winner: str, at: Mapping[str, str], houses: Houses) -> str:
    """Where the winner of a battle stands then: on a border where it was marching to, if that is free (CPN-MAP-12).

    ``at`` is where all armies stand, the loser having retreated.
    """
    if meeting.kind != "border" or winner not in meeting.warbands:
        return at[winner]
    goal = meeting.goals[meeting.warbands.index(winner)]
    return at[winner] if foes_in(goal, houses[winner], at, houses) else goal


def retreats(
    sheet: Map, meeting: Meeting, loser: str, at: Mapping[str, str], owners: Mapping[str, str], houses: Houses,
    rules: MapRules,
) -> tuple[str, ...]:  # fmt: skip
    """The provinces to which a beaten army may retreat, the one it takes by itself first (CPN-MAP-16)."""
    house, place = houses[loser], at[loser]
    own = [one.id for one in sheet.provinces if owners.get(one.id) == house and not foes_in(one.id, house, at, houses)]
    near = (*((place,) if meeting.kind == "border" else ()), *sheet.neighbours(place))
    return tuple(sorted(rules.retreat(near, own), key=lambda id: strength(sheet, id)))


def strength(sheet: Map, id: str) -> tuple[int, int, int]:
    """What sorts provinces for a retreat: the strongest castle first, then the richest, then as on the map."""
    place = next(i for i, one in enumerate(sheet.provinces) if one.id == id)
    one: Province = sheet.provinces[place]
    return -one.castle, -one.koku, place


# -- the end ------------------------------------------------------------------------------------


def reigned(held: Mapping[str, int], holder: str) -> dict[str, int]:
    """Seasons running that a house has held the capital of the realm, after one more; all others begin anew."""
    return {holder: held.get(holder, 0) + 1} if holder else {}


def wealth(sheet: Map, owners: Mapping[str, str], houses: Sequence[str]) -> dict[str, int]:
    """The koku a year of every house."""
    return {house: sum(p.koku for p in sheet.provinces if owners.get(p.id) == house) for house in houses}
