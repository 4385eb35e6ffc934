"""What the processes of one server tell each other: small, and nothing is lost for good if it does not arrive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Told(Struct, frozen=True, array_like=True, tag="told"):
    """A game has been changed and the change is durable; ``what`` as the hub of the games says it."""

    game: str
    version: int
    what: str


class Said(Struct, frozen=True, array_like=True, tag="said"):
    """A text for those at a table who hear it by this rule and its value."""

    game: str
    text: str
    rule: str
    value: Any
    apart: tuple[str, ...] = ()


class Cut(Struct, frozen=True, array_like=True, tag="cut"):
    """The sockets of a table, or of somebody, are to go."""

    game: str = ""
    guest: str = ""


class Here(Struct, frozen=True, array_like=True, tag="here"):
    """Who has a table open at one process: these seats, so many watchers, some of them by name."""

    game: str
    seats: list[str] = []
    watchers: int = 0
    names: list[str] = []
    people: list[str] = []
    """The guests at those seats."""

    def __bool__(self) -> bool:
        """Whether anybody is there."""
        return bool(self.seats or self.watchers)


class Everyone(Struct, frozen=True, array_like=True, tag="everyone"):
    """All tables that somebody has open at one process; at no other is anybody."""

    tables: list[Here] = []


class WhoIsHere(Struct, frozen=True, array_like=True, tag="who"):
    """Everybody is to say ``Everyone``."""


Message = Told | Said | Cut | Here | Everyone | WhoIsHere
Publish = Callable[[Message], None]


class Envelope(Struct, frozen=True, array_like=True):
    """A message, and the process that sent it."""

    by: str
    message: Message
