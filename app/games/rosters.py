"""Rosters a guest keeps; only their owner reads, changes or forgets them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from app.engine.asks import Json
from app.games.seats import clean_name, new_id, now
from app.store import Store, rosters
from app.store.db import Row

MOST = 50


class Kept(Struct, frozen=True):
    """A roster as it is kept: plain JSON of its system, and the points it was built for."""

    id: str
    system: str
    name: str
    points: int
    roster: Json


class Rosters:
    """The rosters of all guests."""

    def __init__(self, store: Store, clock: Callable[[], str] = now) -> None:
        self._store, self._clock = store, clock

    async def keep(self, guest: str, system: str, name: str, points: int, roster: Json, id: str = "") -> str | None:
        """The id under which it is kept; ``None`` if ``id`` is not this guest's, or the guest keeps 50 already."""
        row: Row = {"name": clean_name(name), "points": points, "body": roster, "changed": self._clock()}
        if id:
            return id if await self._store.run(rosters.change, id, guest, row) else None
        if len(await self._store.look(rosters.of_guest, guest)) >= MOST:
            return None
        new = new_id()
        await self._store.run(rosters.add, {**row, "id": new, "guest_id": guest, "system": system})
        return new

    async def read(self, guest: str, id: str) -> Kept | None:
        """This guest's roster of this id."""
        row = await self._store.look(rosters.read, id, guest)
        return kept(row) if row else None

    async def of(self, guest: str, system: str) -> tuple[Kept, ...]:
        """What a guest keeps for a system, the newest first."""
        rows = await self._store.look(rosters.of_guest, guest)
        return tuple(kept(row) for row in rows if row["system"] == system)

    async def forget(self, guest: str, id: str) -> bool:
        """Whether this guest had it; it is gone now."""
        return await self._store.run(rosters.forget, id, guest)


def kept(row: Row) -> Kept:
    """A stored row as it is shown."""
    return Kept(row["id"], row["system"], row["name"], row["points"], row["body"])
