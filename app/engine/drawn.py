"""What the kinds of answers share: how one is refused, and all that holds of those drawn by hand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from app.engine.asks import Domain, Json, Random
from app.engine.options import few
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.views import Preview

OFFERED = Clause("ENG-ASK-01")
READABLE = Clause("ENG-ASK-02")
TRIES = 12
A = TypeVar("A")


def unreadable(expected: str, got: Json) -> Refusal:
    """The refusal of an answer that is not of its question's form."""
    return refuse("ask.unreadable", READABLE, expected=expected, got=repr(got)[:60])


def not_offered(raw: Json) -> Refusal:
    """The refusal of an answer that is no option of its question."""
    return refuse("ask.not-offered", OFFERED, got=repr(raw)[:60])


class Simple:
    """What domains without depth share: nothing lies below them."""

    __slots__ = ()

    def at(self, raw: Json) -> Domain[Any] | Refusal:
        """Itself: there is nothing to descend into."""
        return self  # type: ignore[return-value]

    def refuse(self, answer: Any) -> Refusal | None:
        """Nothing is illegal unless a domain says so."""
        return None

    def preview(self, answer: Any) -> Preview:
        """Only whether it is legal."""
        return Preview(no=self.refuse(answer))

    def only(self) -> Any:
        """Unknown: such a domain does not count its answers."""
        return None

    def mend(self, answer: Any) -> Any:
        """The nearest legal answer to an illegal one that was drawn; ``None`` where there is none, or none is drawn."""
        return None


class Drawn(Simple, Generic[A]):
    """What domains share whose answers are drawn by hand: ``test`` judges one, ``propose`` invents one that need not be
    legal, ``sure`` holds legal ones (at least one) or finds them, ``look`` previews."""

    __slots__ = ()
    test: Callable[[A], Refusal | None]
    propose: Callable[[Random], A]
    sure: Sequence[A] | Callable[[], Sequence[A]]
    look: Callable[[A], Preview]

    @abstractmethod
    def write(self, answer: A) -> Json:
        """As JSON."""

    def refuse(self, answer: A) -> Refusal | None:
        """What the rules say against it."""
        return self.test(answer)

    def certain(self) -> Sequence[A]:
        """The legal answers that are known."""
        return self.sure() if callable(self.sure) else self.sure

    def sample(self, rng: Random) -> A:
        """A proposed answer that is legal, else one that is sure."""
        for _ in range(TRIES):
            if self.test(one := self.propose(rng)) is None:
                return one
        return rng.choice(self.certain())

    def some(self, limit: int) -> Sequence[A]:
        """The sure answers and a few proposals, always the same ones."""
        rng = Random(0)
        return few(self.certain(), limit, lambda: self.propose(rng), self.test)

    def preview(self, answer: A) -> Preview:
        """What the look found, the refusal if any, and the nearest legal answer to a refused one."""
        found, no = self.look(answer), self.test(answer)
        better = self.mend(answer) if no else None
        return msgspec.structs.replace(found, no=no, instead=None if better is None else self.write(better))


def nothing(_: Any) -> Preview:
    """A preview with nothing to say."""
    return Preview()
