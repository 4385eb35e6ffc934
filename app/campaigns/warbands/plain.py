"""Warbands of a system that says nothing of campaigns: a roster as it was brought, which goes to every battle whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.campaigns.book import c
from app.engine.asks import Json
from app.engine.campaigns import Band, Deed, Member, Offer, Step
from app.engine.events import Seat
from app.engine.modifiers import total
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem, Setup
from app.games import offers

BUYING, ALL = c("CPN-WAR-04"), "m1"
"""The clause of markets; the one member that is the whole roster."""


class Plain:
    """What can be said of any system by its contract alone; nothing of a roster is ever lost, better or for sale."""

    raises: tuple[str, ...] = ()
    say: tuple[str, ...] = ()

    def __init__(self, system: RuleSystem[Any]) -> None:
        self.system = system
        self.rows = {row["id"]: row for row in system.catalogue()["scenarios"] if offers.TWO in offers.players(row)}
        self.scenarios = tuple(self.rows)

    def enlist(self, roster: Json, limit: int) -> Band | tuple[Refusal, ...]:
        """The warband of a roster that makes a lawful battle with its like in some scenario; else why not in one."""
        against = self.against(roster, limit)
        if (first := next(against)) and all(against):
            return first
        member = Member(id=ALL, kind="system.name", line=roster, cost=limit, name=self.named(roster))
        return Band(head={}, members={ALL: member}, notes={"limit": limit})

    def against(self, roster: Json, limit: int) -> Iterator[tuple[Refusal, ...]]:
        """What stands against a roster on both sides of each scenario, at each number of points up to this."""
        book, sides = self.system.catalogue(), offers.laid(offers.TWO, (roster, roster))
        for row in self.rows.values():
            for most in [n for n in offers.limits(book, row) if n <= limit] or [offers.usual(book, row)]:
                yield self.system.refuse_setup(Setup(row["id"], sides, offers.options(row, most)))

    def named(self, roster: Json) -> str:
        """The name that a roster has, or the ready one it stands for."""
        said = roster if isinstance(roster, dict) else {}
        ready = (one.get("name") for one in self.system.catalogue()["samples"] if one["id"] == said.get("sample"))
        return str(said.get("name") or next(ready, None) or "")

    def value(self, band: Band) -> int:
        """The points it began with."""
        return band.worth()

    def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
        """Nothing: its one member is always fit."""
        return ()

    def muster(self, band: Band, members: Sequence[str], extra: int = 0) -> Json:
        """The roster as it was brought; help for the weaker adds nothing to it."""
        return band.members[members[0]].line

    def deeds(self, state: Any, seat: Seat) -> tuple[Deed, ...]:
        """It was there."""
        return (Deed(id=ALL),)

    def points(self, state: Any, seat: Seat) -> int:
        """What the outcome of the battle counts for a seat."""
        outcome = self.system.outcome(state)
        return total(outcome.tally.get(seat, ())) if outcome else 0

    def market(self, band: Band) -> tuple[Offer, ...]:
        """Nothing."""
        return ()

    def purchase(self, band: Band, key: str, id: str, name: str) -> Step | Refusal:
        """Nothing is sold."""
        return refuse("warband.no-offer", BUYING, got=key[:40])

    def setup_options(self, setup: Setup) -> Mapping[str, Any]:
        """A ready ground, and where points are counted the least limit at which the battle is lawful."""
        book, row = self.system.catalogue(), self.rows[setup.scenario]
        tried = [offers.options(row, limit) for limit in offers.limits(book, row) or (0,)]
        return next((one for one in tried if not self.system.refuse_setup(with_options(setup, one))), tried[-1])


def with_options(setup: Setup, more: Mapping[str, Any]) -> Setup:
    """The set-up with these options besides."""
    return Setup(setup.scenario, setup.sides, {**setup.options, **more})
