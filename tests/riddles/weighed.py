"""Questions of which one answer is best by far, by the odds and by what a veteran makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from app.bots.chances import STEADY
from app.bots.levels import Level
from app.bots.thinker import Candidate, Thinking
from app.engine.asks import AnyAsk, Json
from app.engine.judgement import judgement_of
from app.engine.prospects import always, prospects_of
from app.engine.session import Session
from app.engine.system import RuleSystem
from app.games.odds import level
from app.lessons.weighing import Choice, Option, options_at, ranked
from bench.odds import nested

WAYS = 2
"""How many ways to carry one option out are looked at."""
GLANCES, HOPE = 10, 900
"""So often all is played out before it is weighed in earnest, and the parts of 10,000 that have to lie between then."""
CONFIRMING = Level("confirming", ideas=0, drawn=0, times=2, far=24)


def choices(
    system: RuleSystem[Any], session: Session[Any], question: AnyAsk, wants: Callable[[str], bool]
) -> Iterator[Choice]:
    """Each level of a question of a kind that is wanted, at which one answer is best by far."""
    for at in dict.fromkeys(prospect.at for prospect in prospects_of(system, question.about)):
        if wants("/".join((question.about, *at))) and is_promising(system, session, question, at):
            choice = ranked(question.about, at, options_at(system, session, question, at))
            if choice and choice.is_clear:
                yield choice


def is_promising(system: RuleSystem[Any], session: Session[Any], question: AnyAsk, at: tuple[str, ...]) -> bool:
    """Whether, played out a few times, one answer looks better than the next at all."""
    rough = ranked(question.about, at, options_at(system, session, question, at, plays=GLANCES, ways=GLANCES))
    return rough is not None and rough.margin >= HOPE


def answers(question: AnyAsk, option: Option) -> list[Json]:
    """Some ways to carry an option out in full."""
    below = level(question, (*option.way, option.raw)) if isinstance(option.raw, str) else None
    if below is None:
        return [nested(option.way, option.raw)]
    found = [one for one in below.some(WAYS + 1) if one] or list(below.some(1))
    return [nested((*option.way, str(option.raw)), below.write(one)) for one in found[:WAYS]]


class Confirming(Thinking):
    """A veteran who looks at these answers and no others, with an even temper."""

    def agrees(self, choice: Choice, question: AnyAsk) -> bool:
        """Whether he finds none of the others better."""
        self.plan = self.judgement.plan(self.state, self.seat, STEADY)
        found = [(n, Candidate(raw, 0)) for n, option in enumerate(choice.options) for raw in answers(question, option)]
        for n in range(CONFIRMING.times):
            for _, one in found:
                with suppress(Exception):  # a line that cannot be played on says nothing of its answer
                    one.worths.append(self.line(one, n))
        worths: dict[int, float] = {}
        for n, one in found:
            if one.worths:
                worths[n] = max(worths.get(n, one.worth()), one.worth())
        return bool(worths) and 0 in worths and worths[0] >= max(worths.values())


def confirmed(session: Session[Any], question: AnyAsk, choice: Choice) -> bool:
    """Whether a veteran agrees with what is best by the odds."""
    judgement = judgement_of(session.system)
    assert judgement is not None
    thinking = Confirming(session, question.seat, CONFIRMING, "riddles", judgement, always)
    return thinking.agrees(choice, question)
