"""Talk at a table: stored, by scope."""

from __future__ import annotations

from app.store import Store


class Talk:
    """Everything that was said."""

    def __init__(self, store: Store) -> None:
        self._store = store
