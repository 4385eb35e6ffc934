"""Battle points, margins, the end at once, conceding (2.24, CEL-TRN-02)."""

from __future__ import annotations

import pytest

from app.systems.celtos.scenarios.events import Conceded
from app.systems.celtos.scenarios.victory import conceded, lines, points, sudden
from app.systems.celtos.system import SYSTEM
from tests.systems.celtos.stages import BLUE, GREEN, RED, Opening, Phase, after, agreed
from tests.systems.celtos.volleys import position

RED_LINE = "unit Wolves red at=20,20+23,20+26,20 cost=100"
BLUE_LINE = "unit Crows blue at=90,90+93,90+96,90 cost=101"


def worth(rows: str, seat: str = "red") -> list[tuple[str, int, str]]:
    """The battle points of a side in a position, line by line."""
    state = position(rows)
    return [(x.id, x.adds, str(x.clause)) for x in lines(state, state.side(RED if seat == "red" else BLUE).seat, True)]


@pytest.mark.parametrize("fate", ["destroyed", "defeated"])
def test_a_lost_unit_is_worth_all_it_cost(fate: str) -> None:
    gone = f"unit Foxes blue models=0 dead=2 cost=57 fate={fate}"
    assert worth(f"{RED_LINE}\n{BLUE_LINE}\n{gone}") == [(f"score.{fate}", 57, "CEL-VIC-01")]


def test_half_of_a_unit_below_half_rounded_down_and_nothing_at_half() -> None:
    below = "unit Crows blue at=90,90 dead=2 cost=101"
    assert worth(f"{RED_LINE}\n{below}") == [("score.below-half", 50, "CEL-VIC-01")]
    half = "unit Crows blue at=90,90 dead=1 cost=101"
    assert worth(f"{RED_LINE}\n{half}") == []


def test_the_dearest_individual_is_worth_thirty_more() -> None:
    rows = f"""
    {RED_LINE}
    {BLUE_LINE}
    unit Chief blue individual=yes profile=taisho at=1,1 cost=41 {{}}
    unit Hero blue individual=yes profile=kensei at=5,5 cost=52 {{}}
    """
    assert worth(rows.format("", "fate=destroyed"))[-1] == ("score.dearest", 30, "CEL-VIC-01")
    assert [x[0] for x in worth(rows.format("fate=destroyed", ""))] == ["score.destroyed"]


def test_of_equals_the_one_its_owner_named_counts() -> None:
    rows = f"""
    {RED_LINE}
    {BLUE_LINE}
    side blue dearest=Hero
    unit Chief blue individual=yes at=1,1 cost=52 fate=destroyed
    unit Hero blue individual=yes at=5,5 cost=52
    """
    assert [x[0] for x in worth(rows)] == ["score.destroyed"]


def test_a_unit_never_on_the_table_counts_as_destroyed_at_the_end_only() -> None:
    rows = f"{RED_LINE}\n{BLUE_LINE}\nunit Late blue models=3 waiting=yes cost=40"
    state = position(rows)
    assert points(state, RED) == 0
    assert points(state, RED, True) == 40


def test_who_left_by_leave_of_the_scenario_is_worth_nothing() -> None:
    rows = f"{RED_LINE}\n{BLUE_LINE}\nunit Gone blue models=2 fate=left cost=40\nmodel Gone-1 fate=left"
    assert worth(rows) == []


@pytest.mark.parametrize(
    ("limit", "cost", "winner"), [(400, 60, "red"), (400, 59, None), (150, 23, "red"), (150, 22, None)]
)
def test_a_lead_of_fifteen_in_a_hundred_of_the_limit_wins(limit: int, cost: int, winner: str | None) -> None:
    lost = f"unit Foxes blue models=0 dead=2 cost={cost} fate=destroyed"
    phase = Phase(f"phase end\nturn 6\noption limit={limit}\n{RED_LINE}\n{BLUE_LINE}\n{lost}")
    outcome = phase.state.outcome
    assert outcome is not None
    assert outcome.winner == winner
    assert outcome.facts["clause"] == "CEL-VIC-02"


