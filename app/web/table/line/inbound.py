"""What an open page may send: points, rulers, where one looks.  Relayed to others, never kept, never an answer.

Each kind says who may send it, what it must look like, and who is told.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from app.games.results import GameId
from app.live.company import Hearers
from app.live.connections import Connection
from app.web.page.deps import Site

Place = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""In 1/100 mm."""


@dataclass(frozen=True)
class Kind:
    """One kind of message: its shape, who may send it, and to whom it goes."""

    shape: Any
    may: Callable[[Connection], bool]
    to: Callable[[Connection], Hearers]
    more: Callable[[Site, str, Connection], Awaitable[bool]] | None = None


def sits(connection: Connection) -> bool:
    """Whether a player sent it."""
    return connection.audience.seat is not None and not connection.audience.borrowed


def named(connection: Connection) -> bool:
    """Whether others can be told who sent it."""
    return bool(connection.name)


def of_players(connection: Connection) -> Hearers:
    """A player's goes to all who see the game as it is, a watcher's to those who are as far behind."""
    return ("live", None) if sits(connection) else ("watchers", connection.audience.delay)


def to_watchers(_: Connection) -> Hearers:
    """To those who watch the game as it is."""
    return ("watchers", 0)


def beside(connection: Connection) -> Hearers:
    """To those who look at the past of the game with the same rights."""
    return ("beside", list(connection.audience))


async def measures(here: Site, game: str, connection: Connection) -> bool:
    """Whether the rules of this table let players measure whenever they like."""
    if connection.measures is None:
        shown = await here.games.view(GameId(game), None)
        connection.measures = shown is not None and shown[1].measures
    return connection.measures


KINDS = {
    "point": Kind(tuple[Place, Place], named, of_players),
    "rule": Kind(tuple[Place, Place, Place, Place], sits, of_players, measures),
    "look": Kind(tuple[Place, Place, Place, Place], sits, to_watchers),
    "at": Kind(Annotated[int, Meta(ge=0, le=10_000_000)], named, beside),
}


async def take(here: Site, game: str, connection: Connection, text: str) -> bool:
    """Whether it was a message of a known kind and shape; told on if its sender may and has not sent too many."""
    try:
        message = msgspec.json.decode(text, type=dict[str, Any])
        (name, raw), kind = *message.items(), KINDS[next(iter(message))]
        value = msgspec.convert(raw, kind.shape)
    except (msgspec.DecodeError, RecursionError, ValueError, KeyError, StopIteration):
        return False
    if not kind.may(connection) or not connection.spend():
        return True
    if kind.more is None or await kind.more(here, game, connection):
        said = {name: value, "by": connection.name, "seat": connection.audience.seat if sits(connection) else None}
        here.rooms.say(game, msgspec.json.encode(said).decode(), kind.to(connection), but=connection)
    return True
