"""Finished games are swept: of their checkpoints the first and the last stay, some between, and whatever the events do
not lead to; the events are packed.  Each game is one short step; whoever comes second to it, or is stopped before the
end, changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from app.aside import aside
from app.engine.system import RuleSystem
from app.games.rows import decode, is_played
from app.store import Store, sweep
from app.store.db import Row

STRIDE = 500
"""So many events, about, are folded at most to come to a moment of a swept game."""
PAUSE, BREATH = 60.0, 1.0
"""Seconds between two looks for finished games, and between two games."""
Systems = Mapping[str, RuleSystem[Any]]
log = logging.getLogger(__name__)


class Folded:
    """The state that events lead to from a checkpoint; what two ways have in common is folded once."""

    def __init__(self, system: RuleSystem[Any], start: Row) -> None:
        self.system, self.start, self.seqs = system, start, list[int]()
        self.state = msgspec.json.decode(start["state"], type=system.state_type)

    def text(self, events: list[Row]) -> str:
        """The state after these events as it would be stored."""
        seqs = [row["seq"] for row in events]
        if seqs[: len(self.seqs)] != self.seqs:
            self.__init__(self.system, self.start)  # type: ignore[misc]
        for row in events[len(self.seqs) :]:
            self.state = self.system.evolve(self.state, decode(self.system, row["body"]))
        self.seqs = seqs
        return msgspec.json.encode(self.state).decode()


def needed(system: RuleSystem[Any], points: list[Row], events: list[Row]) -> list[Row]:
    """The checkpoints of a finished game that must stay; the events lead to all others, byte for byte."""
    last = max((row["tape_seq"] for row in points if row["struck_by"] is None), default=0)
    played, kept, way = [row for row in events if is_played(row)], list[Row](), None
    for point in points:
        base = next((row for row in reversed(kept) if stood(row, point)), None)
        if base is None or point["tape_seq"] == last or point["head"] - base["head"] >= STRIDE:
            kept.append(point)
            continue
        try:
            way = way if way and way.start is base else Folded(system, base)
            between = [row for row in played if base["head"] < row["seq"] <= point["head"] and stood(row, point)]
            is_led_to = way.text(between) == point["state"]
        except Exception:
            way, is_led_to = None, False
        if not is_led_to:
            kept.append(point)
    return kept


def stood(row: Row, point: Row) -> bool:
    """Whether a row was not yet struck when a checkpoint was taken."""
    return row["struck_by"] is None or row["struck_by"] > point["tape_seq"]


async def sweep_one(store: Store, systems: Systems, skipped: set[str], me: str | None = None) -> bool:
    """Whether there was a game to sweep; one that cannot be swept is ``skipped`` from now on."""
    due = await store.look(sweep.due, list(systems), skipped, me)
    if due is None:
        return False
    try:
        points, events = await store.look(sweep.read, due["id"])
        kept = await aside(lambda: needed(systems[due["system"]], points, events))
    except (ValueError, LookupError):
        skipped.add(due["id"])
        raise
    await store.run(sweep.keep, due["id"], kept)
    return True


async def sweep_all(store: Store, systems: Systems) -> tuple[int, int]:
    """How many games were swept, and how many could not be."""
    count, skipped = 0, set[str]()
    while True:
        try:
            if not await sweep_one(store, systems, skipped):
                return count, len(skipped)
            count += 1
        except (ValueError, LookupError):
            log.exception("a finished game cannot be swept")


class Sweeper:
    """Sweeps now and again, one game after the other, while others play."""

    def __init__(self, store: Store, systems: Systems, me: str, ready: Callable[[], Awaitable[None]]) -> None:
        self._store, self._systems, self._me, self._ready = store, systems, me, ready
        self._skipped = set[str]()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """It goes on until ``close``."""
        self._task = asyncio.ensure_future(self._going())

    async def close(self) -> None:
        """No sweep is under way, and none follows."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _going(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self._ready()
                while await sweep_one(self._store, self._systems, self._skipped, self._me):
                    await asyncio.sleep(BREATH)
            except Exception as error:
                log.warning("finished games could not be swept: %s", str(error) or type(error).__name__)
