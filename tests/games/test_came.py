"""What came of a seat's own last answer: only what that seat, or all at a shared screen, may see."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from app.engine.events import Seat
from app.engine.system import Telling
from app.games.look import came_of

RED, BLUE = Seat("red"), Seat("blue")


def event(name: str, *seen_by: Seat, weight: str = "roll", kind: str = "x.roll", story: str = "") -> Any:
    """An event with its telling; seen by all where nobody is named."""
    told = Telling(about=name, faces=((3,),) if weight == "roll" else (), weight=weight, story=story)
    return SimpleNamespace(seen_by=seen_by or None, told=told, kind=kind)


def deed(name: str, kind: str = "x.fell", *seen_by: Seat) -> Any:
    """An event that says what came of a deed."""
    return event(name, *seen_by, weight="deed", kind=kind)


def begins(story: str) -> Any:
    """An event with which a story begins."""
    return event(story, weight="deed", kind="x.began", story=f"{story}+")


def told_to(seat: Seat, events: tuple[Any, ...], shared: bool = False) -> list[str]:
    """What is told to a seat after its last answer; it is red who has answered."""
    live = SimpleNamespace(came_of=lambda one: events if one == RED else ())
    upshots = (("x.fell",), ("x.hurt",))
    drive: Any = SimpleNamespace(live=live, system=SimpleNamespace(tell=lambda one: one.told, upshots=upshots))
    return [one.about for one in came_of(drive, seat, shared)]


@pytest.mark.parametrize(("events", "shared", "found"), [
    ((event("first"), event("last")), False, ["last"]), ((event("mine", RED),), False, ["mine"]),
    ((event("open"), event("mine", RED)), True, ["open"]), ((event("open"), event("theirs", BLUE)), False, ["open"]),
    ((event("theirs", BLUE),), False, []), ((event("went", weight="deed"), event("one", weight="die")), False, []),
])  # fmt: skip
def test_the_last_roll_that_may_be_seen(events: tuple[Any, ...], shared: bool, found: list[str]) -> None:
    assert told_to(RED, events, shared) == found
    assert told_to(BLUE, events, shared) == []


@pytest.mark.parametrize(("events", "found"), [
    ((event("attack"), deed("E1 is killed"), event("defence")), ["E1 is killed"]),
    ((deed("wounded", "x.hurt"), deed("killed"), deed("wounded too", "x.hurt")), ["killed"]),
    ((deed("one"), deed("two"), deed("three")), ["two", "three"]),
    ((begins("combat"), deed("killed"), begins("combat"), event("initiative")), ["killed"]),
    ((begins("combat"), deed("killed"), begins("combat"), deed("wounded", "x.hurt")), ["killed", "wounded"]),
    ((deed("killed"), begins("duel"), deed("hurt", "x.hurt"), deed("hurt too", "x.hurt")), ["killed", "hurt too"]),
    ((deed("hurt", "x.hurt"), begins("duel"), deed("hurt too", "x.hurt")), ["hurt too"]),
    ((deed("killed"), begins("duel"), deed("killed too")), ["killed too"]),
    ((deed("theirs", "x.fell", BLUE), deed("wounded", "x.hurt")), ["wounded"]),
])  # fmt: skip
def test_what_came_of_the_last_deed_comes_before_any_roll(events: tuple[Any, ...], found: list[str]) -> None:
    assert told_to(RED, events) == found
