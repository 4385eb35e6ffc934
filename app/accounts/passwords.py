"""Passwords: argon2id, two at once, the same cost whether or not there is an account."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.accounts.sentences import no
from app.engine.refusals import Refusal

LEAST, MOST = 10, 200
AT_ONCE = 2
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def refuse_password(password: str, name: str) -> Refusal | None:
    """Why this cannot be the password of somebody called so, or ``None``."""
    if len(password) < LEAST:
        return no("password.short", least=LEAST, got=len(password))
    if len(password) > MOST:
        return no("password.long", most=MOST)
    return no("password.name") if password.casefold().strip() == name.casefold() else None


class Passwords:
    """Makes and checks hashes in threads, so that the tables go on meanwhile."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._dummy = ""

    async def hash(self, password: str) -> str:
        """What is stored of a password."""
        async with self._slots:
            return await asyncio.to_thread(HASHER.hash, password)

    async def fits(self, stored: str | None, password: str) -> bool:
        """Whether this is the password; ``None`` for no account, which takes as long to deny."""
        self._dummy = self._dummy or await self.hash("nobody's")
        async with self._slots:
            right = await asyncio.to_thread(verified, stored or self._dummy, password[: MOST + 1])
        return right and stored is not None


def verified(stored: str, password: str) -> bool:
    """Whether the hash is of this password."""
    try:
        return HASHER.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
