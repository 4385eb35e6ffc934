"""A real server on a folder that can be killed, stopped in the middle of things and started again."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
OPEN = re.compile(r"open at http://127\.0\.0\.1:(\d+)")
LAST_WORDS = 4000
"""Characters of its log that are shown where it fails a test."""
PATIENCE = 90.0
"""Seconds after which what does not come is given up, on the slowest machine."""


class Nest:
    """The process servers are forked from."""

    def __init__(self) -> None:
        plain = {k: v for k, v in os.environ.items() if not k.startswith("GUNBAI_")}
        environ = {**plain, "PYTHONPATH": str(ROOT), "PYTHONFAULTHANDLER": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nest"], cwd=ROOT, env=environ,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def say(self, **order: Any) -> int:
        """The number that was answered."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        """It is gone, and all servers with it."""
        self.process.communicate(timeout=30)


class House:
    """One server.  ``port`` is another in every life; ``lives`` and ``ends`` count."""

    def __init__(self, nest: Nest, folder: Path) -> None:
        self.nest, self.folder = nest, folder
        self.log = folder.with_name(folder.name + ".log")
        self.port, self.pid, self.lives, self.read = 0, 0, 0, 0
        self.closes: list[Callable[[], None]] = []

    @property
    def file(self) -> Path:
        """The database."""
        return self.folder / "gunbai.sqlite3"

    def hatch(self, **how: Any) -> None:
        """It is on its way."""
        self.log.touch()
        self.read = self.log.stat().st_size
        self.pid = self.nest.say(serve=str(self.folder), log=str(self.log), **how)
        self.lives += 1

    async def start(self, **how: Any) -> None:
        """It answers."""
        self.hatch(**how)
        await until(self.is_open, f"the server does not start: {self.log}")

    def is_open(self) -> bool:
        """Whether this life of it has said where it can be found."""
        with self.log.open("rb") as said:
            said.seek(self.read)
            found = OPEN.search(said.read().decode(errors="replace"))
        self.port = int(found[1]) if found else 0
        return found is not None

    def words(self) -> str:
        """All that it printed in all its lives."""
        return self.log.read_text(errors="replace")

    def kill(self) -> None:
        """SIGKILL, between one instruction and the next."""
        os.kill(self.pid, signal.SIGKILL)
        assert self.ended() == -signal.SIGKILL

    def ended(self) -> int:
        """How it ended, once it has."""
        code = self.nest.say(reap=self.pid)
        self.port = self.pid = 0
        return code

    @contextmanager
    def still(self) -> Iterator[None]:
        """None of its threads does anything meanwhile: what lies in files is what a cut of the power would leave."""
        os.kill(self.pid, signal.SIGSTOP)
        try:
            while "T" not in {stat.read_text().rpartition(")")[2].split()[0] for stat in self.stats()}:
                pass
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)

    def stats(self) -> list[Path]:
        """What the system tells of the process."""
        return [Path(f"/proc/{self.pid}/stat")]

    def kilobytes(self) -> int:
        """The memory it has."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())
        assert found
        return int(found[1])

    def stop(self) -> None:
        """Ended politely."""
        if self.pid:
            os.kill(self.pid, signal.SIGTERM)
            code = self.ended()
            assert code in (0, -signal.SIGTERM), f"it ended with {code}; it said: {self.words()[-LAST_WORDS:]}"


def run(house: House, test: Coroutine[Any, Any, T]) -> T:
    """What a test came to; all lines to the server are closed then."""

    async def whole() -> T:
        try:
            return await test
        finally:
            for close in house.closes:
                close()
            await asyncio.sleep(0.01)

    return asyncio.run(whole())


async def until(true: Callable[[], bool | Awaitable[bool]], words: str = "it does not come true") -> None:
    """It has come true, while others did their work."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while asyncio.get_running_loop().time() < end:
        said = true()
        if said if isinstance(said, bool) else await said:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(words)
