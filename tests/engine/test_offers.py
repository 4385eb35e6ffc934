"""What questions say of themselves to a page: what stands beside an option, the usual way, a direction, one turn."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.domains import Menu, Option, Place, Spot, nothing
from app.engine.formations import Formation, Step
from app.engine.geometry import Point
from app.engine.manoeuvre import Manoeuvre
from app.engine.refusals import Refusal
from app.engine.views import Note


def test_what_is_told_of_an_option_goes_with_it() -> None:
    told = (Note("told.march", {"degrees": 90}),)
    first, second = Menu({"a": Option(told=told, undo="clear"), "b": Option()}).describe()["options"]
    assert (first["told"], first["undo"]) == (told, "clear")
    assert "told" not in second
    assert "undo" not in second


def test_a_menu_may_have_a_usual_way() -> None:
    assert Menu({"a": Option()}, usual="a").describe()["usual"] == "a"
    assert "usual" not in Menu({"a": Option()}).describe()


def place(**more: Any) -> Place:
    """Anywhere."""
    spot = Spot(Point(5, 5))
    return Place(0, (), lambda _: None, lambda _: spot, (spot,), look=nothing, **more)


def test_a_place_of_which_the_direction_counts_says_from_where() -> None:
    assert place(aim=Point(1, 2)).describe()["aim"] == Point(1, 2)
    assert "aim" not in place().describe()


def manoeuvre(turn: int) -> Manoeuvre:
    """A formation that may only turn."""
    start = Formation(Point(0, 0), 0, 3, 6, 4000, 1500)
    return Manoeuvre("u", start, 8000, {"turn": turn}, lambda _: None, lambda _: (), ((),))


@pytest.mark.parametrize(("turn", "by", "reads"), [(0, 9000, True), (18_000, 18_000, True), (18_000, 9000, False)])
def test_where_one_turn_is_open_no_other_is_read(turn: int, by: int, reads: bool) -> None:
    found = manoeuvre(turn).read([["turn", by]])
    assert (found == (Step("turn", by),)) is reads
    assert isinstance(found, Refusal) is not reads
