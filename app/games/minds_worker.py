"""A bot thinks in a process of its own: what comes in is a phase and its tape, what goes out an answer."""

from __future__ import annotations

from time import monotonic

import msgspec
from msgspec import Struct

from app.bots.levels import LEVELS
from app.bots.thinker import think
from app.engine.events import Seat
from app.engine.session import Checkpoint, Entry, Session
from app.engine.system import PhaseId


class Position(Struct, frozen=True):
    """A game in the middle of a phase, the seat that is asked, its level, the seed of its bot, and seconds to think."""

    system: str
    phase: PhaseId
    state: bytes
    tape: bytes
    seat: Seat
    level: str
    seed: str
    seconds: float


def work(packed: bytes) -> bytes:
    """The answer to a position, both as bytes."""
    from app.systems import system_of

    position = msgspec.msgpack.decode(packed, type=Position)
    until, system = monotonic() + position.seconds, system_of(position.system)
    state = msgspec.msgpack.decode(position.state, type=system.state_type)
    tape = msgspec.msgpack.decode(position.tape, type=list[Entry])
    session = Session(system, Checkpoint(position.phase, state), tape)
    thought = think(session, position.seat, LEVELS[position.level], position.seed, lambda: monotonic() < until)
    return msgspec.msgpack.encode(thought.answer)
