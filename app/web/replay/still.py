"""What a link to a table shows elsewhere: the ground and where who stands, as a small PNG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from app.web.page.preview import HIGH, WIDE
from app.web.page.templates import render
from app.web.replay.picture import SMALL_SHEETS, style, symbols

GAP = 12
"""Pixels between tables that lie beside each other."""
DEEP = 6
"""How many names of colours lead to a colour at most."""
GIVEN = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+)")
CALLED = re.compile(r"var\((--[\w-]+)(?:,[^()]*)?\)")
SHOWN = ("width", "depth", "size", "terrain", "pieces", "formations")
"""What of a table the picture is drawn from."""


def drawing(view: dict[str, Any]) -> str:
    """A table as it is drawn for whoever may see no more than this view, as a picture of its own."""
    return plain(bare(view))


def bare(view: dict[str, Any]) -> dict[str, Any]:
    """What of a table its picture is drawn from."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode({n: view[n] for n in SHOWN if n in view}))
    return found


def plain(view: dict[str, Any]) -> str:
    """A drawing in which every colour is written out: what draws it knows no names of colours."""
    return laid([(*small(view, "in"), (0, 0, WIDE, HIGH))])


def beside(views: Sequence[dict[str, Any]]) -> str:
    """Several tables as one picture, beside and below each other, each as it is drawn for whoever sees no more."""
    across = 1 if len(views) < 2 else 2 if len(views) <= 4 else 3
    down = -(-len(views) // across) or 1
    wide, high = (WIDE - GAP * (across - 1)) / across, (HIGH - GAP * (down - 1)) / down
    places = [((n % across) * (wide + GAP), (n // across) * (high + GAP), wide, high) for n in range(len(views))]
    parts = [small(bare(view), f"t{n}") for n, view in enumerate(views)]
    return laid([(*part, place) for part, place in zip(parts, places, strict=True)])


def small(view: dict[str, Any], key: str) -> tuple[str, str]:
    """What is drawn of a table, and the box it lies in."""
    svg = render("replay/_still.html", view=view, key=key)
    box = re.search(r'viewBox="([^"]+)"', svg)
    assert box is not None
    return svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")], box[1]


def laid(parts: Sequence[tuple[str, str, tuple[float, float, float, float]]]) -> str:
    """Drawings in their places on one sheet, all that they need with them."""
    inner = "".join(
        f'<svg x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" viewBox="{box}">{drawn}</svg>'
        for drawn, box, (x, y, w, h) in parts
    )  # fmt: skip
    defined = symbols(inner)
    rules = style(inner + defined, SMALL_SHEETS)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f'<style>{rules}</style><defs>{defined}</defs><rect width="{WIDE}" height="{HIGH}" fill="var(--t-frame)"/>'
        f"{inner}</svg>"
    )
    colours = dict(GIVEN.findall(rules))
    for _ in range(DEEP):
        svg = CALLED.sub(lambda called: colours.get(called[1], "none").strip(), svg)
    return svg
