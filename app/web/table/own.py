"""A scenario of one's own at the table: its name, marked as such, and what is not as printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine import own
from app.games.results import GameInfo
from app.web.page.words import Words, gettext


def scenario_of(words: Words, info: GameInfo) -> str:
    """The name of the scenario that is played; one of somebody's own says from which printed one it begins."""
    printed = words.says(f"scenario.{info.scenario}")
    if info.own is None:
        return printed
    return gettext("{name} (a scenario of one's own, after {printed})").format(name=info.own.name, printed=printed)


def changes(words: Words, info: GameInfo) -> list[dict[str, str]]:
    """What is not as printed, part by part."""
    return rows(words, info.own.changes if info.own else {})


def rows(words: Words, changed: Mapping[str, Any]) -> list[dict[str, str]]:
    """Each part that is changed, and what it is."""
    return [{"name": words.says(f"word.{own.word(key)}"), "value": said(words, key, value)}
            for key, value in changed.items()]  # fmt: skip


def said(words: Words, key: str, value: Any) -> str:
    """How a part is, in words."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return ", ".join(said(words, key, one) for one in value) or gettext("nothing")
    return words.says(f"word.{own.word(key, value)}") if isinstance(value, str) else str(value)
