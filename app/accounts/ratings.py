"""Ratings by Glicko-2: every finished game of two people who played it themselves is a period of its own for both.

Nothing is stored: a rating is the fold of the games, in the order in which they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

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


class Ratings:
    """The ratings of all; folded again when the games they come of are others."""

    def __init__(self, store: Store, wall: Callable[[], int] = REAL.wall) -> None:
        self._store, self._wall = store, wall
        self._kept: tuple[list[Row], Table] = ([], {})

    async def of(self, guest: str) -> tuple[Rating, ...]:
        """The ratings of somebody, by system; none where no game of his counts."""
        rows = await self._store.look(ratings.rated, access.is_told(self._wall()) & access.is_fought())
        if rows != self._kept[0]:
            self._kept = (rows, await aside(lambda: folded(rows)))
        found = ((system, one) for (system, who), one in self._kept[1].items() if who == guest)
        return tuple(shown(system, one) for system, one in sorted(found, key=lambda pair: pair[0]))


def shown(system: str, one: Standing) -> Rating:
    """A standing as it is told: around 1500."""
    return Rating(system, round(mu_to_rating(one.at.mu)), round(phi_to_rd(one.at.phi)), one.games)


def folded(rows: Sequence[Row]) -> Table:
    """What all games come to, one after the other."""
    table: Table = {}
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
