"""Activations: whose go it is, which orders may follow which, when a go is over."""

from __future__ import annotations

from typing import Any

import pytest

from app.systems.celtos.activation import events as orders
from app.systems.celtos.assault import events as assault
from app.systems.celtos.book import c
from app.systems.celtos.checks import events as checks
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.morale import events as morale
from app.systems.celtos.reactions import events as reactions
from app.systems.celtos.state import UnitId
from app.systems.celtos.system import SYSTEM
from tests.systems.celtos.turns import RED, Play

SIDES = """
unit Pikes red models=2 at=20,60 weapons=nagae
unit Bows red models=2 at=60,60 weapons=yumi,tanto
unit Wolves blue models=2 at=20,30 weapons=yari
unit Guns blue models=2 at=60,30 weapons=teppo,tanto
"""
STEP = {"Pikes-1": [[20000, 59000]]}


# -- whose go ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "seat"),
    [("", "red"), ("first blue", "blue"), ("go blue", "blue"), ("first blue\ngo red", "red")],
)
def test_the_player_whose_go_it_is_is_asked(facts: str, seat: str) -> None:
    assert Play(SIDES + facts).seat == seat


def test_the_go_passes_to_the_next_player() -> None:
    play = Play(SIDES).order("Pikes", "end")
    assert play.about == "over"
    assert (play.state.go, play.state.active) == ("blue", None)
    assert play.state.unit("Pikes").activated
    assert play.kinds() == ["unit-activated", "activation-ended"]


def test_with_three_players_it_goes_round_in_seat_order() -> None:
    rows = "".join(f"unit {name} {seat} models=1 at={x},60\nunit {name}2 {seat} models=1 at={x},90\n"
                   for name, seat, x in [("A", "red", 20), ("B", "blue", 60), ("C", "green", 100)])  # fmt: skip
    play = Play(rows + "table 180x180\nfirst green")
    assert play.seat == "green"
    assert play.order("C", "end").state.go == "red"


def test_a_player_without_units_left_is_skipped_and_the_others_go_on() -> None:
    rows = SIDES.replace("weapons=yari", "weapons=yari activated").replace("teppo,tanto", "teppo,tanto activated")
    play = Play(rows + "go blue")
    assert play.seat == "red"
    play.order("Pikes", "end")
    assert Play(play.state).seat == "red"


def test_the_phase_is_over_when_every_unit_on_the_table_was_activated() -> None:
    rows = "\n".join(f"{row} activated" for row in SIDES.strip().splitlines())
    play = Play(rows)
    assert (play.about, play.kinds()) == ("over", [])


def test_a_unit_is_activated_once_a_turn() -> None:
    play = Play(SIDES.replace("weapons=nagae", "weapons=nagae activated"))
    no = play.refused({"pick": "Pikes", "then": "end"})
    assert (no.code, no.clause) == ("activate.done", "CEL-ACT-02")


def test_silence_activates_a_unit_and_gives_it_no_order() -> None:
    question = Play(SIDES).session.questions()[0]
    assert question.domain.write(question.default) == {"pick": "Pikes", "then": "end"}


def test_the_phase_begins_once() -> None:
    play = Play("phase activation\n" + SIDES)
    begun = Play(play.state.with_(phase="initiative", go=play.state.seats[1]))
    assert begun.kinds() == ["phase-began"]
    assert begun.seat == "red"


# -- chains of orders ---------------------------------------------------------------------


def test_after_a_normal_move_there_may_be_more() -> None:
    play = Play(SIDES).order("Bows", "move", {"Bows-1": [[60000, 59000]]})
    assert play.about == "activation.order"
    assert play.open() == ("reaction", "shoot", "end")
    again = play.refused({"pick": "move", "then": {}})
    assert (again.code, again.clause) == ("order.again", "CEL-ORD-02")
    assert play.refused({"pick": "run", "then": {}}).code == "order.again"
    assert play.state.unit("Bows").orders == ("move",)
    assert play.state.active == "Bows"


def test_orders_come_in_the_printed_order() -> None:
    play = Play(SIDES + "unit Foxes blue models=2 at=60,50").order("Bows", "shoot", "Foxes").roll("hit", 1, 1)
    assert play.open() == ("assault", "end")
    late = play.refused("reaction")
    assert (late.code, late.clause, late.facts["given"]) == ("order.too-late", "CEL-ORD-02", "shoot")
    assert play.next("end").state.unit("Bows").orders == ()


def test_a_run_ends_the_go() -> None:
    play = Play(SIDES).order("Pikes", "run", {"Pikes-1": [[20000, 59000]]})
    assert play.about == "over"
    assert play.session.events[-1].clause == "CEL-ACT-06"
    assert play.state.go == "blue"


