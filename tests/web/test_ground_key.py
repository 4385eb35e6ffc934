"""What each kind of ground does stands beside the table, read from the tables of the rules."""

from __future__ import annotations

import pytest

from app.engine.catalogues import DOES as FACTS
from app.engine.geometry import Point
from app.engine.system import RuleSystem
from app.engine.views import Ground
from app.systems import SYSTEMS
from app.web.page.words import language
from app.web.table.board.ground import DOES, effects, key, told
from app.web.table.seen import words_of

OPEN = {"clear", "good", "normal", "open", "none", "crossed", "inside", "uphill", True}
"""What is as on open ground, or tells of when there is cover."""
BY = {system.key: system for system in SYSTEMS}


def lying(*kinds: str) -> list[Ground]:
    """Pieces of these kinds."""
    outline = (Point(0, 0), Point(10, 0), Point(10, 10))
    return [Ground(id=str(n), kind=k, outline=outline, closed=True, label=k) for n, k in enumerate(kinds)]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_whatever_a_table_of_terrain_says_of_a_kind_is_told_or_as_on_open_ground(system: RuleSystem) -> None:  # type: ignore[type-arg]
    rows = system.catalogue()["terrain"]
    said = {(part, row[part]) for row in rows for part in FACTS if part in row}
    assert len(said) > 4
    unknown = [(part, value) for part, value in said if value not in DOES.get(part, {}) and value not in OPEN]
    assert unknown == []
    assert {row["id"] for row in rows if told(row)} == set(effects(system))


def test_each_kind_that_lies_here_and_does_anything_and_a_road_is_told_once_in_the_words_of_the_reader() -> None:
    system = BY["ronin"]
    words, shown = words_of(system, None, None), lying("wood", "wood", "road", "hill", "shrine")
    rows = {row["label"]: row["does"] for row in key(words, shown, effects(system))}
    assert rows == {
        "Wood": "difficult, light cover, nobody sees far in it",
        "Road": "",
        "Hill": "light cover from below, blocks sight",
        "Shrine": "nobody enters, blocks sight",
    }
    before = language.set("es")
    try:
        assert key(words, lying("wood"), effects(system))[0]["does"] == "difícil, cobertura ligera, dentro se ve poco"
    finally:
        language.reset(before)


def test_what_is_walked_over_like_ground_is_not_kept_by_a_garrison() -> None:
    does = effects(BY["kensei"])
    assert "its garrison alone enters" in does["house"]
    assert "its garrison alone enters" not in does.get("bridge", ())
