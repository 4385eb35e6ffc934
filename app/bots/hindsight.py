"""A decision of a battle that is over, looked at again: what it made of the battle, and what the dice after it did.

It is weighed by what its seat knew: what was ordered and the best that a veteran finds are each played on in the same
worlds, to where the position is quiet again.  By what they differ is the decision's; by what the position that came
differs from the mean of those worlds is the luck's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Literal

from msgspec import Struct

from app.bots.counsel import Counsel, firsts, ranked
from app.bots.course import Spot, Stand, mirrored, stands_of
from app.bots.levels import Level
from app.bots.thinker import Candidate, asked
from app.engine.asks import Json
from app.engine.judgement import judgement_of
from app.engine.prospects import always
from app.engine.session import Session

WORLDS = 12
"""In so many worlds each of the orders that are compared is played on."""
FEWEST = 6
"""Of fewer worlds nothing is said: what came of one or two may itself be luck."""
MOMENTS = 4
"""So many are told at most."""
LEAST = {True: 0.04, False: 0.4}
"""What a moment changed at least: of a chance, and of a worth."""
More = Callable[[], bool]


class Weighed(Struct, frozen=True):
    """An order, how its seat stands with it on the whole, and in which terms it is better or worse than the others."""

    order: Json
    stands: float
    gains: dict[str, float] = {}


class Judged(Struct, frozen=True):
    """What a decision was worth: what was ordered, and the best orders found, the best first (what was ordered is not
    among them).  Of so many ``worlds`` it came in ``worse`` for its seat as badly as it did, or worse, in ``better`` as
    well, or better."""

    ordered: Weighed
    best: tuple[Weighed, ...]
    worse: int
    better: int
    worlds: int


class Moment(Struct, frozen=True):
    """Where a battle turned: by a decision or by luck, and by how much for the first seat.  ``spot``: its number among
    the decisions."""

    kind: Literal["decision", "luck"]
    swing: float
    spot: int


def judge(
    session: Session[Any], spot: Spot, came: float, level: Level, seed: str, more: More = always, spare: More = always
) -> Judged | None:  # fmt: skip
    """A decision, thought about; ``came``: how its seat stood with what came of it.  ``more`` says whether there is
    time to look at another order, ``spare`` whether there is to compare them.  ``None`` where nothing comes of thinking
    about it, or there was no time for enough worlds.  Beside what was answered without thinking nothing else is
    looked at."""
    judgement = judgement_of(session.system)
    assert judgement is not None
    return Hindsight(session, spot.seat, level, seed, judgement, more).judged(spot, came, spare)


class Hindsight(Counsel):
    """One decision, thought about when all is over."""

    def judged(self, spot: Spot, came: float, spare: More) -> Judged | None:
        """What was ordered beside the best that is found, in worlds that had no part in finding it."""
        others = self.others(spot.ordered) if spot.open else []
        best = firsts(ranked(self.look(others), others))
        looked = [one for one in others if one.worths]
        mine = self.played_on(Candidate(spot.ordered, 0), spare)
        weighed = [
            Weighed(one.raw, mean(ends), self.gains(one, looked))
            for one in best
            if spare() and len(ends := self.played_on(one, spare)) == len(mine)
        ]
        if len(mine) < min(FEWEST, WORLDS) or (others and not weighed):
            return None
        return Judged(
            Weighed(spot.ordered, mean(mine)), tuple(sorted(weighed, key=lambda one: -one.stands)),
            sum(one <= came for one in mine), sum(one >= came for one in mine), len(mine),
        )  # fmt: skip

    def others(self, raw: Json) -> list[Candidate]:
        """What might have been ordered instead."""
        line = self.begun(self.state)
        domain = asked(line, self.seat).domain
        found = [one for one in self.candidates(asked(line, self.seat)) if domain.write(domain.read(one.raw)) != raw]
        line.close()
        return found

    def played_on(self, one: Candidate, spare: More = always) -> list[float]:
        """How the seat stands where an order leads, in each of the worlds for which there is time."""
        found = list[float]()
        for n in range(1, WORLDS + 1):
            if not spare():
                break
            with suppress(Exception):  # a line that cannot be played on says nothing of its answer
                state = self.end(one, n, Random(f"{self.key}/again/{n}"))
                if (stands := stands_of(self.session.system, state, self.seat)) is not None:
                    found.append(stands)
        return found


def mean(found: Sequence[float]) -> float:
    """On the whole."""
    return sum(found) / len(found)


# -- where it turned --------------------------------------------------------------------


def lost(one: Judged) -> float:
    """What a decision cost its seat: by how much the best would have been better."""
    return max([0.0, *(other.stands - one.ordered.stands for other in one.best)])


def moments(
    stands: Sequence[Stand], spots: Sequence[Spot], judged: Iterable[Judged | None], first: str, *, chances: bool
) -> tuple[Moment, ...]:  # fmt: skip
    """Where the battle turned, in order of time: of each stretch the decision that cost most, or the dice after the
    last thing that was chosen in it, whichever did more."""
    heaviest: dict[tuple[int, int], Moment] = {}
    for n, one in enumerate(judged):
        if one is None:
            continue
        spot, mine = spots[n], spots[n].seat == first
        key = spot.before, spot.after
        found = [Moment("decision", -lost(one) if mine else lost(one), n)] if spot.open else []
        if spot.last and spot.throws:
            expected = one.ordered.stands if mine else mirrored(one.ordered.stands, chances=chances)
            found.append(Moment("luck", stands[spot.after].stands - expected, n))
        if known := [*found, *filter(None, [heaviest.get(key)])]:
            heaviest[key] = max(known, key=lambda moment: abs(moment.swing))
    told = [one for one in heaviest.values() if abs(one.swing) >= LEAST[chances]]
    most = sorted(told, key=lambda one: -abs(one.swing))[:MOMENTS]
    return tuple(sorted(most, key=lambda one: spots[one.spot].seq))
