"""How long the server waits for a request: a connection that never sends a whole one is given back."""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections import Counter
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.accounts.guessing import network_of

PATIENCE = 20.0
"""Seconds until a request is whole, head and body, from its first byte; for the first one from the connection on."""
MOST = 200
"""Connections of one address that owe us the rest of a request at one time, in one process."""
FAREWELL = 3.0
"""Seconds that a request which is owed is still waited for when the server stops."""


class Proxies:
    """Those who speak for many, as ``FORWARDED_ALLOW_IPS`` names them: addresses, networks, or ``*`` for all."""

    def __init__(self, hosts: str) -> None:
        self._named = frozenset(host.strip() for host in hosts.split(","))
        self._networks = [found for host in self._named if (found := network(host))]

    def __contains__(self, host: str) -> bool:
        if self._named & {"*", host}:
            return True
        found = network(host)
        return found is not None and any(found.network_address in each for each in self._networks)


def network(host: str) -> IPv4Network | IPv6Network | None:
    """The network of this name, if it is one; an address is one by itself."""
    try:
        return ip_network(host, strict=False)
    except ValueError:
        return None


@cache
def proxies(hosts: str) -> Proxies:
    """Nobody counts how many connections these have."""
    return Proxies(hosts)


class Patient(HttpToolsProtocol):
    """A connection of uvicorn that is closed unless each of its requests is whole in time.  Idle ones are uvicorn's."""

    owing: ClassVar[Counter[str]] = Counter()
    """How many connections of each address owe us the rest of a request."""
    deadline: TimerHandle | None = None
    address: str = ""
    leaving: bool = False
    """Whether the server stops: the next answer is the last one here."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Its first request is waited for; it is ended at once where its address owes us too many."""
        super().connection_made(transport)
        self.address = self.counted()
        if self.address and self.owing[self.address] >= MOST:
            transport.abort()
        else:
            self.wait()

    def counted(self) -> str:
        """The address this connection counts for; empty if it has none, or is a proxy's."""
        hosts = self.config.forwarded_allow_ips
        known = proxies(hosts if isinstance(hosts, str) else ",".join(hosts))
        return network_of(self.client[0]) if self.client and self.client[0] not in known else ""

    def wait(self) -> None:
        """From now on the rest of a request is owed, if none was yet."""
        if self.deadline is None:
            self.deadline = self.loop.call_later(PATIENCE, self.out_of_time)
            self.owing[self.address] += 1

    def enough(self) -> None:
        """Nothing is owed any more."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
            self.owing[self.address] -= 1
            if not self.owing[self.address]:
                del self.owing[self.address]

    def out_of_time(self) -> None:
        """The connection is ended, unless it was us who did not read on: then it has its time again."""
        self.enough()
        if self.flow.read_paused:
            self.wait()
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """What comes while nothing is under way begins a request, be it only an empty line."""
        if self.cycle is None or self.cycle.response_complete:
            self.wait()
        super().data_received(data)

    def on_message_begin(self) -> None:
        """The rest of it is owed, also while the answer to the one before is under way."""
        self.wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its answer is the last one if the server stops."""
        super().on_headers_complete()
        if self.leaving and self.cycle is not None:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """The request is whole."""
        self.enough()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection is a websocket's from now on."""
        self.enough()
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        """Who owes us a request is still answered: he may have sent it before he could know that we stop."""
        if self.deadline is not None and (self.cycle is None or self.cycle.response_complete):
            self.leaving = True
            self.loop.call_later(FAREWELL, super().shutdown)
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody owes us anything."""
        self.enough()
        super().connection_lost(exc)
