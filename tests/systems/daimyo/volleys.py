"""Positions set by rows (places in cm from the north-west corner), and flows of firing driven by hand."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeVar

from app.engine.asks import Ask
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.systems.daimyo.cases.staging import DaimyoStaging
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.fire.rules import refuse_fire, shots
from app.systems.daimyo.sentences import SENTENCES
from app.systems.daimyo.state import State
from tests.systems.boards import Board, lacking, rows

T = TypeVar("T")
WORDS = SENTENCES
unworded = partial(lacking, WORDS)


def position(text: str) -> State:
    """The state these rows describe, in the fire phase unless they say another."""
    return DaimyoStaging().position(rows(f"phase fire\n{text}"))[1]


def said(no: Refusal | None) -> tuple[str, str] | None:
    """The code and the clause of a refusal, which must have all its sentence needs."""
    assert no is None or unworded(no.code, no.facts) == []
    return None if no is None else (no.code, str(no.clause))


class Game(Board[State]):
    """A game without a driver whose questions are worded."""

    @property
    def throws(self) -> list[tuple[str, int, str]]:
        """What dice were thrown for, how many, and by whom."""
        return [(roll.why, roll.dice.count, str(roll.by)) for roll in self.rolled]

    def reply(self, question: Ask[Any], raw: Any) -> Any:
        """The answer of this JSON, which must be legal."""
        assert unworded(question.about, question.facts) == []
        return super().reply(question, raw)

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
