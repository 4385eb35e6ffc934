"""Time to think: whose clock runs, what it costs, and what a restart does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.games.results import Accepted, Refused
from app.store import games
from tests.games.sand import PERSONS, Yard, playing, settle
from tests.toy import BLUE, RED, setup

LIVE: dict[str, Any] = {"kind": "live", "minutes": 10, "increment": 5}
LETTER: dict[str, Any] = {"kind": "letter", "hours": 24}
DAY = 86_400


@playing
async def test_it_runs_for_who_is_asked_and_stands_for_the_other(yard: Yard) -> None:
    game = await yard.clocked(LIVE)
    assert await yard.running(game) == ["red"]
    yard.sand.run(90)
    assert await yard.left(game) == {"red": 510, "blue": 600}
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    assert await yard.running(game) == ["blue"]
    yard.sand.run(60)
    assert await yard.left(game) == {"red": 515, "blue": 540}
    assert isinstance(await yard.say(game, BLUE, "parry"), Accepted)
    assert await yard.left(game) == {"red": 515, "blue": 545}
    assert await yard.running(game) == ["red"]
    stored = {row["seat"]: row for row in await yard.store.look(games.clocks_of, game)}
    assert stored["blue"]["left_ms"] == 545_000
    assert stored["blue"]["since_ms"] is None
    assert stored["red"]["since_ms"] == yard.sand.time.wall()


@playing
async def test_a_refused_answer_and_other_deeds_neither_stop_nor_feed_it(yard: Yard) -> None:
    game = await yard.clocked(LIVE)
    yard.sand.run(10)
    assert isinstance(await yard.say(game, RED, "no such way"), Refused)
    assert isinstance(await yard.games.pause(game, BLUE), Accepted)
    assert await yard.running(game) == []
    yard.sand.run(DAY)
    assert isinstance(await yard.games.resume(game, BLUE), Accepted)
    yard.sand.run(10)
    assert await yard.left(game) == {"red": 580, "blue": 600}


@playing
async def test_what_is_undone_has_earned_nothing(yard: Yard) -> None:
    game = await yard.clocked(LIVE)
    for _ in range(3):
        assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
        assert isinstance(await yard.games.undo(game, RED), Accepted)
    assert await yard.left(game) == {"red": 600, "blue": 600}
    assert await yard.running(game) == ["red"]


@playing
async def test_a_reaction_with_a_time_of_its_own_costs_no_bank(yard: Yard) -> None:
    game = await yard.duel(60, agreed={"clock": LIVE})
    assert await yard.running(game) == []
    yard.sand.run(50)
    assert (await yard.blue(game)).seconds_left == 10
    assert (await yard.left(game))["blue"] == 600
    assert isinstance(await yard.say(game, BLUE, "parry"), Accepted)
    assert await yard.running(game) == ["red"]


@playing
async def test_in_secret_questions_all_who_are_asked_think_at_once(yard: Yard) -> None:
    game = await yard.duel(60, agreed={"clock": LIVE}, thrust=False, bid=True)
    assert await yard.running(game) == ["red", "blue"]
    yard.sand.run(30)
    assert isinstance(await yard.say(game, BLUE, "1"), Accepted)
    assert await yard.running(game) == ["red"]
    yard.sand.run(30)
    assert await yard.left(game) == {"red": 540, "blue": 575}


@playing
async def test_by_letter_each_question_has_its_full_hours(yard: Yard) -> None:
    game = await yard.clocked(LETTER)
    yard.sand.run(23 * 3600)
    assert (await yard.left(game))["red"] == 3600
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    yard.sand.run(3600)
    assert await yard.left(game) == {"red": DAY, "blue": 23 * 3600}
    assert isinstance(await yard.games.pause(game, BLUE), Accepted)
    assert isinstance(await yard.games.resume(game, BLUE), Accepted)
    assert (await yard.left(game))["blue"] == 23 * 3600, "a pause makes no new day"
    assert isinstance(await yard.say(game, BLUE, "parry"), Accepted)
    yard.sand.run(10)
    assert await yard.left(game) == {"red": DAY - 10, "blue": DAY}


@playing
async def test_no_clock_for_bots_and_none_without_the_option(yard: Yard) -> None:
    game = await yard.clocked(LIVE, seats={RED: "person", BLUE: "bot"})
    assert [c.seat for c in await yard.games.clocks(game)] == [RED]
    plain = await yard.clocked({"kind": "none"})
    assert await yard.games.clocks(plain) == ()
    assert await yard.store.look(games.clocks_of, plain) == []


@pytest.mark.parametrize("gently", [True, False])
def test_a_restart_costs_nobody_time_and_gives_at_most_a_pulse(tmp_path: Path, gently: bool) -> None:
    async def test(yard: Yard) -> None:
        await yard.games.start()
        game = await yard.clocked(LIVE)
        yard.sand.run(100)
        await settle()
        yard.sand.run(13)
        before = await yard.left(game)
        assert before["red"] == 487
        await yard.restarted(7200, gently)
        after = await yard.left(game)
        assert 0 <= after["red"] - before["red"] <= (0 if gently else 20)
        assert after["blue"] == before["blue"]
        yard.sand.run(7)
        assert await yard.left(game) == {"red": after["red"] - 7, "blue": 600}
        yard.sand.run(500)
        await settle()
        assert await yard.told_of(game, "engine.timed-out") == ["engine.timed-out"], "and it still rings"

    playing(test)(tmp_path)


@playing
async def test_a_clock_that_began_after_the_last_pulse_has_its_whole_bank(yard: Yard) -> None:
    await yard.games.start()
    yard.sand.run(20)
    await settle()
    yard.sand.run(10)
    game = await yard.clocked(LIVE)
    yard.sand.run(5)
    await yard.restarted(3600, gently=False)
    assert await yard.left(game) == {"red": 600, "blue": 600}
    yard.sand.run(7)
    assert await yard.left(game) == {"red": 593, "blue": 600}, "and it runs at once"


@playing
async def test_another_process_goes_on_with_what_this_one_wrote(yard: Yard) -> None:
    game = await yard.clocked(LIVE)
    yard.sand.run(100)
    other, asked = yard.service(), await yard.asked(game, RED)
    assert asked
    assert isinstance(await other.answer(game, RED, asked.id, "thrust"), Accepted)
    assert {str(c.seat): c.left_ms for c in await other.clocks(game)} == {"red": 505_000, "blue": 600_000}
    yard.games.forget(game)
    assert await yard.left(game) == {"red": 505, "blue": 600}
    await other._clocks.alarms.close()


@playing
async def test_an_umpire_adds_time_and_takes_none(yard: Yard) -> None:
    game = await yard.clocked(LIVE)
    yard.sand.run(60)
    assert isinstance(await yard.games._clocks.add(game, RED, 90), Accepted)
    assert isinstance(await yard.games._clocks.add(game, BLUE, 30), Accepted)
    assert await yard.left(game) == {"red": 630, "blue": 630}
    yard.games.forget(game)
    assert await yard.left(game) == {"red": 630, "blue": 630}
    for seconds in (0, -5, 10**9):
        said = await yard.games._clocks.add(game, RED, seconds)
        assert isinstance(said, Refused)
        assert said.refusal.code == "clock.added"
    yard.sand.run(601)
    await settle()
    assert await yard.told_of(game, "engine.timed-out") == []
    said = await yard.games._clocks.add(await yard.clocked(None), RED, 30)
    assert isinstance(said, Refused)
    assert said.refusal.code == "clock.none"


@pytest.mark.parametrize(
    ("clock", "zero", "codes"),
    [
        ({"kind": "live", "minutes": 0, "increment": 301}, "default", ["clock.minutes", "clock.increment"]),
        ({"kind": "live", "minutes": True}, "default", ["clock.minutes"]),
        ({"kind": "live"}, "lottery", ["clock.minutes", "clock.zero"]),
        ({"kind": "letter", "hours": 337}, "bot", ["clock.hours"]),
        ({"kind": "letter", "hours": 24, "minutes": 3}, "bot", ["clock.field"]),
        ({"kind": "sundial"}, "bot", ["clock.kind"]),
        ("live", "forfeit", ["clock.kind"]),
        ({"kind": ["live"]}, ["x"], ["clock.kind", "clock.zero"]),
    ],
)
def test_a_clock_that_cannot_be_meant_is_refused(tmp_path: Path, clock: Any, zero: Any, codes: list[str]) -> None:
    async def test(yard: Yard) -> None:
        made = await yard.games.create("duel", setup(), PERSONS, options={"clock": clock, "zero": zero})
        assert isinstance(made, tuple)
        assert [no.code for no in made] == codes

    playing(test)(tmp_path)
