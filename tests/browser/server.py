"""A real server in its own process, with a data folder of its own, that can be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVE = "import sys; from app.cli import main; sys.exit(main(sys.argv[1:]))"
SWIFT = f"""
from functools import partial
from app.web import app
app.open_games = partial(app.open_games, bot_delay=0)
{SERVE}"""
"""Bots answer at once; else they leave everybody time to see what has happened."""
FATED = f"""
from functools import partial
from random import Random
from app.games import at_table, drive
Vault = drive.Vault
drive.Vault = lambda seed, game, entropy: Vault(bytes([{{fate}}]) * 32, 'fated', {{{{}}}})
play, lucks = at_table.play, {{{{}}}}
at_table.play = lambda table, _, rest: play(table, lucks.setdefault(table._game, Random({{fate}})), rest)
{SWIFT}"""
"""The same dice fall in every game, and its bots choose alike."""
LEAP, GLANCE = 200.0, 0.1
LEAPING = f"""
import asyncio, signal, time
from functools import partial
from app.games import opening
from app.games.hours import Time, settled
gone = []
def now():
    return time.monotonic() + sum(gone)
async def sleep(seconds):
    end = now() + seconds
    while (left := end - now()) > 0:
        await asyncio.sleep(min(left, {GLANCE}))
signal.signal(signal.SIGUSR1, lambda *_: gone.append({LEAP}))
opening.Games = partial(opening.Games, time=settled(Time(now, sleep)))
{SERVE}"""
"""The time of its tables leaps by so many seconds when it is told to."""
SETUP = re.compile(r"(/setup/\S+)\n")
PATIENCE = 110.0
"""Seconds until a server that does not answer has not started; a test has 120."""


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """``url`` while it runs; ``kill`` ends it without a word, ``start`` starts it again on the same port.

    ``settings``: variables of its environment; ``serve``: what Python runs.
    """

    def __init__(self, folder: Path, serve: str = SERVE, **settings: str) -> None:
        self.folder, self.port, self.serve, self.settings = folder, free_port(), serve, settings
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """The server answers."""
        plain = {k: v for k, v in os.environ.items() if not k.startswith("GUNBAI_")}
        environ = {
            **plain,
            "GUNBAI_RATE": "100000/second",
            "GUNBAI_WORK": "0/0/0",
            "GUNBAI_TABLES": "0/0/0",
            "GUNBAI_SENT": "0",
            **self.settings,
        }
        command = [sys.executable, "-c", self.serve, "serve", "--port", str(self.port), "--data", str(self.folder)]
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log)
        log.close()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=10).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError(f"the server did not start: {self.log()[-2000:]}")

    def log(self) -> str:
        """What it printed."""
        return (self.folder / "server.log").read_text(errors="replace")

    def setup(self) -> str:
        """Where the first host makes his account, once that was said whole; its key may begin with any sign."""
        end = time.monotonic() + PATIENCE
        while not (said := SETUP.search(self.log())):
            assert time.monotonic() < end, f"no key was told: {self.log()}"
            time.sleep(0.1)
        return said[1]

    def leap(self) -> None:
        """The clocks of its tables are further by ``LEAP``; it was started with ``LEAPING``."""
        assert self.process is not None
        self.process.send_signal(signal.SIGUSR1)

    def kill(self) -> None:
        """SIGKILL, between one instruction and the next."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ended politely, at the end of the tests."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
