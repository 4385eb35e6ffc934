"""Bots of hosted tables that think: in a process of its own, at the level that was agreed, and never in the way."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from app.bots.ending import Ends
from app.bots.levels import NOVICE
from app.bots.thinker import Why, think
from app.conformance import by_chance, phases
from app.engine.events import Seat
from app.engine.session import Session
from app.engine.system import Outcome
from app.games import minds, offers
from app.games.agreed import read
from app.games.minds import Minds, level_of, position_of
from app.games.minds_worker import Found, Position, work
from app.games.processes import Processes
from app.games.results import Accepted, GameId, SeatKind
from app.games.table_rules import refuse_table
from app.systems import system_of
from tests.games.table import Host
from tests.toy import Toy
from tests.toy import setup as toy_setup

RONIN = system_of("ronin")


def drive(session: Session[Any], kind: str = "bot", **options: Any) -> Any:
    """What is looked at of a hosted game."""
    question = session.questions()[0]
    row, seats = {"options": options, "seed": "00"}, {question.seat: {"kind": kind}}
    return SimpleNamespace(live=session, system=session.system, id="game", row=row, seats=seats)


def open_question() -> Session[Any]:
    """A game of Ronin in which somebody is asked something that has more than one answer."""
    setup = offers.quick(RONIN, "duel")
    assert setup is not None
    for session in phases(RONIN, RONIN.begin(setup)):
        for question in by_chance(session, Random(1)):
            if question.about == "activate.move":
                return session
    raise AssertionError


def test_a_level_is_what_the_table_agreed_and_a_stand_in_plays_as_usual() -> None:
    session = open_question()
    seat = session.questions()[0].seat
    assert level_of(drive(session, bots="novice"), seat) == "novice"
    assert level_of(drive(session), seat) == level_of(drive(session, bots="god"), seat) == "veteran"
    assert level_of(drive(session, kind="person", bots="novice"), seat) == "veteran"
    assert [no.code for no in refuse_table({"bots": "god"})] == ["table.bots"]
    assert not refuse_table({"bots": "master"})
    assert read({"bots": "novice"}).again == {"bots": "novice"}


def test_a_process_answers_what_the_level_answers() -> None:
    session = open_question()
    seat = session.questions()[0].seat
    position = position_of(drive(session, bots="novice"), seat)
    assert position is not None
    packed = msgspec.msgpack.encode(msgspec.structs.replace(position, seconds=600))
    found, thought = msgspec.msgpack.decode(work(packed), type=Found), think(session, seat, NOVICE, position.seed)
    assert (found.answer, found.why, found.ends) == (thought.answer, thought.why, Ends())
    assert session.refuse(seat, found.answer) is None
    other = drive(session)
    other.row["seed"] = "01"
    assert minds.seed_of(other) != position.seed


def test_nothing_is_thought_of_where_a_system_does_not_judge() -> None:
    toy = Toy()
    session = next(phases(toy, toy.begin(toy_setup())))
    assert position_of(drive(session), session.questions()[0].seat) is None


def dies(packed: bytes) -> bytes:
    """The process ends."""
    os._exit(len(packed) and 1)


def echoes(packed: bytes) -> bytes:
    """The seat itself."""
    return msgspec.msgpack.encode(Found(msgspec.msgpack.decode(packed, type=Position).seat))


def test_where_a_process_breaks_or_too_many_think_there_is_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_question()
    position = position_of(drive(session), session.questions()[0].seat)
    assert position is not None

    others = set(multiprocessing.active_children())

    async def told() -> list[Any]:
        mine = Minds(1)
        try:
            monkeypatch.setattr(minds, "work", echoes)
            found = [await mine.think(position)]
            monkeypatch.setattr(minds, "work", dies)
            found.append(await mine.think(position))
            monkeypatch.setattr(minds, "work", echoes)
            found.append(await mine.think(position))
            mine.room = 0
            return [*found, await mine.think(position)]
        finally:
            await mine.close()

    assert asyncio.run(told()) == [Found(position.seat), None, Found(position.seat), None]
    assert set(multiprocessing.active_children()) <= others


def waits(packed: bytes) -> bytes:
    """So many seconds, and they are returned."""
    time.sleep(float(packed))
    return packed


def test_what_takes_too_long_ends_no_other_that_waits_for_its_turn() -> None:
    async def told() -> list[Any]:
        mine = Processes(2)
        try:
            await asyncio.gather(*(mine.send(waits, b"0", 60) for _ in range(2)))  # both have begun
            late = [mine.send(waits, b"60", 1), *(mine.send(waits, b"0.2", 60) for _ in range(5))]
            return [*await asyncio.gather(*late, return_exceptions=True), await mine.send(waits, b"0.2", 60)]
        finally:
            await mine.close()

    late, *others = asyncio.run(told())
    assert isinstance(late, TimeoutError)
    assert [one for one in others if one != b"0.2" and not isinstance(one, BrokenExecutor)] == []
    assert others[-1] == b"0.2"


def test_once_they_are_closed_nobody_thinks_and_no_process_begins(caplog: pytest.LogCaptureFixture) -> None:
    session = open_question()
    position = position_of(drive(session), session.questions()[0].seat)
    assert position is not None
    others = set(multiprocessing.active_children())

    async def told() -> Any:
        mine = Minds(1)
        await mine.close()
        return await mine.think(position)

    assert asyncio.run(told()) is None
    assert "these processes are closed" in caplog.text
    assert set(multiprocessing.active_children()) <= others


def test_a_bot_of_a_hosted_table_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = list[Any]()

    async def told() -> None:
        host = Host(tmp_path, RONIN, bot_delay=0.001)
        asked = Minds.think

        async def noted(self: Minds, position: Position) -> Any:
            thought.append(await asked(self, position))
            return thought[-1]

        monkeypatch.setattr(Minds, "think", noted)
        setup = offers.quick(RONIN, "duel")
        assert setup is not None
        seats: dict[Seat, SeatKind] = {side.seat: "bot" for side in setup.sides}
        assert isinstance(await host.games.create("ronin", setup, seats, options={"bots": "novice"}), str)
        while len(thought) < 3:
            await asyncio.sleep(0.01)
        await host.games.close()

    asyncio.run(asyncio.wait_for(told(), 60))
    assert all(answer is not None for answer in thought[:3])


def test_who_gives_up_on_a_question_that_is_no_longer_asked_goes_on(tmp_path: Path) -> None:
    async def told() -> list[Any]:
        host = Host(tmp_path, RONIN, bot_delay=0.0)
        setup = offers.quick(RONIN, "duel")
        assert setup is not None
        seats: dict[Seat, SeatKind] = {side.seat: "person" for side in setup.sides}
        game = await host.games.create("ronin", setup, seats)
        assert isinstance(game, str)
        for seat in seats:
            await host.games.join(GameId(game), seat, (await host.games.guests.welcome(str(seat)))[0].id, str(seat))
        late = [await host.games.resign(GameId(game), seat, None, f"9-{seat}") for seat in seats]
        stands = await host.games.info(GameId(game))
        await host.games.close()
        return [late, stands and stands.status]

    late, status = asyncio.run(told())
    assert not any(isinstance(one, Accepted) for one in late)
    assert status == "playing"


def test_a_bot_that_cannot_win_any_more_gives_up_and_says_why_it_did_what_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Minds.think

    async def sees_no_hope(self: Minds, position: Position) -> Found | None:
        found = await asked(self, position)
        return found and msgspec.structs.replace(found, ends=Ends(gives_up=position.ending))

    async def told() -> tuple[Outcome | None, list[Why | None]]:
        host = Host(tmp_path, RONIN, bot_delay=0.001)
        monkeypatch.setattr(Minds, "think", sees_no_hope)
        setup = offers.quick(RONIN, "duel")
        assert setup is not None
        seats: dict[Seat, SeatKind] = {side.seat: "bot" for side in setup.sides}
        game = await host.games.create("ronin", setup, seats, options={"bots": "novice"})
        assert isinstance(game, str)
        while (info := await host.games.info(GameId(game))) and info.status != "over":
            await asyncio.sleep(0.01)
        assert info is not None
        whys = [host.games.why(GameId(game), side.seat) for side in setup.sides]
        await host.games.close()
        return info.outcome, whys

    outcome, whys = asyncio.run(asyncio.wait_for(told(), 60))
    assert outcome is not None
    assert outcome.reason == "outcome.conceded"
    assert any(why is not None and why.looked > 1 for why in whys)
