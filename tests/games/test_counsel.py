"""Counsel at a hosted table: where it may be had, who reads of it, and that it plays nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from app.bots.counsel import Order
from app.engine.events import Seat
from app.engine.views import View
from app.games import offers
from app.games.counsel import is_told
from app.games.counsel_worker import Counselled, Told, work
from app.games.minds import QUEUE, posed
from app.games.minds_worker import Position
from app.games.results import COUNSEL, Accepted, GameId, Refused, Result, SeatKind, Stale
from app.systems import system_of
from tests.games.table import Host, at
from tests.games.test_minds import drive, open_question

RONIN = system_of("ronin")
RED, BLUE = Seat("red"), Seat("blue")
PATIENCE = 3000
GIVEN = Counselled((Told(Order("north"), ("north",)),), 3)


async def nothing() -> None:
    """Nothing happens while it is thought."""


class Bench:
    """A table of Ronin; what is sent to be thought of is kept, and comes back as ``GIVEN``."""

    def __init__(self, folder: Path) -> None:
        self.host, self.sent = Host(folder, RONIN), list[Position]()
        self.games = self.host.games
        self.meanwhile: Callable[[], Awaitable[None]] = nothing
        self.games.minds.room = QUEUE
        self.games.minds.send = self.send  # type: ignore[method-assign,assignment]

    async def send(self, worker: Callable[[bytes], bytes], packed: bytes) -> bytes | None:
        """Thought of at once; a bot's own answer is drawn."""
        if worker is not work:
            return None
        self.sent.append(msgspec.msgpack.decode(packed, type=Position))
        await self.meanwhile()
        return msgspec.msgpack.encode(GIVEN)

    async def laid(self, seats: Mapping[Seat, SeatKind], whose: str = "", **options: Any) -> GameId:
        """A table with somebody in each seat that is no bot's: ``whose`` they all are, if that is said."""
        setup = offers.quick(RONIN, "duel")
        assert setup is not None
        game = await self.games.create("ronin", setup, seats, options=options)
        assert isinstance(game, str)
        for seat, kind in seats.items():
            if kind != "bot":
                guest = whose or (await self.games.guests.welcome(seat))[0].id
                assert isinstance(await self.games.join(game, seat, guest, seat), Accepted)
        return game

    async def asked(self, game: GameId) -> tuple[Seat, str]:
        """A person's seat that is asked, and its question, once no bot owes an answer."""
        info = await self.games.info(game)
        assert info is not None
        for _ in range(PATIENCE):
            asked = {one.seat: await self.host.asked(game, one.seat) for one in info.seats}
            found = [(seat, one.id) for seat, one in asked.items() if one is not None]
            if found and not any(asked[one.seat] for one in info.seats if one.bot):
                return found[0]
            await asyncio.sleep(0.02)
        raise AssertionError

    async def counsel(self, game: GameId) -> Counselled | Result:
        """Counsel for whoever is asked."""
        return await self.games.counsel(game, *await self.asked(game))

    async def view(self, game: GameId) -> View:
        """What red sees of the table."""
        found = await self.games.view(game, RED)
        assert found is not None
        return found[1]

    async def read(self, game: GameId) -> list[str]:
        """Of the last events the kinds that watchers read."""
        return [one.kind for one in await self.games.events(game, None) if "counsel" in one.kind]


