"""What has changed, as fragments that htmx puts in place: each says by ``hx-swap-oob`` where it goes, and in which way.

``outerMorph``, ``innerMorph`` and ``innerHTML`` are htmx's own ways; ``counters``, ``lines`` and ``question`` are those
of ``static/js/table/page.js``, which glides, folds and keeps what a hand is drawing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

LAYERS = ("ground", "layer-zones", "layer-clashes", "layer-lesson")
"""Parts of the drawing that are put anew as they are; what is not named here is a panel beside it."""
ATTRIBUTE = re.compile(r' ([\w-]+)(?:="([^"]*)")?')
CALLED = ("id", "class")
"""What is always told of a counter."""
FIRST_TAG = re.compile(r"<[a-z]+")


def fragments(counters: Sequence[str], rows: Sequence[str], parts: Mapping[str, str], *, whole: bool = False) -> str:
    """The content of a message: counters first, the question last, for what it marks is on the table by then.

    ``whole``: there are no other counters than these.
    """
    written = [into("svg", "counters:#layer-counters", "".join(counters))] if counters or whole else []
    written += [fragment(name, html) for name, html in parts.items() if name in LAYERS]
    written += [FIRST_TAG.sub(r'\g<0> hx-swap-oob="outerMorph"', row, count=1) for row in rows]
    written += [fragment(name, html) for name, html in parts.items() if name not in (*LAYERS, "log", "prompt")]
    written += [fragment(name, parts[name]) for name in ("log", "prompt") if name in parts]
    return "".join(written)


def fragment(name: str, html: str) -> str:
    """A part of the page by the id of its element."""
    if name in LAYERS:
        return into("svg", f"innerHTML:#{name}", html)
    if name == "log":
        return into("ol", "lines:#log .scroll", html)
    return into("div", "question:#prompt" if name == "prompt" else f"innerMorph:#{name}", html)


def into(tag: str, way: str, inside: str) -> str:
    """A fragment whose element only carries what is inside: where that is parsed rightly, and how it is put."""
    return f'<{tag} hx-swap-oob="{way}">{inside}</{tag}>'


def counter(before: str | None, now: str) -> str:
    """A counter as drawn now; where only its place, state or name is another, these and what it is called."""
    was, _, had = (before or "").partition(">")
    head, _, inside = now.partition(">")
    old, new = ATTRIBUTE.findall(was), ATTRIBUTE.findall(head)
    if had != inside or [name for name, _ in old] != [name for name, _ in new]:
        return now
    told = (f' {name}="{text}"' for name, text in new if name in CALLED or (name, text) not in old)
    return f"<g{''.join(told)} data-same></g>"
