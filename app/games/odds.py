"""Odds before the deed: what may come of the options of a question, as its seat may know it.

They are weighed on a state imagined from what the seat sees, in processes of their own that are begun when first
needed, and remembered.  What is looked at is never more than the seat knows, so neither are the odds.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, structs

from app.aside import SPENT
from app.engine.asks import AnyAsk, Domain, Json
from app.engine.domains import Split
from app.engine.events import Seat
from app.engine.prospects import Asked, lately, prospects_of
from app.engine.refusals import Refusal, refuse
from app.engine.session import Session
from app.engine.system import RuleSystem
from app.games.checks import RuleCrash, asked_else, guarded, is_stale, not_held
from app.games.mailbox import Mailbox
from app.games.odds_worker import Done, Task, Weighed, work
from app.games.processes import Processes
from app.games.results import GameId, Refused, Result, Unknown
from app.games.rooms import Rooms
from app.games.table_rules import AGREED

log = logging.getLogger(__name__)
PROCESSES = 2
QUEUE, KEPT = 32, 2048
"""Tasks that wait or are done at one time, and how many answers are remembered."""
QUICK, BETTER, WAIT = 0.08, (0.6, 2.5), 2.0
"""Seconds that are spent on a level at first, and each time on better figures where that was too short to count all;
and how long somebody waits."""
LONGEST = 30.0
"""Seconds after which a task is not waited for any more and the processes end: rules that never come to an end."""
MOST = 64
"""Options of a level that are weighed; of splits so many are shown."""


class Position(Struct, frozen=True):
    """What is weighed, under which key it is remembered, and the level as a page is told of it."""

    key: bytes
    task: Task
    domain: Json


class Foretold(Struct, frozen=True, kw_only=True):
    """The options of a level and what may come of each.  ``ready``: they have been weighed; ``final``: and will not be
    weighed better.  If not, ask again later."""

    ready: bool
    final: bool = True
    about: str = ""
    at: tuple[str, ...] = ()
    domain: Json = None
    rows: tuple[Weighed, ...] = ()


def levels_of(system: RuleSystem[Any], about: str) -> tuple[tuple[str, ...], ...]:
    """The levels of a question at which odds may be asked for: the picks above each, ``*`` for any."""
    return tuple(dict.fromkeys(prospect.at for prospect in prospects_of(system, about)))


def are_on(options: Any) -> bool:
    """Whether the table agreed to see odds."""
    return (options or {}).get("odds") is not False


def position_of(session: Session[Any], seat: Seat, question: AnyAsk, at: Sequence[str]) -> Position | None:
    """The level of a question as its seat may believe it; ``None`` where nothing there hangs on dice."""
    system, at = session.system, tuple(at)
    if not any(prospect.is_of(question.about, at) for prospect in prospects_of(system, question.about)):
        return None
    domain = level(question, at)
    raws = options_of(domain) if domain else []
    if domain is None or not raws:
        return None
    state = system.imagine(session.state, seat, Random(0))
    asked = Asked(seat, question.about, dict(question.facts), at, lately(session.events, seat))
    task = Task(system.key, msgspec.msgpack.encode(state), asked, tuple(raws), QUICK)
    packed = msgspec.msgpack.encode([task, system.version])
    return Position(blake2b(packed, digest_size=16).digest(), task, domain.describe())


def level(question: AnyAsk, at: Sequence[str]) -> Domain[Any] | None:
    """What is asked at the level these picks lead to; ``None`` where they lead to none."""
    if at:
        above = question.domain.at(half(at[:-1]))
        rows = () if isinstance(above, Refusal) else above.describe().get("options", ())
        if not any(row["key"] == at[-1] and row["no"] is None and row.get("more") for row in rows):
            return None
    found = question.domain.at(half(at))
    return None if isinstance(found, Refusal) else found


def options_of(domain: Domain[Any]) -> list[Json]:
    """What may be answered at a level: the open options, or the ways to share out."""
    if isinstance(domain, Split):
        return [domain.write(split) for split in domain.some(MOST)]
    rows = domain.describe().get("options", ())
    return [row["key"] for row in rows if row["no"] is None][:MOST]


def half(at: Sequence[str]) -> Json:
    """Picks as a half-given answer."""
    raw: Json = None
    for key in reversed(at):
        raw = key if raw is None else {"pick": key, "then": raw}
    return raw


Rows = tuple[Weighed, ...]


class Foretelling:
    """That part of the service of hosted games."""

    weighing: Odds
    mailbox: Mailbox
    _rooms: Rooms

    async def odds(
        self, game: GameId, seat: Seat, ask_id: str, at: Sequence[str], guest: str | None = None
    ) -> Foretold | Result:
        """What may come of the options at a level of an open question, as its seat may know it.  Changes nothing."""
        try:
            async with self._rooms.enter(game) as drive:
                if drive is None:
                    return Unknown()
                if no := not_held(drive, seat, guest):
                    return no
                if not are_on(drive.row.get("options")):
                    return Refused(refuse("table.odds-off", AGREED), drive.version)
                question = drive.question(seat)
                if question is None or is_stale(drive, seat, ask_id, None):
                    return asked_else(drive, seat, ask_id)
                crash, session = RuleCrash(seat, ask_id, list(at)), drive.live
                position = await guarded(crash, lambda: position_of(session, seat, question, at))
        except RuleCrash as crash:
            return await self.mailbox.keep(game, crash)
        return await self._told(question.about, at, position)

    async def _told(self, about: str, at: Sequence[str], position: Position | None) -> Foretold:
        if position is None:
            return Foretold(ready=True, about=about, at=tuple(at))
        rows, final = await self.weighing.of(position)
        return Foretold(
            ready=rows is not None, final=final, about=about, at=tuple(at), domain=position.domain, rows=rows or ()
        )


class Odds:
    """Weighs positions beside the event loop, in processes of their own, and remembers what came of it."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self._pool, self._is_closed = Processes(processes), False
        self._kept: OrderedDict[bytes, tuple[Rows, bool]] = OrderedDict()
        self._times: dict[bytes, int] = {}
        """How often those that are kept were weighed again and may be weighed better still."""
        self._under_way: dict[bytes, asyncio.Task[Rows]] = {}
        self._fine = asyncio.Semaphore(max(1, processes - 1))
        """One process at least is there for those who have seen nothing yet."""

    async def of(self, position: Position) -> tuple[Rows | None, bool]:
        """The options, weighed, and whether they will not be weighed better.

        At first as well as can be at once, when asked again as well as can be.  ``None`` if too much is being weighed,
        it takes too long or cannot be done.
        """
        kept = self._kept.get(position.key)
        if kept is not None and kept[1]:
            self._kept.move_to_end(position.key)
            return kept
        doing = self._under_way.get(position.key) or self._begun(position, fine=kept is not None)
        if doing is None:
            return kept or (None, False)
        await asyncio.wait((doing,), timeout=WAIT)
        return self._kept.get(position.key, (None, False))

    def _begun(self, position: Position, *, fine: bool) -> asyncio.Task[Rows] | None:
        """The weighing of a position; ``None`` if there is too much already, or no more will be weighed.

        Half the places are for those who have seen nothing yet.
        """
        if self._is_closed or len(self._under_way) >= (QUEUE // 2 if fine else QUEUE):
            return None
        doing = self._under_way[position.key] = asyncio.create_task(self._do(position, fine=fine))
        doing.add_done_callback(lambda done: self._done(position.key, done))
        return doing

    def _done(self, key: bytes, doing: asyncio.Task[Rows]) -> None:
        del self._under_way[key]
        if not doing.cancelled() and (error := doing.exception()) is not None:
            log.warning("odds were not weighed", exc_info=error)

    async def _do(self, position: Position, *, fine: bool) -> Rows:
        key, again = position.key, self._times.get(position.key, 0)
        if fine:
            async with self._fine:
                done = await self._send(structs.replace(position.task, seconds=BETTER[again]))
        else:
            done = await self._send(position.task)
        if (spent := SPENT.get()) is not None:
            spent.add(done.spent)
        exact = all(row.chance is None or row.chance.exact for row in done.rows)
        again += fine
        self._keep(key, done.rows, None if exact or again == len(BETTER) else again)
        return done.rows

    def _keep(self, key: bytes, rows: Rows, again: int | None) -> None:
        """Remember what was weighed, ``again``: so often better, and may be better still."""
        self._times.pop(key, None)
        if again is not None:
            self._times[key] = again
        self._kept[key] = (rows, again is None)
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._times.pop(self._kept.popitem(last=False)[0], None)

    async def _send(self, task: Task) -> Done:
        """The task done by a process."""
        found = await self._pool.send(work, msgspec.msgpack.encode(task), LONGEST)
        return msgspec.msgpack.decode(found, type=Done)

    async def close(self) -> None:
        """No more is weighed, and the processes have ended."""
        self._is_closed = True
        for doing in list(self._under_way.values()):
            doing.cancel()
        await self._pool.close()
