"""What each piece of terrain is, how it lies, where it is entered, and what makes ground Mystical."""

from __future__ import annotations

import pytest

from app.engine.events import Seat
from app.engine.geometry import CM, Point, Polygon, box, distance, rectangle
from app.engine.system import Setup
from app.engine.table import Table, Terrain, faults
from app.systems.kensei.army import Side
from app.systems.kensei.ground.terrain import (
    KINDS,
    Piece,
    ground,
    ground_of,
    holds,
    is_calm,
    is_mostly_on,
    kind_of,
    kinds,
    may_meditate,
    mystical_at,
    near,
    overlapped,
    piece,
    standing_on,
    wall,
    wounds_of,
)
from app.systems.kensei.state import State

RED, BLUE = Seat("red"), Seat("blue")


def place(x: int, y: int) -> Point:
    """A place in centimetres from the north-west corner."""
    return Point(x * CM, y * CM)


def base(x: int, y: int) -> Polygon:
    """The base of a foot model about a place."""
    return rectangle(place(x, y), 2_500, 2_500)


def field(*pieces: Terrain, works: dict[str, int] | None = None, marked: list[str] | None = None) -> State:
    """A battle on a table 120 cm square with these pieces."""
    options = {"mystical": marked} if marked else {}
    return State(
        setup=Setup("pitched_battle", (), options), table=Table(120 * CM, 120 * CM, pieces),
        sides=(Side(seat=RED), Side(seat=BLUE)), units={}, works=works or {},
    )  # fmt: skip


def lies(laid: Terrain) -> Piece:
    """A piece as the rules see it."""
    return ground_of(Table(120 * CM, 120 * CM, (laid,))).named(laid.id)


# -- the table of terrain ------------------------------------------------------------


@pytest.mark.parametrize(("kind", "figures"), [
    ("house", (1, 4, 10, 6)), ("shrine", (1, 4, 6, 5)), ("torii", (0, 0, 7, 5)), ("bridge", (0, 0, 10, 5)),
    ("temple", (2, 40, 20, 7)), ("castle", (3, 60, 20, 7)), ("clan_castle", (3, 60, 20, 7)),
    ("cemetery", (0, 0, 20, 7)), ("ruins", (0, 0, 0, 0)),
])  # fmt: skip
def test_constructions_hold_and_withstand_what_the_table_says(kind: str, figures: tuple[int, int, int, int]) -> None:
    found = KINDS[kind]
    assert (found.units, found.models, found.wounds, found.armour) == figures
    assert found.ground == "construction"
    assert found.attackable == (figures[2] > 0)


def test_what_each_kind_is_to_a_mover() -> None:
    by = {key: "shut" if kind.shut else "slow" if kind.slow else kind.ground for key, kind in KINDS.items()}
    assert by == {
        "hill": "normal", "forest": "slow", "rough": "slow", "water": "slow", "deep_water": "shut", "drop": "shut",
        "standing": "shut", "monument": "shut", "house": "shut", "shrine": "shut", "torii": "construction",
        "bridge": "construction", "temple": "shut", "castle": "shut", "clan_castle": "shut", "cemetery": "slow",
        "ruins": "slow", "wall": "obstacle", "high_wall": "obstacle", "palisade": "obstacle",
    }  # fmt: skip
    assert [key for key in kinds() if KINDS[key].held] == ["house", "shrine", "temple", "castle", "clan_castle"]


def test_what_each_kind_is_to_the_eye_and_to_a_shot() -> None:
    sight = {key: kind.sight for key, kind in KINDS.items() if kind.sight != "open"}
    assert sight == {
        "hill": "hill", "forest": "forest", "standing": "blocks", "monument": "blocks", "house": "blocks",
        "shrine": "blocks", "temple": "blocks", "castle": "blocks", "clan_castle": "blocks", "cemetery": "forest",
        "ruins": "forest", "high_wall": "wall",
    }  # fmt: skip
    cover = {key: (kind.cover, kind.cover_by) for key, kind in KINDS.items() if kind.cover}
    inside = dict.fromkeys(("house", "shrine", "temple", "castle", "clan_castle", "cemetery"), ("heavy", "inside"))
    assert cover == {
        **inside, "hill": ("light", "on"), "forest": ("light", "edge"), "ruins": ("light", "inside"),
        "wall": ("light", "across"), "high_wall": ("heavy", "melee"), "palisade": ("heavy", "both"),
    }  # fmt: skip


