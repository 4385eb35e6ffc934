"""What the host may change while the server runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.store import Store, people


class House:
    """The settings of this server that lie in its database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, key: str) -> Any:
        """A setting; ``None`` if it was never set."""
        return await self._store.look(people.setting, key)

    async def set(self, key: str, value: object) -> None:
        """The setting has this value."""
        await self._store.run(people.set_setting, key, value)

    async def change(self, key: str, changed: Callable[[Any], object]) -> None:
        """The setting is what is made of what it was, in one step; what that raises changes nothing."""
        await self._store.run(people.change_setting, key, changed)
