"""Friends, and those one would rather not meet."""

from __future__ import annotations

from app.store import Store


class Bonds:
    """Who is whose friend, and who has blocked or muted whom."""

    def __init__(self, store: Store) -> None:
        self._store = store
