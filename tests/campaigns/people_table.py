"""A table whose rules sell men, for the tests of people, warbands, trades and stories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from app.campaigns.ledger.events import Founded
from app.campaigns.ledger.evolve import fold
from app.campaigns.ledger.rows import linked
from app.campaigns.model import Campaign, CampaignId, Settings
from app.engine.campaigns import FIT, Band, Delta, Member, Offer, Step
from app.engine.digest import START
from app.engine.refusals import Refusal, refuse
from app.games.rows import plain
from app.store.db import Row
from tests.campaigns.rounds_table import RULE, T0, SmallRules, Table


class Shop(SmallRules):
    """The same rules, with one kind of man for sale, and no room for an ogre among others."""

    def enlist(self, roster: Any, limit: int) -> Any:
        """A number of men; anything else is refused."""
        if not isinstance(roster, int) or not 0 <= roster * 10 <= limit:
            return (refuse("small.roster", RULE),)
        return super().enlist(roster, limit)

    def market(self, band: Band) -> tuple[Offer, ...]:
        """A man, and an ogre nobody can pay."""
        return tuple(Offer(key=key, kind=key, line={}, cost=cost) for key, cost in (("man", 10), ("ogre", 1000)))

    def purchase(self, band: Band, key: str, id: str, name: str) -> Step | Refusal:
        """The man, if the purse pays him."""
        cost = next(one.cost for one in self.market(band) if one.key == key)
        if cost > band.purse:
            return refuse("small.purse", RULE, cost=cost, purse=band.purse)
        new = Member(id=id, kind=key, line={"code": "A"}, cost=cost, name=name)
        return Step(
            "purchase", RULE, "small.bought", {"who": id}, (Delta("member", put=plain(new)), Delta("purse", add=-cost))
        )

    def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
        """Somebody must go, and no ogres."""
        if any(band.members[id].kind == "ogre" for id in members):
            return (refuse("small.ogre", RULE),)
        return super().refuse_muster(band, members)


def shop(count: int, **settings: Any) -> Table:
    """A table of so many warbands of five men."""
    return Table(count, Shop(), **settings)


def of_system(count: int, system: str, rules: Any = None, **settings: Any) -> Table:
    """The same, said to be of this system."""
    table = Table(count, rules or Shop(), **settings)
    first = table.entries[0]
    assert isinstance(first, Founded)
    table.entries[0] = replace(first, system=system)
    table.now = fold(Campaign(id=CampaignId("c")), table.entries)
    return table


def rows(table: Table, by: str = "host") -> list[Row]:
    """The ledger as it would be stored."""
    chain, found = START, []
    for seq, entry in enumerate(table.entries, 1):
        body = plain(entry)
        row = {
            "campaign_id": "c", "seq": seq, "kind": body["kind"], "warband": body.get("warband", ""), "by_id": by,
            "at_ms": T0 + seq, "seen_by": body.get("seen_by"), "body": body,
        }  # fmt: skip
        chain = linked(chain, row)
        found.append({**row, "chain": chain})
    return found


def fit(band: Band) -> list[str]:
    """The ids of those who can be sent."""
    return [one.id for one in band.members.values() if one.state == FIT]


def settings(at: Table, /, **values: Any) -> Settings:
    """The settings of a table with some changed."""
    return replace(at.now.settings, **values)
