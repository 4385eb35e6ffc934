"""A view made ready for the templates: labels worded, counters named, lengths in drawing units."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from app.engine.geometry import Point
from app.engine.views import Band, Piece, View
from app.games.results import GameInfo
from app.web.words import Words, gettext

INCH_UNITS = Fraction(45, 2)
"""Drawing units to the inch."""
PER_UNIT = Fraction(2540) / INCH_UNITS


@lru_cache(1 << 15)
def units(length: int) -> str:
    """A length in drawing units, with at most two decimals."""
    hundredths = round(Fraction(length) / PER_UNIT * 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}".rstrip("0").rstrip(".")


def stamps(outline: Sequence[Sequence[int]], spacing: int) -> list[Point]:
    """Points well inside an outline, the same ones every time: a jittered grid of this spacing."""
    from app.engine.geometry import contains, point_segment_within

    polygon = tuple(Point(p[0], p[1]) for p in outline)
    if len(polygon) < 3:
        return []
    xs, ys = [p.x for p in polygon], [p.y for p in polygon]
    edges = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    found = []
    for row, y in enumerate(range(min(ys) + spacing // 2, max(ys), spacing)):
        for x in range(min(xs) + spacing // 2 + (row % 2) * spacing // 2, max(xs), spacing):
            shift = ((x * 7919 + y * 104729) % 97 - 48) * spacing // 300
            point = Point(x + shift, y - shift)
            clear = not any(point_segment_within(point, a, b, spacing // 3) for a, b in edges)
            if clear and contains(polygon, point):
                found.append(point)
    return found


def piece(words: Words, shown: Piece) -> dict[str, Any]:
    """A counter with what a screen reader says of it."""
    row = {name: getattr(shown, name) for name in shown.__struct_fields__}
    badges = ", ".join(words.says(f"badge.{b}") for b in shown.badges)
    state = ", ".join(
        filter(None, [badges, gettext("has acted") if shown.used else "", gettext("may act") if shown.may else ""])
    )
    row["name"] = words.says(shown.name) if shown.name in words.sentences else shown.name
    row["said"] = f"{shown.code} {row['name']}" + (f": {state}" if state else "")
    row["lost"] = shown.gone not in ("", "reserve")
    row["gone"] = words.word(shown.gone) if shown.gone else ""
    row["badges"] = ["horse" if b == "mounted" else b for b in shown.badges]
    return row


def band(words: Words, shown: Band, info: GameInfo) -> dict[str, Any]:
    """A side with its facts worded and its player's name."""
    return {
        "seat": shown.seat, "side": shown.side, "name": gettext(shown.name), "emblem": shown.emblem,
        "player": next((s.name for s in info.seats if s.seat == shown.seat and s.name), shown.seat),
        "facts": [words.says(n.about, n.facts) for n in shown.facts],
        "models": [piece(words, m) for m in shown.models],
    }  # fmt: skip


def drawn(words: Words, view: View, info: GameInfo, asked: Sequence[str]) -> dict[str, Any]:
    """The view as the templates take it."""
    return {
        "width": view.width, "depth": view.depth, "unit": view.unit, "turn": view.turn, "turns": view.turns,
        "go": asked[0] if len(asked) == 1 else view.go if view.go in asked else None,
        "phases": [{"key": s.key, "state": s.state, "label": words.says(f"phase.{s.key}")} for s in view.phases],
        "terrain": [{**fields(g), "label": words.word(g.label) if g.label else ""} for g in view.terrain],
        "zones": [{**fields(z), "label": words.says(z.label) if z.label else ""} for z in view.zones],
        "pieces": [piece(words, p) for p in view.pieces],
        "markers": [],
        "sides": [band(words, b, info) for b in view.sides],
        "notes": [{"text": words.says(n.about, n.facts), "clause": n.clause} for n in view.notes],
    }  # fmt: skip


def fields(thing: msgspec.Struct) -> dict[str, Any]:
    """A struct as a dict of its fields."""
    return {name: getattr(thing, name) for name in thing.__struct_fields__}
