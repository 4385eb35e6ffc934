"""What a program is told of a table after a commit: one document at first, then what changes in it, and the events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from app.engine.asks import Json
from app.web.table.api import public
from app.web.table.line.merging import patch, said
from app.web.table.seen import Seen

OF_A_VIEW, OF_A_SIDE = ("terrain", "zones", "pieces"), ("models", "groups", "forces")
"""Lists that are objects here, under the ids of their members; the sides are under their seats."""


def told(table: Seen, last: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The document, or what leads to it from that which was told last; with it clocks, times to answer, events."""
    message: dict[str, Any] = {
        "v": table.info.version, "status": table.info.status, "asked": table.asked, "clocks": clocks(table),
        "time": {q.seat: q.seconds_left for q in table.questions if q.seconds_left is not None},
    }  # fmt: skip
    if not last:
        message["document"] = now
    elif changes := patch(last, now):
        message["changes"] = changes
    return message | ({"events": table.events} if table.events else {})


def clocks(table: Seen) -> list[dict[str, Any]]:
    """Every clock as it is now: whose, how many milliseconds are left, whether it runs."""
    return [{"seat": c.seat, "kind": c.kind, "left": c.left_ms, "running": c.running} for c in table.clocks]


def document(table: Seen) -> dict[str, Any]:
    """All there is to know of a table but its version and what time takes away; it holds no ``null``."""
    game = {key: value for key, value in public(table.info).items() if key not in ("version", "status")}
    found = {"game": game, "seat": table.viewer, "view": table.view and keyed(to_builtins(table.view)),
             "questions": {q.seat: {**to_builtins(q), "seconds_left": None} for q in table.questions}}  # fmt: skip
    told: dict[str, Any] = said(to_builtins(found))
    return told


def keyed(view: Json) -> Json:
    """A view whose lists of things with names are objects by these names."""
    return named(view, OF_A_VIEW) | {"sides": {band["seat"]: named(band, OF_A_SIDE) for band in view["sides"]}}


def named(thing: dict[str, Any], lists: Sequence[str]) -> dict[str, Any]:
    """A thing, these lists of it by the ids of their members."""
    return thing | {name: {row["id"]: row for row in thing[name]} for name in lists}
