"""Who may go on looking: asked again when somebody has come, when seats change, and now and then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence

from app.live.connections import Connection
from app.live.rooms import Present
from app.store.people import Rights

People = Callable[[Collection[str], Collection[str]], Awaitable[Rights]]
"""What is known of these guests at these games."""
Closed = Callable[[Sequence[str]], Awaitable[Collection[str]]]
"""Those of these games that only who has a seat or a role may look at."""


async def recheck(people: People, closed: Closed, present: Sequence[Present]) -> None:
    """Whoever of those present may not see a game, or not in the way he does, is told to go, and nothing more of it.

    Not looked at: whether a table that was listed is so no longer, and whether a link was replaced.  Who came by
    either stays until the table is closed to watchers, or they leave.
    """
    games = list(dict.fromkeys(game for game, _ in present))
    rights = await people(sorted({c.guest for _, c in present if c.guest}), games)
    shut = await closed(games)
    for game, connection in present:
        is_welcome = not connection.guest or may_stay(game, connection, rights)
        if not is_welcome or (game in shut and not belongs(game, connection, rights)):
            connection.cut.set()


def belongs(game: str, connection: Connection, rights: Rights) -> bool:
    """Whether somebody has a seat or a role in the game, or is a host."""
    who = connection.guest
    places = {name for id, guest, name in rights.seated | rights.roles if (id, guest) == (game, who)} - {"out", "looks"}
    return bool(places) or who in rights.hosts


def may_stay(game: str, connection: Connection, rights: Rights) -> bool:
    """Whether nothing that is known speaks against somebody's seeing this game in this way."""
    who, audience = connection.guest, connection.audience
    if who in rights.gone:
        return False
    seats = {seat for id, guest, seat in rights.seated if (id, guest) == (game, who)}
    if audience.seat and not audience.borrowed:
        return audience.seat in seats
    if audience.borrowed or audience.whole:
        is_trusted = who in rights.hosts or (game, who, "umpire") in rights.roles
        return not seats and (is_trusted or (game in rights.shown and not audience.borrowed))
    return (game, who, "out") not in rights.roles
