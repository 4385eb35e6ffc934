"""Abilities of Taisho, units, characters and creatures; and that none of the lists is without effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.domains import Choice
from app.engine.modifiers import total
from app.systems.kensei.abilities import declaring as orders_ability
from app.systems.kensei.abilities import within as combat_abilities
from app.systems.kensei.abilities.phase import abilities, afters
from app.systems.kensei.armies.lists import ABILITIES
from app.systems.kensei.army import Model, Order, Side, Timed, Unit, UnitId, Warning
from app.systems.kensei.combat.blows.dice import attack_lines, defence_lines, total_dice
from app.systems.kensei.magic.effects.lightning import come_down
from app.systems.kensei.special.using import taisho_options, use_taisho
from app.systems.kensei.state import Contact, State
from app.systems.kensei.stats.ki import ki_lines
from app.systems.kensei.stats.lines import value
from tests.systems.kensei.fields import BLUE, RED, SOUTH, Board, declared, field, hero, loose, pick, unit

PASSES, FAILS = (1,), (10,)


def army(*abilities: str, **more: Any) -> tuple[Side, Side]:
    """Two sides; blue has these Taisho abilities and h for its Taisho."""
    blue = Side(seat=BLUE, edge="south", pool=5, taisho=UnitId("h"), abilities=abilities, **more)
    return blue, Side(seat=RED, edge="north", pool=5)


def orders(*abilities: str, **more: Any) -> State:
    """A Taisho, a friend, one who runs, and an enemy."""
    pool = more.pop("pool", 5)
    sides = (replace(army(*abilities)[0], pool=pool), army()[1])
    friend = unit("a", BLUE, 70, 60, traits=("projectiles",))
    runner = unit("r", BLUE, 100, 100, fleeing=True)
    enemy = unit("e", RED, 50, 40, SOUTH, warning=Warning(trigger={"type": "enemy_seen"}))
    return field(hero("h", BLUE, 50, 75, taisho=True, ki=5, **more), friend, runner, enemy, sides=sides)


def used(state: State, key: str, target: str, *inputs: Any) -> Board:
    """The state after a Taisho ability."""
    board = Board(state)
    board.play(lambda game: use_taisho(game, BLUE, key, target), *inputs)
    return board


# -- the Taisho ---------------------------------------------------------------------

TARGETS = {"war_drums": "r", "feint": "e", "buying_the_enemy": "e"}
DRUMS: dict[str, tuple[Any, ...]] = {"war_drums": ((3,), "keep")}
"""The Honour die, and the facing of the unit that has regrouped."""
TAISHO = [key for key, one in ABILITIES.items() if one.moment == "taisho"]


@pytest.mark.parametrize("key", TAISHO)
def test_every_taisho_ability_does_something(key: str) -> None:
    """Sections 4.5, 4.6: with a passed Ki roll somebody is not what he was; with a failed one nobody."""
    target = "" if ABILITIES[key].target == "army" else TARGETS.get(key, "a")
    state = orders(key)
    assert taisho_options(state, BLUE)[key].no is None
    board = used(state, key, target, PASSES, *DRUMS.get(key, ()))
    assert any(board.state.units[id] != state.units[id] for id in ("a", "r", "e")), board.kinds()
    failed = used(state, key, target, FAILS)
    assert failed.state.units == state.units
    assert failed.state.side(BLUE).abilities_used == 1


def test_the_second_use_costs_two_command_points_and_no_third_is_made() -> None:
    """KEN-SPO-07, KEN-SPO-08, KEN-SPO-10, KEN-SPO-11: a failed roll spends them all the same."""
    board = Board(orders("hold_the_line", "ready_blades"))
    board.play(lambda game: use_taisho(game, BLUE, "hold_the_line", "a"), FAILS)
    assert board.state.side(BLUE).pool == 5
    board.play(lambda game: use_taisho(game, BLUE, "ready_blades", "a"), FAILS)
    assert board.state.side(BLUE).pool == 3
    board.play(lambda game: use_taisho(game, BLUE, "hold_the_line", "a"))
    assert board.state.side(BLUE).abilities_used == 2


def test_the_range_is_measured_when_the_ability_is_used() -> None:
    """Section 4.6: 30 cm, and no further; the use is spent."""
    for y, good in (("38.75", True), ("38.65", False)):
        state = orders("hold_the_line")
        state = state.with_unit("a", at=unit("a", BLUE, 50, y).at)
        board = used(state, "hold_the_line", "a", PASSES)
        assert ("effects-laid" in board.kinds()) is good


def test_a_dead_taisho_uses_nothing() -> None:
    """KEN-SPO-12."""
    state = orders("hold_the_line").with_unit("h", fate="destroyed")
    no = taisho_options(state, BLUE)["hold_the_line"].no
    assert no is not None
    assert no.code == "taisho.dead"
    assert used(state, "hold_the_line", "a").kinds() == []


def test_what_is_used_once_a_battle_is_used_up_even_if_it_fails() -> None:
    """KEN-SPO-11, section 4.5."""
    board = used(orders("bushido_law"), "bushido_law", "", FAILS)
    no = taisho_options(board.state, BLUE)["bushido_law"].no
    assert no is not None
    assert no.code == "taisho.spent"


def test_a_character_with_commandment_lends_his_ki_within_15_cm() -> None:
    """KEN-SPO-12."""
    lord = hero("h", BLUE, 50, 75, ki=7, traits=("commandment",))
    assert total(ki_lines(field(lord, unit("a", BLUE, 50, 60, ki=3)), unit("a", BLUE, 50, 60, ki=3))) == 7
    far = unit("a", BLUE, 50, 50, ki=3)
    assert total(ki_lines(field(lord, far), far)) == 3
    wise = unit("a", BLUE, 50, 60, ki=9)
    assert total(ki_lines(field(lord, wise), wise)) == 9


# -- Action Abilities -----------------------------------------------------------------

ACTIONS = [key for key, one in ABILITIES.items() if one.kind == "action" and one.moment == "orders"]
GEAR: dict[str, dict[str, Any]] = {
    "alternated_shot": {"ranged": "teppo"}, "basan_fire": {"ranged": "igneous"}, "onibi_fire": {"ranged": "flame"},
}  # fmt: skip
INPUTS: dict[str, tuple[Any, ...]] = {
    "alternated_shot": (PASSES, (9,) * 5, (9,) * 5, (9,) * 5, PASSES),
    "basan_fire": (PASSES, (9,) * 10, (9,) * 10, (9,) * 10),
    "onibi_fire": (PASSES, (9,) * 10, (9,) * 10, (9,) * 10), "battle_of_wills": ((9,), (2,), (9, 9, 9)),
    "torment": (PASSES, (1,) * 10), "death_chant": ((9,), (2,)), "call_of_the_grave": (PASSES, (2,)),
    "chase_up_to_hell": (PASSES, (9,) * 10, (10,) * 10, (9,) * 10),
}  # fmt: skip


def acting(key: str) -> State:
    """A unit that is to use an ability, one of the Undead with losses, an enemy before it."""
    ability = ABILITIES[key]
    target = "" if ability.target in ("own", "enemies", "spot") and key != "alternated_shot" else "e"
    target = "u" if ability.target == "friend" else target
    order = Order(do="ability", key=key, target=target, cost=1)
    one = unit("a", BLUE, 50, 60, abilities=(key,), orders=(order,), **GEAR.get(key, {}))
    foe = unit("e", RED, 50, 45, SOUTH, fleeing=ability.target == "fleeing_enemy")
    spy = hero("s", RED, 0, 0, "e", concealed=True, role="special", rank="")
    grave = unit("u", BLUE, 20, 80, models=5, start_models=10, traits=("undead",))
    return field(one, grave, foe, spy)


def loose_lightning() -> State:
    """Three creatures that are to ride the lightning."""
    order = Order(do="ability", key="ride_the_lightning", cost=1)
    return field(loose("a", BLUE, (50, 60), (56, 60), (50, 66), abilities=("ride_the_lightning",), orders=(order,)),
                 unit("e", RED, 50, 30, SOUTH))  # fmt: skip


@pytest.mark.parametrize("key", ACTIONS)
def test_every_action_ability_does_something(key: str) -> None:
    """Sections 4.7, 4.8: with the AP and a passed Ki roll somebody is not what he was."""
    if key == "ride_the_lightning":
        board = Board(loose_lightning())
        board.play(abilities, pick("a"), PASSES, [20_000, 20_000])
        assert board.state.units["a"].fate == "reserve"
        return
    state = acting(key)
    board = Board(state)
    board.play(abilities, pick("a"), *INPUTS.get(key, (PASSES,)))
    assert board.state.units["a"].ap == 1
    before = state.with_unit("a", ap=1, orders=board.state.units["a"].orders, used=(key,))
    assert board.state.units != before.units, board.kinds()


@pytest.mark.parametrize("key", [key for key in ACTIONS if ABILITIES[key].needs_ki])
def test_the_ap_is_spent_though_the_ki_roll_fails(key: str) -> None:
    """KEN-ABI-04, KEN-ABI-05."""
    state = loose_lightning() if key == "ride_the_lightning" else acting(key)
    board = Board(state)
    board.play(abilities, pick("a"), FAILS)
    assert board.state.units["a"].ap == state.units["a"].ap - 1
    assert [u for u in state.units if u != "a" and board.state.units[u] != state.units[u]] == []
    assert board.state.units["a"].timed == ()


def test_an_ability_given_up_is_paid_for() -> None:
    """KEN-ORD-13, KEN-ABI-04."""
    board = Board(acting("turtle_shell"))
    board.play(abilities, "done")
    assert board.state.units["a"].ap == 1
    assert board.state.units["a"].orders[0].state == "given-up"


def test_an_ability_out_of_range_is_spent() -> None:
    """KEN-ABI-04: Torment reaches 20 cm."""
    state = acting("torment").with_unit("e", at=unit("e", RED, 50, 30).at)
    board = Board(state)
    board.play(abilities, pick("a"), PASSES)
    assert board.kinds()[-1] == "ability-failed"


def test_half_the_models_shoot_and_the_others_load() -> None:
    """Section 4.7, Alternated Shot, for 1 AP; five models: two shoot (KEN-STA-34)."""
    bodies = (Model(1), Model(1), Model(1, loaded=False), Model(1, loaded=False), Model(1, loaded=False))
    state = acting("alternated_shot").with_unit("a", models=bodies)
    board = Board(state)
    board.play(abilities, pick("a"), PASSES, (2, 2))
    assert [model.loaded for model in board.state.units["a"].models] == [False, False, True, True, True]


def test_special_characters_in_units_act_last() -> None:
    """KEN-TYP-12, KEN-TYP-39."""
    order = Order(do="ability", key="spying", target="e", cost=1)
    spy = hero("s", BLUE, 0, 0, "a", role="special", rank="", abilities=("spying",), orders=(order,))
    state = field(unit("a", BLUE, 50, 60), spy, unit("e", RED, 50, 45, SOUTH))
    board = Board(state)
    board.play(abilities)
    assert board.state.units["s"].orders[0].state == ""
    board.play(afters, pick("s"), PASSES)
    assert "spied" in board.kinds()


def test_a_spy_who_acts_shows_himself() -> None:
    """KEN-ARM-23: he looked like any other model."""
    order = Order(do="ability", key="spying", target="e", cost=1)
    spy = hero("s", BLUE, 0, 0, "a", role="special", rank="", abilities=("spying",), orders=(order,), concealed=True)
    board = Board(field(unit("a", BLUE, 50, 60), spy, unit("e", RED, 50, 45, SOUTH)))
    board.play(afters, pick("s"), FAILS)
    assert not board.state.units["s"].concealed


def test_who_charged_does_nothing_more_and_the_living_are_not_raised() -> None:
    """KEN-CHG-05; section 4.8, Nekomata: the Undead only."""
    one = unit("a", BLUE, 50, 60, abilities=("turtle_shell",), acted_last=True)
    no = orders_ability.ORDERS.options(field(one), one)["ability"].no
    assert no is not None
    assert no.code == "orders.charged"
    cat = unit("n", BLUE, 50, 60, models=1, abilities=("call_of_the_grave",))
    state = field(cat, unit("b", BLUE, 20, 60), unit("u", BLUE, 80, 60, traits=("undead",)))
    found = orders_ability.targets(state, cat, ABILITIES["call_of_the_grave"]).options
    assert [id for id, option in found.items() if option.no is None] == ["u"]


def test_who_runs_has_no_shields() -> None:
    """Section 4.7, Wooden Shields: no Run."""
    one = unit("a", BLUE, 50, 60, abilities=("wooden_shields",), orders=(Order(do="move", mode="run"),))
    no = orders_ability.ORDERS.options(field(one), one)["ability"].no
    assert no is not None
    assert no.code == "ability.has-run"


def test_an_ability_is_declared_with_its_target() -> None:
    """KEN-ABI-03."""
    one = unit("a", BLUE, 50, 60, abilities=("torment",))
    state = field(one, unit("e", RED, 50, 45, SOUTH))
    found = declared(orders_ability.ORDERS, state, one, Choice("ability", Choice("torment", Choice("e"))))
    assert (found.do, found.key, found.target, found.cost) == ("ability", "torment", "e", 1)


# -- the lightning ----------------------------------------------------------------------


def in_the_sky() -> Board:
    """Creatures in the sky since last turn."""
    board = Board(loose_lightning())
    board.play(abilities, pick("a"), PASSES, [20_000, 20_000])
    board.state = board.state.with_(turn=2)
    return board


def spots(unit: Unit) -> list[tuple[int, int]]:
    """Where its models stand, or mean to come down."""
    places = [model.at for model in unit.models] if unit.written is None else unit.written.spots
    return [(place.x, place.y) for place in places]


def test_they_come_down_where_they_meant_to_with_one_ap() -> None:
    """Section 4.8: a Ki test at +1: printed 3, a die of 3 passes."""
    board = in_the_sky()
    meant = spots(board.state.units["a"])
    board.play(lambda game: come_down(game, BLUE), (3,))
    one = board.state.units["a"]
    assert one.on_table
    assert one.ap == 1
    assert spots(one) == meant


def test_after_a_failed_test_they_drift() -> None:
    """Section 4.8: +2 at the second test, then d10 cm in the direction of a die (10: north)."""
    board = in_the_sky()
    meant = spots(board.state.units["a"])
    board.play(lambda game: come_down(game, BLUE), (4,))
    assert not board.state.units["a"].on_table
    board.play(lambda game: come_down(game, BLUE), (4,), (7,), (10,))
    assert spots(board.state.units["a"]) == [(x, y - 7_000) for x, y in meant]


# -- Combat Abilities ---------------------------------------------------------------------

COMBAT = [key for key, one in ABILITIES.items() if one.kind == "combat"]


def fighting(key: str) -> State:
    """Two units in Combat, the first with an ability; the other are Samurai."""
    mine = unit("a", BLUE, 50, 60, abilities=(key,), defence=4, attack=4)
    foe = unit("e", RED, 50, 60, SOUTH, traits=("samurai",))
    return field(mine, foe, contacts=(Contact(by=UnitId("a"), on=UnitId("e"), zone="front"),), phase="combat")


COUNTS: dict[str, Callable[[State], int]] = {
    "cherry_tree_flowers": lambda s: int(s.units["a"].under("cherry_tree_flowers")),
    "knocking_down_enemies": lambda s: total(defence_lines(s, s.units["e"], s.units["a"])),
    "two_swords": lambda s: total(defence_lines(s, s.units["a"], s.units["e"])),
    "i_dare_you": lambda s: total(attack_lines(s, s.units["a"], s.units["e"], duel=True)),
    "overwhelming_beauty": lambda s: total(attack_lines(s, s.units["e"], s.units["a"])),
    "way_of_kyokotsu": lambda s: total_dice(s, s.units["a"], duel=True),
    "hate_for_the_samurai": lambda s: total_dice(s, s.units["a"]),
    "my_sword_is_my_armour": lambda s: value(s, s.units["a"], "armour"),
}
CHANGES = {
    "cherry_tree_flowers": 1, "knocking_down_enemies": -1, "two_swords": 1, "i_dare_you": -1, "overwhelming_beauty": 1,
    "way_of_kyokotsu": 2, "hate_for_the_samurai": 5, "my_sword_is_my_armour": 2,
}  # fmt: skip


@pytest.mark.parametrize("key", COMBAT)
def test_every_combat_ability_does_what_the_lists_say(key: str) -> None:
    """Section 4.7; KEN-CBT-10: only with a passed Ki roll."""
    state = fighting(key)
    rest = (FAILS,) if key == "overwhelming_beauty" else ()
    board, count = Board(state), COUNTS[key]
    board.play(lambda game: combat_abilities.use(game, "a", key, "e"), PASSES, *rest)
    assert count(board.state) - count(state) == CHANGES[key]
    assert combat_abilities.usable(board.state, board.state.units["a"], board.state.units["e"]) == {}
    failed = Board(state)
    failed.play(lambda game: combat_abilities.use(game, "a", key, "e"), FAILS)
    assert count(failed.state) == count(state)


def test_those_dazzled_take_no_action_next_turn_unless_they_pass() -> None:
    """Section 4.7, Overwhelming Beauty; the Combat ends the turn, so the turn without Action is the next."""
    for face, bound in ((1, False), (10, True)):
        board = Board(fighting("overwhelming_beauty"))
        board.play(lambda game: combat_abilities.use(game, "a", "overwhelming_beauty", "e"), PASSES, (face,))
        effects = [one for one in board.state.units["e"].timed if one.stat == "no_action"]
        assert [one.until for one in effects] == ([3] if bound else [])


# -- the whole -----------------------------------------------------------------------------


def test_every_ability_is_of_a_kind_that_is_tested() -> None:
    """None of the lists is left out: used in Special Orders, declared, used in Combat, or one of those named."""
    elsewhere = {
        "second_thoughts", "clandestine_practices", "expert_strategist", "wheel_of_dharma", "battle_cry",
        "fight_for_the_emperor", "till_the_end", "pulling_out", "ghostly_advance",
    }  # fmt: skip
    here = {"warrior_women", "defenders_of_the_people", "flesh_eaters", "tanukis_luck", "inspire", "no_thinking"}
    assert {*TAISHO, *ACTIONS, *COMBAT, *here, *elsewhere} == set(ABILITIES)


def test_an_effect_of_the_same_origin_does_not_add_to_itself() -> None:
    """Sections 4.7, 4.8: two chants of the same kind are one."""
    one = unit("a", BLUE, 50, 60, timed=(Timed(key="death_chant", stat="honour", add=-1, until=2),))
    singers = unit("c", RED, 50, 45, SOUTH, abilities=("death_chant",),
                   orders=(Order(do="ability", key="death_chant", cost=1),))  # fmt: skip
    board = Board(field(one, singers, go=RED))
    board.play(abilities, pick("c"), (9,), (2,))
    assert value(board.state, board.state.units["a"], "honour") == 2