def test_a_side_without_models_loses_whatever_the_points() -> None:
    rows = f"{RED_LINE} fate=destroyed\n{BLUE_LINE}\nside red score=500"
    state = position(rows.replace("at=20,20+23,20+26,20", "models=0 dead=3"))
    outcome = sudden(state)
    assert outcome is not None
    assert outcome.winner == BLUE
    assert outcome.reason == "outcome.last"


def test_if_all_fall_together_the_points_decide() -> None:
    rows = (
        "unit Wolves red models=0 dead=3 cost=30 fate=destroyed\nunit Crows blue models=0 dead=3 cost=90 fate=destroyed"
    )
    outcome = sudden(position(rows))
    assert outcome is not None
    assert outcome.winner == RED
    assert outcome.facts["clause"] == "CEL-VIC-06"


CROWD = """
unit Wolves red at=20,20+23,20 cost=100
unit Crows blue at=90,90+93,90 cost=100
unit Foxes green at=150,20+153,20 cost=100
unit Hares green models=0 dead=2 cost={cost} fate=destroyed felled_by={by}
"""


def test_among_three_a_units_points_go_to_who_brought_it_down() -> None:
    state = position(CROWD.format(cost=80, by="blue"))
    assert [points(state, seat, True) for seat in (RED, BLUE, GREEN)] == [0, 80, 0]


def test_among_three_the_first_must_lead_the_second() -> None:
    wins = Phase("phase end\nturn 6\n" + CROWD.format(cost=60, by="blue")).state.outcome
    assert wins is not None
    assert wins.winner == BLUE
    level = Phase("phase end\nturn 6\n" + CROWD.format(cost=59, by="blue")).state.outcome
    assert level is not None
    assert level.winner is None


def test_conceding_loses_all_remaining_units_and_the_game() -> None:
    state = position(f"{RED_LINE}\n{BLUE_LINE}\nunit Late red models=3 waiting=yes cost=40")
    event = SYSTEM.concede(state, RED)
    assert isinstance(event, Conceded)
    assert event.units == ("Wolves", "Late")
    after_it = SYSTEM.evolve(state, event)
    assert after_it.outcome is not None
    assert after_it.outcome.winner == BLUE
    assert points(after_it, BLUE, True) == 140
    assert not after_it.living("Wolves")


def test_among_three_the_others_fight_on() -> None:
    state = position("first blue\ngo blue\n" + CROWD.format(cost=60, by="red"))
    after_it = SYSTEM.evolve(state, conceded(state, BLUE))
    assert after_it.outcome is None
    assert after_it.go == GREEN
    last = SYSTEM.evolve(after_it, conceded(after_it, GREEN))
    assert last.outcome is not None
    assert last.outcome.winner == RED


def test_conceding_during_the_set_up() -> None:
    state = Opening(agreed(), seed=1).run(until="deploy.unit")
    over = SYSTEM.evolve(state, conceded(state, RED)).outcome
    assert over is not None
    assert over.winner == BLUE
    three = Opening(agreed(players=3, terrain="none"))
    three.state = SYSTEM.evolve(three.state, conceded(three.state, BLUE))
    done = three.run()
    assert done.outcome is None
    assert not [a for a in three.asked if a.startswith("blue")]
    assert [e.seat for e in three.told("rolled-off")][:2] == [RED, GREEN]


def test_a_wiped_out_side_ends_the_turn_and_the_game() -> None:
    phase = Phase(f"phase end\nturn 2\n{RED_LINE}\nunit Crows blue models=0 dead=2 fate=defeated cost=70")
    assert after(phase) is None
    assert [(e.seat, e.points) for e in phase.told("scored")] == [(RED, 70), (BLUE, 0)]
