"""The live games of this process: a lock for each, and a drive that is loaded when needed.

Where other processes work on the same database, each first look asks whether one of them has played on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from typing import Any

from app.aside import aside
from app.engine.events import Seat
from app.engine.system import RuleSystem
from app.games.agreed import is_lesson
from app.games.coach import CoachOf
from app.games.drive import Drive
from app.games.following import follow
from app.games.losing import CALLED_OFF
from app.games.rerun import Diverged
from app.games.results import GameId, Hub
from app.games.seats import now
from app.store import Store, games
from app.store.db import Row
from app.store.games import Saved
from app.store.pipes import Asked, Lost

MOST = 1500
"""Games in memory: more than one process holds of those that are played at one time."""


class Looked(set[str]):
    """Games that need no second look, until what was being done is over: tasks begun meanwhile live longer."""

    over = False

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[str, Asked] = {}
        """Of which games the store was asked ahead."""


LOOKED: ContextVar[Looked | None] = ContextVar("looked", default=None)
"""What has been looked at for what is being done now; ``None``: each entry looks."""


@contextmanager
def one_look() -> Iterator[None]:
    """What is done inside sees each game as it was at its first look, or later: one question to the store for all."""
    looked = Looked()
    token = LOOKED.set(looked)
    try:
        yield
    finally:
        looked.over = True
        LOOKED.reset(token)


class Room:
    """A game's mailbox.  ``drive`` is ``None`` until it is needed, and again after anything went wrong."""

    def __init__(self, id: GameId) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.drive: Drive | None = None


class Rooms:
    """All rooms; the least used are forgotten beyond ``most``, their games lie in the store.

    ``hub`` is told of a game in which, by what was changed elsewhere, others may sit now or judge.
    """

    def __init__(self, store: Store, systems: Mapping[str, RuleSystem[Any]], hub: Hub, most: int = MOST) -> None:
        self._store, self._systems, self._hub, self._most = store, systems, hub, most
        self._rooms: OrderedDict[GameId, Room] = OrderedDict()
        self.coach_of: CoachOf | None = None
        self.followed: list[Callable[[Drive, str | None], None]] = []
        """Called alone with a game that has changed elsewhere, and with the process that minds it."""

    @asynccontextmanager
    async def enter(self, id: GameId) -> AsyncIterator[Drive | None]:
        """The game, alone with it; ``None`` if there is none.  An exception inside makes it be loaded afresh."""
        room = self._rooms.setdefault(id, Room(id))
        self._rooms.move_to_end(id)
        room.waiting += 1
        try:
            async with room.lock:
                try:
                    if room.drive is not None and self._store.is_shared:
                        await self._look_again(room, room.drive)
                    if room.drive is None:
                        room.drive = await self._load(id)
                    yield room.drive
                except BaseException:
                    room.drive = None
                    raise
        finally:
            room.waiting -= 1
            self._tidy(room)

    def system(self, key: str) -> RuleSystem[Any]:
        """The rules of this key."""
        return self._systems[key]

    def forget(self, id: GameId) -> None:
        """The game is loaded afresh next time: its row was changed elsewhere."""
        if room := self._rooms.get(id):
            room.drive = None

    def forget_all(self) -> None:
        """As ``forget``, for every game."""
        for room in self._rooms.values():
            room.drive = None

    async def _look_again(self, room: Room, drive: Drive) -> None:
        """The drive stands where the store has the game, or is gone."""
        looked = LOOKED.get()
        if looked is not None and looked.over:
            looked = None
        if looked is not None and drive.id in looked:
            return
        if await self._is_behind(drive, looked):
            before = sitters(drive)
            if not await self._follow(drive):
                room.drive = None
            if room.drive is None or sitters(drive) != before:
                self._hub(room.id, drive.version, "seats")
        if looked is not None:
            looked.add(drive.id)

    async def _is_behind(self, drive: Drive, looked: Looked | None) -> bool:
        """Whether the store has another number; what was asked ahead is from before, and this process may have played
        on since."""
        asked = looked.asked.pop(drive.id, None) if looked is not None else None
        with suppress(Lost):
            if asked and (row := await self._store.answered(asked)):
                return int(row["rev"]) > drive.rev
        row = await self._store.glance(games.REV, id=drive.id)
        return row is None or row["rev"] != drive.rev

    def ask_ahead(self, id: GameId) -> None:
        """The store is asked already for what the first look at this game will want to know, if it is in memory."""
        room, looked = self._rooms.get(id), LOOKED.get()
        if room is None or room.drive is None or looked is None or not self._store.is_shared:
            return
        if id not in looked and id not in looked.asked and (asked := self._store.ahead(games.REV, id=id)):
            looked.asked[id] = asked

    async def _follow(self, drive: Drive) -> bool:
        """Whether the game stands now where another process has brought it."""
        later = await self._store.look(games.later, drive.id, drive.tape_len)
        try:
            if later is None or not await aside(lambda: follow(drive, later)):
                return False
        except Exception:
            return False
        for look in self.followed:
            look(drive, later.game["worker"])
        return True

    def _tidy(self, room: Room) -> None:
        if room.drive is None and not room.waiting:
            self._rooms.pop(room.id, None)
        idle = [id for id, r in self._rooms.items() if not r.waiting] if len(self._rooms) > self._most else []
        for id in idle[: len(self._rooms) - self._most]:
            del self._rooms[id]

    async def _load(self, id: GameId) -> Drive | None:
        saved = await self._store.look(games.load, id)
        if saved is None or saved.game["system"] not in self._systems:
            return None
        drive = self._new(saved)
        try:
            await aside(lambda: drive.restore(saved))
        except Diverged as error:
            drive = self._new(saved)
            if not is_off(drive):
                await self._hold(drive, saved, str(error))
        return drive

    def _new(self, saved: Saved) -> Drive:
        drive = Drive(self._systems[saved.game["system"]], saved.game, saved.seats)
        drive.clocks = saved.clocks
        if is_lesson(saved.game) and self.coach_of:
            drive.coach = self.coach_of(saved.game["options"]["lesson"]["key"])
        return drive

    async def _hold(self, drive: Drive, saved: Saved, reason: str) -> None:
        """The stored events stand; the game is held and its tape filed."""
        drive.hold(reason)
        change = drive.take()
        change.case = case_row(saved, reason)
        await self._store.run(games.commit, change)


def is_off(drive: Drive) -> bool:
    """Whether its campaign has closed the table: nobody plays on here, also where its rules have changed since."""
    return drive.status == "over" and drive.outcome is not None and drive.outcome.reason == CALLED_OFF


def sitters(drive: Drive) -> dict[Seat, tuple[str | None, ...]]:
    """Who holds which seat, and who leads with him."""
    return {
        seat: (row["guest_id"], *(one["guest_id"] for one in row.get("leaders", ())))
        for seat, row in drive.seats.items()
    }


def case_row(saved: Saved, why: str, seat: str | None = None, ask_id: str | None = None, raw: Any = None) -> Row:
    """A crash or a divergence with the tape that leads to it."""
    return {
        "game_id": saved.game["id"], "seat": seat, "ask_id": ask_id, "raw": raw, "why": why,
        "tape_seq": saved.checkpoint["tape_seq"] if saved.checkpoint else 0, "tape": saved.tape, "created": now(),
    }  # fmt: skip
