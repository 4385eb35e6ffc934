"""Several worker processes behind one port: opened together, replaced, renewed one by one, stopped in order."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SERVE = "import sys; from app import cli; sys.exit(cli.main(sys.argv[1:]))"
STARTED, STOPPED = r"Started server process \[(\d+)\]", r"Finished server process \[(\d+)\]"
pytestmark = [pytest.mark.untraced, pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(400)]


class House:
    """A server with two workers."""

    def __init__(self, folder: Path, database: str) -> None:
        self.log = folder / "log"
        plain = {k: v for k, v in os.environ.items() if not k.startswith("GUNBAI_")}
        environ = {**plain, "GUNBAI_DATABASE_URL": database, "GUNBAI_WORKERS": "2", "GUNBAI_LOG_FORMAT": "json"}
        command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--data", str(folder / "data")]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=log, text=True
            )

    def open(self) -> None:
        """It serves, and has said where."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.fullmatch(r"Gunbai is open at http://127\.0\.0\.1:(\d+)\n", line)
        assert found, line + self.log.read_text()
        self.port, self.first = int(found[1]), self.process.stdout.readline()

    def get(self, path: str) -> tuple[int, str]:
        """What lies there, over a connection of its own."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path)
            given = connection.getresponse()
            return given.status, given.read().decode()
        finally:
            connection.close()

    def said(self, event: str) -> list[int]:
        """Which processes said this."""
        lines = [json.loads(line)["event"] for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [int(found[1]) for line in lines if (found := re.fullmatch(event, line))]

    def workers(self) -> set[int]:
        """The workers that run now."""
        return {pid for pid in self.said(STARTED) if Path(f"/proc/{pid}/cmdline").exists()}


@pytest.fixture
def house(tmp_path: Path, empty_postgres: str) -> Iterator[House]:
    """A server that has opened; nothing of it is left."""
    made = House(tmp_path, empty_postgres)
    try:
        made.open()
        yield made
    finally:
        end(made)


def end(made: House) -> None:
    """Nothing of it runs any more."""
    pids = made.workers()
    if made.process.poll() is None:
        made.process.kill()
    made.process.wait(10)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert made.process.stdout
    made.process.stdout.close()


def until(is_so: Callable[[], bool]) -> None:
    """It is so, within two minutes."""
    for _ in range(1200):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("it never came")


@contextmanager
def asked(house: House) -> Iterator[Counter[str]]:
    """Meanwhile somebody asks for a page again and again; what came of it."""
    came, over = Counter[str](), threading.Event()

    def go_on() -> None:
        while not over.is_set():
            try:
                came[str(house.get("/healthz")[0])] += 1
            except (OSError, HTTPException) as error:
                came[type(error).__name__] += 1
            time.sleep(0.05)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield came
    finally:
        over.set()
        thread.join()


def test_workers_start_are_replaced_renewed_and_stopped_in_order(house: House, tried: Callable[[str], None]) -> None:
    assert re.match(r"First run: make the host's account at http://127\.0\.0\.1:\d+/setup/\S{24}\n", house.first)
    first = house.workers()
    assert len(first) == 2
    assert house.get("/readyz") == (200, '{"ok":true,"against":[],"valkey":"none"}')
    for _ in range(10):
        assert house.get("/rules/ronin")[0] == 200
    counts = house.get("/metrics")[1]
    assert re.search(r'^gunbai_requests_total\{kind="page",status="2xx"\} 1\d\.0$', counts, re.M), "of both workers"
    until(lambda: "gunbai_workers 2.0" in house.get("/metrics")[1])

    dead = min(first)
    os.kill(dead, signal.SIGSTOP)
    time.sleep(1.5)  # it is asked twice a second whether it lives: it does not answer, and dies over that
    os.kill(dead, signal.SIGKILL)
    until(lambda: len(house.workers() - {dead}) == 2)
    second = house.workers()
    assert first & second == first - {dead}
    until(lambda: "gunbai_workers 2.0" in house.get("/metrics")[1])

    with asked(house) as came:
        house.process.send_signal(signal.SIGTTOU)
        until(lambda: len(house.workers()) == 1)
        last = house.workers()
        house.process.send_signal(signal.SIGHUP)
        until(lambda: len(house.workers() - second) == 1 and not house.workers() & last)
    assert set(came) == {"200"}
    assert set(house.said(STOPPED)) == second

    third = house.workers()
    house.process.terminate()
    assert house.process.wait(30) == 0
    assert not house.workers()
    assert set(house.said(STOPPED)) == second | third
    count = len(first | second | third)
    tried(f"{count} workers: 1 killed; 1 sent home and 1 renewed while {came.total()} requests were answered")
