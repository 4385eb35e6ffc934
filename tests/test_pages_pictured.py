"""Every page of the house has its two pictures, and the document shows them."""

from __future__ import annotations

import pytest

from tests.album import ABOUT, FOLDER, INDEX, SIZES, document, picture
from tests.browser.house import PAGES

JPEG = b"\xff\xd8\xff"
LARGEST = 9_000_000
NAMES = [name for name, _, _ in PAGES]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_its_two_pictures(name: str) -> None:
    for wide in SIZES:
        assert picture(name, wide).read_bytes().startswith(JPEG)


def test_the_document_shows_every_page_and_no_picture_is_left_over() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert set(ABOUT) == set(NAMES)
    assert INDEX.read_text() == document()
    assert {file.name for file in FOLDER.iterdir()} == {picture(name, wide).name for name in NAMES for wide in SIZES}


def test_the_pictures_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < LARGEST
