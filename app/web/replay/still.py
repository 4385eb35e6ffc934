"""What a link to a table shows elsewhere: the ground and where who stands, as a small PNG."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from app.web.page.preview import HIGH, WIDE
from app.web.page.templates import render
from app.web.replay.picture import SMALL_SHEETS, style, symbols

DEEP = 6
"""How many names of colours lead to a colour at most."""
GIVEN = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+)")
CALLED = re.compile(r"var\((--[\w-]+)(?:,[^()]*)?\)")
SHOWN = ("width", "depth", "size", "terrain", "pieces", "formations")
"""What of a table the picture is drawn from."""


def drawing(view: dict[str, Any]) -> str:
    """A table as it is drawn for whoever may see no more than this view, as a picture of its own."""
    return plain(msgspec.json.decode(msgspec.json.encode({name: view[name] for name in SHOWN if name in view})))


def plain(view: dict[str, Any]) -> str:
    """A drawing in which every colour is written out: what draws it knows no names of colours."""
    small = render("replay/_still.html", view=view)
    inner = small[small.index(">", small.index("<svg")) + 1 : small.rindex("</svg>")]
    defined = symbols(inner)
    rules = style(inner + defined, SMALL_SHEETS)
    box = re.search(r'viewBox="([^"]+)"', small)
    assert box is not None
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f'<style>{rules}</style><defs>{defined}</defs><rect width="{WIDE}" height="{HIGH}" fill="var(--t-frame)"/>'
        f'<svg width="{WIDE}" height="{HIGH}" viewBox="{box[1]}">{inner}</svg></svg>'
    )
    colours = dict(GIVEN.findall(rules))
    for _ in range(DEEP):
        svg = CALLED.sub(lambda called: colours.get(called[1], "none").strip(), svg)
    return svg
