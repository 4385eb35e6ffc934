"""What requests take of the processor is paid by guest, address and table: who has nothing left waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.accounts.guessing import network_of
from app.aside import SPENT, Spent, aside
from app.games import opening
from app.purses import MINUTE, Purses
from app.settings import Settings
from app.systems import SYSTEMS
from app.web.app import create_app
from app.web.server import thrift
from app.web.server.thrift import Measured, Paid, Thrift, caller
from tests.attacks.knocking import Knock, scope_of
from tests.toy import TOY
from tests.web.people import Table

GAME = "AbCdEfGhIjKlMnOpQrStUv"


def test_a_purse_fills_by_itself_and_is_emptied_by_what_was_taken() -> None:
    purses = Purses(0.5)
    assert purses.left("ana", 0) == purses.full == 0.5 * MINUTE
    purses.take("ana", 31, 0)
    assert purses.left("ana", 0) == -1
    assert purses.wait("ana", 0) == 2
    assert purses.wait("ana", 2.5) == 0
    assert purses.left("ana", 1000) == purses.full
    assert purses.wait("bea", 0) == 0


def test_a_purse_without_end_is_never_empty_and_nobody_s_is_not_kept() -> None:
    free, purses = Purses(0), Purses(1)
    free.take("ana", 1000, 0)
    purses.take("", 1000, 0)
    assert free.wait("ana", 0) == purses.wait("", 0) == 0


def test_only_so_many_purses_are_remembered() -> None:
    purses = Purses(1, kept=2)
    for name in ("ana", "bea", "cleo"):
        purses.take(name, 100, 0)
    assert purses.wait("ana", 0) == 0
    assert purses.wait("bea", 0) > 0


def test_what_is_done_beside_the_loop_is_counted_for_whoever_asked() -> None:
    async def asked() -> float:
        spent = Spent()
        token = SPENT.set(spent)
        assert await aside(lambda: sum(n * n for n in range(200_000))) > 0
        SPENT.reset(token)
        return spent.seconds

    assert asyncio.run(asked()) > 0


def test_errors_of_work_beside_the_loop_reach_who_asked() -> None:
    async def asked() -> None:
        await aside(lambda: [][0])

    with pytest.raises(IndexError):
        asyncio.run(asked())


def test_each_step_is_counted_and_what_goes_wrong_is_passed_on() -> None:
    async def works(wrong: bool) -> None:
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.001)
        except TimeoutError:
            if wrong:
                raise

    async def measured(wrong: bool) -> float:
        spent = Spent()
        await Measured(works(wrong), spent)
        return spent.seconds

    assert asyncio.run(measured(False)) > 0
    with pytest.raises(TimeoutError):
        asyncio.run(measured(True))


class Greedy:
    """An application that takes five seconds of a processor, as it says."""

    def __init__(self) -> None:
        self.asked, self.sits = 0, ""
        """Who has a seat at the table."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        scope.setdefault("state", {})["sits"] = caller(scope) == self.sits != ""
        spent = SPENT.get()
        assert isinstance(spent, Paid)
        spent.add(5)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Desk:
    """Thrift before an application, at an hour that is set by hand."""

    def __init__(self, work: str) -> None:
        self.now, self.app = 0.0, Greedy()
        self.thrift = Thrift(self.app, work, lambda: self.now)

    def ask(self, path: str = "/", cookie: str = "", address: str = "10.0.0.1", **headers: str) -> tuple[int, Any]:
        told: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b""}

        async def send(message: Any) -> None:
            told.append(message)

        given = {**headers, **({"cookie": f"gunbai={cookie}"} if cookie else {})}
        scope = {**scope_of(Knock("GET", path, b"", given)), "client": (address, 1)}
        asyncio.run(self.thrift(scope, receive, send))
        return told[0]["status"], told


