"""The table of rounds and battles: nothing happens that it does not say, and each row is asked of its command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.campaigns.battles.results import Decide, Void
from app.campaigns.commands import COMMANDS
from app.campaigns.desk import LEADER, SERVER, Command
from app.campaigns.ledger.evolve import evolve
from app.campaigns.map.seasons import March
from app.campaigns.model import DONE, OPEN, PLAYING, VOID, Campaign, CampaignId
from app.campaigns.rounds.challenges import Challenge
from app.campaigns.rounds.course import EndCampaign, Start
from app.campaigns.rounds.moves import (
    BARRED,
    BY_ITSELF,
    BY_PEOPLE,
    BY_TABLES,
    CHALLENGE,
    CLOSED,
    ENDED,
    MOVES,
    RECRUITING,
    RUNNING,
    Move,
    stage,
    standing,
)
from tests.campaigns.rounds_table import HOST, Table
from tests.campaigns.test_follow import commands, do

STAGES, STANDINGS = (RECRUITING, *RUNNING, ENDED), (CHALLENGE, OPEN, PLAYING, DONE, VOID)
ROUNDS = {(at, to) for row in MOVES.values() for at in row.stages for to in row.to}
BATTLES = {(at, to) for row in MOVES.values() for at in row.battle for to in row.to}
Change = tuple[str, str]


def steps(table: Table) -> Iterator[tuple[Campaign, Campaign]]:
    """The campaign before and after every entry of its ledger."""
    now = Campaign(id=CampaignId("c"))
    for entry in table.entries:
        after = evolve(now, entry)
        yield now, after
        now = after


def changes(table: Table) -> tuple[set[Change], set[Change]]:
    """How stages of rounds and standings of battles have changed, each from what to what."""
    pairs = list(steps(table))
    rounds = {(stage(now), stage(after)) for now, after in pairs}
    battles = {
        (standing(one), standing(after.fixtures[id])) for now, after in pairs for id, one in now.fixtures.items()
    }
    return ({(at, to) for at, to in found if at != to} for found in (rounds, battles))  # type: ignore[return-value]


@pytest.mark.parametrize("row", MOVES.values(), ids=lambda row: row.do)
def test_a_row_names_what_there_is(row: Move) -> None:
    assert {*row.stages, *row.battle, *row.to, *row.stays} <= {*STAGES, *STANDINGS}
    assert row.stages or row.battle
    if row not in BY_ITSELF:
        assert COMMANDS[row.do].who == row.who
    barred = [at for at in STANDINGS if row.battle and at not in (*row.battle, *row.stays)]
    assert all(row.no or at in BARRED for at in barred)


def test_people_and_the_server_do_different_things() -> None:
    assert all(SERVER not in row.who for row in BY_PEOPLE)
    assert all(row.who == (SERVER,) for row in (*BY_TABLES, *BY_ITSELF))
    assert len(MOVES) == len(BY_PEOPLE) + len(BY_TABLES) + len(BY_ITSELF)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(commands(), max_size=40), st.sampled_from(["round-robin", "swiss", "challenge", "territory"]),
    st.sampled_from([0, 7]),
)  # fmt: skip
def test_nothing_happens_that_the_table_does_not_say(
    wanted: Sequence[tuple[str, Command | str]], pairing: str, days: int
) -> None:
    table = Table(4, pairing=pairing, days=days)
    assert table.give(HOST, Start()) is None
    for who, what in wanted:
        do(table, who, what)
    rounds, battles = changes(table)
    assert rounds <= ROUNDS
    assert battles <= BATTLES


def test_a_year_on_a_map_goes_through_every_step_of_the_table() -> None:
    table = Table(2, pairing="map", map="heron-bay", years=1)
    assert table.give(HOST, Start()) is None
    while table.now.state == "running":
        for n in range(2):
            assert table.give(f"p{n}", March(warband=f"w{n}")) is None
        assert len(table.rounds()) < 6
    rounds, _ = changes(table)
    assert rounds == {("recruiting", "open"), ("open", "income"), ("income", "orders"), ("orders", "battles"),
                      ("battles", "recovered"), ("recovered", CLOSED), (CLOSED, "open"), (CLOSED, ENDED)}  # fmt: skip
    assert rounds <= ROUNDS


def test_what_is_over_bars_before_a_reason_is_asked_for_and_a_challenge_after() -> None:
    table = Table(3, pairing="challenge")
    assert table.give(HOST, Start()) is None
    assert table.give("p0", Challenge(warband="w0", other="w1")) is None
    (one,) = table.battles()
    said = Decide(fixture=one.id, result="draw")
    assert refused(table, said) == ("people.reason", "CPN-PEO-10")
    assert refused(table, Decide(fixture=one.id, result="draw", reason="a reason")) == (
        "campaign.challenge.waits", "CPN-PAI-08",
    )  # fmt: skip
    assert table.give(HOST, Void(fixture=one.id, reason="a reason")) is None
    assert refused(table, said) == ("campaign.round.over", "CPN-RES-03")
    assert refused(table, Decide(fixture="gone", result="draw")) == ("campaign.round.no-battle", "CPN-RES-03")


def test_in_another_format_there_are_no_challenges_at_any_time() -> None:
    table = Table(3)
    no = ("campaign.challenge.none", "CPN-PAI-07")
    assert refused(table, Challenge(warband="w0", other="w1"), "p0") == no
    assert table.give(HOST, Start()) is None
    assert refused(table, Challenge(warband="w0", other="w1"), "p0") == no
    assert MOVES["challenge"].who == (LEADER,)


def test_what_is_done_already_stays_and_what_is_over_does_not_begin_again() -> None:
    table = Table(2)
    assert table.give(HOST, Start()) is None
    before = len(table.entries)
    assert table.give(HOST, Start()) is None
    assert len(table.entries) == before
    assert table.give(HOST, EndCampaign(reason="enough of it")) is None
    before = len(table.entries)
    assert table.give(HOST, EndCampaign(reason="")) is None
    assert len(table.entries) == before
    assert refused(table, Start()) == ("campaign.round.none", "CPN-RND-01")


def refused(table: Table, given: Command, who: str = HOST) -> tuple[str, str]:
    """The code and the clause of a refusal."""
    no = table.give(who, given)
    assert no is not None
    return no.code, str(no.clause)
