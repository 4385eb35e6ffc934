"""A server for the tests of accounts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.store import Store
from app.store.tables import metadata
from tests.accounts.town import Town


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    """A server with nobody in it."""
    town = Town(tmp_path)
    yield town
    await town.host.games.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A house with nobody in it."""
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite3'}")
    metadata.create_all(store.writing)
    yield store
    store.close()
