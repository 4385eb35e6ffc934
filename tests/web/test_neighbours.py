"""Two processes of one server, over PostgreSQL and a Valkey that dies: at either one sees what is done at the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.games import opening
from app.settings import Settings
from app.systems import SYSTEMS
from app.web.app import create_app
from app.web.page.deps import Site
from tests.mortal import Mortal, mortal
from tests.toy import TOY
from tests.web.people import Person, Table
from tests.web.test_socket import cut_with, until

pytestmark = pytest.mark.servers
Tried = Callable[[str], None]


class Two:
    """The processes, and a game whose players are at the first."""

    def __init__(self, one: TestClient, two: TestClient, valkey: Mortal) -> None:
        self.one, self.two, self.valkey = one, two, valkey
        self.table = Table(one, turns=1).sit()

    def there(self, who: Person) -> Person:
        """Somebody's browser, led to the second process."""
        person = Person(self.two)
        person.cookies = who.cookies
        return person

    def watch(self) -> WebSocketTestSession:
        """A watcher's socket at the second."""
        table = self.table
        made: WebSocketTestSession = self.two.websocket_connect(
            f"/ws/games/{table.id}?watch={table.key}&since={table.version}"
        )
        return made


def site(client: TestClient) -> Site:
    """What a process holds."""
    found: Site = client.app.state.site  # type: ignore[attr-defined]
    return found


def heard(socket: WebSocketTestSession, is_it: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The first message of which this is true."""
    while not is_it(message := socket.receive_json()):
        pass
    return dict(message)


@pytest.fixture
def both(empty_postgres: str, tmp_path: Path) -> Iterator[Two]:
    """Two processes that have started."""
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(opening, "OURS", (*SYSTEMS, TOY))
        valkey = stack.enter_context(mortal())
        settings = Settings(
            data=str(tmp_path), rate="100000/second", work="0/0/0", tables="0/0/0", sent=0,
            database_url=empty_postgres, valkey_url=valkey.url, secret="k" * 32,
        )  # fmt: skip
        one, two = (stack.enter_context(TestClient(create_app(settings))) for _ in range(2))
        yield Two(one, two, valkey)


def test_what_is_done_at_one_process_is_seen_at_the_other(both: Two, tried: Tried) -> None:
    table = both.table
    with both.watch() as eyes, both.one.websocket_connect(f"/ws/games/{table.id}", headers=table.red.cookie):
        assert heard(eyes, lambda m: m.get("crowd", {}).get("seats") == ["red"])["crowd"]["watchers"] == 1
        table.bids()
        seen = [message["v"] for message in until(eyes, table.version)]
        assert table.say("red", {"pick": "step", "then": {"run": 1, "walk": 1}}).status_code == 200
        seen += [message["v"] for message in until(eyes, table.version)]
        assert table.red.post(f"{table.path}/undo").status_code == 200
        assert heard(eyes, lambda m: "resync" in m)
        assert table.say("red", "done").status_code == 200
        until(eyes, table.version)
        said = [both.table.red, both.there(table.red)] * 3
        given = [who.post(f"{table.path}/talk", {"scope": "table", "text": "hello"}).status_code for who in said]
        assert given == [201] * 5 + [429]  # both processes count together
        assert [heard(eyes, lambda m: "talk" in m)["talk"][0]["text"] for _ in range(5)] == ["hello"] * 5
        assert both.one.portal
        both.one.portal.call(partial(site(both.one).rooms.cut, game=table.id))
        assert cut_with(eyes) == 4404
    tried(f"presence, {len(seen)} versions, an undo, talk, its limits and a cut crossed from one process to another")


def test_with_a_dead_valkey_all_that_counts_still_arrives(both: Two, tried: Tried) -> None:
    table = both.table
    with both.watch() as eyes:
        heard(eyes, lambda m: "crowd" in m)
        both.valkey.kill()
        seen: list[int] = []
        for seat, raw in (("red", "1"), ("blue", "3"), ("red", {"pick": "step", "then": {"run": 1, "walk": 1}})):
            assert table.say(seat, raw).status_code == 200
            seen += [message["v"] for message in until(eyes, table.version)]
        assert seen == sorted(seen)
        line = table.red.post(f"{table.path}/talk", {"scope": "table", "text": "hello"}).json()["id"]
        table.red.post(f"{table.path}/talk", {"scope": "side", "text": "to myself"})
        assert heard(eyes, lambda m: "talk_after" in m) == {"talk_after": line}
        told = both.there(table.blue).get(f"{table.path}/talk").json()["lines"]
        assert [one["text"] for one in told] == ["hello"]
        both.valkey.revive()
        assert table.say("red", "done").status_code == 200
        until(eyes, table.version)
    tried(f"{len(seen)} versions and a line of talk crossed while Valkey was dead")
