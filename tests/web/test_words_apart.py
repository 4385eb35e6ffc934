"""Two lengths of which one is more than the other are not read as the same."""

from __future__ import annotations

from app.systems import system_of
from app.web.page.words import Words

INCH = 2540


def test_a_way_that_is_too_long_is_read_as_longer_than_is_allowed() -> None:
    words = Words(system_of("ronin").sentences, INCH, "in")
    said = words.says("move.too-far", {"used": 9 * INCH + 40, "allowed": 9 * INCH})
    assert said == "The path is 9.1 in long; 9 in are allowed."
    said = words.says("move.too-far", {"used": 12 * INCH, "allowed": 9 * INCH})
    assert said == "The path is 12 in long; 9 in are allowed."
    ran = words.says("ronin.moved.run", {"model": "m", "used": 9 * INCH - 10, "allowed": 9 * INCH})
    assert ran == "m runs 9 in of 9 in."
