"""This process among those on the same database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from hashlib import sha256

from app.games import access
from app.live.neighbours import Neighbours
from app.live.rights import recheck
from app.live.rooms import Present, Rooms
from app.live.sweep import Sweep
from app.store import Store, games, people, talk


def join(store: Store, url: str, secret: bytes, rooms: Rooms, on_told: Callable[[str, int], None]) -> Neighbours:
    """The other processes, told of over this Valkey; a server whose database is a file of its own has none."""

    async def again(present: Sequence[Present]) -> None:
        await recheck(rights, are_closed, present)

    def rights(guests: Collection[str], ids: Collection[str]) -> Awaitable[people.Rights]:
        return store.look(people.rights, guests, ids, access.is_shown())

    def are_closed(ids: Sequence[str]) -> Awaitable[Collection[str]]:
        return store.look(games.those, ids, access.is_closed())

    rooms.recheck = again
    if not store.is_shared:
        return Neighbours("", "", rooms)
    sweep = Sweep(
        rooms,
        lambda ids: store.look(games.revs, ids),
        lambda ids, since: store.look(talk.fresh, ids, since),
    )
    return Neighbours(url, f"gunbai {sha256(secret).hexdigest()[:16]}", rooms, sweep, on_told)
