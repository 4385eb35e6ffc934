"""The way out: only public hosts, only the address that was checked, no further than asked."""

from __future__ import annotations

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from app.notices.guard import ANSWER, Blocked, Guard, is_public
from tests.notices.servers import receiver

INNER = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1",
    "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1",
    "2001:db8::1",
)  # fmt: skip
PUBLIC = ("93.184.215.14", "2606:4700::1111", "64:ff9b::5db8:d70e", "::ffff:93.184.215.14")


@pytest.mark.parametrize("address", INNER)
def test_inner_addresses_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://127.0.0.1/", "not-public"),
        ("https://2130706433/", "not-public"),
        ("https://0177.0.0.1/", "not-public"),
        ("https://0x7f.1/", "not-public"),
        ("https://127.1/", "not-public"),
        ("https://[::1]/", "not-public"),
        ("https://[::ffff:127.0.0.1]/", "not-public"),
        ("https://169.254.169.254/latest/meta-data/", "not-public"),
        ("https://localhost/", "not-public"),
        ("http://93.184.215.14/", "not-https"),
        ("https://93.184.215.14:22/", "port"),
        ("https://93.184.215.14:99999/", "no-address"),
        ("https://user:word@93.184.215.14/", "no-address"),
        ("https://93.184.215.14\\@127.0.0.1/", "no-address"),
        ("https://93.184.215.14/a b", "no-address"),
        ("https://[fe80::1%25eth0]/", "no-address"),
        ("file:///etc/passwd", "no-address"),
        ("https:///", "no-address"),
        ("https://[", "no-address"),
        ("", "no-address"),
        ("https://93.184.215.14/hook", ""),
        ("https://93.184.215.14:8443/hook", ""),
    ],
)
def test_an_address_is_refused_for_a_reason(url: str, why: str) -> None:
    assert asyncio.run(Guard().refuse(url)) == why
    if why:
        with pytest.raises(Blocked, match=why):
            asyncio.run(Guard().post(url, b"", {}))


@pytest.mark.parametrize("address", ["10.0.0.7", "169.254.169.254", "100.64.1.1", "::1", "fd00::2"])
def test_a_name_is_refused_for_any_inner_address_it_leads_to(address: str) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return ["93.184.215.14", address]

    assert asyncio.run(Guard(resolve=resolve).refuse("https://rebind.example/")) == "not-public"


def test_an_unknown_name_is_refused() -> None:
    async def resolve(host: str, port: int) -> list[str]:
        raise OSError

    assert asyncio.run(Guard(resolve=resolve).refuse("https://nobody.example/")) == "unknown-host"


def test_a_name_that_changes_after_the_check_is_not_called() -> None:
    answers = [["93.184.215.14"], ["127.0.0.1"]]

    async def resolve(host: str, port: int) -> list[str]:
        return answers.pop(0)

    async def call() -> None:
        guard = Guard(resolve=resolve)
        assert await guard.refuse("https://rebind.example/") == ""
        with pytest.raises(Blocked, match="not-public"):
            await guard.post("https://rebind.example/", b"", {})

    asyncio.run(call())


def test_the_checked_address_is_dialled_and_the_name_looked_up_once() -> None:
    asked: list[str] = []

    async def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    with receiver() as there:
        guard = Guard(loopback=True, resolve=resolve)
        url = f"http://hooks.example:{there.port}/x?y=1"
        assert asyncio.run(guard.post(url, b"{}", {"content-type": "application/json"})) == (201, b"ok")
        assert asked == ["hooks.example"]
        ((path, headers, body),) = there.got
    assert (path, headers["host"], body) == ("/x?y=1", f"hooks.example:{there.port}", b"{}")


def test_a_redirect_is_not_followed_and_a_long_answer_not_read() -> None:
    with receiver() as there, receiver() as inner:
        there.status, there.headers, there.answer = 302, {"location": inner.url}, b"x" * 100_000
        status, answer = asyncio.run(Guard(loopback=True).post(there.url, b"", {}))
        assert (status, len(answer), len(there.got), inner.got) == (302, ANSWER, 1, [])


def test_tls_names_the_host_and_trusts_no_strange_certificate(tmp_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "hooks.example")])
    day = datetime(2026, 1, 1, tzinfo=UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, day, day + timedelta(days=9999))
    kept = tmp_path / "both.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    kept.write_bytes(private + made.sign(key, SHA256()).public_bytes(Encoding.PEM))
    tls, asked = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), list[str | None]()
    tls.load_cert_chain(kept)
    tls.sni_callback = lambda _, name, __: asked.append(name)

    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    async def call() -> None:
        server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=tls)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(OSError, match="certificate"):
            await Guard(loopback=True, resolve=resolve).post(f"https://hooks.example:{port}/", b"", {})
        server.close()

    asyncio.run(call())
    assert asked == ["hooks.example"]
