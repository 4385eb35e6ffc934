"""What stands otherwise on the map once a battle of a season past has ended otherwise (CPN-RES-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from app.campaigns.battles.fixtures import readers
from app.campaigns.desk import Desk
from app.campaigns.ledger.events import Besieged, Entry, Held, Ordered, Placed, Posted, Status, Stepped, Taken
from app.campaigns.ledger.evolve import evolve, fold
from app.campaigns.map.recovery import AFTER, LANDLESS, SIEGE, WHOSE, recovered
from app.campaigns.map.rules import map_rules
from app.campaigns.map.seasons import sheet_of
from app.campaigns.model import Campaign, CampaignId, Fixture, Land
from app.campaigns.rounds.moves import BATTLES, RECOVERED

V = TypeVar("V")
SETTLES = (Placed, Taken, Besieged, Held, Stepped)
MEANWHILE = (Posted, Status)
"""Armies that are disbanded and houses that have lost their land, which are told while a season is settled."""


def overturned(desk: Desk, _then: Campaign, one: Fixture) -> Sequence[Entry]:
    """What moves where the season of the battle is settled already; what has moved since stays."""
    at, rules = settling(desk.now.id, desk.past.ledger, one.round), map_rules(desk.rules)
    if at is None or at.land is None or rules is None or desk.now.land is None:
        return ()
    sheet = sheet_of(at.land)
    was = with_battle(at, desk.now.fixtures[one.id])
    old, new = (fold(then, [*recovered(then, sheet, rules)]) for then in (was, with_battle(at, one)))
    if old.land is None or new.land is None:
        return ()
    return (*moved(desk.now, old.land, new.land, one), *standing(desk.now, old, new, one))


def settling(campaign: CampaignId, ledger: Sequence[Entry], number: int) -> Campaign | None:
    """The campaign as a season was about to be settled; ``None`` where it is not settled."""
    now, at = Campaign(id=campaign), None
    for entry in ledger:
        this = now.round
        if this is not None and this.number == number and this.step == BATTLES:
            at = (at or now) if isinstance(entry, SETTLES) else at if isinstance(entry, MEANWHILE) else None
            if at is not None and isinstance(entry, Stepped) and entry.step == RECOVERED:
                return at
        now = evolve(now, entry)
    return None


def with_battle(now: Campaign, one: Fixture) -> Campaign:
    """The campaign with a battle that ended as this one."""
    return replace(now, fixtures={**now.fixtures, one.id: one})


def moved(now: Campaign, old: Land, new: Land, one: Fixture) -> Iterator[Entry]:
    """Provinces, sieges and the armies of the battle, where they still are as the old result has left them."""
    land = now.land
    assert land is not None
    for place, owner in otherwise(old.owners, new.owners, land.owners, ""):
        yield Taken(clause=WHOSE, province=place, warband=owner)
    for place, seasons in otherwise(old.sieges, new.sieges, land.sieges, -1):
        yield Besieged(clause=SIEGE, province=place, seasons=seasons)
    for id, at in otherwise(old.armies, new.armies, land.armies, ""):
        taken = any(where == at for other, where in land.armies.items() if other not in one.sides)
        if id in one.sides and not taken:
            yield Placed(clause=AFTER, warband=id, province=at)
        if id in one.sides and not taken and id in land.orders:
            yield Ordered(clause=AFTER, seen_by=readers(now, now.warbands[id]), warband=id, way=(at,))


def otherwise(old: Mapping[str, V], new: Mapping[str, V], now: Mapping[str, V], none: V) -> Iterator[tuple[str, V]]:
    """What is now as it was of old, and would have been something else."""
    for key in sorted({*old, *new}):
        was, wanted = old.get(key, none), new.get(key, none)
        if was != wanted and now.get(key, none) == was:
            yield key, wanted


def standing(now: Campaign, old: Campaign, new: Campaign, one: Fixture) -> Iterator[Entry]:
    """Houses of the battle that have lost their last province by it, or have kept one after all."""
    for id in one.sides:
        if not id or old.warbands[id].status == new.warbands[id].status:
            continue
        if now.warbands[id].status == old.warbands[id].status:
            status = new.warbands[id].status
            yield Status(clause=LANDLESS, warband=id, status=status, reason="" if status == "active" else "landless")
