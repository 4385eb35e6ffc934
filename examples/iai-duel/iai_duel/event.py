"""The base of every event of a duel."""

from __future__ import annotations

from app.engine.told import ToldEvent


class IaiEvent(ToldEvent, frozen=True, kw_only=True):
    """An event of a duel."""
