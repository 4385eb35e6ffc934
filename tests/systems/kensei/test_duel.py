"""Challenges, Confrontations, characters who strike and are struck (topic CNF)."""

from __future__ import annotations

from typing import Any

from app.engine.session import Session
from app.systems.kensei.army import Timed
from app.systems.kensei.combat.phase import combat
from app.systems.kensei.state import State
from tests.systems.kensei.brawls import brawl, character, met, play, said, throw, told, troop, why
from tests.systems.kensei.fields import at

A = troop("A", "one", place=at(60, 60))
B = troop("B", "two", "heishi", place=at(60, 60), facing=18_000)
H = character("H", "one", host="A")
K = character("K", "two", "samurai_daisho", host="B")
CALL = {"pick": "H", "then": "K"}


def lined_up(*more: Any, **changes: Any) -> Session[State]:
    """A Busho of One and a Samurai Daisho of Two in two units that fight; nobody takes a Defensive Position."""
    units = more or (A, B, H, K)
    game = play(combat, brawl(*units, contacts=(met("A", "B"),), **changes))
    said(game, "one", {})
    said(game, "two", {})
    return game


def test_the_challenger_who_wins_the_roll_strikes_first() -> None:
    game = lined_up()
    assert why(game) == "challenge.make"
    said(game, "one", CALL)
    throw(game, (5,), (4,))
    assert told(game, "opposed")[0].total == 5 + 5
    assert told(game, "confrontation-began")[0].unit == "H"
    assert (game.state.confrontation, game.state.units["H"].duelled, game.state.units["K"].duelled) == (1, 1, 1)
    assert why(game) == "attack"
    # The Busho of the Buke: Attack 4 - 1 Katana, three Wounds; the Daisho: Defence 4, Armour 4, two Wounds.
    throw(game, (3, 4, 10))
    assert told(game, "attack-rolled")[0].needed == 3
    throw(game, (4, 3))
    assert told(game, "defence-rolled")[0].against == (4, 3)
    throw(game, (9, 10))
    assert game.state.units["K"].fate == "destroyed"
    assert told(game, "confrontation-ended")[0].how == "killed"
    throw(game, (9,), (1,))
    # The Busho neither strikes nor is struck after his duel; Two's Daisho gives no more Initiative.
    assert told(game, "opposed")[-1].total == 1 + 2
    throw(game, (1,) * 5, (1,) * 5)
    assert game.over
    fought = game.state.fought[0]
    assert (fought.winner, fought.difference) == ("one", 3), "three points for the head, no Wounds of the duel"
    assert [event.unit for event in told(game, "strike-began")] == ["A", "B"]


def test_the_challenged_who_wins_may_fight_and_strikes_first() -> None:
    game = lined_up()
    said(game, "one", CALL)
    throw(game, (1,), (9,))
    assert why(game) == "challenge.answer"
    said(game, "two", "accept")
    assert told(game, "duel-round")[0].unit == "K"
    throw(game, (1, 1), (1, 1, 1))
    # From the second round on each may try to hide, and a Ki roll settles who is first.
    assert why(game) == "duel.round"
    said(game, "one", "none")
    said(game, "two", "none")
    assert why(game) == "duel-ki"
    throw(game, (3,), (3,))
    assert told(game, "duel-round")[1].unit == "H", "Ki 5 against 4"


def test_who_rejects_loses_his_bonuses_for_good() -> None:
    game = lined_up()
    said(game, "one", CALL)
    throw(game, (1,), (9,))
    said(game, "two", "go-on")
    assert not game.state.units["K"].gives
    assert game.state.confrontation == 0, "it is not used up"
    throw(game, (9,), (1,))
    assert told(game, "opposed")[-1].total == 1 + 2, "no +1 Initiative"
    # Unit, then its Bushi: he may strike the Unit or the enemy character.
    throw(game, (1,) * 5)
    assert why(game) == "strike.split"
    said(game, "one", {"B": 1, "K": 2})
    throw(game, (1,), (1, 1), (1,) * 5)
    said(game, "two", {"A": 2})
    throw(game, (1, 1))
    assert game.over


def test_a_different_challenge_answers_one() -> None:
    other = character("L", "two", "samurai_daisho", host="B")
    game = lined_up(A, B, H, K, other)
    said(game, "one", CALL)
    throw(game, (1,), (9,))
    said(game, "two", {"pick": "counter", "then": {"pick": "L", "then": "H"}})
    assert not game.state.units["K"].gives
    assert [(event.unit, event.target) for event in told(game, "challenge-made")] == [("H", "K"), ("L", "H")]
    throw(game, (9,), (1,))
    assert told(game, "confrontation-began")[0].unit == "L"


def test_nobody_is_challenged_twice_a_turn_and_the_other_player_may_challenge() -> None:
    game = lined_up()
    said(game, "one", "none")
    assert why(game) == "challenge.make"
    assert game.questions()[0].seat == "two"
    said(game, "two", {"pick": "K", "then": "H"})
    throw(game, (1,), (9,))
    said(game, "one", "go-on")
    assert game.state.units["H"].challenged == 1
    assert not game.state.units["H"].gives


def test_only_one_confrontation_a_turn_over_the_whole_table() -> None:
    game = lined_up(confrontation=1)
    assert why(game) == "initiative"


def test_a_shielded_character_is_not_challenged() -> None:
    shield = Timed(key="protect_the_lord", stat="no_challenge", until=2, clause="KEN-ABI-03")
    game = lined_up(A, troop("B", "two", "heishi", facing=18_000, timed=(shield,)), H, K)
    assert why(game) == "challenge.make"
    assert game.questions()[0].seat == "two", "Two may call out, One may not"
    said(game, "two", "none")
    assert why(game) == "initiative"


