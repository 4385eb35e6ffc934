"""At a glance: names of ground are laid anew with it; a stone shows what it bears and that it has acted."""

from __future__ import annotations

import re
from typing import Any

from app.engine.views import ARMS, Piece, foremost
from app.systems.celtos.book import table as celtos
from app.systems.celtos.page.arms import KINDS as CELTOS
from app.systems.ronin.book import table as ronin
from app.systems.ronin.page.arms import KINDS as RONIN
from app.web.page.words import Words
from app.web.table.board.drawing import art, layers
from app.web.table.board.drawn import piece

BARE = {"weaponless", "fists"}
"""Weapons that are none."""

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


def drawn(**given: Any) -> str:
    """A model as its counter is drawn."""
    one = Piece(id="a1", side="a", code="B1", name="Yasuke", x=0, y=0, radius=1270, **given)
    row = piece(Words({}, 1, ""), one) | {"group": "", "force": ""}
    return art("counter", row, 0, "")


def test_a_stone_shows_what_it_bears_over_its_code() -> None:
    assert 'href="#arm-bow"' in drawn(arm="bow")
    assert "#arm-" not in drawn()
    assert re.sub("<[^>]*>", "", drawn(arm="bow")).strip() == "B1"


def test_who_has_acted_has_a_mark() -> None:
    assert 'href="#acted"' in drawn(used=True)
    assert "is-used" in drawn(used=True)
    assert "is-used" not in drawn(), "the mark is shown by this class alone, so that the inside stays as it is"


def test_every_weapon_has_a_silhouette() -> None:
    for kinds, known in ((RONIN, ronin("weapons")), (CELTOS, celtos("weapons"))):
        assert kinds.keys() == known.keys() - BARE
        assert set(kinds.values()) <= set(ARMS)


def test_of_several_arms_the_foremost_is_shown() -> None:
    assert foremost(("blade", "bow", "horse")) == "bow"
    assert foremost(()) == ""
