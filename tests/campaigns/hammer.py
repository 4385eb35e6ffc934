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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import msgspec
from msgspec.structs import replace

from app.campaigns import (
    absence,
    aftermath,
    challenges,
    musters,
    people,
    results,
    rounds,
    schedule,
    seasons,
    stories,
    trades,
    warbands,
)
from app.campaigns.commands import COMMANDS
from app.campaigns.desk import SERVER, Actor, Command, Desk
from app.campaigns.fixtures import is_challenge
from app.campaigns.maps import ready_maps, write_map
from app.campaigns.model import PLAYING, Campaign, Fixture, Warband
from app.campaigns.service import Done, Refused, Result, tag_of
from app.engine.campaigns import Delta
from app.engine.events import Seat
from app.games.results import GameId
from app.store import campaigns as rows
from app.store import games as game_rows
from tests.campaigns.campaigning import POINTS, SAMPLES, House

HOST, UMPIRE, LEADERS, OUTSIDER = 0, 1, (2, 3, 4, 5), 6
MAY: dict[str, tuple[int, ...]] = {"host": (HOST,), "umpire": (UMPIRE, HOST), "anybody": (*LEADERS, OUTSIDER)}
SLOTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("swiss", "ronin", {"pairing": "swiss", "rounds": 4, "open": True}),
    ("map", "daimyo", {"pairing": "map", "map": "nine-glens", "years": 2, "open": True}),
    ("round-robin", "kensei", {"pairing": "round-robin", "open": True, "underdog": False}),
    ("story", "ronin", {"pairing": "story", "story": "the-letter", "open": True}),
    ("groups", "ronin", {"pairing": "story", "story": "three-groups", "points": 300, "open": True}),
    ("challenge", "ronin", {"pairing": "challenge", "rounds": 3, "open": True}),
)
RARE = ("end-campaign", "leave", "remove", "retire-warband", "close-round", "void", "set-roles", "change-settings")
"""What soon leaves nothing to do: given every sixth time only."""
WORDS = ("", "x", "Storm", "A long way home", "ö" * 41, "line\nline", "\u202e", "0", "won", "draw", "forfeit", "../..")
NUMBERS = (0, 1, 2, 3, 5, 10, 100, -1, -7, 10**6, 10**12, 2**63, 1 << 80)
JUNK: tuple[Any, ...] = (None, [], {}, "x", 7, {"sample": "nobody"}, {"sample": 3}, {"units": [{}]}, [[1]], True, 2.5)
ADDRESSED = "warband"


def given_by_people() -> tuple[str, ...]:
    """The names of all commands that somebody may give."""
    return tuple(sorted(tag for tag, rule in COMMANDS.items() if rule.who != (SERVER,)))


# -- what is said -----------------------------------------------------------------


