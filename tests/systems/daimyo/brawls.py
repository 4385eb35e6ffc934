"""Melees set by rows, and flows driven by hand.  Places in centimetres as the engine has them: y grows southward."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, TypeVar

from app.engine.asks import Ask
from app.engine.events import Event
from app.engine.flow import Flow, Roll
from app.engine.refusals import Fact, Refusal
from app.engine.staging import Row
from app.systems.daimyo.events.base import DaimyoEvent
from app.systems.daimyo.staging import DaimyoStaging
from app.systems.daimyo.state import State, Unit, UnitId
from app.systems.daimyo.words import melee, pursuit

T = TypeVar("T")
SENTENCES = {**melee.SENTENCES, **pursuit.SENTENCES}
MISS, HIT = (1, 1), (6, 6)
A, B, C, D = UnitId("A"), UnitId("B"), UnitId("C"), UnitId("D")


def position(text: str) -> State:
    """The state these rows describe, in the phase of melee."""
    lines = [line.split() for line in f"phase melee\n{text}".splitlines() if line.strip()]
    rows = [Row(number, words[0], tuple(words[1:])) for number, words in enumerate(lines, 1)]
    return DaimyoStaging().position(rows)[1]


def duel(a: str = "", b: str = "", more: str = "") -> str:
    """Red A from the south and blue B, six light spearmen each in three files, front to front."""
    return f"unit A red at=60,60 {a}\nunit B blue at=60,60 {b}\n{more}"


def fallen(*results: bool) -> tuple[int, ...]:
    """A pair of dice for each stand: sixes for a hit, ones for a miss."""
    return tuple(face for hits in results for face in (HIT if hits else MISS))


def misses(stands: int) -> tuple[int, ...]:
    """Dice that hit nothing."""
    return fallen(*([False] * stands))


def hits(count: int, stands: int) -> tuple[int, ...]:
    """The first so many stands hit, the others do not."""
    return fallen(*(n < count for n in range(stands)))


def unworded(key: str, facts: Mapping[str, Fact]) -> list[str]:
    """The facts a sentence names and does not get; a key without a sentence fails."""
    fields = [name for _, name, _, _ in Formatter().parse(SENTENCES[key]) if name]
    return [name for name in fields if name not in facts]


class Table:
    """A game without a driver: what is emitted is folded at once."""

    def __init__(self, state: State | str) -> None:
        self.state = position(state) if isinstance(state, str) else state
        self.events: list[Event] = []
        self.asked: list[Ask[Any]] = []
        self.rolled: list[Roll] = []

    def emit(self, event: Event) -> None:
        """Record the event and fold it."""
        assert isinstance(event, DaimyoEvent)
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
                assert not given, f"never asked for: {given}"
                return end.value  # type: ignore[no-any-return]
            if isinstance(waiting, Roll):
                self.rolled.append(waiting)
                assert faces, f"no dice left for {waiting}"
                reply = tuple(faces.pop(0))
                assert waiting.dice.fits(reply), (waiting, reply)
            else:
                assert isinstance(waiting, Ask)
                reply = self.reply(waiting, given.pop(0) if given else None)

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

    def unit(self, id: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[id]

    def whys(self) -> list[str]:
        """What the dice were thrown for, in order."""
        return [rolled.why for rolled in self.rolled]

    def abouts(self) -> list[str]:
        """What was asked, in order."""
        return [question.about for question in self.asked]

    def check_words(self) -> None:
        """Everything told or asked under the keys of melee and pursuit has its sentence and its facts."""
        for event in self.events:
            telling = event.tell()  # type: ignore[attr-defined]
            if telling.about in SENTENCES:
                assert unworded(telling.about, telling.facts) == []
        for question in self.asked:
            if question.about in SENTENCES:
                assert unworded(question.about, question.facts) == []
