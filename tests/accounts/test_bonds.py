"""Friends, blocks and mutes; what everybody may know of an account."""

from __future__ import annotations

import asyncio

import pytest

from app.accounts.bonds import Bonds, Kind
from app.games.seats import Guests
from app.store import Store
from app.store.db import Row
from app.store.house_tables import account, report


async def known(store: Store, *names: str) -> list[str]:
    """Accounts of these names."""
    ids = [(await Guests(store, b"k").welcome(name))[0].id for name in names]
    for id, name in zip(ids, names, strict=True):
        row: Row = {
            "guest_id": id, "handle": name.casefold(), "mail_ok": False, "password": "", "role": "player",
            "created": "2026-08-01T00:00:00Z",
        }  # fmt: skip
        await store.run(lambda db, row: db.execute(account.insert(), row), row)
    return ids


def test_a_bond_is_kept_once_and_nobody_is_their_own_friend(store: Store) -> None:
    async def play() -> None:
        aki, mika = await known(store, "Aki", "Mika")
        bonds = Bonds(store)
        assert not await bonds.add(aki, aki, "friend")
        for _ in range(2):
            assert await bonds.add(aki, mika, "friend")
        assert [(bond.name, bond.handle, bond.kind) for bond in await bonds.of(aki)] == [("Mika", "mika", "friend")]
        assert await bonds.of(mika) == ()
        await bonds.remove(aki, mika, "friend")
        assert await bonds.of(aki) == ()

    asyncio.run(play())


COUNTS = [("block", True, True), ("mute", False, True), ("friend", False, False)]


@pytest.mark.parametrize(("kind", "blocked", "unread"), COUNTS)
def test_a_block_counts_for_both_and_a_mute_for_one(store: Store, kind: Kind, blocked: bool, unread: bool) -> None:
    async def play() -> None:
        aki, mika = await known(store, "Aki", "Mika")
        bonds = Bonds(store)
        await bonds.add(aki, mika, kind)
        assert await bonds.blocks(aki, mika) is blocked
        assert await bonds.blocks(mika, aki) is blocked
        assert (mika in await bonds.muted(aki)) is unread
        assert await bonds.muted(mika) == frozenset()

    asyncio.run(play())


def test_whoever_is_blocked_is_no_longer_a_friend(store: Store) -> None:
    async def play() -> None:
        aki, mika = await known(store, "Aki", "Mika")
        bonds = Bonds(store)
        await bonds.add(aki, mika, "friend")
        await bonds.add(aki, mika, "block")
        assert await bonds.between(aki, mika) == {"block"}
        await bonds.add(aki, mika, "friend")
        assert await bonds.between(aki, mika) == {"friend"}

    asyncio.run(play())


def test_an_account_is_found_in_whatever_letters(store: Store) -> None:
    async def play() -> None:
        (mika,) = await known(store, "Mika")
        bonds = Bonds(store)
        found = await bonds.profile("  MIKA ")
        assert found is not None
        assert (found.id, found.name, found.since[:10]) == (mika, "Mika", "2026-08-01")
        assert await bonds.profile("nobody") is None
        await store.run(lambda db: db.execute(account.update().values(banned="rude")))
        assert await bonds.profile("mika") is None

    asyncio.run(play())


def test_a_report_is_kept_for_the_host(store: Store) -> None:
    async def play() -> None:
        aki, mika = await known(store, "Aki", "Mika")
        await Bonds(store).report(aki, mika, "x" * 2000)
        kept = await store.look(lambda db: db.execute(report.select()).mappings().one())
        assert (kept["kind"], kept["by_id"], kept["about_id"], len(kept["text"])) == ("person", aki, mika, 1000)

    asyncio.run(play())