def test_a_reaction_order_gives_the_marker_and_ends_the_go() -> None:
    play = Play(SIDES).order("Bows", "reaction")
    assert play.about == "over"
    assert play.state.unit("Bows").reaction
    assert play.kinds() == ["unit-activated", "order-given", "reaction-readied", "activation-ended"]
    assert play.session.events[-1].clause == "CEL-ACT-07"


def test_movement_and_then_reaction() -> None:
    play = Play(SIDES).order("Pikes", "move", STEP).next("reaction")
    assert (play.about, play.state.unit("Pikes").reaction, play.state.unit("Pikes").moved) == ("over", True, True)


def test_orders_of_another_turn_are_forgotten() -> None:
    state = Play(SIDES).state.with_unit("Pikes", orders=("run",))
    assert Play(state).order("Pikes", "move", STEP).about == "activation.order"


# -- what closes an order ---------------------------------------------------------------------


def test_in_contact_there_is_only_assault() -> None:
    play = Play(SIDES + "unit Foxes blue models=1 at=60,57.5")
    assert play.open("Bows") == ("assault", "end")
    closed = {
        "move": play.refused({"pick": "Bows", "then": {"pick": "move", "then": {}}}),
        "run": play.refused({"pick": "Bows", "then": {"pick": "run", "then": {}}}),
        "shoot": play.refused({"pick": "Bows", "then": {"pick": "shoot", "then": "Foxes"}}),
        "reaction": play.refused({"pick": "Bows", "then": "reaction"}),
    }
    assert {key: no.clause for key, no in closed.items()} == {
        "move": "CEL-ORD-07", "run": "CEL-ORD-07", "shoot": "CEL-ORD-07", "reaction": "CEL-ORD-06",
    }  # fmt: skip
    assert {no.code for no in closed.values()} == {"order.contact"}


def test_out_of_coherency_there_is_neither_shooting_nor_assault() -> None:
    rows = "unit Bows red at=60,60+68,60 weapons=yumi,tanto\nunit Foxes blue models=1 at=60,50\n"
    play = Play(rows)
    assert play.open("Bows") == ("move", "run", "reaction", "end")
    for order in ("shoot", "assault"):
        no = play.refused({"pick": "Bows", "then": {"pick": order, "then": "Foxes"}})
        assert (no.code, no.clause) == ("order.coherency", "CEL-ORD-10")


def test_out_of_coherency_in_contact_it_may_be_given_assault() -> None:
    rows = "unit Bows red at=60,60+70,60 weapons=yumi,tanto\nunit Foxes blue models=1 at=60,57.5\n"
    assert Play(rows).open("Bows") == ("assault", "end")


def test_fury_takes_no_reaction_order() -> None:
    play = Play(SIDES.replace("weapons=nagae", "weapons=nagae abilities=fury"))
    no = play.refused({"pick": "Pikes", "then": "reaction"})
    assert (no.code, no.clause) == ("order.fury", "CEL-ABL-19")


def test_the_reason_of_each_target_is_shown_and_judged_by_itself() -> None:
    play = Play(SIDES)
    no = play.refused({"pick": "Pikes", "then": {"pick": "assault", "then": "Wolves"}})
    assert no.clause == "CEL-ASL-06"
    assert play.refused({"pick": "Bows", "then": {"pick": "shoot", "then": "Wolves"}}).clause == "CEL-SHT-03"


def test_a_refused_order_changes_nothing() -> None:
    play = Play(SIDES)
    before = play.state
    assert play.session.answer(before.seats[0], {"pick": "Pikes", "then": {"pick": "shoot", "then": "Wolves"}})
    assert play.state is before
    assert play.kinds() == []


# -- units that wait off the table ----------------------------------------------------------------

WAITING = SIDES + "unit Mob red models=2 waiting traits=home-ground\n"


def test_a_waiting_unit_is_not_activated_before_it_may_enter() -> None:
    no = Play(WAITING + "turn 1").refused({"pick": "Mob", "then": "end"})
    assert no.clause == "CEL-ACT-11"
    rows = "\n".join(f"{row} activated" for row in SIDES.strip().splitlines())
    assert Play(rows + "\nunit Mob red models=2 waiting\nturn 1").about == "over"


def test_a_waiting_unit_may_be_activated_without_entering() -> None:
    play = Play(WAITING + "turn 2")
    assert play.open("Mob") == ("move", "run", "end")
    no = play.refused({"pick": "Mob", "then": "reaction"})
    assert (no.code, no.clause) == ("order.waiting", "CEL-ACT-11")
    play.order("Mob", "end")
    unit = play.state.unit("Mob")
    assert (unit.activated, unit.waiting) == (True, True)


def test_a_unit_that_entered_may_be_given_more_orders() -> None:
    play = Play(WAITING + "turn 2")
    menu: Any = play.session.questions()[0].domain
    moves = menu.options["Mob"].then().options["move"].then()
    play.order("Mob", "move", moves.write(moves.certain()[0]))
    assert not play.state.unit("Mob").waiting
    assert play.about == "activation.order"
    assert "reaction" in play.open()


