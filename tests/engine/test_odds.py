"""Odds: exact where the dice are few, sampled where they are many, and each says which it is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.engine import odds as module
from app.engine.events import Event
from app.engine.odds import Odds, odds
from app.engine.session import Answered, Checkpoint, Entry, Thrown
from app.engine.system import PhaseId
from tests.toy import BLUE, RED, TOY, Gambled, State

WALK = Checkpoint(PhaseId("walk"), State(stage="walk"))
CARD: tuple[Entry, ...] = (Thrown((1,), "card"),)


def total(events: Sequence[Event]) -> str:
    """The sum that a gamble threw."""
    return next((str(sum(event.faces)) for event in events if isinstance(event, Gambled)), "none")


def double(events: Sequence[Event]) -> str:
    """Whether a gamble threw two alike."""
    return str(any(isinstance(event, Gambled) and len(set(event.faces)) == 1 for event in events))


def test_two_dice_are_counted_out() -> None:
    found = odds(TOY, WALK, CARD, RED, "gamble", total)
    assert found.exact
    assert next(iter(found.parts)) == "7"
    assert found.parts == {str(n): round((6 - abs(n - 7)) * 10000 / 36) for n in range(2, 13)}


def test_an_answer_without_dice_is_certain() -> None:
    raw = {"pick": "step", "then": {"run": 1, "walk": 1}}
    assert odds(TOY, WALK, CARD, RED, raw, total) == Odds(True, {"none": 10000})


def test_only_what_follows_the_answer_is_looked_at() -> None:
    before: tuple[Entry, ...] = (*CARD, Answered(RED, "gamble"), Thrown((6, 6), "gamble"))
    assert odds(TOY, WALK, before, RED, {"pick": "step", "then": {"run": 2, "walk": 0}}, total).parts == {"none": 10000}


def test_others_answer_by_their_silence_up_to_the_end() -> None:
    """Red is done; blue's card falls in four ways and blue does nothing."""

    def last(events: Sequence[Event]) -> str:
        return events[-1].kind

    assert odds(TOY, WALK, CARD, RED, "done", last) == Odds(True, {"toy.stage-ended": 10000})


def test_a_refused_answer_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"refused: ask\.not-you"):
        odds(TOY, WALK, CARD, BLUE, "done", total)


def test_too_many_ways_are_sampled_always_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEAVES", 10)
    first, second = (odds(TOY, WALK, CARD, RED, "gamble", double) for _ in range(2))
    assert first == second
    assert not first.exact
    assert sum(first.parts.values()) == 10000
    assert abs(first.parts["True"] - 10000 // 6) < 300
