"""Events: what happened, under which clause, and who may see it."""

from __future__ import annotations

from typing import ClassVar, NewType

from msgspec import Struct

from app.engine.refusals import Clause

Seat = NewType("Seat", str)
Audience = tuple[Seat, ...] | None
"""Seats that may see an event; ``None`` is everyone."""


class Event(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of every event.  Past tense, immutable, JSON-representable.

    A subclass gives its storage name with ``tag="system.name"``; the name is
    forever.  ``reveals`` moves the undo fence: what was shown stays shown.
    """

    reveals: ClassVar[bool] = False
    clause: Clause
    seen_by: Audience = None

    @property
    def kind(self) -> str:
        """The name under which this event is stored and worded."""
        return str(self.__struct_config__.tag)

    def is_seen_by(self, viewer: Seat | None) -> bool:
        """Whether this viewer (``None``: a spectator) may see the event."""
        return self.seen_by is None or (viewer is not None and viewer in self.seen_by)
