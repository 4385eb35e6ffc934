"""Zones of a unit, who holds them, and forming up (KEN-CHG-20 to KEN-CHG-29)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.geometry import CM
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.charging.way.zones import (
    Taken,
    assigned,
    closest,
    corner,
    counted_as,
    edges,
    files_for,
    has_room,
    least,
)
from app.systems.kensei.state import Contact, State
from tests.systems.kensei.fields import BLUE, EAST, NORTH, RED, SOUTH, at, field, loose, riders, unit


def target(**more: Any) -> Unit:
    """Ten foot of red, 12.5 cm wide and 5 cm deep, looking north; the middle of its front at 60, 60."""
    return unit("B", RED, 60, 60, NORTH, **more)


def held(*rows: tuple[str, str, bool]) -> State:
    """The target with these units of blue on its zones."""
    names = [unit(id, BLUE, 10 + 20 * n, 110, NORTH, models=4, files=2) for n, (id, _, _) in enumerate(rows)]
    contacts = tuple(Contact(by=UnitId(id), on=UnitId("B"), zone=zone, oblique=oblique) for id, zone, oblique in rows)
    return field(target(), unit("A", BLUE, 45, 62, EAST, models=4, files=2), *names, contacts=contacts)


def test_the_four_edges_and_how_one_lies_against_them() -> None:
    state = field(target())
    found = edges(state, state.units["B"])
    assert {name: (e.middle, e.inward, e.length) for name, e in found.items()} == {
        "front": (at(60, 60), SOUTH, 12_500), "left": (at("53.75", "62.5"), EAST, 5_000),
        "right": (at("66.25", "62.5"), 27_000, 5_000), "rear": (at(60, 65), NORTH, 12_500),
    }  # fmt: skip


def test_a_short_rear_rank_is_met_where_it_stands() -> None:
    state = field(target(models=7))
    found = edges(state, state.units["B"])
    assert found["rear"].length == 5_000
    assert found["rear"].middle.y == 65 * CM
    assert found["rear"].middle.x < 60 * CM
    assert found["right"].length == 2_500


@pytest.mark.parametrize(("name", "inward"), [("front-left", 13_500), ("front-right", 22_500), ("rear-left", 4_500)])
def test_an_oblique_is_met_along_its_diagonal(name: str, inward: int) -> None:
    state = field(target())
    found = corner(state, state.units["B"], name)
    assert (found.inward, found.oblique) == (inward, True)


def test_an_oblique_counts_as_what_most_models_are_close_to_and_if_even_as_what_helps_least() -> None:
    front = unit("A", BLUE, 56, 52, 13_500, models=4, files=4)
    state = field(target(), front)
    assert counted_as(state, state.units["B"], front, "front-left") == "front"
    aside = unit("A", BLUE, 46, 63, 13_500, models=4, files=4)
    assert counted_as(field(target(), aside), target(), aside, "front-left") == "left"
    assert least(("left", "front")) == "front"
    assert least(("left", "rear")) == "left"


def test_a_place_as_near_to_two_zones_counts_as_the_one_that_helps_least() -> None:
    state = field(target())
    assert closest(state, state.units["B"], at("52.75", 59), ("left", "front")) == "front"
    assert closest(state, state.units["B"], at("52.75", 66), ("rear", "left")) == "left"


def test_room_in_the_zones() -> None:
    assert has_room(held(("C", "front", False)), "B", Taken("front"))
    assert not has_room(held(("C", "front", False)), "B", Taken("front", True))
    assert not has_room(held(("C", "front", True)), "B", Taken("front"))
    assert not has_room(held(("C", "front", False), ("D", "front", False)), "B", Taken("front"))
    assert not has_room(held(("C", "left", False)), "B", Taken("left"))
    assert has_room(held(("C", "left", False)), "B", Taken("right"))
    assert has_room(held(("C", "rear", False)), "B", Taken("rear"))


def test_whom_a_unit_charged_itself_stands_on_its_front_too() -> None:
    contacts = (Contact(by=UnitId("B"), on=UnitId("A"), zone="left"),)
    state = field(target(), unit("A", BLUE, 60, 55, EAST), contacts=contacts)
    assert has_room(state, "B", Taken("front"))
    assert not has_room(state, "B", Taken("front", True))


def test_a_full_front_is_exchanged_for_the_nearest_flank_then_the_other() -> None:
    full = held(("C", "front", False), ("D", "front", False))
    assert assigned(full, full.units["B"], full.units["A"], Taken("front")) == Taken("left")
    more = held(("C", "front", False), ("D", "front", False), ("E", "left", False))
    assert assigned(more, more.units["B"], more.units["A"], Taken("front")) == Taken("right")
    none = held(("C", "front", False), ("D", "front", False), ("E", "left", False), ("F", "right", False))
    assert assigned(none, none.units["B"], none.units["A"], Taken("front")) is None


def test_files_of_loose_models_that_form_up() -> None:
    many = loose("A", BLUE, *((20 + 6 * n, 90) for n in range(8)))
    state = field(target(), many)
    assert files_for(state, many, 12_500) == 5
    assert files_for(state, many, 5_000) == 3
    two = loose("A", BLUE, (20, 90), (26, 90))
    assert files_for(field(target(), two), two, 12_500) == 2
    horse = riders("A", BLUE, 20, 90)
    assert files_for(field(target(), horse), horse, 2_500) == 2
