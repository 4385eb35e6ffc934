"""Tables that people have drawn and keep."""

from __future__ import annotations

from app.store import Store


class Grounds:
    """The grounds of all guests."""

    def __init__(self, store: Store) -> None:
        self._store = store
