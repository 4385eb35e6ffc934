"""What a veteran would do: found of what the seat knows, the best orders first, each another one."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
import pytest

from app.bots.chances import Seen, calibrated, chance, fitted
from app.bots.counsel import FIRST, advise, picks
from app.bots.levels import NOVICE
from app.bots.thinker import think
from app.engine.judgement import judgement_of
from app.engine.session import Checkpoint, Session
from app.systems import SYSTEMS, system_of
from app.systems.ronin.ideas.imagine import believable
from tests.bots.test_thinker import positions, tapes_of

RONIN = system_of("ronin")


def counsel(session: Session[Any], seat: Any) -> bytes:
    """What is counselled, as bytes."""
    return msgspec.json.encode(advise(session, seat, NOVICE, "seed"))


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS if judgement_of(system)])
def test_the_first_orders_are_legal_and_each_another(key: str) -> None:
    several, judgement = 0, judgement_of(system_of(key))
    assert judgement is not None
    found = ((one, asked) for one, asked in positions(system_of(key), 3) if asked.about not in judgement.at_once)
    for session, question in islice(found, 4):
        advice = advise(session, question.seat, NOVICE, "seed")
        assert advice is not None
        assert 0 < len(advice.orders) <= FIRST
        assert all(session.refuse(question.seat, order.answer) is None for order in advice.orders)
        assert len({picks(order.answer) for order in advice.orders}) == len(advice.orders)
        several += len(advice.orders) > 1
    assert several


def test_twins_that_differ_in_a_secret_goal_get_the_same_counsel() -> None:
    looked = 0
    for session, question in islice(positions(RONIN, 5, "skirmish", 30), 6):
        foe = session.state.other(question.seat)
        goals = believable(session.start.state, foe)[:2]
        if not session.state.side(foe).goal or session.state.side(foe).goal_scored:
            continue
        starts = [session.start.state.with_side(foe, goal=goal) for goal in goals]
        twins = [Session(RONIN, Checkpoint(session.start.phase, start), session.tape) for start in starts]
        looked += len(twins) > 1
        assert len({counsel(twin, question.seat) for twin in twins}) == 1
    assert looked > 2


def test_twins_that_differ_in_secret_counters_get_the_same_counsel() -> None:
    looked = 0
    for session, question in positions(RONIN, 4, "duel", 1):
        if question.about != "combat.commit" or session.sealed() or looked == 2:
            continue
        tapes = tapes_of(session, session.state.other(question.seat))
        looked += len(tapes) > 1
        assert len({counsel(Session(RONIN, session.start, tape), question.seat) for tape in tapes}) == 1
    assert looked


def test_what_is_judged_with_an_even_temper_is_looked_at_as_a_bot_looks() -> None:
    session, question = next(positions(RONIN, 3))
    advice, thought = advise(session, question.seat, NOVICE, "seed"), think(session, question.seat, NOVICE, "seed")
    assert advice is not None
    assert thought.why is not None
    assert advice.looked == thought.why.looked


def test_where_the_curve_is_known_each_order_says_how_often_it_wins_and_else_none_does() -> None:
    for system in SYSTEMS:
        judgement = judgement_of(system)
        assert judgement is not None
        found = (one for one in positions(system, 3) if one[1].about not in judgement.at_once)
        session, question = next(found)
        advice = advise(session, question.seat, NOVICE, "seed")
        assert advice is not None
        assert [order.wins is not None for order in advice.orders] == [judgement.slope > 0] * len(advice.orders)
        assert all(0 <= order.wins <= 100 for order in advice.orders if order.wins is not None)


def test_a_curve_is_fitted_to_what_came_and_says_how_well_it_fits() -> None:
    rows = [Seen(n, 1, edge, float(n // 2 % 4 < won)) for n in range(400) for edge, won in [((-10, 1), (10, 3))[n % 2]]]
    slope = fitted(rows)
    assert slope > 0
    assert chance(slope, 0) == 0.5
    assert chance(slope, 10) + chance(slope, -10) == pytest.approx(1)
    assert sum(one.positions for one in calibrated(rows, slope)) == 400
    assert chance(1, 10_000) <= 1
