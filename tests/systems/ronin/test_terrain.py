"""Ground: doors, riders, lines, bridges, the river."""

from __future__ import annotations

from app.engine.geometry import Base, Point
from app.systems.ronin.book import inches
from app.systems.ronin.ground.events import Drifted, DrowningRolled, RiverEntered
from app.systems.ronin.ground.terrain import in_river, place_is_free
from app.systems.ronin.moving.events import Moved
from tests.systems.ronin.playing import answer, order, refused, stage, throw, told, way

HOUSE = "priority red\nterrain building h 10,10 16,10 16,16 10,16 doors=13,10\nmodel Jiro blue at=34,34\n"
RIVER = (
    "priority red\nflow east\nterrain river v 0,16 36,16 36,20 0,20\nterrain bridge b 16.5,16 19.5,16 19.5,20 16.5,20\n"
    "model Jiro blue at=34,34\n"
)


def test_a_building_is_entered_through_its_door_and_is_difficult() -> None:
    session = stage(HOUSE + "model Aki red at=13,9")
    assert refused(session, order("Aki", "move", way(("14", "9"), ("14", "11")))).clause == "RON-TER-11"
    answer(session, order("Aki", "move", way(("13", "11"))))
    assert told(session, Moved)[0].causes == ("difficult",)


def test_riders_may_not_enter_buildings_or_cross_walls() -> None:
    session = stage(HOUSE + "terrain wall w 20,5 26,5\nmodel Aki red at=23,3 mounted=yes\nmodel Ken red at=23,8")
    assert refused(session, order("Aki", "move", way(("23", "6")))).clause == "RON-TER-05"
    answer(session, order("Ken", "move", way(("23", "5"))))


def test_impassable_ground_is_touched_but_not_entered() -> None:
    session = stage(
        "priority red\nterrain shrine s 16,16 20,16 20,20 16,20\nmodel Aki red at=18,12\nmodel Jiro blue at=34,34"
    )
    no = refused(session, order("Aki", "move", way(("18", "16"))))
    assert (no.code, no.clause) == ("path.impassable", "RON-MOV-29")
    answer(session, order("Aki", "move", way(("18", "15.5"))))


def test_a_model_on_the_bridge_is_not_in_the_river() -> None:
    state = stage(RIVER).state
    middle = Point(inches(18), inches(18))
    assert not in_river(state, Base(middle, inches("0.5")))
    assert in_river(state, Base(Point(inches(20), inches(18)), inches("0.5")))
    session = stage(RIVER + "model Aki red at=18,15")
    answer(session, order("Aki", "move", way(("18", "21"))))
    assert told(session, Moved)[0].causes == ()


def test_the_river_sweeps_on_a_six_stuns_and_may_drown() -> None:
    session = stage(RIVER + "model Aki red at=10,15 armour=heavy\nmodel Ken red at=15,16")
    answer(session, order("Aki", "move", way(("10", "16"))))
    throw(session, 6)
    throw(session, 6, 6)
    throw(session, 3)
    (drift,) = told(session, Drifted)
    assert abs(drift.length - inches(4)) <= 2
    assert (told(session, DrowningRolled)[0].total, session.state.model("Aki").stunned) == (6, 1)
    session = stage(RIVER + "model Aki red at=10,15 armour=heavy")
    answer(session, order("Aki", "move", way(("10", "16"))))
    throw(session, 6)
    throw(session, 1, 1)
    throw(session, 4)
    assert session.state.model("Aki").fate == "dead"


def test_no_second_die_for_a_move_inside_the_river() -> None:
    session = stage(RIVER + "model Aki red at=10,17")
    answer(session, order("Aki", "move", way(("10", "18"))))
    assert not told(session, RiverEntered)
    assert session.questions()


def test_a_base_is_laid_clear_of_bases_and_walls() -> None:
    state = stage(HOUSE).state
    half = inches("0.5")
    assert place_is_free(state, Base(Point(inches(13), inches(13)), half))
    assert not place_is_free(state, Base(Point(inches(10), inches(13)), half))
    assert not place_is_free(state, Base(Point(inches(34), inches("33.5")), half))
