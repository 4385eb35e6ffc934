"""Rosters in the making: what a builder shows of one, whatever the system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from msgspec import Struct

from app.engine.asks import Json
from app.engine.refusals import Refusal


class Option(Struct, frozen=True):
    """A value one may choose; ``about`` is the sentence key of its name, empty for none."""

    value: str
    about: str = ""
    cost: int = 0
    on: bool = False


class Choice(Struct, frozen=True):
    """One thing to choose about a model or the whole; ``name`` is how a change calls it."""

    name: str
    about: str
    options: tuple[Option, ...]


class Unit(Struct, frozen=True, kw_only=True):
    """A model of a draft: its figures by sentence key, what it carries, what may be changed, what is wrong."""

    id: str
    code: str
    about: str
    name: str
    leader: bool
    cost: int
    profile: tuple[tuple[str, int], ...] = ()
    gear: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    refusals: tuple[Refusal, ...] = ()


class Offer(Struct, frozen=True):
    """A model that may be added; ``no`` says why not now."""

    id: str
    about: str
    cost: int
    hired: bool = False
    no: Refusal | None = None


class Draft(Struct, frozen=True, kw_only=True):
    """A roster after a change, with all that stands against it: of the whole here, of a model at the model."""

    roster: Json
    name: str
    limit: int
    spent: int
    choices: tuple[Choice, ...]
    units: tuple[Unit, ...]
    offers: tuple[Offer, ...]
    refusals: tuple[Refusal, ...]


@runtime_checkable
class BuildsRosters(Protocol):
    """A rule system whose rosters are built from lists."""

    def draft(self, roster: Json, limit: int, changes: Mapping[str, str]) -> Draft:
        """The roster with the changes made, ready to be shown; one that cannot be read begins anew.

        Changes: ``name``, the names of the whole's choices, ``add`` and ``remove`` with an id,
        ``<unit>.<choice>`` and ``<unit>.name``.
        """
        ...
