"""What opponents of any system make their ideas and quick answers of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from math import hypot
from typing import Any, Protocol, TypeVar

from app.engine.asks import AnyAsk, Json, Random
from app.engine.domains import Option
from app.engine.geometry import Point
from app.engine.judgement import drawn, offered

T = TypeVar("T")


class Named(Protocol):
    """A unit or a model."""

    @property
    def id(self) -> str:
        """Its id."""
        ...


U = TypeVar("U", bound=Named)
BEST = 3
Ideas = Callable[[Any, AnyAsk, Random], Iterable[Json]]
Quick = Callable[[Any, AnyAsk, Random], Json]


def apart(a: Point, b: Point) -> float:
    """How far two places are from each other."""
    return hypot(a.x - b.x, a.y - b.y)


def length(way: Sequence[Point]) -> float:
    """How long a way is from point to point."""
    return sum(apart(a, b) for a, b in pairwise(way))


def mean(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return Point(sum(p.x for p in points) // len(points), sum(p.y for p in points) // len(points))


def pick(key: str, then: Json = None) -> Json:
    """An answer to a menu."""
    return key if then is None else {"pick": key, "then": then}


def is_open(options: Mapping[str, Option], key: str) -> bool:
    """Whether there is such an option and it may be taken."""
    return key in options and options[key].no is None


def below(option: Option, most: int) -> list[Json]:
    """The first answers below an option; one that is empty where nothing is asked there."""
    if option.then is None:
        return [None]
    domain = option.then()
    return [domain.write(answer) for answer in domain.some(most)]


def by_turns(rows: Iterable[Iterable[T]]) -> Iterator[T]:
    """The first of every row, then the second of every row, and so on."""
    nothing = object()
    for row in zip_longest(*rows, fillvalue=nothing):
        yield from (one for one in row if one is not nothing)  # type: ignore[misc]


def prey(mine: Sequence[T], foes: Sequence[U], menace: Callable[[T, U], float]) -> str:
    """The enemy at whom the three who can do most to him can do most of all; nobody where there is nobody."""
    if not mine:
        return ""

    def worth_it(foe: U) -> float:
        return sum(sorted((menace(me, foe) for me in mine), reverse=True)[:BEST])

    return max(((worth_it(foe), foe.id) for foe in foes), default=(0.0, ""))[1]


# -- by question --------------------------------------------------------------------------


def ideas_of(known: Mapping[str, Ideas]) -> Ideas:
    """What is thought of at every question; what the question itself lists where nothing is said of it."""
    return lambda state, question, rng: known.get(question.about, offered)(state, question, rng)


def quick_of(known: Mapping[str, Quick]) -> Quick:
    """What is answered at once at every question; any answer where nothing is said of it."""
    return lambda state, question, rng: known.get(question.about, drawn)(state, question, rng)


def silent(_: object, question: AnyAsk, __: Random) -> Json:
    """What silence means."""
    return question.domain.write(question.default)


def first_of(ideas: Ideas) -> Quick:
    """The first of some ideas that is legal; what silence means where there is none."""

    def found(state: object, question: AnyAsk, rng: Random) -> Json:
        for raw in ideas(state, question, rng):
            if question.domain.refuse(question.domain.read(raw)) is None:
                return raw
        return silent(state, question, rng)

    return found


def mostly_yes(_: object, question: AnyAsk, rng: Random) -> Json:
    """Yes three times out of four, where it may be."""
    domain: Any = question.domain
    open_ = domain.open()
    return "yes" if "yes" in open_ and (len(open_) == 1 or rng.randrange(0, 4)) else "no"
