"""What a system declares for its opponents: what a sensible player thinks of first, and what a position is worth."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from msgspec import Struct

from app.engine.asks import AnyAsk, Json, Random
from app.engine.events import Seat
from app.engine.manners import Manners, none
from app.engine.system import Phase, RuleSystem, S

SOME = 12
"""How many answers are looked at where a system says nothing of a question."""


def offered(_: object, question: AnyAsk, __: Random) -> Iterable[Json]:
    """The first answers that the question itself lists."""
    return (question.domain.write(answer) for answer in question.domain.some(SOME))


def drawn(_: object, question: AnyAsk, rng: Random) -> Json:
    """Any answer."""
    return question.domain.write(question.domain.sample(rng))


class Plan(Struct, frozen=True):
    """What an army is about this turn: its name, whom it means to break first, from how cautious to how bold (-1 to 1),
    and by how much it multiplies terms of a position."""

    key: str
    focus: str = ""
    bold: float = 0.0
    bent: Mapping[str, float] = {}

    def bends(self, term: str) -> float:
        """By how much this plan multiplies a term."""
        return self.bent.get(term, 1.0)


LITTLE, ENOUGH, TIMES = 0.25, 0.5, 3
"""So little of an army is left, against so much of the other's and so many times as much, when its battle is lost."""


def is_beaten(mine: float, theirs: float) -> bool:
    """Whether nobody would fight on with this part of his army against that part of the other's."""
    return mine <= LITTLE and theirs >= max(ENOUGH, TIMES * mine)


def never(*_: object) -> bool:
    """It is fought to the end."""
    return False


def hundredths(rows: Mapping[str, int]) -> dict[str, float]:
    """Figures of a table as what they stand for."""
    return {name: part / 100 for name, part in rows.items()}


def planner(said: Mapping[str, Mapping[str, int]]) -> Callable[[str, str, float], Plan]:
    """Makes the plan of a name, with whom it means to break and a temper; ``said``: what each plan bends."""
    bends = {key: hundredths(row) for key, row in said.items()}
    return lambda key, focus, temper: Plan(key, focus, temper, bends[key])


@dataclass(frozen=True, slots=True)
class Judgement(Generic[S]):
    """How a system thinks ahead.

    ``plan``: what an army is about this turn, of the state, the seat and its temper (from cautious, -1, to bold, 1).
    ``terms``: what a position is made of for a seat with this plan, each by its name; ``weights``: what each counts.
    ``ideas``: answers a sensible player thinks of first, the best first; they need not be legal.
    ``quick``: what is answered at once where a line is only played on.  ``rests``: questions at which a position is
    quiet enough to be weighed.  ``at_once``: questions at which there is nothing to think of: their quick answer is
    given.  ``through``: questions whose answers tell only when all is done that one's own side has ordered: from there
    a line rests where another is asked.  ``afresh``: the rest of a phase from such a question on, where the state alone
    leads to it.  ``before``: phases before which a line that began in another rests: what comes of them is weighed, not
    thrown for, as their luck would drown what an order does.
    ``evenly``: whether dice of the first world fall as may be expected; in all others they fall freely.
    ``grain``: how much one decision counts beside one of a battle with few of them: so much a level errs.
    ``long``: whether lines of play take long here, so that whoever has little time looks at fewer.
    ``hopeless``: whether a seat cannot win any more and would give up.  ``sealed``: terms that would tell what only
    their seat may know.  ``unwanted``: answers that are never looked at in a state, as one that takes back
    what was answered before.  ``manners``: what is counted of how well orders are given.
    ``slope``: how steeply the chance to win rises with what a position is worth (0: not known).
    """

    plan: Callable[[S, Seat, float], Any]
    terms: Callable[[S, Seat, Any], Mapping[str, float]]
    weights: Mapping[str, float]
    ideas: Callable[[S, AnyAsk, Random], Iterable[Json]] = offered
    quick: Callable[[S, AnyAsk, Random], Json] = drawn
    rests: Container[str] = ()
    at_once: Container[str] = ()
    through: Container[str] = ()
    afresh: Mapping[str, Phase[S]] = field(default_factory=dict)
    before: Container[str] = ()
    evenly: bool = False
    grain: float = 1.0
    long: bool = False
    hopeless: Callable[[S, Seat], bool] = never
    sealed: Container[str] = ()
    unwanted: Callable[[S, Json], bool] = never
    manners: Manners = none
    slope: float = 0.0

    def worth(self, state: S, seat: Seat, plan: object) -> float:
        """What a position is worth to a seat."""
        return sum(self.weighed(state, seat, plan).values())

    def weighed(self, state: S, seat: Seat, plan: object) -> dict[str, float]:
        """What each term of a position counts for a seat."""
        return {name: self.weights[name] * value for name, value in self.terms(state, seat, plan).items()}


def judgement_of(system: RuleSystem[Any]) -> Judgement[Any] | None:
    """How a system thinks ahead; ``None`` where it does not say."""
    found: Judgement[Any] | None = getattr(system, "judgement", None)
    return found
