"""What came of a seat's own last answer: only what that seat, or all at a shared screen, may see."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from app.engine.events import Seat
from app.engine.system import Telling
from app.games.look import came_of

RED, BLUE = Seat("red"), Seat("blue")


def roll(name: str, *seen_by: Seat, weight: str = "roll", thrown: bool = True) -> Any:
    """An event with its telling; seen by all where nobody is named."""
    told = Telling(about=name, faces=((3,),) if thrown else (), weight=weight)
    return SimpleNamespace(seen_by=seen_by or None, told=told)


@pytest.mark.parametrize(("events", "shared", "found"), [
    ((roll("first"), roll("last")), False, "last"), ((roll("mine", RED),), False, "mine"),
    ((roll("open"), roll("mine", RED)), True, "open"), ((roll("open"), roll("theirs", BLUE)), False, "open"),
    ((roll("theirs", BLUE),), False, None), ((roll("deed", thrown=False), roll("one", weight="die")), False, None),
])  # fmt: skip
def test_the_last_roll_that_may_be_seen(events: tuple[Any, ...], shared: bool, found: str | None) -> None:
    live = SimpleNamespace(came_of=lambda seat: events if seat == RED else ())
    drive: Any = SimpleNamespace(live=live, system=SimpleNamespace(tell=lambda event: event.told))
    told = came_of(drive, RED, shared)
    assert (told.about if told else None) == found
    assert came_of(drive, BLUE, shared) is None
