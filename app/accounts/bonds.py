"""Friends, and those one would rather not meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from msgspec import Struct

from app.accounts.names import handle_of
from app.games import access
from app.games.hours import REAL
from app.games.seats import now
from app.store import Store, bonds

Kind = Literal["friend", "block", "mute"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MOST, TEXT = 500, 1000


class Bond(Struct, frozen=True):
    """Somebody whom one knows: a friend, or one who is blocked or muted.  ``handle`` is empty without an account."""

    id: str
    name: str
    handle: str
    kind: Kind


class Profile(Struct, frozen=True):
    """What everybody may know of an account."""

    id: str
    name: str
    handle: str
    since: str


class Score(Struct, frozen=True):
    """The finished games of somebody at a system, and those that were won."""

    system: str
    played: int
    won: int


class Bonds:
    """Who is whose friend, and who has blocked or muted whom.  Nobody is told of a block."""

    def __init__(self, store: Store, clock: Callable[[], str] = now) -> None:
        self._store, self._clock, self.wall = store, clock, REAL.wall

    async def add(self, guest: str, other: str, kind: Kind) -> bool:
        """Whether the bond is kept now: not to oneself, and no more than 500.  Who is blocked is no friend."""
        if guest == other or len(await self.of(guest)) >= MOST:
            return False
        row = {"guest_id": guest, "other_id": other, "kind": kind, "created": self._clock()}
        await self._store.run(bonds.tie, row)
        if kind != "mute":
            await self.remove(guest, other, "block" if kind == "friend" else "friend")
        return True

    async def remove(self, guest: str, other: str, kind: Kind) -> None:
        """There is no such bond."""
        await self._store.run(bonds.untie, guest, other, kind)

    async def of(self, guest: str, kind: Kind | None = None) -> tuple[Bond, ...]:
        """Somebody's bonds, all or of a kind, by name."""
        rows = await self._store.look(bonds.of, guest)
        found = (Bond(row["other_id"], row["name"], row["handle"] or "", row["kind"]) for row in rows)
        return tuple(bond for bond in found if kind in (None, bond.kind))

    async def between(self, guest: str, other: str) -> frozenset[str]:
        """The kinds of bond that the one has to the other."""
        return frozenset(await self._store.look(bonds.between, guest, other))

    async def blocks(self, guest: str, *others: str) -> bool:
        """Whether one of the others has blocked the guest, or the guest one of them."""
        return await self._store.look(bonds.blocked, guest, others)

    async def muted(self, guest: str) -> frozenset[str]:
        """Whose talk this guest does not want to read: those muted and those blocked."""
        return frozenset(bond.id for bond in await self.of(guest) if bond.kind != "friend")

    async def profile(self, handle: str) -> Profile | None:
        """The account of this name, in whatever letters it was typed."""
        row = await self._store.look(bonds.known, handle_of(handle))
        return Profile(row["guest_id"], row["name"], row["handle"], row["created"]) if row else None

    async def scores(self, guest: str) -> tuple[Score, ...]:
        """How somebody has played, by system."""
        rows = await self._store.look(bonds.played, guest, access.is_told(self.wall()) & access.is_fought())
        return tuple(Score(row["system"], int(row["played"]), int(row["won"])) for row in rows)

    async def report(self, by: str, about: str, text: str) -> None:
        """The host will read what somebody says of another."""
        row = {"by_id": by, "about_id": about, "kind": "person", "text": text[:TEXT], "created": self._clock()}
        await self._store.run(bonds.add_report, row)
