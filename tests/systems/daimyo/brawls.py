"""Melees set by rows, and flows driven by hand.  Places in centimetres as the engine has them: y grows southward."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from app.systems.daimyo.cases.staging import DaimyoStaging
from app.systems.daimyo.sentences import SENTENCES
from app.systems.daimyo.state import State, Unit, UnitId
from tests.systems.boards import Board, lacking, rows

T = TypeVar("T")
unworded = partial(lacking, SENTENCES)
MISS, HIT = (1, 1), (6, 6)
A, B, C, D = UnitId("A"), UnitId("B"), UnitId("C"), UnitId("D")


def position(text: str) -> State:
    """The state these rows describe, in the phase of melee."""
    return DaimyoStaging().position(rows(f"phase melee\n{text}"))[1]


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


class Table(Board[State]):
    """A game without a driver that begins with a state or with rows."""

    def __init__(self, state: State | str) -> None:
        super().__init__(position(state) if isinstance(state, str) else state)

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
