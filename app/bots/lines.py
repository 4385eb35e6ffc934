"""A line of play on an imagined state: the phase taken up where it stands, and played on."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from random import Random
from typing import Any, Generic

from app.engine.asks import AnyAsk, Ask, AskAll
from app.engine.dice import Dice
from app.engine.events import Event, Seat
from app.engine.flow import Effect, Flow, Roll
from app.engine.session import Session
from app.engine.system import Phase, RuleSystem, S

Policy = Callable[[Any, AnyAsk, Random], Any]
"""What is answered to a question in a state."""
Throw = Callable[[Dice, Random], tuple[int, ...]]
MIDDLE = (0.45, 0.65)
"""Between which parts of its own range of chance each of some dice falls that fall evenly."""


class Line(Generic[S]):
    """A game that only its player sees.  Nothing is recorded or refused; whoever plays it gives legal answers.

    The flow of the phase is brought to where it stands by what it has been given so far; what it looks at from then on
    is the imagined ``state``.  ``rest``: the rest of the phase, where the state alone leads to what is asked.
    ``until``: phases before which it ends.
    """

    def __init__(
        self, session: Session[S], state: S, rest: Phase[S] | None = None, until: Container[str] = ()
    ) -> None:  # fmt: skip
        self.system: RuleSystem[S] = session.system
        self.until = until
        self.events, self.thrown = list[Event](), 0
        self.waiting: Effect | None = None
        self.state: S = state
        if rest is not None:
            self._begin(rest, (None,))
            if is_same(self.waiting, session.waiting):
                return
            self.close()
        self.state = session.start.state
        self._begin(self.system.phases[session.start.phase], session.sent)
        self.state = state

    def emit(self, event: Event) -> None:
        """Record an event and fold it into the state."""
        self.state = self.system.evolve(self.state, event)
        self.events.append(event)

    def questions(self) -> tuple[AnyAsk, ...]:
        """What is being asked, and of whom."""
        if isinstance(self.waiting, Ask):
            return (self.waiting,)
        return self.waiting.asks if isinstance(self.waiting, AskAll) else ()

    def answer(self, answers: dict[Seat, Any]) -> None:
        """All that are asked have answered."""
        self._send(answers if isinstance(self.waiting, AskAll) else next(iter(answers.values())))

    def luck(self, rng: Random, throw: Throw | None = None) -> None:
        """Dice have fallen, as many as are called for, and phases that need no player have gone by; ``throw``: how they
        fall where not each by itself."""
        throw = throw or freely
        while not self.questions():
            if isinstance(self.waiting, Roll):
                self.thrown += 1
                self._send(throw(self.waiting.dice, rng))
                continue
            phase = self.system.next_phase(self.state)
            if phase is None or phase in self.until:
                return
            self._begin(self.system.phases[phase], (None,))

    def close(self) -> None:
        """Nothing more is played."""
        self._flow.close()

    def _begin(self, phase: Phase[S], sent: Sequence[Any]) -> None:
        self._flow: Flow[None] = phase(self)
        for reply in sent:
            self._send(reply)

    def _send(self, reply: Any) -> None:
        try:
            self.waiting = self._flow.send(reply)
        except StopIteration:
            self.waiting = None


def freely(dice: Dice, rng: Random) -> tuple[int, ...]:
    """Each die by itself."""
    return tuple(rng.randint(1, dice.sides) for _ in range(dice.count))


def evenly(dice: Dice, rng: Random) -> tuple[int, ...]:
    """As may be expected: high and low in equal parts, and a single one about the middle, so that what is likely
    happens; not quite the same each time, for ties are thrown again."""
    part = rng.uniform(*MIDDLE)
    faces = [1 + int(dice.sides * (n + part) / dice.count) for n in range(dice.count)]
    rng.shuffle(faces)
    return tuple(faces)


def is_same(one: Effect | None, two: Effect | None) -> bool:
    """Whether the same is asked of the same seat about the same pieces."""
    if not (isinstance(one, Ask) and isinstance(two, Ask)):
        return False
    menus = [getattr(question.domain, "options", {}).keys() for question in (one, two)]
    return (one.seat, one.about, one.facts) == (two.seat, two.about, two.facts) and menus[0] == menus[1]
