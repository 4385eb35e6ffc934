"""The ready stories: trees of linked scenarios, as the data files have them."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct, field

from app.campaigns.book import table
from app.engine.refusals import Clause

END = ""


class Battle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One battle of a chapter.  ``home``: which of the two warbands is the first side.

    ``group``: the group of a divided warband that fights it; ``home`` may be first, second, winner, loser, dearer.
    """

    scenario: str
    home: str = "first"
    group: str = ""
    options: dict[str, str | int | bool] = field(default_factory=dict)
    armies: tuple[str, ...] = ()
    """Ready rosters of both sides, where it is not fought with those of the warbands (CPN-STO-08)."""


class Effect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What each battle of a chapter brings besides: ``to`` winner, loser, drawn or fought; points and honour."""

    to: str
    clause: Clause
    income: int = 0
    honour: int = 0


class Branch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the story goes on: by who won the chapter, ``first``, ``second``, or a draw; empty is its end."""

    won_first: str = END
    won_second: str = END
    draw: str = END


class Page(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chapter of a story.  ``drawn``: its scenario is one of two drawn, which the loser before it chooses."""

    id: str
    title: str
    title_es: str
    text: str
    text_es: str
    clause: Clause
    battles: tuple[Battle, ...]
    drawn: tuple[str, ...] = ()
    next: Branch = Branch()
    effects: tuple[Effect, ...] = ()


class Story(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A story of a system.  ``groups``: into which a warband is divided in secret before it begins."""

    key: str
    name: str
    name_es: str
    text: str
    text_es: str
    clause: Clause
    chapters: tuple[Page, ...]
    points: int = 0
    honour: bool = False
    """Whether most honour wins it (CPN-STO-07)."""
    groups: tuple[str, ...] = ()
    group_min: int = 0

    def page(self, id: str) -> Page | None:
        """The chapter of this id."""
        return next((one for one in self.chapters if one.id == id), None)


@cache
def stories(system: str) -> tuple[Story, ...]:
    """The ready stories of a system, none if it has no file."""
    try:
        rows = table(f"ready/{system}")
    except KeyError:
        return ()
    return tuple(msgspec.convert({"key": key, **row}, Story) for key, row in rows.items())


def story_of(system: str, key: str) -> Story | None:
    """The story of this key."""
    return next((one for one in stories(system) if one.key == key), None)
