"""Accounts over guests: who a browser or a program is."""

from __future__ import annotations

from app.games.seats import Guest, Guests
from app.notices.mail import Mailer
from app.store import Store


class People:
    """Everybody this server knows."""

    def __init__(self, store: Store, secret: bytes, guests: Guests, mailer: Mailer) -> None:
        self._store, self._secret, self._guests, self._mailer = store, secret, guests, mailer

    async def who(self, token: str) -> Guest | None:
        """Whoever this cookie belongs to: an account that is signed in, or a guest."""
        return await self._guests.who(token)

    async def by_token(self, token: str) -> Guest | None:
        """Whose API token this is, with its scopes."""
        return None
