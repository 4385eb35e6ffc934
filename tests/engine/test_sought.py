"""Things are sought no further than somebody looks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice

import pytest

from app.engine.domains import Choice, Menu
from app.engine.options import Late, Once, Option, Sought, few, opened
from app.engine.refusals import Clause, Refusal, refuse


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


def test_open_options_come_in_the_order_of_what_has_to_be_found_out() -> None:
    looked: list[str] = []

    def find(key: str, no: Refusal | None = None) -> Callable[[], Refusal | None]:
        def found() -> Refusal | None:
            looked.append(key)
            return no

        return found

    shut = refuse("shut", Clause("DUE-TRN-01"))
    options = {
        "deep": Option(nothing=find("deep")), "closed": Option(find("closed", shut)), "light": Option(find("light")),
        "barred": Option(shut, nothing=find("barred")), "known": Option(),
    }  # fmt: skip
    found = opened(options)
    assert (next(found), looked) == ("known", [])
    assert (next(found), looked) == ("light", ["closed", "light"])
    assert ([*found], looked) == (["deep"], ["closed", "light", "deep"])


def test_options_that_are_looked_at_late_are_made_once_and_in_their_order() -> None:
    made: list[str] = []

    def make(key: str) -> Option:
        made.append(key)
        return Option()

    menu = Menu(Late(("a", "b", "c"), make))
    assert menu.read("b") == Choice("b")
    assert menu.only() is None
    assert made == ["b", "a"]
    assert [row["key"] for row in menu.describe()["options"]] == ["a", "b", "c"]
    assert made == ["b", "a", "c"]
