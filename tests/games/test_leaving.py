"""Who goes away in the middle of a game, whatever is being asked, never freezes the other side."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.engine.asks import AnyAsk
from app.engine.events import Seat
from app.engine.system import RuleSystem, Setup
from app.games.drive import Drive
from app.games.offers import quick
from app.games.results import Accepted, GameId
from app.games.service import Games
from app.store import Store
from app.systems import system_of
from tests.games.sand import Sand
from tests.toy import BLUE, TOY
from tests.toy import setup as toy_setup

CLOCK = {"kind": "live", "minutes": 1}
ROUNDS = 400
"""Times a leaver's clock may ring before the other side must have been asked."""


class Left:
    """A game of two; blue goes away at each kind of question it meets, and comes back once red is asked again."""

    def __init__(self, folder: Path, system: RuleSystem[Any], zero: str, seed: int) -> None:
        self.system, self.zero, self.rng, self.sand = system, zero, Random(seed), Sand()
        self.store = Store(f"sqlite:///{folder / f'{seed}.sqlite3'}")
        self.store.migrate()
        self.games = Games(self.store, [system], b"k" * 32, lambda *_: None, bot_delay=0, time=self.sand.time)
        self.game, self.met = GameId(""), set[str]()

    async def lay(self, setup: Setup) -> None:
        """Both sit at the table."""
        seats: dict[Seat, Any] = {side.seat: "person" for side in setup.sides}
        made = await self.games.create(self.system.key, setup, seats, options={"clock": CLOCK, "zero": self.zero})
        assert isinstance(made, str), made
        self.game = made
        for seat in seats:
            guest, _ = await self.games.guests.welcome(seat)
            assert isinstance(await self.games.join(made, seat, guest.id, seat), Accepted)

    async def drive(self) -> Drive:
        """The game as it stands."""
        async with self.games.mailbox.enter(self.game) as drive:
            assert drive
            return drive

    async def play(self, inputs: int) -> None:
        """So many answers have been given, or the game is over; blue went away at each kind of question it met."""
        for _ in range(inputs):
            drive = await self.drive()
            if drive.status == "over":
                return
            asked = self.rng.choice(drive.live.questions())
            if asked.seat == BLUE and asked.about not in self.met:
                self.met.add(asked.about)
                await self.go_away(asked)
            else:
                raw = asked.domain.write(asked.domain.sample(self.rng))
                said = await self.games.answer(self.game, asked.seat, drive.ask_id(asked.seat), raw)
                assert isinstance(said, Accepted), (asked.about, raw, said)

    async def go_away(self, asked: AnyAsk) -> None:
        """Red has had its next question, or the game has ended, though blue said nothing more."""
        began = (await self.drive()).tape_len
        for _ in range(ROUNDS):
            drive = await self.drive()
            others = [q for q in drive.live.questions() if q.seat != BLUE]
            if drive.status == "over" or (others and drive.tape_len > began):
                break
            if others:  # both are asked in secret: red has answered, and waits
                await self.say(drive, others[0])
            await self.time_is_up()
        else:
            raise AssertionError(f"{self.system.key}: nobody but blue is asked after {asked.about}")
        if drive.seats[BLUE]["stand_in"] and drive.status == "playing":
            assert isinstance(await self.games.stand_in(self.game, BLUE, False), Accepted)

    async def say(self, drive: Drive, asked: AnyAsk) -> None:
        """The question is answered in some legal way."""
        raw = asked.domain.write(asked.domain.sample(self.rng))
        assert isinstance(await self.games.answer(self.game, asked.seat, drive.ask_id(asked.seat), raw), Accepted)

    async def time_is_up(self) -> None:
        """Blue's clock has run out, and what follows has happened."""
        drive = await self.drive()
        before = drive.tape_len
        self.sand.run(1 + max((c.left_ms / 1000 for c in await self.games.clocks(self.game) if c.running), default=0))
        for _ in range(4000):
            drive = await self.drive()
            if drive.status == "over" or drive.tape_len > before:
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"{self.system.key}: time stands still at {drive.question(BLUE)}")

    async def closed(self, work: Awaitable[None]) -> None:
        """The work is done and the table cleared away."""
        try:
            await work
        finally:
            await self.games.close()


def left(folder: Path, system: RuleSystem[Any], zero: str, seed: int, setup: Setup, inputs: int) -> Left:
    """A game in which blue went away again and again."""
    table = Left(folder, system, zero, seed)

    async def all_of_it() -> None:
        await table.lay(setup)
        await table.play(inputs)

    asyncio.run(table.closed(all_of_it()))
    return table


@pytest.mark.parametrize("zero", ["default", "bot", "forfeit"])
def test_at_the_toy_it_goes_on_whatever_the_table_chose(tmp_path: Path, zero: str) -> None:
    met = set[str]()
    for seed in range(1, 3):
        met |= left(tmp_path, TOY, zero, seed, toy_setup(turns=2), 100).met
    assert met == ({"toy.bid"} if zero == "forfeit" else {"toy.bid", "toy.deed"})


@pytest.mark.parametrize(
    ("key", "zero", "inputs", "kinds"),
    [
        ("ronin", "default", 100, 4),
        ("celtos", "bot", 50, 5),
        ("kensei", "default", 60, 5),
        ("daimyo", "forfeit", 30, 1),
    ],
)
def test_at_every_kind_of_question_the_game_goes_on(
    tmp_path: Path, key: str, zero: str, inputs: int, kinds: int
) -> None:
    system = system_of(key)
    setup = quick(system)
    assert setup
    met = set[str]()
    for seed in range(1, 7):  # what is asked hangs on dice that nobody chooses
        met |= left(tmp_path, system, zero, seed, setup, inputs).met
        if len(met) >= kinds:
            return
    raise AssertionError(sorted(met))
