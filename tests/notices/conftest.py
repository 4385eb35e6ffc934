"""Servers that listen, for a test each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.notices.servers import Receiver, Relay, receiver, relay


@pytest.fixture
def there() -> Iterator[Receiver]:
    """Somebody else's server."""
    with receiver() as found:
        yield found


@pytest.fixture
def post() -> Iterator[Relay]:
    """A mail relay."""
    with relay() as found:
        yield found
