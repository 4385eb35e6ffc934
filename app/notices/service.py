"""Notices: one a wait, to those who are not looking."""

from __future__ import annotations

from app.games.results import GameId
from app.games.service import Games
from app.live.rooms import Rooms
from app.notices.mail import Mailer
from app.settings import Settings
from app.store import Store


class Notices:
    """The notices of all people."""

    def __init__(
        self, store: Store, settings: Settings, secret: bytes, games: Games, rooms: Rooms, mailer: Mailer
    ) -> None:
        self._store, self._settings, self._secret = store, settings, secret
        self._games, self._rooms, self._mailer = games, rooms, mailer

    def told(self, game: GameId) -> None:
        """A game has changed: whoever is asked now and does not look is to be told.  Never blocks."""

    async def start(self) -> None:
        """What was waiting to be sent when the server stopped is taken up."""

    async def close(self) -> None:
        """What was being sent has been sent or given up."""
