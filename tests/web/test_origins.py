"""An origin is a scheme, a host and a port; behind a proxy it is what people see."""

from __future__ import annotations

from typing import Any

import pytest

from app.web.server.security import same_origin, socket_origin


def scope(scheme: str, host: str, origin: str) -> dict[str, Any]:
    """A request, as the server that took it in tells of it once it has read what the proxy says."""
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    return {"type": "http", "scheme": scheme, "headers": headers}


BASE = "https://gunbai.example"


@pytest.mark.parametrize(
    ("scheme", "host", "origin", "base", "is_ours"),
    [
        ("http", "gunbai.example", "http://gunbai.example", "", True),
        ("https", "gunbai.example", "https://gunbai.example", "", True),
        ("https", "gunbai.example", "http://gunbai.example", "", False),
        ("http", "gunbai.example", "https://gunbai.example", "", False),
        ("wss", "gunbai.example", "https://gunbai.example", "", True),
        ("wss", "gunbai.example", "http://gunbai.example", "", False),
        ("ws", "gunbai.example", "https://gunbai.example", "", False),
        ("https", "gunbai.example:443", "https://gunbai.example", "", True),
        ("http", "gunbai.example:443", "https://gunbai.example", "", False),
        ("http", "[::1]:8000", "http://[::1]:8000", "", True),
        ("http", "gunbai.example", "https://gunbai.example", BASE, True),
        ("ws", "gunbai.example", "https://gunbai.example", BASE, True),
        ("http", "gunbai.example", "http://gunbai.example", BASE, False),
        ("https", "gunbai.example", "http://gunbai.example", BASE, False),
        ("http", "10.0.0.4:8000", "http://10.0.0.4:8000", BASE, True),
        ("http", "10.0.0.4:8000", "https://gunbai.example", BASE, False),
        ("http", "10.0.0.4:8000", "https://10.0.0.4:8000", BASE, False),
        ("https", "gunbai.example:8443", "https://gunbai.example", BASE, False),
    ],
)
def test_scheme_host_and_port_are_compared(scheme: str, host: str, origin: str, base: str, is_ours: bool) -> None:
    given = scope(scheme, host, origin)
    assert socket_origin(given, base) is is_ours
    assert same_origin(given, base) is is_ours


def test_who_names_no_origin_is_no_browser() -> None:
    assert same_origin({"type": "http", "scheme": "http", "headers": [(b"host", b"x")]}, BASE)
