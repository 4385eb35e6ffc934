"""Whole campaigns on a store, with games and a clock of their own, in which somebody drops out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app.campaigns import service
from app.campaigns.battles.musters import Muster, at_hand
from app.campaigns.desk import Actor, Command
from app.campaigns.ledger.evolve import fold
from app.campaigns.ledger.rows import entry_of, linked, warband_row
from app.campaigns.model import PLAYING, Campaign, CampaignId, Fixture, Settings
from app.campaigns.people.founding import Found
from app.campaigns.people.members import Join, Leave, Remove
from app.campaigns.rounds.course import Start
from app.campaigns.service import Campaigns, Done, Result
from app.campaigns.warbands.deeds import Raise
from app.engine.digest import START
from app.games.results import Accepted, GameId, GameInfo
from app.games.rows import plain
from app.games.service import Games
from app.store import Store, campaigns
from app.systems import SYSTEMS
from tests.games.sand import Sand

DAYS, HOUR = 3, 3600.0
WAYS = ("leaves", "silent", "removed")
NEVER = 1e9
"""Seconds a bot thinks here: battles end because somebody gives them up."""


class Camp:
    """A campaign on a store of its own; guests are called by the names of their warbands, ``A`` drops out."""

    def __init__(self, folder: Path) -> None:
        self.sand = Sand()
        self.store = Store(f"sqlite:///{folder}/camp.db")
        self.store.migrate()
        self.games = Games(
            self.store, SYSTEMS, b"k" * 32, lambda g, _v, _w: self.camp.told(g), bot_delay=NEVER, time=self.sand.time
        )
        self.camp = Campaigns(self.games, lambda *_: None)
        self.actors: dict[str, Actor] = {}
        self.id = CampaignId("")

    async def open(self, system: str, sample: str, names: str = "ABCD", host: str = "H", **settings: Any) -> None:
        """The campaign is founded and has a warband of everybody."""
        await self.games.start()
        await self.camp.start()
        for name in dict.fromkeys((*names, host)):
            guest, _ = await self.games.guests.welcome(name)
            self.actors[name] = Actor(id=guest.id, name=name, account=True, invited=True)
        whole = Settings(**{"points": 200, "days": DAYS, "rounds": 2, "early": "fought", **settings})
        id = await self.camp.found(self.actors[host], Found(name="War", system=system, settings=whole))
        assert isinstance(id, str), id
        self.id = id
        for number, name in enumerate(names, 1):
            await self.do(name, Join(name=name))
            await self.do(name, Raise(name=name, emblem=number, hue=number, roster={"sample": sample}))

    async def do(self, name: str, given: Command) -> None:
        """The command is done."""
        done = await self.act(name, given)
        assert isinstance(done, Done), done

    async def act(self, name: str, given: Command) -> Result:
        """What comes of a command."""
        return await self.camp.act(self.id, self.actors[name], given)

    async def start(self, by: str = "H") -> None:
        """The first round is open."""
        await self.do(by, Start())

    async def now(self) -> Campaign:
        """The campaign as it stands."""
        now = await self.camp.read(self.id)
        assert now is not None
        return now

    async def band(self, name: str) -> str:
        """The warband of somebody."""
        return next(one.id for one in (await self.now()).warbands.values() if one.name == name)

    async def battle(self, name: str, number: int = -1) -> Fixture:
        """The last battle of somebody, or the one of this number from 0."""
        mine = await self.band(name)
        return [one for one in (await self.now()).fixtures.values() if mine in one.sides][number]

    async def against(self, name: str) -> str:
        """Who fights somebody in his last battle."""
        now, one = await self.now(), await self.battle(name)
        return now.warbands[one.others(await self.band(name))[0]].name

    async def muster(self, name: str, one: Fixture | None = None) -> None:
        """All that can go is sent to a battle."""
        now, battle, mine = await self.now(), one or await self.battle(name), await self.band(name)
        here = tuple(member.id for member in at_hand(now, battle, now.warbands[mine]))
        await self.do(name, Muster(warband=mine, fixture=battle.id, members=here))

    async def laid(self) -> Fixture:
        """The battle of two that are on their own, once both have mustered."""
        one = await self.battle("A")
        for name in "AB":
            await self.muster(name)
        await self.quiet()
        return one

    async def give_up(self, name: str, one: Fixture | None = None) -> None:
        """Somebody gives up the battle he fights, and the campaign knows."""
        battle, mine = one or await self.battle(name), await self.band(name)
        game = GameId((await self.now()).fixtures[battle.id].game)
        seat = (await self.table(battle)).seats[battle.sides.index(mine)]
        assert isinstance(await self.games.resign(game, seat.seat, seat.guest), Accepted)
        await self.quiet()

    async def table(self, one: Fixture) -> GameInfo:
        """The table of a battle."""
        info = await self.games.info(GameId((await self.now()).fixtures[one.id].game))
        assert info is not None
        return info

    # -- dropping out --------------------------------------------------------------

    async def drop(self, how: str, host: str = "H") -> None:
        """``A`` leaves, is removed, or just does nothing any more."""
        if how == "leaves":
            await self.do("A", Leave())
        elif how == "removed":
            await self.do(host, Remove(guest=self.actors["A"].id, reason="never came"))

    # -- time ----------------------------------------------------------------------

    async def quiet(self) -> None:
        """All that had to be done has been done: nothing is looked at, and everybody sleeps again."""
        for _ in range(5000):
            if not (self.camp._tasks or self.camp._looking) and self.sand.running >= self.sleepers:
                return
            await asyncio.sleep(0.001)
        raise AssertionError("it does not come to rest")

    async def pass_(self, hours: float) -> None:
        """So many hours are over."""
        await self.quiet()
        self.sand.run(hours * HOUR)
        await asyncio.sleep(0)
        await self.quiet()

    async def until(self, true: Callable[[Campaign], bool], days: float = DAYS + 2 + 1) -> Campaign:
        """It has come true, within so many days, without anybody's doing."""
        for _ in range(int(days * 4)):
            if true(now := await self.now()):
                return now
            await self.pass_(6)
        now = await self.now()
        assert true(now), (now.state, now.rounds, [(f.state, f.result) for f in now.fixtures.values()])
        return now

    async def rest(self) -> None:
        """Who sleeps by himself sleeps: from here on all come back to that."""
        for _ in range(50):
            await asyncio.sleep(0.001)
        self.sleepers = self.sand.running

    sleepers = 1

    # -- the books -----------------------------------------------------------------

    async def check(self) -> None:
        """What is stored is what the ledger comes to: state, warbands, chain."""
        row, rows = await self.store.look(campaigns.whole, self.id)
        assert row is not None
        folded = fold(Campaign(id=self.id), [entry_of(one) for one in rows])
        assert plain(folded) == plain(await self.now())
        stored = {one["id"]: one["digest"] for one in await self.store.look(campaigns.warbands, self.id)}
        assert stored == {one.id: warband_row(self.id, one)["digest"] for one in folded.warbands.values()}
        chain = START
        for one in rows:
            chain = linked(chain, one)
            assert one["chain"] == chain
        assert row["chain"] == chain


Play = Callable[[Camp], Awaitable[None]]


def play(folder: Path, test: Play) -> None:
    """The test is played on a camp of its own; at its end the books are right."""

    async def whole() -> None:
        camp = Camp(folder)
        try:
            await test(camp)
            await camp.check()
        finally:
            await camp.camp.close()
            await camp.games.close()

    with patch.object(service, "SOON", 0.0):
        asyncio.run(asyncio.wait_for(whole(), 60))


def is_on(number: int) -> Callable[[Campaign], bool]:
    """Whether a campaign is past the round of this number."""
    return lambda now: now.state == "ended" or len(now.rounds) > number


def playing(now: Campaign) -> list[Fixture]:
    """Battles being fought."""
    return [one for one in now.fixtures.values() if one.state == PLAYING]
