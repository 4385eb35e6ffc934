"""Sessions: the browsers in which an account is signed in."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from msgspec import Struct

from app.accounts.times import shifted
from app.games.lines import one_line
from app.games.seats import Guest, new_id
from app.store import StorageBusy, StorageFull, Store, people
from app.store.db import Row

DEAD = timedelta(days=180)
"""A session unused for so long has ended."""
FRESH = timedelta(minutes=10)
"""How exact it is kept when a session or a token was last used."""
MAX_AGENT = 80


class Session(Struct, frozen=True):
    """A browser, as its owner sees it; ``here``: the one that asks."""

    id: str
    agent: str
    created: str
    seen: str
    here: bool = False


def guest_of(row: Row, scopes: tuple[str, ...] | None = None) -> Guest:
    """Somebody as a row tells it, with an account if the row has a role."""
    role = row.get("role") or ""
    return Guest(
        row["id"], row["name"], bool(role), role, row.get("prefs") or {}, scopes, bool(role) or row.get("named", True)
    )


class Sessions:
    """The sessions of all accounts."""

    def __init__(self, store: Store, hashed: Callable[[str], str], clock: Callable[[], str]) -> None:
        self._store, self._hash, self._clock = store, hashed, clock

    def made(self, guest_id: str, agent: str) -> tuple[Row, str]:
        """A new session to be kept, and its token."""
        token, now = secrets.token_urlsafe(32), self._clock()
        row = {
            "id": new_id(), "guest_id": guest_id, "token_hash": self._hash(token),
            "agent": one_line(agent)[:MAX_AGENT], "created": now, "seen": now,
        }  # fmt: skip
        return row, token

    def since(self) -> str:
        """Sessions last used before this have ended."""
        return shifted(self._clock(), -DEAD)

    async def open(self, guest_id: str, agent: str) -> str:
        """The token of a session that is kept now."""
        row, token = self.made(guest_id, agent)
        await self._store.run(people.open_session, row)
        return token

    async def who(self, token: str) -> Guest | None:
        """Whoever this cookie belongs to: an account that is signed in and not banned, or a plain guest."""
        if not 20 <= len(token) <= 100:
            return None
        row = await self._store.glance(people.BY_COOKIE, token=self._hash(token), since=self.since())
        if row is None or row.get("banned") is not None:
            return None
        if row["seen"] and row["seen"] < shifted(self._clock(), -FRESH):
            with suppress(StorageFull, StorageBusy):  # who only reads needs no room
                await self._store.run(people.touch_session, row["session"], self._clock())
        return guest_of(row)

    async def of(self, guest_id: str, token: str = "") -> tuple[Session, ...]:
        """The living sessions of an account; that of the token is marked."""
        rows, mine = await self._store.look(people.sessions_of, guest_id, self.since()), self._hash(token)
        return tuple(Session(r["id"], r["agent"], r["created"], r["seen"], r["token_hash"] == mine) for r in rows)

    async def id_of(self, guest_id: str, token: str) -> str:
        """The id of the session of this token; empty if it is none of the account's."""
        return next((s.id for s in await self.of(guest_id, token) if s.here), "")

    async def end(self, guest_id: str, id: str) -> bool:
        """Whether the account had this session, which has ended."""
        return id.isprintable() and await self._store.run(people.end_session, guest_id, id)

    async def end_all(self, guest_id: str) -> int:
        """How many sessions of the account have ended: all there were."""
        return await self._store.run(people.end_sessions, guest_id)
