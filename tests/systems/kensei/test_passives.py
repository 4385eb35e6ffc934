"""Passive abilities and traits that no other topic plays: auras, flesh eaters, luck, inspiration."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.engine.modifiers import total
from app.systems.kensei.abilities.auras import WHEEL, wheel_lines
from app.systems.kensei.army import Side, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.combat.blows.dice import defence_lines
from app.systems.kensei.combat.blows.strike import strike
from app.systems.kensei.magic.effects.restoring import feed, restore
from app.systems.kensei.stats.lines import value
from tests.systems.kensei.fields import BLUE, RED, SOUTH, Board, box, field, hero, unit


def aura(key: str, stat: str, y: int, **more: Any) -> int:
    """A stat of a friend so far from the bearer of an ability."""
    state = field(unit("a", BLUE, 50, 60, abilities=(key,)), unit("b", BLUE, 50, y, **more))
    return value(state, state.units["b"], stat)


def test_auras_reach_friends_near_by() -> None:
    """Section 4.7: Warrior Women 20 cm, Defenders Of The People 30 cm, not Samurai; never themselves."""
    assert (aura("warrior_women", "honour", 80), aura("warrior_women", "honour", 90)) == (4, 3)
    assert (aura("defenders_of_the_people", "initiative", 90), aura("defenders_of_the_people", "initiative", 100)) == (
        3, 2,
    )  # fmt: skip
    assert aura("defenders_of_the_people", "initiative", 90, traits=("samurai",)) == 2
    one = unit("a", BLUE, 50, 60, abilities=("warrior_women",))
    assert value(field(one), one, "honour") == 3


def test_flesh_eaters_come_back_for_what_they_slay() -> None:
    """Section 4.8: a Ki test for each enemy slain."""
    gaki = unit("g", BLUE, 50, 60, models=5, start_models=9, abilities=("flesh_eaters",))
    board = Board(field(gaki, unit("e", RED, 50, 45, SOUTH)))
    board.play(lambda game: feed(game, "g", 3), (1,), (10,), (2,))
    assert len(board.state.units["g"].models) == 7


def test_no_more_come_back_than_there_were() -> None:
    """Section 4.8."""
    gaki = unit("g", BLUE, 50, 60, models=8, start_models=9, abilities=("flesh_eaters",))
    board = Board(field(gaki))
    restore(board, "g", "g", 3, c("KEN-ABI-11"))
    assert len(board.state.units["g"].models) == 9


def test_flesh_eaters_feed_on_a_strike() -> None:
    """Section 4.8: the model slain by the strike is the one they feed on."""
    gaki = unit("g", BLUE, 50, 60, models=5, start_models=9, abilities=("flesh_eaters",))
    board = Board(field(gaki, unit("e", RED, 50, 60, SOUTH)))
    board.play(lambda game: strike(game, "g", "e", 1), (9,), (9,), (9,), (1,))
    assert len(board.state.units["g"].models) == 6


def test_a_tanuki_rolls_its_failed_dice_again_once() -> None:
    """Section 4.8, KEN-STA-35."""
    lucky = unit("t", BLUE, 50, 60, abilities=("tanukis_luck",))
    board = Board(field(lucky, unit("e", RED, 50, 60, SOUTH)))
    board.play(lambda game: strike(game, "t", "e", 2), (2, 9), (8,), (1, 1))
    assert "rolled-again" in board.kinds()


def test_a_geisha_all_have_seen_inspires_her_unit_once_a_turn() -> None:
    """Section 4.7, Inspire: her Ki roll first, then one die again."""
    geisha = hero("g", BLUE, 0, 0, "a", role="special", rank="", abilities=("inspire",), ki=6)
    foe = unit("e", RED, 50, 60, SOUTH)
    board = Board(field(unit("a", BLUE, 50, 60), geisha, foe))
    board.play(lambda game: strike(game, "a", "e", 1), (2,), "yes", (5,), (9,), (1,))
    assert board.state.units["a"].used == ("inspire",)
    board.play(lambda game: strike(game, "a", "e", 1), (2,))
    hidden = Board(field(unit("a", BLUE, 50, 60), replace(geisha, concealed=True), foe))
    hidden.play(lambda game: strike(game, "a", "e", 1), (2,))


def test_no_thinking_lowers_the_defence_of_whom_it_strikes() -> None:
    """Section 4.7."""
    sure = unit("k", BLUE, 50, 60, abilities=("no_thinking",))
    foe = unit("e", RED, 50, 60, SOUTH)
    state = field(sure, foe)
    assert total(defence_lines(state, foe, sure)) == foe.defence - 1


def test_the_ground_and_a_spirit_that_heeds_none() -> None:
    """KEN-TER-35, KEN-ARM-27: water takes 2 from the Defence, but not of the Ethereal."""
    brook = box("water", 0, 55, 120, 70)
    for traits, defence in (((), 1), (("ethereal",), 3)):
        one = unit("a", BLUE, 50, 60, traits=traits)
        assert value(field(one, pieces=(brook,)), one, "defence") == defence


def test_the_honour_of_a_dead_taisho_of_the_dharma_is_used_to_regroup() -> None:
    """Section 4.5, The Wheel Of Dharma."""
    lord = hero("h", BLUE, 50, 75, taisho=True, honour=7, fate="destroyed")
    runner = unit("a", BLUE, 50, 60, honour=3, fleeing=True)
    for known, more in (((WHEEL,), 4), ((), 0)):
        sides = (Side(seat=BLUE, edge="south", taisho=UnitId("h"), abilities=known), Side(seat=RED, edge="north"))
        assert total(wheel_lines(field(lord, runner, sides=sides), runner)) == more
    alive = hero("h", BLUE, 50, 75, taisho=True, honour=7)
    sides = (Side(seat=BLUE, edge="south", taisho=UnitId("h"), abilities=(WHEEL,)), Side(seat=RED, edge="north"))
    assert wheel_lines(field(alive, runner, sides=sides), runner) == ()
