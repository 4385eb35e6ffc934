"""A bot thinks in a process of its own: what comes in is a phase and its tape, what goes out an answer."""

from __future__ import annotations

from random import Random
from time import monotonic, process_time
from typing import Any

import msgspec
from msgspec import Struct

from app.bots.levels import LEVELS
from app.bots.thinker import Why, think
from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.judgement import judgement_of
from app.engine.session import Checkpoint, Entry, Session
from app.engine.system import PhaseId

SLOWLY = 4
"""On a busy machine a bot waits so many times as long for its time of a processor."""


class Position(Struct, frozen=True):
    """A game in the middle of a phase, the seat that is asked, its level, the seed of its bot, and seconds of a
    processor to think.  ``odds``: what may come of an answer may be told beside it."""

    system: str
    phase: PhaseId
    state: bytes
    tape: bytes
    seat: Seat
    level: str
    seed: str
    seconds: float
    odds: bool = False


class Found(Struct, frozen=True):
    """An answer that was thought of, whether its seat would rather give up, and what spoke for it."""

    answer: Json
    gives_up: bool = False
    why: Why | None = None


def work(packed: bytes) -> bytes:
    """The answer to a position, both as bytes."""
    position = msgspec.msgpack.decode(packed, type=Position)
    until, late = process_time() + position.seconds, monotonic() + SLOWLY * position.seconds
    session = taken_up(position)
    system = session.system

    def more() -> bool:
        return process_time() < until and monotonic() < late

    thought = think(session, position.seat, LEVELS[position.level], position.seed, more)
    judgement = judgement_of(system)
    known = system.imagine(session.state, position.seat, Random(0))
    beaten = judgement is not None and judgement.hopeless(known, position.seat)
    return msgspec.msgpack.encode(Found(thought.answer, beaten, thought.why))


def taken_up(position: Position) -> Session[Any]:
    """The game where it stands."""
    from app.systems import system_of

    system = system_of(position.system)
    state = msgspec.msgpack.decode(position.state, type=system.state_type)
    tape = msgspec.msgpack.decode(position.tape, type=list[Entry])
    return Session(system, Checkpoint(position.phase, state), tape)
