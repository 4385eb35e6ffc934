"""Questions the rules put to seats, and the answers each accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random as Random
from typing import Any, Generic, Protocol, TypeVar

from app.engine.events import Seat
from app.engine.refusals import Clause, Fact, Refusal
from app.engine.views import Preview

A = TypeVar("A")
Json = Any
"""A value as JSON holds it: what comes over the wire and lies on the tape."""


class Domain(Protocol[A]):
    """The set of answers one question accepts, finite or not."""

    def read(self, raw: Json) -> A | Refusal:
        """The answer this JSON stands for, or why it cannot be read."""
        ...

    def write(self, answer: A) -> Json:
        """The JSON that ``read`` turns back into this answer."""
        ...

    def refuse(self, answer: A) -> Refusal | None:
        """Why this answer is not legal, or ``None``.  Changes nothing."""
        ...

    def sample(self, rng: Random) -> A:
        """A legal answer, drawn at random."""
        ...

    def some(self, limit: int) -> Sequence[A]:
        """All legal answers, or the first few worth trying."""
        ...

    def only(self) -> A | None:
        """The one legal answer, when there is exactly one and that is known."""
        ...

    def describe(self) -> Json:
        """What a page needs to offer this domain; closed options with their reasons."""
        ...

    def preview(self, answer: A) -> Preview:
        """What this answer would do."""
        ...

    def at(self, raw: Json) -> Domain[Any] | Refusal:
        """The domain below a half-given answer; itself when nothing is given yet."""
        ...


@dataclass(frozen=True, slots=True)
class Ask(Generic[A]):
    """One question to one seat.  ``default`` is what silence means.

    ``about`` is the key of its sentence, ``facts`` are what it names.  A question that is ``secret`` must
    not show its options to anybody who looks over the seat's shoulder.
    """

    seat: Seat
    about: str
    domain: Domain[A]
    clause: Clause
    default: A
    facts: Mapping[str, Fact] = field(default_factory=dict)
    secret: bool = False


@dataclass(frozen=True, slots=True)
class AskAll(Generic[A]):
    """Questions answered in secret, one a seat; no answer is seen until all are in."""

    asks: tuple[Ask[A], ...]


AnyAsk = Ask[Any]
