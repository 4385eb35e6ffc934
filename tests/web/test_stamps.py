"""What fills a piece of ground: markers that the pages define, as large and as turned as their path says."""

import re

import pytest

from app.web.page.outlines import SIZES
from app.web.page.shapes import stamps
from app.web.replay.picture import defined, symbols
from app.web.table.board.drawing import art

SQUARE = [[0, 0], [20000, 0], [20000, 20000], [0, 20000]]
FILLED = {
    "wood": {"tree", "tree-2"},
    "bamboo": {"cane"},
    "crops": {"ear"},
    "rocks": {"rock"},
    "paddy": {"rice"},
    "marsh": {"reed"},
}


def drawn(kind: str) -> str:
    """A square of this ground."""
    return art("ground", {"id": "x", "kind": kind, "label": "", "outline": SQUARE, "closed": True, "doors": []})


@pytest.mark.parametrize("kind", FILLED)
def test_ground_is_filled_with_markers_of_the_pages(kind: str) -> None:
    """Each is defined, and comes with a picture that stands alone."""
    used = set(re.findall(r'marker-mid="url\(#([\w-]+)\)"', drawn(kind)))
    assert used == FILLED[kind]
    assert all(defined()[name].startswith("<marker") for name in used)
    assert all(f'<marker id="{name}"' in symbols(drawn(kind)) for name in used)


def test_there_is_one_stamp_at_each_point() -> None:
    """A bend of a path between its first and its last, of the stamp's size as the width of its stroke."""
    found = re.findall(r'marker-mid="[^"]*" stroke-width="([.\d]+)" d="M([^"]*)"', drawn("rocks"))
    assert sum(way.count("l") - 1 for _, way in found) == len(stamps(SQUARE, 2350)) > 20
    assert {float(size) for size, _ in found} == {round(1.05 * size, 2) for size in SIZES}
