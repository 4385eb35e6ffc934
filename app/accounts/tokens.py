"""Tokens of programs: shown once, each with what it may do and perhaps an end."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec import Struct

from app.accounts.sentences import no
from app.accounts.sessions import FRESH, guest_of
from app.accounts.times import day_of, end_of, read_day, shifted
from app.engine.refusals import Refusal
from app.games.seats import Guest, clean_name, new_id
from app.store import StorageBusy, StorageFull, Store, people

SCOPES = ("read", "play", "make", "rosters")
PREFIX = "gunbai_"
MOST = 20


class Token(Struct, frozen=True):
    """A token as its owner sees it, without its secret."""

    id: str
    name: str
    scopes: tuple[str, ...]
    created: str
    used: str | None
    ends: str | None


class Tokens:
    """The tokens of all accounts."""

    def __init__(self, store: Store, hashed: Callable[[str], str], clock: Callable[[], str]) -> None:
        self._store, self._hash, self._clock = store, hashed, clock

    def _refuse(self, name: str, scopes: Sequence[str], ends: str) -> Refusal | None:
        if not name:
            return no("token.name")
        if not scopes or not set(scopes) <= set(SCOPES):
            return no("token.scopes", known=", ".join(SCOPES))
        day = read_day(ends)
        return no("token.ends") if ends and (day is None or day < day_of(self._clock())) else None

    async def make(
        self, guest_id: str, name: str, scopes: Sequence[str], ends: str = ""
    ) -> tuple[Token, str] | Refusal:
        """The new token and its secret, which is nowhere kept; ``ends``: its last day, or empty for no end."""
        name = clean_name(name)
        if against := self._refuse(name, scopes, ends):
            return against
        day, secret = read_day(ends), PREFIX + secrets.token_urlsafe(32)
        allowed = tuple(scope for scope in SCOPES if scope in scopes)
        token = Token(new_id(), name, allowed, self._clock(), None, end_of(day) if day else None)
        row = {
            "id": token.id, "guest_id": guest_id, "token_hash": self._hash(secret), "name": name,
            "scopes": list(allowed), "created": token.created, "used": None, "ends": token.ends,
        }  # fmt: skip
        kept = await self._store.run(people.add_token, row, MOST)
        return (token, secret) if kept else no("token.most", most=MOST)

    async def who(self, secret: str) -> Guest | None:
        """Whose token this is, with its scopes; ``None`` if it has ended or its owner is banned."""
        if not secret.startswith(PREFIX) or len(secret) > 100:
            return None
        row, now = await self._store.glance(people.BY_TOKEN, hash=self._hash(secret)), self._clock()
        if row is None or row["banned"] is not None or (row["ends"] and row["ends"] < now):
            return None
        if not row["used"] or row["used"] < shifted(now, -FRESH):
            with suppress(StorageFull, StorageBusy):
                await self._store.run(people.touch_token, row["token"], now)
        return guest_of(row, tuple(row["scopes"]))

    async def of(self, guest_id: str) -> tuple[Token, ...]:
        """The tokens of an account, the newest first."""
        rows = await self._store.look(people.tokens_of, guest_id)
        return tuple(Token(r["id"], r["name"], tuple(r["scopes"]), r["created"], r["used"], r["ends"]) for r in rows)

    async def end(self, guest_id: str, id: str) -> bool:
        """Whether the account had this token, which no longer works."""
        return id.isprintable() and await self._store.run(people.end_token, guest_id, id)
