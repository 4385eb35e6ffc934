"""A house that comes while the campaign runs: it begins at a start of the map that is nobody's still (CPN-YEA-09)."""

from __future__ import annotations

from collections.abc import Iterator

from app.campaigns.book import c
from app.campaigns.ledger.events import Entry, Placed, Taken
from app.campaigns.map.maps import Map, read_map
from app.campaigns.model import Campaign
from app.engine.refusals import Clause, Refusal, refuse

LATE = c("CPN-YEA-09")


def free_starts(now: Campaign) -> list[tuple[str, ...]]:
    """The starts of which every province is nobody's, without an army on it and without a battle about it."""
    land = now.land
    sheet = read_map(land.map) if land else None
    if land is None or not isinstance(sheet, Map):
        return []
    alive = {one.id for one in now.active()}
    stood_on = {at for id, at in land.armies.items() if id in alive}
    taken = {*land.owners, *stood_on, *(one.place for one in now.fixtures.values() if not one.is_over)}
    return [start for start in sheet.starts if taken.isdisjoint(start)]


def homeless(now: Campaign) -> list[str]:
    """The houses that have come and have no place yet."""
    land = now.land
    if land is None or not land.owners:
        return []
    there = {*land.armies, *land.owners.values()}
    return [one.id for one in now.active() if one.id not in there]


def refuse_newcomer(now: Campaign, clause: Clause) -> Refusal | None:
    """Why a campaign that runs takes nobody more."""
    on_map = now.settings.pairing == "map"
    if not now.settings.late or (on_map and not now.settings.settlers):
        return refuse("people.late", clause)
    return refuse_late(now) if on_map else None


def refuse_late(now: Campaign) -> Refusal | None:
    """Why no further house finds a place on the map (CPN-YEA-09)."""
    free = len(free_starts(now)) - len(homeless(now))
    return refuse("season.no-land", LATE) if free < 1 else None


def refuse_again(now: Campaign, guest: str) -> Refusal | None:
    """Why somebody who had a house on the map raises no other (CPN-YEA-09)."""
    had = now.settings.pairing == "map" and any(one.guest == guest for one in now.warbands.values())
    return refuse("season.once", LATE) if had else None


def settled(now: Campaign) -> Iterator[Entry]:
    """Who has come has the provinces of the first start that is free, and stands in its seat."""
    for id, start in zip(homeless(now), free_starts(now), strict=False):
        for province in start:
            yield Taken(clause=LATE, province=province, warband=id)
        yield Placed(clause=LATE, warband=id, province=start[0])
