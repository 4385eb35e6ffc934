"""Counsel: what a veteran would order, shown to whoever is asked and wants to know.

It may be had where nobody else plays, and where all people at a table agreed to it; never in a lesson, which has hints
of its own, in a battle of a campaign, nor where the rules forbid measuring.  It is found of what the seat knows, where
bots think while these have room enough, one at a time for each guest, and all are told that it was asked for.  Nothing
of it is played.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from hashlib import blake2b
from itertools import takewhile

import msgspec

from app.aside import SPENT, aside
from app.bots.levels import VETERAN
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import consent, hands
from app.games import sentences as say
from app.games.checks import asked_else, closed, is_stale
from app.games.counsel_rules import refuse_question, refuse_table, standing
from app.games.counsel_worker import Counselled, work
from app.games.drive import Drive
from app.games.mailbox import Mailbox
from app.games.minds import Minds, posed
from app.games.motions import settle
from app.games.odds import are_on
from app.games.results import Accepted, GameId, Motion, Result, Stale
from app.games.rooms import Rooms

KEPT = 200
"""Of so many questions it is remembered what was counselled."""


class Advising:
    """That part of the service of hosted games."""

    mailbox: Mailbox
    minds: Minds
    _counselled: OrderedDict[tuple[GameId, str], asyncio.Future[Counselled]]
    _advised: set[str]
    _rooms: Rooms

    async def counsel_ask(self, game: GameId, seat: Seat, guest: str | None = None) -> Result:
        """The others are asked to let everybody at the table have counsel from now on."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if no := closed(drive):
                return no
            if only := hands.refuse_other(drive, seat, guest):
                return only
            if standing(drive) == "free":
                return Accepted(drive.version)
            if standing(drive) != "ask":
                return refuse_table(drive)
            mover = drive.seats[seat]["guest_id"]
            if no := consent.move(drive, Motion(kind="counsel", seat=seat, mover=mover, version=drive.version)):
                return no
            await settle(drive, self.mailbox.store)
            return None

        return await self.mailbox.by_seat(game, "events", seat, guest, act)

    async def counsel(self, game: GameId, seat: Seat, ask_id: str, guest: str | None = None) -> Counselled | Result:
        """What a veteran would answer to the seat's open question; all are told that it was asked.  Plays nothing."""
        key, thoughts = (game, ask_id), list[asyncio.Future[Counselled]]()

        async def act(drive: Drive) -> Result | Refusal | None:
            question = drive.question(seat)
            if question is None or is_stale(drive, seat, ask_id, None):
                return asked_else(drive, seat, ask_id)
            if no := closed(drive):
                return no
            if no := refuse_question(drive, question):
                return no
            if key not in self._counselled:
                packed = await aside(partial(position, drive, seat, ask_id))
                if not self._begin(key, packed, drive.seats[seat]["guest_id"] or game):
                    return refuse("counsel.busy", say.COUNSELLED)
            thoughts.append(self._counselled[key])
            if is_told(drive, seat):
                return Accepted(drive.version)
            drive.tell("engine.counselled", say.COUNSELLED, seat=seat)
            return None

        result = await self.mailbox.by_seat(game, "events", seat, guest, act)
        if not isinstance(result, Accepted):
            return result
        advice = await asyncio.shield(thoughts[-1])
        async with self._rooms.enter(game) as drive:
            if drive is None or is_stale(drive, seat, ask_id, None):
                return Stale(drive.version if drive else 0)
        return advice

    def _begin(self, key: tuple[GameId, str], packed: bytes, whose: str) -> bool:
        """Whether a question is thought of from now on, once, however often it is asked; not while bots need the
        places, nor while another question of the same guest is thought of."""
        if whose in self._advised or not self.minds.is_calm:
            return False
        self._advised.add(whose)
        self._counselled[key] = asyncio.ensure_future(self._think(key, packed, whose))
        while len(self._counselled) > KEPT:
            self._counselled.popitem(last=False)
        return True

    async def _think(self, key: tuple[GameId, str], packed: bytes, whose: str) -> Counselled:
        try:
            found = await self.minds.send(work, packed)
        finally:
            self._advised.discard(whose)
        advice = Counselled(()) if found is None else msgspec.msgpack.decode(found, type=Counselled)
        if (spent := SPENT.get()) is not None:
            spent.add(advice.spent)
        if not advice.orders:
            self._counselled.pop(key, None)
        return advice


def position(drive: Drive, seat: Seat, ask_id: str) -> bytes:
    """What is to be thought about.  It is drawn from what all know, so the same position has the same counsel."""
    seed = blake2b(f"counsel {drive.id} {ask_id}".encode(), digest_size=16).hexdigest()
    found = posed(drive, seat, VETERAN.key, seed)
    return msgspec.msgpack.encode(msgspec.structs.replace(found, odds=are_on(drive.row.get("options"))))


def is_told(drive: Drive, seat: Seat) -> bool:
    """Whether all were told that this seat has asked for counsel, and nothing since but that others have: how often it
    asks while others see nothing of what it answers is not to be counted."""
    told = (row["body"] for row in reversed(drive.recent) if row["seen_by"] is None)
    return any(body["seat"] == seat for body in takewhile(lambda body: body["kind"] == "engine.counselled", told))
