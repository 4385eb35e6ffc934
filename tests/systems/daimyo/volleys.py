"""Positions set by rows (places in cm from the north-west corner), and flows of firing driven by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, TypeVar

from app.engine.asks import Ask
from app.engine.events import Event, Seat
from app.engine.flow import Flow, Roll
from app.engine.refusals import Fact, Refusal
from app.engine.staging import Row
from app.systems.daimyo.events.base import DaimyoEvent
from app.systems.daimyo.fire import refuse_fire, shots
from app.systems.daimyo.staging import DaimyoStaging
from app.systems.daimyo.state import State
from app.systems.daimyo.words import fire as fire_words
from app.systems.daimyo.words import losses as loss_words

T = TypeVar("T")
WORDS = {**fire_words.SENTENCES, **loss_words.SENTENCES}


def position(text: str) -> State:
    """The state these rows describe, in the fire phase unless they say another."""
    lines = [["phase", "fire"], *(line.split() for line in text.strip().splitlines() if line.strip())]
    rows = [Row(number, words[0], tuple(words[1:])) for number, words in enumerate(lines, 1)]
    return DaimyoStaging().position(rows)[1]


def unworded(key: str, facts: Mapping[str, Fact]) -> list[str]:
    """The facts a sentence names and does not get; a key without a sentence fails."""
    return [name for _, name, _, _ in Formatter().parse(WORDS[key]) if name and name not in facts]


def said(no: Refusal | None) -> tuple[str, str] | None:
    """The code and the clause of a refusal, which must have all its sentence needs."""
    assert no is None or unworded(no.code, no.facts) == []
    return None if no is None else (no.code, str(no.clause))


class Game:
    """A game without a driver: what is emitted is folded at once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.asked: list[Ask[Any]] = []
        self.rolled: list[tuple[str, int, str]] = []

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
                assert (faces, given) == ([], []), f"never called for: {faces} {given}"
                return end.value  # type: ignore[no-any-return]
            if isinstance(waiting, Roll):
                self.rolled.append((waiting.why, waiting.dice.count, str(waiting.by)))
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
        assert unworded(question.about, question.facts) == []
        return answer

    def told(self, kind: type[Event]) -> list[Any]:
        """Events of a class so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def worded(self) -> None:
        """Every event that has words here has all its sentence needs."""
        for event in self.events:
            assert isinstance(event, DaimyoEvent)
            telling = event.tell()
            if telling.about in WORDS:
                assert unworded(telling.about, telling.facts) == [], telling.about


# -- one unit against another ----------------------------------------------------------------


ROWS = "unit R red profile={profile} stands={stands} files={files} at=50,60{more}\n"
RED = Seat("red")
MISS, HIT = [1, 1], [6, 6]
SECOND = "unit C blue profile=SY stands=4 files=2 at={at}{more}\n"


def field(rows: str, profile: str = "AG", stands: int = 2, files: int = 2, more: str = "") -> State:
    """A red unit at 50,60 that looks north, spent of its first volley, and these rows."""
    more = more if "first_volley_spent" in more else f"{more} first_volley_spent=yes"
    return position(ROWS.format(profile=profile, stands=stands, files=files, more=more) + rows)


def foe(y: str, more: str = "", profile: str = "SY", x: str = "50") -> str:
    """A blue unit of two by two with its front edge at a place, looking south."""
    return f"unit B blue profile={profile} stands=4 files=2 at={x},{y}{more}\n"


def no(state: State, how: str = "own", unit: str = "R") -> tuple[str, str] | None:
    """What stands against firing at all."""
    return said(refuse_fire(state, state.units[unit], how))


def lines(state: State, how: str = "own") -> dict[str, int]:
    """What is added to the dice of the first stand."""
    return {line.id: line.adds for line in shots(state, state.units["R"], how)[0].lines}


def targets(state: State, how: str = "own") -> dict[int, str]:
    """At whom each stand fires."""
    return {shot.stand: shot.target for shot in shots(state, state.units["R"], how)}