def test_a_figure_rests_on_its_own_clause_where_it_has_one() -> None:
    assert (KINDS["shrine"].rests_on("ki"), KINDS["shrine"].rests_on("wounds")) == ("KEN-TER-56", "KEN-TER-54")


# -- how a piece lies ----------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "size"), [
    ("hill", (24, 24)), ("forest", (18, 18)), ("rough", (20, 15)), ("deep_water", (25, 18)), ("drop", (20, 4)),
    ("standing", (5, 5)), ("house", (8, 8)), ("torii", (8, 2)), ("temple", (14, 14)), ("cemetery", (18, 12)),
    ("wall", (15, 0)), ("high_wall", (20, 0)),
])  # fmt: skip
def test_a_piece_has_the_footprint_of_the_table(kind: str, size: tuple[int, int]) -> None:
    west, north, east, south = box(piece("one", kind, place(60, 50)).outline)
    assert ((east - west) // CM, (south - north) // CM) == size
    assert ((west + east) // 2, (north + south) // 2) == (60 * CM, 50 * CM)


@pytest.mark.parametrize("kind", kinds())
@pytest.mark.parametrize("turn", [0, 3_000, 9_000, 18_000, 31_415])
def test_every_piece_is_sound_however_it_is_turned(kind: str, turn: int) -> None:
    laid = piece("one", kind, place(60, 60), turn)
    assert faults(Table(120 * CM, 120 * CM, (laid,))) == []
    assert laid.closed == (KINDS[kind].shape == "area")
    assert len(lies(laid).entrances) == KINDS[kind].doors


def test_a_size_of_its_own_goes_before_that_of_the_table() -> None:
    assert box(piece("brook", "water", place(60, 60), 0, (120 * CM, 5 * CM)).outline) == (0, 57_500, 120_000, 62_500)
    assert box(piece("copse", "forest", place(60, 60), 0, (5 * CM, 0)).outline) == (55_000, 55_000, 65_000, 65_000)
    assert piece("hedge", "wall", place(60, 60), 0, (10 * CM, 0)).outline == (place(55, 60), place(65, 60))


# -- entrances -----------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "door", "inward"), [
    (0, place(60, 64), 0), (9_000, place(56, 60), 9_000), (18_000, place(60, 56), 18_000),
    (27_000, place(64, 60), 27_000),
])  # fmt: skip
def test_a_house_is_entered_by_five_centimetres_of_one_side(turn: int, door: Point, inward: int) -> None:
    (found,) = lies(piece("house", "house", place(60, 60), turn)).entrances
    assert (found.middle, found.inward) == (door, inward)
    assert (distance(found.left, found.middle), distance(found.right, found.middle)) == (2_500, 2_500)


def test_left_and_right_of_an_entrance_are_as_one_comes_to_it() -> None:
    south, north = lies(piece("temple", "temple", place(60, 60))).entrances
    assert (south.left, south.right, south.inward) == (Point(57_500, 67_000), Point(62_500, 67_000), 0)
    assert (north.left, north.right, north.inward) == (Point(62_500, 53_000), Point(57_500, 53_000), 18_000)


def test_an_entrance_looks_inward_whichever_way_the_walls_are_drawn() -> None:
    house = piece("house", "house", place(60, 60), 1_500)
    backwards = Terrain("back", "house", house.outline[::-1], True, house.doors)
    assert lies(house).entrances[0] == lies(backwards).entrances[0]
    assert abs(lies(house).entrances[0].inward - 1_500) <= 1


# -- what lies on the table now ------------------------------------------------------------------


def test_the_ground_is_sorted_by_what_it_does() -> None:
    laid = [piece(kind, kind, place(60, 60)) for kind in kinds()]
    found = ground(field(*laid))
    named = {
        name: [p.key for p in getattr(found, name)] for name in ("bridges", "hills", "woods", "water", "obstacles")
    }
    assert named == {
        "bridges": ["bridge"], "hills": ["hill"], "woods": ["forest", "cemetery", "ruins"], "water": ["water"],
        "obstacles": ["wall", "high_wall", "palisade"],
    }  # fmt: skip
    assert [p.key for p in found.buildings] == ["house", "shrine", "temple", "castle", "clan_castle"]
    assert len(found.pieces) == len(KINDS)
    with pytest.raises(KeyError):
        found.named("nowhere")


