"""Draws commands of campaigns at random: some that make sense, some that nobody should give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, get_type_hints

import msgspec
from msgspec.structs import replace

from app.campaigns.battles import musters, results, schedule
from app.campaigns.battles.fixtures import is_challenge
from app.campaigns.commands import COMMANDS
from app.campaigns.desk import SERVER, Actor, Command, Desk
from app.campaigns.map import seasons
from app.campaigns.map.maps import ready_maps, write_map
from app.campaigns.model import PLAYING, Fixture, Warband
from app.campaigns.people import members as people
from app.campaigns.rounds import absence, challenges
from app.campaigns.rounds import course as rounds
from app.campaigns.stories import course as stories
from app.campaigns.warbands import aftermath, trades
from app.campaigns.warbands import deeds as warbands
from app.engine.campaigns import Delta
from tests.campaigns.campaigning import SAMPLES

HOST, UMPIRE, LEADERS, OUTSIDER = 0, 1, (2, 3, 4, 5), 6
MAY: dict[str, tuple[int, ...]] = {"host": (HOST,), "umpire": (UMPIRE, HOST), "anybody": (*LEADERS, OUTSIDER)}
RARE = ("end-campaign", "leave", "remove", "retire-warband", "close-round", "void", "set-roles", "change-settings")
"""What soon leaves nothing to do: given every sixth time only."""
WORDS = ("", "x", "Storm", "A long way home", "ö" * 41, "line\nline", "\u202e", "0", "won", "draw", "forfeit", "../..")
NUMBERS = (0, 1, 2, 3, 5, 10, 100, -1, -7, 10**6, 10**12, 2**63, 1 << 80)
JUNK: tuple[Any, ...] = (None, [], {}, "x", 7, {"sample": "nobody"}, {"sample": 3}, {"units": [{}]}, [[1]], True, 2.5)
ADDRESSED = "warband"


def given_by_people() -> tuple[str, ...]:
    """The names of all commands that somebody may give."""
    return tuple(sorted(tag for tag, rule in COMMANDS.items() if rule.who != (SERVER,)))


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
        payable = [one.key for one in self.desk.rules.market(side.band) if one.cost <= side.band.purse]
        if payable and not side.locked:
            yield warbands.Buy(warband=side.id, key=rng.choice(payable))
        for one in self.now.fixtures.values():
            if side.id in one.sides and not one.is_over and all(one.sides):
                yield schedule.Propose(warband=side.id, fixture=one.id, times=(self.time(),))
                for made in (made for id, made in one.proposals.items() if id != side.id):
                    yield schedule.Accept(warband=side.id, fixture=one.id, time=made.times[0])
                yield schedule.Hasten(warband=side.id, fixture=one.id, early=True)

    def rulings(self, side: Warband) -> Iterator[Command]:
        """What an umpire says now and then."""
        mine = [one for one in self.now.fixtures.values() if side.id in one.sides and not one.is_over]
        if mine and self.rng.random() < 0.1:
            yield results.Decide(fixture=mine[0].id, result="won", winner=side.id, reason="Fought elsewhere.")
            yield results.Void(fixture=mine[0].id, reason="Nobody knows any more.")
            other = next((id for id in mine[0].sides if id and id != side.id), side.id)
            yield trades.Transfer(warband=side.id, to=other, points=min(1, side.band.purse), reason="A debt.")
            yield rounds.Extend(fixture=mine[0].id, due=self.time(), reason="Because of the harvest.")

    def marches(self, side: Warband) -> Iterator[Command]:
        """Orders that are still to come."""
        land, this = self.now.land, self.now.round
        if land and this and this.step == "orders" and side.id not in land.orders:
            self.mine = side
            yield seasons.March(warband=side.id, way=self.way())
            yield seasons.March(warband=side.id)
