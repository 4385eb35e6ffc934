"""A bot at a hosted table: it goes through the same door as everybody else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Protocol

from app.bots.uniform import pick
from app.engine.asks import AnyAsk, Json
from app.engine.events import Seat

PATIENCE = 5
Owed = tuple[Seat, str, AnyAsk]
"""A seat, the name of its open question, and the question."""


class Door(Protocol):
    """What a bot may do at a table."""

    async def owed(self) -> Owed | None:
        """A question that a bot is to answer now."""
        ...

    async def thought(self, seat: Seat, ask_id: str) -> Json | None:
        """The answer that was thought of; ``None`` where none was: then one is drawn."""
        ...

    async def drawn(self, draw: Callable[[], Json]) -> Json:
        """What is drawn from a question while nobody else looks at it."""
        ...

    async def answer(self, seat: Seat, ask_id: str, raw: Json) -> bool:
        """Whether the answer was taken, or the question was answered by another."""
        ...


def chosen(question: AnyAsk, rng: Random, *, silent: bool) -> Json:
    """An answer of chance, or the default."""
    return question.domain.write(question.default) if silent else pick(question, rng)


async def play(door: Door, rng: Random, rest: Callable[[], Awaitable[None]]) -> bool:
    """All questions owed are answered; false if one could not be, even by its default.  ``rest`` comes after a thought:
    what that took is no pause more."""
    tries = 0
    while owed := await door.owed():
        seat, ask_id, question = owed
        silent = tries >= PATIENCE
        raw = None if tries else await door.thought(seat, ask_id)
        await rest()
        if raw is None:
            raw = await door.drawn(partial(chosen, question, rng, silent=silent))
        if await door.answer(seat, ask_id, raw):
            tries = 0
        elif silent:
            return False
        else:
            tries += 1
    return True
