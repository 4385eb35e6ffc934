"""Events that word themselves for the log and fold themselves into a state, and a system made of such events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic

from msgspec.structs import asdict, replace

from app.engine.books import Book
from app.engine.clauses import ClauseIndex
from app.engine.events import Event, Seat
from app.engine.geometry import Point
from app.engine.orders import Orders
from app.engine.pictures import Sketch
from app.engine.reach import Threat
from app.engine.refusals import Fact
from app.engine.system import Outcome, S, Telling
from app.engine.views import Inspection


class ToldEvent(Event, frozen=True, kw_only=True):
    """An event that tells itself; a subclass says more where its sentence needs more."""

    story: ClassVar[str] = ""
    """Of which story it is a part (see ``Telling``)."""

    def facts(self) -> dict[str, Fact]:
        """The fields a sentence can name: numbers, words, ids of counters."""
        found = asdict(self)
        return {k: v for k, v in found.items() if isinstance(v, int | str) and k != "clause"}

    def tell(self) -> Telling:
        """As the log tells it: the sentence of its kind with its plain fields."""
        return Telling(about=self.kind, facts=self.facts())

    def fold(self, state: Any) -> Any:  # noqa: ANN401 - each system has a state of its own
        """The state after this event; unchanged unless a subclass says what it assigns."""
        return state


class StageEvent(ToldEvent, frozen=True, kw_only=True):
    """A step of the set-up is finished: play may rest here.

    The state has ``with_``, which gives it with fields changed.
    """

    stage: str

    def fold(self, state: Any) -> Any:  # noqa: ANN401
        """It is the last that is finished."""
        return state.with_(stage=self.stage)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet")


class EndEvent(ToldEvent, frozen=True, kw_only=True):
    """A game has ended.  The state has ``with_``, which gives it with fields changed."""

    outcome: Outcome

    def fold(self, state: Any) -> Any:  # noqa: ANN401
        """The outcome stands."""
        return state.with_(outcome=self.outcome)

    def tell(self) -> Telling:
        """Who won, or that it is a draw; the reason is a sentence of its own."""
        return told_end(self.kind, self.outcome)


class GivenUpEvent(EndEvent, frozen=True, kw_only=True):
    """A game has ended because somebody gave up."""

    seat: Seat

    def tell(self) -> Telling:
        """Who gave up."""
        return Telling(about=self.kind, facts={"seat": self.seat}, weight="turn")


def told_end(kind: str, outcome: Outcome) -> Telling:
    """How a game's end is told: who won, or that it is a draw; the reason is a sentence of its own."""
    facts: dict[str, Fact] = {"winner": outcome.winner or "", **outcome.facts}
    return Telling(about=kind if outcome.winner else f"{kind}.draw", facts=facts, weight="turn")


def kinds_of(parent: type[ToldEvent], key: str) -> Iterator[type[Event]]:
    """Every event that a system of this key stores, in the order its module was read."""
    for child in parent.__subclasses__():
        if str(child.__struct_config__.tag).startswith(f"{key}."):
            yield child
        yield from kinds_of(child, key)


class Told(Generic[S]):
    """What systems have in common whose events fold and tell themselves, and whose state holds its outcome.

    A system names its key, its book and the parent of its events, and lists what else the contract asks for
    (``begin``, ``view`` …) as static methods.
    """

    key: str
    version: int = 1
    book: Book
    parent: type[ToldEvent]
    event_types: tuple[type[Event], ...]
    clauses: ClauseIndex
    mark: str = "M8 8h18v18H8zM17 16.9v.2"
    """A picture of it, in lines: the data of an SVG path in a square of 34."""
    measures: bool = True
    """Whether players may measure at any time; its views say so too."""
    orders: tuple[Orders[Any, Any], ...] = ()
    """What may be ordered, a list a phase."""
    pictures: Mapping[str, Sketch] = {}
    """How its events are shown on the table, by kind."""
    unpictured: Mapping[str, str] = {}
    """Why the other kinds are not."""
    asked: Mapping[str, Sketch] = {}
    """What is shown on the table as long as a question stands, by what it is about: from whom to whom it goes."""
    upshots: tuple[tuple[str, ...], ...] = ()
    """The kinds of event that say what came of a deed: those that matter most first, with others as weighty."""
    graves: Mapping[str, tuple[str, ...]] = {}
    """The kinds of event that tell of something grave, by how grave it is (``GRAVES``)."""
    midway: frozenset[str] = frozenset()
    """What questions are about that are put in the middle of a deed: who answers them begins no go of his own."""
    stories: Mapping[str, str] = {}
    """Of which story events are a part (see ``Telling``), by kind, where the event does not say so itself."""
    translations: Mapping[str, Mapping[str, str]] = {}
    """By language what Gunbai's own catalogue does not translate: English text to that of the language."""

    def __init_subclass__(cls) -> None:
        """Its events are those of its parent that bear its key; its clauses are its book's."""
        cls.event_types, cls.clauses = tuple(kinds_of(cls.parent, cls.key)), cls.book.clauses

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event; one that is not of the system changes nothing."""
        return event.fold(state) if isinstance(event, ToldEvent) else state

    def tell(self, event: Event) -> Telling:
        """The event as the log tells it."""
        if not isinstance(event, ToldEvent):
            return Telling(about=event.kind)
        told, sketch = event.tell(), self.pictures.get(event.kind)
        story = event.story or told.story or self.stories.get(event.kind, "")
        if not story and sketch is None:
            return told
        return replace(told, story=story, picture=sketch.of(event) if sketch else None)

    def stands(self, state: S, id: str) -> Point | None:
        """Where the middle of a piece is, if a picture may ask for it (``Sketch.whence``)."""
        return None

    def inspect(self, state: S, viewer: Seat | None, id: str) -> Inspection:
        """Nothing more than the view holds, unless a system says so."""
        return Inspection()

    def threat(self, state: S, viewer: Seat | None, id: str) -> tuple[Threat, ...]:
        """How far a piece is to be reckoned with, as far as this viewer can know; nothing unless a system says so."""
        return ()

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        return state.outcome  # type: ignore[attr-defined, no-any-return]

    def rulebook(self, language: str) -> ClauseIndex:
        """The clauses as readers of a language read them; English where there is no other."""
        return self.book.rulebook(language)
