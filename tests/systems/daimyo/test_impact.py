"""The way of a charge: contact, cost, the edge that is hit, the place against it, what bars it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.engine.formations import Step
from app.engine.geometry import CM, Point
from app.engine.refusals import Refusal
from app.engine.shapes import overlaps
from app.engine.table import Terrain
from app.engine.trig import bearing
from app.systems.daimyo.charging.impact import Impact, defended, impact
from app.systems.daimyo.charging.rules import (
    aimed,
    as_steps,
    best_impact,
    charge_targets,
    charge_way,
    refuse_charge,
    wheels,
)
from app.systems.daimyo.measure import touched_edges, touched_stands
from app.systems.daimyo.state import State, outline_of
from tests.systems.daimyo.nerves import BLUE, EAST, NORTH, RED, SOUTH, WEST, box, field, leader, place, unit

Figure = int | str


def met(state: State, wheel: int = 0, a: str = "R", b: str = "B") -> Impact:
    """The charge of R at B, which is legal."""
    found = impact(state, state.units[a], state.units[b], wheel)
    assert isinstance(found, Impact), found
    return found


def barred(state: State, wheel: int = 0) -> Refusal:
    """Why R's charge at B is not legal."""
    found = impact(state, state.units["R"], state.units["B"], wheel)
    assert isinstance(found, Refusal), found
    return found


def duel(*more: Any, at: tuple[Figure, Figure] = (60, 60), facing: int = NORTH, foe: int = SOUTH, made: str = "horse",
         foes: str = "samurai", **facts: Any) -> State:  # fmt: skip
    """R at a place, B with its front's middle at 60, 45."""
    return field(unit("R", RED, made, *at, facing), unit("B", BLUE, foes, 60, 45, foe), *more, active="red-c1", **facts)


def no_of(state: State, a: str = "R", b: str = "B") -> Refusal | None:
    """Why a may not charge b at all."""
    return refuse_charge(state, state.units[a], state.units[b])


# -- contact, distance, alignment ---------------------------------------------------------


def test_straight_ahead_into_the_front() -> None:
    found = met(duel())
    assert (found.zone, found.edge, found.end.at, found.end.facing) == ("front", "front", place(60, 45), 0)
    assert found.slid == 0
    assert (found.way.length, found.way.used, found.way.allowed) == (15 * CM, 15 * CM, 20 * CM)


@pytest.mark.parametrize(("y", "legal"), [("65", True), ("65.01", True), ("65.02", False)])
def test_the_charge_distance_has_the_tolerance_of_distances(y: str, legal: bool) -> None:
    state = duel(at=(60, 60)).with_unit("R", at=place(60, y))
    found = impact(state, state.units["R"], state.units["B"], 0)
    assert isinstance(found, Impact) == legal
    if isinstance(found, Refusal):
        assert (found.code, found.clause) == ("charge.too-far", "DAI-CHG-01")
        assert found.facts["used"] == 20_020
        assert found.facts["allowed"] == 20_000


def test_it_turns_about_the_place_touched_and_slides_so_that_stands_face_stands() -> None:
    found = met(duel(at=(61, 60)))
    assert (found.end.at, found.slid) == (place(60, 45), -1_000)
    state = duel().with_unit("R", at=found.end.at)
    touched = touched_stands(state.units["R"], outline_of(state.units["B"]))
    assert [number for number, edge in touched if edge == "front"] == [0, 1]


def test_a_slide_of_two_centimetres_goes_either_way_and_no_further() -> None:
    for x in range(54, 67):
        found = met(duel(at=(x, 60)))
        assert abs(found.slid) <= 2 * CM
        assert (found.end.at.x - 60 * CM) % (4 * CM) == 0


def test_a_wheel_costs_its_arc_by_quality() -> None:
    arc = met(duel(), 1_000).way.length - met(duel(), 1_000).way.straight
    assert arc == 1_397
    assert met(duel(), 1_000).way.used == met(duel(), 1_000).way.length
    slow = duel(made="spears", at=(60, 55))
    found = met(slow, 1_000)
    assert found.way.used == found.way.length + arc


@pytest.mark.parametrize("wheel", [4_501, -4_501, 9_000])
def test_no_wheel_beyond_45_degrees(wheel: int) -> None:
    no = barred(duel(), wheel)
    assert (no.code, no.clause, no.facts["most"]) == ("charge.wheel", "DAI-CHG-08", 4_500)


@pytest.mark.parametrize(
    ("at", "facing", "foe", "edge", "end"),
    [
        ((50, 46), EAST, NORTH, "left", Point(56_000, 45_000)),
        ((70, 46), WEST, NORTH, "right", Point(64_000, 45_000)),
        ((60, 56), NORTH, NORTH, "rear", Point(60_000, 48_000)),
        ((60, 38), SOUTH, NORTH, "front", Point(60_000, 45_000)),
    ],
)  # fmt: skip
def test_it_hits_the_edge_of_the_zone_it_came_from(
    at: tuple[int, int], facing: int, foe: int, edge: str, end: Point
) -> None:
    found = met(duel(at=at, facing=facing, foe=foe))
    assert (found.zone, found.edge, found.end.at, found.end.facing) == (edge, edge, end, facing)


