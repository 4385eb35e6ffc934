"""A thousand frames and handshakes as no browser sends them, to a real server: it lives, and nothing has changed."""

from __future__ import annotations

import json
import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from tests.browser.server import Server

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
TEXT, BYTES, CLOSE, PING, PONG, MORE = 1, 2, 8, 9, 10, 0
GROWN = 60_000_000
"""So many bytes more the server may hold after all this."""
CONNECTIONS, FRAMES = 240, 4
GOOD: tuple[Any, ...] = (
    {"point": [1, 2]},
    {"rule": [1, 2, 3, 4]},
    {"look": [1, 2, 3, 4]},
    {"at": 3},
    {"ping": True},
    {"v": 1},
    [],
    7,
    "x",
    {"point": [10**30, 0]},
    {"point": [[[]]]},
    {"point": None, "at": 1},
    {"point\x00": [1, 2]},
    {"ask": "1-red", "answer": "1"},
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that runs."""
    running = Server(tmp_path_factory.mktemp("frames"))
    running.start()
    yield running
    running.stop()


class Table:
    """A game of Ronin on a real server, which its maker has open."""

    def __init__(self, server: Server) -> None:
        self.server, self.http = server, httpx2.Client(base_url=server.url, timeout=30)
        sides = [
            {"seat": seat, "roster": {"sample": band}, "player": "me"}
            for seat, band in (("red", "red-devils"), ("blue", "river-league"))
        ]
        body = {"system": "ronin", "scenario": "skirmish", "options": {"points": 200}, "sides": sides, "name": "Aki"}
        made = self.http.post("/api/v1/games", json=body)
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def close(self) -> None:
        """No connection is left."""
        self.http.close()

    def picture(self) -> Any:
        """All that is known of the game."""
        path = f"/api/v1/games/{self.id}"
        return [
            self.http.get(path).json(),
            self.http.get(f"{path}/events").json(),
            self.http.get(f"{path}/talk").json(),
        ]

    def hello(self, *more: str, path: str = "", key: str = KEY) -> bytes:
        """The request that opens a socket."""
        lines = (
            f"GET {path or f'/ws/games/{self.id}'} HTTP/1.1",
            f"Host: 127.0.0.1:{self.server.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {self.cookie}",
            *more,
        )
        return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n"

    def dial(self) -> socket.socket:
        """A connection on which nothing was said."""
        return socket.create_connection(("127.0.0.1", self.server.port), timeout=30)

    def open(self) -> socket.socket:
        """A socket that is open, its first message read."""
        line = self.dial()
        line.sendall(self.hello())
        assert b" 101 " in line.recv(65536)
        return line

    def memory(self) -> int:
        """Bytes the server holds."""
        assert self.server.process is not None
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * 1024


def faults(server: Server) -> int:
    """How often something broke, by its log; that a text is no UTF-8 is told there too, at length, and is no fault."""
    return server.log().count("Traceback") - server.log().count("Invalid UTF-8 sequence received from client")


def frame(
    code: int, body: bytes = b"", *, fin: int = 1, bits: int = 0, mask: bool = True, length: int | None = None
) -> bytes:
    """A frame, right or wrong: ``bits`` are the reserved ones, ``length`` what it says it is."""
    said = len(body) if length is None else length
    head = bytes([fin << 7 | bits << 4 | code])
    veil = b"\x11\x22\x33\x44" if mask else b""
    size = (
        bytes([said])
        if said < 126
        else b"\x7e" + struct.pack(">H", said)
        if said < 65536
        else b"\x7f" + struct.pack(">Q", said)
    )
    head += bytes([size[0] | (128 if mask else 0)]) + size[1:]
    return head + veil + (bytes(c ^ veil[n % 4] for n, c in enumerate(body)) if mask else body)


def wrong(rng: Random) -> bytes:
    """A frame, or a few, that are not as they should be, or hold what they should not."""
    good = json.dumps(rng.choice(GOOD)).encode()
    cut = rng.randrange(len(good) + 1)
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: frame(TEXT, good),
        lambda: frame(TEXT, good[:cut] + bytes([rng.randrange(256)]) + good[cut:]),
        lambda: frame(TEXT, good[:cut], fin=0) + frame(MORE, good[cut:]),
        lambda: b"".join(frame(MORE if n else TEXT, b"x", fin=0) for n in range(60)),
        lambda: frame(TEXT, b"a", fin=0) + frame(TEXT, b"b"),
        lambda: frame(MORE, good),
        lambda: frame(TEXT, b"\xff\xfe\xc0\xaf"),
        lambda: frame(TEXT, "\ud800".encode("utf-8", "surrogatepass")),
        lambda: frame(TEXT, good, bits=4),
        lambda: frame(TEXT, good, bits=rng.randrange(1, 8)),
        lambda: frame(rng.choice((3, 4, 5, 6, 7, 11, 15)), good),
        lambda: frame(TEXT, good, mask=False),
        lambda: frame(TEXT, b"x" * 5_000),
        lambda: frame(TEXT, b"[" * 4_000),
        lambda: frame(TEXT, b"", length=2**62),
        lambda: frame(TEXT, b"", length=2**64 - 1),
        lambda: frame(TEXT, good, length=10_000_000),
        lambda: frame(BYTES, os.urandom(50)),
        lambda: frame(PING, b"x" * 125),
        lambda: frame(PING, b"x" * 126),
        lambda: frame(PING, b"x", fin=0),
        lambda: frame(PONG, b"unasked"),
        lambda: frame(CLOSE, b"\x03"),
        lambda: frame(CLOSE, struct.pack(">H", rng.choice((0, 999, 1005, 1006, 1015, 5000, 65535)))),
        lambda: frame(CLOSE, struct.pack(">H", 1000) + b"\xff" * 50),
        lambda: rng.randbytes(rng.randrange(1, 200)),
        lambda: frame(TEXT, good) * 30,
    )
    return rng.choice(kinds)()


def test_frames_that_no_browser_sends(server: Server, tried: Callable[[str], None]) -> None:
    rng = Random("frames")
    with closing(Table(server)) as table:
        before, held = table.picture(), table.memory()
        sent = storm(table, rng)
        assert table.picture() == before
        assert table.memory() - held < GROWN
    assert faults(server) == 0
    tried(f"{sent} frames on {CONNECTIONS} sockets of a real server; nothing changed, no fault in its log")


def storm(table: Table, rng: Random) -> int:
    """How many frames were sent, while one who did nothing wrong stayed connected."""
    sent = 0
    with closing(table.open()) as patient:
        for _ in range(CONNECTIONS):
            with closing(table.open()) as line, suppress(OSError):
                for _ in range(FRAMES):
                    sent += 1
                    line.sendall(wrong(rng))
        patient.sendall(frame(TEXT, b'{"ping":true}'))
        heard = b""
        while b'{"pong":true}' not in heard:
            more = patient.recv(65536)
            assert more, "who did nothing wrong was cut off"
            heard += more
    return sent


def handshakes(table: Table) -> Iterator[bytes]:
    """Requests to open a socket that are wrong, too large, or no requests."""
    right = table.hello()
    yield right.replace(b"Version: 13", b"Version: 12")
    yield right.replace(KEY.encode(), b"x")
    yield right.replace(b"Upgrade: websocket\r\n", b"Upgrade: h2c\r\n")
    yield right.replace(b"GET", b"POST")
    yield right.replace(b"HTTP/1.1", b"HTTP/9.9")
    yield right.replace(b"Cookie: ", b"Cookie: " + b"a=b; " * 20_000)
    yield table.hello("X: " + "y" * 200_000)
    yield table.hello(*(f"X-{n}: y" for n in range(5_000)))
    yield table.hello("Content-Length: 99999999999999999999")
    yield table.hello("Content-Length: 5", "Transfer-Encoding: chunked")
    yield table.hello("Sec-WebSocket-Extensions: " + "permessage-deflate; " * 5_000)
    yield table.hello("Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99")
    yield table.hello("Origin: http://[")
    yield table.hello("Origin: http://evil.example")
    yield table.hello(path=f"/ws/games/{'x' * 60_000}")
    yield table.hello(path=f"/ws/games/{table.id}?since=" + "9" * 5_000)
    yield table.hello(path=f"/ws/games/{table.id}?since=%ff&seat=%00")
    yield table.hello(path="/ws/games/../../etc/passwd")
    yield table.hello(path="http://evil.example/")
    yield b"GET /" + b"a" * 300_000
    yield b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(500)
    yield b"\r\n" * 50_000
    yield b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"
    yield b"GET /\x00 HTTP/1.1\r\n\r\n"
    yield b"GET / HTTP/1.1\r\n folded: x\r\n\r\n"
    yield b"POST /lang HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n"
    yield b"POST /lang HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    yield b"POST /lang HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n"
    yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def test_handshakes_that_no_browser_sends(server: Server, tried: Callable[[str], None]) -> None:
    with closing(Table(server)) as table:
        count = shake(table)
    assert faults(server) == 0
    tried(f"{count} handshakes and 100 requests that never end; nothing changed, no fault in the log")


def shake(table: Table) -> int:
    """How many wrong handshakes were sent; nothing has changed, and the memory they took was given back."""
    before, held, count = table.picture(), table.memory(), 0
    for request in handshakes(table):
        with closing(table.dial()) as line, suppress(OSError):
            count += 1
            line.settimeout(0.5)
            line.sendall(request)
            line.sendall(frame(TEXT, b'{"point":[1,2]}'))
            answer = line.recv(65536)
            assert b" 500 " not in answer.split(b"\r\n")[0], request[:200]
            assert b" 101 " not in answer.split(b"\r\n")[0] or b"since=" in request or b"Extensions" in request, (
                request[:200]
            )
    lines = [table.dial() for _ in range(100)]
    for line in lines:
        line.sendall(b"GET / HTTP/1.1\r\nHost: h\r\nX: ")
    assert table.picture() == before, "a hundred requests that never end keep nobody waiting"
    for line in lines:
        line.close()
    deadline = time.monotonic() + 30
    while table.memory() - held > GROWN and time.monotonic() < deadline:
        time.sleep(0.2)
    assert table.memory() - held < GROWN
    return count
