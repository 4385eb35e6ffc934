"""What a table asks of a lesson: where play begins, how dice fall, what the other side does, what the learner may do.

What a lesson says is not known to the games: whoever teaches gives them a ``Coach``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from app.engine.asks import Json
from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem, Setup

Given = tuple[Seat, Json]


class Pointer(Struct, frozen=True):
    """What the table points at: a piece or a unit, a spot, or the way from the one to the other or to another piece."""

    piece: str = ""
    at: Point | None = None
    onto: str = ""


class Taught(Struct, frozen=True, kw_only=True):
    """What a lesson says at a beat, all of it in English.

    ``step`` counts from 1; ``reads``: one reads on; ``done``: nothing follows but the lesson ``after`` it, if any.
    """

    key: str
    title: str
    says: str
    step: int
    steps: int
    clause: str = ""
    hint: str = ""
    shows: tuple[Pointer, ...] = ()
    reads: bool = False
    done: bool = False
    after: str = ""


class Coach(Protocol):
    """A lesson.  Each *beat* of it is the next answer of anybody, or that the learner reads on."""

    key: str
    system: str
    seats: tuple[Seat, ...]
    """The learner's first."""
    beats: int
    odds: bool
    """Whether what may come of an answer is shown."""

    def begin(self) -> Checkpoint[Any]:
        """Where play begins."""
        ...

    def falls(self, draw: int) -> Faces | None:
        """How this throw falls; ``None`` where nothing is written."""
        ...

    def taught(self, at: int) -> Taught:
        """What is said at this beat."""
        ...

    def reads(self, at: int) -> bool:
        """Whether nothing is asked at this beat but that one reads on."""
        ...

    def given(self, session: Session[Any], at: int) -> Given | None:
        """What is answered by itself at this beat."""
        ...

    def wanted(self, session: Session[Any], at: int) -> Given | None:
        """What the learner would rightly answer at this beat; ``None`` where he answers nothing."""
        ...

    def refuse(self, session: Session[Any], at: int, seat: Seat, raw: Json) -> Refusal | None:
        """Why the learner's answer is not taken at this beat."""
        ...


def begun(system: RuleSystem[Any], setup: Setup) -> Checkpoint[Any]:
    """Where play begins by the rules."""
    state = system.begin(setup)
    phase = system.next_phase(state)
    assert phase is not None
    return Checkpoint(phase, state)


CoachOf = Callable[[str], Coach]
"""The lesson of a key; one that has nothing to say if there is none."""
