"""Magic: penalties, ranges, Blocks, Variable spells, and that no spell of the lists is without effect."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.domains import Choice
from app.engine.modifiers import total
from app.systems.kensei.armies.lists import SPELLS
from app.systems.kensei.army import Kept, Order, Unit, UnitId
from app.systems.kensei.magic import declaring as orders_magic
from app.systems.kensei.magic.letting_go import rather_strikes
from app.systems.kensei.magic.phase import spirits
from app.systems.kensei.magic.rules import casting_lines, on_line
from app.systems.kensei.magic.upkeep import keep_or_drop, refresh
from app.systems.kensei.state import Contact, State
from app.systems.kensei.stats.lines import value
from tests.systems.kensei.fields import (
    BLUE,
    RED,
    SOUTH,
    Board,
    Figure,
    at,
    box,
    declared,
    field,
    hero,
    loose,
    pick,
    riders,
    unit,
)


def mage(id: str, seat: Any, x: Figure, y: Figure, *orders: Order, **more: Any) -> Unit:
    """An Onmyouji by himself who knows every spell."""
    given = {"role": "spiritual", "rank": "", "entry": "onmyouiji", "ki": 8, "level": 3, "spells": tuple(SPELLS),
             "orders": orders, "ap": 3, **more}  # fmt: skip
    return hero(id, seat, x, y, **given)


def cast(key: str, target: str = "", **more: Any) -> Order:
    """A spell that was declared."""
    return Order(do="cast", key=key, target=target, cost=1, **more)


def played(state: State, *inputs: Any) -> Board:
    """The step of Spiritual Actions, begun with the first caster."""
    board = Board(state)
    board.play(spirits, *inputs)
    return board


# -- the casting roll ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "penalties"),
    [((1,), (-1,)), ((1, 3), (-2, -4)), ((1, 3, 4), (-3, -5, -6))],
)
def test_penalties_of_several_spells_follow_the_examples(levels: tuple[int, ...], penalties: tuple[int, ...]) -> None:
    """KEN-SPI-08, KEN-SPI-09, KEN-SPI-10."""
    keys = {1: "power_word", 3: "path_to_victory", 4: "burning_light"}
    one = mage("w", BLUE, 50, 80, *(cast(keys[level]) for level in levels))
    state = field(one)
    found = [total(casting_lines(state, one, SPELLS[o.key], o)) - one.ki for o in one.orders]
    assert tuple(found) == penalties


def test_a_spell_kept_up_from_before_counts_as_one_cast() -> None:
    """KEN-SPI-16; one cast this turn is not counted twice."""
    order = cast("power_word")
    older = mage("w", BLUE, 50, 80, order, kept=(Kept(spell="flying", turns=2, cast=1),))
    state = field(older, turn=2)
    assert total(casting_lines(state, older, SPELLS["power_word"], order)) == 8 - 2 - 2
    fresh = mage("w", BLUE, 50, 80, order, kept=(Kept(spell="flying", cast=2),))
    assert total(casting_lines(field(fresh, turn=2), fresh, SPELLS["power_word"], order)) == 8 - 1 - 1


def test_the_total_must_exceed_the_difficulty() -> None:
    """KEN-SPI-13: 2 + 8 - 1 is 9, which is not more than 9; 3 is enough."""
    for face, good in ((2, False), (3, True)):
        board = played(field(mage("w", BLUE, 50, 80, cast("power_word", "a")), unit("a", BLUE, 50, 60)),
                       pick("w"), (face,))  # fmt: skip
        assert ("effects-laid" in board.kinds()) is good
        assert board.state.units["w"].ap == 2


def test_concentration_adds_one_for_each_ap() -> None:
    """KEN-SPI-32, KEN-SPI-33."""
    order = Order(do="cast", key="power_word", target="a", concentrate=2, cost=3)
    board = played(field(mage("w", BLUE, 50, 80, order), unit("a", BLUE, 50, 60)), pick("w"), (1,))
    assert "effects-laid" in board.kinds()
    assert board.state.units["w"].ap == 0


# -- sight and range ----------------------------------------------------------------


def test_out_of_range_the_spell_fails_without_a_roll() -> None:
    """KEN-SPI-37: 40.1 cm for a spell of 40."""
    far = unit("a", BLUE, 50, "38.6", models=5)
    state = field(mage("w", BLUE, 50, "82.5", cast("power_word", "a")), far)
    board = played(state, pick("w"))
    assert board.kinds()[-2:] == ["spell-begun", "spell-failed"]
    assert board.state.units["w"].ap == 2


def test_meditation_lengthens_the_range_by_ten() -> None:
    """KEN-SPI-34: the Ki check before the casting roll."""
    order = Order(do="cast", key="power_word", target="a", meditate=True, cost=2)
    far = unit("a", BLUE, 50, 35, models=5)
    good = played(field(mage("w", BLUE, 50, 82, order), far), pick("w"), (7,), (10,))
    assert "effects-laid" in good.kinds()
    bad = played(field(mage("w", BLUE, 50, 82, order), far), pick("w"), (8,))
    assert "spell-failed" in bad.kinds()
    assert bad.state.units["w"].ap == 1


# -- Blocks -------------------------------------------------------------------------


def blocked_game(face: int) -> Board:
    """Burning Light of a caster of Ki 8 that a second Onmyouji tries to Block."""
    order = cast("storm_of_embers", "e", block=True)
    state = field(mage("w", BLUE, 50, 80, order), unit("e", RED, 50, 40, SOUTH), mage("x", RED, 70, 60))
    rest = () if face > 4 else ((1,) * 8,)
    return played(state, pick("w"), (10,), (face,), *rest)


def test_a_block_must_exceed_the_casters_ki_less_the_level() -> None:
    """KEN-SPI-29, KEN-SPI-30: 8 - 4; the AP is paid and he has used magic, KEN-TYP-15."""
    assert "magic-dice-rolled" not in blocked_game(5).kinds()
    board = blocked_game(4)
    assert "magic-dice-rolled" in board.kinds()
    assert board.state.units["x"].ap == 2
    assert board.state.units["x"].magic == "block"


def test_who_uses_magic_himself_does_not_block() -> None:
    """KEN-TYP-15; who only struck does, KEN-TYP-42."""
    state = field(mage("w", BLUE, 50, 80), mage("x", RED, 70, 60))
    assert orders_magic.blocker(state, RED) is state.units["x"]
    for more in ({"magic": "cast"}, {"kept": (Kept(spell="flying"),)}, {"ap": 0}, {"fleeing": True}):
        assert orders_magic.blocker(field(mage("w", BLUE, 50, 80), mage("x", RED, 70, 60, **more)), RED) is None
    for before in ("block", "attack"):
        after = field(mage("w", BLUE, 50, 80), mage("x", RED, 70, 60, magic=before))
        assert orders_magic.blocker(after, RED) is not None


def test_each_block_announced_needs_an_ap() -> None:
    """KEN-SPI-28."""
    order = cast("spheres_of_light_1", "x", block=True)
    for ap, able in ((1, False), (2, True)):
        state = field(mage("w", BLUE, 50, 80, order), mage("x", RED, 70, 60, ap=ap))
        assert (orders_magic.blocker(state, RED) is not None) is able


def test_a_temple_near_by_gives_one_meditation_free() -> None:
    """KEN-TER-65, KEN-TER-68: the Ki check is made all the same, once a turn."""
    temple = box("temple", 55, 75, 69, 89)
    order = Order(do="cast", key="power_word", target="a", meditate=True, cost=1)
    friend = unit("a", BLUE, 50, 35, models=5)
    for more, dice in (({}, ((7,), (10,))), ({"meditated": True}, ())):
        board = played(field(mage("w", BLUE, 50, 82, order, **more), friend, pieces=(temple,)), pick("w"), *dice)
        assert ("effects-laid" in board.kinds()) is bool(dice)
    near = field(mage("w", BLUE, 50, 82), friend, pieces=(temple,))
    assert orders_magic.meditation(near, near.units["w"], True) == 0
    assert orders_magic.meditation(field(mage("w", BLUE, 50, 82)), near.units["w"], True) == 1


# -- Variable spells ------------------------------------------------------------------


def test_a_variable_spell_takes_more_each_turn() -> None:
    """KEN-SPI-19: Ki -1, -2, -3, -4, -4; AP 1, 1, 2, 2 from the second turn on."""
    board = played(field(mage("w", BLUE, 50, 80, cast("power_word", "a")), unit("a", BLUE, 50, 60)), pick("w"), (9,))
    assert value(board.state, board.state.units["w"], "ki") == 7
    found = []
    for turn in (2, 3, 4, 5):
        board.state = board.state.with_unit("w", ap=3).with_(turn=turn)
        refresh(board)
        found.append((value(board.state, board.state.units["w"], "ki"), board.state.units["w"].ap))
    assert found == [(6, 2), (5, 2), (4, 1), (4, 1)]
    assert value(board.state, board.state.units["a"], "initiative") == 4


def test_a_spell_let_go_gives_back_what_it_drained() -> None:
    """KEN-SPI-19, KEN-SPI-20."""
    board = played(field(mage("w", BLUE, 50, 80, cast("power_word", "a")), unit("a", BLUE, 50, 60)), pick("w"), (9,))
    board.state = board.state.with_(turn=2)
    board.play(lambda game: keep_or_drop(game, BLUE), "drop")
    assert value(board.state, board.state.units["w"], "ki") == 8
    assert value(board.state, board.state.units["a"], "initiative") == 2
    assert not board.state.units["w"].kept


def test_a_caster_who_strikes_lets_his_spells_go() -> None:
    """KEN-SPI-20: he is asked; to keep them is not to strike."""
    spell = Kept(spell="power_word", target="a", cast=1)
    one = mage("w", BLUE, 50, 60, kept=(spell,), melee=("bo",), formed=True, files=1)
    state = field(one, unit("a", BLUE, 20, 60), unit("e", RED, 50, 60, SOUTH), turn=2, phase="combat",
                  contacts=(Contact(by=UnitId("w"), on=UnitId("e"), zone="front"),))  # fmt: skip
    for said, left in (("no", 1), ("yes", 0)):
        board = Board(state)
        assert board.play(lambda game: rather_strikes(game, "w"), said) is (said == "yes")
        assert len(board.state.units["w"].kept) == left


def test_a_spell_of_this_turn_is_not_asked_about() -> None:
    """KEN-SPI-20: at the start of his Orders, of those he kept up till then."""
    one = mage("w", BLUE, 50, 80, kept=(Kept(spell="power_word", target="a", cast=2),))
    board = Board(field(one, unit("a", BLUE, 50, 60), turn=2))
    board.play(lambda game: keep_or_drop(game, BLUE))
    assert board.kinds() == []


def test_without_the_ap_a_spell_is_over() -> None:
    """KEN-SPI-20."""
    one = mage("w", BLUE, 50, 80, kept=(Kept(spell="power_word", target="a", turns=3),), ap=1)
    board = Board(field(one, unit("a", BLUE, 50, 60), turn=4))
    refresh(board)
    assert board.kinds() == ["spell-dropped"]
    assert board.state.units["w"].ap == 1


def test_lent_wounds_go_with_the_spell_that_lent_them() -> None:
    """Section 4.8: +2 Wounds while it lasts; those taken came off them first."""
    man = hero("h", BLUE, 50, 60, wounds=3)
    board = played(field(mage("w", BLUE, 50, 80, cast("ghostly_mount", "h")), man), pick("w"), (10,))
    assert board.state.units["h"].models[0].wounds == 5
    board.state = board.state.with_(turn=2)
    board.play(lambda game: keep_or_drop(game, BLUE), "drop")
    assert board.state.units["h"].models[0].wounds == 3


def test_mounts_bolt_again_each_turn_the_spell_is_kept_up() -> None:
    """KEN-SPI-16, section 4.8, without an order of its own."""
    spell = Kept(spell="bolt_the_mount", target="c", turns=2, cast=1)
    state = field(mage("w", BLUE, 50, 80, kept=(spell,)), riders("c", RED, 50, 60, SOUTH), turn=2)
    board = played(state, (9,), (2,), (3, 4))
    assert "bolted" in board.kinds()
    fresh = state.with_unit("w", kept=(Kept(spell="bolt_the_mount", target="c", cast=2),))
    assert "bolted" not in played(fresh).kinds()


# -- every spell ------------------------------------------------------------------------


BOLTED = ((9, 2), (5, 5))
DICE: dict[str, tuple[Any, ...]] = {
    "spheres_of_light_1": ((9, 9),), "spheres_of_light_2": ((9, 9, 9, 9),), "projectiles_of_fire_1": ((9, 9),),
    "projectiles_of_fire_2": ((9, 9, 9, 9),), "poisonous_projectile_1": ((9, 9),),
    "poisonous_projectile_2": ((9, 9, 9, 9),), "burning_light": ((9,) * 10,), "storm_of_embers": ((9,) * 8,),
    "channel_of_fire": ((9,) * 3, (9,) * 3), "stampede": ((9,) * 3,), "lashes_of_dark_energy_1": ((1,) * 3,),
    "lashes_of_dark_energy_2": ((1,) * 5,), "harvest_of_souls": ((1,) * 10,), "blind": ((1,) * 10,),
    "bolt_the_mount": ((9,), (2,), (5, 5)),
}  # fmt: skip
"""Dice after the casting roll."""


def aimed(key: str) -> Order:
    """A spell, declared at whoever it suits."""
    spell = SPELLS[key]
    names = {"enemy": "e", "enemy_or_character": "e", "friend": "a", "friend_character": "h", "friend_model": "h",
             "combat": "h"}  # fmt: skip
    name = "c" if spell.only == "cavalry" else names.get(spell.target, "")
    return cast(key, name, spot=(at(50, 20),) if spell.target == "line" else ())


def scene(key: str) -> State:
    """A caster, friends, a character in a Combat, enemies on foot and mounted."""
    near = mage("w", BLUE, 50, 80, aimed(key), level=4, ki=9)
    foes = (unit("e", RED, 50, "69.5", SOUTH, traits=("projectiles",), ki=3), riders("c", RED, 80, 60, SOUTH, ki=3))
    friends = (unit("a", BLUE, 20, 80), hero("h", BLUE, 40, 85), unit("i", BLUE, 20, 60, school="infernal"))
    state = field(near, *friends, *foes, unit("b", RED, 50, 50, SOUTH))
    if SPELLS[key].target == "combat":
        return state.with_(contacts=(Contact(by="e", on="w", zone="front"), Contact(by="e", on="h", zone="front")))  # type: ignore[arg-type]
    return state


@pytest.mark.parametrize("key", list(SPELLS))
def test_every_spell_does_something(key: str) -> None:
    """Section 4.8: after the casting roll somebody is not what he was."""
    state = scene(key)
    board = played(state, pick("w"), (10,), *DICE.get(key, ()))
    others = [id for id in state.units if id != "w"]
    assert any(board.state.units[id] != state.units[id] for id in others), board.kinds()
    assert bool(board.state.units["w"].kept) == SPELLS[key].variable


def test_burning_light_has_fifteen_dice_at_most() -> None:
    """Section 4.8."""
    crowd = unit("e", RED, 50, 60, SOUTH, models=20)
    board = played(field(mage("w", BLUE, 50, 80, cast("burning_light", "e")), crowd), pick("w"), (10,), (1,) * 15)
    assert "magic-dice-rolled" in board.kinds()


def test_shadows_clothe_a_single_model_only() -> None:
    """Section 4.8: a friendly model or the caster."""
    state = field(mage("w", BLUE, 50, 80), unit("a", BLUE, 50, 60), hero("h", BLUE, 70, 80), unit("n", BLUE, 20, 80,
                  models=1))  # fmt: skip
    found = orders_magic.targets(state, state.units["w"], SPELLS["armour_of_shadows"]).options
    assert [id for id, option in found.items() if option.no is None] == ["w", "h", "n"]


def test_a_line_goes_through_friend_and_foe() -> None:
    """Section 4.8, Channel Of Fire."""
    state = field(mage("w", BLUE, 50, 80), unit("a", BLUE, 50, 70), unit("e", RED, 50, 60, SOUTH),
                  unit("b", RED, 80, 60, SOUTH), unit("f", RED, 50, 30, SOUTH))  # fmt: skip
    found = on_line(state, state.units["w"], at(50, 10), 40_000)
    assert [one.id for one in found] == ["a", "e"]


def test_magic_dice_deal_what_they_exceed_the_ki_by() -> None:
    """KEN-SPI-21 to KEN-SPI-23: a die equal to the Ki and a natural 1 do nothing; one model takes each die."""
    order = cast("spheres_of_light_2", "e")
    state = field(mage("w", BLUE, 50, 80, order), unit("e", RED, 50, 60, SOUTH, models=3, each=2, ki=0))
    board = played(state, pick("w"), (10,), (1, 1, 2, 1))
    assert board.state.units["e"].wounds_left == 4
    level = played(field(mage("w", BLUE, 50, 80, order), unit("e", RED, 50, 60, SOUTH, ki=5)), pick("w"), (10,),
                   (5, 5, 5, 6))  # fmt: skip
    assert len(level.state.units["e"].models) == 9


# -- declaring ------------------------------------------------------------------------


def test_a_spell_is_declared_with_its_manner_and_target() -> None:
    """KEN-SPI-01, KEN-SPI-32, KEN-SPI-35: what is given up is part of the price."""
    state = field(mage("w", BLUE, 50, 80), unit("a", BLUE, 50, 60))
    one = state.units["w"]
    menu = orders_magic.ORDERS.options(state, one)["cast"].then
    assert menu is not None
    answer = menu().read(pick("power_word", pick("meditate-concentrate-1", "a")))
    assert menu().refuse(answer) is None
    found = declared(orders_magic.ORDERS, state, one, Choice("cast", answer))
    assert (found.cost, found.concentrate, found.meditate, found.target) == (3, 1, True, "a")


def test_who_attacked_or_blocked_casts_nothing() -> None:
    """KEN-TYP-14, KEN-TYP-15."""
    for did in ("attack", "block"):
        state = field(mage("w", BLUE, 50, 80, magic=did), unit("a", BLUE, 50, 60))
        no = orders_magic.ORDERS.options(state, state.units["w"])["cast"].no
        assert no is not None
        assert no.code == f"magic.{did}"


def test_a_spell_for_riders_is_not_cast_on_foot_troops() -> None:
    """Section 4.8: Bolt The Mount, Blind."""
    slingers = loose("p", RED, (90, 60), traits=("projectiles",))
    state = field(mage("w", BLUE, 50, 80), unit("e", RED, 50, 60, SOUTH), slingers)
    menu = orders_magic.book(state, state.units["w"])
    assert menu.options["bolt_the_mount"].no is not None
    below = menu.options["blind"].then
    assert below is not None
    no = below().refuse(Choice("plain", Choice("e")))
    assert no is not None
    assert no.code == "magic.only-projectiles"
    assert below().refuse(Choice("plain", Choice("p"))) is None
