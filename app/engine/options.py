"""The options of a menu or a pick, worked out only when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from app.engine.refusals import Clause, Fact, Refusal
from app.engine.views import Note

if TYPE_CHECKING:
    from app.engine.asks import Domain

T = TypeVar("T")
Closed = Refusal | None
"""Why an option is closed; ``None``: it is open."""
Reason = Refusal | Callable[[], Closed] | None
"""The same, or a function that finds it."""
Gesture = Literal["", "drag", "onto", "click", "self"]
"""What a hand does on the table to give an order: drag the piece to a place, drag it on to another, click another,
click the piece itself; nothing where only the panel offers it."""


class Once(Generic[T]):
    """A function without arguments that is called when its value is first looked at, and once; lighter than a cache."""

    __slots__ = ("_found", "_make")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make: Callable[[], T] | None = make

    def __call__(self) -> T:
        """The value."""
        if self._make is not None:
            self._found: T = self._make()
            self._make = None
        return self._found


class Sought(Sequence[T]):
    """Things that are sought one after the other, each when it is first looked at."""

    __slots__ = ("_found", "_source")

    def __init__(self, source: Iterator[T]) -> None:
        self._source, self._found = source, list[T]()

    def _upto(self, count: int | None) -> list[T]:
        missing = None if count is None else max(0, count - len(self._found))
        self._found += islice(self._source, missing)
        return self._found

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...

    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        """As of a tuple of them all."""
        last = at.stop if isinstance(at, slice) else at + 1
        return self._upto(last if last is not None and last > 0 else None)[at]

    def __len__(self) -> int:
        return len(self._upto(None))

    def __bool__(self) -> bool:
        return bool(self._upto(1))


def few(sure: Iterable[T], limit: int, propose: Callable[[], T], test: Callable[[T], Refusal | None]) -> list[T]:
    """The first answers that are sure; where these are too few, proposals that stand the test too."""
    found = list(islice(sure, limit))
    if len(found) == limit:
        return found
    tried = [propose() for _ in range(limit)]
    return [*found, *(one for one in tried if test(one) is None)][:limit]


class Option:
    """An option of a menu: closed for a reason, or open with perhaps a further question below.

    ``about`` with ``facts`` words it (the key itself if empty); ``piece`` is
    the counter it stands for.  Reasons may be given as functions; they and
    ``then`` are called only when they are looked at, and once.
    ``nothing``: why it is closed because nothing open was found below; an answer that goes on is judged by itself.
    ``weight``: how often a sample takes it beside the others.  ``gesture``: what a hand does on the table to give it.
    ``told``: what the page says of it beside its name, such as what is declared already; ``undo``: the key below it
    that takes that back.
    """

    __slots__ = (
        "_no", "_nothing", "about", "clause", "facts", "gesture", "piece", "then", "told", "undo", "weight",
    )  # fmt: skip

    def __init__(
        self,
        no: Reason = None,
        then: Callable[[], Domain[Any]] | None = None,
        about: str = "",
        facts: Mapping[str, Fact] | None = None,
        piece: str = "",
        clause: Clause | None = None,
        nothing: Reason = None,
        weight: int = 1,
        told: tuple[Note, ...] = (),
        undo: str = "",
        gesture: Gesture = "",
    ) -> None:
        self._no: Reason = no
        self._nothing: Reason = nothing
        self.then = then if then is None or isinstance(then, Once) else Once(then)
        self.about, self.facts, self.piece = about, {} if facts is None else facts, piece
        self.clause, self.weight, self.gesture = clause, weight, gesture
        self.told, self.undo = told, undo

    @property
    def barred(self) -> Closed:
        """The reason why it is closed whatever lies below it, if it is."""
        if callable(self._no):
            self._no = self._no()
        return self._no

    @property
    def no(self) -> Closed:
        """The reason why it is closed, if it is."""
        barred = self.barred
        if barred is None and callable(self._nothing):
            self._nothing = self._nothing()
        return barred or self._nothing  # type: ignore[return-value]

    @property
    def is_known(self) -> bool:
        """Whether nothing has to be found out to say if it is closed."""
        return not callable(self._no) and (self._no is not None or not callable(self._nothing))

    @property
    def is_deep(self) -> bool:
        """Whether it may have to be found out what lies below it to say if it is closed."""
        return callable(self._nothing)

    def beside(self) -> dict[str, object]:
        """What stands beside its name, if anything does."""
        found = {"told": self.told, "undo": self.undo, "gesture": self.gesture}
        return {name: value for name, value in found.items() if value}

    def is_shut(self, goes_on: bool) -> bool:
        """Whether it is closed to an answer that goes on below it, or to one that does not."""
        return (self.barred if goes_on else self.no) is not None


def opened(options: Mapping[str, Option]) -> Iterator[str]:
    """The options that may be taken, one by one: first those of which nothing has to be found out.

    Last come those that are closed where nothing open lies below them, for that is the longest to find out.
    """
    light, deep = list[tuple[str, Option]](), list[tuple[str, Option]]()
    for key, option in options.items():
        if not option.is_known:
            (deep if option.is_deep else light).append((key, option))
        elif option.no is None:
            yield key
    for rows in (light, deep):
        for key, option in rows:
            if option.no is None:
                yield key


class Late(Mapping[str, T]):
    """Options, or why those of a pick are closed, found one by one: each when it is looked at, and once."""

    __slots__ = ("_find", "_found", "_keys")

    def __init__(self, keys: tuple[str, ...], find: Callable[[str], T]) -> None:
        self._keys = dict.fromkeys(keys)
        self._find, self._found = find, dict[str, T]()

    def __getitem__(self, key: str) -> T:
        """What is found for this key; ``KeyError`` if there is none of that key."""
        if key not in self._found:
            self._keys[key]
            self._found[key] = self._find(key)
        return self._found[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
