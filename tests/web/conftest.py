"""One server for the tests of a module, with Ronin and the toy on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.games import opening
from app.settings import Settings
from app.systems import SYSTEMS
from app.web.app import create_app
from app.web.rosters import houses, profiles
from tests.toy import TOY
from tests.web.people import Person, Table
from tests.web.scene import House, laid_in


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


@pytest.fixture(scope="module")
def founded(client: TestClient) -> House:
    """The server with its host."""
    return House(client)


@pytest.fixture
def house(founded: House) -> Iterator[House]:
    """The same, of whose lists and profiles nothing is left when the test is over."""
    yield founded
    for setting, name in ((profiles.SETTING, profiles.FOLDER), (houses.SETTING, houses.FOLDER)):
        founded.run(founded.site.house.set, setting, [])
        for file in laid_in(founded, name).iterdir():
            file.rmdir() if file.is_dir() and not file.is_symlink() else file.unlink()


@pytest.fixture
def person(client: TestClient) -> Person:
    """Somebody new."""
    return Person(client)


@pytest.fixture
def table(client: TestClient) -> Table:
    """A toy with both seated, at its first question."""
    return Table(client, turns=1).sit()
