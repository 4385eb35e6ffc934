"""Who is told what of a campaign that has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Sequence
from typing import Any

from app.campaigns.ledger import events as e
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
        found = dict.fromkeys((guest, what) for entry in entries for guest, what in waits(now, entry) if guest)
        for guest, what in list(found)[:MOST]:
            facts = {"campaign": now.name, "what": f"notice.campaign-{what}"}
            self._spawn(self._notices.tell(guest, "campaign", facts, wait=f"{id}:{what}:{now.seq}"))

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


def leaders(now: Campaign, fixture: str, but: str = "") -> Iterator[str]:
    """Who leads the sides of a battle, one side left out."""
    for side in now.fixtures[fixture].sides:
        if side and side != but:
            yield now.warbands[side].guest
