"""Drawn tables: what systems say of them, how chance lays them, how they are kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.engine.geometry import Point
from app.engine.shapes import overlaps
from app.engine.system import RuleSystem
from app.games import surveying
from app.games.grounds import Body, Grounds, Piece, parsed, plain
from app.games.scattering import HOME, Sort, layout
from app.games.surveying import survey
from app.store import Store, guests
from app.systems import SYSTEMS, system_of
from tests.toy import TOY

TAKING = [system for system in SYSTEMS if survey(system).frames]
WOOD = Piece("wood-1", "wood", outline=[(6, 8), (12, 8), ("12.5", 14)])
BODY = Body((36, 36), [WOOD])
SORTS = [Sort("wood"), Sort("wall", line=True), Sort("building", built=True)]


# -- what a system says ------------------------------------------------------------


def test_units_tables_and_edges_are_learnt_from_the_system() -> None:
    """Ronin: inches from the north on several tables; Kensei: centimetres from the south; the toy takes no list."""
    ronin, kensei = survey(system_of("ronin")), survey(system_of("kensei"))
    assert (ronin.unit, ronin.decimals, ronin.from_south, ronin.sizes[0]) == ("in", 1, False, (36, 36))
    assert (48, 36) in ronin.sizes
    assert (kensei.unit, kensei.decimals, kensei.from_south) == ("cm", 3, True)
    assert survey(TOY) == surveying.Survey()


@pytest.mark.parametrize("system", TAKING, ids=lambda s: s.key)
def test_a_ready_table_drawn_again_is_the_table_that_is_played(system: RuleSystem[Any]) -> None:
    """The terrain of a game on the ready table, and that of its list, lie in the same places."""
    of = survey(system)
    assert of.ready or system.key == "celtos"
    for ready in of.ready:
        assert surveying.faults(system, of, ready.body) == ()
        frame = surveying.playable(system, of, ready.body)[0]
        played = system.view(system.begin(surveying.on(frame, plain(ready.body)["pieces"])), None).terrain
        drawn = {ground.id: ground for ground in surveying.shown(of, ready.body)}
        for ground in played:
            if ground.id in drawn:
                assert (ground.outline, ground.doors) == (drawn[ground.id].outline, drawn[ground.id].doors)
                assert ground.kind == drawn[ground.id].kind


def test_a_place_is_where_the_system_measures_it_from() -> None:
    """A corner 20 from the south of a table of 120 is drawn 100 from the north."""
    of = survey(system_of("kensei"))
    drawn = surveying.shown(of, Body((120, 120), [Piece("a", "wall", line=[(10, 20), (40, 20)])]))
    assert drawn[0].outline == (Point(10_000, 100_000), Point(40_000, 100_000))


def test_scenarios_with_ground_of_their_own_take_no_drawn_table() -> None:
    """Two of Kensei's scenarios need what lies there; the others take the drawn table."""
    system = system_of("kensei")
    taken = {frame.scenario for frame in surveying.playable(system, survey(system), Body((120, 120), []))}
    assert "pitched_battle" in taken
    assert not {"building_control", "bridge_at_dawn"} & taken


def test_what_stands_against_a_table_is_said_by_the_system() -> None:
    """A piece off the table, a kind that is unknown, a table that no scenario has."""
    system, of = system_of("ronin"), survey(system_of("ronin"))
    off = Piece("a", "wood", outline=[(30, 30), (40, 30), (40, 34)])
    assert "off the table" in str(surveying.faults(system, of, Body((36, 36), [off]))[0].facts["why"])
    assert surveying.faults(system, of, Body((36, 36), [Piece("a", "lava", outline=[(1, 1)])]))
    assert surveying.faults(system, of, Body((7, 9), []))[0].code == surveying.NO_TABLE


def test_the_options_of_a_game_on_a_drawn_table_are_lawful() -> None:
    """Ronin is told the size of a table that its scenario does not have by itself."""
    system, of = system_of("ronin"), survey(system_of("ronin"))
    body = Body((48, 48), [WOOD])
    rules = surveying.rules(of, "skirmish", body)
    frame = surveying.playable(system, of, body)[0]
    setup = msgspec.structs.replace(frame.setup, options={"points": 150, **rules})
    assert system.refuse_setup(setup) == ()
    assert system.view(system.begin(setup), None).width == 48 * 2540


# -- chance ------------------------------------------------------------------------


def test_the_same_seed_lays_the_same_table() -> None:
    """Twice the same; another seed lays another."""
    assert layout(7, SORTS, (36, 36), 6) == layout(7, SORTS, (36, 36), 6) != layout(8, SORTS, (36, 36), 6)


