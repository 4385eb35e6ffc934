"""A campaign from its start to its end, round by round."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from app.campaigns.battles import musters, results, schedule
from app.campaigns.battles.fixtures import due_of
from app.campaigns.battles.musters import Muster
from app.campaigns.battles.results import Over
from app.campaigns.battles.tables import Lay
from app.campaigns.book import BOOK, table
from app.campaigns.ledger.events import Closed, Left, Posted, RolesSet, RoundClosed, Settled, Status
from app.campaigns.rounds import absence, challenges
from app.campaigns.rounds import course as rounds
from app.campaigns.rounds.course import CloseRound, EndCampaign, Extend, Start
from app.campaigns.rounds.follow import next_due
from app.campaigns.rounds.standings import TIE_BREAKS
from app.campaigns.rounds.words import SENTENCES
from app.campaigns.warbands import aftermath
from app.engine.campaigns import Deed
from app.games.vault import commitment
from tests.campaigns.rounds_table import DAY, HOST, T0, Table

FELL = (Deed(id="m0", fate="fallen"), Deed(id="m1", kills=1))


def code(no: object) -> str:
    """The code of a refusal; empty for none."""
    return getattr(no, "code", "")


def begun(count: int = 4, **settings: object) -> Table:
    """A campaign whose first round is open."""
    table = Table(count, **settings)
    assert table.give(HOST, Start()) is None
    return table


def test_a_round_robin_from_start_to_end() -> None:
    table = begun()
    while table.battles():
        one = table.battles()[0]
        table.battle(one.id, min(one.sides), dict.fromkeys(one.sides, FELL))
        if not any(f.round == one.round for f in table.battles()) and table.now.state == "running":
            table.wait(days=7)
    assert table.now.state == "ended"
    assert table.now.winner == "w0"
    assert len(table.now.rounds) == 3
    assert [one.number for one in table.entries if isinstance(one, RoundClosed)] == [1, 2, 3]
    fallen = [one for one in table.entries if isinstance(one, Posted) and one.throw >= 0]
    assert len(fallen) == 12
    assert {one.clause for one in fallen} == {"CPN-RES-07"}


def test_seeds_shown_are_those_published() -> None:
    table = begun(2)
    table.won("r001b001", "w0")
    (shown,) = (one for one in table.entries if isinstance(one, RoundClosed))
    assert commitment(bytes.fromhex(shown.seed)) == table.rounds()[0].round.commit
    assert table.rounds()[0].round.seed == ""


def test_a_campaign_starts_with_two_warbands() -> None:
    table = Table(1)
    assert code(table.give(HOST, Start())) == "campaign.round.too-few"
    assert table.now.state == "recruiting"
    assert table.now.rounds == ()


def test_only_the_host_starts_and_once() -> None:
    table = Table(2)
    assert code(table.give("p0", Start())) == "campaign.not-yours"
    assert table.give(HOST, Start()) is None
    assert table.give(HOST, Start()) is None
    assert len(table.now.rounds) == 1


def test_a_round_has_a_deadline_or_none() -> None:
    assert begun(2, days=3).now.rounds[0].due == T0 + 3 * DAY
    table = begun(2, days=0)
    assert table.now.rounds[0].due == 0
    assert next_due(table.now) is None
    table.wait(days=900)
    assert len(table.now.rounds) == 1


def test_the_next_round_opens_as_soon_as_one_is_closed() -> None:
    table = begun()
    for one in table.battles():
        table.won(one.id, one.sides[0])
    assert [one.state for one in table.now.rounds] == ["done", "open"]
    assert len(table.battles()) == 2


def test_a_choice_holds_the_round_until_its_deadline() -> None:
    table = begun(2, rounds=2)
    table.battle("r001b001", "w0", {"w0": FELL, "w1": ()})
    assert len(table.rounds()) == 1
    assert next_due(table.now) == T0 + 7 * DAY
    table.wait(days=7)
    assert len(table.rounds()) == 2
    assert table.now.warbands["w0"].band.members["m1"].gained == ("strong",)


def test_an_umpire_gives_more_time() -> None:
    table = begun(2)
    later = Extend(due=T0 + 10 * DAY, reason="holidays")
    assert code(table.give("p0", later)) == "campaign.not-yours"
    assert table.give(HOST, later) is None
    assert table.give(HOST, later) is None
    assert table.now.rounds[0].due == T0 + 10 * DAY
    table.wait(days=8)
    assert table.battles()[0].state == "open"
    table.wait(days=2)
    assert table.now.fixtures["r001b001"].result == "standoff"


def test_one_battle_may_have_longer_than_its_round() -> None:
    table = begun(4)
    first, second = (one.id for one in table.battles())
    assert table.give(HOST, Extend(fixture=first, due=T0 + 9 * DAY, reason="a train")) is None
    table.wait(days=7)
    assert [table.now.fixtures[id].state for id in (first, second)] == ["open", "done"]
    assert next_due(table.now) == T0 + 9 * DAY
    table.wait(days=2)
    assert table.now.fixtures[first].result == "standoff"
    assert len(table.now.rounds) == 2


def test_deadlines_go_forward_and_have_a_reason() -> None:
    table = begun(2)
    for due, reason in ((T0 + 5 * DAY, "sooner"), (T0 + 61 * DAY, "too far"), (T0 - DAY, "gone by")):
        assert code(table.give(HOST, Extend(due=due, reason=reason))) == "campaign.round.due"
    assert code(table.give(HOST, Extend(due=T0 + 8 * DAY))) == "people.reason"
    assert code(table.give(HOST, Extend(due=T0 + 8 * DAY, fixture="r009b009", reason="why not"))) == (
        "campaign.round.no-battle"
    )
    assert code(Table(2).give(HOST, Extend(due=T0 + 8 * DAY, reason="early"))) == "campaign.round.none"


def test_the_host_closes_a_round_before_its_time() -> None:
    table = begun(6)
    one, other, third = table.battles()
    assert table.give(table.guest(one.sides[0]), Muster(warband=one.sides[0], fixture=one.id, members=("m0",))) is None
    for side in other.sides:
        assert table.give(table.guest(side), Muster(warband=side, fixture=other.id, members=("m0",))) is None
    assert table.give("", Lay(fixture=other.id, game="g")) is None
    assert table.give(HOST, CloseRound(reason="we go on")) is None
    results = [(f.result, f.winner) for f in table.now.fights(1)]
    assert results == [("forfeit", one.sides[0]), ("", ""), ("standoff", "")]
    table.wait(hours=47)
    assert table.now.fixtures[other.id].state == "playing"
    assert [one.state for one in table.now.rounds] == ["open"]
    assert table.give("", Over(fixture=other.id, winner=other.sides[0])) is None
    assert [one.state for one in table.now.rounds] == ["done", "open"]
    assert third.id in table.rounds()[0].round.fixtures
    assert all(not side.locked for side in table.now.warbands.values())


def test_who_closes_a_round_says_of_each_battle_what_becomes_of_it() -> None:
    table = begun(6)
    one, other, third = (laid.id for laid in table.battles())
    fates = {one: "void", other: "standoff", third: "waits"}
    assert table.give(HOST, CloseRound(reason="we go on", fates=fates)) is None
    stood = [table.now.fixtures[id] for id in (one, other, third)]
    assert [(f.state, f.result, f.ruled) for f in stood] == [
        ("void", "", True), ("done", "standoff", True), ("open", "", False),
    ]  # fmt: skip
    assert due_of(table.now, stood[2]) == table.now.rounds[0].begun + 7 * DAY
    table.wait(days=8)
    assert table.now.fixtures[third].result == "standoff"
    assert len(table.now.rounds) == 2


def test_a_battle_about_to_be_fought_does_not_end_as_at_the_deadline() -> None:
    table = begun(2)
    (one,) = table.battles()
    for side in one.sides:
        assert table.give(table.guest(side), Muster(warband=side, fixture=one.id, members=("m0",))) is None
    said = CloseRound(reason="we go on", fates={one.id: "deadline"})
    assert code(table.give(HOST, said)) == "campaign.round.fate"
    assert code(table.give(HOST, CloseRound(reason="we go on", fates={"x": "void"}))) == "campaign.round.fate"


def test_who_closes_a_round_gains_nothing_in_his_own_battle() -> None:
    table = begun(2)
    table.put(RolesSet(guest="p0", roles=("player", "umpire")))
    (one,) = table.battles()
    assert table.give("p0", Muster(warband="w0", fixture=one.id, members=("m0",))) is None
    assert code(table.give("p0", CloseRound(reason="mine", fates={one.id: "deadline"}))) == "ruling.own"
    assert table.give("p0", CloseRound(reason="mine")) is None
    assert table.now.fixtures[one.id].state == "open"


def test_a_round_without_deadline_can_be_closed() -> None:
    table = begun(2, days=0, rounds=2)
    assert code(table.give(HOST, CloseRound(reason=""))) == "people.reason"
    assert table.give(HOST, CloseRound(reason="nobody came")) is None
    assert [one.state for one in table.now.rounds] == ["done", "open"]


def test_the_host_ends_the_campaign() -> None:
    table = begun(4)
    table.won("r001b001", table.now.fixtures["r001b001"].sides[0])
    assert table.give(HOST, EndCampaign(reason="summer")) is None
    assert table.give(HOST, EndCampaign(reason="summer")) is None
    assert [one.state for one in table.now.fights(1)] == ["done", "void"]
    assert table.now.rounds[0].seed
    assert table.now.winner == table.now.fixtures["r001b001"].sides[0]
    assert sum(isinstance(one, Closed) for one in table.entries) == 1
    assert next_due(table.now) is None


def test_a_campaign_that_never_began_has_no_winner() -> None:
    table = Table(3)
    assert table.give(HOST, EndCampaign(reason="nobody came")) is None
    assert (table.now.state, table.now.winner) == ("ended", "")


def test_a_retired_warband_does_not_win() -> None:
    table = begun(3)
    for _ in range(2):
        one = table.battles()[0]
        table.won(one.id, "w0" if "w0" in one.sides else one.sides[0])
    table.put(Status(warband="w0", status="retired"))
    assert table.give(HOST, EndCampaign(reason="enough")) is None
    assert table.now.winner in ("w1", "w2")


def test_everybody_is_settled_when_a_round_is_closed() -> None:
    table = begun(5)
    for one in table.battles():
        table.won(one.id, one.sides[1])
    done = [one for one in table.entries if isinstance(one, Settled) and one.fixture.startswith("r001")]
    assert sorted(one.warband for one in done) == sorted(table.now.warbands)


def test_a_full_house_settles_in_few_steps() -> None:
    table = Table(64, pairing="swiss", rounds=2)
    assert table.give(HOST, Start()) is None
    table.clock += 7 * DAY
    assert table.settle() < 10
    table.put(*(Left(guest=f"p{n}") for n in range(63)))
    assert table.settle() < 10


OURS = (absence, aftermath, challenges, musters, results, rounds, schedule)


@pytest.mark.parametrize("part", OURS)
def test_every_refusal_and_step_is_worded(part: ModuleType) -> None:
    keys = re.findall(r'"(campaign\.[a-z.-]+)"', Path(str(part.__file__)).read_text(encoding="utf-8"))
    assert [key for key in keys if key not in SENTENCES] == []


def test_every_tie_break_is_worded() -> None:
    assert [name for name, _ in TIE_BREAKS if f"standings.{name}" not in SENTENCES] == []


def test_every_figure_has_a_clause_that_is_there() -> None:
    assert all(row["clause"] in BOOK.clauses for row in table("rounds").values())
