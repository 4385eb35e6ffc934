"""What the pages of a campaign cost by the length of its ledger: one of a thousand entries beside one that has begun.

Both have the same warbands.  Rounds follow one another, each battle decided by an umpire, until the ledger is long.
The floor of a page is the same page of the campaign that has only begun; told is the processor time of the server.
Beside it: what it takes to check the records of its battles, each played again: kept games of Ronin by turns.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import closing
from pathlib import Path
from time import process_time
from typing import Any
from urllib.request import urlopen

from app.campaigns.battles.results import Decide
from app.campaigns.desk import Actor, Command
from app.campaigns.model import Campaign, CampaignId, Settings
from app.campaigns.people.founding import Found
from app.campaigns.people.members import Join
from app.campaigns.rounds.course import Start
from app.campaigns.service import Campaigns, Done
from app.campaigns.warbands.deeds import Raise
from app.engine.refusals import Refusal
from app.games.results import GameId, Unknown
from app.games.verify import verify
from app.systems import SYSTEMS
from bench.hosting import hosted, opened
from bench.latency import HOST
from bench.recorded import ID, Kept, host, kept
from bench.report import Report, arguments, figure, judged, machine, show
from bench.serving import KEY, Server, served, still
from bench.spectators import run

ENTRIES, WARBANDS, POINTS, SAMPLE = 1_000, 10, 200, "river-league"
TIMES = 1.5
"""So many times what a page of a young campaign takes one of an old campaign may take."""
WARM, LOOKS, SECOND = 3, 40, 0.25
"""Looks at a page before it is measured, and how many at most; the seconds that one look is taken to need."""
BATTLES, CHECKED = 60, 5.0
"""The battles of a campaign that is checked, and the seconds of a processor it may take."""
SIGNS = 6
"""So many emblems and hues there are."""
PAGES = {
    "its page": "", "what may be done": "/now", "standings": "/standings", "ledger": "/ledger", "rules": "/rules",
    "a battle": "/battle/{battle}", "the tables of a round": "/round/{round}",
    "a warband": "/warband/{warband}", "chronicle": "/chronicle",
    "news as a feed": "/news.atom", "dates as a calendar": "/calendar.ics",
}  # fmt: skip


def marks(n: int) -> dict[str, int]:
    """Emblem and hue of a warband, none like another's."""
    return {"emblem": n % SIGNS + 1, "hue": (n + n // SIGNS) % SIGNS + 1}


class Club:
    """Campaigns with their players, before a server serves them."""

    def __init__(self, folder: Path) -> None:
        self.games = hosted(folder, SYSTEMS)
        self.campaigns = Campaigns(self.games, lambda *_: None)

    async def does(self, id: str, actor: Actor, given: Command) -> None:
        """A command that is accepted."""
        done = await self.campaigns.act(id, actor, given)
        if not isinstance(done, Done):
            raise RuntimeError(f"{given}: {done}")

    async def now(self, id: str) -> Campaign:
        """The campaign as it stands."""
        found = await self.campaigns.read(id)
        if found is None:
            raise RuntimeError(f"no campaign {id}")
        return found

    async def guest(self, name: str) -> Actor:
        """Somebody with an account."""
        guest, _ = await self.games.guests.welcome(name)
        return Actor(id=guest.id, name=name, account=True, invited=True)

    async def begun(self) -> tuple[CampaignId, Actor]:
        """A campaign in its first round, and its host."""
        host = await self.guest("Host")
        settings = Settings(pairing="swiss", points=POINTS, rounds=60, open=True, early="fought")
        id = await self.campaigns.found(host, Found(name="Club", system="ronin", settings=settings))
        if not isinstance(id, str):
            raise TypeError(f"no campaign: {id}")
        for n in range(1, WARBANDS + 1):
            one = await self.guest(f"Player {n}")
            await self.does(id, one, Join(name=one.name, entropy=f"{n:02x}" * 8))
            await self.does(id, one, Raise(name=f"House {n}", **marks(n - 1), roster={"sample": SAMPLE}))
        await self.does(id, host, Start())
        return id, host

    async def grown(self, entries: int) -> CampaignId:
        """A campaign of at least so many entries: its battles decided by an umpire, round after round."""
        id, host = await self.begun()
        while (now := await self.now(id)).seq < entries and now.state == "running":
            one = next(one for one in now.fixtures.values() if not one.is_over)
            await self.does(id, host, Decide(fixture=one.id, result="won", winner=one.sides[0], reason="as played"))
        return id

    async def close(self) -> None:
        """The database is free."""
        await self.campaigns.close()
        await self.games.close()


def paths(now: Campaign) -> dict[str, str]:
    """The addresses of its pages, by what they are."""
    of = {"battle": next(iter(now.fixtures)), "warband": next(iter(now.warbands)), "round": now.rounds[-1].number}
    return {name: f"/campaign/{now.id}{path.format(**of)}" for name, path in PAGES.items()}


async def cost(server: Server, path: str) -> float:
    """Milliseconds of the processor that a page takes of the server."""
    before = await still(server.pid)
    await asyncio.to_thread(fetched, f"http://{HOST}:{server.port}{path}")
    return 1000 * (await still(server.pid) - before)


def fetched(url: str) -> None:
    """The page, to its end; an error if it is none."""
    with urlopen(url) as page:
        page.read()


async def measured(folder: Path, seconds: float, report: Report) -> None:
    """A row for each page."""
    opened(folder).close()
    club = Club(folder)
    young, _ = await club.begun()
    old = await club.grown(ENTRIES)
    now = {id: await club.now(id) for id in (young, old)}
    await club.close()
    report.facts |= {"entries": [now[young].seq, now[old].seq]}
    looks = max(2, min(LOOKS, int(seconds / SECOND / len(PAGES) / 2)))
    async with served(folder, GUNBAI_SECRET=KEY) as server:
        for name, path in paths(now[old]).items():
            both: dict[str, list[float]] = {"old": [], "young": []}
            for n in range(WARM + looks):
                for which, at in (("old", path), ("young", paths(now[young])[name])):
                    took = await cost(server, at)
                    both[which] += [took] if n >= WARM else []
            row = figure(f"a campaign of {ENTRIES} entries: {name}", "ms", both["old"], both["young"])
            report.add(judged(row, f"median <= {TIMES:g} x floor", row.ratio is not None and row.ratio <= TIMES))


async def record(folder: Path, game: Kept) -> Any:
    """The record of a kept game, played to its last answer; ``None`` if something hidden still stands in it."""
    folder.mkdir(parents=True)
    with closing(opened(folder)) as store:
        host(store, game, sum(raw is not None for _, raw in game.inputs))
    games = hosted(folder, SYSTEMS)
    try:
        found = await games.record(GameId(ID))
        return None if isinstance(found, Refusal | Unknown) else found
    finally:
        await games.close()


async def checked(folder: Path, report: Report) -> None:
    """A row: so many records of battles, each checked."""
    found = [await record(folder / str(n), game) for n, game in enumerate(kept("ronin"))]
    records, took = [one for one in found if one is not None], list[float]()
    for n in range(BATTLES):
        began = process_time()
        verify(records[n % len(records)], SYSTEMS)
        took.append(process_time() - began)
    row = figure(f"the records of {BATTLES} battles of Ronin, checked", "s", [sum(took)])
    report.add(judged(row, f"<= {CHECKED:g} s of a processor", sum(took) <= CHECKED))


def measure(seconds: float = 60) -> Report:
    """What the pages of campaigns take, the old beside the young."""
    facts: dict[str, Any] = machine()
    report = Report("What the pages of a campaign take, by the length of its ledger", facts=facts)
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        run(measured(Path(name), seconds, report))
        run(checked(Path(name) / "battles", report))
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    given = arguments("ledger", "What the pages of campaigns take, by the length of their ledgers.", 60).parse_args(
        argv
    )
    return show(measure(given.seconds), given)
