"""A battle that is over is looked at again in a process beside the event loop, piece by piece: first how it went, then
one decision after another."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import msgspec
from msgspec import Struct

from app.bots.counsel import picks
from app.bots.course import Battle, Course, Spot, course_of
from app.bots.hindsight import Judged, Weighed, judge
from app.bots.levels import LEVELS
from app.engine.asks import AnyAsk, Json
from app.engine.session import Checkpoint, Entry, Session
from app.engine.system import RuleSystem
from app.engine.views import Mark
from app.games.look import look
from app.games.thinking_times import until
from app.systems import system_of

LOOKING = 0.4
"""The part of the time after which no more orders are looked at: in the rest of it the best are compared."""


class Task(Struct, frozen=True):
    """A battle to be played again, or a decision of it (``spot``) to be thought about in so many seconds of a
    processor; ``came``: how its seat stood with what came of it."""

    seconds: float
    battle: Battle | None = None
    system: str = ""
    spot: Spot | None = None
    came: float = 0.0
    level: str = ""
    seed: str = ""


class Went(Struct, frozen=True):
    """How the battle went, and what it took of the processor."""

    course: Course
    spent: float


class Way(Struct, frozen=True):
    """An order as it is told: how its seat stands with it, in which terms it is better or worse than others, by which
    options it goes, what is drawn or shared out below them, and what is drawn of it."""

    stands: float
    gains: dict[str, float]
    rows: tuple[Json, ...]
    leaf: Json
    marks: tuple[Mark, ...]


class Verdict(Struct, frozen=True):
    """A decision that was thought about (``None``: it could not be): what was asked, what was ordered and what would
    have been better, as it is told; and what it took.  ``late``: it could not be because thinking was stopped."""

    judged: Judged | None
    spent: float
    about: str = ""
    ordered: Way | None = None
    best: tuple[Way, ...] = ()
    late: bool = False


class Stopping:
    """Whether there is time to go on, and whether that was ever denied."""

    def __init__(self, more: Callable[[], bool]) -> None:
        self._more, self.stopped = more, False

    def __call__(self) -> bool:
        """Whether there is."""
        self.stopped = self.stopped or not self._more()
        return not self.stopped


def go(packed: bytes) -> bytes:
    """How a battle went, both as bytes."""
    task, begun = msgspec.msgpack.decode(packed, type=Task), process_time()
    assert task.battle is not None
    course = course_of(system_of(task.battle.system), task.battle, until(task.seconds))
    return msgspec.msgpack.encode(Went(course, process_time() - begun))


def weigh(packed: bytes) -> bytes:
    """What a decision was worth, both as bytes."""
    task, begun = msgspec.msgpack.decode(packed, type=Task), process_time()
    assert task.spot is not None
    more, spare = Stopping(until(LOOKING * task.seconds)), Stopping(until(task.seconds))
    system = system_of(task.system)
    session = taken_up(system, task.spot)
    question = session.question(task.spot.seat)
    found = judge(session, task.spot, task.came, LEVELS[task.level], task.seed, more, spare)
    if found is None or question is None:
        return msgspec.msgpack.encode(Verdict(None, process_time() - begun, late=more.stopped or spare.stopped))
    ways = [way(question, one) for one in (found.ordered, *found.best)]
    return msgspec.msgpack.encode(
        Verdict(found, process_time() - begun, question.about, ways[0], tuple(ways[1:]))
    )  # fmt: skip


def taken_up(system: RuleSystem[Any], spot: Spot) -> Session[Any]:
    """The game as it stood when this was decided."""
    state = msgspec.msgpack.decode(spot.state, type=system.state_type)
    return Session(system, Checkpoint(spot.phase, state), msgspec.msgpack.decode(spot.tape, type=list[Entry]))


def way(question: AnyAsk, one: Weighed) -> Way:
    """An order with all that is told of it."""
    raw, keys, leaf = one.order, picks(one.order), one.order
    while isinstance(leaf, dict) and "pick" in leaf:
        leaf = leaf.get("then")
    rows = tuple(row for n, key in enumerate(keys) if (row := row_of(question, keys[:n], key)) is not None)
    preview = look(question, raw).preview
    return Way(
        one.stands, one.gains, rows, None if isinstance(leaf, str) else leaf, preview.marks if preview else ()
    )  # fmt: skip


def row_of(question: AnyAsk, above: tuple[str, ...], key: str) -> Json:
    """An option as its question describes it."""
    raw: Json = None
    for pick in reversed(above):
        raw = {"pick": pick, "then": raw}
    domain = msgspec.to_builtins(look(question, raw).domain)
    rows = domain.get("options", ()) if isinstance(domain, dict) else ()
    return next((row for row in rows if row["key"] == key), None)
