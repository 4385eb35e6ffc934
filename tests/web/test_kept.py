"""Drawings that are kept: made once for all that are equal, and never more of them than there is room for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from app.web.page import kept
from app.web.page.kept import Before, Kept
from app.web.page.words import language


def counted(made: list[str], text: str) -> Callable[[], str]:
    """A drawing, and that it was made."""

    def draw() -> str:
        made.append(text)
        return text

    return draw


def test_what_is_equal_is_drawn_once_and_again_in_another_language() -> None:
    drawings, made = Kept(), list[str]()
    for thing in ({"a": 1}, {"a": 1}, {"a": 2}, {"a": "long" * kept.SHORT}, {"a": "long" * kept.SHORT}):
        drawings.once("row", thing, counted(made, str(thing)))
    assert len(made) == 3
    drawings.once("cell", {"a": 1}, counted(made, "cell"))
    token = language.set("es")
    drawings.once("row", {"a": 1}, counted(made, "fila"))
    language.reset(token)
    assert made[3:] == ["cell", "fila"]


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 1000)
    drawings, made = Kept(), list[str]()
    for n in range(50):
        assert drawings.once("row", n, counted(made, str(n) * 60)) == str(n) * 60
        assert sum(map(len, drawings.of.values())) == drawings.size <= 1000
    assert len(made) == 50
    assert drawings.once("row", 99, counted(made, "x" * 2000)) == "x" * 2000


def test_a_drawing_made_of_others_outlives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 10)
    drawings = Kept()
    whole = drawings.once("side", 1, lambda: "".join(drawings.once("row", n, lambda: "12345678") for n in range(3)))
    assert whole == "12345678" * 3


def test_what_is_as_it_was_before_is_not_made_again() -> None:
    before, made = Before(), list[str]()

    def make(text: str) -> str:
        made.append(text)
        return text.upper()

    for thing in ("a", "a", "b", "a"):
        assert before.of("x", thing, partial(make, thing)) == thing.upper()
    assert before.of("y", "a", partial(make, "a")) == "A"
    assert made == ["a", "b", "a", "a"]
