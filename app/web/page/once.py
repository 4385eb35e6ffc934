"""What a request reads more than once is read once: what a host offers lies in files, and all of them are judged."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, cast

T = TypeVar("T")
READ: ContextVar[dict[object, Any] | None] = ContextVar("read", default=None)
"""What this request has read; ``None``: it is no request, and each reading reads."""


@contextmanager
def reading() -> Iterator[None]:
    """What is done inside reads each thing once."""
    token = READ.set({})
    try:
        yield
    finally:
        READ.reset(token)


async def once(key: object, read: Callable[[], Awaitable[T]]) -> T:
    """What was read, by this request if it has read it."""
    kept = READ.get()
    if kept is None:
        return await read()
    if key not in kept:
        kept[key] = await read()
    return cast("T", kept[key])


def changed() -> None:
    """Whatever was read is read again."""
    if (kept := READ.get()) is not None:
        kept.clear()
