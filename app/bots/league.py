"""Games of two policies against each other, played straight on a ``Session``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from msgspec import Struct, field

from app.bots.ending import SECONDS, Ends, ends_of
from app.bots.levels import LEVELS, Level
from app.bots.thinker import think
from app.bots.uniform import pick
from app.engine.asks import Ask, Json
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.judgement import Judgement
from app.engine.session import Checkpoint, Session
from app.engine.system import Outcome, RuleSystem, Setup
from app.engine.turns import turn_of

MOST = 5000
"""Answers after which a game that has not ended counts as drawn."""
Policy = Callable[[Session[Any], Seat, str], Json]
Clock = Callable[[], float]
Watch = Callable[[Session[Any]], object]
"""Who is shown a phase that is over."""


class Played(Struct, frozen=True):
    """How a game ended: 1, 0 or -1 for the home level; milliseconds of a processor that each decision took."""

    result: int
    scenario: str
    turns: int
    reason: str = ""
    home_ms: list[float] = field(default_factory=list)
    away_ms: list[float] = field(default_factory=list)


def policy_of(name: str, judgement: Judgement[Any] | None = None) -> Policy:
    """A level, ``uniform``, or ``module:function`` of (question, view, rng) that gives an answer as JSON.

    ``judgement``: how a level judges, where that is not as its system says."""
    if name == "uniform":
        return uniform
    if name in LEVELS:
        return partial(thinking, LEVELS[name], judgement)
    module, _, function = name.partition(":")
    if not function:
        raise LookupError(f"there is no level {name!r}: {', '.join(('uniform', *LEVELS))} or module:function")
    return partial(stranger, getattr(import_module(module), function))


def uniform(session: Session[Any], seat: Seat, seed: str) -> Json:
    """Any answer."""
    question = session.question(seat)
    assert question is not None
    return pick(question, Random(f"{seed}/{len(session.tape)}/{session.start.phase}/{len(session.events)}"))


def thinking(
    level: Level, judgement: Judgement[Any] | None, session: Session[Any], seat: Seat, seed: str
) -> Json:  # fmt: skip
    """What a level answers."""
    return think(session, seat, level, seed, judgement=judgement).answer


def stranger(function: Callable[..., Json], session: Session[Any], seat: Seat, seed: str) -> Json:
    """What a policy from outside answers, which sees its question and the view of its seat."""
    rng = Random(f"{seed}/{len(session.tape)}")
    return function(session.question(seat), session.system.view(session.state, seat), rng)


def play(
    system: RuleSystem[Any], setup: Setup, home: int, levels: tuple[str | Policy, str | Policy], seed: str,
    clock: Clock, watch: Watch = bool, *, ending: bool = False,
) -> Played:  # fmt: skip
    """A game from its set-up to its end; ``home``: the place of the seat that the first level, or policy, has.

    ``ending``: levels give up and agree on draws as they do at a table."""
    seats = [side.seat for side in setup.sides]
    mine = seats[home]
    both = [policy_of(one) if isinstance(one, str) else one for one in levels]
    policies = {seat: both[seat != mine] for seat in seats}
    took: Mapping[Seat, list[float]] = {seat: [] for seat in seats}
    rng, state, left = Random(f"{seed}/dice"), system.begin(setup), MOST
    early = Early(seats, [seat for seat in seats if levels[seat != mine] in LEVELS] if ending else [], seed, clock)
    while left and (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        while left and not session.over and not early.ends(session):
            left -= 1
            step(session, policies, took, rng, seed, clock)
        watch(session)
        state = session.state
        if early.outcome:
            break
    outcome = early.outcome or system.outcome(state)
    winner = outcome.winner if outcome else None
    result = 0 if winner is None else 1 if winner == mine else -1
    away = [ms for seat in seats if seat != mine for ms in took[seat]]
    turns, reason = turn_of(state), outcome.reason if outcome else "unended"
    return Played(result, setup.scenario, turns, reason, took[mine], away)


class Early:
    """A battle of two that levels may end before its rules do: each thinks of it once a turn."""

    def __init__(self, seats: Sequence[Seat], minds: Sequence[Seat], seed: str, clock: Clock) -> None:
        self.seats, self.minds, self.seed, self.clock = seats, minds, seed, clock
        self.thought: dict[Seat, int] = {}
        self.outcome: Outcome | None = None

    def ends(self, session: Session[Any]) -> bool:
        """Whether who is asked openly now gives up, or all agree on the draw that he offers."""
        question, turn = session.waiting, turn_of(session.state)
        if not isinstance(question, Ask) or question.secret or question.seat not in self.minds:
            return False
        if self.thought.get(question.seat) != turn:
            self.thought[question.seat] = turn
            self.outcome = self.ended(session, question.seat)
        return self.outcome is not None

    def ended(self, session: Session[Any], seat: Seat) -> Outcome | None:
        """What the battle ends in if this seat ends it."""
        mine = self.thinks(session, seat)
        others = [one for one in self.seats if one != seat]
        if mine.gives_up:
            return Outcome(others[0], "engine.resigned", {})
        if mine.offers and all(one in self.minds and self.thinks(session, one).takes for one in others):
            return Outcome(None, "engine.drawn", {})
        return None

    def thinks(self, session: Session[Any], seat: Seat) -> Ends:
        """How this seat would end it, in the time that bots have for that at a table."""
        end = self.clock() + SECONDS
        return ends_of(session, seat, self.seed, lambda: self.clock() < end)


def step(
    session: Session[Any], policies: Mapping[Seat, Policy], took: Mapping[Seat, list[float]], rng: Random, seed: str,
    clock: Clock,
) -> None:  # fmt: skip
    """Dice fall, or one who is asked answers."""
    if isinstance(session.waiting, Roll):
        dice = session.waiting.dice
        session.throw(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))
        return
    question = session.questions()[0]
    begun = clock()
    raw = policies[question.seat](session, question.seat, f"{seed}/{question.seat}")
    took[question.seat].append(1000 * (clock() - begun))
    if no := session.answer(question.seat, raw):
        raise ValueError(f"{question.about}: {raw!r} is refused: {no}")
