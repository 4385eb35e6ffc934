"""How long rounds are, when the next one opens, and that a battle with a date waits for it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.campaigns.battles.musters import Muster
from app.campaigns.battles.schedule import Accept, Hasten, Propose
from app.campaigns.ledger.verifying import verify
from app.campaigns.model import PLAYING, Settings
from app.campaigns.people.eyes import seen, shown
from app.campaigns.people.settings import ChangeSettings
from app.campaigns.rounds.absence import StandIn
from app.campaigns.rounds.course import CloseRound, Extend, OpenRound, Start
from app.campaigns.rounds.follow import next_due
from app.campaigns.rounds.opening import on_its_day, opens_at
from app.store import campaigns
from tests.campaigns.dropping import Camp, play, playing
from tests.campaigns.rounds_table import DAY, HOST, T0, Table

HOUR = 3_600_000
ONE = "r001b001"


def ms(said: str, zone: str = "UTC") -> int:
    """A time of this zone, in milliseconds since 1970."""
    return int(datetime.fromisoformat(said).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def begun(**settings: Any) -> Table:
    """A campaign of two whose first round is open."""
    table = Table(2, rounds=3, **settings)
    assert table.give(HOST, Start()) is None
    return table


def over(table: Table) -> Table:
    """The battle of the last round is decided."""
    table.won(table.battles()[0].id, "w0")
    return table


def test_a_round_has_hours_besides_its_days() -> None:
    for settings, length in (
        ({"days": 1, "hours": 12}, 36 * HOUR),
        ({"days": 0, "hours": 6}, 6 * HOUR),
        ({"days": 0}, 0),
    ):
        table = begun(**settings)
        assert table.now.rounds[0].due == (T0 + length if length else 0), settings


def test_without_pause_and_day_the_next_round_opens_at_once() -> None:
    table = over(begun())
    assert [one.number for one in table.now.rounds] == [1, 2]
    assert opens_at(table.now) == 0


def test_after_a_pause_the_next_round_opens_by_itself() -> None:
    table = over(begun(pause=48))
    assert [one.number for one in table.now.rounds] == [1]
    assert opens_at(table.now) == next_due(table.now) == T0 + 48 * HOUR
    opened = []
    for hours in (47, 1):
        table.wait(hours=hours)
        opened.append(len(table.now.rounds))
    assert opened == [1, 2]
    assert [one.begun for one in table.now.rounds] == [T0, T0 + 48 * HOUR]


@pytest.mark.parametrize(("weekday", "hour", "zone", "closed", "opens"), [
    (1, 18, "Europe/Madrid", "2026-11-29T12:00+00:00", "2026-11-30T17:00+00:00"),
    (7, 9, "Europe/Madrid", "2026-11-29T12:00+00:00", "2026-12-06T08:00+00:00"),
    (7, 13, "Europe/Madrid", "2026-11-29T12:00+00:00", "2026-11-29T12:00+00:00"),
    (8, 6, "UTC", "2026-11-29T07:00+00:00", "2026-11-30T06:00+00:00"),
    (1, 0, "Asia/Tokyo", "2026-11-29T14:59+00:00", "2026-11-29T15:00+00:00"),
    (7, 3, "Europe/Madrid", "2026-10-24T12:00+00:00", "2026-10-25T02:00+00:00"),  # the night clocks go back
    (7, 3, "Europe/Madrid", "2026-03-28T12:00+00:00", "2026-03-29T01:00+00:00"),  # and forth
])  # fmt: skip
def test_rounds_open_on_their_day_at_their_hour_in_their_zone(
    weekday: int, hour: int, zone: str, closed: str, opens: str
) -> None:
    wanted = Settings(weekday=weekday, hour=hour, zone=zone)
    instant = {"at": int(datetime.fromisoformat(closed).timestamp() * 1000)}
    assert on_its_day(instant["at"], wanted) == int(datetime.fromisoformat(opens).timestamp() * 1000)


def test_a_pause_comes_before_the_day() -> None:
    table = over(begun(pause=24, weekday=3, hour=20, zone="Europe/Madrid"))  # T0 is a Tuesday, 22:13 UTC
    assert opens_at(table.now) == ms("2023-11-22T20:00", "Europe/Madrid")


@pytest.mark.parametrize(("settings", "begins", "opened"), [
    ({"days": 7, "weekday": 1}, "2026-03-02T20:00:07", ["2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30"]),
    ({"days": 1, "weekday": 8}, "2026-10-24T20:00:07", ["2026-10-25", "2026-10-26", "2026-10-27", "2026-10-28"]),
    ({"days": 6, "pause": 24, "weekday": 1}, "2026-03-02T20:00:07", ["2026-03-09", "2026-03-16", "2026-03-23"]),
    ({"days": 7, "weekday": 1}, "2026-02-27T15:03:00", ["2026-03-09", "2026-03-16", "2026-03-23"]),
    ({"days": 0, "hours": 1, "weekday": 8}, "2026-03-02T20:00:07", ["2026-03-03", "2026-03-04"]),
])  # fmt: skip
def test_rounds_with_a_deadline_open_on_each_of_their_days(
    settings: dict[str, int], begins: str, opened: list[str]
) -> None:
    zone = ZoneInfo("Europe/Madrid")
    table = Table(2, rounds=30, hour=20, zone=zone.key, **settings)
    table.clock = ms(begins, zone.key)
    assert table.give(HOST, Start()) is None
    while len(table.now.rounds) <= len(opened):
        due = next_due(table.now)
        assert due is not None
        table.clock = due + 7_000
        table.wait(hours=0)
    found = [datetime.fromtimestamp(of.begun / 1000, zone) for of in table.now.rounds[1:]]
    assert [at.date().isoformat() for at in found] == opened
    assert all(at.hour == 20 and at.minute == 0 for at in found)


def test_a_round_that_is_over_on_its_day_waits_for_the_next() -> None:
    table = Table(2, rounds=3, weekday=1, hour=20)
    table.clock = ms("2026-03-02T20:00:07")
    assert table.give(HOST, Start()) is None
    table.clock += HOUR
    assert opens_at(over(table).now) == ms("2026-03-09T20:00")


def test_a_host_opens_the_next_round_before_its_time_and_nobody_else_does() -> None:
    table = over(begun(pause=300))
    assert getattr(table.give("p0", OpenRound()), "code", "") == "campaign.not-yours"
    assert table.give(HOST, OpenRound()) is None
    assert len(table.now.rounds) == 2
    seq = table.now.seq
    assert table.give(HOST, OpenRound()) is None
    assert table.now.seq == seq, "open already: so it stays"


def test_in_the_pause_no_round_is_closed_again_or_given_more_time() -> None:
    table = over(begun(pause=300))
    seq = table.now.seq
    assert table.give(HOST, CloseRound(reason="Enough.")) is None
    assert table.now.seq == seq, "closed already: so it stays"
    no = table.give(HOST, Extend(due=table.clock + DAY, reason="Rain."))
    assert getattr(no, "code", "") == "campaign.round.none"
    assert table.now.seq == seq


def test_before_the_start_no_round_is_opened_so() -> None:
    assert getattr(Table(2).give(HOST, OpenRound()), "code", "") == "campaign.round.none"


def test_a_shorter_pause_opens_the_round_at_once() -> None:
    table = over(begun(pause=300))
    changed = Settings(points=100, rounds=3, pause=1)
    table.clock += 2 * HOUR
    assert table.give(HOST, ChangeSettings(name="War", settings=changed)) is None
    assert len(table.now.rounds) == 2


def test_the_last_round_ends_the_campaign_without_a_pause() -> None:
    table = Table(2, rounds=1, pause=300)
    assert table.give(HOST, Start()) is None
    assert over(table).now.state == "ended"


@pytest.mark.parametrize(("field", "value", "code"), [
    ("hours", 24, "people.figure"), ("pause", 337, "people.figure"), ("weekday", 9, "people.figure"),
    ("hour", -1, "people.figure"), ("zone", "Mars/Olympus", "people.zone"), ("zone", "../../etc/passwd", "people.zone"),
    ("zone", "", "people.zone"),
])  # fmt: skip
def test_settings_that_no_clock_has_are_refused(field: str, value: Any, code: str) -> None:
    table = Table(2)
    no = table.give(HOST, ChangeSettings(name="War", settings=Settings(points=100, **{field: value})))
    assert getattr(no, "code", "") == code


# -- dates ------------------------------------------------------------------------------


def agreed(table: Table, when: int) -> Table:
    """Both have agreed this date and mustered."""
    assert table.give("p0", Propose(warband="w0", fixture=ONE, times=(when,), word=" After work? ")) is None
    assert table.now.fixtures[ONE].proposals["w0"].word == "After work?"
    assert table.give("p1", Accept(warband="w1", fixture=ONE, time=when)) is None
    for n in (0, 1):
        assert table.give(f"p{n}", Muster(warband=f"w{n}", fixture=ONE, members=("m0",))) is None
    return table


def test_a_word_with_dates_is_read_by_the_two_sides_and_the_host() -> None:
    table = Table(4, rounds=3)
    assert table.give(HOST, Start()) is None
    one = table.battles()[0]
    sides = [table.now.warbands[side].guest for side in one.sides]
    given = Propose(warband=one.sides[0], fixture=one.id, times=(T0 + DAY,), word="Ring 555")
    assert table.give(sides[0], given) is None
    readers = {guest for guest in ("", HOST, "p0", "p1", "p2", "p3", "eva") if "555" in str(shown(table.now, guest))}
    assert readers == {HOST, *sides}
    assert seen(table.now, "eva").fixtures[one.id].proposals[one.sides[0]].times == (T0 + DAY,)


def test_no_export_tells_a_word_and_its_chain_holds(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3)
        await camp.start()
        await camp.rest()
        one, when = await camp.battle("A"), camp.camp.clock() + HOUR
        await camp.do("A", Propose(warband=await camp.band("A"), fixture=one.id, times=(when,), word="Ring 555"))
        service = camp.camp
        raw = await service.export(one_id := (await camp.now()).id)
        assert b"Ring 555" not in raw
        assert verify(raw, [*service.games.systems.values()]) == []
        stored = await service.store.look(campaigns.entries, one_id)
        (row,) = [row for row in stored if row["kind"] == "proposed"]
        assert row["body"]["word"] == "Ring 555"
        assert row["body"]["salt"], "who knows its digest cannot guess it"
        for guest, reads in ((camp.actors["A"].id, True), (camp.actors["B"].id, True), ("", False), ("x", False)):
            for rows in (await service.entries(one_id, guest), await service.entries_of(one_id, one.id, guest)):
                (told,) = [row for row in rows if row["kind"] == "proposed"]
                assert ("word" in told["body"], "salt" in told["body"]) == (reads, reads)
                assert told["body"]["times"] == [when]

    play(tmp_path, story)


def test_a_word_is_one_line_and_not_too_long() -> None:
    for word, code in (("x" * 161, "people.line"), ("a\nb", "people.lines")):
        no = begun().give("p0", Propose(warband="w0", fixture=ONE, times=(T0 + DAY,), word=word))
        assert getattr(no, "code", "") == code


def ahead(table: Table) -> tuple[int, str, int]:
    """A battle of a round without deadline whose date is in ten days, for which both have mustered: the round is
    closed now.  When its date is, and how it stands and until when, three days later."""
    when = T0 + 10 * DAY
    agreed(table, when)
    assert table.give(HOST, CloseRound(reason="The season is over.")) is None
    for _ in range(3):
        table.wait(days=1)
    return when, table.now.fixtures[ONE].state, table.now.fixtures[ONE].due


def test_a_battle_whose_date_is_ahead_outlives_the_end_of_its_round() -> None:
    when, state, due = ahead(begun(days=0))
    assert (state, due) == ("open", when + 48 * HOUR)


def test_a_battle_whose_date_lies_behind_its_deadline_has_48_hours_from_its_date() -> None:
    for fixture in ("", ONE):  # a deadline of the round, or one of the battle beyond it
        table = agreed(begun(days=0), T0 + 10 * DAY)
        if fixture:
            assert table.give(HOST, Extend(due=T0 + DAY, reason="Now.")) is None
        assert table.give(HOST, Extend(due=T0 + 2 * DAY, fixture=fixture, reason="Now.")) is None
        for _ in range(6):
            table.wait(days=1)
        one = table.now.fixtures[ONE]
        assert (one.state, one.due) == ("open", T0 + 12 * DAY)
        for _ in range(7):
            table.wait(days=1)
        assert table.now.fixtures[ONE].result == "standoff"


def test_what_is_due_next_is_the_date_of_a_battle_that_all_mustered_for() -> None:
    assert next_due(agreed(begun(), T0 + DAY).now) == T0 + DAY


def test_who_would_begin_earlier_says_so_and_takes_it_back_and_a_new_date_forgets_it() -> None:
    table = agreed(begun(), T0 + DAY)
    assert table.give("p0", Hasten(warband="w0", fixture=ONE, early=True)) is None
    assert table.now.fixtures[ONE].early == ("w0",)
    seq = table.now.seq
    assert table.give("p0", Hasten(warband="w0", fixture=ONE, early=True)) is None
    assert table.now.seq == seq
    assert table.give("p0", Hasten(warband="w0", fixture=ONE)) is None
    assert table.now.fixtures[ONE].early == ()
    assert table.give("p1", Hasten(warband="w1", fixture=ONE, early=True)) is None
    assert table.give("p0", Propose(warband="w0", fixture=ONE, times=(T0 + 2 * DAY,))) is None
    assert table.give("p1", Accept(warband="w1", fixture=ONE, time=T0 + 2 * DAY)) is None
    assert table.now.fixtures[ONE].early == ()


def test_without_a_date_ahead_nobody_begins_earlier() -> None:
    table = begun()
    assert (
        getattr(table.give("p0", Hasten(warband="w0", fixture=ONE, early=True)), "code", "") == "campaign.dates.no-date"
    )
    later = agreed(begun(), T0 + DAY)
    later.clock += 2 * DAY
    no = later.give("p0", Hasten(warband="w0", fixture=ONE, early=True))
    assert getattr(no, "code", "") == "campaign.dates.no-date"


async def dated(camp: Camp, hours: int, **settings: Any) -> int:
    """A battle of A and B to be fought so many hours from now; both have sent their rosters."""
    await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3, **settings)
    await camp.start()
    await camp.rest()
    one, when = await camp.battle("A"), camp.camp.clock() + hours * HOUR
    await camp.do("A", Propose(warband=await camp.band("A"), fixture=one.id, times=(when,)))
    await camp.do("B", Accept(warband=await camp.band("B"), fixture=one.id, time=when))
    for name in "AB":
        await camp.muster(name)
    await camp.quiet()
    return when


def test_a_battle_is_laid_at_its_date_and_not_before(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        await dated(camp, 30)
        await camp.pass_(29)
        assert (await camp.battle("A")).game == ""
        await camp.pass_(1.1)
        await camp.until(lambda now: bool(playing(now)), days=1)

    play(tmp_path, story)


def test_a_battle_is_laid_before_its_date_once_both_would(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        await dated(camp, 30)
        for name, laid in (("A", False), ("B", True)):
            one = await camp.battle(name)
            await camp.do(name, Hasten(warband=await camp.band(name), fixture=one.id, early=True))
            await camp.quiet()
            assert bool((await camp.battle(name)).game) is laid

    play(tmp_path, story)


def test_a_stand_in_would_begin_at_any_time(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        await dated(camp, 30)
        one = await camp.battle("A")
        await camp.do("A", StandIn(warband=await camp.band("A"), fixture=one.id))
        await camp.quiet()
        assert (await camp.battle("A")).game == "", "B keeps to the date"
        await camp.do("B", Hasten(warband=await camp.band("B"), fixture=one.id, early=True))
        await camp.quiet()
        assert (await camp.battle("A")).state == PLAYING

    play(tmp_path, story)


def test_two_stand_ins_do_not_wait_for_a_date(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        await dated(camp, 30)
        one = await camp.battle("A")
        for name in "AB":
            await camp.do(name, StandIn(warband=await camp.band(name), fixture=one.id))
        await camp.quiet()
        assert (await camp.battle("A")).state == PLAYING

    play(tmp_path, story)


def test_a_date_at_the_deadline_loses_nobody_the_battle(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        await dated(camp, 24, days=1)
        await camp.pass_(25)
        await camp.until(lambda now: bool(playing(now)), days=1)

    play(tmp_path, story)


def test_counsel_at_the_tables_is_as_the_campaign_says(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3, counsel=True)
        await camp.start()
        await camp.rest()
        one = await camp.laid()
        assert (await camp.table(one)).options.counsel is True

    play(tmp_path, story)
