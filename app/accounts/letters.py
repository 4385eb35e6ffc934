"""Keys that are sent by mail: to choose a new password, to confirm an address."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Literal

from app.accounts.times import shifted
from app.store import Store, people

Kind = Literal["reset", "confirm"]
LASTS = {"reset": timedelta(hours=1), "confirm": timedelta(hours=24)}
ADDRESS = re.compile(r"[^@\s<>,;:\"()\[\]\\]{1,64}@[^@\s<>,;:\"()\[\]\\]+\.[^@\s<>,;:\"()\[\]\\.]+")
MAX_MAIL = 254


def clean_mail(given: str) -> str | None:
    """The address in small letters; empty for none, ``None`` for what cannot be one."""
    mail = given.strip().lower()
    return mail if not mail or (len(mail) <= MAX_MAIL and mail.isprintable() and ADDRESS.fullmatch(mail)) else None


class Letters:
    """The keys that are on their way."""

    def __init__(self, store: Store, hashed: Callable[[str], str], clock: Callable[[], str]) -> None:
        self._store, self._hash, self._clock = store, hashed, clock

    async def key(self, guest_id: str, kind: Kind, mail: str) -> str:
        """A new key to be sent to this address; an older one to confirm an address no longer works."""
        key, now = secrets.token_urlsafe(32), self._clock()
        row = {
            "key_hash": self._hash(key), "guest_id": guest_id, "kind": kind, "mail": mail,
            "ends": shifted(now, LASTS[kind]),
        }  # fmt: skip
        await self._store.run(people.add_key, row, now)
        return key

    async def holds(self, key: str, kind: Kind) -> str | None:
        """Whose key this is, while it works."""
        row = await self._store.look(people.key_of, self._hash(key), kind, self._clock())
        return row["guest_id"] if row else None

    async def reset(self, key: str, password: str) -> str | None:
        """Who has this (hashed) password now, sessions ended and key used; ``None`` if the key does not work."""
        return await self._store.run(people.reset, self._hash(key), self._clock(), password)

    async def confirm(self, key: str) -> str:
        """``done`` once the address is the account's; else ``taken`` or ``gone``."""
        return await self._store.run(people.confirm, self._hash(key), self._clock())

    async def pending(self, guest_id: str) -> str:
        """The address that is yet to be confirmed; empty if there is none."""
        return await self._store.look(people.pending, guest_id, self._clock())
