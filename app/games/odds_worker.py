"""Weighing options in a process of its own: what comes in is what one seat sees, what goes out what is shown of it."""

from __future__ import annotations

import logging
from time import monotonic, process_time
from typing import Any

import msgspec
from msgspec import Struct

from app.engine.asks import Json
from app.engine.prospects import Asked, Chance, foretold
from app.engine.system import RuleSystem

log = logging.getLogger(__name__)


class Weighed(Struct, frozen=True):
    """An option as it is answered, and what may come of it; ``None``: no dice are thrown."""

    raw: Json
    chance: Chance | None


class Task(Struct, frozen=True):
    """What is to be weighed: a state of a system as one seat may believe it, its question, and the options."""

    system: str
    state: bytes
    asked: Asked
    raws: tuple[Json, ...]
    seconds: float


class Done(Struct, frozen=True):
    """The options, each weighed, and what it took of the processor."""

    rows: tuple[Weighed, ...]
    spent: float


def work(packed: bytes) -> bytes:
    """A task done, both as bytes."""
    from app.systems import system_of

    task = msgspec.msgpack.decode(packed, type=Task)
    return msgspec.msgpack.encode(weigh(system_of(task.system), task))


def weigh(system: RuleSystem[Any], task: Task) -> Done:
    """Every option of a task weighed, one after the other, each with its share of the time that is left."""
    begun, until, rows = process_time(), monotonic() + task.seconds, list[Weighed]()
    state = msgspec.msgpack.decode(task.state, type=system.state_type)
    for n, raw in enumerate(task.raws):
        now = monotonic()
        rows.append(Weighed(raw, one(system, state, task.asked, raw, now + (until - now) / (len(task.raws) - n))))
    return Done(tuple(rows), process_time() - begun)


def one(system: RuleSystem[Any], state: Any, asked: Asked, raw: Json, until: float) -> Chance | None:
    """What may come of an option; one whose rules break is not shown, and told in the log."""
    half = (monotonic() + until) / 2  # else what cannot be counted out in time is hardly played either
    try:
        return foretold(system, state, asked, raw, lambda: monotonic() < until, lambda: monotonic() < half)
    except Exception:
        log.exception("no odds of %s %s", asked.about, asked.at)
        return None
