"""Rosters: kept for their owner and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games.rosters import MOST, Rosters
from app.store import Store, guests
from app.store.db import check

BODY = {"faction": "bushi", "models": [{"code": "S1"}]}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with two guests."""
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    store.migrate()
    for id in "ab":
        row = {"id": id, "token_hash": id * 64, "name": id, "created": "2026-01-01T00:00:00Z"}
        store.run_now(guests.add, row)
    yield store
    store.close()


@pytest.mark.anyio
async def test_kept_read_changed_forgotten(store: Store) -> None:
    """A roster comes back as it was, changes, and goes."""
    rosters = Rosters(store)
    id = await rosters.keep("a", "ronin", " Red  ", 150, BODY)
    assert id
    kept = await rosters.read("a", id)
    assert kept
    assert (kept.name, kept.points, kept.roster) == ("Red", 150, BODY)
    assert await rosters.keep("a", "ronin", "Blue", 200, {}, id) == id
    assert [k.name for k in await rosters.of("a", "ronin")] == ["Blue"]
    assert await rosters.of("a", "kensei") == ()
    assert await rosters.forget("a", id)
    assert await rosters.read("a", id) is None


@pytest.mark.anyio
async def test_only_the_owner(store: Store) -> None:
    """Somebody else neither reads, changes nor forgets it."""
    rosters = Rosters(store)
    id = await rosters.keep("a", "ronin", "Red", 150, BODY)
    assert id
    assert await rosters.read("b", id) is None
    assert await rosters.keep("b", "ronin", "Mine", 150, {}, id) is None
    assert not await rosters.forget("b", id)
    kept = await rosters.read("a", id)
    assert kept
    assert kept.name == "Red"


@pytest.mark.anyio
async def test_no_more_than_fifty(store: Store) -> None:
    """There is an end to what one guest may keep."""
    rosters = Rosters(store)
    for n in range(MOST):
        assert await rosters.keep("a", "ronin", f"n{n}", 150, BODY)
    assert await rosters.keep("a", "ronin", "more", 150, BODY) is None


def test_the_schema_is_migrated(store: Store) -> None:
    """The migrations make exactly the tables."""
    check(store.writing)
