"""Whom a unit may assault, the moves into contact, the charge, and assaults that fall short."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.domains import Pick
from app.systems.celtos.assault.events import AssaultFellShort, Charged
from app.systems.celtos.assault.flow import assault, assault_targets, refuse_assault
from app.systems.celtos.combat.events import BlowRolled, CombatBegan
from app.systems.celtos.moving.events import ModelMoved
from app.systems.celtos.state import UnitId
from tests.systems.celtos.turns import Play
from tests.systems.celtos.volleys import Table, position

A, B = UnitId("A"), UnitId("B")
MISS = (1,)


def targets(text: str) -> Pick:
    """Whom A may assault."""
    state = position(text)
    return assault_targets(state, state.unit(A))


def charged(text: str, *dice: tuple[int, ...], **said: Any) -> Table:
    """A has assaulted B with every default."""
    table = Table(position(text))
    answers = said.pop("answers", ())
    table.run(assault(table, A, B, said.pop("how", "order"), **said), dice, answers)
    return table


# -- whom (CEL-ASL-06) -------------------------------------------------------------------


@pytest.mark.parametrize(("y", "code"), [("37.5", ""), ("37.4", "assault.too-far")])
def test_a_target_within_a_move(y: str, code: str) -> None:
    pick = targets(f"unit A red individual at=50,50\nunit B blue individual at=50,{y}")
    no = pick.options["B"]
    assert (no.code if no else "") == code
    if no:
        assert (no.clause, no.facts) == ("CEL-ASL-06", {"target": "B", "gap": 10_100, "reach": 10_000})


def test_gallop_makes_the_move_longer() -> None:
    row = "unit A red individual mv=20 abilities=mounted at=50,70 {}\nunit B blue individual at=50,44"
    assert targets(row.format("")).open() == ()
    assert targets(row.format("traits=gallop")).open() == ("B",)


def test_an_unseen_unit_may_not_be_named() -> None:
    wall = "terrain hill h 40,44 60,44 60,46 40,46"
    pick = targets(f"unit A red individual at=50,49\nunit B blue individual at=50,41\n{wall}")
    no = pick.refuse("B")
    assert no is not None
    assert (no.code, no.clause) == ("assault.no-sight", "CEL-ASL-06")


def test_it_need_not_be_the_nearest_and_may_be_fighting() -> None:
    pick = targets("unit A red individual at=50,50\nunit B blue individual at=50,44\nunit C blue individual at=56,44\n"
                   "unit D red individual at=58.5,44")  # fmt: skip
    assert pick.open() == ("B", "C")
    assert pick.pieces == {"B": "B", "C": "C"}


@pytest.mark.parametrize(("how", "clause"), [("order", "CEL-ORD-08"), ("reaction", "CEL-MOR-15")])
def test_no_assault_in_panic(how: str, clause: str) -> None:
    state = position("unit A red panic individual at=50,50\nunit B blue individual at=50,44")
    no = refuse_assault(state, state.unit(A), B, how)
    assert no is not None
    assert no.clause == clause


# -- the moves --------------------------------------------------------------------------


def test_a_unit_charges_as_offered() -> None:
    table = Table(position("unit A red models=3 at=50,50\nunit B blue models=3 at=50,44"))
    table.run(assault(table, A, B, "order"), [(1, 1, 1), (1, 1, 1)])
    assert [q.about for q in table.asked] == ["assault.moves"]
    assert table.asked[0].facts["packed"] == 3
    (event,) = table.told(Charged)
    assert (event.clause, event.into) == ("CEL-ASL-09", {"A": ("B",), "B": ()})
    assert event.tell().pieces == ("A", "B")
    unit = table.state.unit(A)
    assert (unit.charged, unit.moved, unit.charged_into) == (True, True, ("B",))
    assert not table.state.unit(B).charged


def test_a_lone_model_is_not_asked() -> None:
    table = charged("unit A red individual at=50,50\nunit B blue individual at=50,44", MISS, MISS)
    assert table.asked == []
    (moved,) = table.told(ModelMoved)
    assert (moved.used, moved.how, moved.clause) == (3500, "assault", "CEL-ASL-07")


def test_who_was_met_by_a_counter_charge_stays() -> None:
    rows = "unit A red models=2 at=50,50\nunit B blue models=2 at=50,47.5+53,46"
    table = charged(rows, (1, 1), (1, 1), countered=True)
    assert [m.model for m in table.told(ModelMoved)] == ["A-2"]
    assert table.state.unit(B).charged_into == ("A",)
    blows = table.told(BlowRolled)
    assert {(b.model, [(x.id, x.adds) for x in b.lines] == [("charged", 1)]) for b in blows} == {
        ("A-1", True), ("A-2", True), ("B-1", True), ("B-2", True)
    }  # fmt: skip


def test_the_held_model_may_not_be_moved() -> None:
    play = Play("unit A red models=2 at=50,50+53,51\nunit B blue models=2 at=50,47.5+53,46")
    play.order("A", "assault")
    assert play.about == "assault.pile-in"
    no = play.refused({"A-1": [[52_500, 47_500]], "A-2": [[53_000, 48_500]]})
    assert no.clause == "CEL-ASL-05"
    assert play.refused({}).clause == "CEL-ASL-04"
    play.say("assault.pile-in", {"A-2": [[53_000, 48_500]]})
    assert play.about == "roll blow"


def test_nothing_is_asked_where_nobody_can_come() -> None:
    play = Play("unit A red models=2 at=50,50+53,52 mv=1\nunit B blue individual at=50,47.5").order("A", "assault")
    assert play.about == "roll blow"


# -- falling short (CEL-ASL-10) -------------------------------------------------------------


def test_nobody_reaches_and_the_unit_comes_nearer() -> None:
    rows = "unit A red individual at=50,50\nunit B blue individual at=50,35"
    table = charged(rows, answers=[{"A": [[50_000, 41_000]]}])
    assert [q.about for q in table.asked] == ["approach.moves"]
    assert table.told(AssaultFellShort)[0].gap == 12_500
    assert table.state.model("A").at.y == 41_000
    assert not table.told(CombatBegan)
    assert not table.state.unit(A).charged


def test_it_may_stay_but_not_come_too_near() -> None:
    table = charged("unit A red individual at=50,50\nunit B blue individual at=50,35")
    assert table.state.model("A").at.y == 50_000
    question = table.asked[0]
    for y, legal in ((40_100, True), (40_000, False), (51_000, False)):
        paths = question.domain.read({"A": [[50_000, y]]})
        assert (question.domain.refuse(paths) is None) is legal


# -- in an activation ------------------------------------------------------------------------


def duel(response: str) -> Play:
    play = Play("unit A red models=2 at=50,50\nunit B blue models=2 at=50,41 in=8")
    return play.order("A", "assault", "B").say("response.assault", response)


def test_a_counter_charge_adds_to_both() -> None:
    play = duel("counter-charge").roll("check-reaction", 9)
    play.session.answer(play.session.questions()[0].seat, {"B-1": [[50_000, 47_500]], "B-2": [[53_000, 47_500]]})
    play.roll("blow", 5, 5).roll("blow", 5, 5)
    assert {line.id for blow in play.events("blow-rolled") for line in blow.lines} == {"charged"}
    assert play.state.unit("B").charged_into == ("A",)


def test_an_evader_is_out_of_reach() -> None:
    play = duel("evade").roll("check-reaction", 9)
    play.say("evade.moves", {"B-1": [[50_000, 31_500]], "B-2": [[53_000, 31_500]]})
    assert play.about == "approach.moves"
    assert play.events("combat-began") == []


def test_an_assault_in_reaction_is_not_answered() -> None:
    table = charged("unit A red individual at=50,50\nunit B blue individual at=50,44", MISS, MISS, how="reaction")
    assert table.asked == []
    assert table.state.unit(A).charged


# -- shown beforehand ----------------------------------------------------------------------


def test_an_assault_is_shown_before_it_is_ordered() -> None:
    pick = targets("unit A red models=3 weapons=tools at=50,50\nunit B blue models=3 at=50,44\nunit C blue at=90,44")
    shown = pick.preview("B")
    facts = {key: value for note in shown.notes for key, value in note.facts.items()}
    assert shown.no is None
    assert (facts["gap"], facts["reach"], facts["packed"]) == (3_500, 10_000, 3)
    assert (facts["needed"], facts["adds"], facts["percent"]) == (6, 0, 50)
    assert sum(mark.kind == "ghost" for mark in shown.marks) == 3
    assert [(line.id, line.adds) for line in shown.lines] == [("tools", -1), ("charged", 1)]
    assert pick.preview("C").no is not None
    assert pick.preview("nobody").notes == ()


def test_a_blow_is_shown_before_it_is_struck() -> None:
    play = Play("unit A red individual at=50,50\nunit B blue at=50,47.5+52.5,50").order("A", "assault")
    domain = play.session.questions()[0].domain
    (note,) = domain.preview({"A": "B-2"}).notes
    assert (note.facts["target"], note.facts["needed"], note.facts["percent"]) == ("B-2", 6, 50)
