"""What a program may do with an API token."""

from __future__ import annotations

from app.games.seats import Guest


def may(who: Guest, method: str, path: str) -> bool:
    """Whether the caller's scopes allow this request; a browser's cookie allows all."""
    return who.scopes is None
