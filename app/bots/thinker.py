"""A player that thinks ahead: ideas, worlds, lines of play, worth.

It sees nothing but imagined states, and gives the same answer to the same position with the same seed.  Where its
system does not say how to judge, a judgement breaks or time is over, it answers as the next simpler policy would: what
it found so far, the first idea that is legal, any answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain, islice
from random import Random
from typing import Any

import msgspec

from app.bots.levels import Level
from app.bots.lines import Line, Throw, evenly, freely
from app.bots.uniform import pick
from app.engine.asks import AnyAsk, Json
from app.engine.events import Seat
from app.engine.judgement import Judgement, judgement_of
from app.engine.prospects import always
from app.engine.refusals import Refusal
from app.engine.session import Session

REASONS, SLIGHT = 4, 0.1
"""So many reasons are told at most, and none that counts so little."""
KEPT, LEAST = 2, 3
"""Of those that luck has a part in, one in so many is looked at again after each world, and so many at least."""
LUCKY = 0.05
"""What is lost on a rank of an idea: of equals the one thought of first is taken."""


class Why(msgspec.Struct, frozen=True):
    """What spoke for an answer: how many were looked at, what the army is about, and the terms in which it is better or
    worse than the others are on the whole, those that count most first."""

    looked: int
    plan: str
    gains: dict[str, float] = {}


class Thought(msgspec.Struct, frozen=True):
    """An answer, how it was found (``looked``, ``quick``, ``idea`` or ``any``), and what spoke for it if it looked."""

    answer: Json
    how: str
    why: Why | None = None


@dataclass(slots=True)
class Candidate:
    """An answer that is looked at, by how much it is misjudged, and what it was worth in each world."""

    raw: Json
    rank: int
    amiss: float = 0.0
    worths: list[float] = field(default_factory=list)
    terms: dict[str, float] = field(default_factory=dict)
    lucky: bool = False

    def worth(self) -> float:
        """What it is worth on the whole."""
        return sum(self.worths) / len(self.worths) + self.amiss - LUCKY * self.rank / 100


def think(
    session: Session[Any], seat: Seat, level: Level, seed: str, more: Callable[[], bool] = always,
    judgement: Judgement[Any] | None = None,
) -> Thought:  # fmt: skip
    """An answer to the question this seat is asked; ``more`` says whether there is time to look at another line,
    ``judgement`` how it judges where that is not as its system says."""
    judgement = judgement or judgement_of(session.system)
    question = session.question(seat)
    assert question is not None
    if judgement is not None:
        with suppress(Exception):  # whatever breaks, the game goes on
            return Thinking(session, seat, level, seed, judgement, more).thought()
    return Thought(pick(question, Random(f"{seed}/{len(session.tape)}")), "any")


class Thinking:
    """One question thought about."""

    def __init__(
        self, session: Session[Any], seat: Seat, level: Level, seed: str, judgement: Judgement[Any],
        more: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.session, self.seat, self.judgement, self.more = session, seat, judgement, more
        self.level = level.where(judgement.long)
        self.state = session.system.imagine(session.state, seat, Random(0))
        self.key = f"{seed}/{digest(self.state)}"
        self.temper = Random(f"{seed}/{seat}").uniform(-1, 1)
        self.plan = judgement.plan(self.state, seat, self.temper)

    def thought(self) -> Thought:
        """The best answer found."""
        line = self.begun(self.state)
        question = asked(line, self.seat)
        if question.about in self.judgement.at_once:
            return Thought(self.at_once(question), "quick")
        found = list(self.candidates(question))
        line.close()
        if not found:
            return Thought(pick(question, Random(self.key)), "any")
        standing = self.look(found) if len(found) > 1 else []
        if not standing:
            return Thought(found[0].raw, "idea")
        best = max(standing, key=Candidate.worth)
        return Thought(best.raw, "looked", self.why(best, [one for one in found if one.worths]))

    def why(self, best: Candidate, looked: list[Candidate]) -> Why:
        """What the best has before the others, and what it costs."""
        return Why(len(looked), getattr(self.plan, "key", ""), self.gains(best, looked))

    def gains(self, best: Candidate, looked: list[Candidate]) -> dict[str, float]:
        """The terms in which one is better or worse than all are on the whole, those that count most first."""
        gains: dict[str, float] = {}
        for name, value in best.terms.items():
            usual = sum(one.terms.get(name, 0.0) / len(one.worths) for one in looked) / len(looked)
            if name not in self.judgement.sealed and abs(more := value / len(best.worths) - usual) >= SLIGHT:
                gains[name] = round(more, 1)
        return dict(sorted(gains.items(), key=lambda gain: -abs(gain[1]))[:REASONS])

    def at_once(self, question: AnyAsk) -> Json:
        """The quick answer if it is legal, else what silence means."""
        quick = self.judgement.quick(self.state, question, Random(self.key))
        return next(legal(question, [quick]), question.domain.write(question.default))

    def candidates(self, question: AnyAsk) -> Iterator[Candidate]:
        """Legal answers that are worth a look, those thought of first, each once."""
        rng, seen = Random(f"{self.key}/ideas"), set[bytes]()
        ideas = islice(legal(question, self.ideas(question, rng)), self.level.ideas)
        drawn = (pick(question, rng) for _ in range(self.level.drawn))
        for raw in chain(ideas, drawn):
            packed = msgspec.json.encode(raw)
            if packed not in seen and not self.judgement.unwanted(self.state, raw):
                seen.add(packed)
                yield Candidate(raw, len(seen), self.amiss(len(seen)))

    def amiss(self, rank: int) -> float:
        """By how much this level misjudges an answer: each by itself, whether luck has a part in it or not."""
        errs = self.level.errs * self.judgement.grain
        return Random(f"{self.key}/errs/{rank}").gauss(0, errs) if errs else 0.0

    def ideas(self, question: AnyAsk, rng: Random) -> Iterator[Json]:
        """What the system thinks of; what it thought of before it broke."""
        with suppress(Exception):
            yield from self.judgement.ideas(self.state, question, rng)

    def look(self, found: list[Candidate]) -> list[Candidate]:
        """Candidates are played on while there is time, the better ones in more worlds; those among which the best is:
        whom luck has no part in, and who were looked at to the last.  Who was left behind in a lucky world is not
        measured against others in worlds that were worse."""
        sure, left = list[Candidate](), found
        for n in range(self.level.times):
            for one in left:
                if not self.more():
                    return [one for one in (*sure, *left) if one.worths]
                with suppress(Exception):  # a line that cannot be played on says nothing of its answer
                    one.worths.append(self.line(one, n))
            left = [one for one in left if one.worths]
            sure += [one for one in left if not one.lucky]
            left = sorted((one for one in left if one.lucky), key=Candidate.worth, reverse=True)
            if n + 1 < self.level.times:
                left = left[: max(LEAST, len(left) // KEPT)]
        return [*sure, *left]

    def line(self, one: Candidate, n: int) -> float:
        """What the position is worth to which this answer leads in a world."""
        luck = Random(f"{self.key}/{n}")
        terms = self.judgement.weighed(self.end(one, n, luck), self.seat, self.plan)
        for name, value in terms.items():
            one.terms[name] = one.terms.get(name, 0.0) + value
        return sum(terms.values())

    def end(self, one: Candidate, n: int, luck: Random) -> Any:
        """The position to which this answer leads in a world."""
        state = self.session.system.imagine(self.session.state, self.seat, luck) if n else self.state
        line, throw = self.begun(state), evenly if self.judgement.evenly and not n else freely
        try:
            self.answer(line, one.raw, luck)
            line.luck(luck, throw)
            said = self.play_on(line, luck, throw)
            one.lucky = one.lucky or bool(said or line.thrown)
            return line.state
        finally:
            line.close()

    def begun(self, state: Any) -> Line[Any]:
        """A line that stands where the game stands."""
        question = self.session.question(self.seat)
        rest, before = self.judgement.afresh.get(question.about) if question else None, self.judgement.before
        return Line(self.session, state, rest, () if self.session.start.phase in before else before)

    def answer(self, line: Line[Any], raw: Json, luck: Random) -> None:
        """The candidate is answered; others who are asked at the same time answer quickly."""
        said = {}
        for question in line.questions():
            mine = raw if question.seat == self.seat else self.judgement.quick(line.state, question, luck)
            said[question.seat] = question.domain.read(mine)
        line.answer(said)

    def play_on(self, line: Line[Any], luck: Random, throw: Throw = freely) -> int:
        """The line is played on to where a position may be weighed; how many answers that took."""
        rests, question = 0, self.session.question(self.seat)
        through = question is not None and question.about in self.judgement.through
        for said in range(self.level.far):
            questions = line.questions()
            if not questions:
                return said
            if questions[0].about in self.judgement.rests and not (through and questions[0].seat == self.seat):
                rests += 1
                if rests > self.level.replies:
                    return said
            answers = {q.seat: q.domain.read(self.judgement.quick(line.state, q, luck)) for q in questions}
            line.answer(answers)
            line.luck(luck, throw)
        return self.level.far


def legal(question: AnyAsk, raws: Iterable[Json]) -> Iterator[Json]:
    """Those that would be taken."""
    for raw in raws:
        answer = question.domain.read(raw)
        if not isinstance(answer, Refusal) and question.domain.refuse(answer) is None:
            yield raw


def asked(line: Line[Any], seat: Seat) -> AnyAsk:
    """What this seat is asked on a line."""
    return next(question for question in line.questions() if question.seat == seat)


def digest(state: Any) -> str:
    """A short name of a position."""
    return blake2b(msgspec.msgpack.encode(state), digest_size=12).hexdigest()
