"""A bot's place at a hosted table: it sees and answers what its seats are asked, and nothing else."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from random import Random
from time import monotonic
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from app.aside import SPENT, Spent, aside
from app.bots.ending import Ends
from app.bots.play import Owed, play
from app.bots.thinker import Why
from app.engine.asks import AskAll, Json
from app.engine.events import Seat
from app.games import consent
from app.games.agreed import is_lesson, is_of_campaign
from app.games.alarms import AGAIN, UNKEPT
from app.games.drawing import owed_by
from app.games.drive import Drive
from app.games.hours import REAL, Time
from app.games.minds import PROCESSES, Minds, level_of, posed, position_of, seed_of
from app.games.minds_worker import Found, Position
from app.games.pace import Pace
from app.games.results import DRAW, Accepted, By, GameId, Refused, Result, Stale
from app.games.rooms import Rooms
from app.purses import Purses
from app.store import StorageBusy, StorageFull

REMEMBERED = 200
"""At so many tables it is known why a bot did what it did."""
SHARE, ALL = 0.5, "bots"
"""Of a processor, for all bots of a process together; and whose purse it is."""
log = logging.getLogger(__name__)


class Give(Protocol):
    """The service's door for answers."""

    async def __call__(self, game: GameId, seat: Seat, ask_id: str, raw: Json, *, by: By = ...) -> Result:
        """As ``Games.answer``."""
        ...


def is_bot(drive: Drive, seat: Seat) -> bool:
    """Whether a bot answers for this seat now; in a lesson what is written does."""
    row = drive.seats[seat]
    return not is_lesson(drive.row) and (row["kind"] == "bot" or bool(row["stand_in"]))


def fights_on(drive: Drive, seat: Seat) -> bool:
    """Whether a bot may not give a battle up: a person's, or one of a campaign, where what is lost stays lost."""
    return drive.seats[seat]["kind"] != "bot" or is_of_campaign(drive.row)


def has_bots(drive: Drive) -> bool:
    """Whether a bot sits at this table."""
    return any(is_bot(drive, seat) for seat in drive.seats)


class Resign(Protocol):
    """The service's door for giving up."""

    async def __call__(self, game: GameId, seat: Seat, *, ask_id: str) -> Result:
        """As ``Games.resign``."""
        ...


class Offer(Protocol):
    """The service's door for offering a draw."""

    async def __call__(self, game: GameId, seat: Seat) -> Result:
        """As ``Games.draw_ask``."""
        ...


class Consent(Protocol):
    """The service's door for what all must agree to."""

    async def __call__(self, game: GameId, seat: Seat, yes: bool, kind: str) -> Result:
        """As ``Games.consent``."""
        ...


class Doors(NamedTuple):
    """The service's doors for bots."""

    give: Give
    resign: Resign
    offer: Offer
    consent: Consent


class AtTable:
    """A bot's door to one table."""

    def __init__(self, doors: Doors, rooms: Rooms, game: GameId, minds: Minds, pace: Pace, time: Time = REAL) -> None:
        self._doors, self._rooms, self._game, self._minds = doors, rooms, game, minds
        self.pace, self._now = pace, time.now
        self.whys: dict[Seat, Why | None] = {}
        self.ended: dict[Seat, int] = {}
        """The turn in which each bot last thought of ending the battle."""

    async def owed(self) -> Owed | None:
        """A question that a bot is to answer now; a draw that it was offered is answered first."""
        while await self._replied():
            pass
        async with self._rooms.enter(self._game) as drive:
            if drive is None or drive.status != "playing":
                return None
            asked = next((q for q in drive.live.questions() if is_bot(drive, q.seat)), None)
            if asked is None:
                return None
            people = [seat for seat in drive.seats if not is_bot(drive, seat)]
            self.pace.asked(drive, people, self._now())
            return asked.seat, drive.ask_id(asked.seat), asked

    async def thought(self, seat: Seat, ask_id: str) -> Json | None:
        """The answer that was thought of, of a game that others may look at meanwhile."""
        self.whys[seat] = None
        if not self._minds.room:
            return None
        async with self._rooms.enter(self._game) as drive:
            question = drive.question(seat) if drive else None
            if drive is None or question is None or drive.ask_id(seat) != ask_id:
                return None
            position, turn = await aside(partial(position_of, drive, seat)), consent.round_of(drive)
            sealed = question.secret or isinstance(drive.live.waiting, AskAll)
            ending = not sealed and not fights_on(drive, seat) and self.ended.get(seat) != turn
        found = None if position is None else await self._think(replace(position, ending=ending))
        self.whys[seat] = None if sealed or found is None else found.why
        if found is None:
            return None
        if ending:
            self.ended[seat] = turn
            await self._end(seat, ask_id, found.ends)
        return found.answer

    async def _think(self, position: Position) -> Found | None:
        """What was found in as much of its time as the go of others leaves it."""
        found = await self._minds.think(replace(position, seconds=position.seconds * self.pace.share))
        self.pace.thought(self._now())
        return found

    async def _end(self, seat: Seat, ask_id: str, ends: Ends) -> None:
        """It gives up, or offers a draw beside its answer."""
        if ends.gives_up:
            await self._doors.resign(self._game, seat, ask_id=ask_id)
        elif ends.offers:
            await self._doors.offer(self._game, seat)

    async def _replied(self) -> bool:
        """Whether a bot was offered a draw and has taken it or not; one that does not think takes none."""
        async with self._rooms.enter(self._game) as drive:
            owed = owed_by(drive) if drive else None
            if drive is None or owed is None:
                return False
            seat, motion = owed
            position = await aside(partial(posed, drive, seat, level_of(drive, seat), seed_of(drive)))
        ends = await self._minds.end(position)
        said = await self._doors.consent(self._game, seat, ends.takes or ends.offers, f"{DRAW}@{motion.version}")
        return isinstance(said, Accepted)

    async def drawn(self, draw: Callable[[], Json]) -> Json:
        """What is drawn beside the event loop, alone with the game: its questions remember what was found."""
        async with self._rooms.enter(self._game):
            return await aside(draw)

    async def answer(self, seat: Seat, ask_id: str, raw: Json) -> bool:
        """Whether the answer stands, or the game went on without it; ``StorageBusy`` if nothing can be kept now."""
        said = await self._doors.give(self._game, seat, ask_id, raw, by="bot")
        if isinstance(said, Refused) and said.refusal.code in UNKEPT:
            raise StorageBusy(said.refusal.code)
        return isinstance(said, Accepted | Stale)


