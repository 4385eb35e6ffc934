"""Real servers to send to: a receiver of HTTP, a mail relay, a browser that can open what is pushed to it."""

from __future__ import annotations

import json
import socket
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece  # type: ignore[import-untyped]
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.notices.push import Keys, Subscription


@dataclass
class Receiver:
    """Keeps what was posted to it and answers with ``status``; the first times with ``first``."""

    port: int = 0
    status: int = 201
    first: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    answer: bytes = b"ok"
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/in"

    @property
    def said(self) -> list[dict[str, Any]]:
        """The bodies, as JSON."""
        return [json.loads(body) for _, _, body in self.got]


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A receiver that listens."""
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            kept.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(kept.first.pop(0) if kept.first else kept.status)
            for name, value in {**kept.headers, "content-length": str(len(kept.answer))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(kept.answer)

        def log_message(self, *_: Any) -> None:
            """Nothing is written."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass
class Relay:
    """A mail relay that keeps what it took; those in ``unknown`` it does not take."""

    port: int = 0
    unknown: tuple[str, ...] = ()
    got: list[tuple[list[str], Message]] = field(default_factory=list)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Whether this recipient is known."""
        if address in self.unknown:
            return "550 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """The letter is kept."""
        self.got.append((envelope.rcpt_tos, BytesParser().parsebytes(envelope.content)))
        return "250 taken"


@contextmanager
def relay(secret: bytes = b"") -> Iterator[Relay]:
    """A relay that listens; with a secret only to those who know it."""

    def proves(server: Any, session: Any, envelope: Any, how: str, given: Any) -> AuthResult:
        return AuthResult(success=(given.login, given.password) == (b"table", secret), handled=False)

    kept = Relay()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        kept.port = free.getsockname()[1]
    controller = Controller(
        kept, hostname="127.0.0.1", port=kept.port, auth_required=bool(secret), auth_require_tls=False,
        authenticator=proves,
    )  # fmt: skip
    controller.start()
    try:
        yield kept
    finally:
        controller.stop()


class Browser:
    """Has subscribed at a push service, and opens what comes."""

    def __init__(self, endpoint: str) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(endpoint, Keys(plain(point), plain(self.auth)))

    def open(self, sealed: bytes) -> dict[str, Any]:
        """The message."""
        told: dict[str, Any] = json.loads(http_ece.decrypt(sealed, private_key=self.key, auth_secret=self.auth))
        return told


def plain(raw: bytes) -> str:
    """Bytes as browsers write them."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
