"""What people write is shown without what cannot be seen and what only moves the reader's eye."""

from __future__ import annotations

import pytest

from app.games.lines import one_line, printable
from app.games.seats import clean_name


@pytest.mark.parametrize(
    ("given", "line", "lines"),
    [
        ("", "", ""), ("  Ana \t Lí ", "Ana Lí", "Ana Lí"), ("a\x00b\u202ec", "a b c", "a b c"),
        ("a\r\n\n  b\u2028c ", "a b c", "a\nb c"), ("\x07\n\x1b", "", ""),
    ],
)  # fmt: skip
def test_nothing_is_left_that_cannot_be_seen(given: str, line: str, lines: str) -> None:
    assert (one_line(given), printable(given)) == (line, lines)


def test_a_name_ends_with_a_sign() -> None:
    assert clean_name("a" * 39 + " b") == "a" * 39
