"""Actions: reload, bodies, objects, horses, Rest."""

from __future__ import annotations

from app.systems.ronin.book import inches
from tests.systems.ronin.playing import answer, asked, closed, order, refused, stage, way

ACT = "phase action\npriority red\nmodel Jiro blue at=30,30\n"


def test_reloading_needs_a_model_that_stood_still() -> None:
    row = ACT + "model Aki red at=10,10 weapons=teppo unloaded"
    session = stage(row)
    answer(session, order("Aki", "reload"))
    assert session.state.model("Aki").loaded
    assert closed(stage(row + " moved=normal"), "Aki")["reload"] == "RON-SHO-32"


def test_a_body_yields_one_loot_and_one_head_and_is_gone() -> None:
    text = (
        ACT
        + "model Aki red at=10,10\nmodel Ken red at=10,12\nmodel Saburo blue fate=dead rank=3\n"
        + "body corpse of=Saburo at=10,11"
    )
    session = stage(text)
    answer(session, order("Aki", "loot", "corpse"))
    assert (session.state.model("Aki").loot, len(session.state.bodies)) == (1, 1)
    answer(session, order("Jiro", "hold"))
    assert refused(session, order("Ken", "loot", "corpse")).clause == "RON-ACT-12"
    answer(session, order("Ken", "head", "corpse"))
    assert (session.state.model("Ken").heads, session.state.bodies) == ((3,), ())


def test_an_object_is_picked_up_taken_over_and_dropped() -> None:
    session = stage(ACT + "item box at=10,11\nmodel Aki red at=10,10\nmodel Ken red at=11,10")
    answer(session, order("Aki", "pick-up", "box"))
    assert session.state.model("Aki").objects == ("box",)
    answer(session, order("Jiro", "hold"))
    answer(session, order("Ken", "take-over", "box"))
    state = session.state
    assert (state.model("Aki").objects, state.model("Ken").objects, state.items[0].carrier) == ((), ("box",), "Ken")


def test_dropping_leaves_the_activation_open() -> None:
    session = stage(
        "priority red\nmodel Jiro blue at=30,30\nitem box at=1,1 carrier=Aki\n"
        "model Aki red at=10,10 objects=box\nmodel Ken red at=20,20"
    )
    answer(session, order("Aki", "drop", "box"))
    assert asked(session).seat == "red"
    assert refused(session, order("Ken", "hold")).clause == "RON-PRI-08"
    answer(session, order("Aki", "move", way(("10", "16"))))
    assert session.state.items[0].at == (inches(10), inches(10))


def test_a_rider_dismounts_beside_its_horse_and_mounts_again() -> None:
    session = stage(ACT + "model Aki red at=10,10 mounted=yes")
    assert refused(session, order("Aki", "dismount", [inches(10), inches(12)])).clause == "RON-ACT-14"
    answer(session, order("Aki", "dismount", [inches(10), inches("11.5")]))
    assert not session.state.model("Aki").mounted
    assert session.state.horses[0].at == (inches(10), inches(10))
    session = stage(ACT + "model Aki red at=10,11.5 rider=yes\nhorse Aki at=10,10")
    answer(session, order("Aki", "mount"))
    assert session.state.model("Aki").at == (inches(10), inches(10))
    assert session.state.model("Aki").mounted


def test_riders_take_nothing_up_and_the_engaged_do_nothing() -> None:
    session = stage(ACT + "item box at=10,11\nmodel Aki red at=10,10 mounted=yes\nmodel Ken red at=30,29")
    assert closed(session, "Aki")["pick-up"] == "RON-ACT-17"
    assert closed(session, "Ken")["rest"] == "RON-ACT-09"


def test_routing_models_may_only_rest() -> None:
    session = stage("side red morale=routing\n" + ACT + "model Aki red at=10,10 weapons=yumi")
    assert closed(session, "Aki")["shoot"] == "RON-MOR-26"
    answer(session, order("Aki", "rest"))
    assert session.state.model("Aki").rested


def test_the_carrier_leaves_by_its_own_edge_when_ordered() -> None:
    text = "scenario capture\npriority red\nside red edge=south\nitem box at=1,1 carrier=Aki\n"
    text += "model Aki red at=10,33 objects=box\nmodel Jiro blue at=30,3"
    session = stage(text)
    answer(session, order("Aki", "move", way(("10", "35.5"))))
    assert asked(session).about == "exit"
    answer(session, "yes")
    assert session.state.model("Aki").fate == "exited"
