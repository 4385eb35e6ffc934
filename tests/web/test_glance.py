"""Names of ground are part of the ground: where it is laid anew, so are they."""

from __future__ import annotations

from typing import Any

from app.web.table.board.drawing import layers

PIECE = {"id": "w1", "kind": "wood", "outline": [(0, 0), (25400, 0), (25400, 25400), (0, 25400)], "closed": True,
         "doors": [], "label": "Fox wood"}  # fmt: skip


def view(*terrain: dict[str, Any]) -> dict[str, Any]:
    """As much of a table as its lower layers take."""
    return {"width": 91440, "depth": 91440, "size": 1.0, "turn": 0, "terrain": terrain, "zones": (), "clashes": ()}


def test_ground_that_is_laid_anew_comes_with_its_names() -> None:
    assert "Fox wood</text>" in layers(view(PIECE))["ground"]
    assert "<text" not in layers(view())["ground"]


def test_a_name_says_on_which_lines_it_may_stand() -> None:
    ground = layers(view(PIECE))["ground"]
    lines = [float(line) for line in ground.partition('data-lines="')[2].partition('"')[0].split()]
    low, middle, high = lines
    assert high < middle < low


def test_a_shrine_has_a_roof_of_no_sides_colour() -> None:
    shrine = layers(view(PIECE | {"kind": "shrine"}))["ground"]
    assert "t-roof red" not in shrine
    assert "t-ridge red" in shrine