class Tongue:
    """Draws commands for a campaign as it stands."""

    def __init__(self, rng: Random, desk: Desk, guests: Sequence[str]) -> None:
        self.rng, self.desk, self.now, self.guests = rng, desk, desk.now, guests
        self.by = Actor()
        self.mine: Warband | None = None

    def draw(self, tag: str) -> tuple[int, Command]:
        """Who gives this command, and the command."""
        rng, who = self.rng, COMMANDS[tag].who
        may = [one for role in who for one in MAY.get(role, LEADERS)]
        which = rng.choice(may if rng.random() < 0.8 else (HOST, UMPIRE, *LEADERS, OUTSIDER))
        return which, self.fill(COMMANDS[tag].command, which)

    def fill(self, kind: type[Command], which: int) -> Command:
        """A command of this kind with arguments that somebody might give."""
        self.mine = next(iter(self.now.of_guest(self.guests[which])), None)
        hints = get_type_hints(kind)
        return kind(**{name: self.value(name, hints[name]) for name in kind.__struct_fields__})

    def value(self, name: str, kind: Any) -> Any:
        """A value for a field: mostly of those that make sense, else one of its type."""
        pool = self.pools().get(name)
        found = pool() if pool and self.rng.random() < 0.85 else None
        return found if found is not None else self.of_type(kind)

    def of_type(self, kind: Any) -> Any:
        """Some value of a type."""
        rng = self.rng
        if kind is str:
            return rng.choice(WORDS)
        if kind is int:
            return rng.choice(NUMBERS)
        if kind is bool:
            return rng.random() < 0.5
        if kind is Any:
            return rng.choice(JUNK)
        raw: Any
        for raw in (self.shaped(str(kind)), [], {}):
            try:
                return msgspec.convert(raw, kind)
            except msgspec.ValidationError:
                continue
        raise TypeError(kind)

    def shaped(self, kind: str) -> Any:
        """JSON of a compound type."""
        words = [self.rng.choice(WORDS) for _ in range(self.rng.randrange(3))]
        if kind.startswith("dict"):
            return dict.fromkeys(words, words)
        return [self.rng.choice(NUMBERS[:8]) for _ in words] if "int" in kind else words

    def pools(self) -> dict[str, Callable[[], Any]]:
        """What is drawn for a field of this name."""
        now, rng = self.now, self.rng
        return {
            "warband": lambda: self.mine.id if self.mine and rng.random() < 0.85 else self.any(now.warbands),
            "other": lambda: self.any(now.warbands), "to": lambda: self.any(now.warbands),
            "winner": lambda: self.any(["", *now.warbands]), "fixture": self.fixture,
            "trade": lambda: self.any(now.trades),
            "member": lambda: self.any(self.members()), "members": lambda: self.some(self.members()),
            "gives": lambda: self.some(self.members(), 2), "takes": lambda: self.some(self.members(of=None), 2),
            "pays": lambda: rng.randrange(30), "gets": lambda: rng.randrange(30), "points": lambda: rng.randrange(40),
            "key": self.offer, "option": self.option, "guest": lambda: rng.choice(self.guests),
            "roles": lambda: tuple(rng.sample(people.ROLES, rng.randrange(4))),
            "name": lambda: f"Name {rng.randrange(999)}", "title": lambda: "A title", "text": lambda: "What happened.",
            "reason": lambda: "Because it rained.", "emblem": lambda: rng.randrange(8), "hue": lambda: rng.randrange(8),
            "roster": lambda: {"sample": SAMPLES[now.system]}, "settings": self.settings, "way": self.way,
            "map": lambda: write_map(self.any(ready_maps().values())),
            "times": lambda: tuple(self.time() for _ in range(rng.randrange(4))), "time": self.offered_time,
            "due": self.time, "result": lambda: rng.choice(("won", "draw", "forfeit", "standoff", "bye")),
            "scenario": lambda: rng.choice(self.desk.rules.scenarios), "groups": self.groups, "deltas": self.deltas,
            "entropy": lambda: f"{rng.getrandbits(64):016x}", "version": lambda: rng.randrange(3),
        }  # fmt: skip

    def any(self, of: Any) -> Any:
        """One of these, if there are any."""
        all_ = list(of)
        return self.rng.choice(all_) if all_ else None

    def some(self, of: Any, most: int = 9) -> tuple[str, ...]:
        """Some of these."""
        all_ = list(of)
        return tuple(self.rng.sample(all_, self.rng.randint(0, min(most, len(all_)))))

    def members(self, of: str | None = "") -> list[str]:
        """Members of one's own warband, or of somebody's."""
        side = self.mine if of is not None and self.mine else self.any(self.now.warbands.values())
        return list(side.band.members) if side else []

    def fixture(self) -> str | None:
        """A battle, mostly one's own that is not over."""
        all_ = list(self.now.fixtures.values())
        mine = [f for f in all_ if self.mine and self.mine.id in f.sides and not f.is_over]
        found: Fixture | None = self.any(mine if mine and self.rng.random() < 0.8 else all_)
        return found.id if found else None

    def offer(self) -> str | None:
        """A key of the market."""
        found = self.any(self.desk.rules.market(self.mine.band)) if self.mine else None
        return found.key if found else None

    def option(self) -> str | None:
        """An option of a choice."""
        found = self.any(self.desk.rules.choices(self.mine.band)) if self.mine else None
        return self.any(found.options) if found else None

    def settings(self) -> Any:
        """The settings with one thing otherwise."""
        change: dict[str, Any] = self.rng.choice(
            [{"days": self.rng.randrange(70)}, {"rounds": self.rng.randrange(9)}, {"late": False}, {"points": 7},
             {"table": {"clock": {"kind": "none"}}}, {"table": {"clock": 5}}, {"open": True}, {"pairing": "swiss"}]
        )  # fmt: skip
        return replace(self.now.settings, **change)

    def way(self) -> tuple[str, ...]:
        """A march of a step, or none."""
        land = self.now.land
        at = land.armies.get(self.mine.id, "") if land and self.mine else ""
        near = seasons.sheet_of(land).neighbours(at) if land and at else ()
        return self.some(near, 1)

    def time(self) -> int:
        """An hour of the next days, or of the past."""
        return self.desk.clock + self.rng.randrange(-1, 8) * 86_400_000 + self.rng.randrange(1000)

    def offered_time(self) -> int | None:
        """A date somebody offers."""
        found: int | None = self.any(
            [t for f in self.now.fixtures.values() for p in f.proposals.values() for t in p.times]
        )
        return found

    def groups(self) -> dict[str, tuple[str, ...]]:
        """One's members dealt out."""
        story = stories.tale(self.now)
        return stories.dealt_out(self.mine, story.groups) if story and self.mine and story.groups else {}

    def deltas(self) -> tuple[Delta, ...]:
        """A correction, sensible or not."""
        rng, who = self.rng, self.any(self.members()) or ""
        return (
            rng.choice(
                (Delta("purse", add=rng.randrange(-50, 50)), Delta("experience", who, add=rng.randrange(-3, 4)),
                 Delta("state", who, put=rng.choice(("fit", "out", "dead", "odd"))), Delta("models", who, add=-99),
                 Delta("name", who, put="Renamed"), Delta("head", put=3), Delta("members", put={})),
            ),
        )  # fmt: skip

    # -- what carries a campaign on --------------------------------------------------

    def sensible(self) -> tuple[int, Command] | None:
        """Something that somebody has to do now."""
        found = list(self.duties())
        return self.rng.choice(found) if found else None

    def duties(self) -> Iterator[tuple[int, Command]]:
        """Everything that somebody has to do."""
        now = self.now
        if now.state == "recruiting":
            yield HOST, rounds.Start()
        for side in (one for one in now.active() if one.guest in self.guests):
            which = self.guests.index(side.guest)
            if any(side.id in strand.pair and side.id not in now.splits for strand in stories.dividing(now)):
                self.mine = side
                yield which, stories.Split(warband=side.id, groups=self.groups())
            for choice in self.desk.rules.choices(side.band):
                yield (
                    which,
                    aftermath.Choose(warband=side.id, member=choice.member, option=self.rng.choice(choice.options)),
                )
            yield from ((which, one) for one in self.battles(side))
            yield from ((which, one) for one in self.marches(side))
            for trade in now.trades.values():
                if trade.to == side.id:
                    yield which, trades.AcceptTrade(warband=side.id, trade=trade.id)
            yield from ((which, one) for one in self.bargains(side))
            yield from ((self.rng.choice((HOST, UMPIRE)), one) for one in self.rulings(side))
            if side.status == "reserve":
                yield which, warbands.TakeBack(warband=side.id)

    def battles(self, side: Warband) -> Iterator[Command]:
        """What a leader has to say about his battles."""
        for one in self.now.fixtures.values():
            if one.is_over or side.id not in one.sides or one.state == PLAYING:
                continue
            if is_challenge(one):
                yield challenges.AcceptChallenge(warband=side.id, fixture=one.id)
            elif side.id not in one.musters:
                if len(stories.drawn_for(one)) > 1:
                    scenario = stories.drawn_for(one)[1]
                    yield stories.ChooseScenario(warband=side.id, fixture=one.id, scenario=scenario)
                yield musters.Muster(warband=side.id, fixture=one.id, members=musters.best(self.desk, one, side))
                yield absence.StandIn(warband=side.id, fixture=one.id)
        if self.now.settings.pairing == "challenge" and self.now.state == "running":
            yield challenges.Challenge(warband=side.id, other=self.any(self.now.warbands))

    def bargains(self, side: Warband) -> Iterator[Command]:
        """What a leader offers another, and the dates he offers and takes."""
        rng, other = self.rng, self.any(one for one in self.now.active() if one.id != side.id)
        if other and not side.locked and not other.locked and rng.random() < 0.5:
            gives, takes = self.some(m.id for m in side.band.living()), self.some(m.id for m in other.band.living())
            pays, gets = rng.randint(0, side.band.purse), rng.randint(0, other.band.purse)
            yield trades.OfferTrade(
                warband=side.id, to=other.id, gives=gives[:2], takes=takes[:2], pays=pays, gets=gets
            )  # fmt: skip
        for one in self.now.fixtures.values():
            if side.id in one.sides and not one.is_over and all(one.sides):
                yield schedule.Propose(warband=side.id, fixture=one.id, times=(self.time(),))
                for made in (made for id, made in one.proposals.items() if id != side.id):
                    yield schedule.Accept(warband=side.id, fixture=one.id, time=made.times[0])

    def rulings(self, side: Warband) -> Iterator[Command]:
        """What an umpire says now and then."""
        mine = [one for one in self.now.fixtures.values() if side.id in one.sides and not one.is_over]
        if mine and self.rng.random() < 0.1:
            yield results.Decide(fixture=mine[0].id, result="won", winner=side.id, reason="Fought elsewhere.")
            yield rounds.Extend(fixture=mine[0].id, due=self.time(), reason="Because of the harvest.")

    def marches(self, side: Warband) -> Iterator[Command]:
        """Orders that are still to come."""
        land, this = self.now.land, self.now.round
        if land and this and this.step == "orders" and side.id not in land.orders:
            self.mine = side
            yield seasons.March(warband=side.id, way=self.way())
            yield seasons.March(warband=side.id)


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

__all__ = ["Done", "Refused", "given_by_people", "read", "tag_of"]
