"""What each kind of ground does stands beside the table, read from the tables of the rules."""

from __future__ import annotations

import pytest

from app.engine.catalogues import DOES as FACTS
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.system import RuleSystem
from app.engine.table import Terrain
from app.engine.views import Ground
from app.systems import SYSTEMS
from app.systems.kensei.page.view import ground as lies
from app.web.page.words import language
from app.web.table.board.ground import DOES, effects, key, told
from app.web.table.seen import words_of
from tests.systems.kensei.fields import field, unit

OPEN = {"clear", "good", "normal", "open", "none", "crossed", "inside", "uphill", "across", "both", "melee", "on",
        "edge", True}  # fmt: skip
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


@pytest.mark.parametrize(("system", "kind", "does"), [
    ("kensei", "hill", "light cover on it, nobody sees through it"),  # KEN-TER-16, KEN-TER-13
    ("kensei", "forest", "difficult, light cover at its edge, nothing in it or past it is seen from outside"),
    ("kensei", "house", "its garrison alone enters, heavy cover in it, blocks sight"),  # KEN-TER-47
    ("kensei", "ruins", "light cover in it, nothing in it or past it is seen from outside"),  # KEN-TER-73
    ("kensei", "wall", "an obstacle, light cover"),  # KEN-TER-82
    ("kensei", "high_wall", "an obstacle, heavy cover in melee alone, blocks sight"),  # KEN-TER-87
    ("kensei", "palisade", "an obstacle, heavy cover"),  # KEN-TER-86
    ("ronin", "building", "entered by its doors, heavy cover in it, blocks sight"),  # RON-TER-03
    ("ronin", "rocks", "difficult, heavy cover, nobody sees far in it"),
    ("daimyo", "gentle-hill", "its crest blocks sight"),
])  # fmt: skip
def test_where_and_to_whom_a_kind_gives_cover_is_told_as_its_clauses_have_it(system: str, kind: str, does: str) -> None:
    assert ", ".join(effects(BY[system])[kind]) == does


class Foreign:
    """A system of somebody else's: not hashable, its table of terrain not as ours."""

    key = "foreign"
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, terrain: object) -> None:
        self.terrain = terrain

    def catalogue(self) -> dict[str, object]:
        """Its tables."""
        return {"terrain": self.terrain}


@pytest.mark.parametrize("terrain", [
    None, "wood", {"wood": {}}, [None, "wood"], [{"movement": "difficult"}],
    [{"id": "wood", "movement": ["difficult"], "ground": {"a": 1}, "cover": [], "cover_when": {}, "sight": None}],
])  # fmt: skip
def test_a_table_of_terrain_that_is_not_as_ours_tells_nothing_and_breaks_no_page(terrain: object) -> None:
    assert effects(Foreign(terrain)) == {}  # type: ignore[arg-type]
    assert effects(Foreign([{"id": "wood", "movement": "difficult"}])) == {"wood": ("difficult",)}  # type: ignore[arg-type]


def test_a_construction_that_was_destroyed_is_told_as_what_lies_there_now() -> None:
    """KEN-TER-46: nothing of a house is left; KEN-TER-75: of a bridge the water."""
    board = field(unit("a", Seat("red"), 50, 60))
    square = (Point(0, 0), Point(80_000, 0), Point(80_000, 80_000), Point(0, 80_000))
    pieces = [Terrain(id=id, kind=kind, outline=square, closed=True, doors=())
              for id, kind in (("1", "house"), ("2", "house"), ("3", "bridge"))]  # fmt: skip
    state = board.with_(works={"2": 0, "3": 0})
    shown = [lies(state, piece) for piece in pieces]
    system = BY["kensei"]
    rows = key(words_of(system, None, None), shown, effects(system))
    assert [(row["label"], row["kind"]) for row in rows] == [("House", "building"), ("Deep water", "rubble")]


def test_what_is_walked_over_like_ground_is_not_kept_by_a_garrison() -> None:
    does = effects(BY["kensei"])
    assert "its garrison alone enters" in does["house"]
    assert "its garrison alone enters" not in does.get("bridge", ())
