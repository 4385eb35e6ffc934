"""Requests as attackers make them, straight to the application, and what they have changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.testclient import TestClient

HOST = "testserver"
SEEN = {"sessions": ("seen",), "tokens": ("used",)}
"""Columns that say when somebody was last here: looking may write them."""
BEATS = ("inbox", "pulse")
"""Tables that servers write while nobody asks for anything."""


@dataclass(frozen=True)
class Answer:
    """What the server said; ``body`` is all of it."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode(errors="replace")


@dataclass(frozen=True)
class Knock:
    """One request: any bytes as a body, any headers."""

    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


class Door:
    """A server that is called without a client between: thousands of requests cost little."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.app = client, client.app

    def knock(self, *knocks: Knock) -> list[Answer]:
        """The answers, one after another."""
        assert self.client.portal is not None
        return self.client.portal.call(self._all, knocks)

    async def _all(self, knocks: Sequence[Knock]) -> list[Answer]:
        return [await self._one(knock) for knock in knocks]

    async def _one(self, knock: Knock) -> Answer:
        told: list[Any] = []
        parts = [{"type": "http.request", "body": knock.body, "more_body": False}]

        async def receive() -> Any:
            return parts.pop() if parts else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            told.append(message)

        await self.app(scope_of(knock), receive, send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in told[0]["headers"]}
        return Answer(told[0]["status"], headers, b"".join(m.get("body", b"") for m in told[1:]))


def scope_of(knock: Knock) -> dict[str, Any]:
    """What the server that takes requests in makes of one."""
    path, _, query = knock.path.partition("?")
    headers = {"host": HOST, "content-length": str(len(knock.body)), **knock.headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": knock.method,
        "scheme": "http",
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(k.lower().encode(), v.encode("latin-1", "replace")) for k, v in headers.items()],
        "client": ("127.0.0.1", 50000),
        "server": (HOST, 80),
        "state": {},
    }


class Books:
    """What a server keeps: whether anything was written since it was last looked at, and what."""

    def __init__(self, client: TestClient) -> None:
        (path,) = Path(client.app.state.site.settings.data).glob("*.sqlite3")  # type: ignore[attr-defined]
        self.file = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None, check_same_thread=False)
        names = self.file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        self.names = [name for (name,) in names if name not in BEATS and not name.startswith("sqlite_")]
        self.version, self.kept = self._version(), self.digests()

    def _version(self) -> int:
        return int(self.file.execute("PRAGMA data_version").fetchone()[0])

    def changed(self) -> list[str]:
        """The tables that are not as they were when this was last asked; cheap where nothing was written at all."""
        version = self._version()
        if version == self.version:
            return []
        self.version, before, self.kept = version, self.kept, self.digests()
        return [name for name in self.names if before[name] != self.kept[name]]

    def digests(self) -> dict[str, str]:
        """A digest of every table, without when somebody was last seen."""
        return {name: self._digest(name) for name in self.names}

    def _digest(self, name: str) -> str:
        rows = self.file.execute(f'SELECT * FROM "{name}"')
        columns = [column[0] for column in rows.description]
        kept = [n for n, column in enumerate(columns) if column not in SEEN.get(name, ())]
        found = sha256()
        for row in sorted(repr([row[n] for n in kept]) for row in rows):
            found.update(row.encode())
        return found.hexdigest()
