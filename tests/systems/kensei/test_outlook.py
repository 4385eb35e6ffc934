"""What bots of Kensei think of how a battle ends: who is likely to win, what a failed charge costs, and duels."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Pick
from app.engine.events import Seat
from app.engine.refusals import Clause
from app.engine.system import Outcome
from app.systems.kensei.army import Side
from app.systems.kensei.charging.rules import refuse_charge
from app.systems.kensei.duels.duel import ACCEPT
from app.systems.kensei.ideas.ahead.outlook import likely, verdict
from app.systems.kensei.ideas.clashes import gap
from app.systems.kensei.ideas.judgement import JUDGEMENT
from app.systems.kensei.ideas.special import quick_challenge, quick_reply
from app.systems.kensei.ideas.thoughts import charges, facings, marches
from app.systems.kensei.ideas.worth import behind, gain, lure, menace, plan_of, way_to
from app.systems.kensei.state import State
from tests.systems.kensei.fields import BLUE, NORTH, RED, SOUTH, at, box, field, hero, piece, unit

MEN, FOES = unit("Men", BLUE, 60, 70, NORTH, cost=10), unit("Foes", RED, 60, 40, SOUTH, cost=10)
BEATEN = replace(FOES, models=FOES.models[:6])


def weighed(state: State, seat: Seat = BLUE) -> dict[str, float]:
    """What each term counts for a seat."""
    return JUDGEMENT.weighed(state, seat, plan_of(state, seat, 0.0))


def test_of_a_battle_that_is_over_nothing_counts_but_who_has_won() -> None:
    state = field(MEN, FOES)
    for winner, sign in ((BLUE, 1), (RED, -1), (None, 0)):
        found = weighed(state.with_(outcome=Outcome(winner, "outcome.draw", {})))
        assert list(found) == ["verdict"]
        assert found["verdict"] * sign == abs(found["verdict"])
        assert (found["verdict"] != 0) is (winner is not None)
    assert sum(weighed(state.with_(outcome=Outcome(BLUE, "outcome.draw", {}))).values()) > sum(weighed(state).values())


def test_a_lead_is_the_surer_the_nearer_the_end() -> None:
    chances = [likely(field(MEN, BEATEN, turn=turn), BLUE) for turn in (1, 3, 5, 6)]
    assert chances == sorted(set(chances))
    assert chances[0] < 0.75 < 0.95 < chances[-1]
    assert verdict(field(MEN, BEATEN, turn=6), BLUE) == -verdict(field(MEN, BEATEN, turn=6), RED)
    assert likely(field(MEN, FOES, turn=6), BLUE) < 0.5
    assert verdict(field(MEN, FOES, turn=6), BLUE) == 0


def test_who_plays_for_something_else_than_the_enemy_minds_what_the_enemy_plays_for() -> None:
    def sides(mine: str, theirs: str) -> tuple[Side, Side]:
        return (
            Side(seat=BLUE, edge="south", pool=5, victory=mine),
            Side(seat=RED, edge="north", pool=5, victory=theirs),
        )

    def ends(mine: str, theirs: str) -> float:
        return verdict(field(MEN, BEATEN, turn=6, sides=sides(mine, theirs)), BLUE)

    assert ends("assassination", "assassination") == 0
    assert ends("pitched_battle", "assassination") > 0.95
    assert -0.5 < ends("assassination", "pitched_battle") <= 0
    south = replace(BEATEN, at=MEN.at)
    held = verdict(field(south, turn=6, sides=sides("assassination", "territorial_control")), BLUE)
    assert held < -0.95


def test_a_charge_that_failed_and_one_that_left_no_go_cost_the_way_they_cost() -> None:
    failed, spent = replace(MEN, failed_charge=1), replace(MEN, failed_charge=1, acted_last=True)
    state = field(MEN, FOES)
    assert behind(state, MEN) == 0
    assert behind(state, failed) == MEN.movement
    assert behind(state, spent) == 3 * MEN.movement
    assert behind(state.with_(turn=2), failed) == 0
    after = field(MEN, FOES, phase="movement", go=RED)
    assert behind(after, spent) == MEN.movement
    before = field(MEN, FOES, phase="charges", go=RED, first=RED)
    assert behind(before, spent) == 3 * MEN.movement
    assert lure(field(failed, FOES), failed, FOES) < lure(state, MEN, FOES)


def thought_of(men: Any, foes: Any, turn: int = 1) -> set[str]:
    """The kinds of charges that are thought of."""
    state = field(men, foes, turn=turn)
    open_ = Pick({foes.id: None}, {foes.id: foes.id})
    options = {key: Option(then=lambda: open_) for key in ("charge", "march_charge", "run_charge")}
    return {raw["pick"] for raw in charges(state, men, options) if isinstance(raw, dict)}


def test_in_the_last_turn_also_charges_that_may_hardly_come_home_are_thought_of() -> None:
    men, foes = replace(MEN, at=MEN.at._replace(y=FOES.at.y + 27_000)), replace(FOES, defence=1)
    assert thought_of(men, foes) == set()
    assert thought_of(men, foes, turn=6) == {"run_charge"}


def test_dice_bring_nobody_up_to_whom_he_has_to_pivot() -> None:
    foes = replace(FOES, defence=1, facing=2_000)
    near, far = (replace(MEN, at=MEN.at._replace(y=FOES.at.y + cm * 1_000)) for cm in (28, 35))
    assert refuse_charge(field(near, foes), near, foes, "run") is None
    assert thought_of(near, foes, turn=6) == {"run_charge"}
    assert gap(field(far, foes), far, foes) < 29_000
    assert refuse_charge(field(far, foes), far, foes, "run") is None
    assert thought_of(far, foes, turn=6) == set()


def test_a_charge_that_no_dice_bring_home_is_never_looked_at() -> None:
    def vain(cm: int, key: str = "run_charge") -> bool:
        men = replace(MEN, at=MEN.at._replace(y=FOES.at.y + cm * 1_000))
        return JUDGEMENT.unwanted(field(men, FOES), {"pick": "Men", "then": {"pick": key, "then": "Foes"}})

    assert [vain(20), vain(29), vain(31)] == [False, False, True]
    assert [vain(9, "charge"), vain(11, "charge")] == [False, True]
    assert not JUDGEMENT.unwanted(field(MEN, FOES), {"pick": "Men", "then": {"pick": "run", "then": None}})
    assert not JUDGEMENT.unwanted(field(MEN, FOES), "done")


def test_who_stands_before_a_fence_too_near_to_charge_over_it_has_to_go_back_first() -> None:
    men, foes = replace(MEN, at=FOES.at._replace(y=FOES.at.y + 4_000)), replace(FOES, defence=1)
    fence = piece("wall", (50, 42), (70, 42))
    fenced, free = field(men, foes, pieces=(fence,)), field(men, foes)
    assert refuse_charge(fenced, men, foes) is not None
    assert refuse_charge(free, men, foes) is None
    assert menace(fenced, men, foes) < menace(free, men, foes)
    assert lure(fenced, men, foes) < lure(free, men, foes)


def test_a_character_by_himself_goes_round_a_house_too() -> None:
    ken = hero("Ken", BLUE, 52, 100)
    state = field(ken, FOES, pieces=(box("temple", 44, 84, 60, 99),))
    assert len(way_to(state, ken, at(52, 20))) == 3


def test_a_charge_into_a_line_brings_less_than_one_at_its_end() -> None:
    right, left = (unit(name, RED, x, 40, SOUTH, cost=10) for name, x in (("Right", 74), ("Left", 46)))
    end, middle = field(MEN, FOES, right), field(MEN, FOES, right, left)
    far = field(MEN, FOES, replace(right, at=right.at._replace(x=100_000)))
    assert gain(middle, MEN, FOES) < gain(end, MEN, FOES)
    assert gain(end, MEN, FOES) < gain(far, MEN, FOES)


def test_a_unit_is_drawn_ahead_rather_than_across_before_its_own() -> None:
    ahead, aside = (unit(name, RED, x, y, SOUTH, cost=10, defence=1) for name, x, y in (("A", 60, 20), ("B", 100, 40)))
    state = field(MEN, ahead, aside)
    assert gap(state, MEN, aside) < gap(state, MEN, ahead)
    assert lure(state, MEN, ahead) > lure(state, MEN, aside)


def test_units_in_front_go_first() -> None:
    rear, front = unit("A", BLUE, 60, 90, NORTH, cost=10), unit("B", BLUE, 60, 70, NORTH, cost=10)
    state = field(rear, front, FOES)
    question = Ask(BLUE, "act.movement", Menu({"A": Option(), "B": Option(), "done": Option()}), Clause("KEN-MOV-01"),
                   default=Choice("done"))  # fmt: skip
    assert list(marches(state, question, Random(1))) == ["B", "A"]


def test_who_may_turn_looks_first_at_whom_he_may_hurt() -> None:
    aside = unit("Few", RED, 100, 70, SOUTH, models=2, files=2, cost=50, defence=1)
    state = field(MEN, aside)
    question = Ask(BLUE, "face.unit", Menu({"keep": Option()}), Clause("KEN-RUN-27"), default=Choice("keep"),
                   facts={"unit": "Men"})  # fmt: skip
    first, *_, last = facings(state, question, Random(1))
    assert isinstance(first, dict)
    assert first["then"][0][1] == pytest.approx(9_000, abs=600)
    assert last == "keep"


def champions(mine: int, foe: int) -> State:
    """Two units in Combat with a Bushi in each, who have so many Wounds left."""
    ours = unit("Men", BLUE, 60, 62, NORTH, cost=10)
    theirs = unit("Foes", RED, 60, 60, SOUTH, cost=10)
    ken, oda = (hero(name, seat, host=host, wounds=3, cost=40, attack=5, defence=5)
                for name, seat, host in (("Ken", BLUE, "Men"), ("Oda", RED, "Foes")))  # fmt: skip
    hurt = (replace(one, models=(replace(one.models[0], wounds=left),)) for one, left in ((ken, mine), (oda, foe)))
    return field(ours, theirs, *hurt, phase="combat")


def replied(state: State) -> Any:
    """What is answered to a challenge of Oda to Ken."""
    menu = Menu({ACCEPT: Option(), "go-on": Option()})
    facts = {"unit": "Ken", "target": "Oda"}
    rule, silence = Clause("KEN-CNF-17"), Choice(ACCEPT)
    return quick_reply(state, Ask(BLUE, "challenge.answer", menu, rule, silence, facts=facts), Random(1))


def called(state: State) -> Any:
    """Whom Ken calls out."""
    menu = Menu({"Ken": Option(then=lambda: Pick({"Oda": None}, {"Oda": "Oda"})), "none": Option()})
    return quick_challenge(
        state, Ask(BLUE, "challenge.make", menu, Clause("KEN-CNF-12"), default=Choice("none")), Random(1)
    )


def test_who_would_win_a_duel_fights_it_and_who_would_lose_does_not() -> None:
    strong, weak = champions(3, 1), champions(1, 3)
    assert (called(strong), replied(strong)) == ({"pick": "Ken", "then": "Oda"}, ACCEPT)
    assert (called(weak), replied(weak)) == ("none", "go-on")


def test_nobody_gives_a_won_fight_for_an_even_duel() -> None:
    assert called(champions(3, 3)) == "none"
