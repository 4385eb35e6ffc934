"""What is asked about a battle again and again: what sort it is, until when it can be fought, who can be sent."""

from __future__ import annotations

from collections.abc import Iterator

from app.campaigns.model import DONE, OPEN, Campaign, Fixture, Warband

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
UNCAPPED = ("map", "story")
"""Formats in which all that can march may be sent (CPN-RES-10)."""


def is_bye(one: Fixture) -> bool:
    """Whether a warband has nobody to fight."""
    return not one.sides[1] and one.garrison is None


def is_challenge(one: Fixture) -> bool:
    """Whether this is a challenge that nobody has taken up yet: it has no scenario (CPN-PAI-08)."""
    return "challenger" in one.options and not one.scenario


def is_ready(one: Fixture) -> bool:
    """Whether all who are to fight have mustered (CPN-RES-01)."""
    sides = [side for side in one.sides if side]
    return not is_bye(one) and not is_challenge(one) and all(side in one.musters for side in sides)


def is_dated(one: Fixture) -> bool:
    """Whether all have mustered for a battle whose date is agreed and which is not laid."""
    return one.state == OPEN and bool(one.when) and is_ready(one)


def waits_for_date(now: Campaign, one: Fixture, clock: int) -> bool:
    """Whether a battle is not laid before its date: not all who lead its sides would begin earlier (CPN-SCH-03)."""
    led = [side for side in one.sides if side and side not in one.stand_ins and now.warbands[side].status == "active"]
    return one.when > clock and not all(side in one.early for side in led)


def due_of(now: Campaign, one: Fixture) -> int:
    """Until when a battle can be fought, in milliseconds since 1970; 0 for no deadline."""
    of = next((r.due for r in now.rounds if r.number == one.round), 0)
    return max(one.due, of) if of else one.due


def fought_by(now: Campaign, warband: str) -> Iterator[Fixture]:
    """The battles of a warband that are decided, in the order in which they were made."""
    return (f for f in now.fixtures.values() if f.state == DONE and warband in f.sides)


def cap(now: Campaign, number: int) -> int:
    """The most points of members a warband may send to a battle of this round; 0 for no limit (CPN-RES-10)."""
    most = now.settings.points
    return 0 if now.settings.pairing in UNCAPPED or not most else most + now.settings.growth * (number - 1)


def readers(now: Campaign, one: Warband) -> tuple[str, ...]:
    """Who may read what is sealed of a warband: its player, while he is in the campaign."""
    return (one.guest,) if now.has(one.guest, "player") else ()
