"""Many websockets in one process, and the instants at which each was told a version.

Run as ``python -m bench.spectators HOST PORT PATH COUNT``: says ``ready`` once
all are connected; a JSON list of versions on standard input, then its end,
brings the instants (nanoseconds of the monotonic clock) at which the last
socket had each version.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Coroutine, Sequence
from time import monotonic_ns
from typing import Any, TypeVar, cast

VERSION = re.compile(rb'^\{"v":(\d+)')
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
AT_ONCE = 20
"""Sockets that are opened at the same time."""
KEY = "Z3VuYmFpLWJlbmNoLTEyMw=="
Heard = Callable[[bytes, int], None]
T = TypeVar("T")


def version_of(text: bytes) -> int | None:
    """The version a message tells, if it tells one."""
    found = VERSION.match(text)
    return int(found[1]) if found else None


def masked(opcode: int, data: bytes) -> bytes:
    """A frame as a client sends it; at most 65,535 bytes of data."""
    mask = os.urandom(4)
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(data))


class Socket(asyncio.Protocol):
    """A websocket client that does as little as it can.  ``heard`` gets each text and its instant."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self.request, self.heard = request, heard
        self.buffer = bytearray()
        self.transport: asyncio.Transport | None = None
        loop = asyncio.get_running_loop()
        self.open: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the websocket."""
        self.transport = cast(asyncio.Transport, transport)
        self.send_raw(self.request)

    def send_raw(self, data: bytes) -> None:
        """The bytes are on their way."""
        assert self.transport is not None
        self.transport.write(data)

    def send(self, text: bytes) -> None:
        """The text is on its way."""
        self.send_raw(masked(TEXT, text))

    def data_received(self, data: bytes) -> None:
        """Take frames out of what has come."""
        now = monotonic_ns()
        self.buffer += data
        if not self.open.done() and not self.greeted():
            return
        while (frame := self.frame()) is not None:
            opcode, body = frame
            if opcode == TEXT:
                self.heard(body, now)
            elif opcode == PING:
                self.send_raw(masked(PONG, body))

    def greeted(self) -> bool:
        """Whether the other end has agreed."""
        head, found, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        if not found:
            return False
        self.buffer = bytearray(rest)
        if b" 101 " in head.split(b"\r\n")[0]:
            self.open.set_result(None)
            return True
        self.open.set_exception(ConnectionRefusedError(head.split(b"\r\n")[0].decode()))
        return False

    def frame(self) -> tuple[int, bytes] | None:
        """The next whole frame, taken off the buffer."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        opcode, body = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return opcode, body

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more will come."""
        if not self.open.done():
            self.open.set_exception(ConnectionResetError("the server hung up"))
        if not self.closed.done():
            self.closed.set_result(None)

    def close(self) -> None:
        """The connection is closed."""
        if self.transport is not None:
            self.transport.close()


async def connect(host: str, port: int, path: str, heard: Heard, cookie: str = "") -> Socket:
    """A socket that is open."""
    lines = [
        f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13", *([f"Cookie: {cookie}"] if cookie else []), "", "",
    ]  # fmt: skip
    request = "\r\n".join(lines).encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(request, heard), host, port)
    await socket.open
    return socket


class Log:
    """The versions one socket was told, and when."""

    def __init__(self) -> None:
        self.versions: list[int] = []
        self.instants: list[int] = []
        self.bytes = 0

    def heard(self, text: bytes, now: int) -> None:
        """Keep the instant if the text tells a version that is new here."""
        version = version_of(text)
        self.bytes += len(text)
        if version is not None and (not self.versions or version > self.versions[-1]):
            self.versions.append(version)
            self.instants.append(now)

    def instant(self, version: int) -> int | None:
        """When this version, or one that holds it, had come."""
        at = bisect_left(self.versions, version)
        return self.instants[at] if at < len(self.versions) else None


def last_instants(logs: Sequence[Log], versions: Sequence[int]) -> dict[int, int | None]:
    """For each version when the last socket had it; ``None`` if one never had."""
    found: dict[int, int | None] = {}
    for version in versions:
        instants = [log.instant(version) for log in logs]
        known = [at for at in instants if at is not None]
        found[version] = max(known) if known and len(known) == len(instants) else None
    return found


async def crowd(host: str, port: int, path: str, count: int) -> None:
    """All are connected until standard input ends; then what they saw stands on standard output."""
    logs = [Log() for _ in range(count)]
    sockets: list[Socket] = []
    for at in range(0, count, AT_ONCE):
        sockets += await asyncio.gather(*(connect(host, port, path, log.heard) for log in logs[at : at + AT_ONCE]))
    print("ready", flush=True)
    asked = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    lost = sum(socket.closed.done() for socket in sockets)
    found = last_instants(logs, json.loads(asked or "[]"))
    told = {"last": found, "lost": lost, "bytes": sum(log.bytes for log in logs)}
    print(json.dumps(told), flush=True)
    for socket in sockets:
        socket.close()


def run(main: Coroutine[Any, Any, T]) -> T:
    """What the coroutine gave, run on the quicker loop where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)


if __name__ == "__main__":
    run(crowd(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
