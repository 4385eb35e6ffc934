"""A bot thinks in a process of its own: what comes in is a phase and its tape, what goes out an answer."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from app.bots.ending import SECONDS, Ends, ends_of
from app.bots.levels import LEVELS
from app.bots.thinker import Why, think
from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.session import Checkpoint, Entry, Session
from app.engine.system import PhaseId
from app.games.thinking_times import until


class Position(Struct, frozen=True):
    """A game in the middle of a phase, the seat that is asked, its level, the seed of its bot, and seconds of a
    processor to think.  ``odds``: what may come of an answer may be told beside it; ``ending``: it is asked as well how
    its seat would end the battle."""

    system: str
    phase: PhaseId
    state: bytes
    tape: bytes
    seat: Seat
    level: str
    seed: str
    seconds: float
    odds: bool = False
    ending: bool = False


class Found(Struct, frozen=True):
    """An answer that was thought of, how its seat would rather end the battle, and what spoke for it."""

    answer: Json
    ends: Ends = Ends()
    why: Why | None = None


def work(packed: bytes) -> bytes:
    """The answer to a position, both as bytes."""
    position = msgspec.msgpack.decode(packed, type=Position)
    session = taken_up(position)
    thought = think(session, position.seat, LEVELS[position.level], position.seed, until(position.seconds))
    ends = ended(position, session) if position.ending else Ends()
    return msgspec.msgpack.encode(Found(thought.answer, ends, thought.why))


def end(packed: bytes) -> bytes:
    """How the seat of a position would end its battle, both as bytes."""
    position = msgspec.msgpack.decode(packed, type=Position)
    return msgspec.msgpack.encode(ended(position, taken_up(position)))


def ended(position: Position, session: Session[Any]) -> Ends:
    """How a seat would end its battle, whatever time it has for an answer."""
    return ends_of(session, position.seat, position.seed, until(SECONDS))


def taken_up(position: Position) -> Session[Any]:
    """The game where it stands."""
    from app.systems import system_of

    system = system_of(position.system)
    state = msgspec.msgpack.decode(position.state, type=system.state_type)
    tape = msgspec.msgpack.decode(position.tape, type=list[Entry])
    return Session(system, Checkpoint(position.phase, state), tape)
