"""What is answered while a deed is played out: silence, but by a side that plays by itself what it would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.engine.asks import AnyAsk
from app.systems.daimyo.ideas.solo import answer, automatic_seat
from app.systems.daimyo.state import State


def unless(given: Mapping[str, Any]) -> Callable[[AnyAsk, State], Any]:
    """Questions of these keys are answered so, others by silence (DAI-ACT-17)."""

    def said(question: AnyAsk, state: State) -> object:
        if question.seat == automatic_seat(state):
            return answer(state, question)
        return given.get(question.about, question.default)

    return said


silence = unless({})
