"""The mailbox of every game: one input at a time, one transaction an input, and only then is anybody told."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from time import perf_counter
from typing import Any

import msgspec

from app import logs, metrics
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say
from app.games.checks import RuleCrash, not_held
from app.games.crew import nothing
from app.games.drive import Drive
from app.games.hours import Time
from app.games.results import Accepted, Broken, GameId, Hub, Refused, Result, Stale, Unknown, What
from app.games.rooms import Rooms, case_row
from app.store import Conflict, StorageAway, StorageBusy, StorageFull, Store, games
from app.written import WRITTEN

Act = Callable[[Drive], Awaitable[Result | Refusal | None]]
"""What an input does to a game it is alone with; ``None``: it is done and is to be kept.

It may be done again on the game as others have left it: what else it writes stands ``beside`` in its change."""
log = logging.getLogger(__name__)
NO_COMMAND = (Seat(""), "")
TRIES = 5
AGAIN = 2.0
"""Seconds until it is asked again what became of a change, while the database is away."""


class Mailbox:
    """The one way in.  ``before`` and ``after`` are called alone with the game: just before a change is
    written, and once it is durable."""

    def __init__(self, store: Store, rooms: Rooms, hub: Hub, time: Time, worker: str = "") -> None:
        self.store, self.time, self._worker = store, time, worker
        self._rooms, self._hub = rooms, hub
        self.before: list[Callable[[Drive], None]] = []
        self.after: list[Callable[[Drive], None]] = []
        self.ready: Callable[[], Awaitable[None]] = nothing
        """Done before each input: this process has signed on."""
        self._settling: set[asyncio.Task[None]] = set()

    def enter(self, game: GameId) -> AbstractAsyncContextManager[Drive | None]:
        """The game, alone with it; ``None`` if there is none."""
        return self._rooms.enter(game)

    async def act(self, game: GameId, what: What, act: Act, command: tuple[Seat, str] = NO_COMMAND) -> Result:
        """Done to the end even if the caller goes away meanwhile."""
        return await asyncio.shield(asyncio.ensure_future(self._counted(game, what, act, command)))

    async def by_seat(
        self, game: GameId, what: What, seat: Seat, guest: str | None, act: Act, command: str = ""
    ) -> Result:
        """Done if the seat is this guest's, and not yet done by this command."""

        async def checked(drive: Drive) -> Result | Refusal | None:
            return not_held(drive, seat, guest) or await self.done(game, seat, command) or await act(drive)

        return await self.act(game, what, checked, (seat, command))

    async def done(self, game: GameId, seat: Seat, command: str) -> Result | None:
        """What this command led to when it first came."""
        stored = await self.store.look(games.receipt, game, seat, command) if command else None
        return None if stored is None else msgspec.convert(stored, Accepted)

    async def keep(self, game: GameId, crash: RuleCrash) -> Result:
        """The crash is a case now, the game is loaded afresh and goes on."""
        why = "".join(traceback.format_exception(crash.__cause__ or crash))
        saved = await self.store.look(games.load, game)
        if saved is None:
            return Unknown()
        row = case_row(saved, why, crash.seat, crash.ask_id, crash.raw)
        metrics.case_kept()
        return Broken(await self.store.run(games.add_case, row))

    async def close(self) -> None:
        """What became of a change is asked no more: it is seen to by whoever takes the table over."""
        for task in self._settling:
            task.cancel()
        await asyncio.gather(*self._settling, return_exceptions=True)

    def sign(self, drive: Drive, change: games.Change, *, moved: bool = True) -> None:
        """The change says which process makes it and, if the version has moved on, when."""
        change.values["worker"] = self._worker or None
        if moved:
            change.moment = {"game_id": drive.id, "head": drive.version, "at_ms": self.time.wall()}

    # -- internals -----------------------------------------------------------

    async def _counted(self, game: GameId, what: What, act: Act, command: tuple[Seat, str]) -> Result:
        """As ``_acting``; it is counted what came of it and how long it took."""
        begun, system = perf_counter(), ""

        async def known(drive: Drive) -> Result | Refusal | None:
            nonlocal system
            system = drive.system.key
            logs.bind(version=drive.version)
            return await act(drive)

        with logs.bound(game=game):
            done = await self._acting(game, what, known, command)
        metrics.answered(system, type(done).__name__.lower(), perf_counter() - begun)
        return done

    async def _acting(self, game: GameId, what: What, act: Act, command: tuple[Seat, str]) -> Result:
        try:
            await self.ready()
            return await self._tried(game, what, act, command)
        except StorageFull:
            return Refused(refuse("table.disk-full", say.HELD))
        except StorageAway:
            return Refused(refuse("table.away", say.HELD))
        except StorageBusy:
            return Refused(refuse("table.busy", say.HELD))

    async def _tried(self, game: GameId, what: What, act: Act, command: tuple[Seat, str]) -> Result:
        """One input, again if somebody else changed the game meanwhile."""
        for more in reversed(range(TRIES)):
            try:
                async with self._rooms.enter(game) as drive:
                    return await self._through(drive, what, act, command) if drive else Unknown()
            except Conflict:
                metrics.conflicted(again=more > 0)
            except RuleCrash as crash:
                return await self.keep(game, crash)
        return await self.done(game, *command) or Stale(0)

    async def _through(self, drive: Drive, what: What, act: Act, command: tuple[Seat, str]) -> Result:
        """One input: the rules, one transaction, and only then the hub."""
        before = drive.version
        said = await act(drive)
        if said is not None:
            return Refused(said, drive.version) if isinstance(said, Refusal) else said
        done = Accepted(drive.version, tuple(range(before + 1, drive.version + 1)))
        for look in self.before:
            look(drive)
        change = drive.take()
        self.sign(drive, change, moved=bool(done.events))
        if command[1]:
            seat, id = command
            result = msgspec.to_builtins(done)
            change.receipt = {"game_id": drive.id, "seat": seat, "command_id": id, "result": result}
        begun = perf_counter()
        try:
            await self.store.run(games.commit, change)
        except StorageAway as away:
            self._settling.add(task := asyncio.ensure_future(self._settle(GameId(drive.id), what, away.later)))
            task.add_done_callback(self._settling.discard)
            raise
        metrics.committed(perf_counter() - begun)
        WRITTEN.get()(change.size())
        for look in self.after:
            look(drive)
        self._hub(GameId(drive.id), drive.version, what if done.events or what == "seats" else "sealed")
        return done

    async def _settle(self, game: GameId, what: What, later: asyncio.Future[Any] | None) -> None:
        """Whether a change was kept shows now: if it was, it is seen to and told like any other."""
        if later:
            await asyncio.wait([later])
        while True:
            try:
                self._rooms.forget(game)
                async with self._rooms.enter(game) as drive:
                    if drive and drive.row["worker"] == self._worker:
                        for look in self.after:
                            look(drive)
                        self._hub(game, drive.version, what)
                return
            except (StorageBusy, Conflict):
                await asyncio.sleep(AGAIN)
            except Exception:
                log.exception("what became of a change of table %s is not known", game)
                return
