"""Ratings by Glicko-2: every finished game of two people who played it themselves is a period of its own for both.

Nothing is stored: a rating is the fold of the games, in the order in which they were made.  One that was made before
others and ends after them is folded in its place, and those after it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from glicko2.math import UpdatedRating, mu_to_rating, phi_to_rd, rd_to_phi, update_rating
from msgspec import Struct

from app.aside import aside
from app.games import access
from app.games.hours import REAL
from app.games.losing import ABSENT
from app.store import Store, ratings
from app.store.db import Row

FIRST = UpdatedRating(mu=0.0, phi=rd_to_phi(350.0), sigma=0.06)
"""Who has not played: as the paper proposes."""
UNSURE = 110
"""A rating is still provisional whose deviation is more."""
UNFOUGHT = (ABSENT,)
"""Why a game ended that was not played."""


class Rating(Struct, frozen=True):
    """How strong somebody is at a system: it is within two deviations in 95 of 100 cases.  ``games``: rated ones."""

    system: str
    rating: int
    deviation: int
    games: int

    @property
    def provisional(self) -> bool:
        """Whether little is known of it yet."""
        return self.deviation > UNSURE


class Standing(Struct, frozen=True):
    """What the games of somebody at a system come to so far."""

    at: UpdatedRating = FIRST
    games: int = 0


Table = dict[tuple[str, str], Standing]
"""By system and guest."""
NOTHING: Mapping[tuple[str, str], Standing] = MappingProxyType({})


class Kept(NamedTuple):
    """What was folded.  ``settled``: of the games up to the mark; ``table``: of all that are told; ``until``: when the
    next is told."""

    known: ratings.Known = ratings.Known()
    settled: Mapping[tuple[str, str], Standing] = NOTHING
    table: Mapping[tuple[str, str], Standing] = NOTHING
    until: float = inf


class Ratings:
    """The ratings of all.  Each asking looks whether any game has changed; only games that are new are read and
    folded, by one at a time and beside the loop."""

    def __init__(self, store: Store, wall: Callable[[], int] = REAL.wall) -> None:
        self._store, self._wall = store, wall
        self._kept, self._turn = Kept(), asyncio.Lock()

    async def of(self, guest: str) -> tuple[Rating, ...]:
        """The ratings of somebody, by system; none where no game of his counts."""
        async with self._turn:
            await self._fold()
        found = ((system, one) for (system, who), one in self._kept.table.items() if who == guest)
        return tuple(shown(system, one) for system, one in sorted(found, key=lambda pair: pair[0]))

    async def _fold(self) -> None:
        """What is kept is as the games are now."""
        now, kept = self._wall(), self._kept
        new = await self._store.look(ratings.news, access.is_fought(), kept.known, now, now >= kept.until)
        if new is not None:
            self._kept = await aside(lambda: kept_with(kept, new, now))


def kept_with(kept: Kept, new: ratings.News, now: int) -> Kept:
    """What is kept after these games."""
    settled = folded(new.told, NOTHING if new.since == ratings.START else kept.settled)
    table = folded([row for row in new.rest if row["told_ms"] <= now], settled)
    later = (row["told_ms"] for row in new.rest if row["told_ms"] > now)
    return Kept(new.known, settled, table, min(later, default=inf))


def shown(system: str, one: Standing) -> Rating:
    """A standing as it is told: around 1500."""
    return Rating(system, round(mu_to_rating(one.at.mu)), round(phi_to_rd(one.at.phi)), one.games)


def folded(rows: Sequence[Row], before: Mapping[tuple[str, str], Standing] = NOTHING) -> Table:
    """What all games come to, one after the other, after those before."""
    table: Table = {**before}
    for _, seats in groupby(rows, key=lambda row: row["id"]):
        count(table, tuple(seats))
    return table


def count(table: Table, seats: Sequence[Row]) -> None:
    """A game more; one that is not of two people, each on sides of his own, does not count."""
    guests = tuple(dict.fromkeys(row["guest_id"] for row in seats))
    if len(guests) != 2 or seats[0]["reason"] in UNFOUGHT:
        return
    system, won = seats[0]["system"], {row["seat"]: row["guest_id"] for row in seats}.get(seats[0]["winner"])
    before = tuple(table.get((system, guest), Standing()) for guest in guests)
    for guest, mine, other in zip(guests, before, before[::-1], strict=True):
        score = 0.5 if won is None else float(won == guest)
        at = update_rating(*mine.at, [(other.at.mu, other.at.phi, score)])
        table[system, guest] = Standing(at._replace(phi=min(at.phi, FIRST.phi)), mine.games + 1)
