"""Weighing in processes of their own: what becomes of a page when one of them dies, hangs or cannot do it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from app.engine.events import Seat
from app.engine.prospects import Asked, Chance
from app.games import odds
from app.games.odds import Position
from app.games.odds_worker import Done, Task, Weighed

DONE = (Weighed("any", None),)
NEAR = (Weighed("any", Chance(exact=False, wanted=0, shares=(), played=8)),)


def does(packed: bytes) -> bytes:
    """The task is done."""
    msgspec.msgpack.decode(packed, type=Task)
    return msgspec.msgpack.encode(Done(DONE, 0.0))


def nears(packed: bytes) -> bytes:
    """The task is done as well as can be at once."""
    msgspec.msgpack.decode(packed, type=Task)
    return msgspec.msgpack.encode(Done(NEAR, 0.0))


def dies(packed: bytes) -> bytes:
    """The process ends."""
    os._exit(len(packed) and 1)


def hangs(packed: bytes) -> bytes:
    """It is never done."""
    time.sleep(600)
    return packed


def fails(packed: bytes) -> bytes:
    """What the rules raise where nobody expected it."""
    raise LookupError(len(packed))


def position(name: str) -> Position:
    """Something to weigh."""
    return Position(name.encode(), Task("toy", name.encode(), Asked(Seat("one"), "any", {}), ("any",), 0.1), None)


class Tried:
    """One thing after another asked of two processes, which have ended when it is over."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch
        self.patch.setattr(odds, "WAIT", 60)

    def told(self, *rows: tuple[Callable[[bytes], bytes], Sequence[str]]) -> list[tuple[Any, bool]]:
        """What is told of these positions where that is what becomes of a task; those of a row at once."""
        return asyncio.run(self._told(rows))

    async def _told(self, rows: Sequence[tuple[Callable[[bytes], bytes], Sequence[str]]]) -> list[tuple[Any, bool]]:
        weighing, found = odds.Odds(2), list[tuple[Any, bool]]()
        others = set(multiprocessing.active_children())
        try:
            for work, names in rows:
                self.patch.setattr(odds, "work", work)
                self.patch.setattr(odds, "LONGEST", 0.5 if work is hangs else 60)
                found += await asyncio.gather(*(weighing.of(position(name)) for name in names))
            assert len(set(multiprocessing.active_children()) - others) <= 2
        finally:
            await weighing.close()
        assert set(multiprocessing.active_children()) <= others
        found.append(await weighing.of(position("late")))
        return found


LATE = NOTHING = (None, False)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Tried:
    """Two processes."""
    return Tried(monkeypatch)


def test_where_a_process_dies_a_page_is_told_nothing_and_the_next_is_served(tried: Tried) -> None:
    assert tried.told((dies, "0123"), (does, "0")) == [NOTHING] * 4 + [(DONE, True), LATE]


def test_rules_that_never_come_to_an_end_hold_up_nobody_for_good(tried: Tried) -> None:
    assert tried.told((hangs, "01"), (does, "0")) == [NOTHING, NOTHING, (DONE, True), LATE]


def test_what_cannot_be_weighed_is_not_told_and_said_in_the_log(tried: Tried, caplog: pytest.LogCaptureFixture) -> None:
    assert tried.told((fails, "0")) == [NOTHING, LATE]
    assert "odds were not weighed" in caplog.text


def test_where_too_much_is_being_weighed_a_page_is_told_nothing(tried: Tried) -> None:
    tried.patch.setattr(odds, "QUEUE", 1)
    assert tried.told((does, "01"), (does, "01")) == [(DONE, True), NOTHING, (DONE, True), (DONE, True), LATE]


def test_better_figures_keep_nobody_from_the_first_ones(tried: Tried) -> None:
    tried.patch.setattr(odds, "QUEUE", 1)
    assert tried.told((nears, "0"), (nears, "01")) == [(NEAR, False)] * 3 + [LATE]


def test_figures_get_better_twice(tried: Tried) -> None:
    assert tried.told(*((nears, "0"),) * 4) == [(NEAR, False), (NEAR, False), (NEAR, True), (NEAR, True), LATE]
