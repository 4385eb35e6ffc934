"""Who may go on looking: asked again when somebody has come, when seats change, and now and then.

Who may no longer is cut, not told: his page connects again, and is let in with the eyes that are left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence

from app.engine.events import Seat
from app.games import access
from app.live.connections import Connection
from app.live.rooms import Present
from app.store.people import Rights

People = Callable[[Collection[str], Collection[str]], Awaitable[Rights]]
"""What is known of these guests at these games."""
Closed = Callable[[Sequence[str]], Awaitable[Collection[str]]]
"""Those of these games that only who has a seat or a role may look at."""


async def recheck(people: People, closed: Closed, present: Sequence[Present]) -> None:
    """Whoever of those present may not see a game, or not in the way he does, is told to go, and nothing more of it."""
    games = list(dict.fromkeys(game for game, _ in present))
    rights = await people(sorted({c.guest for _, c in present if c.guest}), games)
    shut = await closed(games)
    for game, connection in present:
        if not may_stay(game, connection, rights, closed=game in shut):
            connection.cut.set()


def may_stay(game: str, connection: Connection, rights: Rights, *, closed: bool = False) -> bool:
    """Whether nothing that is known speaks against somebody's seeing this game in this way."""
    if connection.guest in rights.gone:
        return False
    who = standing(game, connection.guest, rights)
    return access.may_stay(who, connection.audience.eyes, shown=game in rights.shown, closed=closed)


def standing(game: str, guest: str, rights: Rights) -> access.Standing:
    """What somebody is to a game, as far as it is known."""
    seats = tuple(Seat(seat) for id, who, seat in rights.seated if (id, who) == (game, guest))
    roles = tuple(role for id, who, role in rights.roles if (id, who) == (game, guest))
    return access.Standing(seats=seats, roles=roles, host=guest in rights.hosts)
