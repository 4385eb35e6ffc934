"""Games as they were: the version that eyes have come to, and the state of the rules then."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from app.aside import aside
from app.engine.system import RuleSystem
from app.games.drive import Drive
from app.games.eyes import Eyes
from app.games.hours import Time
from app.games.results import GameId, GameInfo, Status
from app.games.rows import decode, is_played
from app.store import Store, past
from app.store.db import Row

KEPT = 64
"""States that are remembered."""
STATUS: dict[str, Status] = {
    "": "open", "engine.begun": "playing", "engine.paused": "paused", "engine.resumed": "playing",
    "engine.held": "held", "engine.returned": "playing", "engine.taken-back": "playing", "engine.ended": "over",
    "engine.umpire-paused": "paused", "engine.umpire-resumed": "playing",
}  # fmt: skip


class Past:
    """The past of all games, read from the store."""

    def __init__(self, store: Store, systems: Mapping[str, RuleSystem[Any]], time: Time) -> None:
        self._store, self._systems, self._time = store, systems, time
        self._states: OrderedDict[tuple[str, int, int, bool], Any] = OrderedDict()

    async def head(self, game: str, version: int, eyes: Eyes) -> int:
        """The version these eyes have come to, of a game that stands at this one."""
        if eyes.delay:
            version = await self._store.look(past.reached, game, self._time.wall() - eyes.delay)
        return version if eyes.at is None else max(0, min(version, eyes.at))

    async def come_to(self, drive: Drive | None, eyes: Eyes) -> tuple[int, Any | None]:
        """The version these eyes have come to, and the state then."""
        if drive is None:
            return 0, None
        if eyes.is_live:
            return drive.version, drive.session.state if drive.session else None
        head = await self.head(drive.id, drive.version, eyes)
        return head, await self.state(drive, head, told=eyes.whole and bool(eyes.delay))

    async def state(self, drive: Drive, version: int, told: bool = False) -> Any | None:
        """The state of the rules at a version; ``None`` before the game has begun.

        ``told``: without what was hidden after it.
        """
        key = (drive.id, version, drive.head if version >= drive.version else 0, told)
        if key not in self._states:
            way = await self._store.look(past.way_to, drive.id, version, told)
            if way is None:
                return None
            self._states[key] = await aside(lambda: self._fold(drive.system, *way))
            while len(self._states) > KEPT:
                self._states.popitem(last=False)
        self._states.move_to_end(key)
        return self._states[key]

    def _fold(self, system: RuleSystem[Any], point: Row, events: list[Row]) -> Any:
        state = msgspec.json.decode(point["state"], type=system.state_type)
        for row in events:
            if is_played(row):
                state = system.evolve(state, decode(system, row["body"]))
        return state

    async def tape(self, drive: Drive, version: int) -> int:
        """The tape entry that led to a version: what is struck later was not yet struck then."""
        return await self._store.look(past.tape_at, drive.id, version)

    async def info(self, info: GameInfo, version: int) -> GameInfo:
        """The head of a game's page as it was at a version."""
        status = STATUS[await self._store.look(past.last_kind, info.id, version, tuple(STATUS))]
        outcome = info.outcome if status == "over" else None
        return replace(
            info, version=version, status=status, outcome=outcome, motions=(), hold_reason="", pause_reason=""
        )

    async def moments(self, game: GameId) -> dict[int, int]:
        """When each version was reached, in milliseconds since 1970."""
        return {row["head"]: row["at_ms"] for row in await self._store.look(past.moments, game)}
