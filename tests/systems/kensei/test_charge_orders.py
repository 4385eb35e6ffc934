"""Charges as they are ordered and carried out in their step: storming, walls, abilities that answer."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.engine.domains import Choice, Pick
from app.engine.geometry import CM
from app.engine.refusals import Refusal
from app.engine.table import Terrain
from app.systems.kensei.army import Order, Timed, Unit, UnitId
from app.systems.kensei.charging.declaring import ORDERS
from app.systems.kensei.charging.events import ChargeRolled
from app.systems.kensei.charging.flow import charge
from app.systems.kensei.charging.phase import charges, refuse_order
from app.systems.kensei.charging.reactions import reactions
from app.systems.kensei.charging.rules import walls_met
from app.systems.kensei.charging.words import SENTENCES
from app.systems.kensei.state import State
from tests.systems.boards import lacking
from tests.systems.kensei.fields import (
    BLUE,
    NORTH,
    RED,
    SOUTH,
    WEST,
    Board,
    at,
    box,
    declared,
    field,
    hero,
    loose,
    piece,
    unit,
)

CHARGE = Order(do="charge", target="B")


def facing_off(*more: Unit, mine: Unit | None = None, foe: Unit | None = None, **facts: Any) -> State:
    """A of blue 8 cm before B of red."""
    a = mine or unit("A", BLUE, 60, 60, NORTH)
    return field(a, foe or unit("B", RED, 60, 52, SOUTH), *more, phase="orders", **facts)


def no_of(state: State, key: str, id: str = "A") -> Refusal | None:
    """Why a unit may not declare an action."""
    no = ORDERS.options(state, state.units[id])[key].no
    assert no is None or no.code == "no_ap" or lacking(SENTENCES, no.code, no.facts) == []
    return no


def target_of(state: State, key: str) -> Pick:
    """The targets an action may name."""
    then = ORDERS.options(state, state.units["A"])[key].then
    assert then is not None
    domain = then()
    assert isinstance(domain, Pick)
    return domain


def step(state: State, *inputs: Any) -> Board:
    """The Charge step played through."""
    board = Board(state)
    board.play(charges, *inputs)
    return board


def ordered(state: State, *orders: Order, id: str = "A") -> State:
    """The state with these actions declared and closed."""
    return state.with_unit(id, orders=orders).with_(closed=True, phase="charges")


# -- declaring --------------------------------------------------------------------------------


def test_a_charge_is_declared_at_what_is_seen_and_never_measured() -> None:
    far = facing_off(unit("C", RED, 60, 10, SOUTH), unit("D", RED, 60, 100, NORTH))
    found = target_of(far, "charge").options
    assert (found["B"], found["D"] is None) == (None, False)
    assert found["D"] is not None
    assert found["D"].code == "charge.unseen"
    one = declared(ORDERS, far, far.units["A"], Choice("run_charge", "B"))
    assert (one.do, one.mode, one.target, one.cost, one.leave) == ("charge", "run", "B", 2, False)


def test_a_strategic_order_opens_a_target_that_is_not_seen() -> None:
    a = unit("A", BLUE, 60, 60, NORTH, leaves=(("charge", "D"),))
    state = facing_off(unit("D", RED, 60, 100, NORTH), mine=a)
    assert target_of(state, "charge").options["D"] is None
    assert declared(ORDERS, state, a, Choice("charge", "D")).leave


def test_what_keeps_a_unit_from_declaring_a_charge() -> None:
    assert no_of(facing_off(mine=unit("A", BLUE, 60, 60, ap=1)), "march_charge") is not None
    assert no_of(facing_off(mine=unit("A", BLUE, 60, 60, ap=1)), "charge") is None
    cases: dict[str, tuple[str, dict[str, Any]]] = {
        "charge.fleeing": ("charge", {"fleeing": True}), "charge.charged-already": ("charge", {"acted_last": True}),
        "charge.has-moved": ("run_charge", {"moved": "march"}), "charge.declared": ("charge", {"orders": (CHARGE,)}),
    }  # fmt: skip
    for code, (key, facts) in cases.items():
        no = no_of(facing_off(mine=unit("A", BLUE, 60, 60, ap=3, **facts)), key)
        assert no is not None
        assert no.code == code


def test_no_run_in_the_turn_after_a_failed_charge() -> None:
    a = unit("A", BLUE, 60, 60, failed_charge=2)
    assert no_of(facing_off(mine=a, turn=4), "run_charge") is None
    no = no_of(facing_off(mine=a, turn=3), "run_charge")
    assert no is not None
    assert no.clause == "KEN-CHG-15"


def test_a_character_in_a_unit_does_not_charge_by_himself() -> None:
    him = hero("H", BLUE, host="A")
    state = facing_off(him)
    assert ORDERS.options(state, state.units["H"]) == {}


# -- carrying out -----------------------------------------------------------------------------


def test_a_declared_charge_is_paid_for_and_made() -> None:
    board = step(ordered(facing_off(), CHARGE), "A", "withstand", (9,))
    a = board.state.units["A"]
    assert (a.ap, a.orders[0].state) == (1, "done")
    assert board.state.fighting("A")


def test_a_charge_may_be_given_up_or_lapse_for_want_of_ap() -> None:
    board = step(ordered(facing_off(), CHARGE), "done")
    assert board.state.units["A"].orders[0].state == "given-up"
    assert board.state.units["A"].ap == 2
    poor = facing_off(mine=unit("A", BLUE, 60, 60, ap=0))
    lapsed = step(ordered(poor, CHARGE))
    assert lapsed.state.units["A"].orders[0].state == "lapsed"


def test_who_does_not_dare_keeps_his_ap_but_not_his_charge() -> None:
    demon = unit("B", RED, 60, 52, SOUTH, traits=("fear",))
    board = step(ordered(facing_off(foe=demon), CHARGE), "A", (9,))
    a = board.state.units["A"]
    assert (a.ap, a.orders[0].state, a.acted_last) == (2, "lapsed", False)
    assert "charge-not-dared" in board.kinds()
    brave = step(ordered(facing_off(foe=demon), CHARGE), "A", (1,), "withstand", (8,))
    assert brave.state.fighting("A")


def test_two_charges_in_the_order_of_the_players_choice() -> None:
    c = unit("C", BLUE, 85, 60, NORTH)
    d = unit("D", RED, 85, 55, SOUTH)
    state = ordered(facing_off(c, d), CHARGE)
    state = ordered(state, Order(do="charge", target="D"), id="C")
    board = step(state, "C", "withstand", (5,), "A", "withstand", (8,))
    assert [(one.by, one.on) for one in board.state.contacts] == [("C", "D"), ("A", "B")]


# -- abilities that answer ---------------------------------------------------------------------


def test_a_forest_of_spears_takes_the_charge_bonus() -> None:
    foe = unit("B", RED, 60, 52, SOUTH, abilities=("forest_of_spears",))
    board = step(ordered(facing_off(foe=foe), CHARGE), "A", "forest_of_spears", (1,), (8,))
    b = board.state.units["B"]
    assert b.under("cancel_charge_bonus")
    assert b.ap == 1
    assert "forest_of_spears" in b.used
    failed = step(ordered(facing_off(foe=foe), CHARGE), "A", "forest_of_spears", (10,), (8,))
    assert not failed.state.units["B"].under("cancel_charge_bonus")
    assert failed.state.units["B"].ap == 1


def test_a_battle_cry_shortens_the_charge() -> None:
    foe = unit("B", RED, 60, 52, SOUTH, abilities=("battle_cry",))
    board = step(ordered(facing_off(foe=foe), CHARGE), "A", "battle_cry", (9,), (2,), (3,), (9,))
    assert not board.state.contacts
    assert board.state.units["A"].at == at(60, 54)
    lost = step(ordered(facing_off(foe=foe), CHARGE), "A", "battle_cry", (2,), (9,), (9,))
    assert lost.state.fighting("A")


def test_banzai_and_divine_wind_make_a_charge_longer() -> None:
    banzai = Timed(key="banzai", stat="charge_dice", add=2, until=2, clause="KEN-ABI-03")
    wind = Timed(key="divine_wind", stat="charge", add=3, until=2, clause="KEN-ARM-05")
    mine = unit("A", BLUE, 60, 67, NORTH, timed=(banzai, wind))
    board = step(ordered(facing_off(mine=mine), CHARGE), "A", "withstand", (6, 6))
    assert board.state.fighting("A")


def test_stakes_keep_cavalry_from_the_front() -> None:
    stakes = Timed(key="wall_of_stakes", stat="no_cavalry_front", until=2, clause="KEN-ABI-03")
    foe = unit("B", RED, 60, 52, SOUTH, timed=(stakes,))
    mine = unit("A", BLUE, 60, 60, NORTH, models=4, files=2, troop="cavalry", mounted=True, base_depth=5_000)
    state = facing_off(mine=mine, foe=foe)
    no = refuse_order(state, state.units["A"], CHARGE)
    assert no is not None
    assert no.code == "charge.stakes"
    flank = state.with_unit("B", facing=WEST)
    assert refuse_order(flank, flank.units["A"], CHARGE) is None


# -- buildings ---------------------------------------------------------------------------------


def house(**more: Any) -> State:
    """A house with B of red in it, A of blue at its door in the south side."""
    walls = Terrain("H", "house", (at(56, 44), at(64, 44), at(64, 52), at(56, 52)), True, (at(60, 52),))
    foe = unit("B", RED, 60, 48, SOUTH, models=3, files=3, building="H", **more)
    return facing_off(mine=unit("A", BLUE, 60, 52, NORTH, models=6, files=3), foe=foe, pieces=(walls,))


def test_a_held_house_is_stormed_without_dice() -> None:
    state = house()
    assert no_of(state, "storm") is None
    assert target_of(state, "charge").options["B"] is not None
    one = declared(ORDERS, state, state.units["A"], Choice("storm", "H"))
    board = step(ordered(state, one), "A")
    a = board.state.units["A"]
    (contact,) = board.state.contacts
    assert (a.building, a.charge_bonus, a.charged, a.ap) == ("H", True, "B", 1)
    assert (contact.zone, contact.own) == ("", True)


def test_a_garrison_only_withstands_or_shoots() -> None:
    state = house(ranged="yumi")
    found = reactions(state, state.units["B"], state.units["A"], inside=True)
    assert [key for key, no in found.options.items() if no is None] == ["withstand", "shoot"]
    board = step(ordered(state, Order(do="storm", target="H")), "A", "shoot", (1, 1, 1))
    b = board.state.units["B"]
    assert (b.ap, b.shots, b.stood_and_shot) == (1, 1, True)
    assert board.state.fighting("A")


def test_a_house_is_stormed_from_its_door_only() -> None:
    state = house()
    away = state.with_unit("A", at=at(60, 70))
    no = refuse_order(away, away.units["A"], Order(do="storm", target="H"))
    assert no is not None
    assert no.code == "building.not-at-entrance"


def ogre(**more: Any) -> Unit:
    """A Large Creature."""
    given = {"troop": "creature", "size": "large", "base_width": 5_000, "base_depth": 5_000, **more}
    return unit("A", BLUE, 60, 60, NORTH, models=1, files=1, **given)


def test_a_large_creature_charges_a_wall_as_one_that_withstands() -> None:
    state = replace(house(), units={**house().units, "A": ogre()})
    assert target_of(state, "charge").options["H"] is None
    board = step(ordered(state, Order(do="charge", target="H")), "A", (4, 4))
    a = board.state.units["A"]
    assert walls_met(board.state, a) == ("H",)
    assert a.charge_bonus
    assert not board.state.contacts
    short = step(ordered(state, Order(do="charge", target="H")), "A", (3, 4))
    assert walls_met(short.state, short.state.units["A"]) == ()
    assert short.state.units["A"].failed_charge == 1


def test_foot_cannot_charge_walls() -> None:
    assert "H" not in target_of(house(), "charge").options


# -- odds and ends -----------------------------------------------------------------------------


def test_loose_models_charge_across_a_fence_too() -> None:
    fence = piece("wall", (50, 52), (70, 52))
    mine = loose("A", BLUE, (60, 56), (66, 58), (54, 58))
    board = Board(facing_off(mine=mine, pieces=(fence,)))
    board.play(lambda game: charge(game, "A", "B"), "withstand", (4,))
    (contact,) = board.state.contacts
    assert contact.across == "wall"
    assert board.state.units["A"].formed


def test_a_wide_charge_touches_a_second_enemy_who_is_engaged_but_no_victim() -> None:
    second = unit("C", RED, 73, 52, SOUTH)
    board = Board(facing_off(second))
    board.play(lambda game: charge(game, "A", "B"), "withstand", (8,))
    assert [(one.on, one.own) for one in board.state.contacts] == [("B", True)]
    near = unit("C", RED, "72.5", 52, SOUTH)
    wide = unit("A", BLUE, 65, 60, NORTH)
    both = Board(facing_off(near, mine=wide))
    both.play(lambda game: charge(game, "A", "B"), "withstand", (8,))
    assert [(one.on, one.own) for one in both.state.contacts] == [("B", True), ("C", False)]
    assert both.state.units["A"].charged == UnitId("B")


def test_through_a_bog_the_last_five_centimetres_cost_more() -> None:
    bog = box("rough", 40, 30, 80, 70)
    state = facing_off(mine=unit("A", BLUE, 60, "58", 3_000), pieces=(bog,))
    board = Board(state)
    board.play(lambda game: charge(game, "A", "B", with_move="run"), "withstand", (9,))
    rolled = next(event for event in board.events if event.kind == "kensei.charge-rolled")
    assert isinstance(rolled, ChargeRolled)
    assert rolled.needed > 9 * CM


def test_a_runner_who_is_caught_takes_a_free_attack_and_runs_on() -> None:
    board = Board(facing_off())
    board.play(lambda game: charge(game, "A", "B"), "run", (1, 1), "yes", (10,), (1,) * 10, (5, 5))
    assert "fled-reached" in board.kinds()
    assert not board.state.contacts
    assert board.state.units["B"].fleeing
    assert board.state.units["A"].failed_charge == 0
    assert board.state.units["B"].at.y < board.state.units["A"].at.y - 10 * CM


def test_who_runs_into_another_enemy_is_charged_where_it_is_locked() -> None:
    behind = unit("C", BLUE, 60, 38, SOUTH)
    board = Board(facing_off(behind))
    board.play(lambda game: charge(game, "A", "B"), "run", (6, 6), "no")
    assert board.state.units["B"].locked
    assert [(one.by, one.on) for one in board.state.contacts_of("B")] != [("A", "B")]
