"""Profiles of a host's own that rosters carry: only those that this server has come to its tables.

The host's word is the agreement of all who play here, so nobody brings others by writing them into a roster.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

import msgspec

from app.engine.asks import Json
from app.engine.profiles import SHOWN, Profile, carried, same
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say

Theirs = Callable[[str], Awaitable[Sequence[Profile]]]


async def none(_: str) -> Sequence[Profile]:
    """Of a server without pages: no profile at all."""
    return ()


class Carried:
    """What rosters may carry here.  ``theirs``: the profiles of this server, by system."""

    def __init__(self) -> None:
        self.theirs: Theirs = none

    async def refuse(self, system: str, rosters: Iterable[Json]) -> tuple[Refusal, ...]:
        """What stands against the profiles in these rosters; nothing is looked up where there are none."""
        found = [one for roster in rosters for one in carried(roster)]
        return strangers(found, await self.theirs(system)) if found else ()


def strangers(found: Iterable[Json], theirs: Sequence[Profile]) -> tuple[Refusal, ...]:
    """A refusal for each of these that is none of those."""
    known = {same(one) for one in theirs}
    return tuple({no.facts["profile"]: no for one in found if (no := stranger(one, known))}.values())


def stranger(one: Json, known: set[bytes]) -> Refusal | None:
    """Why this is none of the profiles of this server."""
    try:
        read = msgspec.convert(one, Profile)
    except (msgspec.ValidationError, RecursionError):
        return refuse("changed.unknown", say.SEATED, profile=str(one)[:SHOWN])
    return None if same(read) in known else refuse("changed.unknown", say.SEATED, profile=read.shown)
