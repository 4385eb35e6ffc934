"""What is sealed stays sealed: two campaigns that differ by a sealed answer look the same to everybody else."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.campaigns.battles.musters import Muster
from app.campaigns.desk import Actor, Command
from app.campaigns.ledger.rows import linked
from app.campaigns.map.seasons import March, sheet_of
from app.campaigns.people.eyes import shown
from app.campaigns.stories.course import Split
from app.engine.digest import canonical
from tests.campaigns.campaigning import House
from tests.campaigns.stage import FROZEN, WHO, actor, dealt, desk_of, stage


def sealed(kind: str) -> tuple[Command, Command]:
    """Two answers of the leader that nobody else may tell apart."""
    desk, mine = desk_of(kind, "leader"), stage(kind)[1].warbands[0]
    now = desk.now
    if kind == "map":
        assert now.land is not None
        at = now.land.armies[mine]
        return March(warband=mine), March(warband=mine, way=(sheet_of(now.land).neighbours(at)[0],))
    if kind == "story":
        groups = dealt(now, mine)
        first, second, *_ = groups
        swapped = {
            **groups,
            first: (groups[second][0], *groups[first][1:]),
            second: (groups[first][0], *groups[second][1:]),
        }
        return Split(warband=mine, groups=groups), Split(warband=mine, groups=swapped)
    one = next(iter(now.fixtures.values()))
    every = list(now.warbands[mine].band.members)
    sent = [m for size in (len(every), len(every) - 1) for m in itertools.combinations(every, size)]
    good = [m for m in sent if not desk.rules.refuse_muster(now.warbands[mine].band, m)][:2]
    one_, two = (Muster(warband=mine, fixture=one.id, members=m) for m in good)
    return one_, two


def parted(kind: str, tmp_path: Path, read: Callable[[House, str, Actor], Any]) -> list[dict[str, Any]]:
    """What everybody reads in two copies of a campaign that differ by one sealed answer."""
    file, made = stage(kind)

    async def one(number: int, secret: Command) -> dict[str, Any]:
        copy = tmp_path / f"{number}.sqlite3"
        shutil.copy(file, copy)
        house = House(copy, time=FROZEN)
        await house.start()
        await house.does(made.id, actor(kind, "leader"), secret, "secret")
        found = {who: await read(house, made.id, actor(kind, who)) for who in WHO[:-1]}
        await house.close()
        return found

    return [asyncio.run(one(n, secret)) for n, secret in enumerate(sealed(kind))]


KINDS = ("running", "map", "story")


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_else_sees_what_is_sealed(kind: str, tmp_path: Path) -> None:
    async def read(house: House, id: str, by: Actor) -> bytes:
        return canonical(shown(await house.now(id), by.id))

    one, two = parted(kind, tmp_path, read)
    assert {who for who in one if one[who] != two[who]} == {"leader"}


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_else_reads_what_is_sealed_in_the_ledger(kind: str, tmp_path: Path) -> None:
    async def read(house: House, id: str, by: Actor) -> bytes:
        rows = await house.campaigns.entries(id, by.id)
        return canonical([{key: row[key] for key in row if key != "chain"} for row in rows])

    one, two = parted(kind, tmp_path, read)
    assert {who for who in one if one[who] != two[who]} == {"leader"}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_sealed_cannot_be_guessed_from_the_chain(kind: str, tmp_path: Path) -> None:
    """All may see the chain; who tries what might have been said does not find the link."""
    file, made = stage(kind)
    secret = sealed(kind)[0]

    async def tried() -> None:
        copy = tmp_path / "copy.sqlite3"
        shutil.copy(file, copy)
        house = House(copy, time=FROZEN)
        await house.start()
        before = (await house.now(made.id)).seq
        done = await house.does(made.id, actor(kind, "leader"), secret, "secret")
        rows = await house.campaigns.entries(made.id, made.leaders[0].id, before - 1)
        await house.close()
        assert done.entries[0] == before + 1
        last, row = rows[0], rows[1]
        known = {key: value for key, value in row["body"].items() if key != "salt"}
        assert linked(last["chain"], row) == row["chain"]
        assert linked(last["chain"], {**row, "body": known}) != row["chain"]

    asyncio.run(tried())
