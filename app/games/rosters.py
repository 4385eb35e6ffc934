"""Rosters a guest keeps; only their owner changes or forgets them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from app.engine.asks import Json
from app.games.seats import Guest, clean_name, new_id, now
from app.store import Store, rosters
from app.store.db import Row

MOST, ACCOUNT_MOST = 50, 200


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

    async def keep(
        self, guest: str, system: str, name: str, points: int, roster: Json, id: str = "", most: int = MOST
    ) -> str | None:
        """The id under which it is kept; ``None`` if ``id`` is not this guest's, or the guest keeps ``most``."""
        row: Row = {"name": clean_name(name), "points": points, "body": roster, "changed": self._clock()}
        if id:
            return id if await self._store.run(rosters.change, id, guest, row) else None
        new = new_id()
        added = await self._store.run(rosters.add, {**row, "id": new, "guest_id": guest, "system": system}, most)
        return new if added else None

    async def read(self, guest: str, id: str) -> Kept | None:
        """This guest's roster of this id."""
        row = await self._store.look(rosters.read, id)
        return kept(row) if row and row["guest_id"] == guest else None

    async def shared(self, id: str) -> Kept | None:
        """The roster of this id, for whoever was given its link."""
        row = await self._store.look(rosters.read, id)
        return kept(row) if row else None

    async def of(self, guest: str, system: str = "") -> tuple[Kept, ...]:
        """What a guest keeps, of one system or of all, the newest first."""
        rows = await self._store.look(rosters.of_guest, guest)
        return tuple(kept(row) for row in rows if system in ("", row["system"]))

    async def forget(self, guest: str, id: str) -> bool:
        """Whether this guest had it; it is gone now."""
        return await self._store.run(rosters.forget, id, guest)


def room(who: Guest) -> int:
    """How many rosters somebody may keep: more with an account."""
    return ACCOUNT_MOST if who.account else MOST


def kept(row: Row) -> Kept:
    """A stored row as it is shown."""
    return Kept(row["id"], row["system"], row["name"], row["points"], row["body"])
