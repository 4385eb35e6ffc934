"""No address that people give makes the server call its own network: tried where they give it."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import httpcore2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.testclient import TestClient

from app.notices.guard import Guard
from tests.attacks.knocking import Books
from tests.web.people import Table

HOSTS = (
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "0177.1",
    "0",
    "0.0.0.0",
    "127.255.255.254",
    "10.0.0.1",
    "0xa000001",
    "012.0.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "3232235521",
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "100.127.255.255",
    "198.18.0.1",
    "192.0.0.8",
    "240.0.0.1",
    "255.255.255.255",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:a9fe:a9fe]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:0:0:0:0:80ff:fffe]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fec0::1]",
    "[ff02::1]",
    "[2001:db8::1]",
    "[::1%25lo]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "inner.example",
    "mixed.example",
    "six.example",
    "127.0.0.1.",
    "１２７.0.0.1",
    "127。0。0。1",
    "①②⑦.0.0.1",
    "%31%32%37.0.0.1",
    "127.0.0.1%00.example",
    "user@127.0.0.1",
    "public.example@127.0.0.1",
    "127.0.0.1:443@public.example",
    "public.example\\@127.0.0.1",
    "127.0.0.1\t",
    " 127.0.0.1",
    "127.0.0.1\r\nhost:x",
    "",
    ".",
    "..",
    "[",
    "[]",
    "[::1",
)
PORTS = (":22", ":25", ":6379", ":5432", ":0", ":65536", ":99999", ":-1", ":443a", ":８０")
SCHEMES = (
    "http",
    "file",
    "gopher",
    "ftp",
    "dict",
    "ldap",
    "javascript",
    "data",
    "ws",
    "unix",
    "HTTPS ",
    "https:https",
    "",
)
NAMES = {
    "public.example": ["93.184.215.14"],
    "inner.example": ["10.0.0.7"],
    "six.example": ["fd00::2"],
    "mixed.example": ["93.184.215.14", "127.0.0.1"],
}


class Wire:
    """A resolver that knows a few names and every number, and a network that only writes down who is dialled."""

    def __init__(self) -> None:
        self.dialled: list[str] = []
        self.names = {name: list(addresses) for name, addresses in NAMES.items()}

    async def resolve(self, host: str, port: int) -> list[str]:
        """The addresses of a name."""
        from app.notices.guard import resolve

        return self.names[host] if host in self.names else await resolve(host, port)

    async def dial(self, _: Any, host: str, *given: Any, **more: Any) -> Any:
        """Nobody answers."""
        self.dialled.append(host)
        raise httpcore2.ConnectError


@pytest.fixture
def wire(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Wire:
    """The server's way out, which leads nowhere."""
    wire = Wire()
    monkeypatch.setattr(httpcore2.AnyIOBackend, "connect_tcp", lambda *given, **more: wire.dial(*given, **more))
    channels = client.app.state.site.notices.channels  # type: ignore[attr-defined]
    monkeypatch.setattr(channels, "guard", Guard(resolve=wire.resolve))
    return wire


def addresses() -> list[str]:
    """Everything that leads inside, or to no web server."""
    found = [f"https://{host}/hook" for host in HOSTS] + [f"https://public.example{port}/" for port in PORTS]
    found += [f"{scheme}://public.example/" for scheme in SCHEMES] + [
        "//127.0.0.1/",
        "/etc/passwd",
        "https:127.0.0.1",
        "https:///127.0.0.1",
    ]
    return [*found, "https://public.example/" + "a" * 3000, "https://public.example/ HTTP/1.1\r\nhost: 127.0.0.1"]


def pushed(endpoint: str) -> str:
    """A browser's subscription, sound but for where it leads."""
    point = (
        ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    keys = {
        "p256dh": urlsafe_b64encode(point).decode().rstrip("="),
        "auth": urlsafe_b64encode(b"0" * 16).decode().rstrip("="),
    }
    return json.dumps({"endpoint": endpoint, "keys": keys})


def test_no_spelling_of_an_inner_address_is_kept_or_called(
    client: TestClient, wire: Wire, tried: Callable[[str], None]
) -> None:
    who, books = Table(client).red, Books(client)
    for address in addresses():
        given = who.form("/account/notices/webhook", {"address": address, "format": "json"})
        assert given.status_code == 422, address
        given = who.form("/account/notices/push", {"subscription": pushed(address)})
        assert given.status_code == 422, address
    assert books.changed() == []
    assert wire.dialled == []
    tried(f"{len(addresses())} addresses, each as a webhook and as a browser; none kept, none called")


@pytest.mark.parametrize("later", [["127.0.0.1"], ["fd00::2"], ["93.184.215.14", "169.254.169.254"]])
def test_a_name_that_leads_inside_later_is_not_called(client: TestClient, wire: Wire, later: list[str]) -> None:
    who = Table(client).red
    assert (
        who.form("/account/notices/webhook", {"address": "https://public.example/hook", "format": "json"}).status_code
        == 303
    )
    site = client.app.state.site  # type: ignore[attr-defined]
    assert client.portal is not None
    mine = client.portal.call(site.notices.channels.of, who.get("/api/v1/me").json()["id"])
    path = f"/account/notices/{mine[0].id}/test"
    assert who.form(path, {}).status_code == 422
    assert wire.dialled == ["93.184.215.14"]
    wire.names["public.example"] = later
    given = who.form(path, {})
    assert (given.status_code, "public internet" in given.text) == (422, True)
    assert wire.dialled == ["93.184.215.14"]


def test_no_link_that_somebody_writes_is_fetched(client: TestClient, wire: Wire) -> None:
    table, link = Table(client).sit(), "https://public.example/picture.png"
    assert table.red.post(f"{table.path}/talk", {"text": f"look {link} ![x]({link})"}).status_code == 201
    for form in ({"json": link}, {"text": link}, {"url": link, "system": "ronin"}):
        assert table.red.form("/roster/import", form).status_code < 500
    assert link.encode() in table.blue.get(f"{table.path}/talk").content
    assert wire.dialled == []
