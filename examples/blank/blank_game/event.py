"""The base of every event."""

from __future__ import annotations

from app.engine.told import ToldEvent


class BlankEvent(ToldEvent, frozen=True, kw_only=True):
    """An event of the game."""
