"""The contract every rule system fulfils."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NewType, Protocol, TypeVar

from msgspec import Struct, field

from app.engine.asks import Json, Random
from app.engine.clauses import ClauseIndex
from app.engine.dice import Faces
from app.engine.events import Event, Seat
from app.engine.flow import Flow, Game
from app.engine.modifiers import Line
from app.engine.pictures import Picture
from app.engine.refusals import Clause, Fact, Refusal
from app.engine.views import Grid, Inspection, View

PhaseId = NewType("PhaseId", str)
S = TypeVar("S")
Phase = Callable[[Game[S]], Flow[None]]
"""One resumable stretch of play; a checkpoint is taken when it returns."""


class SideSetup(Struct, frozen=True):
    """One side of a game to be: its seat, and the roster (the name of its band in it) as its system writes it."""

    seat: Seat
    roster: Json


class Setup(Struct, frozen=True):
    """A game to be: scenario, sides in seat order, and the table rules agreed."""

    scenario: str
    sides: tuple[SideSetup, ...]
    options: dict[str, Any] = field(default_factory=dict)


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How a game ended.  ``winner`` is ``None`` for a draw; ``reason`` is a sentence key.

    ``tally``: for each seat what its points are made of, where a system counts points.
    """

    winner: Seat | None
    reason: str
    facts: dict[str, Fact] = field(default_factory=dict)
    tally: dict[str, tuple[Line, ...]] = field(default_factory=dict)


class Telling(Struct, frozen=True, kw_only=True):
    """An event as the log tells it: sentence key and facts, dice with their breakdown.

    ``needed`` is what the total had to reach, if anything; ``weight`` is
    ``turn``, ``phase``, ``roll``, ``deed``, ``quiet``, ``idle``: that a piece did nothing,
    which a log may say of several at once, or ``die``: one of many dice of one roll,
    which it may set side by side.  ``grid``: the result table that was read.
    ``story``: of which kind of story this is a part, such as a charge, that a log may fold into one; with ``+`` behind
    it begins one, with ``-`` it ends it, and ``-`` alone ends all.  ``good``: of each of many dice whether it did what
    it was thrown for.  ``picture``: what of it is shown on the table.
    ``below``: the total had to stay below ``needed``.
    """

    about: str
    facts: dict[str, Fact] = field(default_factory=dict)
    faces: tuple[Faces, ...] = ()
    lines: tuple[Line, ...] = ()
    total: int | None = None
    needed: int | None = None
    below: bool = False
    weight: str = "deed"
    pieces: tuple[str, ...] = ()
    grid: Grid | None = None
    story: str = ""
    good: tuple[bool, ...] = ()
    picture: Picture | None = None

    @property
    def is_deed(self) -> bool:
        """Whether it tells something that happened: neither quiet nor idle, nor one die of many."""
        return self.weight not in ("quiet", "idle", "die")


class RuleSystem(Protocol[S]):
    """A wargame's rules.  Pure: no clock, no randomness, no I/O."""

    key: str
    version: int
    state_type: type[S]
    event_types: tuple[type[Event], ...]
    phases: Mapping[PhaseId, Phase[S]]
    clauses: ClauseIndex
    out_of_turn: Clause
    """The clause that refuses an answer of a seat that is asked nothing, where no open question may be named."""
    sentences: Mapping[str, str]

    def begin(self, setup: Setup) -> S:
        """The state before the first phase of a legal set-up."""
        ...

    def next_phase(self, state: S) -> PhaseId | None:
        """The phase to play now; ``None`` when the game is over."""
        ...

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event; only assigns what the event states."""
        ...

    def view(self, state: S, viewer: Seat | None) -> View:
        """All that this seat (``None``: a spectator) may see."""
        ...

    def go(self, state: S) -> Seat | None:
        """Whose go it is, as views say it; cheap, for it is asked at every question."""
        ...

    def tell(self, event: Event) -> Telling:
        """The event as the log tells it."""
        ...

    def inspect(self, state: S, viewer: Seat | None, id: str) -> Inspection:
        """What this viewer sees who asks about a counter, a group or a force."""
        ...

    def imagine(self, state: S, seat: Seat, luck: Random) -> S:
        """A state that agrees with all this seat knows, the hidden facts drawn anew."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        ...

    def concede(self, state: S, seat: Seat) -> Event:
        """The event that ends the game because this seat gave up."""
        ...

    def refuse_setup(self, setup: Setup) -> tuple[Refusal, ...]:
        """All that stands against a set-up; empty when it is legal."""
        ...

    @property
    def staging(self) -> Any:
        """How case files set a position of this system (``engine.staging.Staging``)."""
        ...

    def rulebook(self, language: str) -> ClauseIndex:
        """The clauses as readers of a language read them; English where there is no other."""
        ...

    def catalogue(self) -> Json:
        """What a page needs to set a game up: scenarios, options, ready rosters, lists to build from."""
        ...
