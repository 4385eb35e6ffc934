"""What may come of an option: the flow it leads to, run by itself on an imagined state, branching where dice fall.

A system says with ``prospects`` of which questions that is known.  As the flow begins at the option, nothing of what
others answered in secret before is run again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, islice, product
from math import comb, factorial, prod
from random import Random
from typing import Any, Generic

from msgspec import Struct, structs

from app.engine.asks import AnyAsk, AskAll, Json
from app.engine.dice import Dice, Faces
from app.engine.events import Event, Seat
from app.engine.flow import Effect, Flow, Game, Roll
from app.engine.modifiers import Line
from app.engine.odds import WHOLE, TooMany
from app.engine.refusals import Fact
from app.engine.system import RuleSystem, S
from app.engine.views import Note

TRIED, DRAWS, LEAST = 300, 600, 8
"""How many leaves of a deed are counted out at most; how often it is played where there are more, at most and least."""


class Outcome(Struct, frozen=True):
    """How a deed may end: the key of its sentence, how much it changes (0 to 4), and whether it is what the deed is
    for."""

    key: str
    rank: int
    wanted: bool = False


@dataclass(frozen=True, slots=True)
class Deed(Generic[S]):
    """The flow that an option leads to, and what its endings are called.

    Whoever is asked something meanwhile answers by his silence, or as ``answers`` says.  ``thrown``: dice that lie
    already, the first that the flow calls for.  ``sums``: the rolls of which only the total of the dice that are kept
    counts; ``faces``: those whose dice count one by one, by what each is then worth.  ``worlds``: the states it may be
    done in and how likely each is, where it is not known; else the one that was imagined.  ``later``: it is not done at
    once, but what the option is good for when it comes to it.  ``of``: of whom, and of what, its endings tell.
    """

    play: Callable[[Game[S]], Awaitable[object] | None]
    tell: Callable[[Sequence[Event]], str]
    outcomes: tuple[Outcome, ...]
    of: Note | None = None
    needs: Note | None = None
    notes: tuple[Note, ...] = ()
    lines: tuple[Line, ...] = ()
    sums: frozenset[str] = frozenset()
    faces: Mapping[str, Callable[[int], Hashable]] = field(default_factory=dict)
    answers: Callable[[AnyAsk, S], Any] | None = None
    thrown: tuple[Faces, ...] = ()
    worlds: tuple[tuple[Fraction, S], ...] = ()
    later: bool = False


class Asked(Struct, frozen=True):
    """A question as its seat sees it, and the picks that lead to the level looked at.

    ``lately``: what the seat saw happen last in this phase, the plain fields of each event.
    """

    seat: Seat
    about: str
    facts: dict[str, Fact]
    at: tuple[str, ...] = ()
    lately: tuple[dict[str, Any], ...] = ()

    def last(self, kind: str) -> dict[str, Any] | None:
        """The latest event of this kind, if it was not long ago."""
        return next((row for row in reversed(self.lately) if row["kind"] == kind), None)

    def since(self, kind: str) -> tuple[dict[str, Any], ...]:
        """That event and what followed it."""
        at = [n for n, row in enumerate(self.lately) if row["kind"] == kind]
        return self.lately[at[-1] :] if at else ()


@dataclass(frozen=True, slots=True)
class Prospect(Generic[S]):
    """A level of a question whose options hang on dice: by its key and the picks above, ``*`` for any."""

    about: str
    at: tuple[str, ...]
    deed: Callable[[S, Asked, Json], Deed[S] | None]

    def is_of(self, about: str, at: Sequence[str]) -> bool:
        """Whether this is the level."""
        fits = len(at) == len(self.at) and all(want in ("*", key) for want, key in zip(self.at, at, strict=True))
        return fits and about == self.about


class Share(Struct, frozen=True):
    """An ending and how likely it is, in parts of 10,000."""

    key: str
    rank: int
    wanted: bool
    parts: int


class Chance(Struct, frozen=True, kw_only=True):
    """What may come of an option: every ending that can be, the least first; ``wanted``: of those it is for.

    ``played``: how often it was played out, where the ways the dice can fall were not counted.  ``of``: of whom, and of
    what, the endings tell.
    """

    exact: bool
    wanted: int
    shares: tuple[Share, ...]
    of: Note | None = None
    needs: Note | None = None
    notes: tuple[Note, ...] = ()
    lines: tuple[Line, ...] = ()
    played: int = 0


def always() -> bool:
    """There is time for more."""
    return True


def prospects_of(system: RuleSystem[Any], about: str) -> tuple[Prospect[Any], ...]:
    """The levels of this question at which a system knows odds."""
    found: tuple[Prospect[Any], ...] = getattr(system, "prospects", ())
    return tuple(prospect for prospect in found if prospect.about == about)


def foretold(
    system: RuleSystem[S],
    state: S,
    asked: Asked,
    raw: Json,
    more: Callable[[], bool] = always,
    counts: Callable[[], bool] = always,
) -> Chance | None:
    """What may come of an option; ``None`` where no dice are thrown.

    ``more``: whether there is time for more; ``counts``: and whether it is still spent on counting.
    """
    for prospect in prospects_of(system, asked.about):
        if prospect.is_of(asked.about, asked.at) and (deed := prospect.deed(state, asked, raw)):
            return chance(system, state, deed, more, counts)
    return None


def chance(
    system: RuleSystem[S],
    state: S,
    deed: Deed[S],
    more: Callable[[], bool] = always,
    counts: Callable[[], bool] = always,
) -> Chance | None:
    """The chance of every ending of a deed; ``None`` where no dice are thrown, and none lie already."""
    trial = Tried(system, state, deed, more, counts)
    if not deed.thrown and not trial.has_dice():
        return None
    try:
        exact, weights = True, trial.exactly()
    except TooMany:
        exact, weights = False, trial.sampled()
    whole = sum(weights.values(), Fraction(0))
    rows = [(outcome, weights.get(outcome.key, Fraction(0)) / whole) for outcome in deed.outcomes]
    if sum(share for _, share in rows) != 1:
        raise ValueError(f"an ending without a name: {sorted(set(weights) - {row.key for row, _ in rows})}")
    shares = tuple(Share(row.key, row.rank, row.wanted, parts_of(part)) for row, part in rows if part)
    wanted = sum((part for row, part in rows if row.wanted), Fraction(0))
    return Chance(exact=exact, wanted=parts_of(wanted), shares=shares, of=deed.of, needs=deed.needs,
                  notes=deed.notes, lines=deed.lines, played=0 if exact else trial.played)  # fmt: skip


def parts_of(share: Fraction) -> int:
    """A share in parts of 10,000; what can be is never 0 and what need not be never all."""
    parts = round(share * WHOLE)
    return min(WHOLE - 1, max(1, parts)) if 0 < share < 1 else parts


class Playing(Generic[S]):
    """A game in which one deed is done.  ``asked_last``: the keys of what was asked since dice fell last."""

    def __init__(self, system: RuleSystem[S], state: S, deed: Deed[S]) -> None:
        self.state, self.events, self._system, self._answers = state, list[Event](), system, deed.answers
        self.asked_last = list[str]()
        self._flow: Flow[None] = _whole(deed, self)
        self.waiting: Roll | None = self._go(None)

    def emit(self, event: Event) -> None:
        """Record an event and fold it into the state."""
        self.state = self._system.evolve(self.state, event)
        self.events.append(event)

    def throw(self, faces: Faces) -> None:
        """Dice have fallen so."""
        self.asked_last.clear()
        self.waiting = self._go(faces)

    def close(self) -> None:
        """Nothing more is played."""
        self._flow.close()

    def _go(self, reply: object) -> Roll | None:
        """On to the next dice or the end; everybody who is asked answers."""
        try:
            while not isinstance(effect := self._flow.send(reply), Roll):
                reply = self._said(effect)
        except StopIteration:
            return None
        return effect

    def _said(self, effect: Effect) -> object:
        """What is answered where this is asked."""
        if isinstance(effect, AskAll):
            return {question.seat: self._one(question) for question in effect.asks}
        assert not isinstance(effect, Roll)
        return self._one(effect)

    def _one(self, question: AnyAsk) -> object:
        self.asked_last.append(question.about)
        return self._answers(question, self.state) if self._answers else question.default


async def _whole(deed: Deed[S], game: Playing[S]) -> None:
    if (done := deed.play(game)) is not None:
        await done


class Tried(Generic[S]):
    """A deed whose endings are being weighed."""

    def __init__(
        self,
        system: RuleSystem[S],
        state: S,
        deed: Deed[S],
        more: Callable[[], bool] = always,
        counts: Callable[[], bool] = always,
    ) -> None:
        self.system, self.deed, self.more, self.counts = system, deed, more, counts
        self.ways, self.played = 0, 0
        self.worlds = deed.worlds or ((Fraction(1), state),)

    def after(self, state: S, thrown: Sequence[Faces]) -> Playing[S]:
        """The deed begun, and these dice thrown."""
        game = Playing(self.system, state, self.deed)
        for faces in (*self.deed.thrown, *thrown):
            game.throw(faces)
        return game

    def has_dice(self) -> bool:
        """Whether dice are thrown at all."""
        return any(self.after(state, ()).waiting is not None for _, state in self.worlds)

    def exactly(self) -> dict[str, Fraction]:
        """Every way the dice can fall in every world; ``TooMany`` beyond ``TRIED``."""
        found: dict[str, Fraction] = {}
        self.ways = len(self.worlds)
        for weight, state in self.worlds:
            self.branch(state, (), weight, found)
        return found

    def branch(self, state: S, thrown: tuple[Faces, ...], weight: Fraction, found: dict[str, Fraction]) -> None:
        """Follow every fall of the next dice."""
        game = self.after(state, thrown)
        if (roll := game.waiting) is None:
            name = self.deed.tell(game.events)
            found[name] = found.get(name, Fraction(0)) + weight
            return
        game.close()
        rows = list(self.falls(roll))
        self.ways += len(rows) - 1  # at least so many in all, also where ties are thrown again without end
        if self.ways > TRIED or not (self.counts() and self.more()):
            raise TooMany
        for faces, ways in rows:
            self.branch(state, (*thrown, faces), weight * Fraction(ways, roll.dice.sides**roll.dice.count), found)

    def falls(self, roll: Roll) -> Iterator[tuple[Faces, int]]:
        """The ways these dice can fall that differ in what counts, one example of each and how many ways it stands for;
        ``TooMany`` where there are more than are worth counting.

        Where nothing is known of what counts, it matters which die shows what.
        """
        dice = roll.dice
        if roll.why in self.deed.faces:
            return alike(dice, self.deed.faces[roll.why])
        if roll.why in self.deed.sums and comb(dice.count + dice.sides - 1, dice.count) <= 4 * TRIED:
            return summed(dice)
        if dice.sides**dice.count > TRIED:
            raise TooMany
        return ((faces, 1) for faces in product(range(1, dice.sides + 1), repeat=dice.count))

    def sampled(self) -> dict[str, Fraction]:
        """So many falls as there is time for, ``DRAWS`` at most, drawn with a fixed seed, each in any of the worlds."""
        luck, found = Random(0), Counter[str]()
        states, weights = [state for _, state in self.worlds], [float(weight) for weight, _ in self.worlds]
        while self.played < DRAWS and (self.played < LEAST or self.more()):
            (state,) = luck.choices(states, weights)
            game = self.after(state, ())
            while (roll := game.waiting) is not None:
                game.throw(tuple(luck.randint(1, roll.dice.sides) for _ in range(roll.dice.count)))
            found[self.deed.tell(game.events)] += 1
            self.played += 1
        return {name: Fraction(times) for name, times in found.items()}


def summed(dice: Dice) -> Iterator[tuple[Faces, int]]:
    """An example of every total of the dice that are kept, and how many ways there are to it."""
    found: dict[int, tuple[Faces, int]] = {}
    for faces, ways in dice.falls():
        first, sum_ = found.get(dice.total(faces), (faces, 0))
        found[dice.total(faces)] = (first, sum_ + ways)
    return iter(found.values())


def alike(dice: Dice, worth: Callable[[int], Hashable]) -> Iterator[tuple[Faces, int]]:
    """An example of every way the dice can fall of which each counts for what it is worth, and how many ways it is."""
    kinds: dict[Hashable, list[int]] = {}
    for face in range(1, dice.sides + 1):
        kinds.setdefault(worth(face), []).append(face)
    for drawn in combinations_with_replacement(kinds.values(), dice.count):
        times = Counter(faces[0] for faces in drawn)
        sizes = {faces[0]: len(faces) for faces in drawn}
        ways = factorial(dice.count) // prod(map(factorial, times.values()))
        yield tuple(faces[0] for faces in drawn), ways * prod(sizes[face] ** n for face, n in times.items())


def saying(given: Mapping[str, Any]) -> Callable[[AnyAsk, Any], Any]:
    """Questions of these keys are answered so, others by silence."""
    return lambda question, _: given.get(question.about, question.default)


def lately(events: Sequence[Event], seat: Seat, most: int = 16) -> tuple[dict[str, Any], ...]:
    """The last events that this seat may see, of each its kind and what of it is plain."""
    seen = (event for event in reversed(events) if event.seen_by is None or seat in event.seen_by)
    return tuple({"kind": event.kind, **_plain(event)} for event in islice(seen, most))[::-1]


def _plain(event: Event) -> dict[str, Any]:
    found = structs.asdict(event)
    return {key: said for key, said in found.items() if isinstance(said, int | str) or _is_row(said)}


def _is_row(said: object) -> bool:
    return isinstance(said, tuple) and all(isinstance(one, int | str) for one in said)


def ending(*kinds: tuple[type[Event], str], otherwise: str) -> Callable[[Sequence[Event]], str]:
    """A name for what came of a deed: that of the first of these kinds of event that happened."""
    return partial(_ending, kinds, otherwise)


def _ending(kinds: Sequence[tuple[type[Event], str]], otherwise: str, events: Sequence[Event]) -> str:
    return next((name for kind, name in kinds if any(isinstance(event, kind) for event in events)), otherwise)
