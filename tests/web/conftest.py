"""One server for the tests of a module, with Ronin and the toy on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.games import opening
from app.settings import Settings
from app.systems import SYSTEMS
from app.web.app import create_app
from tests.toy import TOY
from tests.web.people import Person, Table


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that has started."""
    settings = Settings(
        data=str(tmp_path_factory.mktemp("data")), rate="100000/second", work="0/0/0", tables="0/0/0", sent=0
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "OURS", (*SYSTEMS, TOY))
        with TestClient(create_app(settings), raise_server_exceptions=False) as client:
            yield client


@pytest.fixture
def person(client: TestClient) -> Person:
    """Somebody new."""
    return Person(client)


@pytest.fixture
def table(client: TestClient) -> Table:
    """A toy with both seated, at its first question."""
    return Table(client, turns=1).sit()
