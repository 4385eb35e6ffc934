"""Time to answer out of turn: the default when a seat keeps silent, and nothing when it does not."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.games.results import Accepted, GameId, OpenQuestion, Refused, Result, Stale
from app.games.verify import verify
from app.store import StorageFull, Store, clocks
from tests.duel import DUEL
from tests.games.sand import PERSONS, Yard, playing, settle, until
from tests.toy import BLUE, RED, setup


@playing
async def test_silence_is_answered_with_the_default(yard: Yard) -> None:
    game = await yard.duel()
    assert yard.sand.running == 1
    yard.sand.run(59)
    await settle()
    assert await yard.kinds(game) == []
    yard.sand.run(1)
    await until(lambda: has_happened(yard, game, 2))
    assert await yard.kinds(game) == ["engine.timed-out", "toy.stepped"]
    assert await yard.points(game) == 2
    assert await yard.asked(game, RED)
    assert yard.sand.running == 0
    told = next(e for e in await yard.games.events(game, None) if e.kind == "engine.timed-out")
    assert told.clause == "ENG-ASK-04"
    assert told.telling
    assert told.telling.facts == {"seat": "blue"}
    assert yard.told[-1][2] == "events"


async def has_happened(yard: Yard, game: GameId, much: int) -> bool:
    """Whether so much has happened."""
    return len(await yard.kinds(game)) >= much


@playing
async def test_the_clock_stands_on_the_tape_and_in_a_sound_record(yard: Yard) -> None:
    game = await yard.duel()
    yard.sand.run(60)
    await until(lambda: has_happened(yard, game, 2))
    assert isinstance(await yard.say(game, RED, "done"), Accepted)
    record: Any = await yard.games.record(game)
    assert verify(record, [DUEL]) == []
    given = [(line["seat"], line["by"], line["body"]) for line in record["tape"] if line["kind"] == "answer"]
    assert given == [("red", "person", "thrust"), ("blue", "clock", "stand"), ("red", "person", "done")]


@playing
async def test_an_answer_in_time_stops_the_clock(yard: Yard) -> None:
    game = await yard.duel()
    yard.sand.run(59)
    assert isinstance(await yard.say(game, BLUE, "parry"), Accepted)
    await settle()
    assert yard.sand.running == 0
    yard.sand.run(3600)
    await settle()
    assert await yard.kinds(game) == ["toy.stepped"]
    assert await yard.points(game) == 0


@playing
async def test_every_question_has_its_own_full_time(yard: Yard) -> None:
    game = await yard.duel()
    yard.sand.run(40)
    assert isinstance(await yard.say(game, BLUE, "dodge"), Accepted)
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    assert (await yard.blue(game)).seconds_left == 60
    yard.sand.run(40)
    await settle()
    assert await yard.kinds(game) == ["toy.stepped"]
    yard.sand.run(20)
    await until(lambda: has_happened(yard, game, 3))
    assert await yard.points(game) == 3


@pytest.mark.parametrize("first", ["player", "clock"])
def test_of_two_answers_at_one_instant_the_first_stands(tmp_path: Path, first: str) -> None:
    async def test(yard: Yard) -> None:
        game = await yard.duel()
        asked, answered = await yard.blue(game), []
        give = yard.games.answer

        async def late(*args: Any, **more: Any) -> Result:
            answered.append(more["by"])
            if first == "player":
                assert isinstance(await give(game, BLUE, asked.id, "parry"), Accepted)
            return await give(*args, **more)

        yard.games._clocks._give = late
        yard.sand.run(60)
        await until(lambda: has_happened(yard, game, 1))
        await settle()
        assert answered == ["clock"]
        if first == "player":
            assert await yard.points(game) == 0
            assert await yard.kinds(game) == ["toy.stepped"]
        else:
            assert isinstance(await give(game, BLUE, asked.id, "parry"), Stale)
            assert await yard.points(game) == 2

    playing(test)(tmp_path)


@playing
async def test_a_hundred_answers_and_the_clock_together_count_once(yard: Yard) -> None:
    game = await yard.duel()
    asked = await yard.blue(game)
    yard.sand.run(60)
    many = [yard.games.answer(game, BLUE, asked.id, "parry") for _ in range(100)]
    said = await asyncio.gather(*many)
    await until(lambda: has_happened(yard, game, 1))
    await settle()
    taken = sum(isinstance(one, Accepted) for one in said)
    kinds = await yard.kinds(game)
    assert kinds.count("toy.stepped") == 1
    assert taken + kinds.count("engine.timed-out") == 1
    assert all(isinstance(one, Accepted | Stale) for one in said)


@playing
async def test_the_time_left_is_told_to_the_asked_seat_alone(yard: Yard) -> None:
    game = await yard.duel(30)
    yard.sand.run(12.5)
    assert (await yard.blue(game)).seconds_left == 17.5
    for viewer in (RED, None):
        (seen,) = await yard.games.open_questions(game, viewer)
        assert seen == OpenQuestion(seat=BLUE, mine=False)


@playing
async def test_no_clock_without_the_option_nor_on_ones_own_go(yard: Yard) -> None:
    free = await yard.duel(0)
    assert (await yard.blue(free)).seconds_left is None
    own = await yard.duel(60, thrust=False)
    asked = await yard.asked(own, RED)
    assert asked
    assert asked.seconds_left is None
    assert yard.sand.running == 0


@playing
async def test_no_clock_for_secrets_nor_while_nobody_has_the_go(yard: Yard) -> None:
    nobody = await yard.duel(nobody=True)
    assert (await yard.blue(nobody)).seconds_left is None
    several = await yard.duel(bid=True, thrust=False)
    assert isinstance(await yard.say(several, RED, "1"), Accepted)
    assert (await yard.blue(several)).seconds_left is None
    secret = await yard.duel()
    for _ in range(2):
        assert isinstance(await yard.say(secret, BLUE, "parry"), Accepted)
        assert isinstance(await yard.say(secret, RED, "thrust"), Accepted)
    asked = await yard.blue(secret)
    assert asked.secret
    assert asked.seconds_left is None
    assert yard.sand.running == 0


@playing
async def test_no_clock_for_bots_and_stand_ins(yard: Yard) -> None:
    game = await yard.duel(seats={RED: "person", BLUE: "bot"})
    await until(lambda: has_happened(yard, game, 1))
    assert yard.sand.sleepers == []
    other = await yard.duel()
    assert yard.sand.running == 1
    assert isinstance(await yard.games.stand_in(other, BLUE, True), Accepted)
    await settle()
    assert yard.sand.running == 0
    assert await yard.kinds(other) == ["toy.stepped"]


@playing
async def test_a_pause_stops_it_and_the_full_time_begins_when_play_goes_on(yard: Yard) -> None:
    game = await yard.duel()
    yard.sand.run(50)
    assert isinstance(await yard.games.pause(game, RED), Accepted)
    await settle()
    assert yard.sand.running == 0
    yard.sand.run(3600)
    await settle()
    assert isinstance(await yard.games.resume(game, RED), Accepted)
    assert (await yard.blue(game)).seconds_left == 60
    assert await yard.kinds(game) == []


@playing
async def test_the_end_of_a_game_stops_it(yard: Yard) -> None:
    game = await yard.duel()
    assert isinstance(await yard.games.resign(game, RED), Accepted)
    await settle()
    assert yard.sand.running == 0


@playing
async def test_other_deeds_at_the_table_leave_it_running_and_single(yard: Yard) -> None:
    game = await yard.duel()
    yard.sand.run(20)
    assert isinstance(await yard.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await yard.say(game, BLUE, "no such way"), Refused)
    yard.games.forget(game)
    assert (await yard.blue(game)).seconds_left == 40
    assert len(yard.sand.sleepers) == 1


@playing
async def test_undo_of_the_question_stops_it(yard: Yard) -> None:
    game = await yard.duel()
    assert isinstance(await yard.games.undo(game, RED), Accepted)
    await settle()
    assert yard.sand.running == 0
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    assert (await yard.blue(game)).seconds_left == 60


@playing
async def test_what_the_clock_answered_is_not_undone_alone(yard: Yard) -> None:
    game = await yard.duel()
    yard.sand.run(60)
    await until(lambda: has_happened(yard, game, 2))
    for _ in range(2):
        refused = await yard.games.undo(game, BLUE)
        assert isinstance(refused, Refused)
        assert refused.refusal.code == "undo.silent"
        assert await yard.games.may_undo(game, BLUE) == refused.refusal
        yard.games.forget(game)
    assert isinstance(await yard.games.takeback_ask(game, BLUE), Accepted)
    assert isinstance(await yard.games.takeback_answer(game, RED, True), Accepted)
    assert (await yard.blue(game)).seconds_left == 60


@playing
async def test_a_restart_gives_a_reaction_its_full_time_again(yard: Yard) -> None:
    game, free = await yard.duel(), await yard.duel(0)
    yard.sand.run(55)
    await yard.games.close()
    await settle()
    assert yard.sand.running == 0
    yard.store = Store(yard.url)
    yard.games = yard.service()
    await yard.games.start()
    await until(lambda: has_time(yard, game))
    assert (await yard.blue(game)).seconds_left == 60
    assert (await yard.blue(free)).seconds_left is None
    assert yard.sand.running == 2, "the question's, and the server's pulse"
    yard.sand.run(60)
    await until(lambda: has_happened(yard, game, 2))


async def has_time(yard: Yard, game: GameId) -> bool:
    """Whether blue's clock runs."""
    return (await yard.blue(game)).seconds_left is not None


