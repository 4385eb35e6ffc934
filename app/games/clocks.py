"""Time to answer out of turn: a clock that gives a question's default when its seat keeps silent.

A table has it when its option ``answer_seconds`` is not nought.  It runs for a
question put openly to one seat, a person, while the view says it is another's
go; there is one clock a table at most.  What it says goes through the same door
as any answer, so that of two answers at one instant the first stands and the
other is stale.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.asks import AnyAsk, Ask
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say
from app.games.at_table import Give, is_bot
from app.games.drive import Drive
from app.games.hours import REAL, Time
from app.games.results import Accepted, Broken, GameId, OpenQuestion, Stale
from app.games.rooms import Rooms

OPTION = "answer_seconds"
LEAST, MOST = 15, 600
TRIES, AGAIN = 3, 5.0
"""How often a default that could not be taken is given, and after how many seconds."""
log = logging.getLogger(__name__)


def refuse_seconds(options: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What stands against a table's time to answer."""
    seconds = options.get(OPTION, 0)
    if type(seconds) is int and (seconds == 0 or LEAST <= seconds <= MOST):
        return ()
    return (refuse("table.answer-seconds", say.TIME, least=LEAST, most=MOST, got=str(seconds)[:40]),)


def seconds_of(drive: Drive) -> int:
    """How long a seat of this table has to answer out of turn; nought: as long as it likes."""
    return int((drive.row.get("options") or {}).get(OPTION, 0))


def due(drive: Drive) -> AnyAsk | None:
    """The question that must be answered in time.

    Not a secret one: that its default stands must not be told.
    """
    if not seconds_of(drive) or drive.status != "playing" or drive.session is None:
        return None
    asked = drive.live.waiting
    if not isinstance(asked, Ask) or asked.secret or is_bot(drive, asked.seat):
        return None
    go = drive.system.view(drive.live.state, None).go
    return asked if go is not None and go != asked.seat else None


class Clock:
    """The time of one question.  While it is ``ringing`` its answer is being given and it is not stopped."""

    def __init__(self, ask_id: str, ends: float) -> None:
        self.ask_id, self.ends, self.ringing = ask_id, ends, False


class Clocks:
    """The clocks of all tables."""

    def __init__(self, give: Give, rooms: Rooms, time: Time = REAL) -> None:
        self._give, self._rooms, self._time = give, rooms, time
        self._clocks: dict[GameId, Clock] = {}
        self._tasks: dict[Clock | None, asyncio.Task[None]] = {}
        self._closed = False

    def start(self, tables: Sequence[GameId]) -> None:
        """These tables are being taken up again; each question has its full time."""
        if tables:
            self._tasks[None] = asyncio.ensure_future(self._take_up(tables))

    def look(self, drive: Drive) -> None:
        """The table's clock runs for the question that is open now, or there is none.  Call it alone with the game."""
        game, asked = GameId(drive.id), self._due(drive)
        ask_id = drive.ask_id(asked.seat) if asked else ""
        if (clock := self._clocks.get(game)) and clock.ask_id == ask_id:
            return
        self._stop(game)
        if asked and not self._closed:
            self._run(game, asked, ask_id, seconds_of(drive))

    def timed(self, game: GameId, questions: Sequence[OpenQuestion]) -> tuple[OpenQuestion, ...]:
        """The questions, one that must be answered in time with the seconds it has left."""
        clock = self._clocks.get(game)
        if clock is None:
            return tuple(questions)
        left = max(0.0, round(clock.ends - self._time.now(), 3))
        return tuple(replace(q, seconds_left=left) if q.id == clock.ask_id else q for q in questions)

    async def close(self) -> None:
        """No clock runs any more; a default that was being given has been given."""
        self._closed = True
        for game in list(self._clocks):
            self._stop(game)
        if taking_up := self._tasks.get(None):
            taking_up.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    # -- internals -----------------------------------------------------------

    def _due(self, drive: Drive) -> AnyAsk | None:
        try:
            return due(drive)
        except Exception:
            log.exception("whose go it is cannot be told at table %s", drive.id)
            return None

    def _stop(self, game: GameId) -> None:
        clock = self._clocks.pop(game, None)
        if clock and not clock.ringing:
            self._tasks[clock].cancel()

    def _run(self, game: GameId, asked: AnyAsk, ask_id: str, seconds: int) -> None:
        clock = self._clocks[game] = Clock(ask_id, self._time.now() + seconds)
        self._tasks[clock] = asyncio.ensure_future(self._running(game, clock, asked, seconds))
        self._tasks[clock].add_done_callback(lambda _: self._tasks.pop(clock))

    async def _running(self, game: GameId, clock: Clock, asked: AnyAsk, seconds: int) -> None:
        try:
            await self._time.sleep(seconds)
            await self._ring(game, clock, asked)
        except Exception:
            log.exception("the clock stopped at table %s", game)
        finally:
            if self._clocks.get(game) is clock:
                del self._clocks[game]

    async def _ring(self, game: GameId, clock: Clock, asked: AnyAsk) -> None:
        """The default has been answered, or the question is no longer open."""
        for _ in range(TRIES):
            clock.ringing = True
            said = await self._give(game, asked.seat, clock.ask_id, asked.domain.write(asked.default), by="clock")
            clock.ringing = False
            if isinstance(said, Accepted | Stale) or self._clocks.get(game) is not clock:
                return
            log.error("the default was not taken at table %s: %s", game, said)
            if isinstance(said, Broken):
                return
            await self._time.sleep(AGAIN)

    async def _take_up(self, tables: Sequence[GameId]) -> None:
        for game in tables:
            try:
                async with self._rooms.enter(game) as drive:
                    if drive:
                        self.look(drive)
            except Exception:
                log.exception("the clock did not start at table %s", game)
