"""Who sits where, and who a browser is."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from msgspec import Struct

from app.engine.events import Seat
from app.games.leaders import leaders_of
from app.games.lines import one_line
from app.games.results import SeatInfo
from app.store import Store, guests
from app.store.db import Row

MAX_NAME = 40


class Guest(Struct, frozen=True):
    """Somebody who came with a browser: an id for our tables, a name for the others."""

    id: str
    name: str
    account: bool = False
    role: str = ""
    """``host`` or ``player`` of this server; empty without an account."""
    prefs: dict[str, Any] = {}
    scopes: tuple[str, ...] | None = None
    """What a program may do with its token; ``None``: all that its owner may."""
    named: bool = True
    """Whether the name is one he gave himself; else chance gave it."""


def now() -> str:
    """The time as it is stored, in UTC to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_id() -> str:
    """22 characters that cannot be guessed."""
    return secrets.token_urlsafe(16)


def clean_name(name: str) -> str:
    """A name of 1 to 40 printable characters; empty if nothing printable is left."""
    return one_line(name)[:MAX_NAME].strip()


class Guests:
    """Guests of this server.  A token is shown once, to its browser; only its keyed hash is stored."""

    def __init__(self, store: Store, secret: bytes, clock: Callable[[], str] = now) -> None:
        self._store, self._secret, self._clock = store, secret, clock

    def _hash(self, token: str) -> str:
        return hmac.new(self._secret, token.encode(), sha256).hexdigest()

    def id_after(self, what: str) -> str:
        """The one id, which nobody can guess, of what follows from this: so it can follow only once."""
        return urlsafe_b64encode(hmac.new(self._secret, f"after {what}".encode(), sha256).digest()[:16]).decode()[:22]

    async def welcome(self, name: str = "", named: bool = True) -> tuple[Guest, str]:
        """A new guest and the token by which ``who`` knows it again; ``named``: he gave the name himself."""
        guest, token = Guest(new_id(), clean_name(name) or "Guest", named=named), secrets.token_urlsafe(32)
        row = {
            "id": guest.id, "name": guest.name, "token_hash": self._hash(token), "created": self._clock(),
            "named": named,
        }  # fmt: skip
        await self._store.run(guests.add, row)
        return guest, token

    async def who(self, token: str) -> Guest | None:
        """The guest of this token; ``None`` for any other text."""
        if not 20 <= len(token) <= 100:
            return None
        row = await self._store.glance(guests.BY_HASH, hash=self._hash(token))
        return Guest(row["id"], row["name"], named=bool(row["named"])) if row else None

    async def rename(self, id: str, name: str) -> str | None:
        """The name as it is kept now, or ``None`` if it cannot be a name."""
        kept = clean_name(name)
        if not kept:
            return None
        known = await self._store.run(guests.rename, id, kept)
        return kept if known else None


def seat_info(row: Row) -> SeatInfo:
    """A seat as it is shown."""
    return SeatInfo(
        seat=Seat(row["seat"]), kind=row["kind"], guest=row["guest_id"], name=row["name"],
        bot=row["kind"] == "bot" or bool(row["stand_in"]), stand_in=bool(row["stand_in"]),
        leaders=leaders_of(row),
    )  # fmt: skip


def seat_infos(rows: Iterable[Row]) -> tuple[SeatInfo, ...]:
    """Seats in seat order."""
    return tuple(seat_info(row) for row in sorted(rows, key=lambda row: int(row["position"])))
