"""Battles that were hardly fought: who does not come loses by absence, and what an early resignation is."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from msgspec.structs import replace

from app.campaigns.battles.musters import Muster
from app.campaigns.battles.results import Over
from app.campaigns.battles.tables import Battles
from app.campaigns.ledger.chronicle import added, told
from app.campaigns.ledger.events import Ended, FixtureAdded, Posted, Reminded, ScenarioSet
from app.campaigns.model import Fixture
from app.campaigns.people.members import Leave
from app.campaigns.rounds.absence import StandIn
from app.campaigns.rounds.course import Extend
from app.campaigns.rounds.reminders import Remind
from app.campaigns.service import Campaigns, Done
from app.campaigns.service import Refused as Denied
from app.engine.campaigns import Deed
from app.engine.events import Seat
from app.games.agreed import Watching
from app.games.results import GameId, OpenQuestion
from app.games.rows import plain
from app.store.house_tables import moment
from app.web.campaigns.awaited import awaited
from app.web.campaigns.host import urgent
from app.web.campaigns.notices import waits
from tests.campaigns.dropping import Camp, play
from tests.campaigns.rounds_table import HOST
from tests.campaigns.test_results import ONE, begun, code, laid

FELL: dict[str, tuple[Deed, ...]] = {"w0": (Deed(id="m0", fate="lost"),), "w1": (Deed(id="m0"),)}


@pytest.mark.parametrize(
    ("gone", "turn", "settings", "result", "clause"),
    [
        ("absent", 0, {}, "forfeit", "CPN-ABS-09"),
        ("resigned", 0, {}, "forfeit", "CPN-RES-16"),
        ("resigned", 1, {}, "forfeit", "CPN-RES-16"),
        ("resigned", 2, {}, "won", "CPN-RES-03"),
        ("resigned", 2, {"resign": 2}, "forfeit", "CPN-RES-16"),
        ("resigned", 1, {"early": "won"}, "won", "CPN-RES-16"),
        ("resigned", 0, {"early": "fought"}, "won", "CPN-RES-03"),
        ("", 1, {}, "won", "CPN-RES-03"),
    ],
)
def test_what_a_battle_that_was_given_up_is(
    gone: str, turn: int, settings: dict[str, Any], result: str, clause: str
) -> None:
    table = laid(begun(**settings))
    winner = table.now.fixtures[ONE].sides[0]
    assert table.give("", Over(fixture=ONE, winner=winner, deeds=FELL, gone=gone, turn=turn)) is None
    (ended,) = (one for one in table.entries if isinstance(one, Ended))
    assert (ended.result, ended.clause, ended.winner) == (result, clause, winner)
    lines = [one.step.about for one in table.entries if isinstance(one, Posted) and one.step.about.startswith("small.")]
    assert bool(lines) == (clause == "CPN-RES-03"), "what follows is done only where it was fought"
    assert all(not one.locked for one in table.now.warbands.values())
    key = {"CPN-ABS-09": "absent", "CPN-RES-16": "resigned", "CPN-RES-03": "won"}[clause]
    assert told(ended, table.now)[0] == f"campaign.news.{key}"


def test_a_resignation_at_the_table_is_early_or_not_by_its_turn(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3, early="forfeit")
        await camp.start()
        await camp.rest()
        one = await camp.laid()
        await camp.give_up("A")
        now = await camp.until(lambda now: now.fixtures[one.id].is_over, days=1)
        assert (now.fixtures[one.id].result, now.fixtures[one.id].winner) == ("forfeit", await camp.band("B"))

    play(tmp_path, story)


def test_an_umpire_calls_a_stand_in_for_who_is_awaited_long_enough() -> None:
    table = begun()
    wanted = StandIn(warband="w0", fixture=ONE)
    assert code(table.give(HOST, wanted)) == "campaign.absence.early"
    table.wait(hours=23)
    assert code(table.give(HOST, wanted)) == "campaign.absence.early"
    table.wait(hours=1)
    assert table.give(HOST, wanted) is None
    sent = Muster(warband="w1", fixture=ONE, members=table.fit("w1"))
    assert code(table.give("p1", sent)) == ""


def test_nobody_is_stood_in_for_whom_nobody_awaits() -> None:
    table = begun()
    assert table.give("p0", Muster(warband="w0", fixture=ONE, members=table.fit("w0"))) is None
    table.wait(days=3)
    assert code(table.give(HOST, StandIn(warband="w0", fixture=ONE))) == "campaign.absence.none"
    assert table.give("p0", StandIn(warband="w0", fixture=ONE)) is None, "for himself at once"


def test_in_a_battle_that_was_added_later_it_counts_since_then() -> None:
    table = begun()
    table.wait(hours=30)
    table.judged = table.clock - 60_000
    assert code(table.give(HOST, StandIn(warband="w0", fixture=ONE))) == "campaign.absence.early"
    table.wait(hours=24)
    assert table.give(HOST, StandIn(warband="w0", fixture=ONE)) is None


def test_since_when_there_is_a_battle() -> None:
    made = FixtureAdded(fixture=Fixture(id="f1", round=1, sides=("w0", "w1")))
    taken = ScenarioSet(fixture="f1", scenario="pass", by="w1")
    of_a_round = ScenarioSet(fixture="f2", scenario="pass", by="w1")
    rows = [
        {"kind": one.__struct_config__.tag, "at_ms": at, "body": plain(one)}
        for at, one in ((5, made), (7, taken), (9, of_a_round))
    ]
    assert [added(rows[:1], "f1"), added(rows, "f1"), added(rows, "f2")] == [5, 7, 0]


def test_who_is_awaited_is_reminded_by_others_once_a_day() -> None:
    table = begun()
    wanted = Remind(warband="w0", fixture=ONE)
    assert code(table.give("p0", wanted)) == "campaign.absence.none", "nobody reminds himself"
    assert table.give("p1", wanted) is None
    (entry,) = (one for one in table.entries if isinstance(one, Reminded))
    assert list(waits(table.now, entry)) == [("p0", "reminded")]
    table.wait(hours=23)
    assert code(table.give(HOST, wanted)) == "campaign.absence.reminded"
    table.wait(hours=1)
    assert table.give(HOST, wanted) is None
    assert table.give("p0", Muster(warband="w0", fixture=ONE, members=table.fit("w0"))) is None
    table.wait(hours=24)
    assert code(table.give("p1", wanted)) == "campaign.absence.none", "he has sent his roster"


async def two_at_a_table(camp: Camp, **settings: Any) -> Fixture:
    """The battle of two who are at its table."""
    await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3, **settings)
    await camp.start()
    await camp.rest()
    return await camp.laid()


async def awaited_of(camp: Camp, one: Fixture) -> tuple[str, Seat]:
    """A side that is asked at the table, and its seat."""
    info = await camp.table(one)
    asked = {q.seat for q in await camp.games.open_questions(info.id, None) if not q.sealed}
    return next((side, seat.seat) for seat, side in zip(info.seats, one.sides, strict=True) if seat.seat in asked)


def test_no_bot_takes_back_the_seat_of_who_took_over_also_by_another_process(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp, absence=0)
        side, seat = await awaited_of(camp, one)
        await camp.do("H", StandIn(warband=side, fixture=one.id))
        info = await camp.table(one)
        await camp.games.stand_in(info.id, seat, False, info.seats[one.sides.index(side)].guest)
        other = Campaigns(camp.games, lambda *_: None)
        await other.look_around()
        assert not any(at.bot for at in (await camp.table(one)).seats)
        for _ in range(2):
            await camp.do("H", StandIn(warband=side, fixture=one.id))
        assert (await camp.table(one)).seats[one.sides.index(side)].stand_in, "he is away again"
        assert (await camp.now()).fixtures[one.id].stand_ins == (side, side)

    play(tmp_path, story)


def test_who_has_sealed_his_answer_is_not_awaited(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp)
        seats = [at.seat for at in (await camp.table(one)).seats]
        asked = tuple(OpenQuestion(seat=seat, mine=False, sealed=seat == seats[0]) for seat in seats)
        with patch.object(camp.games, "open_questions", AsyncMock(return_value=asked)):
            past = await Battles(camp.games).waiting(await camp.now(), one.id)
        assert list(past.facts) == [one.sides[1]]

    play(tmp_path, story)


def test_at_the_table_only_who_is_asked_is_awaited_and_reminded_and_since_the_last_that_was_done(
    tmp_path: Path,
) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp)
        info, now = await camp.table(one), await camp.now()
        asked = (OpenQuestion(seat=info.seats[1].seat, mine=False),)
        here = SimpleNamespace(campaigns=camp.camp, games=camp.games)
        at: Any = SimpleNamespace(
            here=here, now=now, id=camp.actors["H"].id, mine=(), rules=camp.camp.rules("ronin"), rules_in_charge=True
        )
        with patch.object(camp.games, "open_questions", AsyncMock(return_value=asked)):
            await camp.pass_(25)
            assert [(row["house"]["id"], row["remind"]) for row in await urgent(at)] == [(one.sides[1], True)]
            given = await camp.act("H", Remind(warband=one.sides[0], fixture=one.id))
            assert isinstance(given, Denied)
            assert given.refusal.code == "campaign.absence.none", "it is not his go"
            await camp.do("H", Remind(warband=one.sides[1], fixture=one.id))
            row = {"game_id": info.id, "head": 1000, "at_ms": camp.camp.clock() - 3_600_000}
            await camp.store.run(lambda db: db.execute(moment.insert(), row) and None)
            assert await urgent(at) == [], "they play"
            other = replace(now.players[at.id], guest="C", roles=("player",))
            at.id, at.now, at.rules_in_charge = "C", replace(now, players={**now.players, "C": other}), False
            assert [row["house"]["id"] for row in await awaited(at)] == [one.sides[1]], "who watches it knows"
            for watch in (Watching(delay=30), Watching(who="none")):
                unseen = replace(info, options=replace(info.options, watch=watch))
                with patch.object(camp.games, "info", AsyncMock(return_value=unseen)):
                    rows = [(row["house"]["id"], row["remind"]) for row in await awaited(at)]
                assert sorted(rows) == sorted((side, False) for side in one.sides), "he knows not whose go it is"

    play(tmp_path, story)


@pytest.mark.parametrize("watch", [{"delay": 30}, {"who": "none"}])
def test_a_reminder_tells_nobody_whose_go_it_is_who_may_not_see_it(tmp_path: Path, watch: dict[str, Any]) -> None:
    async def story(camp: Camp) -> None:
        await camp.open("ronin", "red-devils", "ABC", pairing="swiss", rounds=3, table={"watch": watch})
        await camp.start()
        await camp.rest()
        one = next(f for f in (await camp.now()).fixtures.values() if all(f.sides) and len(f.sides) == 2)
        bands = {await camp.band(name): name for name in "ABC"}
        for side in one.sides:
            await camp.muster(bands[side])
        await camp.pass_(25)
        side, _ = await awaited_of(camp, one)
        outsider = next(name for band, name in bands.items() if band not in one.sides)
        for asked in one.sides:
            given = await camp.act(outsider, Remind(warband=asked, fixture=one.id))
            assert isinstance(given, Denied)
            assert given.refusal.code == "campaign.not-yours", "the same, whoever is asked"
        opponent = next(other for other in one.sides if other != side)
        await camp.do(bands[opponent], Remind(warband=side, fixture=one.id))

    play(tmp_path, story)


def test_a_moved_deadline_comes_to_the_table_also_by_another_process(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp)
        battle = (await camp.table(one)).options.campaign
        assert battle
        later = Extend(fixture=one.id, due=battle.starts + 3_600_000, reason="a train")
        other = Campaigns(camp.games, lambda *_: None)
        assert isinstance(await other.act(camp.id, camp.actors["H"], later), Done)
        battle = (await camp.table(one)).options.campaign
        assert battle
        assert battle.starts == later.due

    play(tmp_path, story)


def test_at_the_table_it_counts_since_the_last_that_was_done(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3)
        await camp.start()
        await camp.rest()
        await camp.pass_(20)
        one = await camp.laid()
        info = await camp.table(one)
        asked = {q.seat for q in await camp.games.open_questions(info.id, None) if not q.sealed}
        side = next(side for seat, side in zip(info.seats, one.sides, strict=True) if seat.seat in asked)
        await camp.pass_(23)
        act = await camp.act("H", StandIn(warband=side, fixture=one.id))
        assert isinstance(act, Denied)
        assert act.refusal.code == "campaign.absence.early"
        await camp.pass_(1.1)
        await camp.do("H", StandIn(warband=side, fixture=one.id))
        assert (await camp.table(one)).seats[one.sides.index(side)].stand_in

    play(tmp_path, story)


def test_who_never_came_loses_by_absence_after_the_grace(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        clock = {"clock": {"kind": "live", "minutes": 60}, "zero": "forfeit"}
        await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3, table=clock)
        await camp.start()
        await camp.rest()
        one = await camp.laid()
        info = await camp.table(one)
        game, asked = GameId(info.id), {q.seat for q in await camp.games.open_questions(info.id, None)}
        assert [clock.running for clock in await camp.games.clocks(game)] == [False, False]
        battle = info.options.campaign
        assert battle
        assert battle.starts == (await camp.now()).rounds[-1].due
        there = next(seat.seat for seat in info.seats if len(asked) > 1 or seat.seat not in asked)
        await camp.games.sat_down(info, there, lambda _: True)
        now = await camp.until(lambda now: now.fixtures[one.id].is_over, days=5)
        winner = one.sides[[seat.seat for seat in info.seats].index(there)]
        assert (now.fixtures[one.id].result, now.fixtures[one.id].winner) == ("forfeit", winner)

    play(tmp_path, story)


@pytest.mark.parametrize("come", [0, 1, 2])
def test_by_letter_without_a_date_who_alone_never_came_loses_when_its_time_is_over(tmp_path: Path, come: int) -> None:
    async def story(camp: Camp) -> None:
        clock = {"clock": {"kind": "letter", "hours": 168}, "zero": "forfeit"}
        one = await two_at_a_table(camp, table=clock)
        info = await camp.table(one)
        for at in info.seats[:come]:
            await camp.games.sat_down(info, at.seat, lambda _: True)
        now = await camp.until(lambda now: now.fixtures[one.id].is_over, days=6)
        ended = ("forfeit", one.sides[0]) if come == 1 else ("standoff", "")
        assert (now.fixtures[one.id].result, now.fixtures[one.id].winner) == ended

    play(tmp_path, story)


def test_who_took_over_from_a_bot_and_then_leaves_the_campaign_has_one_again(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp, absence=0)
        side, seat = await awaited_of(camp, one)
        name = (await camp.now()).warbands[side].name
        await camp.do("H", StandIn(warband=side, fixture=one.id))
        info = await camp.table(one)
        await camp.games.stand_in(info.id, seat, False, info.seats[one.sides.index(side)].guest)
        await camp.do(name, Leave())
        assert (await camp.table(one)).seats[one.sides.index(side)].bot

    play(tmp_path, story)
