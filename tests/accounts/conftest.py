"""A server for the tests of accounts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.accounts.town import Town


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    """A server with nobody in it."""
    town = Town(tmp_path)
    yield town
    await town.host.games.close()
