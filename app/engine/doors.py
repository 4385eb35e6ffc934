"""Doors: the calls by which one chapter of a rulebook breaks into another.

A flow that a later chapter may interrupt (a test that sends a unit fleeing, a shot that is answered) calls a door; the
system says once, beside its phases, which function stands behind each.  So files never import each other in a circle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Door(Generic[P, R]):
    """A named call whose function the system names; ``LookupError`` if it is called before.

    >>> flight: Door[[int], int] = Door("morale.flight")
    >>> flight.leads_to(lambda pace: pace * 2)
    >>> flight(3)
    6
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.behind: Callable[P, R] | None = None

    def leads_to(self, behind: Callable[P, R]) -> None:
        """From now on this function is called."""
        self.behind = behind

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """What the function behind it answers."""
        if self.behind is None:
            raise LookupError(f"nothing stands behind {self.name}")
        return self.behind(*args, **kwargs)
