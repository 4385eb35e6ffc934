"""What was made of the very same values is given again, of equal ones it is made anew."""

from __future__ import annotations

import pytest

from app.engine import again
from app.engine.again import of_the_same


class Thing:
    """One that is told from all others."""


def test_the_very_same_values_are_made_something_of_once() -> None:
    made = list[tuple[Thing, Thing]]()

    @of_the_same
    def make(a: Thing, b: Thing) -> list[Thing]:
        made.append((a, b))
        return [a, b]

    one, other = Thing(), Thing()
    assert make(one, other) is make(one, other)
    assert make(other, one) == [other, one]
    assert len(made) == 2


def test_it_does_not_grow_for_ever_and_no_other_is_taken_for_one_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(again, "MOST", 8)

    @of_the_same
    def make(thing: Thing) -> Thing:
        return thing

    assert all(make(thing) is thing for thing in (Thing() for _ in range(1000)))
