"""What bases stand in, which lines a way crosses, who may enter what."""

from __future__ import annotations

import pytest

from app.engine.geometry import Base
from app.systems.celtos.ground.terrain import (
    KINDS,
    areas,
    bars,
    crossed,
    crossings,
    is_low,
    kind_of,
    linear,
    touches_piece,
)
from tests.systems.celtos.fields import Spot, at, battle, box, long, piece, unit

FOOT = long("1.25")


def test_a_base_is_in_the_areas_its_centre_lies_in() -> None:
    state = battle(
        terrain=[box("woods", 10, 10, 20, 20), box("hill", 15, 10, 30, 20), piece("fence", (12, 5), (12, 30))]
    )
    found = [
        [p.kind for p in areas(state, Base(at(*spot), FOOT))] for spot in ((12, 15), (18, 15), (20, 15), ("20.01", 15))
    ]
    assert found == [["woods"], ["woods", "hill"], ["woods", "hill"], ["hill"]]
    assert areas(state, Base(at(9, 15), FOOT)) == ()


def test_linear_pieces_are_those_without_an_inside() -> None:
    state = battle(terrain=[box("woods", 10, 10, 20, 20), piece("fence", (12, 5), (12, 30))])
    assert [p.id for p in linear(state)] == ["fence"]


def test_a_way_crosses_a_line_outside_its_gates() -> None:
    wall = piece("castle-wall", (50, 10), (50, 60), (80, 60), gates=[(50, 30)])
    state = battle(terrain=[wall, piece("fence", (60, 0), (60, 20))])
    assert [p.id for p in crossed(state, at(45, 15), at(65, 15))] == ["castle-wall", "fence"]
    assert crossed(state, at(45, 30), at(55, 30)) == ()
    assert crossed(state, at(45, "32.5"), at(55, "32.5")) == ()
    assert [p.id for p in crossed(state, at(45, "32.6"), at(55, "32.6"))] == ["castle-wall"]
    assert crossed(state, at(45, 70), at(55, 70)) == ()
    assert crossings(wall, at(45, 59), at(55, 61)) == [at(50, 60)]


def test_touching_is_contact_with_the_outline_or_being_inside() -> None:
    house, fence = box("building", 10, 10, 20, 20), piece("fence", (40, 10), (40, 20))
    spots: list[Spot] = [("8.71", 15), (15, 15), ("8.7", 15)]
    assert [touches_piece(Base(at(*s), FOOT), house) for s in spots] == [True, True, False]
    beside: list[Spot] = [("41.29", 15), ("41.3", 15), (40, "21.25")]
    assert [touches_piece(Base(at(*s), FOOT), fence) for s in beside] == [True, False, True]


@pytest.mark.parametrize(("kind", "low"), [("fence", True), ("hedge", True), ("low-wall", True), ("barricade", True),
                                           ("palisade", False), ("castle-wall", False), ("woods", False)])  # fmt: skip
def test_low_obstacles_are_fences_hedges_low_walls_and_barricades(kind: str, low: bool) -> None:
    assert is_low(KINDS[kind]) is low


def test_who_may_not_enter_what() -> None:
    ground = [box(kind, n * 12, 0, n * 12 + 10, 10) for n, kind in enumerate(KINDS) if KINDS[kind].shape != "line"]
    state = battle(
        unit("A", "red", (5, 50)), unit("R", "red", (9, 50), size=5, abilities={"mounted": 1}),
        unit("O", "red", (19, 50), size=6), terrain=ground,
    )  # fmt: skip
    closed = {
        (id, runs): [(bar.piece.kind, bar.clause) for bar in bars(state.table, state.model(id), runs)]
        for id in ("A-1", "R-1", "O-1") for runs in (False, True)
    }  # fmt: skip
    never = [("cliff", "CEL-MOV-13"), ("deep-water", "CEL-MOV-13")]
    inside = [("building", "CEL-ABL-16"), ("shrine", "CEL-ABL-16")]
    assert closed["A-1", False] == closed["A-1", True] == never
    assert closed["R-1", False] == [*inside, *never]
    assert closed["R-1", True] == [("woods", "CEL-ABL-16"), ("marsh", "CEL-ABL-16"), *inside, *never]
    assert closed["O-1", True] == [("building", "CEL-TER-03"), ("shrine", "CEL-TER-03"), *never]


def test_every_kind_is_known_by_its_piece() -> None:
    assert kind_of(piece("palisade", (0, 0), (9, 0))).height == 5
    assert kind_of(piece("castle-wall", (0, 0), (9, 0))).height == 10
