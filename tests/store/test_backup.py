"""Copies of a database: taken while a server runs, put back over ruins, and those of older and newer versions."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from alembic import command
from starlette.testclient import TestClient

from app import cli, serving
from app.engine.digest import START, link
from app.settings import Settings
from app.store.backup import BadBackup, back_up, note, restore
from app.store.db import config_of
from app.web.app import create_app
from tests.browser.server import Server
from tests.games.table import Host

FILE, WORD = "gunbai.sqlite3", "quiet river at dawn"


def rows(file: Path, sql: str, *values: object) -> list[Any]:
    """What a query finds in a database file."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute(sql, values).fetchall()


def state_of(file: Path) -> dict[str, Any]:
    """Version and chain of every game."""
    return {id: (head, chain) for id, head, chain in rows(file, "SELECT id, head, chain FROM game")}


def chain_of(file: Path, game: str, until: int) -> str:
    """The chain of a game's events up to one, reckoned anew."""
    chain = START
    for (body,) in rows(file, "SELECT body FROM event WHERE game_id = ? AND seq <= ? ORDER BY seq", game, until):
        chain = link(chain, json.loads(body))
    return chain


def new_game(client: httpx2.Client, mine: str) -> str:
    """A game with a clock against the bot, or (``mine`` is a bot too) of bots alone."""
    sides = [
        {"seat": seat, "roster": {"sample": sample}, "player": who}
        for seat, sample, who in (("red", "red-devils", mine), ("blue", "river-league", "bot"))
    ]
    body = {"system": "ronin", "scenario": "skirmish", "options": {"points": 200}, "name": "Aki", "sides": sides}
    clock = {"kind": "live", "minutes": 20, "increment": 10}
    made = client.post("/api/v1/games", json={**body, **({"clock": clock} if mine == "me" else {})})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


@contextmanager
def busy(client: httpx2.Client) -> Iterator[list[int]]:
    """Meanwhile somebody changes something without pause; what the server said to each."""
    said, over = list[int](), threading.Event()

    def go_on() -> None:
        while not over.is_set():
            said.append(client.post("/account/name", data={"name": f"Yui {len(said)}"}).status_code)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield said
    finally:
        over.set()
        thread.join()


def wait_for(server_file: Path, heads: dict[str, Any], more: int) -> None:
    """Every game of bots has gone on by so many events."""
    for _ in range(300):
        now = state_of(server_file)
        if all(now[id][0] >= head + more for id, (head, _) in heads.items()):
            return
        time.sleep(0.1)
    raise AssertionError("the bots do not play")


