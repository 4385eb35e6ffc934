"""Lists for programs, a part at a time: where one ended, as a text that means nothing by itself.

What comes or goes at the front of a list meanwhile moves no part of it.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from app.web.page.errors import Bad
from app.web.page.words import gettext

T = TypeVar("T")
LONGEST = 200
Part = Annotated[str, Meta(pattern=r"^[\w:.~-]{1,40}$")]
Count = Annotated[int, Meta(ge=0, lt=1 << 53)]
STAMPED: type[tuple[str, str]] = tuple[Part, Part]
"""A time as text, and an id."""
Number = Annotated[int, Meta(ge=0, lt=1 << 31)]
TOLD_AT: type[tuple[int, int]] = tuple[Count, Number]
"""Milliseconds, and a number."""
NUMBER: type[int] = Number


def next_of(rows: Sequence[T], most: int, place: Callable[[T], object]) -> str | None:
    """The cursor behind the last of these; nothing where they are fewer than there may be, for then no more follow.

    Behind a part that is exactly full there may be nothing: the next is empty then, and says no more."""
    if len(rows) < most:
        return None
    return urlsafe_b64encode(msgspec.json.encode(place(rows[-1]))).decode().rstrip("=")


def place_of(cursor: str, kind: type[T]) -> T | None:
    """The place that a cursor of this kind of list says; nothing for the beginning, a 422 for what is none."""
    if not cursor:
        return None
    try:
        return msgspec.json.decode(urlsafe_b64decode(cursor[:LONGEST] + "=" * (-len(cursor) % 4)), type=kind)
    except (msgspec.MsgspecError, Error, ValueError):
        raise Bad(422, gettext("This is no cursor of this list: begin again without one.")) from None


def stamped(row: Any) -> tuple[str, str]:
    """The place of something that was made at a time."""
    return (row.created, str(row.id))
