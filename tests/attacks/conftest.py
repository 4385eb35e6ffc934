"""One server for the attacks of a module, with every system and the toy on it, and somebody of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from starlette.testclient import TestClient

from app.games import opening, pace
from app.settings import Settings
from app.systems import SYSTEMS
from app.web import app as web
from app.web.app import create_app
from tests.attacks.knocking import Door
from tests.toy import TOY
from tests.web.scene import House, Scene

NEVER = 1e9
"""Seconds until a bot answers or somebody absent is told: nothing is written but by what is judged."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that has started."""
    settings = Settings(
        data=str(tmp_path_factory.mktemp("data")), rate="1000000/second", work="0/0/0", tables="0/0/0", sent=0
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "OURS", (*SYSTEMS, TOY))
        patch.setattr(web, "open_games", partial(opening.open_games, bot_delay=NEVER))
        patch.setattr(pace, "is_shown", lambda *_: True)  # else they pause before nothing but what is shown
        with TestClient(create_app(settings), raise_server_exceptions=False) as client:
            site, portal = client.app.state.site, client.portal  # type: ignore[attr-defined]
            assert portal is not None
            site.notices.grace = NEVER
            portal.call(site.notices.channels.push.keys)
            yield client


@pytest.fixture(scope="module")
def house(client: TestClient) -> House:
    """The server with its host."""
    return House(client)


@pytest.fixture(scope="module")
def scene(house: House) -> Scene:
    """Tables, campaigns, and everybody who has to do with them."""
    return Scene(house)


@pytest.fixture(scope="module")
def door(client: TestClient) -> Door:
    """The same server, called without a client between."""
    return Door(client)