def test_against_a_bot_it_is_had_at_once_all_read_it_and_nothing_is_played(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"})
        asked = await bench.asked(game)
        before = await bench.view(game)
        assert await bench.counsel(game) == GIVEN
        assert await bench.counsel(game) == GIVEN
        assert (len(bench.sent), await bench.read(game)) == (1, ["engine.counselled"])
        assert await bench.asked(game) == asked
        assert await bench.view(game) == before

    at(Bench, tmp_path, act)


def test_among_people_all_must_agree_first(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game, games = await bench.laid({RED: "open", BLUE: "open"}), bench.games
        said = await bench.counsel(game)
        assert isinstance(said, Refused)
        assert said.refusal.code == "counsel.not-here"
        info = await games.info(game)
        assert info is not None
        assert info.counsel == "ask"
        assert isinstance(await games.counsel_ask(game, RED), Accepted)
        again = await games.counsel_ask(game, BLUE)
        assert isinstance(again, Refused)
        assert again.refusal.code == "counsel.pending"
        assert isinstance(await bench.counsel(game), Refused)
        assert isinstance(await games.consent(game, BLUE, True, COUNSEL), Accepted)
        assert await bench.counsel(game) == GIVEN
        told = ["engine.counsel-asked", "engine.counsel-agreed", "engine.counsel-opened", "engine.counselled"]
        assert await bench.read(game) == told
        info = await games.info(game)
        assert info is not None
        assert (info.counsel, "counsel" in info.options.again) == ("free", False)

    at(Bench, tmp_path, act)


def test_who_refuses_keeps_it_from_the_table(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.laid({RED: "open", BLUE: "open"})
        await bench.games.counsel_ask(game, RED)
        assert isinstance(await bench.games.consent(game, BLUE, False, COUNSEL), Accepted)
        assert isinstance(await bench.counsel(game), Refused)
        assert not bench.sent

    at(Bench, tmp_path, act)


@pytest.mark.parametrize("said", [True, False])
def test_in_a_battle_of_a_campaign_there_is_none_unless_the_campaign_says_so(tmp_path: Path, said: bool) -> None:
    async def act(bench: Bench) -> None:
        wanted: dict[str, Any] = {"counsel": True} if said else {}
        game = await bench.laid({RED: "open", BLUE: "bot"}, campaign={"id": "c", "fixture": "f"}, **wanted)
        assert isinstance(await bench.counsel(game), Refused) is not said

    at(Bench, tmp_path, act)


def test_counsel_of_a_question_that_has_gone_by_is_dropped(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"})
        seat, ask = await bench.asked(game)
        question = await bench.host.asked(game, seat)
        assert question is not None

        async def moves_on() -> None:
            assert isinstance(await bench.games.answer(game, seat, ask, question.default), Accepted)

        bench.meanwhile = moves_on
        assert isinstance(await bench.games.counsel(game, seat, ask), Stale)
        assert isinstance(await bench.games.counsel(game, seat, ask), Stale)

    at(Bench, tmp_path, act)


def test_how_often_seats_ask_that_answer_in_secret_at_once_is_not_to_be_counted() -> None:
    told: list[dict[str, Any]] = []

    def lines(*seats: Seat) -> list[Seat]:
        """Whose asking all are told, of these that ask one after the other."""
        new = []
        for seat in seats:
            if not is_told(SimpleNamespace(recent=told), seat):  # type: ignore[arg-type]
                new.append(seat)
                told.append({"seen_by": None, "body": {"kind": "engine.counselled", "seat": seat}})
            told.append({"seen_by": [seat], "body": {"kind": "goal.chosen", "seat": seat}})
        return new

    assert lines(BLUE, RED, RED, BLUE, RED, BLUE) == [BLUE, RED]
    told.append({"seen_by": None, "body": {"kind": "engine.joined", "seat": RED}})
    assert lines(RED, BLUE, RED) == [RED, BLUE]


def test_half_of_the_places_in_which_bots_think_are_theirs_alone(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"})
        await bench.asked(game)
        bench.games.minds.room = QUEUE // 2
        said = await bench.counsel(game)
        assert isinstance(said, Refused)
        assert (said.refusal.code, bench.sent, await bench.read(game)) == ("counsel.busy", [], [])
        bench.games.minds.room += 1
        assert await bench.counsel(game) == GIVEN

    at(Bench, tmp_path, act)


def test_one_question_of_a_guest_is_thought_of_at_a_time(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        thinks, done = asyncio.Event(), asyncio.Event()

        async def lasts() -> None:
            thinks.set()
            await done.wait()

        guest, _ = await bench.games.guests.welcome("Many")
        mine, second = [await bench.laid({RED: "open", BLUE: "bot"}, guest.id) for _ in range(2)]
        theirs = await bench.laid({RED: "open", BLUE: "bot"})
        for game in (mine, second, theirs):
            await bench.asked(game)
        bench.meanwhile = lasts
        first = asyncio.create_task(bench.counsel(mine))
        await thinks.wait()
        again, other = asyncio.create_task(bench.counsel(mine)), asyncio.create_task(bench.counsel(theirs))
        async with asyncio.timeout(60):
            said = await bench.counsel(second)
        assert isinstance(said, Refused)
        assert said.refusal.code == "counsel.busy"
        done.set()
        assert [await one for one in (first, again, other)] == [GIVEN] * 3
        assert len(bench.sent) == 2
        assert await bench.counsel(second) == GIVEN

    at(Bench, tmp_path, act)


@pytest.mark.parametrize("odds", [True, False])
def test_a_process_counsels_with_chances_where_the_table_shows_them(odds: bool) -> None:
    session = open_question()
    seat = session.questions()[0].seat
    position = posed(drive(session), seat, "novice", "seed")
    packed = msgspec.msgpack.encode(msgspec.structs.replace(position, seconds=60, odds=odds))
    found = msgspec.msgpack.decode(work(packed), type=Counselled)
    assert found.orders
    for told in found.orders:
        assert session.refuse(seat, told.order.answer) is None
        assert (told.at[0], told.leaf is None or told.chance is None) == (told.order.answer["pick"], True)
        assert odds or told.chance is None
