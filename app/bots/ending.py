"""When a bot ends a battle before its rules do.

It gives up what is lost and cannot change any more, and offers or takes a draw where nothing is to be won.

It goes by how likely its seat is to win of what that seat knows, and where that says that all is over by what comes of
the battle when both sides play it on with quick answers, in several worlds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from app.bots.chances import chance, edge
from app.bots.lines import Line
from app.bots.thinker import legal
from app.engine.asks import AnyAsk
from app.engine.events import Seat
from app.engine.judgement import Judgement, judgement_of
from app.engine.session import Session
from app.engine.turns import has_begun, turn_of

SAID = tomllib.loads(Path(__file__).with_name("ending.toml").read_text(encoding="utf-8"))
GIVING_UP, DRAW, SECONDS = SAID["giving_up"], SAID["draw"], float(SAID["time"]["seconds"])
MOST = 3000
"""Answers after which a battle that is played on counts as undecided."""
EVEN = 0.5


class Ends(Struct, frozen=True):
    """How a seat would end its battle: whether it gives up, offers a draw, and takes one that is offered."""

    gives_up: bool = False
    offers: bool = False
    takes: bool = False


def ends_of(session: Session[Any], seat: Seat, seed: str, more: Callable[[], bool]) -> Ends:
    """How a seat would end a battle, while there is ``more`` time for it.  Not before its first turn."""
    judgement = judgement_of(session.system)
    if judgement is not None and has_begun(session.state):
        with suppress(Exception):  # whatever breaks, the battle goes on
            return Ending(session, judgement, seat, seed, more).ends()
    return Ends()


class Ending:
    """A battle as it stands for a seat."""

    def __init__(
        self, session: Session[Any], judgement: Judgement[Any], seat: Seat, seed: str, more: Callable[[], bool]
    ) -> None:
        self.session, self.judgement, self.seat, self.seed, self.more = session, judgement, seat, seed, more
        self.state = session.system.imagine(session.state, seat, Random(0))

    def ends(self) -> Ends:
        """How the seat would end it."""
        likely = self.likely()
        if self.judgement.hopeless(self.state, self.seat) or is_most(likely, GIVING_UP["chance"]):
            return Ends(gives_up=self.all_end(GIVING_UP["worlds"], self.is_lost, self.never), takes=True)
        is_even = likely is not None and abs(likely - EVEN) <= DRAW["even"] / 100
        dead = is_even and self.all_end(DRAW["worlds"], self.is_drawn, self.is_late)
        return Ends(offers=dead, takes=dead or is_most(likely, DRAW["takes"]))

    def likely(self) -> float | None:
        """How likely the seat is to win; ``None`` where its system does not say."""
        slope = self.judgement.slope
        ahead = edge(self.session.system, self.state, self.seat) if slope else None
        return None if ahead is None else chance(slope, ahead)

    def all_end(self, worlds: int, so: Callable[[Any], bool], known: Callable[[Any], bool]) -> bool:
        """Whether the battle, played on in so many worlds, ends so in each; the first in which it does not, and where
        it is ``known`` not to, is the last that is played on."""
        return all(so(self.played_on(Random(f"{self.seed}/end/{n}"), known)) for n in range(worlds))

    def never(self, _: Any) -> bool:
        """Who is behind may win to the last."""
        return False

    def is_lost(self, state: Any) -> bool:
        """Whether the battle has been won by another."""
        outcome = self.session.system.outcome(state)
        return outcome is not None and outcome.winner not in (None, self.seat)

    def is_drawn(self, state: Any) -> bool:
        """Whether the battle has been won by nobody, and soon: who plays on well may win one that goes on for long."""
        outcome = self.session.system.outcome(state)
        return not self.is_late(state) and outcome is not None and outcome.winner is None

    def is_late(self, state: Any) -> bool:
        """Whether a draw would not come soon."""
        return bool(turn_of(state) - turn_of(self.state) > DRAW["turns"])

    def played_on(self, rng: Random, known: Callable[[Any], bool]) -> Any:
        """What comes of the battle in a world, or how it stands when that is known or time is over."""
        line = Line(self.session, self.session.system.imagine(self.session.state, self.seat, rng))
        try:
            line.luck(rng)
            for _ in range(MOST):
                if not line.questions() or known(line.state) or not self.more():
                    break
                line.answer({question.seat: self.quick(line, question, rng) for question in line.questions()})
                line.luck(rng)
            return line.state
        finally:
            line.close()

    def quick(self, line: Line[Any], question: AnyAsk, rng: Random) -> Any:
        """The quick answer to a question, or any where that is not legal."""
        raw = self.judgement.quick(line.state, question, rng)
        return question.domain.read(next(legal(question, [raw]), question.domain.write(question.domain.sample(rng))))


def is_most(likely: float | None, most: int) -> bool:
    """Whether a chance is known and no better than so many hundredths."""
    return likely is not None and 100 * likely <= most
