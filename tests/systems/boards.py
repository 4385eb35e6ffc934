"""Rows written as in case files, and flows driven by hand, for the tests of any rule system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, Generic, TypeVar

from app.engine.asks import Ask
from app.engine.events import Event
from app.engine.flow import Flow, Roll
from app.engine.refusals import Fact, Refusal
from app.engine.staging import Row
from app.engine.told import ToldEvent

S = TypeVar("S")
T = TypeVar("T")


def rows(text: str) -> list[Row]:
    """One row a line; empty lines are left out."""
    lines = [words for line in text.splitlines() if (words := line.split())]
    return [Row(number, words[0], tuple(words[1:])) for number, words in enumerate(lines, 1)]


def lacking(sentences: Mapping[str, str], key: str, facts: Mapping[str, Fact]) -> list[str]:
    """The facts a sentence names and does not get; a key without a sentence fails."""
    return [name for _, name, _, _ in Formatter().parse(sentences[key]) if name and name not in facts]


def clauses_in(tree: Any) -> Iterator[str]:
    """Every clause id a tree of data names."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key == "clause":
                yield value
            elif key == "clauses":
                yield from value.values()
            else:
                yield from clauses_in(value)
    elif isinstance(tree, list):
        for part in tree:
            yield from clauses_in(part)


class Board(Generic[S]):
    """A game without a driver: what is emitted is folded at once."""

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []
        self.asked: list[Ask[Any]] = []
        self.rolled: list[Roll] = []

    def emit(self, event: Event) -> None:
        """Record the event and fold it."""
        assert isinstance(event, ToldEvent)
        self.events.append(event)
        self.state = event.fold(self.state)

    def run(self, flow: Flow[T], dice: Sequence[Sequence[int]] = (), answers: Sequence[Any] = ()) -> T:
        """The flow to its end: these dice fall, these answers (JSON; ``None``: the default) are given in turn."""
        faces, given, reply = list(dice), list(answers), None
        while True:
            try:
                waiting = flow.send(reply)
            except StopIteration as end:
                assert (faces, given) == ([], []), f"never called for: {faces} {given}"
                return end.value  # type: ignore[no-any-return]
            if isinstance(waiting, Roll):
                reply = self.throw(waiting, faces)
            else:
                assert isinstance(waiting, Ask)
                reply = self.reply(waiting, given.pop(0) if given else None)

    def throw(self, waiting: Roll, faces: list[Sequence[int]]) -> Any:
        """The next of these dice, which must be such as are called for."""
        self.rolled.append(waiting)
        assert faces, f"no dice left for {waiting}"
        fallen = tuple(faces.pop(0))
        assert waiting.dice.fits(fallen), (waiting, fallen)
        return fallen

    def reply(self, question: Ask[Any], raw: Any) -> Any:
        """The answer of this JSON, which must be legal."""
        self.asked.append(question)
        answer = question.default if raw is None else question.domain.read(raw)
        assert not isinstance(answer, Refusal), answer
        assert question.domain.refuse(answer) is None
        return answer

    def told(self, kind: type[Event]) -> list[Any]:
        """Events of a class so far."""
        return [event for event in self.events if isinstance(event, kind)]
