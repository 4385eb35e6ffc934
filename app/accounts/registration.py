"""Who may have an account here: anybody, the invited, nobody; and the very first one, the host's."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from app.accounts.sentences import no
from app.engine.refusals import Refusal
from app.games.seats import clean_name
from app.store import Store, people

KEY = "registration"
WAYS = ("open", "invited", "closed")


class Invitation(Struct, frozen=True):
    """An invitation as the host sees it; its code was shown once.  ``used``: the name of who came by it."""

    id: str
    note: str
    created: str
    used: str


class Registration:
    """The door of this server."""

    def __init__(self, store: Store, secret: bytes, hashed: Callable[[str], str], clock: Callable[[], str]) -> None:
        self._store, self._secret, self._hash, self._clock = store, secret, hashed, clock

    async def way(self) -> str:
        """``open``, ``invited`` or ``closed``."""
        kept = await self._store.look(people.setting, KEY)
        return kept if kept in WAYS else "open"

    async def set_way(self, value: str) -> Refusal | None:
        """Registration goes this way from now on, or why not."""
        if value not in WAYS:
            return no("register.value")
        await self._store.run(people.set_setting, KEY, value)
        return None

    async def refuse(self, code: str) -> Refusal | None:
        """Why nobody may sign up with this code (empty: without one), or ``None``."""
        way = await self.way()
        if way == "closed":
            return no("register.closed")
        return no("register.code") if way == "invited" and not await self.is_free(code) else None

    async def is_free(self, code: str) -> bool:
        """Whether a code lets somebody in."""
        return bool(code) and await self._store.look(people.is_free, self._hash(code))

    async def invite(self, by: str, note: str) -> str:
        """The code of a new invitation: for one account, shown once."""
        code = secrets.token_urlsafe(16)
        row = {
            "code_hash": self._hash(code), "by_id": by, "note": clean_name(note), "created": self._clock(),
            "used_by": None,
        }  # fmt: skip
        await self._store.run(people.add_invitation, row)
        return code

    async def invitations(self) -> tuple[Invitation, ...]:
        """All invitations, the newest first."""
        rows = await self._store.look(people.invitations)
        return tuple(Invitation(r["code_hash"], r["note"], r["created"], r["used_name"] or "") for r in rows)

    async def revoke(self, id: str) -> bool:
        """Whether there was such an unused invitation, which no longer works."""
        return id.isprintable() and await self._store.run(people.revoke, id)

    async def needs_host(self) -> bool:
        """Whether this server has no host yet."""
        return not await self._store.look(people.has_host)

    def setup_key(self) -> str:
        """The key of the page on which the first host is made: 24 characters that only this server can make."""
        mac = hmac.new(self._secret, b"setup", sha256).digest()
        return urlsafe_b64encode(mac[:18]).decode()

    async def is_setup(self, key: str) -> bool:
        """Whether this key makes a host now."""
        right = hmac.compare_digest(self.setup_key().encode(), key.encode(errors="replace"))
        return right and await self.needs_host()
