"""A campaign on a table of its own: small rules, players, and hands that give commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.campaigns.battles.musters import Muster, best
from app.campaigns.battles.results import Decide, Over
from app.campaigns.battles.tables import Lay
from app.campaigns.commands import COMMANDS
from app.campaigns.desk import Actor, Command, Desk, Past, refuse_actor
from app.campaigns.ledger.events import Entry, Founded, Joined, Raised, RoundOpened
from app.campaigns.ledger.evolve import fold
from app.campaigns.model import Campaign, CampaignId, Fixture, Settings
from app.campaigns.rounds.follow import follow
from app.engine.campaign_maps import HOUSE
from app.engine.campaigns import FIT, OUT, Band, Choice, Deed, Delta, Member, Offer, Step, Throw
from app.engine.dice import Dice
from app.engine.refusals import Clause, Refusal, refuse

HOST = "host"
DAY = 86_400_000
T0 = 1_700_000_000_000
RULE = Clause("CPN-RES-07")


class SmallRules:
    """Members are worth what they cost; the fallen throw a die; each battle gives one point of experience."""

    scenarios: tuple[str, ...] = ("pass", "bridge", "village")
    map: Any = HOUSE

    def enlist(self, roster: Any, limit: int) -> Band:
        """A band of as many members as the roster says."""
        members = {f"m{n}": Member(id=f"m{n}", kind="man", line={}, cost=10) for n in range(int(roster))}
        return Band(head={}, members=members, purse=limit - 10 * len(members))

    def value(self, band: Band) -> int:
        """What the living cost."""
        return sum(member.cost for member in band.living())

    def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
        """Somebody must go."""
        return () if members else (refuse("small.nobody", RULE),)

    def muster(self, band: Band, members: Sequence[str], extra: int = 0) -> Any:
        """Their ids."""
        return {"members": list(members), "extra": extra}

    def deeds(self, state: Any, seat: Any) -> tuple[Deed, ...]:
        """None."""
        return ()

    def points(self, state: Any, seat: Any) -> int:
        """None."""
        return 0

    def market(self, band: Band) -> tuple[Offer, ...]:
        """Nothing."""
        return ()

    def purchase(self, band: Band, key: str, id: str, name: str) -> Step | Refusal:
        """Nothing is sold."""
        return refuse("small.sold-out", RULE)

    def setup_options(self, setup: Any) -> Mapping[str, Any]:
        """None."""
        return {}

    def aftermath(
        self, band: Band, deeds: Sequence[Deed], result: str, throw: Throw, facts: Mapping[str, int]
    ) -> tuple[Step, ...]:
        """A die for each that fell, of which only 1 hurts; experience and an advance for the others."""
        steps = []
        for deed in deeds:
            if deed.fate:
                dice = Dice(1, 6)
                faces = throw(dice)
                deltas = (Delta("state", deed.id, put=OUT),) if faces[0] == 1 else ()
                steps.append(Step("wound", RULE, "small.fell", {"who": deed.id}, deltas, dice, faces))
            else:
                gains = (Delta("experience", deed.id, add=1), Delta("due", deed.id, add=1))
                steps.append(Step("experience", RULE, "small.learned", {"who": deed.id}, gains))
        return tuple(steps)

    def choices(self, band: Band) -> tuple[Choice, ...]:
        """Each advance that is due."""
        return tuple(
            Choice(
                member=one.id, clause=RULE, about="small.choose", options=("strong", "quick"), say=("a", "b"),
                default="strong",
            )
            for one in band.living()
            if one.due
        )  # fmt: skip

    def choose(self, band: Band, member: str, option: str) -> Step | Refusal:
        """The word is gained."""
        deltas = (Delta("due", member, add=-1), Delta("gained", member, more=option))
        return Step("advance", RULE, "small.chosen", {"who": member}, deltas)


class Table:
    """A campaign, its ledger and its clock; ``give`` does what the service does without storing anything."""

    def __init__(self, count: int, rules: Any = None, **settings: Any) -> None:
        self.rules = rules or SmallRules()
        self.clock = T0
        self.seeds: dict[str, str] = {}
        self.entries: list[Entry] = []
        self.deeds: dict[str, tuple[Deed, ...]] = {}
        """What was done in the battle that is overturned, as its game would tell."""
        self.judged = T0
        """When the battle in question ended, or was ruled on."""
        self.now = Campaign(id=CampaignId("c"))
        whole = Settings(**{"points": 100, **settings})
        self.put(Founded(system="small", name="War", settings=whole, guest=HOST, host="Host"))
        for n in range(count):
            self.join(n)

    def join(self, n: int, members: int = 5) -> str:
        """A player more, with a warband; its id."""
        self.put(Joined(guest=f"p{n}", name=f"P{n}", entropy=f"{n:064x}"))
        band = self.rules.enlist(members, 100)
        number = self.now.round.number if self.now.round else 0
        self.put(Raised(warband=f"w{n}", guest=f"p{n}", name=f"W{n}", emblem=1, hue=1, band=band, round=number))
        return f"w{n}"

    def put(self, *entries: Entry) -> None:
        """These entries are written."""
        self.now = fold(self.now, entries)
        self.entries += entries

    def desk(self, guest: str = "") -> Desk:
        """The desk before somebody."""
        past = Past(ledger=tuple(self.entries), deeds=self.deeds, at=self.judged)
        return Desk(self.now, self.rules, Actor(id=guest, name=guest), self.clock, self.seeds, past)

    def give(self, guest: str, command: Command) -> Refusal | None:
        """The command is done with all that follows, or refused and nothing has changed."""
        desk = self.desk(guest)
        rule = COMMANDS[str(command.__struct_config__.tag)]
        decided = refuse_actor(desk, rule, command) or rule.decide(desk, command)
        if isinstance(decided, Refusal):
            return decided
        self.put(*decided)
        self.settle()
        return None

    def settle(self) -> int:
        """All that follows by itself is written; how often it took."""
        for times in range(64):
            more = follow(self.desk())
            if not more:
                return times
            self.put(*more)
        raise AssertionError("no end of what follows")

    def wait(self, days: int = 0, hours: int = 0) -> None:
        """Time passes, and what is due then happens."""
        self.clock += days * DAY + hours * 3_600_000
        self.settle()

    def won(self, id: str, winner: str = "", result: str = "won") -> None:
        """An umpire says how a battle ended."""
        said = Decide(fixture=id, result=result, winner=winner, reason="as told")
        assert self.give(HOST, said) is None

    def battle(self, id: str, winner: str, deeds: dict[str, tuple[Deed, ...]], **facts: int) -> None:
        """Both sides muster all they have, the table is laid, and one has won."""
        for side in self.now.fixtures[id].sides:
            if side:
                sent = Muster(warband=side, fixture=id, members=self.fit(side))
                assert self.give(self.guest(side), sent) is None
        assert self.give("", Lay(fixture=id, game=f"game-{id}")) is None
        points = {side: 3 if side == winner else 1 for side in self.now.fixtures[id].sides if side}
        assert self.give("", Over(fixture=id, winner=winner, points=points, deeds=deeds, facts=facts)) is None

    def send_all(self, id: str, side: str) -> None:
        """A warband sends as much as a stand-in would."""
        members = best(self.desk(), self.now.fixtures[id], self.now.warbands[side])
        assert self.give(self.guest(side), Muster(warband=side, fixture=id, members=members)) is None

    def battles(self) -> list[Fixture]:
        """The battles of the open round that are not over."""
        return [one for one in self.now.fixtures.values() if not one.is_over]

    def rounds(self) -> list[RoundOpened]:
        """All rounds as they were opened."""
        return [one for one in self.entries if isinstance(one, RoundOpened)]

    def guest(self, warband: str) -> str:
        """Who leads a warband."""
        return self.now.warbands[warband].guest

    def fit(self, warband: str) -> tuple[str, ...]:
        """Members that can be sent."""
        return tuple(one.id for one in self.now.warbands[warband].band.members.values() if one.state == FIT)
