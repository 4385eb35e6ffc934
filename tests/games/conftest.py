"""A host for each test of hosted games, and a way to run what is asynchronous."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.table import Host


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with nothing on it."""
    host = Host(tmp_path)
    yield host
    host.store.close()
