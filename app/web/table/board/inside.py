"""In which ground a formation stands: a mark on it, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from app.engine.geometry import Polygon, contains
from app.engine.thoughts import mean
from app.engine.views import Ground, Group, View
from app.web.page.kept import Before
from app.web.page.words import Words, gettext

LEVEL = ("hill", "rise", "slope", "open", "road", "track", "bridge", "torii")
"""What one stands on and not in: parts of the kinds of ground."""
OVER = ("road", "track", "bridge", "ford")
"""What takes the place of the ground over which it lies."""
COVER = "cover"


def around(terrain: Sequence[Ground], body: Polygon) -> Ground | None:
    """The ground a body fills, or in which its middle lies: of several what lies over the others, else the last."""
    found = [one for one in terrain if one.closed and (one.outline == body or contains(one.outline, mean(body)))]
    over = [one for one in found if is_of(one, OVER)]
    return next((one for one in reversed(over or found) if not is_of(one, LEVEL)), None)


def is_of(ground: Ground, kinds: Sequence[str]) -> bool:
    """Whether the kind of a piece of ground is one of these or made of it."""
    return any(kind in ground.kind for kind in kinds)


def told(words: Words, view: View, group: Group) -> str:
    """In which ground a formation stands; empty where it stands in none."""
    ground = around(view.terrain, group.outline) if group.outline and not group.gone else None
    if ground is None or not ground.label:
        return ""
    return gettext("in terrain: {ground}").format(ground=words.word(ground.label))


def marks(words: Words, view: View, before: Before) -> dict[str, dict[str, str]]:
    """The mark of each formation that stands in some ground."""
    found = {}
    for group in (g for band in view.sides for g in band.groups if g.outline):
        said = before.of(("inside", group.id), (group.outline, group.gone, view.terrain),
                         partial(told, words, view, group))  # fmt: skip
        if said:
            found[group.id] = {"key": COVER, "said": said, "figure": ""}
    return found


def marked(row: dict[str, Any], mark: dict[str, str] | None) -> dict[str, Any]:
    """The row of a formation with that mark among its badges."""
    return {**row, "badges": [*row["badges"], mark]} if mark else row
