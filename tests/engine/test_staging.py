"""The rows of case files: words, traits, numbers, lengths and points, and what is said of those that are none."""

from __future__ import annotations

import pytest

from app.engine.geometry import Point
from app.engine.staging import BadRow, Row, read_length, read_number, read_spot

INCH = 2540


def row(*words: str) -> Row:
    """A row on line 7."""
    return Row(7, "model", words)


def test_a_row_splits_into_plain_words_and_traits() -> None:
    assert row("Aki", "red", "at=3,4", "stunned").split(2) == (("Aki", "red"), {"at": "3,4", "stunned": "yes"})
    assert row("Aki").split(1) == (("Aki",), {})
    assert row("x=a=b").split(0) == ((), {"x": "a=b"})


def test_too_few_words_and_a_trait_given_twice_are_told_with_their_line() -> None:
    with pytest.raises(BadRow, match=r"line 7: 'model' needs 2 words before its traits") as few:
        row("Aki").split(2)
    assert few.value.line == 7
    with pytest.raises(BadRow, match=r"line 7: 'at' stands twice"):
        row("at=1", "at=2").split(0)


def test_numbers_are_whole_and_may_have_a_sign() -> None:
    assert [read_number(row(), word) for word in ("12", "+3", "-4")] == [12, 3, -4]
    for word in ("1.5", "", "two", "-"):
        with pytest.raises(BadRow, match="no whole number"):
            read_number(row(), word)


def test_lengths_are_exact_in_hundredths_of_a_millimetre() -> None:
    assert read_length(row(), "1.5", INCH) == 3810
    assert read_length(row(), "1/3", INCH) == 847
    assert read_length(row(), "-2", INCH) == -5080
    for word in ("far", "1/0", ""):
        with pytest.raises(BadRow, match="is no length"):
            read_length(row(), word, INCH)


def test_a_spot_is_two_lengths_with_a_comma() -> None:
    assert read_spot(row(), "3,0.5", INCH) == Point(7620, 1270)
    with pytest.raises(BadRow, match="is no point x,y"):
        read_spot(row(), "3", INCH)
    with pytest.raises(BadRow, match="is no length"):
        read_spot(row(), "3,", INCH)
