"""What bots of Kensei think of: orders given beside those that all may have, and ways over a River."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.conformance import by_chance, phases
from app.engine.asks import AnyAsk, Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.geometry import Point
from app.engine.refusals import Clause
from app.engine.thoughts import length, pick
from app.games import offers
from app.systems import system_of
from app.systems.kensei.army import Side
from app.systems.kensei.charging.declaring import targets
from app.systems.kensei.charging.rules import refuse_charge
from app.systems.kensei.deployment.phase import threes
from app.systems.kensei.ideas.ahead.crossings import in_line, is_in, way_by
from app.systems.kensei.ideas.ahead.detours import half_width
from app.systems.kensei.ideas.ahead.territory import ground_for, settled
from app.systems.kensei.ideas.clashes import exchange
from app.systems.kensei.ideas.special import quick_opportunity, quick_pick, quick_proposal, quick_warning
from app.systems.kensei.ideas.thoughts import charges, is_back, marches, quick, shots
from app.systems.kensei.ideas.worth import care, menace, way_to
from app.systems.kensei.measure import centre
from app.systems.kensei.scenarios.figures import far_bank
from app.systems.kensei.shooting.declaring import ORDERS
from app.systems.kensei.special.phase import DONE, STEPS, strategic_options
from app.systems.kensei.state import State
from tests.systems.kensei.fields import BLUE, NORTH, RED, SOUTH, at, box, field, hero, unit

KENSEI = system_of("kensei")
STEP = 1_000


def questions(scenario: str, seed: int) -> Iterator[tuple[State, AnyAsk]]:
    """All that is asked in a game of chance."""
    setup = offers.quick(KENSEI, scenario)
    assert setup is not None
    for session in phases(KENSEI, KENSEI.begin(setup)):
        for question in by_chance(session, Random(seed)):
            yield session.state, question


@pytest.mark.parametrize(("about", "quick"), [
    ("special.warning", quick_warning), ("opportunity.use", quick_opportunity),
])  # fmt: skip
def test_orders_beside_those_that_all_may_have_are_lawful_and_given(about: str, quick: Any) -> None:
    given = 0
    for seed in range(6):
        for state, question in questions("pitched_battle", seed):
            if question.about == about:
                raw = quick(state, question, Random(1))
                assert question.domain.refuse(question.domain.read(raw)) is None
                given += raw not in ("done", "pass")
        if given:
            break
    assert given


def test_who_carries_out_orders_leaves_no_unit_and_takes_nothing_back() -> None:
    looked = 0
    for state, question in questions("pitched_battle", 2):
        if question.about == "act.movement":
            menu: Any = question.domain
            assert not any(is_back(state, raw) for raw in marches(state, question, Random(1)))
            leaving = [id for id in menu.options if id.startswith("leave-")]
            assert all(is_back(state, id) and is_back(state, {"pick": id, "then": None}) for id in leaving)
            looked += bool(leaving)
    assert looked


def test_the_way_over_a_river_leads_by_a_crossing_and_grows_shorter_all_along() -> None:
    state, _ = next(row for row in questions("bridge_at_dawn", 1) if row[0].turn == 1)
    unit = next(u for u in state.fielded(state.seats[0]) if u.ranked)
    bank = far_bank(state, unit.seat)
    aim, crossings = Point(state.table.width // 2, (bank[0].y + bank[2].y) // 2), ("bridge", "ford")
    steps = way_to(state, unit, aim)
    assert steps[-1] == aim
    over = [p for p in state.table.pieces if p.kind in crossings]
    assert any(min(q.x for q in p.outline) <= steps[-2].x <= max(q.x for q in p.outline) for p in over)
    left, here, moved = list[float](), centre(state, unit), state
    while len(steps) > 1:
        left.append(length((here, *steps)))
        far = length((here, steps[0]))
        assert len(left) < 200
        part = 1 if far <= STEP else STEP / far
        on = Point(round((steps[0].x - here.x) * part), round((steps[0].y - here.y) * part))
        here, at = Point(here.x + on.x, here.y + on.y), moved.units[unit.id].at
        moved = moved.with_unit(unit.id, at=Point(at.x + on.x, at.y + on.y))
        steps = way_to(moved, moved.units[unit.id], aim)
    assert left == sorted(left, reverse=True)


def test_units_go_over_in_a_line_one_behind_the_other() -> None:
    state, _ = next(row for row in questions("bridge_at_dawn", 1) if row[0].turn == 1)
    seat = state.seats[0]
    line, bank = in_line(state, seat), far_bank(state, seat)
    for by in {by for by, _ in line.values()}:
        assert sorted(before for other, before in line.values() if other == by) == list(
            range(sum(other == by for other, _ in line.values()))
        )
    unit = next(u for u in state.fielded(seat) if u.id in line)
    here, aim = centre(state, unit), Point(0, (bank[0].y + bank[2].y) // 2)
    aside = state.with_unit(unit.id, at=Point(unit.at.x + 25 * STEP, unit.at.y))
    gates = [way_by(aside, aside.units[unit.id], line[unit.id][0], before, aim)[0] for before in (0, 1)]
    middle = (line[unit.id][0].west + line[unit.id][0].east) // 2
    assert {gate.x for gate in gates} == {middle}
    assert abs(gates[1].y - aim.y) > abs(gates[0].y - aim.y)
    assert all(not is_in(bank, gate) for gate in gates)
    assert (gates[0].y < aim.y) == (here.y < aim.y)


def test_a_side_keeps_its_quarters_with_as_few_as_it_takes_and_goes_for_the_weakest() -> None:
    west, more, east = (
        unit(name, BLUE, x, 95, NORTH, cost=10) for name, x in (("West", 20), ("More", 45), ("East", 90))
    )
    foes = unit("Foes", RED, 30, 20, SOUTH, cost=10)
    bound, aim = settled(field(west, more, east, foes), BLUE)
    assert aim == 1
    assert bound == {"West", "East"}
    state = field(west, more, east, foes)
    assert ground_for(state, state.units["West"]) == centre(state, state.units["West"])
    there = ground_for(state, state.units["More"])
    assert there.x > state.table.width // 2
    assert there.y < state.table.depth // 2
    other = unit("Foes", RED, 90, 20, SOUTH, cost=10)
    assert settled(field(west, more, east, other), BLUE)[1] == 0


def test_the_easiest_victories_are_proposed_and_the_hardest_picked_for_the_enemy() -> None:
    rows = threes(field())
    asked = Ask(
        BLUE,
        "victory.propose",
        Menu({key: Option() for key in rows}),
        Clause("KEN-SCN-01"),
        default=Choice(next(iter(rows))),
    )
    proposed = str(quick_proposal(field(), asked, Random(1))).split("+")
    assert "pitched_battle" in proposed
    assert "assassination" not in proposed
    picks = Menu({key: Option() for key in ("pitched_battle", "assassination", "head_hunt")})
    picked = quick_pick(
        field(), Ask(BLUE, "victory.pick", picks, Clause("KEN-SCN-01"), default=Choice("head_hunt")), Random(1)
    )
    assert picked == "assassination"


def test_who_has_to_pivot_charges_with_a_march_or_a_run() -> None:
    men, foes = (
        unit("Men", BLUE, "407/5", "497/10", NORTH, cost=10),
        unit("Foes", RED, "458/5", "389/10", 3_500, 5, 4, cost=10),
    )
    state = field(men, foes)
    options = {key: Option(then=partial(targets, state, men, move))
               for key, move in (("charge", ""), ("march_charge", "march"), ("run_charge", "run"))}  # fmt: skip
    assert refuse_charge(state, men, foes) is not None
    assert list(charges(state, men, options)) == [pick("march_charge", "Foes"), pick("run_charge", "Foes")]


@pytest.mark.parametrize("x", [48, 52, 59])
def test_who_has_a_house_before_him_goes_round_it_by_the_nearer_side(x: int) -> None:
    state = field(unit("Men", BLUE, x, 100, NORTH), pieces=(box("temple", 44, 84, 60, 99),))
    steps = way_to(state, state.units["Men"], at(x, 20))
    assert steps[-1] == at(x, 20)
    aside, past, _ = steps
    assert aside.y == centre(state, state.units["Men"]).y
    assert past.y == at(0, 84).y
    assert aside.x == past.x
    half = half_width(state, state.units["Men"])
    assert aside.x == (at(44, 0).x - half if x < 52 else at(60, 0).x + half) or x == 52


def test_a_way_past_a_house_is_straight() -> None:
    state = field(unit("Men", BLUE, 20, 100, NORTH), pieces=(box("temple", 44, 84, 60, 99),))
    assert way_to(state, state.units["Men"], at(20, 20)) == (at(20, 20),)


def test_a_charge_that_others_bar_is_neither_thought_of_nor_a_whole_threat() -> None:
    men, foes = unit("Men", BLUE, 60, 70, NORTH, cost=10), unit("Foes", RED, 60, 60, SOUTH, cost=10, defence=2)
    free = field(men, foes)
    shut = field(men, foes, unit("Friends", BLUE, 60, 66, NORTH))
    charging = {"run_charge": Option(then=lambda: targets(free, free.units["Men"], "run"))}
    assert list(charges(free, free.units["Men"], charging)) == [pick("run_charge", "Foes")]
    assert not list(charges(shut, shut.units["Men"], charging))
    assert 0 < menace(shut, shut.units["Men"], shut.units["Foes"]) < menace(free, free.units["Men"], free.units["Foes"])


def test_who_must_win_minds_his_losses_less_the_nearer_the_end_and_who_leads_does_not() -> None:
    men, foes = unit("Men", BLUE, 60, 70, NORTH, cost=10), unit("Foes", RED, 60, 40, SOUTH, cost=10)
    even = [care(field(men, foes, turn=turn, turns=6), BLUE) for turn in (1, 4, 6)]
    assert even == sorted(even, reverse=True)
    assert even[0] > even[-1]
    hurt = replace(foes, models=foes.models[:4], start_models=10)
    assert care(field(men, hurt, turn=6, turns=6), BLUE) == 1.0
    assert care(field(men, hurt, turn=6, turns=6), RED) < 1.0


def over_the_keep(taisho: int, **more: Any) -> State:
    """Guns of blue who do not see Reeds of red for a castle, with a Bushi among them; their Taisho is by himself."""
    guns = unit("Guns", BLUE, 60, 90, NORTH, 8, 4, cost=10, **{"ranged": "teppo", "ap": 2, **more})
    ken = hero("Ken", BLUE, host="Guns", ranged="teppo")
    aki = hero("Aki", BLUE, taisho, 60, taisho=True)
    reeds = unit("Reeds", RED, 60, 52, SOUTH, 10, 5, cost=10)
    sides = (Side(seat=BLUE, edge="south", pool=5, taisho=aki.id), Side(seat=RED, edge="north", pool=5))
    return field(guns, ken, aki, reeds, pieces=(box("castle", 40, 60, 80, 70, id="keep"),), sides=sides)


def strategic(state: State) -> tuple[Any, Any]:
    """The question of Strategic Orders, and what is answered."""
    menu = Menu({**strategic_options(state, BLUE, []), "done": Option()})
    question = Ask(BLUE, "special.strategic", menu, STEPS, DONE)
    return question, quick(state, question, Random(1))


def test_a_strategic_order_is_given_where_a_shot_tells_at_whom_the_unit_does_not_see() -> None:
    state = over_the_keep(20)
    question, raw = strategic(state)
    assert raw == {"pick": "Guns", "then": {"pick": "shoot", "then": "Reeds"}}
    assert question.domain.refuse(question.domain.read(raw)) is None
    assert strategic(over_the_keep(20, ranged=""))[1] == "done"
    assert strategic(over_the_keep(20, ap=0))[1] == "done"


def test_who_has_leave_thinks_of_the_shot_he_may_take() -> None:
    state = over_the_keep(20)
    given = state.with_unit("Guns", leaves=(("shoot", "Reeds"),))
    barred, open_ = (
        list(shots(one, one.units["Guns"], ORDERS.options(one, one.units["Guns"]))) for one in (state, given)
    )
    assert barred == []
    assert pick("shoot", pick("Reeds")) in open_


def test_who_bears_no_weapon_is_reckoned_with() -> None:
    state, _ = next(row for row in questions("pitched_battle", 2) if row[0].turn == 1)
    unit = next(iter(state.fielded(state.seats[0])))
    bare = state.with_unit(unit.id, melee=())
    foe = next(iter(state.enemies_of(unit.seat)))
    assert exchange(bare, bare.units[unit.id], foe, charges=True)[0] <= exchange(state, unit, foe, charges=True)[0]
