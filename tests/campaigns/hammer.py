"""A server that is told random things about campaigns and dies at any instant; run as a process of its own.

``python -m tests.campaigns.hammer FILE JOURNAL SEED COUNT GUESTS [commit:N | lay:N]``: what is sent is in the journal
before it is sent, what came of it after.  ``commit:N`` ends the process by SIGKILL right after its N-th commit of a
campaign, before anybody is told; ``lay:N`` right after the N-th game of a campaign was created, before the campaign
knows of it.  Started again with the same journal it asks again for what has no answer, and goes on.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from app.campaigns.commands import COMMANDS
from app.campaigns.desk import Actor, Command, Desk
from app.campaigns.model import PLAYING, Campaign
from app.campaigns.people import members as people
from app.campaigns.service import Result
from app.campaigns.warbands import deeds as warbands
from app.engine.events import Seat
from app.games.results import GameId
from app.store import campaigns as rows
from app.store import games as game_rows
from tests.campaigns.campaigning import POINTS, SAMPLES, House
from tests.campaigns.tongue import HOST, LEADERS, OUTSIDER, RARE, UMPIRE, Tongue, given_by_people

SLOTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("swiss", "ronin", {"pairing": "swiss", "rounds": 4, "open": True}),
    ("map", "daimyo", {"pairing": "map", "map": "nine-glens", "years": 2, "open": True}),
    ("round-robin", "kensei", {"pairing": "round-robin", "open": True, "underdog": False}),
    ("story", "ronin", {"pairing": "story", "story": "the-letter", "open": True}),
    ("groups", "ronin", {"pairing": "story", "story": "three-groups", "points": 300, "open": True}),
    ("challenge", "ronin", {"pairing": "challenge", "rounds": 3, "open": True}),
)


# -- the process --------------------------------------------------------------------


class Journal:
    """What was sent and what came of it, in a file that outlives the process."""

    def __init__(self, file: Path) -> None:
        self.sent: dict[str, dict[str, Any]] = {}
        self.results: dict[str, Any] = {}
        self.out = os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        for line in read(file):
            if "sent" in line:
                self.sent[line["sent"]] = line
            elif "came" in line:
                self.results.setdefault(line["came"], line["result"])

    def write(self, **line: Any) -> None:
        """The line is in the file."""
        os.write(self.out, msgspec.json.encode(line) + b"\n")


def read(file: Path) -> list[dict[str, Any]]:
    """The whole lines of a journal."""
    whole = file.read_bytes().rpartition(b"\n")[0] if file.exists() else b""
    return [msgspec.json.decode(line) for line in whole.splitlines()]


class Hammer:
    """One life of the server."""

    def __init__(self, house: House, journal: Journal, seed: str, guests: Sequence[str]) -> None:
        self.house, self.journal, self.seed, self.guests = house, journal, seed, guests
        self.ids: dict[int, str] = {}

    def actor(self, which: int) -> Actor:
        """Who this is; the outsider has an account every other time."""
        return Actor(id=self.guests[which], name=f"Guest {which}", account=which != OUTSIDER)

    async def say(self, key: str, id: str, which: int, given: Command, mode: str = "") -> Result:
        """The command has been sent; twice at once, if so wanted."""
        if key not in self.journal.sent:
            line = {"id": id, "by": which, "do": msgspec.to_builtins(given), "mode": mode}
            self.journal.write(sent=key, **line)
            self.journal.sent[key] = line
        act = self.house.campaigns.act
        asked = [act(id, self.actor(which), given, key) for _ in range(2 if mode == "twice" else 1)]
        came = await asyncio.gather(*asked)
        for result in came:
            self.heard(key, result)
        return came[0]

    def heard(self, key: str, result: Result) -> None:
        """What came of it is in the journal; an accepted command never comes to anything else."""
        told, known = msgspec.json.decode(msgspec.json.encode(result)), self.journal.results.get(key)
        if known and known["type"] == "done" and known != told:
            self.journal.write(fault=f"{key}: {known} and then {told}")
        self.journal.results[key] = told if known is None or known["type"] != "done" else known
        self.journal.write(came=key, result=told)

    async def resumed(self) -> None:
        """What has no answer has been asked again."""
        for key in [key for key in self.journal.sent if key not in self.journal.results]:
            line = self.journal.sent[key]
            given = msgspec.convert(line["do"], COMMANDS[line["do"]["do"]].command)
            await self.say(key, line["id"], line["by"], given, line["mode"])
            self.journal.write(retried=key)

    async def campaign(self, slot: int) -> Campaign:
        """A campaign of this sort that is not over, with a host, an umpire and leaders."""
        name, system, settings = SLOTS[slot]
        for age in range(100):
            key = f"found-{name}-{age}"
            values = {"points": POINTS[system], "days": 7, "public": True, **settings}
            id = await self.house.found(self.actor(HOST), system, key, **values)
            now = await self.house.now(id)
            if now.state != "ended":
                if key not in self.ids.values():
                    await self.people(f"{name}-{age}", id)
                    self.ids[slot] = key
                return await self.house.now(id)
        raise AssertionError(name)

    async def people(self, name: str, id: str) -> None:
        """They have come, or had come before."""
        entered: list[tuple[int, Command]] = [(UMPIRE, people.Watch())]
        entered.append((HOST, people.SetRoles(guest=self.guests[UMPIRE], roles=("umpire",))))
        sample = SAMPLES[(await self.house.now(id)).system]
        for which in LEADERS:
            entered.append((which, people.Join(entropy="ab" * which)))
            roster = {"sample": sample}
            entered.append((which, warbands.Raise(name=f"House {which}", emblem=which, hue=which, roster=roster)))
        for number, (which, given) in enumerate(entered):
            await self.say(f"come-{name}-{number}", id, which, given)

    async def step(self, number: int) -> None:
        """One random action."""
        rng = Random(f"{self.seed}/{number}")
        now = await self.campaign(rng.randrange(len(SLOTS)))
        desk = Desk(now, self.house.campaigns.rules(now.system), Actor(), self.house.campaigns.clock())
        tongue = Tongue(rng, desk, self.guests)
        tags = given_by_people()
        tag = tags[number % len(tags)]
        forced = number // len(tags) % 6 == 0
        carries = not forced and (tag in RARE or rng.random() < 0.45)
        sensible = tongue.sensible() if carries else None
        which, given = sensible or tongue.draw(tag)
        if rng.random() < 0.01:
            given = COMMANDS["unlaid"].command(fixture="x", why="y")
        await self.say(f"{number}", now.id, which, given, "twice" if number % 10 == 0 else "")
        if number % 15 == 7:
            await self.late(rng)
        if rng.random() < 0.3:
            await self.concede(now.id, rng)

    async def late(self, rng: Random) -> None:
        """A command that was accepted long ago has come once more."""
        accepted = [key for key, result in self.journal.results.items() if result["type"] == "done"]
        key = rng.choice(accepted)
        line = self.journal.sent[key]
        given = msgspec.convert(line["do"], COMMANDS[line["do"]["do"]].command)
        self.journal.write(late=key)
        await self.say(key, line["id"], line["by"], given)

    async def concede(self, id: str, rng: Random) -> None:
        """Games in play have been given up by somebody."""
        now = await self.house.now(id)
        for one in now.fixtures.values():
            if one.state == PLAYING and rng.random() < 0.7:
                seat = rng.choice(("red", "blue"))
                await self.house.games.resign(GameId(one.game), Seat(seat))


def mortal(house: House, end: str) -> None:
    """The process ends between a commit and what follows it."""
    kind, _, number = end.partition(":")
    left, run = [int(number or 0)], house.store.run

    async def dying(fn: Any, *args: Any, **kw: Any) -> Any:
        done = await run(fn, *args, **kw)
        laid = fn is game_rows.create and "campaign" in (args[0].get("options") or {})
        if (kind == "commit" and fn is rows.post) or (kind == "lay" and laid):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(house.store, "run", dying)  # noqa: B010


async def main(file: str, journal: str, seed: str, count: int, guests: Sequence[str], end: str) -> None:
    """The server has said what it had to say."""
    house = House(Path(file))
    mortal(house, end)
    await house.start()
    hammer = Hammer(house, Journal(Path(journal)), seed, guests)
    await hammer.resumed()
    done = sum(key.isdecimal() for key in hammer.journal.results)
    for number in range(done, count):
        await hammer.step(number)
    hammer.journal.write(finished=count)
    await house.close()


if __name__ == "__main__":
    _, file, journal, seed, count, guests, *rest = sys.argv
    asyncio.run(main(file, journal, seed, int(count), guests.split(","), rest[0] if rest else ""))
