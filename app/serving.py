"""The server as a program: the address it holds, the data it works on, what it says once it can be found."""

from __future__ import annotations

import gc
import shutil
import socket
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from app.bootstrap.places import INSTALLED
from app.bootstrap.ports import check_port, hold
from app.bootstrap.words import Stop
from app.settings import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI
    from uvicorn import Config

MAX_MESSAGE = 65_536
YOUNG = (10_000, 20, 20)
"""After how many new objects garbage is searched for among them, and after how many such searches among older ones."""
WORKER_PATIENCE = 120
"""Seconds a new worker has to open, and one that does not move is let live."""


def serve(settings: Settings) -> int:
    """The server has run until it was told to stop."""
    check_port(settings.host, settings.port)
    settings.folder.mkdir(parents=True, exist_ok=True)
    refuse_second(settings)
    key = check_room(settings) if settings.is_sqlite else prepare(settings)
    with listen(settings.host, settings.port) as sock:
        settings = replace(settings, port=sock.getsockname()[1])
        return run_workers(settings, sock, key) if settings.workers > 1 else run(settings, sock)


def prepare(settings: Settings) -> str:
    """The server's database has this program's schema; the key of the first host, or empty."""
    from app import logs, workers

    logs.set_up(settings)
    return workers.prepare(settings)


def refuse_second(settings: Settings) -> None:
    """Nobody else works on this data, or a ``Stop`` that says so."""
    from app.store.db import path_of
    from app.store.lock import Lock

    file = path_of(settings.database)
    if file is None:
        return
    lock = Lock(file.with_name(file.name + ".lock"))
    if not lock.take():
        raise Stop(
            f"Another Gunbai already serves the data in {file.parent}. Stop it, or give this one --data ELSEWHERE."
        )
    lock.give_back()


def check_room(settings: Settings) -> str:
    """Nothing; a ``Stop`` where a full disk leaves no room for what cannot be done without: key, schema, a new file."""
    from app.settings import load_secret
    from app.store import StorageFull, Store
    from app.store.backup import keep_older
    from app.store.space import ENOUGH

    load_secret(settings)
    try:
        if copy := keep_older(file_of(settings, "pg_dump")):
            sys.stdout.write(f"The schema is brought up to date; the games as they were are in {copy}.\n")
        if shutil.disk_usage(settings.folder).free >= ENOUGH:
            return ""
        store = Store(settings.database)
        try:
            store.migrate()
        finally:
            store.close()
    except StorageFull as full:
        raise Stop(f"The disk of {settings.folder} is full: the database cannot be made ready. Make room.") from full
    return ""


def listen(host: str, port: int) -> socket.socket:
    """A socket that holds the address; the system's error if it cannot be had."""
    family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    sock = socket.socket(family, kind, proto)
    hold(sock)
    try:
        sock.bind(address)
    except OSError:
        sock.close()
        raise
    return sock


def settle() -> None:
    """What is there for good is not searched for garbage any more: that would stop all for a tenth of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


def run(settings: Settings, sock: socket.socket) -> int:
    """0 once the server has stopped in good order."""
    import uvicorn

    class Server(uvicorn.Server):
        """Says where it can be found, once it can."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                settle()
                people = app.state.site.people
                announce(settings, people.setup_key() if await people.needs_host() else "")

    app = app_of(settings)
    server = Server(config_of(app, settings))
    server.run(sockets=[sock])
    return 0 if server.started else 1


def run_workers(settings: Settings, sock: socket.socket, key: str) -> int:
    """0 once all workers have stopped in good order."""
    from app import workers

    config = config_of(partial(app_of, settings), settings, factory=True, workers=settings.workers)
    return workers.run(config, sock, lambda: announce(settings, key))


def app_of(settings: Settings) -> FastAPI:
    """The application, in the process that serves it."""
    from app import logs
    from app.web.app import create_app

    logs.set_up(settings)
    return create_app(settings, serves=True)


def config_of(app: Any, settings: Settings, **more: Any) -> Config:
    """How uvicorn serves it."""
    import uvicorn

    from app.web.server.patience import Patient
    from app.web.server.wire import Framed

    return uvicorn.Config(
        app, http=Patient, ws=Framed, loop="auto", log_level=settings.log, log_config=None, access_log=False,
        ws_per_message_deflate=False, ws_max_size=MAX_MESSAGE, lifespan="on", timeout_graceful_shutdown=5,
        timeout_worker_healthcheck=WORKER_PATIENCE, **more,
    )  # fmt: skip


def announce(settings: Settings, key: str) -> None:
    """The terminal says where the server is, and where its first host is made if it has none (``key``)."""
    host = reached_at(settings.host)
    base = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
    kept = f"The games are kept in {settings.folder.resolve()}\n" if INSTALLED and settings.is_sqlite else ""
    first = f"First run: make the host's account at {settings.base_url or base}/setup/{key}\n" if key else ""
    with suppress(OSError):  # it may lead into a file on a disk that is full
        sys.stdout.write(f"Gunbai is open at {base}\n{kept}{first}")
        sys.stdout.flush()


def reached_at(host: str) -> str:
    """An address that leads to what listens at ``host``: where that is every address, the one that others here have."""
    away = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}.get(host)
    if away is None:
        return host
    with suppress(OSError), socket.socket(socket.AF_INET6 if ":" in away else socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect((away, 9))  # sends nothing: it only says by which way it would go
        return str(one.getsockname()[0])
    return "::1" if ":" in away else "127.0.0.1"


def file_of(settings: Settings, tool: str) -> Path:
    """The database's file; a ``Stop`` that names the server's own tool where there is none."""
    from app.store.db import path_of

    file = path_of(settings.database)
    if file is None:
        raise Stop(f"The games lie in PostgreSQL: use its own {tool} for that.")
    return file
