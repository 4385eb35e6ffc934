"""Places for pieces are found quickly by circles, and are those that the rules leave free."""

from __future__ import annotations

from itertools import islice
from random import Random

from msgspec.structs import replace

from app.engine.system import Setup
from app.systems.kensei.deployment.layout import TURNS, first_table, free_spots, grid, proposed, refuse_piece

PLACES = 9
"""Only one place in so many is tried both ways."""


def test_free_spots_are_those_that_the_rules_leave_free() -> None:
    setup, rng = Setup("pitched_battle", (), {"points": 500, "terrain": "placed"}), Random(3)
    board, tried = first_table(setup), 0
    for key in ("hill", "rough", "forest", "water"):
        found = list(free_spots(setup, board, key))
        for at in islice(grid(board.width, board.depth), 0, None, PLACES):
            for turn in TURNS[:1] if key in ("hill", "forest") else TURNS:
                is_free = refuse_piece(setup, board, proposed(board, key, at, turn)) is None
                assert ((at, turn) in found) is is_free
                tried += is_free
        board = replace(board, pieces=(*board.pieces, proposed(board, key, *rng.choice(found[:200]))))
    assert tried > 50
