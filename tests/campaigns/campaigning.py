"""Campaigns on a real store in a file: guests, a service, and the few moves every test makes."""

from __future__ import annotations

import asyncio
import functools
import shutil
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.campaigns.desk import Actor, Command
from app.campaigns.ledger.events import Entry
from app.campaigns.model import Campaign, CampaignId, Settings
from app.campaigns.people.founding import Found
from app.campaigns.people.members import Join
from app.campaigns.rounds.course import Start
from app.campaigns.service import Campaigns, Done, Refused
from app.campaigns.warbands.deeds import Raise
from app.engine.campaigns import Delta
from app.games.hours import REAL, Time
from app.games.service import Games
from app.store import Store
from app.systems import SYSTEMS

SECRET = b"k" * 32
NAMES = ("Hana", "Mika", "Ori", "Taro", "Uma", "Wen", "Zia")
SAMPLES = {"ronin": "river-league", "kensei": "buke_500", "daimyo": "mori", "celtos": "gale-vanguard"}
POINTS = {"ronin": 200, "kensei": 500, "daimyo": 300, "celtos": 200}


@functools.cache
def template() -> Path:
    """A database with the schema of this program and nothing in it, made once."""
    file = Path(tempfile.mkdtemp(prefix="gunbai-campaigns-")) / "empty.sqlite3"
    store = Store(f"sqlite:///{file}")
    store.migrate()
    store.close()
    return file


def fresh(folder: Path) -> Path:
    """A file with an empty database."""
    file = folder / "campaigns.sqlite3"
    shutil.copy(template(), file)
    return file


class House:
    """A server without a web: its games, its campaigns, and what the hub was told."""

    def __init__(
        self, file: Path, *, bot_delay: float = 0, time: Time = REAL, systems: Sequence[Any] = SYSTEMS
    ) -> None:
        self.told: list[tuple[str, str]] = []
        self.store = Store(f"sqlite:///{file}")
        self.games = Games(
            self.store, systems, SECRET, lambda game, *_: self.campaigns.told(game), bot_delay=bot_delay, time=time
        )
        self.campaigns = Campaigns(
            self.games, lambda id, _, __, news: self.told.extend((id, type(e).__name__) for e in news)
        )

    def hear(self, id: str, _before: Campaign, _now: Campaign, entries: Sequence[Entry]) -> None:
        """What the hub is told is written down."""
        self.told += [(id, type(one).__name__) for one in entries]

    async def start(self) -> None:
        """The server runs."""
        await self.games.start()
        await self.campaigns.start()

    async def close(self) -> None:
        """The file is free."""
        await self.campaigns.close()
        await self.games.close()

    async def guest(self, name: str, *, account: bool = True, invited: bool = False) -> Actor:
        """Somebody new on this server."""
        guest, _ = await self.games.guests.welcome(name)
        return Actor(id=guest.id, name=name, account=account, invited=invited)

    async def found(self, host: Actor, system: str = "ronin", key: str = "", **settings: Any) -> CampaignId:
        """A campaign."""
        usual = {"pairing": "round-robin", "points": POINTS.get(system, 0), "early": "fought"}
        values: dict[str, Any] = {**usual, **settings}
        id = await self.campaigns.found(host, Found(name="Trial", system=system, settings=Settings(**values)), key)
        assert isinstance(id, str), id
        return id

    async def now(self, id: str) -> Campaign:
        """The campaign as it stands."""
        found = await self.campaigns.read(id)
        assert found is not None
        return found

    async def does(self, id: str, actor: Actor, given: Command, key: str = "") -> Done:
        """A command that is accepted."""
        done = await self.campaigns.act(id, actor, given, key)
        assert isinstance(done, Done), done
        return done

    async def refused(self, id: str, actor: Actor, given: Command, key: str = "") -> Refused:
        """A command that is refused, and nothing has changed."""
        before = await self.now(id)
        done = await self.campaigns.act(id, actor, given, key)
        assert isinstance(done, Refused), done
        assert await self.now(id) == before
        return done

    async def enters(self, id: str, actor: Actor, mark: int, sample: str = "") -> str:
        """He has joined and leads a warband: its id."""
        now = await self.now(id)
        await self.does(id, actor, Join(name=actor.name, entropy=f"{mark:02x}" * 8))
        roster = {"sample": sample or SAMPLES[now.system]}
        await self.does(id, actor, Raise(name=f"House {mark}", emblem=mark, hue=mark, roster=roster))
        return (await self.now(id)).of_guest(actor.id)[0].id

    async def begun(self, system: str = "ronin", players: int = 2, **settings: Any) -> Begun:
        """A campaign that runs: its id, its host, its players and their warbands."""
        host = await self.guest("Ieyasu")
        id = await self.found(host, system, **settings)
        leaders = [await self.guest(name, invited=True) for name in NAMES[:players]]
        warbands = [await self.enters(id, one, mark) for mark, one in enumerate(leaders, 1)]
        await self.does(id, host, Start())
        return Begun(id, host, leaders, warbands)


class Begun:
    """A campaign that runs."""

    def __init__(self, id: CampaignId, host: Actor, leaders: list[Actor], warbands: list[str]) -> None:
        self.id, self.host, self.leaders, self.warbands = id, host, leaders, warbands


@asynccontextmanager
async def house(folder: Path, **more: Any) -> Any:
    """A server on a fresh file; closed at the end."""
    made = House(fresh(folder), **more)
    await made.start()
    try:
        yield made
    finally:
        await made.close()


def in_house(test: Callable[[House], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """A test written as a coroutine of a server."""

    def run(tmp_path: Path) -> None:
        async def all_() -> None:
            async with house(tmp_path) as made:
                await test(made)

        asyncio.run(all_())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def more(points: int) -> Delta:
    """So many points more in the purse."""
    return Delta("purse", add=points)
