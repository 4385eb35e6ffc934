"""A nest for the servers of these tests, one for each worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.house import House, Nest


@pytest.fixture(scope="session")
def nest() -> Iterator[Nest]:
    """Everything is loaded there."""
    made = Nest()
    yield made
    made.close()


@pytest.fixture
def house(nest: Nest, tmp_path: Path) -> Iterator[House]:
    """A server that has not started."""
    folder = tmp_path / "data"
    folder.mkdir()
    made = House(nest, folder)
    yield made
    made.stop()