@pytest.mark.parametrize("system", TAKING, ids=lambda s: s.key)
@pytest.mark.parametrize("symmetric", [False, True])
def test_what_chance_lays_can_be_played_on(system: RuleSystem[Any], symmetric: bool) -> None:
    """Lawful on every table; the edges where sides deploy are free, and no two pieces share a place."""
    of = survey(system)
    sorts = [Sort(kind.id, kind.line, kind.drawn == "building") for kind in of.kinds]
    for seed, size in enumerate(of.sizes * 2):
        body = layout(seed, sorts, size, 8, symmetric=symmetric)
        assert len(body.pieces) >= 3
        assert surveying.faults(system, of, body) == ()
        boxes = [box(piece) for piece in body.pieces]
        assert all(HOME * size[1] <= 100 * north and 100 * south <= (100 - HOME) * size[1]
                   for _, north, _, south in boxes)  # fmt: skip
        assert not any(touch(a, b) for a, b in combinations(body.pieces, 2))


def test_a_symmetric_table_is_the_same_from_both_sides() -> None:
    """Turned half about, the corners are the same."""
    corners = {p for piece in layout(3, SORTS, (36, 24), 8, symmetric=True).pieces for p in spots(piece)}
    assert corners == {(round(36 - x, 1), round(24 - y, 1)) for x, y in corners}


def spots(piece: Piece) -> list[tuple[float, float]]:
    """The corners of a piece as numbers."""
    return [(round(float(x), 1), round(float(y), 1)) for x, y in piece.outline or piece.line or []]


def box(piece: Piece) -> tuple[float, float, float, float]:
    """West, north, east, south of a piece."""
    xs, ys = zip(*spots(piece), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def touch(a: Piece, b: Piece) -> bool:
    """Whether two pieces share a place."""
    one, other = (tuple(Point(round(x * 10), round(y * 10)) for x, y in spots(piece)) for piece in (a, b))
    return overlaps(one, other)


# -- kept --------------------------------------------------------------------------


@pytest.fixture
def grounds(tmp_path: Path) -> Iterator[Grounds]:
    """The tables of two guests."""
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    store.migrate()
    for id in "ab":
        row = {"id": id, "token_hash": id * 64, "name": id, "created": "2026-01-01T00:00:00Z"}
        store.run_now(guests.add, row)
    yield Grounds(store)
    store.close()


@pytest.mark.anyio
async def test_kept_changed_and_forgotten_by_its_owner_alone(grounds: Grounds) -> None:
    """A table comes back as it was; another guest neither changes, forgets nor plays on it."""
    id = await grounds.keep("a", "ronin", " Two  woods ", BODY)
    assert id
    kept = await grounds.read(id)
    assert kept
    assert (kept.guest, kept.name, kept.body) == ("a", "Two woods", BODY)
    assert await grounds.pieces("a", id, "ronin") == plain(BODY)["pieces"]
    assert await grounds.pieces("b", id, "ronin") is None
    assert await grounds.pieces("a", id, "kensei") is None
    assert await grounds.keep("b", "ronin", "Mine", BODY, id) is None
    assert not await grounds.forget("b", id)
    assert await grounds.keep("a", "ronin", "None", Body((24, 24), []), id) == id
    assert [one.name for one in await grounds.of("a")] == ["None"]
    assert await grounds.of("a", "kensei") == ()
    assert await grounds.forget("a", id)
    assert await grounds.read(id) is None


@pytest.mark.anyio
async def test_a_guest_keeps_so_many(grounds: Grounds) -> None:
    """One more than that is not kept; a change of one of them is."""
    ids = [await grounds.keep("a", "ronin", "x", BODY, most=2) for _ in range(3)]
    assert ids[2] is None
    assert await grounds.keep("a", "ronin", "y", BODY, ids[0] or "", most=2) == ids[0]


@pytest.mark.parametrize(
    "raw",
    [
        None, [], {"table": [36, 36]}, {"table": [0, 36], "pieces": []}, {"table": [36, 36], "pieces": [{}]},
        {"table": [36, 36], "pieces": [{"id": "A b", "kind": "wood"}]},
        {"table": [36, 36], "pieces": [{"id": "a", "kind": "wood", "outline": [[1, "1e9"]]}]},
        {"table": [36, 36], "pieces": [{"id": "a", "kind": "wood", "line": [[1, 99999]]}]},
        {"table": [36, 36], "pieces": [{"id": "a", "kind": "wood", "color": "red"}]},
        {"table": [36, 36], "pieces": [{"id": f"a{n}", "kind": "wood"} for n in range(61)]},
    ],
)  # fmt: skip
def test_a_table_of_another_form_is_no_table(raw: Any) -> None:
    """Each lacks something, and is told so."""
    with pytest.raises(msgspec.ValidationError):
        parsed(raw)
