"""Where a level of a question is asked for, as addresses stand in attributes: the level itself, and its odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import quote

from markupsafe import Markup
from msgspec import json

from app.web.page.prompts import Prompt


def level_of(game: str, seat: str) -> Callable[[Sequence[str]], Markup]:
    """Where a seat's question is asked at the level that picks lead to."""
    before = f"/play/{game}/prompt?seat={seat}&amp;at="
    return lambda keys: Markup(before + quote(json.encode(keys)))


def odds_of(game: str, prompt: Prompt) -> Markup:
    """Where the odds of a level are asked for."""
    where = [quote(part) for part in (prompt.seat, prompt.id, json.encode(prompt.at))]
    return Markup("/play/{}/odds?seat={}&amp;ask={}&amp;at={}").format(game, *where)
