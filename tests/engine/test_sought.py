"""Things are sought no further than somebody looks."""

from __future__ import annotations

from itertools import count, islice

import pytest

from app.engine.options import Once, Sought, few


def test_things_are_sought_only_as_far_as_somebody_looks() -> None:
    seen: list[int] = []

    def look(n: int) -> int:
        seen.append(n)
        return n

    found = Sought(look(n) for n in islice(count(), 5))
    assert found
    assert seen == [0]
    assert (found[0], found[1], list(found[:3])) == (0, 1, [0, 1, 2])
    assert seen == [0, 1, 2]
    assert (found[-1], len(found), list(found)) == (4, 5, [0, 1, 2, 3, 4])
    assert seen == [0, 1, 2, 3, 4]
    with pytest.raises(IndexError):
        found[5]
    assert not Sought(iter(()))


def test_a_value_is_found_once() -> None:
    numbers = iter((4, 5))
    once = Once(lambda: next(numbers))
    assert (once(), once(), next(numbers)) == (4, 4, 5)


def test_proposals_fill_up_what_is_not_sure() -> None:
    proposals = iter((7, 8, 9))
    assert few((1, 2, 3), 2, lambda: next(proposals), lambda _: None) == [1, 2]
    assert few((1,), 3, lambda: next(proposals), lambda _: None) == [1, 7, 8]
