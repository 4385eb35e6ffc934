"""Tables that people have drawn and keep; their owner alone changes or forgets them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from app.engine.asks import Json
from app.games.seats import clean_name, new_id, now
from app.store import Store
from app.store.db import Row
from app.store.handiwork import grounds

MOST, MOST_OF_ACCOUNT = 30, 100
"""So many tables a guest keeps, and so many who has an account."""
LARGEST, PIECES, CORNERS = 500, 60, 48

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Exact = Annotated[str, Meta(pattern=r"^-?[0-9]{1,3}(\.[0-9]{1,3})?$")]
Length = Whole | Exact
Spots = Annotated[list[tuple[Length, Length]], Meta(max_length=CORNERS)]
Side = Annotated[int, Meta(ge=1, le=LARGEST)]


class Piece(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A piece of terrain in units of its system, as scenarios write it: an area by its outline, or a line.

    A decimal is exact text: ``"12.5"``.
    """

    id: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9_-]{0,39}$")]
    kind: Annotated[str, Meta(max_length=40)]
    outline: Spots | None = None
    line: Spots | None = None
    doors: Spots = []


class Body(Struct, forbid_unknown_fields=True):
    """A drawn table: its width and depth in whole units, and its pieces."""

    table: tuple[Side, Side]
    pieces: Annotated[list[Piece], Meta(max_length=PIECES)]


class Kept(Struct, frozen=True):
    """A drawn table as it is kept."""

    id: str
    guest: str
    system: str
    name: str
    body: Body
    changed: str


def parsed(raw: Json) -> Body:
    """A drawn table of any JSON; ``msgspec.ValidationError`` says what is wrong with its form, and where."""
    return msgspec.convert(raw, Body)


def plain(body: Body) -> Any:
    """A drawn table as JSON."""
    return msgspec.to_builtins(body)


class Grounds:
    """The drawn tables of all guests."""

    def __init__(self, store: Store, clock: Callable[[], str] = now) -> None:
        self._store, self._clock = store, clock

    async def keep(self, guest: str, system: str, name: str, body: Body, id: str = "", most: int = MOST) -> str | None:
        """The id it is kept under; ``None`` if ``id`` is not this guest's, or the guest keeps ``most`` already."""
        row: Row = {"name": clean_name(name), "body": plain(body), "changed": self._clock()}
        if id:
            return id if await self._store.run(grounds.change, id, guest, row) else None
        new = new_id()
        added = await self._store.run(grounds.add, {**row, "id": new, "guest_id": guest, "system": system}, most)
        return new if added else None

    async def read(self, id: str) -> Kept | None:
        """The drawn table of this id, for whoever may see it."""
        row = await self._store.look(grounds.read, id)
        return kept(row) if row else None

    async def of(self, guest: str, system: str = "") -> tuple[Kept, ...]:
        """What a guest keeps, for this system or for all, the newest first."""
        rows = await self._store.look(grounds.of_guest, guest)
        return tuple(kept(row) for row in rows if system in ("", row["system"]))

    async def forget(self, guest: str, id: str) -> bool:
        """Whether this guest had it; it is gone now."""
        return await self._store.run(grounds.forget, id, guest)

    async def pieces(self, guest: str, id: str, system: str) -> Json | None:
        """The list of pieces of this guest's drawn table, as the option ``terrain`` takes it."""
        found = await self.read(id)
        mine = found is not None and found.guest == guest and found.system == system
        return plain(found.body)["pieces"] if found and mine else None


def kept(row: Row) -> Kept:
    """A stored row as it is shown."""
    return Kept(row["id"], row["guest_id"], row["system"], row["name"], parsed(row["body"]), row["changed"])
