"""Territory: who has which province at the beginning, and what a battle for one changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.campaigns.book import c
from app.campaigns.desk import Decided, Desk
from app.campaigns.ledger.events import Entry, Mapped, Taken
from app.campaigns.map import seasons
from app.campaigns.map.maps import write_map
from app.campaigns.model import DONE, Campaign, Fixture

TERRITORY, TAKEN = c("CPN-PAI-06"), c("CPN-PAI-10")


def begin(desk: Desk) -> Decided:
    """Each warband has what a start of the map has; without a map there are no provinces (CPN-PAI-06)."""
    sheet = seasons.chosen(desk.now)
    if sheet is None:
        return ()
    if no := seasons.refuse_begin(desk.now):
        return no
    starts = list(zip(desk.now.active(), sheet.starts, strict=False))
    owners = {id: one.id for one, start in starts for id in start}
    capitals = {one.id: start[0] for one, start in starts}
    return (Mapped(clause=TERRITORY, map=write_map(sheet), owners=owners, capitals=capitals),)


def follow(desk: Desk) -> Sequence[Entry]:
    """Provinces that were won and are not taken yet (CPN-PAI-10)."""
    return tuple(taken(desk.now))


def taken(now: Campaign) -> Iterator[Entry]:
    """Who was at home loses the province of a battle that was fought and lost, unless it is the last."""
    owners = dict(now.land.owners) if now.land else {}
    for one in now.fights(now.round.number) if now.round and owners else ():
        home, away = one.sides
        lost = one.state == DONE and one.result == "won" and one.winner == away and owners.get(one.place) == home
        if lost and list(owners.values()).count(home) > 1:
            owners[one.place] = away
            yield Taken(clause=TAKEN, province=one.place, warband=away)


def overturned(desk: Desk, then: Campaign, one: Fixture) -> Sequence[Entry]:
    """The province of a battle that ended otherwise, where it still is whose the old result has left it."""
    land, (home, away) = desk.now.land, one.sides
    if land is None or then.land is None or then.land.owners.get(one.place) != home:
        return ()
    owner = land.owners.get(one.place)
    lost = one.state == DONE and one.result == "won" and one.winner == away
    if owner == away and not lost:
        return (Taken(clause=TAKEN, province=one.place, warband=home),)
    takes = owner == home and lost and list(land.owners.values()).count(home) > 1
    return (Taken(clause=TAKEN, province=one.place, warband=away),) if takes else ()
