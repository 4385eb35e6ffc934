"""What follows by itself: nobody who stays away holds anybody up, and there is always an end of it."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.campaigns.battles.fixtures import HOUR_MS, is_ready
from app.campaigns.battles.musters import Muster, Unmuster
from app.campaigns.battles.results import Decide, Forfeit, Over, Void
from app.campaigns.battles.schedule import Accept, Hasten, Propose
from app.campaigns.battles.tables import Lay
from app.campaigns.desk import Command
from app.campaigns.ledger.events import (
    Closed,
    Ended,
    Extended,
    HandedOver,
    Joined,
    Left,
    Mustered,
    Posted,
    Status,
    StoodIn,
)
from app.campaigns.ledger.evolve import fold
from app.campaigns.model import Campaign, CampaignId
from app.campaigns.rounds.absence import StandIn
from app.campaigns.rounds.challenges import AcceptChallenge, Challenge, DropChallenge
from app.campaigns.rounds.course import CloseRound, EndCampaign, Extend, OpenRound, Start
from app.campaigns.rounds.follow import follow, next_due
from app.campaigns.warbands.aftermath import Choose
from app.engine.campaigns import OUT, Deed, Delta, Step
from tests.campaigns.rounds_table import DAY, HOST, RULE, T0, Table

ONE = "r001b001"


def begun(count: int = 2, **values: object) -> Table:
    """A campaign whose first round is open."""
    table = Table(count, **{"rounds": 3, **values})
    assert table.give(HOST, Start()) is None
    return table


def sends(table: Table, *warbands: str, fixture: str = ONE) -> Table:
    """These have mustered."""
    for side in warbands:
        assert table.give(table.guest(side), Muster(warband=side, fixture=fixture, members=("m0", "m1"))) is None
    return table


def ended(table: Table) -> list[tuple[str, str, str]]:
    """How battles ended, in order."""
    return [(one.fixture, one.result, one.winner) for one in table.entries if isinstance(one, Ended)]


# -- at the deadline ----------------------------------------------------------------


def test_nobody_mustered_a_standoff() -> None:
    table = begun()
    table.wait(days=7)
    assert ended(table) == [(ONE, "standoff", "")]
    assert len(table.now.rounds) == 2


def test_dates_that_were_agreed_hold_nothing() -> None:
    table = begun()
    assert table.give("p0", Propose(warband="w0", fixture=ONE, times=(T0 + 7 * DAY,))) is None
    assert table.give("p1", Accept(warband="w1", fixture=ONE, time=T0 + 7 * DAY)) is None
    table.wait(days=7)
    assert ended(table) == [(ONE, "standoff", "")]


def test_one_mustered_the_other_forfeits() -> None:
    table = sends(begun(), "w1")
    table.wait(days=7)
    assert ended(table) == [(ONE, "forfeit", "w1")]
    assert table.now.warbands["w1"].locked == ()


def test_nothing_happens_a_moment_before() -> None:
    table = sends(begun(), "w1")
    table.clock = T0 + 7 * DAY - 1
    table.settle()
    assert ended(table) == []
    assert next_due(table.now) == T0 + 7 * DAY


def test_a_battle_being_fought_has_two_days_more_once() -> None:
    table = sends(begun(), "w0", "w1")
    assert table.give("", Lay(fixture=ONE, game="g")) is None
    table.wait(days=7)
    assert [one.due for one in table.entries if isinstance(one, Extended)] == [T0 + 7 * DAY + 48 * HOUR_MS]
    assert next_due(table.now) == T0 + 9 * DAY
    table.wait(hours=47)
    assert ended(table) == []
    table.wait(hours=1)
    assert ended(table) == [(ONE, "standoff", "")]
    assert len(table.now.rounds) == 2


def test_a_battle_that_ends_in_the_time_it_had_more_counts() -> None:
    table = sends(begun(), "w0", "w1")
    assert table.give("", Lay(fixture=ONE, game="g")) is None
    table.wait(days=8)
    assert table.give("", Over(fixture=ONE, winner="w0")) is None
    assert ended(table) == [(ONE, "won", "w0")]


# -- stand-ins ----------------------------------------------------------------------


def test_a_stand_in_musters_at_once() -> None:
    table = begun()
    assert table.give("p0", StandIn(warband="w0", fixture=ONE)) is None
    assert table.now.fixtures[ONE].musters["w0"].members == table.fit("w0")
    assert table.give("p0", StandIn(warband="w0", fixture=ONE)) is None
    assert sum(isinstance(one, StoodIn) for one in table.entries) == 1
    assert is_ready(sends(table, "w1").now.fixtures[ONE])


def test_a_stand_in_sends_no_more_than_may_be_sent() -> None:
    table = begun(points=25, absence=0)
    assert table.give(HOST, StandIn(warband="w0", fixture=ONE)) is None
    assert table.now.fixtures[ONE].musters["w0"].members == ("m0", "m1")


def test_who_leaves_is_led_by_a_stand_in() -> None:
    table = begun(4)
    table.put(Left(guest="p0"))
    table.settle()
    assert table.now.warbands["w0"].status == "reserve"
    mine = next(one for one in table.battles() if "w0" in one.sides)
    assert mine.musters["w0"].members == table.fit("w0")
    (other,) = mine.others("w0")
    sends(table, other, fixture=mine.id)
    assert table.give("", Lay(fixture=mine.id, game="g")) is None
    assert table.now.fixtures[mine.id].stand_ins == ("w0",)


def test_who_leaves_while_fighting_is_led_by_a_stand_in_there() -> None:
    table = sends(begun(), "w0", "w1")
    assert table.give("", Lay(fixture=ONE, game="g")) is None
    table.put(Left(guest="p0"))
    table.settle()
    assert table.now.fixtures[ONE].stand_ins == ("w0",)
    assert table.now.fixtures[ONE].state == "playing"


def test_who_takes_over_leads() -> None:
    table = begun(4)
    table.put(Left(guest="p0"))
    table.settle()
    table.put(Joined(guest="new", name="New"), HandedOver(warband="w0", guest="new"))
    table.settle()
    assert table.now.warbands["w0"].status == "active"
    mine = next(one for one in table.battles() if "w0" in one.sides)
    assert mine.stand_ins == ()
    assert table.give("new", Muster(warband="w0", fixture=mine.id, members=("m3",))) is None


def test_who_leaves_before_the_start_is_retired() -> None:
    table = Table(3)
    table.put(Left(guest="p0"))
    table.settle()
    assert table.now.warbands["w0"].status == "retired"
    assert table.give(HOST, Start()) is None
    assert all("w0" not in one.sides for one in table.now.fixtures.values())


def test_a_stand_in_with_nobody_to_send_forfeits_at_the_deadline() -> None:
    table = begun(4)
    out = tuple(Delta("state", f"m{n}", put=OUT) for n in range(5))
    table.put(Posted(warband="w0", step=Step("wound", RULE, "x", deltas=out)), Left(guest="p0"))
    table.settle()
    mine = next(one for one in table.battles() if "w0" in one.sides)
    (other,) = mine.others("w0")
    sends(table, other, fixture=mine.id)
    table.wait(days=7)
    assert (mine.id, "forfeit", other) in ended(table)
    assert table.fit("w0") == ("m0", "m1", "m2", "m3", "m4")


# -- retired --------------------------------------------------------------------------


def test_a_retired_warband_forfeits() -> None:
    table = begun(4)
    mine = next(one for one in table.battles() if "w0" in one.sides)
    table.put(Status(warband="w0", status="retired"))
    table.settle()
    assert ended(table) == [(mine.id, "forfeit", mine.others("w0")[0])]


def test_a_battle_between_two_retired_is_void() -> None:
    table = begun(4)
    mine = table.battles()[0]
    table.put(*(Status(warband=side, status="retired") for side in mine.sides))
    table.settle()
    assert table.now.fixtures[mine.id].state == "void"


def test_when_one_is_left_the_campaign_is_over() -> None:
    table = begun(2)
    table.put(Status(warband="w0", status="retired"))
    table.settle()
    assert (table.now.state, table.now.winner) == ("ended", "w1")
    assert table.now.rounds[0].seed


def test_when_nobody_leads_any_more_the_campaign_is_over() -> None:
    table = begun(2)
    table.put(Left(guest="p0"), Left(guest="p1"))
    table.settle()
    assert is_ready(table.now.fixtures[ONE])
    assert table.give("", Lay(fixture=ONE, game="g")) is None
    assert table.give("", Over(fixture=ONE, winner="w0")) is None
    assert (table.now.state, len(table.now.rounds)) == ("ended", 1)


# -- rest and drill -------------------------------------------------------------------


def test_who_had_to_miss_a_battle_is_back_after_it() -> None:
    table = begun()
    out = Step("wound", RULE, "x", deltas=(Delta("state", "m1", put=OUT),))
    table.put(Posted(warband="w0", step=out))
    table.wait(days=7)
    assert "m1" in table.fit("w0")


def test_drill_pays_little_and_not_twice_running() -> None:
    table = begun(points=200)
    before = table.now.warbands["w0"].band.purse
    for n in (1, 2, 3):
        sends(table, "w0", fixture=f"r00{n}b001")
        table.wait(days=7)
    assert [result for _, result, _ in ended(table)] == ["forfeit"] * 3
    assert table.now.warbands["w0"].band.purse == before + 4


def test_who_stays_away_is_paid_nothing() -> None:
    table = begun()
    before = table.now.warbands["w1"].band.purse
    sends(table, "w0")
    table.wait(days=7)
    assert table.now.warbands["w1"].band.purse == before


# -- a year away ------------------------------------------------------------------------


def test_a_server_that_was_away_for_long_closes_one_round() -> None:
    table = begun(rounds=20)
    table.wait(days=400)
    assert [one.state for one in table.now.rounds] == ["done", "open"]
    assert next_due(table.now) == T0 + 407 * DAY


def test_nothing_is_due_that_has_passed() -> None:
    table = begun(4)
    for _ in range(30):
        due = next_due(table.now)
        if due is None:
            break
        assert due > table.clock
        table.clock = due
        assert table.settle() > 0
    assert table.now.state == "ended"


# -- anything at all ------------------------------------------------------------------------


@st.composite
def commands(draw: st.DrawFn) -> tuple[str, Command | str]:
    """Somebody wants something that may or may not be right."""
    who = draw(st.sampled_from([HOST, "p0", "p1", "p2", "p3", ""]))
    mine = f"w{who[1]}" if who.startswith("p") else draw(st.sampled_from(["w0", "w1", "w2", "w3", "", "no"]))
    other = draw(st.sampled_from(["w0", "w1", "w2", "w3", ""]))
    fixture = f"r00{draw(st.integers(1, 4))}b00{draw(st.integers(1, 3))}"
    members = tuple(draw(st.lists(st.sampled_from(["m0", "m1", "m2", "m9"]), max_size=4)))
    time = T0 + draw(st.integers(-1, 40)) * DAY
    fell = (Deed(id="m0", fate="fallen"), Deed(id="m1"))
    deeds: dict[str, tuple[Deed, ...]] = dict.fromkeys(("w0", "w1", "w2", "w3"), fell)
    result = draw(st.sampled_from(["won", "draw", "forfeit", "standoff", "bye", ""]))
    wanted: list[Command | str] = [
            Start(), Muster(warband=mine, fixture=fixture, members=members), Unmuster(warband=mine, fixture=fixture),
            Propose(warband=mine, fixture=fixture, times=(time,)), Accept(warband=mine, fixture=fixture, time=time),
            Hasten(warband=mine, fixture=fixture, early=True), OpenRound(),
            Forfeit(warband=mine, fixture=fixture), StandIn(warband=mine, fixture=fixture),
            Decide(fixture=fixture, result=result, winner=other, reason="because"),
            Void(fixture=fixture, reason="because"), Extend(due=time, reason="because"),
            Extend(due=time, fixture=fixture, reason="because"), CloseRound(reason="because"),
            EndCampaign(reason="because"), Choose(warband=mine, member="m1", option="quick"),
            Over(fixture=fixture, winner=other, deeds=deeds), Challenge(warband=mine, other=other),
            AcceptChallenge(warband=mine, fixture=fixture), DropChallenge(warband=mine, fixture=fixture),
            "lay", "wait", "leave", "retire", "join", "muster", "muster", "muster", "over", "choose",
        ]  # fmt: skip
    return who, draw(st.sampled_from(wanted))


def mustered(table: Table, warband: str) -> None:
    """Whom it can, this warband sends to each of its battles."""
    for one in table.battles():
        if warband in one.sides:
            sent = Muster(warband=warband, fixture=one.id, members=table.fit(warband)[:3])
            table.give(table.guest(warband), sent)


def won(table: Table) -> None:
    """Battles that are being fought are over, with their losses."""
    for one in table.battles():
        if one.state == "playing":
            deeds: dict[str, tuple[Deed, ...]] = {
                side: tuple(
                    Deed(id=id, fate="fallen" if n % 2 else "") for n, id in enumerate(one.musters[side].members)
                )
                for side in one.sides
            }
            assert table.give("", Over(fixture=one.id, winner=one.sides[0], deeds=deeds)) is None


def do(table: Table, who: str, what: Command | str) -> None:
    """It is tried; all that must hold, holds."""
    if isinstance(what, Command):
        before = table.now
        if table.give(who, what) is not None:
            assert table.now is before
    elif what == "lay":
        for one in table.battles():
            if is_ready(one) and one.state == "open":
                assert table.give("", Lay(fixture=one.id, game=f"g{one.id}")) is None
    elif what == "wait":
        table.wait(days=3)
    elif what == "muster":
        mustered(table, f"w{who[1:]}")
    elif what == "over":
        won(table)
    elif what == "choose":
        for side in list(table.now.warbands):
            for choice in table.rules.choices(table.now.warbands[side].band)[:1]:
                table.give(table.guest(side), Choose(warband=side, member=choice.member, option="quick"))
    elif what == "join" and len(table.now.warbands) < 7 and table.now.state == "running":
        table.join(len(table.now.warbands))
    elif what == "leave" and who.startswith("p"):
        table.put(Left(guest=who))
    elif what == "retire" and who.startswith("p") and not table.now.warbands[f"w{who[1]}"].locked:
        table.put(Status(warband=f"w{who[1]}", status="retired"))
    table.settle()


def holds(table: Table) -> None:
    """What is true of every campaign at rest."""
    now = table.now
    assert follow(table.desk()) == ()
    due = next_due(now)
    assert due is None or due > table.clock
    for side in now.warbands.values():
        assert all(not now.fixtures[id].is_over and side.id in now.fixtures[id].musters for id in side.locked)
        sent = [id for f in now.fixtures.values() if not f.is_over and side.id in f.musters
                for id in f.musters[side.id].members]  # fmt: skip
        assert len(sent) == len(set(sent))
    for one in now.fixtures.values():
        assert len(one.settled) == len(set(one.settled))
        assert one.state != "done" or sorted(one.settled) == sorted(side for side in one.sides if side)
    assert sum(one.state == "open" for one in now.rounds) == (now.state == "running")
    secret = [one for one in table.entries if isinstance(one, Mustered)]
    assert all(one.seen_by in ((), (table.guest(one.warband),)) for one in secret)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(commands(), max_size=40), st.sampled_from(["round-robin", "swiss", "challenge", "territory"]),
    st.sampled_from([0, 7]), st.sampled_from([0, 3]),
)  # fmt: skip
def test_whatever_is_wanted_the_campaign_holds(
    wanted: list[tuple[str, Command | str]], pairing: str, days: int, rounds: int
) -> None:
    table = Table(4, pairing=pairing, days=days, rounds=rounds)
    assert table.give(HOST, Start()) is None
    for who, what in wanted:
        do(table, who, what)
        holds(table)
    assert fold(Campaign(id=CampaignId("c")), table.entries) == table.now
    assert sum(isinstance(one, Closed) for one in table.entries) == (table.now.state == "ended")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(commands(), max_size=15), st.sampled_from(["round-robin", "swiss"]))
def test_with_deadlines_a_campaign_comes_to_its_end_by_itself(
    wanted: list[tuple[str, Command | str]], pairing: str
) -> None:
    table = Table(4, pairing=pairing)
    assert table.give(HOST, Start()) is None
    for who, what in wanted:
        do(table, who, what)
    for _ in range(40):
        due = next_due(table.now)
        if due is None:
            break
        table.clock = due
        table.settle()
    assert table.now.state == "ended"
