"""The plainest player: any legal answer, each as likely as its question draws it."""

from __future__ import annotations

from random import Random

from app.engine.asks import AnyAsk, Json


def pick(question: AnyAsk, rng: Random) -> Json:
    """A legal answer as JSON."""
    return question.domain.write(question.domain.sample(rng))
