"""How a battle that is over went: played again from its tape, and weighed whenever it is quiet.

A position is worth what a veteran thinks of it for the first seat before the other: a chance where it is known how
worth leads to winning (``slope``), else that worth itself.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from app.bots.chances import chance, edge
from app.engine.amend import Change, proposed
from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.judgement import Judgement, judgement_of
from app.engine.prospects import always
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId, RuleSystem
from app.engine.turns import has_begun, turn_of

STRETCHES, EACH = 16, 3
"""So many stretches between quiet positions are looked into, those in which most changed, and so many decisions of
each."""
BY_ITSELF = ("order", "offer", "rest", "table", "clock")
"""By whom an answer was given that nobody thought of."""
DRAWN = 0.5
CLOSED = ("draw", "off")
"""What ends a battle that nobody has won, but for its rules."""


class Given(Struct, frozen=True):
    """An input that stands on the tape of a game."""

    seq: int
    kind: str
    seat: str | None
    by: str
    body: Any


class Battle(Struct, frozen=True):
    """A game that is over: where its first phase began, what was given from there on, and its seats."""

    system: str
    phase: PhaseId
    state: bytes
    given: tuple[Given, ...]
    seats: tuple[Seat, ...]


class Stand(Struct, frozen=True):
    """A quiet position: the last input before it, its turn, and how it stands for the first seat."""

    seq: int
    turn: int
    stands: float


class Spot(Struct, frozen=True):
    """A decision: the phase it fell in and what had been given there, what was ordered; by number the position it fell
    after and the one it led to; and how many throws of dice fell between.  ``open``: somebody thought about it, else it
    is there for the dice after it alone; ``last``: nothing else was chosen before the position it led to."""

    seq: int
    seat: Seat
    phase: PhaseId
    state: bytes
    tape: bytes
    ordered: Json
    before: int
    after: int
    throws: int
    open: bool = True
    last: bool = True


class Course(Struct, frozen=True):
    """How a battle went.  ``whole``: to its end; ``chances``: positions are chances, not worths; ``spots``: decisions
    of the stretches in which most changed, those first in which it was most."""

    stands: tuple[Stand, ...]
    spots: tuple[Spot, ...]
    chances: bool
    whole: bool


class Decided(Struct):
    """A decision as it is come to: which phase, how much of its tape, what was asked, what is ordered; after how many
    positions, throws and choices of the battle; whether somebody thought about it."""

    seq: int
    part: int
    length: int
    about: str
    seat: Seat
    ordered: Json
    before: int
    thrown: int
    chosen: int
    open: bool


def stands_of(system: RuleSystem[Any], state: Any, seat: Seat) -> float | None:
    """How a position stands for a seat: its chance where that is known, else by how much it is worth more to it."""
    judgement = judgement_of(system)
    slope = judgement.slope if judgement else 0.0
    if slope and (outcome := system.outcome(state)):
        return DRAWN if outcome.winner is None else float(outcome.winner == seat)
    ahead = edge(system, state, seat)
    return ahead if ahead is None or not slope else chance(slope, ahead)


def mirrored(stands: float, *, chances: bool) -> float:
    """How the other seat stands where one stands so."""
    return 1 - stands if chances else -stands


def course_of(system: RuleSystem[Any], battle: Battle, more: Callable[[], bool] = always) -> Course:
    """How a battle went; ``more`` says whether there is time to go on."""
    judgement = judgement_of(system)
    assert judgement is not None
    return Going(system, judgement, battle).gone(more)


class Going:
    """A battle on its way from its beginning to its end."""

    def __init__(self, system: RuleSystem[Any], judgement: Judgement[Any], battle: Battle) -> None:
        self.system, self.judgement, self.first, self.given = system, judgement, battle.seats[0], battle.given
        self.stands, self.askers, self.decided = list[Stand](), list[str](), list[Decided]()
        self.parts, self.seq, self.over, self.closed = list[Session[Any]](), 0, False, False
        self.thrown, self.picked = list[int](), list[int]()
        """How many throws had fallen, and answers been chosen among several, at each quiet position."""
        self.dice = self.chosen = 0
        self.open(battle.phase, msgspec.json.decode(battle.state, type=system.state_type))
        self.settle()

    @property
    def live(self) -> Session[Any]:
        """The phase that is played."""
        return self.parts[-1]

    def gone(self, more: Callable[[], bool]) -> Course:
        """The whole way, or as far as there was time for."""
        whole = True
        for one in self.given:
            if not more():
                whole = False
                break
            self.give(one)
        if whole and not self.closed:  # where it is cut it is not quiet, and nothing is said of what came last
            self.stand("")
        swings = self.stretches()
        spots = tuple(self.spot(one, self.after(one)) for one in swings)
        return Course(tuple(self.stands), spots, bool(self.judgement.slope), whole)

    def open(self, phase: PhaseId, state: Any) -> None:
        """A phase begins."""
        self.parts.append(Session(self.system, Checkpoint(phase, state)))

    def settle(self) -> None:
        """Phases that are over have led to the next."""
        while self.live.over and not self.over:
            self.go_on()

    def go_on(self) -> None:
        """The next phase has begun, or the battle is over."""
        state = self.live.state
        phase = self.system.next_phase(state)
        if phase is None:
            self.over = True
        else:
            self.open(phase, state)

    def give(self, one: Given) -> None:
        """An input is given again; before an answer the position is weighed if it is quiet."""
        if one.kind == "throw":
            self.live.throw(tuple(one.body["faces"]))
            self.dice += 1
        elif one.kind == "answer":
            self.answer(one)
        elif one.kind == "resign":
            self.stand("")  # what it makes of the battle is no luck of what was done before it
            self.live.emit(self.system.concede(self.live.state, Seat(one.seat or "")))
            self.go_on()
        elif one.kind == "amend":
            self.amend(one)
        elif one.kind in CLOSED:
            self.close(one)
        self.seq = one.seq
        self.settle()

    def answer(self, one: Given) -> None:
        """An answer is given again, and remembered if there was a choice: as a decision if somebody thought about it,
        else for the dice after it.  What others have answered in secret beside it counts as chosen after it."""
        seat = Seat(one.seat or "")
        question, asked = self.live.question(seat), self.live.questions()
        if asked and asked[0].about in self.judgement.rests and not self.live.sealed():
            self.stand(asked[0].seat)
        if question is not None and question.domain.only() is None:
            self.chosen += 1
            if self.stands:
                self.decided.append(Decided(
                    one.seq, len(self.parts) - 1, len(self.live.tape), question.about, seat, one.body,
                    len(self.stands) - 1, self.dice, self.chosen - len(self.live.sealed()),
                    one.by not in BY_ITSELF and question.about not in self.judgement.at_once,
                ))  # fmt: skip
        if no := self.live.answer(seat, one.body):
            raise ValueError(f"input {one.seq} is refused: {no.code}")

    def amend(self, one: Given) -> None:
        """An umpire's edit of the position in which the phase began: no luck of what was done before it."""
        self.stand("")
        start = self.live.start.state
        events = proposed(self.system, start, msgspec.convert(one.body["changes"], list[Change]))
        if isinstance(events, Refusal):
            raise ValueError(f"input {one.seq} is refused: {events.code}")
        for event in events:
            start = self.system.evolve(start, event)
        phase = self.system.next_phase(start)
        assert phase is not None
        self.open(phase, start)
        self.stand("")

    def close(self, one: Given) -> None:
        """It ends drawn where it stands, which is no luck of what was done before it."""
        self.stand("")
        self.seq, self.closed = one.seq, True
        if self.judgement.slope:
            self.stand("")

    def weighed(self) -> float | None:
        """How it stands for the first seat."""
        if self.closed:
            return DRAWN
        with suppress(Exception):  # a position that cannot be weighed is passed over
            return stands_of(self.system, self.live.state, self.first)
        return None

    def stand(self, asked: str) -> None:
        """The position is weighed, once the battle has begun."""
        turn = turn_of(self.live.state)
        found = self.weighed() if has_begun(self.live.state) else None
        if found is not None:
            self.stands.append(Stand(self.seq, turn, found))
            self.askers.append(asked)
            self.thrown.append(self.dice)
            self.picked.append(self.chosen)

    # -- where most changed ---------------------------------------------------------------

    def stretches(self) -> list[Decided]:
        """Decisions of the stretches in which most changed, those first in which it was most: of each the last ones,
        and what was answered without thinking if the dice after it were the last thing that happened."""
        found: dict[tuple[int, int], list[Decided]] = {}
        for one in self.decided:
            after = self.after(one)
            if after is not None and (one.open or (self.is_last(one, after) and self.thrown[after] > one.thrown)):
                found.setdefault((one.before, after), []).append(one)
        most = sorted(found, key=lambda key: -abs(self.stands[key[1]].stands - self.stands[key[0]].stands))
        return [one for key in most[:STRETCHES] for one in found[key][-EACH - (not found[key][-1].open) :]]

    def is_last(self, one: Decided, after: int) -> bool:
        """Whether nothing else was chosen before the position it led to."""
        return self.picked[after] == one.chosen

    def after(self, one: Decided) -> int | None:
        """The number of the next position that is quiet as a line of play would have it (``Thinking.play_on``)."""
        through = one.about in self.judgement.through
        later = range(one.before + 1, len(self.stands))
        return next((n for n in later if not (through and self.askers[n] == one.seat)), None)

    def spot(self, one: Decided, after: int | None) -> Spot:
        """A decision with all that is needed to think about it."""
        assert after is not None
        live = self.parts[one.part]
        return Spot(
            one.seq, one.seat, live.start.phase, msgspec.msgpack.encode(live.start.state),
            msgspec.msgpack.encode(live.tape[: one.length]), one.ordered, one.before, after,
            self.thrown[after] - one.thrown, one.open, self.is_last(one, after),
        )  # fmt: skip
