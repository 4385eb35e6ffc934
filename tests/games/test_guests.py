"""Guests: who they are, by what they are known."""

from __future__ import annotations

import asyncio

from tests.games.table import Host


async def are_known_by_their_token_only(host: Host) -> None:
    guest, token = await host.games.guests.welcome("  Ana \n Maria ")
    assert guest.name == "Ana Maria"
    assert await host.games.guests.who(token) == guest
    assert await host.games.guests.who(token[:-1] + "?") is None
    assert await host.games.guests.who(guest.id) is None
    assert await host.games.guests.rename(guest.id, " ") is None
    assert await host.games.guests.rename(guest.id, "Eva") == "Eva"


def test_guests_are_known_by_their_token_only(host: Host) -> None:
    asyncio.run(are_known_by_their_token_only(host))