def test_what_is_destroyed_lies_no_more_but_a_bridge_leaves_the_water() -> None:
    house, bridge = piece("house", "house", place(30, 30)), piece("bridge", "bridge", place(60, 60))
    state = field(house, bridge, works={"house": 0, "bridge": 0})
    assert [(p.id, p.key) for p in ground(state).pieces] == [("bridge", "deep_water")]
    assert [p.id for p in ground(field(house, bridge, works={"house": 1})).pieces] == ["house", "bridge"]


def test_a_construction_has_its_wounds_until_some_are_taken() -> None:
    house = piece("house", "house", place(30, 30))
    assert (wounds_of(field(house), "house"), wounds_of(field(house, works={"house": 3}), "house")) == (10, 3)


# -- Mystical Terrain ---------------------------------------------------------------------


def mystical(*pieces: Terrain, marked: list[str] | None = None) -> list[str]:
    """The ids of the pieces that are Mystical on a table with these."""
    return [p.id for p in ground(field(*pieces, marked=marked)).mystical]


def test_some_kinds_are_mystical_by_name_and_any_piece_by_a_mark() -> None:
    apart = [piece(kind, kind, place(10 + 28 * (n % 4), 10 + 30 * (n // 4))) for n, kind in enumerate(
        ("cemetery", "ruins", "monument", "standing", "torii", "temple"))]  # fmt: skip
    assert mystical(*apart) == ["cemetery", "ruins", "monument"]
    assert mystical(*apart, marked=["torii"]) == ["cemetery", "ruins", "monument", "torii"]


@pytest.mark.parametrize(("kind", "off", "so"), [
    ("shrine", 14, True), ("shrine", 15, True), ("shrine", 16, False), ("temple", 14, True), ("temple", 15, False),
])  # fmt: skip
def test_terrain_near_a_shrine_or_a_temple_is_mystical(kind: str, off: int, so: bool) -> None:
    holy = piece("holy", kind, place(60, 60))
    east = max(p.x for p in holy.outline) // CM
    rock = piece("rock", "rough", Point((east + off + 10) * CM, 60 * CM))
    assert ("rock" in mystical(holy, rock)) is so


def test_ten_centimetres_from_mystical_terrain_and_no_more() -> None:
    state = field(piece("stone", "monument", place(60, 60)))
    edge = 62_500 + 1_250
    found = mystical_at(state, (rectangle(Point(edge + 10 * CM, 60 * CM), 2_500, 2_500),))
    assert found is not None
    assert found.id == "stone"
    assert mystical_at(state, (rectangle(Point(edge + 10 * CM + 100, 60 * CM), 2_500, 2_500),)) is None


def test_a_torii_calms_and_a_temple_lends_its_peace() -> None:
    state = field(piece("gate", "torii", place(30, 60)), piece("hall", "temple", place(90, 60)))
    assert (is_calm(state, (base(40, 60),)), is_calm(state, (base(50, 60),))) == (True, False)
    assert (may_meditate(state, (base(75, 60),)), may_meditate(state, (base(70, 60),))) == (True, False)


# -- outlines on pieces ----------------------------------------------------------------------


def test_half_of_the_models_put_a_unit_on_a_hill() -> None:
    hill = lies(piece("hill", "hill", place(60, 60)))
    on, off = base(60, 60), base(80, 60)
    assert standing_on(hill, (on, off, on)) == 2
    assert [is_mostly_on(hill, bases) for bases in ((on, off), (on, off, off), ())] == [True, False, False]


def test_inside_on_and_near_a_piece() -> None:
    wood = lies(piece("wood", "forest", place(60, 60)))
    assert (holds(wood, (base(60, 60),)), holds(wood, (base(60, 60), base(52, 60)))) == (True, False)
    assert (overlapped(wood, (base(52, 60),)), overlapped(wood, (base(45, 60),))) == (True, False)
    assert (near(wood, (base(47, 60),), 3 * CM), near(wood, (base(46, 60),), 3 * CM)) == (True, False)


def test_a_line_is_crossed_but_holds_nothing() -> None:
    fence = lies(wall("fence", "wall", place(50, 60), place(70, 60)))
    assert (overlapped(fence, (base(60, 60),)), overlapped(fence, (base(60, 62),))) == (True, False)
    assert not holds(fence, (base(60, 60),))
    assert fence.is_line
    assert kind_of(wall("fence", "wall", place(50, 60), place(70, 60))).cover == "light"
