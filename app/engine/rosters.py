"""Rosters as JSON brings them: written out, or one of the ready ones by its key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from app.engine.asks import Json
from app.engine.refusals import Clause, Refusal, refuse


class Named(Protocol):
    """What every roster has: a name, and the key of the ready one it stands for, if any."""

    @property
    def name(self) -> str:
        """What the players call it."""
        ...

    @property
    def sample(self) -> str:
        """The key of a ready roster, or nothing."""
        ...


R = TypeVar("R", bound=Named)


def roster_of(raw: Json, kind: type[R], ready: Mapping[str, Mapping[str, Any]], clause: Clause) -> R | Refusal:
    """The roster this JSON stands for, a ready one filled in under the name given, or why it cannot be read."""
    try:
        roster = msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        return refuse("roster.unreadable", clause, why=str(error))
    if not roster.sample:
        return roster
    if roster.sample not in ready:
        return refuse("roster.no-sample", clause, sample=roster.sample)
    row = ready[roster.sample]
    return msgspec.convert({**row, "name": roster.name or row["name"]}, kind)
