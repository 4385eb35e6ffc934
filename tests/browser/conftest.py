"""A browser and a server for the tests that click and drag."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.player import PATIENCE
from tests.browser.server import LEAPING, SWIFT, Server

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests share, each with games of its own; the clocks of tables leap when it is told so."""
    running = Server(tmp_path_factory.mktemp("shared"), LEAPING)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of this test's own, to be killed, whose bots do not linger."""
    running = Server(tmp_path, SWIFT)
    running.start()
    yield running
    running.stop()
