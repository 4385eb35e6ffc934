"""The options of a menu or a pick, worked out only when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from app.engine.refusals import Clause, Fact, Refusal
from app.engine.views import Note

if TYPE_CHECKING:
    from app.engine.asks import Domain

Closed = Refusal | None
"""Why an option is closed; ``None``: it is open."""
Reason = Refusal | Callable[[], Closed] | None
"""The same, or a function that finds it."""


class Option:
    """An option of a menu: closed for a reason, or open with perhaps a further question below.

    ``about`` with ``facts`` words it (the key itself if empty); ``piece`` is
    the counter it stands for.  The reason may be given as a function; it and
    ``then`` are called only when they are looked at, and once.
    ``hollow``: closed only because nothing open was found below, so an answer that goes on is judged by itself.
    ``weight``: how often a sample takes it beside the others.
    ``told``: what the page says of it beside its name, such as what is declared already; ``undo``: the key below it
    that takes that back.
    """

    __slots__ = ("_no", "about", "clause", "facts", "hollow", "piece", "then", "told", "undo", "weight")

    def __init__(
        self,
        no: Reason = None,
        then: Callable[[], Domain[Any]] | None = None,
        about: str = "",
        facts: Mapping[str, Fact] | None = None,
        piece: str = "",
        clause: Clause | None = None,
        hollow: bool = False,
        weight: int = 1,
        told: tuple[Note, ...] = (),
        undo: str = "",
    ) -> None:
        self._no: Reason = no
        self.then = None if then is None else cache(then)
        self.about, self.facts, self.piece = about, facts or {}, piece
        self.clause, self.hollow, self.weight = clause, hollow, weight
        self.told, self.undo = told, undo

    @property
    def no(self) -> Closed:
        """The reason why it is closed, if it is."""
        no = self._no
        if callable(no):
            self._no = no = no()
        return no

    def beside(self) -> dict[str, object]:
        """What stands beside its name, if anything does."""
        return {**({"told": self.told} if self.told else {}), **({"undo": self.undo} if self.undo else {})}

    def is_shut(self, goes_on: bool) -> bool:
        """Whether it is closed to an answer that goes on below it, or to one that does not."""
        return not (self.hollow and goes_on) and self.no is not None


class Late(Mapping[str, Closed]):
    """Options of a pick whose reasons are found one by one, each when it is looked at, and once."""

    __slots__ = ("_find", "_found", "_keys")

    def __init__(self, keys: tuple[str, ...], find: Callable[[str], Closed]) -> None:
        self._keys = dict.fromkeys(keys)
        self._find, self._found = find, dict[str, Closed]()

    def __getitem__(self, key: str) -> Closed:
        """The reason of this option; ``KeyError`` if there is none of that key."""
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
