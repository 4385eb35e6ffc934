"""Constructions that are struck and fall (KEN-TER-44 to KEN-TER-46, KEN-TER-100), and fights inside them."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.modifiers import total
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.combat.blows.dice import attack_lines, defence_lines, dice_lines
from app.systems.kensei.combat.phase import combat, is_over
from app.systems.kensei.ground.terrain import piece, wounds_of
from app.systems.kensei.state import State
from tests.systems.kensei.brawls import brawl, character, met, play, said, throw, told, troop, why
from tests.systems.kensei.fields import at

HOUSE = piece("hut", "house", at(60, 50))
ONI = troop("O", "one", "oni", 1, place=at(60, 54), files=1)


def inside(unit: Unit) -> Unit:
    """The unit as the garrison of the house."""
    return replace(unit, building="hut")


def siege(**changes: int) -> State:
    """An Oni at the south wall of a house that three Heishi of Two hold."""
    return brawl(ONI, inside(troop("B", "two", "heishi", 3)), pieces=(HOUSE,), works=changes)


def test_a_large_creature_strikes_a_wall_with_all_its_dice() -> None:
    game = play(combat, siege())
    assert why(game) == "combat.wall"
    said(game, "one", "hut")
    throw(game, (5, 5, 10, 4, 3, 2))
    assert told(game, "attack-rolled")[0].needed == 4
    throw(game, (7, 6, 10))
    # Armor 6, and 5 to a Tetsubo: the 7 and the 6 wound once, the 10 twice; nobody rolls Defense.
    assert wounds_of(game.state, "hut") == 6
    assert game.over
    assert is_over(game.state)
    assert not game.state.fighting("B")


def test_a_wall_may_be_let_be() -> None:
    game = play(combat, siege())
    said(game, "one", "none")
    assert is_over(game.state)
    assert wounds_of(game.state, "hut") == 10


def test_who_is_inside_dies_when_it_falls() -> None:
    game = play(combat, siege(hut=1))
    said(game, "one", "hut")
    throw(game, (9, 1, 1, 1, 1, 1), (8,))
    assert game.state.works["hut"] == 0
    assert game.state.units["B"].fate == "destroyed"
    assert is_over(game.state)


def test_foot_cannot_strike_a_wall() -> None:
    foot = troop("A", "one", place=at(60, 54))
    state = brawl(foot, inside(troop("B", "two", "heishi", 3)), pieces=(HOUSE,))
    assert is_over(state)


def test_inside_only_those_fight_who_found_a_place() -> None:
    storm = replace(inside(troop("A", "one")), charged=UnitId("B"), charge_bonus=True)
    held = inside(troop("B", "two", "heishi", 3))
    state = brawl(storm, held, pieces=(HOUSE,), contacts=(met("A", "B", ""),))
    assert total(dice_lines(state, state.units["A"])) == 3, "as many as the garrison"
    assert total(dice_lines(state, state.units["B"])) == 3
    assert total(attack_lines(state, state.units["A"], state.units["B"])) == 5 - 1, "no Katana there, but the Charge"
    assert total(defence_lines(state, state.units["B"], state.units["A"])) == 3 + 2, "Heavy Cover"
    assert total(defence_lines(state, state.units["A"], state.units["B"])) == 4 + 2


def test_a_character_finds_a_place_first() -> None:
    storm = inside(troop("A", "one"))
    held = inside(troop("B", "two", "heishi", 3))
    state = brawl(storm, held, character("H", "one", host="A"), pieces=(HOUSE,), contacts=(met("A", "B", ""),))
    assert total(dice_lines(state, state.units["A"])) == 2