def test_the_zone_at_declaration_decides_not_the_edge_first_touched() -> None:
    found = met(duel(at=(48, 44), facing=EAST, foe=NORTH), 500)
    assert (found.zone, found.edge, found.end.facing) == ("front", "front", SOUTH)


def test_the_rear_edge_of_a_short_rank_is_hit_where_stands_are() -> None:
    state = duel(at=(62, 58), foe=NORTH, foes="spears").with_unit("B", stands=3)
    found = met(state)
    there = state.with_unit("R", at=found.end.at, facing=found.end.facing)
    assert [edge for _, edge in touched_stands(there.units["B"], outline_of(there.units["R"]))] == ["rear"]


def test_every_contact_is_flush_and_overlaps_nothing() -> None:
    luck, found = Random(7), 0
    for _ in range(400):
        facing, foe = luck.randrange(36_000), luck.randrange(36_000)
        at = (60 + luck.randrange(-12, 13), 45 + luck.randrange(-16, 17))
        state = duel(at=at, facing=facing, foe=foe, foes="spears")
        state = state.with_unit("R", files=luck.choice((1, 2, 3))).with_unit("B", stands=luck.randrange(1, 7))
        one, other = state.units["R"], state.units["B"]
        if overlaps(outline_of(one), outline_of(other)):
            continue
        for wheel in (0, 1_500, -3_000):
            hit = impact(state, one, other, wheel)
            if isinstance(hit, Impact):
                found += 1
                there = state.with_unit("R", at=hit.end.at, facing=hit.end.facing)
                assert hit.edge in touched_edges(there, there.units["B"], there.units["R"])
                assert not overlaps(outline_of(there.units["R"]), outline_of(other))
    assert found > 100


@pytest.mark.parametrize("facing", range(0, 36_000, 777))
def test_a_bearing_looks_where_it_should(facing: int) -> None:
    from app.engine.trig import bearing, heading

    look = heading(facing)
    assert bearing(look.x, look.y) == facing


def test_an_aimed_wheel_brings_the_front_to_look_at_the_place() -> None:
    state = duel(at=(50, 60))
    body = met(state, aimed(state.units["R"].formation, state.units["B"].at)).way.wheeled
    assert abs(body.facing - bearing(60 * CM - body.at.x, 45 * CM - body.at.y)) < 10


# -- what bars the way -------------------------------------------------------------------------


def test_a_unit_in_the_way_bars_it() -> None:
    state = duel(unit("F", RED, "spears", 67, 52))
    assert (barred(state).code, barred(state).facts["other"]) == ("charge.barred-by-unit", "F")
    assert no_of(state) is None
    shut = duel(unit("F", RED, "spears", 67, 52), unit("G", RED, "spears", 53, 52))
    no = no_of(shut)
    assert no is not None
    assert (no.code, no.clause) == ("charge.barred-by-unit", "DAI-CHG-26")


def test_neighbours_that_are_only_touched_are_harmless() -> None:
    state = duel(unit("F", RED, "horse", 68, 60), unit("G", BLUE, "samurai", 68, 45, SOUTH))
    assert met(state).end.at == place(60, 45)


def test_it_slides_along_the_edge_past_what_takes_its_place() -> None:
    state = duel(unit("F", RED, "spears", 65, 45), at=(56, 60))
    assert met(state).end.at == place(56, 45)
    state = duel(unit("F", RED, "spears", 63, 45), at=(55, 60))
    found = met(state)
    assert (found.end.at, found.slid) == (place(55, 45), 0)


def test_no_room_on_an_edge_whose_neighbours_leave_no_centimetre() -> None:
    shut = unit("G", RED, "samurai", "62.5", 44, SOUTH, files=3, stands=6)
    no = barred(duel(shut, at=(48, 44), facing=EAST, foe=NORTH), 500)
    assert (no.code, no.clause, no.facts) == ("charge.no-room", "DAI-CHG-26", {"unit": "R", "target": "B"})
    less = unit("G", RED, "samurai", 63, 44, SOUTH, files=3, stands=6)
    assert met(duel(less, at=(48, 44), facing=EAST, foe=NORTH), 500).end.at == place(53, 45)


@pytest.mark.parametrize(("kind", "made", "legal"), [
    ("lake", "spears", False), ("marsh", "horse", False), ("marsh", "spears", True), ("woods", "horse", True),
    ("building", "spears", False),
])  # fmt: skip
def test_ground_closed_to_it_bars_a_charge(kind: str, made: str, legal: bool) -> None:
    state = duel(made=made, at=(60, 55), terrain=[box(kind, 40, 49, 80, 51)])
    if legal:
        assert met(state).way.crossed == (kind,)
    else:
        assert (barred(state).code, barred(state).facts["kind"]) == ("charge.barred-by-ground", kind)