# -- the end of an activation midway -----------------------------------------------------------------


def test_a_unit_shot_away_by_a_reaction_has_no_further_orders() -> None:
    rows = """
    unit Lone red models=1 dead=3 at=20,60 weapons=yumi
    unit Pikes red models=2 at=120,110
    unit Bows blue models=1 at=20,40 weapons=yumi reaction
    """
    play = Play(rows).order("Lone", "move", {"Lone-1": [[21000, 60000]]})
    play.say("reaction.use", "Bows").roll("check-reaction", 10).say("reaction.act", "shoot").roll("hit", 10)
    play.roll("damage", 10)
    assert play.about == "over"
    assert play.state.unit("Lone").fate == "destroyed"
    assert (play.kinds()[-1], play.state.go) == ("activation-ended", "blue")


def test_a_unit_defeated_by_a_reaction_has_no_further_orders() -> None:
    rows = """
    unit Bows red models=3 dead=2 at=20,60 weapons=yumi
    unit Pikes red models=2 at=120,110
    unit Guns blue models=1 at=20,40 weapons=yumi reaction
    """
    play = Play(rows).order("Bows", "move", {"Bows-1": [[20000, 61000]]})
    play.say("reaction.use", "Guns").roll("check-reaction", 10).say("reaction.act", "shoot").roll("hit", 10)
    play.say("hits.share", {"hit-1": "Bows-3"}).roll("damage", 10)
    # Two of five are left: MN 3 needs 7.
    play.roll("check-morale", 6)
    assert play.about == "over"
    unit = play.state.unit("Bows")
    assert (unit.fate, unit.felled_by, unit.activated) == ("defeated", "blue", True)
    assert play.session.events[-1].clause == "CEL-ACT-08"


def test_the_battle_over_midway_leaves_nothing_to_ask() -> None:
    rows = """
    unit Lone red models=1 dead=3 at=20,60 weapons=yumi
    unit Bows blue models=1 at=20,40 weapons=yumi reaction
    """
    play = Play(rows).order("Lone", "move", {"Lone-1": [[21000, 60000]]})
    play.say("reaction.use", "Bows").roll("check-reaction", 10).say("reaction.act", "shoot").roll("hit", 10)
    play.roll("damage", 10)
    assert play.about == "over"
    assert play.state.outcome is not None
    assert "activation-ended" not in play.kinds()


# -- how it is told ------------------------------------------------------------------------------------


def test_every_event_of_orders_and_checks_has_its_sentence_and_its_pieces() -> None:
    unit, foe, seat = UnitId("Pikes"), UnitId("Wolves"), RED
    by: dict[str, Any] = {"clause": c("CEL-ORD-04"), "unit": unit}
    told: list[CeltosEvent] = [
        orders.UnitActivated(**by, seat=seat), orders.ActivationEnded(**by, go=seat), reactions.ReactionReadied(**by),
        reactions.ReactionLost(**by), assault.CounterCharged(**by, by=foe), morale.Panicked(**by),
        morale.PanicStayed(**by), morale.Rallied(**by), morale.Defeated(**by, models=(), by=seat),
    ]  # fmt: skip
    told += [orders.OrderGiven(**by, order=o, orders=(o,)) for o in ("move", "run", "reaction", "assault")]
    told += [orders.OrderGiven(**by, order=o, orders=(o,), target=foe) for o in ("shoot", "assault")]
    told += [reactions.OrderLost(**by, order=o, target=foe, why="lost.gone") for o in ("shoot", "assault")]
    told += [reactions.ReactionUsed(**by, by=foe, trigger=t) for t in ("move", "shoot", "assault")]
    told += [reactions.Reacted(**by, by=foe, act=a) for a in ("shoot", "assault", "move", "none")]
    told += [reactions.Responded(**by, by=foe, response=r) for r in ("return-fire", "counter-charge", "evade")]
    told += [
        checks.CheckRolled(**by, check=k, natural=3, total=3, needed=7, passed=p, active=3, dif=4, commander=m)
        for k in ("reaction", "morale", "rally") for p in (True, False) for m in ("", "Taisho")
        if k != "reaction" or not m
    ]  # fmt: skip
    for event in told:
        telling = SYSTEM.tell(event)
        assert telling.about in SYSTEM.sentences
        assert telling.about.startswith(event.kind)
        SYSTEM.sentences[telling.about].replace(":", "__").format_map(dict.fromkeys(placeholders(event), 0))
        assert "Pikes" in telling.pieces or not telling.pieces


def placeholders(event: CeltosEvent) -> list[str]:
    """Every fact of an event, as any sentence may name it."""
    kinds = ("", "__model", "__seat", "__word", "__len", "__sign")
    return [f"{fact}{kind}" for fact in SYSTEM.tell(event).facts for kind in kinds]
