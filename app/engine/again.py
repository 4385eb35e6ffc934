"""What was made of the very same values before is given again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
MOST = 1 << 13
"""Results a function keeps; beyond it all are made again."""


def of_the_same(make: Callable[P, T]) -> Callable[P, T]:
    """A pure function of immutable values that is not called again for the very same objects.

    Objects are told apart by what they are, not by what they are equal to: a state hands on each part that did not
    change, and to compare the whole of it would cost more than to make the result anew.  Positional arguments only.
    """
    known: dict[tuple[int, ...], tuple[object, T]] = {}

    @wraps(make)
    def again(*args: P.args, **named: P.kwargs) -> T:
        key = tuple(map(id, args))
        found = known.get(key)
        if found is None:
            if len(known) >= MOST:
                known.clear()
            # The arguments are kept with it, so that no other object can come to bear their names.
            found = known[key] = (args, make(*args, **named))
        return found[1]

    return again
