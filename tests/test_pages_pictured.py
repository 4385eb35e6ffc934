"""Every page of the house has its two pictures, and the document shows them."""

from __future__ import annotations

import pytest

from tests.album import ABOUT, FOLDER, INDEX, SIZES, document, picture, pictured
from tests.browser.house import PAGES
from tests.sketches import MARKS, SKETCHES

WEBP = b"RIFF", b"WEBP"
LARGEST = 7_000_000
NAMES = [name for name, _, _ in PAGES]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_its_two_pictures(name: str) -> None:
    for wide in SIZES:
        found = picture(name, wide).read_bytes()
        assert (found[:4], found[8:12]) == WEBP


def test_the_document_shows_every_page_and_no_picture_is_left_over() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert set(ABOUT) == set(NAMES)
    assert INDEX.read_text() == document()
    shown = {picture(name, wide, dark).name for name, dark in pictured() for wide in SIZES}
    assert {file.name for file in FOLDER.iterdir()} == shown


def test_each_point_of_a_sketch_is_judged() -> None:
    """Eight sketches, each with our pictures at both sizes and by day and night, where there is such a page."""
    assert len(SKETCHES) == len({sketch.of for sketch in SKETCHES}) == 8
    for sketch in SKETCHES:
        assert len(sketch.points) >= 4
        assert {mark for mark, _ in sketch.points} <= set(MARKS)
        assert sketch.page or {mark for mark, _ in sketch.points} == {"not"}
        for wide in SIZES:
            for dark in (False, True):
                assert not sketch.page or picture(sketch.page, wide, dark).exists()


def test_the_pictures_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < LARGEST
