"""A Combat from its Initiative dice to its result (topics CBT and DEF, the first part of RES)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.modifiers import total
from app.systems.kensei.army import Timed, UnitId
from app.systems.kensei.combat.blows.dice import armour_lines, attack_lines, defence_lines, dice_lines, wounds_by
from app.systems.kensei.combat.blows.strike import strike
from app.systems.kensei.combat.fights import fights_left, initiative_lines
from app.systems.kensei.combat.phase import combat, is_over
from app.systems.kensei.state import State
from tests.systems.kensei.brawls import brawl, character, flow_of, met, play, said, throw, told, troop, why
from tests.systems.kensei.fields import at

A = troop("A", "one", place=at(60, 60))
B = troop("B", "two", "heishi", place=at(60, 60), facing=18_000)


def charge_met(**changes: object) -> State:
    """Five Katana Samurai of One have charged five Heishi of Two."""
    mine = replace(A, charged=UnitId("B"), charge_bonus=True, acted_last=True)
    return brawl(replace(mine, **changes), B, contacts=(met("A", "B"),))


def test_a_round_of_combat_in_the_order_of_its_dice() -> None:
    game = play(combat, charge_met())
    assert why(game) == "combat.position", "only Two may: One has charged"
    assert [q.seat for q in game.questions()] == ["two"]
    said(game, "two", {})
    throw(game, (4,), (9,))
    # One: 4 + 3 + 2 for the Charge = 9; Two: 9 + 2 = 11 and strikes first.
    assert told(game, "initiative-order")[0].units == ("B", "A")
    assert why(game) == "attack"
    throw(game, (7, 8, 10, 2, 1))
    # Attack 7: only 8 and 10 hit; Defence of the Samurai is 4, 3 against the 10.
    throw(game, (3, 3))
    assert told(game, "defence-rolled")[0].against == (4, 3)
    assert told(game, "defence-rolled")[0].good == 1
    # Armour 4, less 1 for the Onagamaki: a 4 wounds.
    throw(game, (4,))
    assert len(game.state.units["A"].models) == 4
    # One strikes with four dice at Attack 5 - 1 Katana - 1 Charge = 3.
    assert why(game) == "attack"
    throw(game, (4, 3, 10, 9))
    assert told(game, "attack-rolled")[1].needed == 3
    throw(game, (2, 2, 2))
    assert told(game, "defence-rolled")[1].against == (3, 2, 3)
    throw(game, (10,))
    assert len(game.state.units["B"].models) == 3, "a 10 deals two Wounds"
    assert game.over
    (fought,) = game.state.fought
    assert (fought.winner, fought.difference, fought.value, fought.losers) == ("one", 1, 0, ("B",))
    assert is_over(game.state)


def test_a_tie_of_initiative_is_rolled_again_by_the_tied_alone() -> None:
    c = troop("C", "two", "heishi", place=at(72, 60), facing=18_000)
    state = brawl(A, B, c, contacts=(met("B", "A"), met("C", "A")))
    game = play(combat, state)
    said(game, "one", {"A": "keep"})
    said(game, "two", {"B": "keep", "C": "keep"})
    throw(game, (1,), (5,), (5,))
    assert why(game) == "initiative"
    throw(game, (2,), (8,))
    assert told(game, "initiative-order")[0].units == ("C", "B", "A")


def test_the_dice_are_divided_and_half_go_to_the_victim() -> None:
    mine = troop("A", "one", number=7, place=at(60, 60), charged=UnitId("B"), charge_bonus=True)
    c = troop("C", "two", "heishi", place=at(72, 60), facing=18_000)
    game = play(combat, brawl(mine, B, c, contacts=(met("A", "B"), met("C", "A"))))
    said(game, "two", {})
    throw(game, (10,), (1,), (2,))
    assert why(game) == "strike.split"
    no = game.answer(game.questions()[0].seat, {"B": 3, "C": 4})
    assert no is not None
    assert (no.code, no.facts["least"]) == ("strike.victim", 4)
    (note,) = game.questions()[0].domain.preview({"B": 7, "C": 0}).notes
    # Attack 3: 10 of 10 faces but 1, 2, 3; Defense 3, 2 against a 10; Armor 3: seven faces wound.
    assert note.facts == {"target": "B", "attack": 3, "defence": 3, "armour": 3, "percent": (6 * 8 + 9) * 7 // 10}
    said(game, "one", {"B": 4, "C": 3})
    assert told(game, "strike-began")[0].shares == {"B": 4, "C": 3}
    throw(game, (1, 1, 1, 1), (1, 1, 1))
    assert [event.target for event in told(game, "attack-rolled")] == ["B", "C"]


def test_outnumbering_gives_dice_against_that_unit_alone() -> None:
    mine = troop("A", "one", number=10, place=at(60, 60))
    few = troop("C", "two", "heishi", 3, place=at(72, 60), facing=18_000)
    game = play(combat, brawl(mine, B, few, contacts=(met("A", "B"), met("C", "A"))))
    said(game, "one", {})
    said(game, "two", {})
    throw(game, (10,), (1,), (2,))
    said(game, "one", {"B": 5, "C": 5})
    assert told(game, "strike-began")[0].shares == {"B": 7, "C": 9}, "twice five, more than three times three"


def test_a_defensive_position_costs_three_dice_and_adds_one_to_defence() -> None:
    game = play(combat, charge_met())
    said(game, "two", {"B": "defend"})
    throw(game, (9,), (1,), (9, 1, 1, 1, 1))
    assert told(game, "defence-rolled") == []
    throw(game, (3,))
    assert told(game, "defence-rolled")[0].needed == 4
    throw(game, (1, 1))
    assert told(game, "strike-began")[1].dice == 2
    assert game.over
    assert not game.state.units["B"].defensive, "it is over with the Combat"


def test_positions_are_told_together() -> None:
    game = play(combat, brawl(A, B, contacts=(met("A", "B"),)))
    assert {q.seat for q in game.questions()} == {"one", "two"}
    said(game, "one", {"A": "defend"})
    assert told(game, "position-taken") == []
    said(game, "two", {"B": "keep"})
    assert [event.unit for event in told(game, "position-taken")] == ["A"]


def test_a_unit_between_two_charges_is_destroyed_before_a_die() -> None:
    b = troop("B", "two", "heishi", place=at(60, 60), facing=18_000)
    c = troop("C", "one", place=at(60, 52), facing=18_000)
    hero = character("H", "two", host="B")
    state = brawl(A, c, b, hero, contacts=(met("A", "B"), met("C", "B", "rear")))
    game = play(combat, state)
    assert game.over
    assert game.state.units["B"].fate == "destroyed"
    assert game.state.units["H"].fate == "destroyed"
    assert (game.state.fought[0].winner, game.state.fought[0].difference) == ("one", 3), "its characters are killed"
    assert game.state.fought[0].losers == ()


def test_an_enemy_it_charged_itself_does_not_close_the_trap() -> None:
    b = replace(B, charged=UnitId("A"))
    c = troop("C", "one", place=at(60, 52), facing=18_000)
    state = brawl(A, c, b, contacts=(met("B", "A", mirror="front"), met("C", "B", "rear")))
    game = play(combat, state)
    assert game.state.units["B"].on_table


def test_units_strike_in_turn_and_the_dead_strike_no_more() -> None:
    few = troop("B", "two", "heishi", 1, place=at(60, 60), facing=18_000)
    game = play(combat, brawl(A, few, contacts=(met("A", "B"),)))
    said(game, "one", {})
    throw(game, (10,), (1,), (10, 10, 10, 10, 10, 10, 10, 10, 10)[:9])
    throw(game, (9,) * 9, (9,) * 9)
    assert game.over
    assert game.state.units["B"].fate == "destroyed"
    assert game.state.fought[0].losers == ()
    assert game.state.fought[0].difference == 1


def test_projectiles_strike_after_those_who_charged_them() -> None:
    bows = troop("B", "two", "yumi_ashigaru", place=at(60, 60), facing=18_000)
    mine = replace(A, charged=UnitId("B"), charge_bonus=True)
    game = play(combat, brawl(mine, bows, contacts=(met("A", "B"),)))
    said(game, "two", {})
    throw(game, (1,))
    assert why(game) == "attack", "Two rolls no Initiative"
    assert told(game, "initiative-order")[0].units == ("A", "B")


def test_a_unit_that_ran_into_its_enemy_strikes_last_with_three_dice_fewer() -> None:
    game = play(combat, brawl(A, replace(B, fleeing=True, locked=True), contacts=(met("B", "A", own=False),)))
    said(game, "one", {})
    throw(game, (1,))
    assert told(game, "initiative-order")[0].units == ("A", "B")
    throw(game, (1,) * 5)
    assert told(game, "strike-began")[1].dice == 2


def test_the_first_player_chooses_the_order_of_the_combats() -> None:
    c, d = troop("C", "one", place=at(20, 60)), troop("D", "two", "heishi", place=at(20, 60), facing=18_000)
    state = brawl(A, c, B, d, contacts=(met("A", "B"), met("C", "D")))
    game = play(combat, state)
    assert why(game) == "combat.next"
    said(game, "one", "C")
    said(game, "one", {})
    said(game, "two", {})
    throw(game, (5,), (2,), (1,) * 5, (1,) * 5)
    assert game.over
    assert [[u.id for u in units] for units in fights_left(game.state)] == [["A", "B"]]
    assert fights_left(game.state.with_(turn=2, fought=())) != (), "both again next turn"


def test_nobody_strikes_while_a_wall_is_climbed() -> None:
    game = play(combat, brawl(A, B, contacts=(met("A", "B", climb=1),)))
    assert game.over
    assert game.state.fought == ()
    later = play(combat, brawl(A, B, contacts=(met("A", "B", climb=1),), turn=2))
    assert why(later) == "combat.position,combat.position"


def test_damage_dice() -> None:
    assert [wounds_by(face, 0, 4, 10) for face in (1, 4, 5, 9, 10)] == [0, 0, 1, 1, 2]
    assert [wounds_by(face, 0, 9, 8) for face in (8, 9, 10)] == [0, 0, 2]
    assert [wounds_by(face, 0, 3, 8) for face in (3, 7, 8)] == [0, 1, 2]
    assert [wounds_by(face, 1, 4, 10) for face in (1, 4, 5)] == [0, 1, 1], "a natural 1 never does anything"


def test_what_weapons_do() -> None:
    spears = troop("B", "two", "yari_ashigaru", place=at(60, 60), facing=18_000)
    charged = replace(A, charged=UnitId("B"), charge_bonus=True)
    state = brawl(charged, spears, contacts=(met("A", "B"),))
    a, b = state.units["A"], state.units["B"]
    assert total(attack_lines(state, b, a)) == 7 - 1, "a spear set against a Charge"
    assert total(attack_lines(state, b, a, free=True)) == 7
    assert total(initiative_lines(state, b)) == 2 + 3
    assert total(initiative_lines(state, a)) == 3 + 2
    assert total(attack_lines(state, a, b)) == 5 - 1 - 1
    assert total(attack_lines(state, a, b, free=True)) == 5 - 1
    women = troop("W", "two", "onna_bushi")
    assert total(defence_lines(state, a, women)) == 4 - 1, "a Naginata"


def test_spears_that_cancel_a_charge() -> None:
    effect = Timed(key="forest_of_spears", stat="cancel_charge_bonus", until=2, clause="KEN-ABI-03")
    charged = replace(A, charged=UnitId("B"), charge_bonus=True)
    state = brawl(charged, replace(B, timed=(effect,)), contacts=(met("A", "B"),))
    assert total(attack_lines(state, state.units["A"], state.units["B"])) == 5 - 1
    assert total(initiative_lines(state, state.units["A"])) == 3


def test_castes_traits_and_effects_in_melee() -> None:
    state = brawl(A, B, contacts=(met("A", "B"),), castes=("buke", "sohei"))
    assert total(attack_lines(state, B, A)) == 7 - 1, "Heinin of the Sohei"
    kengo = troop("K", "one", "kengo", 2)
    assert total(dice_lines(state, kengo)) == 7, "two of three Wounds, and one die for Legendary"
    assert total(defence_lines(state, B, kengo)) == 3 - 1, "No Thinking"
    more = Timed(key="dark_claws", stat="combat_dice", add=3, until=2, clause="KEN-SPI-15")
    assert total(dice_lines(state, replace(A, timed=(more,)))) == 8
    monks, ghosts = troop("M", "one", "naginata_sohei"), troop("G", "two", "gaki", 3)
    assert total(armour_lines(state, ghosts, monks)) == 2


def test_the_damage_of_a_lone_character_is_halved_in_dice() -> None:
    mine = troop("A", "one", number=7, place=at(60, 60))
    alone = character("H", "two", place=at(72, 60), formed=True)
    game = play(combat, brawl(mine, B, alone, contacts=(met("A", "B"), met("H", "A"))))
    said(game, "one", {})
    said(game, "two", {"B": "keep", "H": "keep"})
    throw(game, (10,), (1,), (1,))
    assert why(game) == "strike.split"
    no = game.answer(game.questions()[0].seat, {"B": 3, "H": 4})
    assert no is not None
    assert (no.code, no.clause) == ("strike.lone", "KEN-CBT-25")
    said(game, "one", {"B": 4, "H": 3})


def test_blossoms_avenge_the_slain() -> None:
    women = troop("W", "two", "onna_bushi", place=at(60, 60), facing=18_000)
    effect = Timed(key="cherry_tree_flowers", stat="cherry_tree_flowers", until=2, clause="KEN-ABI-07")
    state = brawl(A, replace(women, timed=(effect,)), contacts=(met("A", "W"),))
    game = play(combat, state)
    said(game, "one", {})
    said(game, "two", {})
    throw(game, (10,), (1,), (9, 9, 1, 1, 1), (9, 9), (9, 2))
    assert told(game, "damage-rolled")[0].good == 1
    assert why(game) == "damage"
    throw(game, (9,))
    assert len(game.state.units["A"].models) == 4
    assert told(game, "damage-rolled")[1].how == "flowers"


def test_strikes_by_themselves() -> None:
    game = play(flow_of(strike, "A", "B", 2, free=True), brawl(A, replace(B, fleeing=True)))
    throw(game, (9, 9), (3, 4), (9,))
    assert told(game, "defence-rolled")[0].needed == 4, "who runs is in Defensive Position"
    assert len(game.state.units["B"].models) == 4
