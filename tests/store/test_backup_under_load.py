"""Copies taken while many play: each, put back and opened by a server of its own, holds all that was acknowledged."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from app import cli
from app.engine.digest import START, link
from tests.browser.server import Server

FILE = "gunbai.sqlite3"
COPIES, TABLES = 3, 3
SECRET = "k" * 32
SAMPLES = {"red": "red-devils", "blue": "river-league"}
pytestmark = [pytest.mark.untraced, pytest.mark.slow, pytest.mark.timeout(300)]


@dataclass
class Player:
    """One who holds both seats of a game and answers without pause; what was acknowledged, and when."""

    url: str
    number: int
    game: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    journal: list[tuple[float, str, int]] = field(default_factory=list)
    """Instant of the acknowledgement, command, version."""
    failed: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """The game is laid."""
        sides = [{"seat": s, "roster": {"sample": roster}, "player": "me"} for s, roster in SAMPLES.items()]
        body = {
            "system": "ronin", "scenario": "skirmish", "options": {"points": 200}, "name": "Aki", "sides": sides,
        }  # fmt: skip
        with self.client() as client:
            made = client.post("/api/v1/games", json=body)
            assert made.status_code == 201, made.text
            self.game, self.cookies = made.json()["id"], dict(client.cookies)

    def client(self) -> httpx2.Client:
        """A browser of the player's."""
        return httpx2.Client(base_url=self.url, timeout=30, cookies=self.cookies)

    def play(self, over: threading.Event) -> None:
        """Answers until told to stop, or the game is over."""
        with self.client() as client:
            while not over.is_set() and not self.failed and self.answer(client):
                pass

    def answer(self, client: httpx2.Client) -> bool:
        """Whether somebody was asked; a legal answer was given and acknowledged, or it is told as failed."""
        for seat in SAMPLES:
            shown = client.get(f"/api/v1/games/{self.game}", params={"seat": seat}).json()
            for question in shown["questions"]:
                if question["mine"] and not question["sealed"]:
                    return self.give(client, seat, question)
        return False

    def give(self, client: httpx2.Client, seat: str, question: dict[str, Any]) -> bool:
        """The question's default is given."""
        command = f"{self.number}-{len(self.journal)}"
        body = {"ask": question["id"], "answer": question["default"], "seat": seat, "command_id": command}
        given = client.post(f"/api/v1/games/{self.game}/answers", json=body)
        if given.status_code != 200:
            self.failed.append(given.text)
            return False
        self.journal.append((time.monotonic(), command, given.json()["version"]))
        return True


def rows(file: Path, sql: str) -> list[Any]:
    """What a query finds in a database file."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute(sql).fetchall()


def commands(file: Path) -> dict[tuple[str, str], int]:
    """The version each command of each game led to."""
    found = rows(file, "SELECT game_id, command_id, result FROM answer_receipt")
    return {(game, command): json.loads(result)["version"] for game, command, result in found}


def chain_of(file: Path, game: str) -> str:
    """The chain of a game's events, reckoned anew."""
    chain = START
    for (body,) in rows(file, f"SELECT body FROM event WHERE game_id = '{game}' ORDER BY seq"):
        chain = link(chain, json.loads(body))
    return chain


def check(copy: Path, instant: float, players: list[Player]) -> int:
    """How many acknowledged answers the copy must hold; it holds each of them, and its chains are whole."""
    held, owed = commands(copy), 0
    for player in players:
        for at, command, version in list(player.journal):
            if at <= instant:
                assert held[player.game, command] == version
                owed += 1
    for game, chain, status in rows(copy, "SELECT id, chain, status FROM game"):
        assert chain_of(copy, game) == chain
        assert status in ("playing", "over")
    return owed


def goes_on(copy: Path, folder: Path, players: list[Player]) -> int:
    """How many answers were given to a server that opened the copy, by the players it knows."""
    folder.mkdir()
    assert cli.main(["restore", str(copy), "--data", str(folder)]) == 0
    server, before = Server(folder, GUNBAI_SECRET=SECRET), commands(copy)
    try:
        server.start()
        for player in players:
            again = Player(server.url, player.number, player.game, player.cookies, list(player.journal))
            with again.client() as client:
                for _ in range(3):
                    again.answer(client)
            assert not again.failed
    finally:
        server.stop()
    after = commands(folder / FILE)
    assert {key: after[key] for key in before} == before
    assert rows(folder / FILE, "SELECT 1 FROM 'case'") == []
    return len(after) - len(before)


def further(players: list[Player], answers: int) -> None:
    """So many answers more were acknowledged, or somebody's was not."""
    mark = acknowledged(players) + answers
    while acknowledged(players) < mark and not any(player.failed for player in players):
        time.sleep(0.005)


def acknowledged(players: list[Player]) -> int:
    """How many answers were."""
    return sum(len(player.journal) for player in players)


def test_every_copy_taken_under_load_holds_all_that_was_acknowledged(
    tmp_path: Path, tried: Callable[[str], None]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    server = Server(data, GUNBAI_SECRET=SECRET)
    copies, over = list[tuple[Path, float]](), threading.Event()
    players = [Player(server.url, number) for number in range(TABLES)]
    try:
        server.start()
        for player in players:
            player.begin()
        threads = [threading.Thread(target=player.play, args=[over]) for player in players]
        for thread in threads:
            thread.start()
        for number in range(COPIES):
            further(players, Random(number).randint(2, 12))
            copies.append((tmp_path / f"copy-{number}", time.monotonic()))
            assert cli.main(["backup", str(copies[-1][0]), "--data", str(data)]) == 0
        over.set()
        for thread in threads:
            thread.join()
    finally:
        over.set()
        server.stop()
    assert [player.failed for player in players] == [[]] * TABLES
    owed = [check(copy, instant, players) for copy, instant in copies]
    assert owed == sorted(owed)
    assert owed[-1] > owed[0] > 0
    went_on = [goes_on(copy, tmp_path / f"again-{number}", players) for number, (copy, _) in enumerate(copies)]
    assert all(went_on)
    tried(
        f"{COPIES} copies while {TABLES} tables gave {owed[-1]} answers; {sum(went_on)} more after they were restored"
    )
