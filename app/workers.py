"""Several worker processes behind one port: started, watched, renewed one by one on SIGHUP, stopped in order."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from socket import socket
from tempfile import TemporaryDirectory

from prometheus_client.multiprocess import mark_process_dead
from sqlalchemy.exc import OperationalError
from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from app.accounts.registration import Registration
from app.bootstrap.words import Stop
from app.games.seats import now
from app.settings import Settings, load_secret
from app.store import StorageAway, Store

COUNTS = "PROMETHEUS_MULTIPROC_DIR"
AWAY = "The database does not answer ({why}). Check GUNBAI_DATABASE_URL, and whether PostgreSQL runs."


class Workers(Multiprocess):
    """uvicorn's supervisor, which also says when all serve, and forgets what dead workers held."""

    def __init__(self, config: Config, sock: socket, opened: Callable[[], None], counts: str) -> None:
        super().__init__(config, [sock])
        self.opened, self.counts = opened, counts
        self.is_open = False
        self.known = set[int]()

    def keep_subprocess_alive(self) -> None:
        """Dead workers have been replaced."""
        for process in self.processes:
            process.child_conn.close()  # the worker has its own: who dies while he is asked is noticed at once
        super().keep_subprocess_alive()
        here = {process.pid for process in self.processes if process.pid is not None}
        for pid in sorted(self.known - here):
            mark_process_dead(pid, self.counts)  # type: ignore[no-untyped-call]
        self.known = here
        if not self.is_open and not self.should_exit.is_set() and all(p.is_ready(1) for p in self.processes):
            self.is_open = True
            self.opened()

    @property
    def status(self) -> int:
        """0, or 1 if a worker could not start."""
        return int(any(process.exitcode == STARTUP_FAILURE for process in self.processes))


def prepare(settings: Settings) -> str:
    """The schema is that of this program, before any worker looks; the key of the first host if there is none."""
    secret = load_secret(settings)
    try:
        store = Store(settings.database)
        try:
            store.migrate()
            door = Registration(store, secret, str, now)
            return door.setup_key() if asyncio.run(door.needs_host()) else ""
        finally:
            store.close()
    except (OperationalError, StorageAway) as error:
        why = error.orig if isinstance(error, OperationalError) else error
        raise Stop(AWAY.format(why=str(why).strip().splitlines()[0])) from error


def run(config: Config, sock: socket, opened: Callable[[], None]) -> int:
    """0 once all workers have stopped in good order; ``opened`` was called when all served."""
    with TemporaryDirectory(prefix="gunbai-counts-", ignore_cleanup_errors=True) as folder:
        os.environ[COUNTS] = folder
        try:
            workers = Workers(config, sock, opened, folder)
            workers.run()
            return workers.status
        finally:
            del os.environ[COUNTS]
