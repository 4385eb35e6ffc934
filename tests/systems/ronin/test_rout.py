"""Routing: the forced flight and the ways round what stops it."""

from __future__ import annotations

from app.systems.ronin.book import inches
from app.systems.ronin.moving.events import LeftTable, Moved
from tests.systems.ronin.playing import answer, asked, closed, order, refused, stage, told, way

ROUT = "priority red\nside red morale=routing edge=south\n"
FAR = "model Jiro blue at=30,3\n"


def test_a_routing_model_runs_straight_at_its_edge() -> None:
    session = stage(ROUT + "model Aki red at=10,10\nmodel Ken red at=20,5\n" + FAR)
    shut = closed(session, "Aki")
    assert {key: shut[key] for key in ("hold", "move", "run")} == dict.fromkeys(("hold", "move", "run"), "RON-MOR-25")
    answer(session, order("Aki", "flee"))
    assert told(session, Moved)[0].how == "run"
    assert session.state.model("Aki").at == (inches(10), inches(19))


def test_a_flight_that_is_the_only_thing_left_needs_no_answer() -> None:
    session = stage(ROUT + "model Aki red at=10,10\n" + FAR)
    assert session.state.model("Aki").moved == "run"
    assert asked(session).seat == "blue"


def test_it_leaves_the_table_at_its_edge_and_drops_what_it_carries() -> None:
    session = stage(
        ROUT + "item box at=10,30 carrier=Aki\nmodel Aki red at=10,32 objects=box\nmodel Ken red at=20,5\n" + FAR
    )
    answer(session, order("Aki", "flee"))
    assert told(session, LeftTable)[0].fate == "fled"
    assert session.state.model("Aki").fate == "fled"
    assert session.state.items[0].carrier == ""


def test_near_an_enemy_it_moves_instead_and_stops_short_of_contact() -> None:
    session = stage(ROUT + "model Aki red at=10,10\nmodel Ken red at=20,5\nmodel Jiro blue at=10,14\n")
    answer(session, order("Aki", "flee"))
    assert told(session, Moved)[0].how == "normal"
    left = inches(14) - session.state.model("Aki").at.y - inches(1)
    assert inches("0.05") < left < inches("0.1")


def test_stopped_short_it_may_take_another_way_that_ends_nearer_the_edge() -> None:
    session = stage(
        ROUT + "model Aki red at=10,10\nmodel Ken red at=20,5\nterrain cliff k 6,12 14,12 14,13 6,13\n" + FAR
    )
    no = refused(session, order("Aki", "run", way(("15", "10.5"))))
    assert (no.code, no.clause) == ("rout.not-nearer", "RON-MOR-25")
    answer(session, order("Aki", "run", way(("14.6", "11"), ("14.6", "13.5"))))


def test_an_engaged_routing_model_must_withdraw() -> None:
    session = stage(ROUT + "model Aki red at=10,10\nmodel Ken red at=20,5\nmodel Jiro blue at=10,11\n")
    assert closed(session, "Aki")["hold"] == "RON-MOR-25"
    answer(session, order("Aki", "withdraw", way(("10", "8.5"))))


def test_the_fearless_do_not_flee() -> None:
    session = stage(ROUT + "model Aki red at=10,10 attributes=fearless\n" + FAR)
    answer(session, order("Aki", "hold"))