@playing
async def test_a_clock_does_not_undo_what_another_process_took(yard: Yard) -> None:
    game = await yard.duel()
    asked, other = await yard.blue(game), yard.service()
    assert isinstance(await other.answer(game, BLUE, asked.id, "parry"), Accepted)
    yard.sand.run(60)
    await settle()
    yard.games.forget(game)
    assert await yard.kinds(game) == ["toy.stepped"]
    assert await yard.points(game) == 0
    assert yard.sand.running == 0


@playing
async def test_only_tables_in_play_that_give_a_time_are_taken_up(yard: Yard) -> None:
    game = await yard.duel(15)
    paused, _ = await yard.duel(600), await yard.duel(0)
    assert isinstance(await yard.games.pause(paused, RED), Accepted)
    made = await yard.games.create("duel", setup(), PERSONS, options={"answer_seconds": 20})
    assert isinstance(made, str)
    plain = await yard.games.create("duel", setup(), {RED: "bot", BLUE: "open"})
    assert isinstance(plain, str)
    assert await yard.store.look(clocks.timed) == [game]


@playing
async def test_a_default_that_could_not_be_stored_is_given_again(yard: Yard) -> None:
    game = await yard.duel()
    run, failed = yard.store.run, list[Any]()

    async def full(*args: Any) -> Any:
        failed.append(args)
        raise StorageFull("no space")

    yard.store.run = full  # type: ignore[method-assign, assignment]
    yard.sand.run(60)
    await until(partial(failed_once, failed))
    await settle()
    yard.store.run = run  # type: ignore[method-assign]
    assert await yard.kinds(game) == []
    yard.sand.run(5)
    await until(lambda: has_happened(yard, game, 2))
    assert await yard.points(game) == 2


async def failed_once(failed: list[Any]) -> bool:
    """Whether something failed."""
    return bool(failed)


@pytest.mark.parametrize("seconds", [-1, 1, 14, 601, 10**9, True, "60", 60.0, None, [60]])
def test_a_time_that_cannot_be_meant_is_refused(tmp_path: Path, seconds: Any) -> None:
    async def test(yard: Yard) -> None:
        made = await yard.games.create("duel", setup(), PERSONS, options={"answer_seconds": seconds})
        assert isinstance(made, tuple)
        assert [no.code for no in made] == ["table.answer-seconds"]

    playing(test)(tmp_path)
