"""Campaigns with somebody of every sort in them, for the tests of who may do and see what."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from app.campaigns.desk import Actor, Desk, Past
from app.campaigns.ledger import events as e
from app.campaigns.ledger.evolve import fold
from app.campaigns.ledger.rows import entry_of
from app.campaigns.model import Campaign
from app.campaigns.people.members import InviteGuest, SetRoles, Watch
from app.campaigns.stories.course import dealt_out, tale
from app.campaigns.systems import rules_of
from app.engine.campaigns import Step
from app.engine.refusals import Clause
from app.games.hours import REAL, Time
from app.store import campaigns
from app.systems import SYSTEMS
from tests.campaigns.campaigning import Begun, House, fresh, more

WHO = ("stranger", "account", "linked", "invited", "watcher", "player", "leader", "umpire", "host", "server")
"""``stranger``: without an account; ``linked``: came by the link; ``player``: leads another warband than ``leader``."""
CLOCK = 1_800_000_000_000
FROZEN = Time(REAL.now, REAL.sleep, lambda: CLOCK)
RULE = Clause("CPN-PEO-01")
SETTINGS: dict[str, dict[str, Any]] = {
    "running": {"system": "ronin"},
    "challenge": {"system": "ronin", "pairing": "challenge"},
    "map": {"system": "daimyo", "pairing": "map", "map": "heron-bay"},
    "story": {"system": "ronin", "pairing": "story", "story": "three-groups", "points": 300},
}


@cache
def stage(kind: str) -> tuple[Path, Begun]:
    """A private campaign that runs, in a file, with somebody of every sort."""
    file = fresh(Path(mkdtemp(prefix="gunbai-stage-")))

    async def set_up() -> Begun:
        house = House(file, time=FROZEN)
        await house.start()
        made = await house.begun(public=False, absence=0, **SETTINGS[kind])
        for name in ("watcher", "umpire", "invited"):
            guest = await house.guest(name, invited=True)
            OTHERS[kind, name] = guest.id
            if name == "invited":
                await house.does(made.id, made.host, InviteGuest(guest=guest.id, name=name))
                continue
            await house.does(made.id, guest, Watch())
            await house.does(made.id, made.host, SetRoles(guest=guest.id, roles=(name,)))
        seen = await house.now(made.id)
        row = await house.campaigns.row(made.id)
        assert row is not None
        STATES[kind] = (seen, row["seeds"])
        _, rows = await house.store.look(campaigns.whole, made.id)
        LEDGERS[kind] = tuple(entry_of(one) for one in rows)
        await house.close()
        return made

    return file, asyncio.run(set_up())


OTHERS: dict[tuple[str, str], str] = {}
STATES: dict[str, tuple[Campaign, dict[str, str]]] = {}
LEDGERS: dict[str, tuple[e.Entry, ...]] = {}


def actor(kind: str, who: str) -> Actor:
    """One of those who might ask."""
    made = stage(kind)[1]
    ids = {"host": made.host.id, "leader": made.leaders[0].id, "player": made.leaders[1].id, "server": ""}
    id = ids.get(who, OTHERS.get((kind, who), who))
    return Actor(id=id, name=who if id else "", account=bool(id) and who != "stranger", invited=who == "linked")


def desk_of(kind: str, who: str, *entries: e.Entry) -> Desk:
    """The desk before which he stands; ``entries``: what happened besides."""
    stage(kind)
    now, seeds = STATES[kind]
    rules = rules_of(next(one for one in SYSTEMS if one.key == now.system))
    return Desk(
        fold(now, entries),
        rules,
        actor(kind, who),
        CLOCK,
        dict(seeds),
        Past(ledger=(*LEDGERS[kind], *entries), at=CLOCK),
    )


def state(kind: str) -> Campaign:
    """The campaign of this stage."""
    stage(kind)
    return STATES[kind][0]


def pay(points: int) -> Step:
    """Points into a purse."""
    return Step("income", RULE, "x", deltas=(more(points),))


def dealt(now: Campaign, warband: str) -> dict[str, tuple[str, ...]]:
    """A warband divided as its story wants it."""
    story = tale(now)
    assert story is not None
    return dealt_out(now.warbands[warband], story.groups)
