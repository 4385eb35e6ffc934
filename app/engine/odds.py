"""Odds of an answer: the same flows run again, branching where dice fall.

Exact up to ``LEAVES`` ways the dice can fall, otherwise sampled with a fixed
seed; the result says which.  Run it on an imagined state, never on the true one.

It weighs an answer to a session; ``prospects.py`` weighs what an option leads to, on a state alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from msgspec import Struct

from app.engine.asks import Json
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Entry, Session, Thrown
from app.engine.system import RuleSystem

LEAVES = 500
SAMPLES = 2000
WHOLE = 10_000
Label = Callable[[Sequence[Event]], str]
"""What an outcome is called, told from the events since the answer."""


class Odds(Struct, frozen=True):
    """How likely each outcome is, in parts of 10,000, and whether that is exact."""

    exact: bool
    parts: dict[str, int]


class TooMany(Exception):
    """More ways to fall than are worth counting."""


def odds(
    system: RuleSystem[Any], start: Checkpoint[Any], tape: Sequence[Entry], seat: Seat, raw: Json, label: Label
) -> Odds:
    """The odds of a legal answer, up to the next question to its seat.  ``ValueError`` if it is refused."""
    table = Outlook(system, start, tape, seat, raw, label)
    try:
        return Odds(True, shares(table.exactly()))
    except TooMany:
        return Odds(False, shares(table.sampled()))


def shares(weights: dict[str, Fraction]) -> dict[str, int]:
    """Weights as parts of 10,000, the likeliest first."""
    whole = sum(weights.values(), Fraction(0))
    rows = sorted(weights.items(), key=lambda row: (-row[1], row[0]))
    return {name: round(weight * WHOLE / whole) for name, weight in rows}


class Outlook:
    """An answer whose outcomes are being weighed."""

    def __init__(
        self,
        system: RuleSystem[Any],
        start: Checkpoint[Any],
        tape: Sequence[Entry],
        seat: Seat,
        raw: Json,
        label: Label,
    ) -> None:
        self.system, self.start, self.tape, self.seat, self.label = system, start, tuple(tape), seat, label
        self.raw = raw
        self.leaves = 0

    def after(self, thrown: Sequence[Entry]) -> tuple[Session[Any], int]:
        """The session after the answer and these throws, and how many events there were before it."""
        session = Session(self.system, self.start, self.tape)
        before = len(session.events)
        if no := session.answer(self.seat, self.raw):
            raise ValueError(f"refused: {no.code}")
        for entry in thrown:
            self.defaults(session)
            assert isinstance(entry, Thrown)
            session.throw(entry.faces)
        self.defaults(session)
        return session, before

    def defaults(self, session: Session[Any]) -> None:
        """Answer for the others what their silence means, until dice, the seat itself or the end."""
        while session.waiting is not None and not isinstance(session.waiting, Roll):
            others = [q for q in session.questions() if q.seat != self.seat]
            if len(others) < len(session.questions()) or not others:
                return
            session.answer(others[0].seat, others[0].domain.write(others[0].default))

    def exactly(self) -> dict[str, Fraction]:
        """Every way the dice can fall; ``TooMany`` beyond ``LEAVES``."""
        found: dict[str, Fraction] = {}
        self.leaves = 0
        self.branch((), Fraction(1), found)
        return found

    def branch(self, thrown: tuple[Entry, ...], weight: Fraction, found: dict[str, Fraction]) -> None:
        """Follow every fall of the next dice."""
        session, before = self.after(thrown)
        if not isinstance(waiting := session.waiting, Roll):
            self.leaves += 1
            if self.leaves > LEAVES:
                raise TooMany
            name = self.label(session.events[before:])
            found[name] = found.get(name, Fraction(0)) + weight
            return
        for faces, ways in waiting.dice.falls():
            share = Fraction(ways, waiting.dice.sides**waiting.dice.count)
            self.branch((*thrown, Thrown(faces, waiting.why)), weight * share, found)

    def sampled(self) -> dict[str, Fraction]:
        """A fixed number of falls drawn with a fixed seed."""
        luck, found = Random(0), Counter[str]()
        for _ in range(SAMPLES):
            thrown: tuple[Entry, ...] = ()
            session, before = self.after(thrown)
            while isinstance(waiting := session.waiting, Roll):
                session.throw(tuple(luck.randint(1, waiting.dice.sides) for _ in range(waiting.dice.count)))
                self.defaults(session)
            found[self.label(session.events[before:])] += 1
        return {name: Fraction(times) for name, times in found.items()}
