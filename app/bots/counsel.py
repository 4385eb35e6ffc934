"""Counsel: the first orders a level would think of giving, each with what it makes of the battle and why.

It is found as an answer of a bot is found, so it rests on nothing but what the seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from msgspec import Struct

from app.bots.chances import STEADY, chance, edge
from app.bots.levels import Level
from app.bots.thinker import Candidate, Thinking, asked
from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.judgement import Judgement, judgement_of
from app.engine.prospects import always
from app.engine.session import Session

FIRST, WORLDS = 3, 8
"""So many orders are told, and in so many worlds each is played on for its chance."""
More = Callable[[], bool]


class Order(Struct, frozen=True):
    """An order; how likely its seat wins with it, in hundredths (``None``: not known); and in which terms it is better
    or worse than the others on the whole, those that count most first."""

    answer: Json
    wins: int | None = None
    gains: dict[str, float] = {}


class Advice(Struct, frozen=True):
    """The best orders found, the best first; how many answers were looked at; what the army is about."""

    orders: tuple[Order, ...]
    looked: int = 0
    plan: str = ""


def advise(
    session: Session[Any], seat: Seat, level: Level, seed: str, more: More = always, spare: More = always
) -> Advice | None:  # fmt: skip
    """What a level would answer, and what else it thought of; ``None`` where its system does not say how to judge.

    ``more`` says whether there is time to look at another line, ``spare`` whether there is to reckon a chance.
    """
    judgement = judgement_of(session.system)
    return None if judgement is None else Counsel(session, seat, level, seed, judgement, more).advice(spare)


class Counsel(Thinking):
    """One question thought about for somebody else, with an even temper."""

    def __init__(
        self, session: Session[Any], seat: Seat, level: Level, seed: str, judgement: Judgement[Any], more: More
    ) -> None:  # fmt: skip
        super().__init__(session, seat, level, seed, judgement, more)
        self.plan = judgement.plan(self.state, seat, STEADY)

    def advice(self, spare: More) -> Advice:
        """The best answers found, and why."""
        line = self.begun(self.state)
        question = asked(line, self.seat)
        plan = getattr(self.plan, "key", "")
        if question.about in self.judgement.at_once:
            return Advice((Order(self.at_once(question)),), plan=plan)
        found = list(self.candidates(question))
        line.close()
        if not found:
            return Advice((Order(question.domain.write(question.default)),), plan=plan)
        best = firsts(ranked(self.look(found), found) or found)
        looked = [one for one in found if one.worths]
        orders = (Order(one.raw, self.wins(one, spare), self.gains(one, looked)) for one in best)
        return Advice(tuple(orders), len(looked), plan)

    def wins(self, one: Candidate, spare: More) -> int | None:
        """How likely the seat is to win once it has ordered this, in hundredths."""
        slope, found = self.judgement.slope, list[float]()
        for n in range(WORLDS if slope else 0):
            if not spare():
                break
            with suppress(Exception):  # a line that cannot be played on says nothing of its answer
                state = self.end(one, n, Random(f"{self.key}/{n}"))
                if (ahead := edge(self.session.system, state, self.seat)) is not None:
                    found.append(chance(slope, ahead))
        return round(100 * sum(found) / len(found)) if found else None


def ranked(standing: Sequence[Candidate], found: Sequence[Candidate]) -> list[Candidate]:
    """Those among which the best is, then all others that were looked at, each by what they are worth."""
    left = [one for one in found if one.worths and all(one is not other for other in standing)]
    return [one for row in (standing, left) for one in sorted(row, key=Candidate.worth, reverse=True)]


def firsts(ways: Sequence[Candidate]) -> list[Candidate]:
    """The best of each order, whatever way is drawn for it; of what is only drawn the best alone."""
    found: dict[tuple[str, ...], Candidate] = {}
    for one in ways:
        found.setdefault(picks(one.raw), one)
    return list(found.values())[:FIRST]


def picks(raw: Json) -> tuple[str, ...]:
    """The options that an answer goes by, but for what is drawn or shared out below them."""
    keys: list[str] = []
    while isinstance(raw, dict) and "pick" in raw:
        keys, raw = [*keys, str(raw["pick"])], raw.get("then")
    return (*keys, raw) if isinstance(raw, str) else tuple(keys)
