"""Profiles of a host's own that rosters carry: only those that this server has come to its tables.

The host's word is the agreement of all who play here, so nobody brings others by writing them into a roster.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from app.engine.asks import Json
from app.engine.profiles import MARK, SHOWN, TOLD, Profile, bounds_of, carried, same
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say

Theirs = Callable[[str], Awaitable[Sequence[Profile]]]


async def none(_: str) -> Sequence[Profile]:
    """Of a server without pages: no profile at all."""
    return ()


class Carried:
    """What rosters may carry here.  ``theirs``: the profiles of this server, by system."""

    def __init__(self, systems: Mapping[str, Any]) -> None:
        self.systems = systems
        self.theirs: Theirs = none

    async def refuse(self, system: str, rosters: Iterable[Json]) -> tuple[Refusal, ...]:
        """What stands against the profiles in these rosters; nothing is looked up where there are none.

        Rules that let nobody change a profile may mean by the word what they like.
        """
        if bounds_of(self.systems.get(system)) is None:
            return ()
        found = [one for roster in rosters for one in carried(roster)]
        return strangers(found, await self.theirs(system)) if found else ()


def strangers(found: Iterable[Json], theirs: Sequence[Profile]) -> tuple[Refusal, ...]:
    """A refusal for each of these that is none of those, for the first few where there are many."""
    known, told = {same(one) for one in theirs}, dict[Any, Refusal]()
    for no in filter(None, (stranger(one, known) for one in found)):
        told[no.facts["profile"]] = no
        if len(told) == TOLD:
            break
    return tuple(told.values())


def stranger(one: Json, known: set[bytes]) -> Refusal | None:
    """Why this is none of the profiles of this server."""
    try:
        read = msgspec.convert(one, Profile)
    except (msgspec.ValidationError, RecursionError):
        return refuse("changed.unknown", say.SEATED, profile=named(one))
    return None if same(read) in known else refuse("changed.unknown", say.SEATED, profile=read.shown)


def named(one: Json) -> str:
    """What something is called that is no profile, which may be of any kind and as deep as bodies may be."""
    name = one.get("name") if isinstance(one, dict) else one
    return name.removeprefix(MARK).strip()[:SHOWN] or "?" if isinstance(name, str) else "?"