def test_a_copy_of_a_running_server_takes_its_games_up_again(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    data.mkdir()
    server, file = Server(data), data / FILE
    server.start()
    try:
        with httpx2.Client(base_url=server.url, timeout=30) as yui:
            yui.post(server.setup(), data={"name": "Yui", "password": WORD})
            games, own = [new_game(yui, "bot") for _ in range(3)], new_game(yui, "me")
            begun = {id: at for id, at in state_of(file).items() if id in games}
            wait_for(file, begun, 3)
            with busy(yui) as said:
                assert cli.main(["backup", str(copy), "--data", str(data)]) == 0
                left = state_of(copy)
                wait_for(file, {id: left[id] for id in games}, 2)
            assert set(said) == {303}
            cookies = dict(yui.cookies)
    finally:
        server.kill()
    assert all(chain_of(copy, id, head) == chain for id, (head, chain) in left.items())
    assert json.loads(rows(file, "SELECT value FROM house WHERE key = 'backup'")[0][0])["size"] == copy.stat().st_size

    file.write_bytes(b"a wet cloth went over it" * 400)
    assert cli.main(["restore", str(copy), "--data", str(data)]) == 0
    assert state_of(file) == left
    assert (data / f"{FILE}.before").read_bytes().startswith(b"a wet cloth")
    (clock,) = rows(copy, "SELECT left_ms FROM clock WHERE game_id = ? AND seat = 'red'", own)

    with TestClient(
        create_app(Settings(data=str(data), rate="100000/second", work="0/0/0", tables="0/0/0", sent=0))
    ) as again:
        again.cookies.update(cookies)
        assert again.get("/api/v1/me").json()["role"] == "host"
        assert again.get(f"/api/v1/games/{own}").json()["status"] == "playing"
        assert 0 < rows(file, "SELECT left_ms FROM clock WHERE game_id = ? AND seat = 'red'", own)[0][0] <= clock[0]
        wait_for(file, {id: left[id] for id in games}, 2)
    assert all(chain_of(file, id, head) == chain for id, (head, chain) in left.items())
    assert all(chain_of(file, id, head) == chain for id, (head, chain) in state_of(file).items())
    assert {status for (status,) in rows(file, "SELECT status FROM game")} == {"playing"}


def played(folder: Path) -> tuple[str, int]:
    """A toy game that has gone on a little, and its version."""

    async def play() -> tuple[str, int]:
        host, rng = Host(folder), Random(1)
        game = await host.table()
        for _ in range(8):
            assert await host.random_input(game, rng)
        info = await host.games.info(game)
        await host.games.close()
        assert info is not None
        return game, info.version

    return asyncio.run(play())


def taken_up(folder: Path, game: Any) -> int:
    """The version of a stored game that goes on."""

    async def look() -> int:
        host = Host(folder)
        info = await host.games.info(game)
        assert info is not None
        assert info.status == "playing", info.hold_reason
        assert await host.random_input(game, Random(2))
        await host.games.close()
        return info.version

    return asyncio.run(look())


def lower(folder: Path, to: str) -> Path:
    """The database as a version of this revision left it."""
    host = Host(folder)
    with host.store.writing.begin() as connection:
        command.downgrade(config_of(connection), to)
    host.store.close()
    return folder / "games.sqlite3"


def test_a_copy_of_an_older_version_migrates_when_it_is_opened(tmp_path: Path) -> None:
    game, version = played(tmp_path)
    file, copy = lower(tmp_path, "0002"), tmp_path / "copy"
    assert not rows(file, "SELECT name FROM sqlite_master WHERE name = 'house'")
    back_up(file, copy)
    note(file, {"at": "2026-01-01T00:00:00Z", "size": 1})
    file.unlink()
    restore(copy, file)
    assert rows(file, "SELECT version_num FROM alembic_version") == [("0002",)]
    (head,) = rows(file, "SELECT head FROM game")[0]
    assert taken_up(tmp_path, game) == head >= version  # each event had a number of its own then
    assert rows(file, "SELECT version_num FROM alembic_version") != [("0002",)]
    assert rows(file, "SELECT key FROM house WHERE key = 'backup'") == []


def test_what_is_served_is_copied_before_its_schema_changes_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, _ = played(tmp_path)
    lower(tmp_path, "0002").rename(tmp_path / "gunbai.sqlite3")
    file, copy = tmp_path / "gunbai.sqlite3", tmp_path / "gunbai.sqlite3.0002"
    before = rows(file, "SELECT id, head FROM game")
    served = list[int]()

    def run(settings: Settings, sock: Any) -> int:
        served.append(len(rows(copy, "SELECT id FROM game")))
        return 0

    monkeypatch.setattr(serving, "run", run)
    for _ in range(2):
        assert cli.main(["serve", "--data", str(tmp_path), "--port", "0"]) == 0
    assert served == [1, 1]
    assert capsys.readouterr().out.count(str(copy)) == 1
    assert rows(copy, "SELECT id, head FROM game") == before
    assert rows(copy, "SELECT version_num FROM alembic_version") == [("0002",)]
    assert before[0][0] == game
    with closing(sqlite3.connect(file)) as database, database:  # as one that was put back, and played on
        database.execute("UPDATE game SET head = head + 1")
    for _ in range(2):
        assert cli.main(["serve", "--data", str(tmp_path), "--port", "0"]) == 0
    second = tmp_path / "gunbai.sqlite3.0002.2"
    assert capsys.readouterr().out.count(f"{second}.\n") == 1
    assert rows(copy, "SELECT id, head FROM game") == before
    assert rows(second, "SELECT id, head FROM game") == [(before[0][0], before[0][1] + 1)]
    assert not list(tmp_path.glob("*.0002.3*"))
    fresh = tmp_path / "fresh"
    assert cli.main(["serve", "--data", str(fresh), "--port", "0"]) == 0
    assert not list(fresh.glob("*.sqlite3.*[0-9]"))


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "another version of Gunbai .*9999"),
        ("DELETE FROM alembic_version", "another version"),
        ("DROP TABLE session", "lacks session"),
        ("DROP TABLE event", "not a sound backup"),
    ],
)
def test_a_copy_this_program_cannot_read_is_refused(tmp_path: Path, sql: str, why: str) -> None:
    host = Host(tmp_path)
    host.store.close()
    file, copy = tmp_path / "games.sqlite3", tmp_path / "copy"
    back_up(file, copy)
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute(sql)
    before = file.read_bytes()
    with pytest.raises(BadBackup, match=why):
        restore(copy, file)
    assert file.read_bytes() == before


def test_a_ruined_database_is_not_copied_and_leaves_nothing(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.sqlite3", tmp_path / "copy"
    file.write_bytes(b"a wet cloth went over it" * 400)
    with pytest.raises(BadBackup, match="cannot be copied"):
        back_up(file, copy)
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite3"]
