"""What was drawn is kept: it is made once for all that are equal, in each language."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from hashlib import blake2b
from threading import Lock
from typing import Any, TypeVar

import msgspec

from app.web.page.words import language

T = TypeVar("T")
MOST = 16 << 20
"""Characters of drawings that are kept; beyond it all are made again."""
SHORT = 64
"""Bytes of a thing by which its drawing is known; a longer one is known by its digest."""


class Kept:
    """Drawings by their kind, their language and the thing they show."""

    def __init__(self) -> None:
        self.of: dict[tuple[str, str, bytes], str] = {}
        self.size = 0
        self.lock = Lock()

    def once(self, kind: str, thing: Any, draw: Callable[[], str]) -> str:
        """What ``draw`` makes of a thing, which is all that it looks at."""
        known = msgspec.json.encode(thing)
        key = (kind, language.get(), known if len(known) <= SHORT else blake2b(known, digest_size=16).digest())
        found = self.of.get(key)
        if found is None:
            self.keep(key, found := draw())
        return found

    def keep(self, key: tuple[str, str, bytes], drawing: str) -> None:
        """The drawing is kept, whatever must go for it."""
        with self.lock:
            if self.size + len(drawing) > MOST:
                self.forget()
            self.size += len(drawing) - len(self.of.get(key, ""))
            self.of[key] = drawing

    def forget(self) -> None:
        """All are made again."""
        self.of.clear()
        self.size = 0


class Before:
    """What was made of each thing when a table was drawn before; it is made again where the thing is another now.

    Only one table in one language: what all tables share is in ``KEPT``.
    """

    def __init__(self) -> None:
        self.known: dict[Hashable, tuple[object, Any]] = {}

    def of(self, name: Hashable, thing: object, make: Callable[[], T]) -> T:
        """What ``make`` makes of a thing by this name; the thing is all that it looks at, and never changed."""
        found = self.known.get(name)
        if found is None or found[0] != thing:
            found = self.known[name] = thing, make()
        return found[1]


BEFORE: ContextVar[Before | None] = ContextVar("before", default=None)
"""What is being drawn now was drawn before like this; ``None``: it never was."""
KEPT = Kept()
once = KEPT.once