class Shared(Spent):
    """What bots take of the processor, paid from one purse for all of them."""

    __slots__ = ("_purses",)

    def __init__(self, purses: Purses) -> None:
        super().__init__()
        self._purses = purses

    def add(self, seconds: float) -> None:
        """So many seconds more."""
        super().add(seconds)
        self._purses.take(ALL, seconds, monotonic())


class Bots:
    """The bots of all tables: one task a table while any of them owes an answer; without a ``delay`` they do not think.

    Nobody's request pays for what they do: where they have taken more than their share they rest for longer.
    """

    def __init__(self, doors: Doors, rooms: Rooms, delay: float, time: Time = REAL) -> None:
        self._doors, self._rooms, self._delay, self._time = doors, rooms, delay, time
        self._tables: dict[GameId, AtTable] = {}
        self.minds = Minds(PROCESSES if delay else 0)
        self._tasks: dict[GameId, asyncio.Task[None]] = {}
        self._luck = Random(secrets.randbits(64))
        self._work = Purses(SHARE if delay else 0)

    def wake(self, game: GameId) -> None:
        """The game's bots look whether they owe an answer."""
        if game not in self._tasks:
            context = copy_context()
            context.run(SPENT.set, Shared(self._work))
            self._tasks[game] = asyncio.get_running_loop().create_task(self._let_play(game), context=context)

    async def close(self) -> None:
        """All have stopped."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.minds.close()

    def why(self, game: GameId, seat: Seat) -> Why | None:
        """What spoke for the last answer of a bot, as long as it is remembered and all may know it."""
        table = self._tables.get(game)
        return table.whys.get(seat) if table else None

    def _table(self, game: GameId) -> AtTable:
        """The door to a table; what was thought at those played longest ago is forgotten."""
        found = self._tables.pop(game, None) or AtTable(
            self._doors, self._rooms, game, self.minds, Pace(self._delay), self._time
        )
        self._tables[game] = found
        while len(self._tables) > REMEMBERED:
            self._tables.pop(next(iter(self._tables)))
        return found

    async def _rest(self, table: AtTable) -> None:
        """What is left of the pause of a table; longer where bots have taken more than their share."""
        paused, spent = table.pace.left(self._time.now()), self._work.wait(ALL, monotonic())
        await (self._time.sleep(paused) if paused >= spent else asyncio.sleep(spent))

    async def _let_play(self, game: GameId) -> None:
        try:
            while not await self._played(game):
                await asyncio.sleep(AGAIN)
        except Exception:
            log.exception("a bot stopped at table %s", game)
        finally:
            self._tasks.pop(game, None)

    async def _played(self, game: GameId) -> bool:
        """Whether no bot owes an answer there, or can give one; not while the store cannot keep it."""
        try:
            table = self._table(game)
            if not await play(table, self._luck, partial(self._rest, table)):
                log.error("a bot gave up at table %s", game)
        except (StorageBusy, StorageFull):
            return False
        return True
