"""Scores and damage: the tables, when a die passes, wounds, casualties."""

from __future__ import annotations

import pytest

from app.engine.events import Seat
from app.systems.celtos.checks.score import check_needed, cut, needed_to_hit, needed_to_strike, passes, ways
from app.systems.celtos.damage.events import Casualties, DamageRolled
from app.systems.celtos.damage.flow import Hit, damage, fall, needed_to_wound, spent
from app.systems.celtos.state import ModelId, State
from tests.systems.celtos.volleys import Table, position

RED = Seat("red")


def test_the_score_to_hit_of_every_skill() -> None:
    assert [needed_to_hit(ds) for ds in range(1, 11)] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


def test_both_tables_are_what_the_rulebook_says_they_equal() -> None:
    for active in range(1, 11):
        for dif in range(1, 11):
            score = min(10, max(2, 6 + dif - active))
            assert check_needed(active, dif) == needed_to_strike(active, dif) == score


def test_what_lies_outside_the_tables_is_cut() -> None:
    assert (cut(0), cut(11), cut(-3), cut(7)) == (1, 10, 1, 7)
    assert check_needed(12, 0) == check_needed(10, 1)
    assert needed_to_hit(11) == 0


@pytest.mark.parametrize(("face", "total", "needed", "passed"), [
    (1, 4, 0, False), (10, 5, 10, True), (2, 0, 0, True), (2, 0, 1, False), (9, 9, 9, True), (9, 8, 9, False),
])  # fmt: skip
def test_the_face_goes_before_the_total(face: int, total: int, needed: int, passed: bool) -> None:
    assert passes(face, total, needed) == passed


def test_how_many_faces_pass() -> None:
    assert ways(0, 6) == 5
    assert ways(-2, 0) == 9
    assert ways(-9, 10) == 1
    assert ways(9, 2) == 9


def duel(more: str = "", mine: str = "") -> State:
    """A strikes at B."""
    return position(f"unit A red individual=yes at=50,50{mine}\nunit B blue individual=yes at=50,80{more}")


def hit(strength: int, penetrating: int = 0, target: str = "B") -> Hit:
    """A hit of A."""
    return Hit(by=ModelId("A"), target=ModelId(target), strength=strength, penetrating=penetrating)


def test_the_difficulty_is_resistance_less_what_penetrates_one_at_least() -> None:
    assert needed_to_wound(duel(" rs=5"), hit(4)) == 7
    assert needed_to_wound(duel(" rs=5"), hit(4, 2)) == 5
    assert needed_to_wound(duel(" rs=1"), hit(1, 3)) == 6
    assert needed_to_wound(duel(" rs=10"), hit(14)) == 6


def test_an_ethereal_model_is_wounded_by_command_against_command() -> None:
    state = duel(" abilities=ethereal mn=7 rs=1", " mn=3")
    assert needed_to_wound(state, hit(10)) == 10
    table = Table(state)
    table.run(damage(table, [hit(10)]), [[9]])
    (told,) = table.told(DamageRolled)
    assert (told.active, told.dif, told.passed, told.clause) == (3, 7, False, "CEL-ABL-24")


def test_each_pass_takes_a_wound_and_those_beyond_the_last_are_lost() -> None:
    table = Table(duel(" hr=2 rs=4"))
    felled = table.run(damage(table, [hit(4)] * 4), [[1, 6, 10, 8]])
    dice = table.told(DamageRolled)
    assert [(d.natural, d.needed, d.passed, d.wounds) for d in dice] == [
        (1, 6, False, 2), (6, 6, True, 1), (10, 6, True, 0), (8, 6, True, 0)]  # fmt: skip
    assert felled == {"B": "red"}
    assert spent(table.state) == ("B",)
    assert table.state.model("B").on_table
    assert [(r.why, r.dice.count, r.by) for r in table.rolled] == [("damage", 4, "red")]


def test_no_hits_no_dice() -> None:
    table = Table(duel())
    assert table.run(damage(table, [])) == {}
    assert table.rolled == []


def test_the_fallen_go_together_and_a_unit_without_models_is_destroyed() -> None:
    table = Table(
        position("""
        unit A red at=50,50
        unit C red at=50,20
        unit B blue at=50,80+53,80+56,80
        unit D blue at=90,80
    """)
    )
    fall(table, [ModelId("B-1"), ModelId("B-3"), ModelId("D-1")], by=RED, where="combat")
    (told,) = table.told(Casualties)
    assert (told.models, told.units, told.where, told.clause) == (("B-1", "B-3", "D-1"), ("D",), "combat", "CEL-CBT-16")
    state = table.state
    assert [m.id for m in state.living("B")] == ["B-2"]
    assert (state.unit("D").fate, state.unit("D").felled_by, state.unit("B").fate) == ("destroyed", "red", "")
    assert state.model("D-1").wounds == 0


def test_nobody_fallen_nothing_told() -> None:
    table = Table(duel())
    fall(table, [], by=RED, where="shooting")
    assert table.events == []
