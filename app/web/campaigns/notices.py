"""Who is told what of a campaign that has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Sequence
from typing import Any

from app.campaigns.ledger import events as e
from app.campaigns.ledger.chronicle import battle_of
from app.campaigns.model import Campaign, CampaignId
from app.notices.service import Notices

MOST = 200
"""Notices that one change sends."""


class Told:
    """Tells people of their campaigns; never waits for it."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._tasks: set[asyncio.Task[Any]] = set()

    def __call__(self, id: CampaignId, _before: Campaign, now: Campaign, entries: Sequence[e.Entry]) -> None:
        """Everybody these entries wait for is on the way to know it."""
        found = dict[tuple[str, str], str]()
        for entry in entries:
            for guest, what in waits(now, entry):
                found.setdefault((guest, what), f"/campaign/{id}{place(now, entry, what)}")
        for (guest, what), path in [one for one in found.items() if one[0][0]][:MOST]:
            facts = {"campaign": now.name, "what": f"notice.campaign-{what}"}
            self._spawn(self._notices.tell(guest, "campaign", facts, wait=f"{id}:{what}:{now.seq}", path=path))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def waits(now: Campaign, entry: e.Entry) -> Iterator[tuple[str, str]]:
    """Guests and of what each is told."""
    match entry:
        case e.Invited(guest=guest):
            yield guest, "invited"
        case e.RoundOpened() if now.settings.pairing != "map":
            yield from ((one.guest, "round") for one in now.active())
        case e.Stepped(step="orders"):
            yield from ((one.guest, "orders") for one in now.active())
        case e.Proposed(fixture=id, warband=by):
            yield from ((guest, "dates") for guest in leaders(now, id, by))
        case e.Agreed(fixture=id):
            yield from ((guest, "agreed") for guest in leaders(now, id))
        case e.Mustered(fixture=id, warband=by) if not now.fixtures[id].game:
            yield from ((guest, "awaited") for guest in leaders(now, id, by))
        case e.StoodIn(fixture=id, warband=side):
            yield now.warbands[side].guest, "stood-in"
        case e.Reminded(warband=side):
            yield now.warbands[side].guest, "reminded"
        case e.Laid(fixture=id):
            yield from ((guest, "laid") for guest in leaders(now, id))
        case e.Ended(fixture=id, result="won" | "draw"):
            yield from ((guest, "fought") for guest in leaders(now, id))
        case e.Overturned(fixture=id):
            yield from ((guest, "overturned") for guest in leaders(now, id))
        case e.Disputed(fixture=id, warband=by):
            yield from ((guest, "disputed") for guest in leaders(now, id, by))
            yield from ((one, "dispute") for one in now.players if now.has(one, "host", "umpire"))
        case e.Upheld(fixture=id):
            yield from ((guest, "upheld") for guest in leaders(now, id))
        case e.Closed() | e.Announced():
            what = "closed" if isinstance(entry, e.Closed) else "news"
            yield from ((one.guest, what) for one in now.players.values() if one.state == "in")


PLACES = {"dates": "#dates", "agreed": "#dates", "awaited": "#muster", "dispute": "#disputed"}
"""The part of a battle's page that something is about."""
OWN = {"orders": "#orders", "news": "/ledger", "invited": "#join"}
"""The page, or the part of the campaign's own page, that something is about which is of no battle."""


def place(now: Campaign, entry: e.Entry, what: str) -> str:
    """Where a campaign shows what somebody is told of, after its own address."""
    fixture = battle_of(entry)
    return f"/battle/{fixture}{PLACES.get(what, '')}" if fixture in now.fixtures else OWN.get(what, "")


def leaders(now: Campaign, fixture: str, but: str = "") -> Iterator[str]:
    """Who leads the sides of a battle, one side left out."""
    for side in now.fixtures[fixture].sides:
        if side and side != but:
            yield now.warbands[side].guest
