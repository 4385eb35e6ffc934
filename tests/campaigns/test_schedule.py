"""Dates are offered by one side and taken by the other."""

from __future__ import annotations

import pytest

from app.campaigns.battles.musters import Muster
from app.campaigns.battles.schedule import Accept, Propose
from app.campaigns.battles.tables import Lay
from app.campaigns.rounds.course import Start
from tests.campaigns.rounds_table import DAY, HOST, T0, Table

ONE = "r001b001"


def code(no: object) -> str:
    """The code of a refusal; empty for none."""
    return getattr(no, "code", "")


def begun(count: int = 2, **settings: object) -> Table:
    """A campaign of two whose battle is open."""
    table = Table(count, **settings)
    assert table.give(HOST, Start()) is None
    return table


def test_a_date_of_the_other_side_is_agreed() -> None:
    table = begun()
    times = (T0 + 2 * DAY, T0 + DAY)
    assert table.give("p0", Propose(warband="w0", fixture=ONE, times=times)) is None
    assert table.now.fixtures[ONE].proposals["w0"].times == (T0 + DAY, T0 + 2 * DAY)
    assert code(table.give("p0", Accept(warband="w0", fixture=ONE, time=T0 + DAY))) == "campaign.dates.not-offered"
    assert table.give("p1", Accept(warband="w1", fixture=ONE, time=T0 + DAY)) is None
    assert table.now.fixtures[ONE].when == T0 + DAY
    assert table.now.fixtures[ONE].proposals == {}
    assert table.now.rounds[0].due == T0 + 7 * DAY


def test_the_same_again_changes_nothing() -> None:
    table = begun()
    said = Propose(warband="w0", fixture=ONE, times=(T0 + DAY,))
    assert table.give("p0", said) is None
    assert table.give("p1", Accept(warband="w1", fixture=ONE, time=T0 + DAY)) is None
    seq = table.now.seq
    assert table.give("p1", Accept(warband="w1", fixture=ONE, time=T0 + DAY)) is None
    assert table.now.seq == seq


def test_new_dates_take_the_place_of_the_old_ones() -> None:
    table = begun()
    for day in (1, 2):
        assert table.give("p0", Propose(warband="w0", fixture=ONE, times=(T0 + day * DAY,))) is None
    assert code(table.give("p1", Accept(warband="w1", fixture=ONE, time=T0 + DAY))) == "campaign.dates.not-offered"
    assert table.give("p1", Accept(warband="w1", fixture=ONE, time=T0 + 2 * DAY)) is None


@pytest.mark.parametrize("times", [(), (T0 + 1, T0 + 2, T0 + 3, T0 + 4), (T0 + 1, T0 + 1)])
def test_one_to_three_different_dates(times: tuple[int, ...]) -> None:
    assert code(begun().give("p0", Propose(warband="w0", fixture=ONE, times=times))) == "campaign.dates.count"


@pytest.mark.parametrize("time", [T0, T0 - DAY, T0 + 7 * DAY + 1])
def test_dates_are_before_the_deadline(time: int) -> None:
    assert code(begun().give("p0", Propose(warband="w0", fixture=ONE, times=(time,)))) == "campaign.dates.window"


def test_without_deadline_dates_are_within_sixty_days() -> None:
    table = begun(days=0)
    assert table.give("p0", Propose(warband="w0", fixture=ONE, times=(T0 + 60 * DAY,))) is None
    late = Propose(warband="w0", fixture=ONE, times=(T0 + 60 * DAY + 1,))
    assert code(table.give("p0", late)) == "campaign.dates.window"


def test_a_date_gone_by_cannot_be_taken() -> None:
    table = begun()
    assert table.give("p0", Propose(warband="w0", fixture=ONE, times=(T0 + DAY,))) is None
    table.wait(days=2)
    assert code(table.give("p1", Accept(warband="w1", fixture=ONE, time=T0 + DAY))) == "campaign.dates.window"


def test_strangers_and_other_battles_are_refused() -> None:
    table = begun(4)
    mine = next(one for one in table.battles() if "w0" in one.sides)
    other = next(one for one in table.battles() if "w0" not in one.sides)
    times = (T0 + DAY,)
    assert code(table.give("p1", Propose(warband="w0", fixture=mine.id, times=times))) == "campaign.not-yours"
    assert code(table.give("p0", Propose(warband="w0", fixture=other.id, times=times))) == "campaign.round.no-battle"
    assert code(table.give("p0", Propose(warband="w0", fixture="x" * 999, times=times))) == "campaign.round.no-battle"


def test_when_both_have_mustered_and_it_is_laid_no_date_is_asked() -> None:
    table = begun()
    for n in (0, 1):
        assert table.give(f"p{n}", Muster(warband=f"w{n}", fixture=ONE, members=("m0",))) is None
    assert table.give("", Lay(fixture=ONE, game="g")) is None
    said = Propose(warband="w0", fixture=ONE, times=(T0 + DAY,))
    assert code(table.give("p0", said)) == "campaign.round.laid"
