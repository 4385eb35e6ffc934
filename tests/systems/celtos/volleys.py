"""Positions set by rows, and flows of shooting driven by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, TypeVar

from app.engine.asks import Ask
from app.engine.events import Event
from app.engine.flow import Flow, Roll
from app.engine.refusals import Fact
from app.engine.staging import Row
from app.systems.celtos.events.base import CeltosEvent
from app.systems.celtos.sentences import SENTENCES
from app.systems.celtos.staging import CeltosStaging
from app.systems.celtos.state import State

T = TypeVar("T")


def position(text: str) -> State:
    """The state these rows describe."""
    lines = [line.split() for line in text.strip().splitlines() if line.strip()]
    rows = [Row(number, words[0], tuple(words[1:])) for number, words in enumerate(lines, 1)]
    return CeltosStaging().position(rows)[1]


def unworded(key: str, facts: Mapping[str, Fact]) -> list[str]:
    """The facts a sentence names and does not get; a key without a sentence fails."""
    fields = [name for _, name, _, _ in Formatter().parse(SENTENCES[key]) if name]
    return [name for name in fields if name not in facts]


class Table:
    """A game without a driver: what is emitted is folded at once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.asked: list[Ask[Any]] = []
        self.rolled: list[Roll] = []

    def emit(self, event: Event) -> None:
        """Record the event and fold it."""
        assert isinstance(event, CeltosEvent)
        self.events.append(event)
        self.state = event.fold(self.state)

    def run(self, flow: Flow[T], dice: Sequence[Sequence[int]] = (), answers: Sequence[Any] = ()) -> T:
        """The flow to its end: these dice fall, these answers (JSON; ``None``: the default) are given in turn."""
        faces, given, reply = list(dice), list(answers), None
        while True:
            try:
                waiting = flow.send(reply)
            except StopIteration as end:
                assert not faces, f"never called for: {faces}"
                return end.value  # type: ignore[no-any-return]
            if isinstance(waiting, Roll):
                self.rolled.append(waiting)
                fallen = tuple(faces.pop(0))
                assert waiting.dice.fits(fallen), (waiting, fallen)
                reply = fallen
            else:
                assert isinstance(waiting, Ask)
                reply = self.reply(waiting, given.pop(0) if given else None)

    def reply(self, question: Ask[Any], raw: Any) -> Any:
        """The answer of this JSON, which must be legal."""
        self.asked.append(question)
        answer = question.default if raw is None else question.domain.read(raw)
        assert question.domain.refuse(answer) is None
        return answer

    def told(self, kind: type[Event]) -> list[Any]:
        """Events of a class so far."""
        return [event for event in self.events if isinstance(event, kind)]
