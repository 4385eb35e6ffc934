"""The one way out: requests of the server to addresses that people gave it.

A name is looked up once, every address it leads to is checked, and exactly a
checked address is dialled: nobody can answer differently in between.  Inner
networks, this machine and anything but plain public hosts are refused.
Redirects are not followed, environment proxies not used, cookies not kept.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

import httpcore2

PORTS = (443, 80, 8443)
SECONDS = 5.0
ANSWER = 4096
"""How many bytes of an answer are read."""
LONGEST = 2000
NAT64 = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
COMPATIBLE = IPv6Network("::/96")
Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[list[str]]]


class Blocked(Exception):
    """An address the server does not call; the message is the code of the reason."""


def inner(address: Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for, if any."""
    if isinstance(address, IPv4Address):
        return None
    known = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
    if known is None and any(address in net for net in (*NAT64, COMPATIBLE)):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return known


PROTOCOLS = IPv4Network("192.0.0.0/24")
"""Addresses of protocols, which older Pythons take for public."""


def is_public(address: Address) -> bool:
    """Whether this is one host of the public internet."""
    within = inner(address)
    if within is not None:
        return is_public(within)
    special = address.is_multicast or address.is_reserved or address.is_unspecified
    is_local = getattr(address, "is_site_local", False) or address in PROTOCOLS
    return address.is_global and not special and not is_local


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name, as the system's resolver knows them."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class Pinned(httpcore2.AsyncNetworkBackend):
    """A network on which only checked addresses can be dialled; TLS and Host keep the name."""

    def __init__(self, loopback: bool, resolve: Resolve) -> None:
        self._loopback, self._resolve, self._network = loopback, resolve, httpcore2.AnyIOBackend()

    async def addresses(self, host: str, port: int) -> list[str]:
        """Where a name leads, all of it allowed; else ``Blocked``."""
        if not self._loopback and port not in PORTS:
            raise Blocked("port")
        try:
            found = await self._resolve(host, port)
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise Blocked("unknown-host")
        if not self._loopback and not all(is_public(ip_address(each)) for each in found):
            raise Blocked("not-public")
        return found

    async def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:  # fmt: skip
        """A connection to the first address of the name that answers."""
        error: Exception = httpcore2.ConnectError()
        for address in await self.addresses(host, port):
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as failed:
                error = failed
        raise error


class Guard:
    """Sends to public hosts only.  ``loopback`` lets it reach anything by plain HTTP: for tests."""

    def __init__(self, *, loopback: bool = False, resolve: Resolve = resolve) -> None:
        self._loopback = loopback
        self._network = Pinned(loopback, resolve)

    async def refuse(self, url: str) -> str:
        """Why nothing can be sent there, as a code; empty if it can."""
        try:
            async with asyncio.timeout(SECONDS):
                target = self._check(url)
                await self._network.addresses(target.hostname or "", target.port or 443)
        except Blocked as blocked:
            return str(blocked)
        except TimeoutError:
            return "unknown-host"
        return ""

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """The status and the beginning of the answer; ``Blocked``, ``TimeoutError`` or ``OSError`` if there is none."""
        self._check(url)
        async with asyncio.timeout(SECONDS):
            try:
                return await self._post(url, body, dict(headers))
            except httpcore2.TimeoutException as error:
                raise TimeoutError from error
            except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.UnsupportedProtocol) as error:
                raise OSError(str(error)) from error

    async def _post(self, url: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        """One connection for one request, closed however it ends."""
        async with (
            httpcore2.AsyncConnectionPool(network_backend=self._network, max_keepalive_connections=0) as pool,
            pool.stream("POST", url, headers=list(headers.items()), content=body) as answer,
        ):
            read = b""
            async for part in answer.aiter_stream():
                read += part
                if len(read) >= ANSWER:
                    break
            return answer.status, read[:ANSWER]

    def _check(self, url: str) -> SplitResult:
        """The parts of an address that may be called by its looks; else ``Blocked``."""
        target = parts(url)
        if not self._loopback and target.scheme != "https":
            raise Blocked("not-https")
        return target


def parts(url: str) -> SplitResult:
    """The parts of a web address that names a host and no user; else ``Blocked``."""
    try:
        target = urlsplit(url)
        sound = bool(target.hostname) and target.port != 0 and target.scheme in ("http", "https")
    except ValueError:
        raise Blocked("no-address") from None
    plain = url.isascii() and url.isprintable() and not set(url) & set(' \\"<>^`{|}')
    if not sound or not plain or len(url) > LONGEST or "@" in target.netloc or "%" in target.netloc:
        raise Blocked("no-address")
    return target