def test_difficult_ground_costs_double_in_a_charge() -> None:
    found = met(duel(made="spears", at=(60, 55), terrain=[box("paddy", 40, 49, 80, 51)]))
    assert (found.way.length, found.way.used) == (10 * CM, 12 * CM)


def test_an_obstacle_costs_three_and_a_defended_one_nothing() -> None:
    wall = Terrain("wall", "palisade", (place(40, 50), place(80, 50)), False)
    found = met(duel(made="spears", at=(60, 55), terrain=[wall]))
    assert (found.way.used, found.way.crossed, found.way.across) == (13 * CM, ("wall",), ())
    near = Terrain("wall", "palisade", (place(40, 46), place(80, 46)), False)
    for made in ("spears", "horse"):
        state = duel(made=made, at=(60, 55), terrain=[near])
        found = met(state)
        assert (found.way.used, found.way.crossed, found.way.across) == (10 * CM, (), ("wall",))
        assert defended(state, state.units["R"], state.units["B"]) == ("wall",)
    far = Terrain("wall", "palisade", (place(40, "46.2"), place(80, "46.2")), False)
    assert barred(duel(at=(60, 55), terrain=[far])).code == "charge.barred-by-ground"


def test_the_edge_of_the_table_bars_it() -> None:
    state = duel(at=(4, 60)).with_unit("B", at=place(4, 45))
    assert met(state).end.at == place(4, 45)
    no = barred(state.with_unit("R", at=place(3, 60)))
    assert (no.code, no.clause) == ("charge.off-table", "DAI-CHG-26")


def test_leaders_in_the_way_do_not_bar_it() -> None:
    state = duel(leaders=[leader("red-L1", RED, 60, 50), leader("blue-L1", BLUE, 60, 52)])
    assert met(state).leaders == ("blue-L1",)


# -- places without sides ---------------------------------------------------------------------------


def test_a_building_and_a_headquarters_are_hit_on_the_side_first_reached() -> None:
    state = duel(terrain=[box("building", 56, 41, 64, 49)], at=(59, 60)).with_unit("B", building="building")
    found = met(state)
    assert (found.zone, found.edge, found.end.at.y, found.end.facing) == ("front", "side", 49 * CM, 0)
    hq = duel(at=(50, 48), facing=EAST, foes="hq", foe=NORTH)
    assert (met(hq).edge, met(hq).end.at.x, met(hq).end.facing) == ("side", 56 * CM, EAST)


# -- the question -------------------------------------------------------------------------------------


def test_targets_with_reasons_and_wheels_that_reach_them() -> None:
    state = duel(unit("C", BLUE, "spears", 100, 20, SOUTH), unit("D", BLUE, "spears", 60, 80, NORTH))
    menu = charge_targets(state, state.units["R"])
    assert menu.open() == charge_targets(state, state.units["R"]).open() == ("B",)
    codes = {key: option.no.code for key, option in menu.options.items() if option.no}
    assert codes == {"C": "charge.too-far", "D": "charge.not-in-front"}
    way = menu.options["B"].then
    assert way is not None
    for seed in range(20):
        assert way().refuse(way().sample(Random(seed))) is None
    assert all(way().refuse(steps) is None for steps in way().some(12))


def test_the_wire_form_is_at_most_one_wheel() -> None:
    state = duel()
    way = charge_way(state, state.units["R"], state.units["B"])
    assert way.read([["wheel", 500]]) == (Step("wheel", 500),)
    assert isinstance(way.read([["forward", 500]]), Refusal)
    no = way.refuse((Step("wheel", 100), Step("wheel", 100)))
    assert no is not None
    assert (no.code, no.clause) == ("charge.one-wheel", "DAI-CHG-08")
    assert way.refuse(()) is None


def test_the_look_shows_the_way_the_place_and_who_tests() -> None:
    state = duel(made="guns", at=(60, 55))
    shown = charge_way(state, state.units["R"], state.units["B"]).preview(())
    assert [note.about for note in shown.notes] == ["charge.look.way", "charge.look.edge", "charge.look.dares"]
    assert {mark.kind for mark in shown.marks} == {"swept", "path", "block", "touch", "label"}
    foes = duel(foes="spears")
    shown = charge_way(foes, foes.units["R"], foes.units["B"]).preview(as_steps(500))
    assert [note.about for note in shown.notes][-1] == "charge.look.tests"
    assert [line.id for line in shown.lines] == ["M5", "M9", "M10"]
    bad = charge_way(foes, foes.units["R"], foes.units["B"]).preview(as_steps(4_500))
    assert bad.no is not None
    assert "block-no" in {mark.kind for mark in bad.marks}


def test_the_first_charge_offered_is_straight_if_that_reaches() -> None:
    state = duel()
    found = best_impact(state, state.units["R"], state.units["B"])
    assert found is not None
    assert found.way.wheel == 0
    assert wheels(state, state.units["R"], state.units["B"])[0] == 0
    assert best_impact(duel(at=(60, 90)), state.units["R"], state.units["B"]) is not None
