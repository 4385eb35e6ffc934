"""Moving: allowances, halving, contact, Runs, Ride-by, entries."""

from __future__ import annotations

import pytest

from app.systems.ronin.book import inches
from app.systems.ronin.moving.events import Moved
from tests.systems.ronin.playing import answer, asked, closed, long, order, refused, stage, told, way

OPEN = "model Aki red at=10,10\nmodel Jiro blue at=30,30\n"


def test_a_normal_move_of_six_inches_is_taken_and_the_go_passes() -> None:
    session = stage(OPEN)
    answer(session, order("Aki", "move", way(("10", "16"))))
    assert session.state.model("Aki").at == (inches(10), inches(16))
    assert session.state.model("Aki").moved == "normal"
    assert asked(session).seat == "blue"


@pytest.mark.parametrize(
    ("traits", "far", "legal"),
    [
        ("", "6", True),
        ("", "6.01", False),
        ("stunned=1", "3", True),
        ("stunned=2 grievous=1", "3", True),
        ("stunned=1", "3.01", False),
        ("stunned=1 attributes=inexorable", "6", True),
        ("grievous=1", "3.01", False),
        ("light=1", "6", True),
        ("heads=1,1 loot=1", "3.01", False),
        ("heads=1,1", "6", True),
    ],
)
def test_halving_is_applied_once(traits: str, far: str, legal: bool) -> None:
    session = stage(f"model Aki red at=10,10 {traits}\nmodel Jiro blue at=30,30")
    path = order("Aki", "move", [[inches(10), inches(10) + long(far)]])
    assert (session.refuse(asked(session).seat, path) is None) is legal


def test_any_part_of_the_base_in_difficult_ground_halves_the_move() -> None:
    session = stage("terrain wood w 10.4,12 14,12 14,14 10.4,14\n" + OPEN)
    no = refused(session, order("Aki", "move", way(("10", "14"))))
    assert (no.code, no.clause, no.facts["allowed"]) == ("move.too-far-halved", "RON-MOV-08", inches(3))
    answer(session, order("Aki", "move", way(("10", "13"))))
    assert told(session, Moved)[0].causes == ("difficult",)


def test_a_run_needs_more_than_an_inch_to_every_enemy() -> None:
    session = stage("model Aki red at=10,10\nmodel Jiro blue at=12,15")
    no = refused(session, order("Aki", "run", way(("10", "19"))))
    assert (no.code, no.clause, no.facts["enemy"]) == ("run.too-close", "RON-MOV-04", "Jiro")
    session = stage("model Aki red at=10,10\nmodel Jiro blue at=12.01,15")
    answer(session, order("Aki", "run", way(("10", "19"))))


def test_contact_ends_a_move_and_a_hand_need_not_be_exact() -> None:
    session = stage("model Aki red at=10,10\nmodel Jiro blue at=10,15")
    no = refused(session, order("Aki", "move", way(("9.2", "15.5"))))
    assert (no.code, no.clause) == ("path.contact-ends", "RON-MOV-15")
    for end in ("13.95", "13.98", "14"):
        assert session.refuse(asked(session).seat, order("Aki", "move", way(("10", end)))) is None
    answer(session, order("Aki", "move", way(("10", "13.96"))))
    assert told(session, Moved)[0].touches == ("Jiro",)


def test_a_friend_may_be_passed_but_not_stood_on() -> None:
    session = stage("model Aki red at=10,10\nmodel Ken red at=10,13\nmodel Jiro blue at=30,30")
    assert refused(session, order("Aki", "move", way(("10", "13.5")))).clause == "RON-MOV-29"
    answer(session, order("Aki", "move", way(("10", "15"))))


def test_wavering_models_do_not_engage() -> None:
    session = stage("side red morale=wavering\nmodel Aki red at=10,10\nmodel Jiro blue at=10,15")
    assert refused(session, order("Aki", "move", way(("10", "14")))).clause == "RON-MOR-24"
    answer(session, order("Aki", "move", way(("10", "13.9"))))


def test_the_table_edge_stops_a_path() -> None:
    session = stage("model Aki red at=10,2\nmodel Jiro blue at=30,30")
    no = refused(session, order("Aki", "move", way(("10", "0.2"))))
    assert (no.code, no.facts["after"]) == ("path.off-table", inches("1.5"))


def test_a_preview_shows_where_a_path_stops_being_legal() -> None:
    session = stage("model Aki red at=10,10\nmodel Jiro blue at=12,15")
    domain = asked(session).domain
    preview = domain.preview(domain.read(order("Aki", "run", way(("10", "19")))))
    assert preview.no.code == "run.too-close"
    assert {m.kind for m in preview.marks} >= {"path", "path-no", "ring-no", "swept", "ghost-no", "label-no"}


def test_a_ride_by_has_two_parts_of_nine_inches() -> None:
    rider = "model Aki red at=10,10 mounted=yes\nmodel Jiro blue at=30,30"
    session = stage(rider)
    assert refused(session, order("Aki", "ride-by", way(("10", "19.1")))).clause == "RON-MOV-12"
    answer(session, order("Aki", "ride-by", way(("10", "19"))))
    assert session.state.model("Aki").moved == "ride-by"
    second = stage("phase action\n" + rider.replace("mounted=yes", "mounted=yes moved=ride-by"))
    assert closed(second, "Aki")["shoot"] == "RON-ACT-10"
    answer(second, order("Aki", "ride-by", way(("10", "19"))))


def test_an_engaged_model_may_only_withdraw() -> None:
    session = stage("model Aki red at=10,10\nmodel Jiro blue at=10,11")
    reasons = closed(session, "Aki")
    assert reasons["move"] == reasons["run"] == "RON-MOV-20"
    assert "withdraw" not in reasons


def test_a_model_in_reserve_comes_on_over_its_own_edge() -> None:
    session = stage(
        "scenario seize-the-shrine\nside red edge=south\nmodel Aki red fate=reserve\nmodel Jiro blue at=18,3"
    )
    assert refused(session, order("Aki", "enter", way(("5", "36.5"), ("5", "33")))).clause == "RON-SET-11"
    answer(session, order("Aki", "enter", way(("18", "36.5"), ("18", "30.5"))))
    assert session.state.model("Aki").fate == ""
    assert session.state.model("Aki").at == (inches(18), inches("30.5"))
