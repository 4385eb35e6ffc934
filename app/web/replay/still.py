"""What a link to a table shows elsewhere: the ground and where who stands, as a small PNG."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec
import resvg_py

from app.web.page.templates import render
from app.web.replay.picture import SMALL_SHEETS, style, symbols

WIDE, HIGH = 1200, 630
"""Pixels: what those who show links ask for."""
DEEP = 6
"""How many names of colours lead to a colour at most."""
GIVEN = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+)")
CALLED = re.compile(r"var\((--[\w-]+)(?:,[^()]*)?\)")
MOST = 64
"""Pictures that are kept as they were drawn."""
SHOWN = ("width", "depth", "size", "terrain", "pieces", "formations")
"""What of a table the picture is drawn from."""


def png(view: dict[str, Any]) -> bytes:
    """The picture of a table as it is drawn for whoever may see no more than this view."""
    return drawn(msgspec.json.encode({name: view[name] for name in SHOWN if name in view}))


@lru_cache(MOST)
def drawn(shown: bytes) -> bytes:
    """The picture of what is shown."""
    return bytes(resvg_py.svg_to_bytes(svg_string=plain(msgspec.json.decode(shown)), skip_system_fonts=True))


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
