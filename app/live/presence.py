"""Who is at the tables of other processes, as far as they have said; who is here is told by `company.py`."""

from __future__ import annotations

from collections.abc import Iterable

from app.live.telling import Here

SILENT = 25.0
"""Seconds after which nobody is believed to be at a process that says nothing."""


class Elsewhere:
    """The people at other processes; nobody while there is none."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, Here]] = {}
        self._heard: dict[str, float] = {}

    def heard(self, process: str, here: Here, now: float) -> None:
        """This is who has one table open there."""
        self._heard[process] = now
        tables = self._tables.setdefault(process, {})
        if here:
            tables[here.game] = here
        else:
            tables.pop(here.game, None)

    def replaced(self, process: str, tables: Iterable[Here], now: float) -> set[str]:
        """These are all that are open there; the games at which that is news."""
        before, self._heard[process] = self._tables.get(process, {}), now
        after = self._tables[process] = {here.game: here for here in tables if here}
        return {game for game in {*before, *after} if before.get(game) != after.get(game)}

    def silent(self, now: float) -> list[str]:
        """The processes of which nothing was heard for long."""
        return [process for process, at in self._heard.items() if now - at > SILENT]

    def forget(self, process: str) -> None:
        """Nothing is known of this process."""
        self._heard.pop(process, None)
        self._tables.pop(process, None)

    def at(self, game: str) -> list[Here]:
        """Who has a table open, process by process."""
        return [tables[game] for tables in self._tables.values() if game in tables]

    def people(self, game: str) -> set[str]:
        """Who has a seat of a table open at another process."""
        return {guest for here in self.at(game) for guest in here.people}

    def games(self) -> set[str]:
        """The tables that are open at another process."""
        return {game for tables in self._tables.values() for game in tables}

    def seats(self, game: str) -> set[str]:
        """The seats whose table is open at another process."""
        return {seat for here in self.at(game) for seat in here.seats}
