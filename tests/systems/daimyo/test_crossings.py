"""How an army of bots gets over a river: set up before its crossings, one behind the other, and on from the bank."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from app.engine.geometry import CM, Point
from app.engine.thoughts import length
from app.systems.daimyo.ideas.ahead.crossings import BEYOND, bank_of, crossings, in_line, is_to_cross, ways_over
from app.systems.daimyo.state import State
from tests.systems.daimyo.openings import RED, stood


@pytest.fixture(scope="module")
def state() -> State:
    """The fords, all set up as offered."""
    return stood("fords")


def test_who_has_to_get_over_stands_before_the_crossings_clan_by_clan(state: State) -> None:
    mine = [u for u in state.fielded(RED) if u.troops]
    assert mine
    fords = {at.x for at in crossings(state)}
    assert all(u.at.x in fords for u in mine)
    clans = {u.clan for u in mine}
    assert all(len({u.at.x for u in mine if u.clan == clan}) == 1 for clan in clans)
    assert len({u.at.x for u in mine}) == min(len(fords), len(clans))


def test_nobody_waits_for_whom_there_is_room_elsewhere_and_none_goes_before_the_nearer(state: State) -> None:
    line = bank_of(state, RED, "")
    assert line is not None
    found = in_line(state, RED, line)
    by = Counter(at for at, _ in found.values())
    assert max(by.values()) - min(by.values()) <= 2
    for ford in by:
        places = sorted((before, id) for id, (at, before) in found.items() if at == ford)
        assert [before for before, _ in places] == list(range(len(places)))
        ways = [length((state.units[id].at, *ways_over(state, state.units[id], line)[0])) for _, id in places]
        assert all(one <= two + 8 * CM for one, two in pairwise(ways))


def test_who_is_over_goes_on_for_those_behind_him(state: State) -> None:
    line = bank_of(state, RED, "")
    assert line is not None
    unit = next(u for u in state.fielded(RED) if u.troops)
    over = state.with_unit(unit.id, at=Point(unit.at.x, line - CM))
    assert is_to_cross(state, unit)
    assert not is_to_cross(over, over.units[unit.id])
    assert ways_over(over, over.units[unit.id], line) == ((Point(unit.at.x, line - BEYOND),),)
    assert unit.id not in in_line(over, RED, line)
