"""A process that has everything loaded and forks a real server when asked: a life costs no time to load.

``python -m tests.faults.nest`` reads one JSON line a command.  ``{"serve": FOLDER, …}`` forks a server on a free port,
says its number; ``dies``: after so many commits of games it ends by SIGKILL, before anybody is told; ``sends``: so many
bytes the system may hold back for a socket; ``most``: so many bytes a file may have; ``pages``: after so many pages its
log is put into the database.  ``{"reap": PID}`` says how it ended.  No server outlives this process.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import socket
import sys
from importlib import import_module
from typing import Any

from app import cli, serving
from app.store import games as rows
from app.store import space
from app.store.db import Store
from app.web.page.templates import ENV

PARENT_ENDS = 1
"""What the system is asked: to end a process with the one that made it."""
UVICORN = ("lifespan.on", "loops.auto", "protocols.http.auto", "protocols.websockets.websockets_sansio_impl")
LOADED = ("app.web.app", "alembic.command", *(f"uvicorn.{name}" for name in UVICORN))
"""What a server would load when it starts."""


def warmed() -> None:
    """What is loaded on first use is loaded."""
    for name in ENV.list_templates(filter_func=lambda name: name.startswith("table/")):
        ENV.get_template(name)
    for name in LOADED:
        import_module(name)
    gc.collect()
    gc.freeze()


def mortal(commits: int) -> None:
    """The process ends between a commit of a game and what follows it."""
    left, run = [commits], Store.run

    async def dying(self: Store, fn: Any, *args: Any, **kw: Any) -> Any:
        done = await run(self, fn, *args, **kw)
        if fn is rows.commit:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(Store, "run", dying)  # noqa: B010


def narrow(bytes: int) -> None:
    """The system holds back so much for each socket, and no more."""
    listen = serving.listen

    def listening(host: str, port: int) -> socket.socket:
        made = listen(host, port)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, bytes)
        return made

    setattr(serving, "listen", listening)  # noqa: B010


def serve(order: dict[str, Any]) -> int:
    """The server has run until it was told to stop."""
    log = os.open(order["log"], os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    for fd in (1, 2):
        os.dup2(log, fd)
    os.environ.update(
        {
            "GUNBAI_RATE": "100000/second",
            "GUNBAI_WORK": "0/0/0",
            "GUNBAI_TABLES": "0/0/0",
            "GUNBAI_SENT": "0",
            "GUNBAI_LOG": "warning",
        }
    )
    if order.get("dies"):
        mortal(order["dies"])
    if order.get("sends"):
        narrow(order["sends"])
    if order.get("pages"):
        space.PRAGMAS = (*space.PRAGMAS, f"wal_autocheckpoint={order['pages']}")  # type: ignore[assignment]
    if order.get("most"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (order["most"], resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    return cli.main(["serve", "--port", "0", "--data", order["serve"]])


def hatched(order: dict[str, Any]) -> int:
    """The number of a new server's process."""
    pid = os.fork()
    if pid:
        return pid
    code = 70
    try:
        ctypes.CDLL(None).prctl(PARENT_ENDS, signal.SIGKILL)
        sys.stdin.close()
        code = serve(order)
    finally:
        sys.stdout.flush()
        os._exit(code)


def main() -> None:
    """Commands, until there are no more."""
    warmed()
    living: set[int] = set()
    try:
        for line in sys.stdin:
            order = json.loads(line)
            if "reap" in order:
                said = os.waitstatus_to_exitcode(os.waitpid(order["reap"], 0)[1])
                living.discard(order["reap"])
            else:
                said = hatched(order)
                living.add(said)
            os.write(1, f"{said}\n".encode())
    finally:
        for pid in living:
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