def test_hiding_ends_a_duel_and_costs_face() -> None:
    game = lined_up()
    said(game, "one", CALL)
    throw(game, (9,), (1,), (1, 1, 1), (1, 1))
    said(game, "one", "none")
    said(game, "two", "hide")
    assert why(game) == "hide"
    throw(game, (9,), (1,))
    assert not game.state.units["K"].gives
    assert told(game, "confrontation-ended")[0].how == "hidden"
    assert why(game) == "initiative"


def test_who_fails_to_hide_has_half_his_dice_that_round() -> None:
    game = lined_up()
    said(game, "one", CALL)
    throw(game, (9,), (1,), (1, 1, 1), (1, 1))
    said(game, "one", "hide")
    said(game, "two", "none")
    throw(game, (1,), (9,))
    assert told(game, "hide-tried")[0].passed is False
    throw(game, (9,), (1,))
    throw(game, (1,))
    throw(game, (1, 1))
    said(game, "one", "none")
    said(game, "two", "none")
    throw(game, (9,), (1,), (1, 1, 1))


def test_a_duel_that_hurts_nobody_ends_after_ten_rounds() -> None:
    game = lined_up()
    said(game, "one", CALL)
    throw(game, (9,), (1,), (1, 1, 1), (1, 1))
    for _ in range(9):
        said(game, "one", "none")
        said(game, "two", "none")
        throw(game, (9,), (1,), (1, 1, 1), (1, 1))
    assert told(game, "confrontation-ended")[0].how == "idle"
    assert len(told(game, "duel-round")) == 10


def test_a_lone_character_cannot_hide() -> None:
    alone = character("K", "two", "samurai_daisho", place=at(60, 60), formed=True)
    game = play(combat, brawl(A, H, alone, contacts=(met("A", "K"),)))
    said(game, "one", {})
    assert why(game) == "challenge.make", "two Combat Dice: no Defensive Position"
    said(game, "one", CALL)
    throw(game, (9,), (1,), (1, 1, 1), (1, 1))
    said(game, "one", "none")
    assert why(game) == "duel-ki", "he is not asked: there is nobody to hide among"


def test_special_characters_strike_at_their_own_initiative_and_bushi_with_their_unit() -> None:
    shinobi = character("S", "one", "shinobi", host="A", concealed=True)
    game = lined_up(A, B, H, shinobi)
    assert [event.unit for event in told(game, "hidden-revealed")] == ["S"]
    assert why(game) == "initiative", "Two has nobody to challenge"
    throw(game, (1,), (9,), (8,))
    assert told(game, "initiative-order")[0].units == ("S", "B", "A")
    throw(game, (1, 1, 1))
    assert told(game, "strike-began")[0].dice == 3, "two Wounds and Ninjutsu"
    throw(game, (1,) * 5, (1,) * 5, (1, 1, 1))
    assert [event.unit for event in told(game, "strike-began")] == ["S", "B", "A", "H"]


def test_a_bushi_strikes_on_when_his_unit_has_fallen() -> None:
    few = troop("A", "one", number=1, place=at(60, 60))
    game = play(combat, brawl(few, B, H, contacts=(met("A", "B"),)))
    said(game, "two", {})
    throw(game, (1,), (9,))
    throw(game, (10, 10, 10, 10, 10, 10, 10), (9,) * 7, (9,) * 7)
    assert game.state.units["A"].fate == "destroyed"
    assert not game.state.units["H"].host
    throw(game, (1, 1, 1))
    assert game.over
    assert game.state.fought[0].losers == ("H",)


def test_spiritual_characters_use_magic_or_strike() -> None:
    monk = character("O", "one", "onmyouiji", school="infernal", host="A", magic="cast")
    game = lined_up(A, B, monk)
    throw(game, (9,), (1,), (1,) * 5, (1,) * 5)
    assert game.over
    assert [event.unit for event in told(game, "strike-began")] == ["A", "B"]
    game = lined_up(A, B, character("O", "one", "onmyouiji", school="infernal", host="A"))
    throw(game, (9,), (1,), (1,) * 5, (1, 1), (1,) * 5)
    assert game.state.units["O"].magic == "attack"
    game = lined_up(A, B, character("O", "one", "onmyouiji", school="celestial", host="A"))
    throw(game, (9,), (1,), (1,) * 5, (1,) * 5)
    assert game.over, "a Tessen strikes no blow"


def test_any_model_of_a_duelist_unit_may_challenge_and_fights_alone() -> None:
    kengo = troop("A", "one", "kengo", 2, place=at(60, 60), formed=True, files=2)
    game = lined_up(kengo, B, K)
    assert why(game) == "combat.ability"
    said(game, "one", "done")
    said(game, "one", {"pick": "A", "then": "K"})
    throw(game, (1,), (9,))
    said(game, "two", "accept")
    said(game, "one", "none")
    # The Daisho: two dice at Attack 5 - 1; the Kengo has Defence 6 and Armour 3.
    throw(game, (9, 9), (9, 9), (10, 4))
    assert game.state.units["A"].models[0].wounds == 3, "the second of them has not been touched"
    assert len(game.state.units["A"].models) == 1
    assert told(game, "confrontation-ended")[0].how == "killed"
    assert game.state.units["A"].on_table


def test_an_effect_lets_a_lost_initiative_roll_be_made_again() -> None:
    again = Timed(key="warlord", stat="reroll_initiative", until=2, clause="KEN-SPI-16")
    game = lined_up(A, B, character("H", "one", host="A", timed=(again,)), K)
    said(game, "one", CALL)
    throw(game, (1,), (9,))
    assert why(game) == "duel.again"
    said(game, "one", "yes")
    throw(game, (10,))
    assert told(game, "confrontation-began")[0].unit == "H"
    assert "warlord" in game.state.units["H"].used