@pytest.mark.parametrize(
    ("work", "first", "other"),
    [
        ("10/0/0", {"cookie": "ana"}, {"cookie": "bea"}),
        ("0/10/0", {"address": "10.0.0.1"}, {"address": "10.0.0.2"}),
        ("0/10/0", {"address": "2001:db8::1"}, {"address": "2001:db8:0:1::1"}),
        ("0/0/10", {"path": f"/api/v1/games/{GAME}"}, {"path": f"/api/v1/games/{GAME[::-1]}"}),
    ],
)
def test_who_has_spent_all_waits_and_others_do_not(work: str, first: Any, other: Any) -> None:
    desk = Desk(work)
    assert [desk.ask(**first)[0] for _ in range(2)] == [204, 204]
    status, told = desk.ask(**first)
    headers = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    assert (status, headers["content-type"]) == (429, "application/problem+json")
    assert int(headers["retry-after"]) in (40, 41)
    assert b"The server has worked long" in told[1]["body"]
    assert desk.ask(**other)[0] == 204
    desk.now = 42
    assert desk.ask(**first)[0] == 204


def test_strangers_who_look_on_keep_nobody_from_his_own_game() -> None:
    desk, table = Desk("0/0/10"), f"/api/v1/games/{GAME}"
    scope = scope_of(Knock("GET", table, b"", {"cookie": "gunbai=ana"}))
    desk.app.sits = caller(scope)
    assert desk.ask(table, "ana")[0] == 204
    while desk.ask(table, address="10.6.6.6")[0] == 204:
        pass
    assert desk.ask(table, "bea")[0] == 429
    assert [desk.ask(table, "ana")[0] for _ in range(9)] == [204] * 9
    other = f"/api/v1/games/{GAME[::-1]}"
    while desk.ask(other, address="10.6.6.6")[0] == 204:
        pass
    assert desk.ask(other, "ana")[0] == 429


def test_it_is_said_in_the_reader_s_language() -> None:
    desk = Desk("0/10/0")
    desk.ask(), desk.ask()
    _, told = desk.ask(**{"accept-language": "es"})
    assert "El servidor ha trabajado mucho" in told[1]["body"].decode()


def test_what_proves_who_somebody_is_is_not_kept() -> None:
    scope = scope_of(Knock("GET", "/", b"", {"cookie": "gunbai=secret"}))
    assert caller(scope) != ""
    assert "secret" not in caller(scope)
    assert caller(scope_of(Knock("GET", "/", b"", {"authorization": "Bearer secret"}))) != caller(scope)
    assert caller(scope_of(Knock("GET", "/"))) == ""


def test_a_household_is_one_network() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff")
    assert network_of("10.0.0.1") != network_of("10.0.0.2")
    assert network_of("testclient") == "testclient"


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[TestClient]:
    """A server on which an address has next to nothing, or whoever is named."""
    monkeypatch.setattr(thrift, "HUNDREDTHS", 10**9)
    monkeypatch.setattr(opening, "OURS", (*SYSTEMS, TOY))
    with TestClient(create_app(Settings(data=str(tmp_path), work=getattr(request, "param", "0/1/0")))) as client:
        yield client


@pytest.mark.parametrize("client", ["0/0/1"], indirect=True)
def test_the_server_knows_who_sits_at_a_table_that_strangers_have_emptied(client: TestClient) -> None:
    table = Table(client)
    assert table.red.get(table.path).status_code == 200
    assert table.watcher.get(f"{table.path}?watch={table.key}").status_code == 429
    assert [table.red.get(path).status_code for path in (table.path, f"{table.path}/events")] == [200, 200]
    assert table.red.post(f"{table.path}/undo", {"seat": "red"}).status_code == 422


def test_the_server_refuses_pages_and_programs_and_sockets_in_words(client: TestClient) -> None:
    client.get("/api/v1/systems")
    said = client.get("/api/v1/systems")
    assert (said.status_code, said.json()["status"]) == (429, 429)
    assert int(said.headers["retry-after"]) > 0
    page = client.get("/", headers={"accept": "text/html"})
    assert page.status_code == 429
    assert "The server has worked long" in page.text
    assert client.get("/static/css/page/tokens.css").status_code == 200
