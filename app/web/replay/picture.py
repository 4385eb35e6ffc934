"""A picture of a table that stands alone: its shapes and symbols, its colours by day, a foot that says what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import escape

from app.web.page.templates import TEMPLATES, render
from app.web.page.words import gettext
from app.web.table.own import scenario_of
from app.web.table.seen import Seen

CSS = Path(TEMPLATES).parent / "static" / "css"
SHEETS = ("page/tokens.css", "page/base.css", "table/room.css", "table/army.css", "table/drawing.css")
SMALL_SHEETS = ("page/tokens.css", "table/drawing.css", "page/away.css")
"""What a small picture needs."""
FILE = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'", "cache-control": "private, no-cache",
    "vary": "cookie, accept-language",
}  # fmt: skip
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BLOCK = re.compile(r"@[^{;]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
"""A block with a condition: what it says holds on screens, not in a picture."""
DAY = re.compile(r"light-dark\(((?:[^(),]|\([^()]*\))*),(?:[^()]|\([^()]*\))*\)")
NAMED = re.compile(r"[.#]([\w-]+)")
STATE = re.compile(r":(?!root|is|not|where)|\[|\*")
DEFINED = re.compile(r'<(symbol|pattern|marker|g|path|circle|linearGradient|clipPath)\b[^>]*\bid="([\w-]+)"')
USED = re.compile(r'(?:href="#|url\(#)([\w-]+)')
LETTERS = {"foot-1": 12.4, "foot-2": 7.6}
"""How wide a letter of a line of the foot is at the most, in the middle of many."""
RIM = 0.03
"""What part of its width is left free at either side of the foot."""
FOOT = 74
"""How high the foot is, in drawing units at a table of a yard."""


@cache
def sheet(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """All rules of these style sheets, colours by day."""
    text = "".join((CSS / name).read_text(encoding="utf-8") for name in names)
    flat = BLOCK.sub("", COMMENT.sub("", text))
    return tuple((who.strip(), DAY.sub(r"\1", what).strip()) for who, what in RULE.findall(flat))


def style(svg: str, sheets: tuple[str, ...] = SHEETS) -> str:
    """The rules that a drawing needs: those whose classes it has."""
    present = set(re.findall(r"[\w-]+", " ".join(re.findall(r'(?:class|id)="([^"]*)"', svg))))
    kept = [f"{who}{{{what}}}" for who, what in sheet(sheets) if is_needed(who, present)]
    return "svg{color-scheme:light}" + "".join(kept)


def is_needed(selector: str, present: set[str]) -> bool:
    """Whether a rule's selector may mean something in a drawing with these names."""
    parts = [(part.strip(), NAMED.findall(part)) for part in selector.split(",")]
    return any(part == ":root" or (names and names[0] in present and not STATE.search(part)) for part, names in parts)


@cache
def defined() -> dict[str, str]:
    """Every symbol and pattern of the pages, by its name."""
    text = render("page/_symbols.html")
    return {name: element(text, at, tag) for tag, name, at in positions(text)}


def positions(text: str) -> Iterator[tuple[str, str, int]]:
    """Tag, name and place of everything that has a name."""
    for match in DEFINED.finditer(text):
        yield match[1], match[2], match.start()


def element(text: str, at: int, tag: str) -> str:
    """The element that begins at a place, up to its own end."""
    depth = 0
    for match in re.compile(rf"<{tag}\b[^>]*?(/?)>|</{tag}>").finditer(text, at):
        depth += 0 if match[1] == "/" else -1 if match[0].startswith("</") else 1
        if depth == 0:
            return text[at : match.end()]
    return ""


def symbols(svg: str) -> str:
    """What a drawing refers to, and what that refers to in turn."""
    known, found, open_ = defined(), dict[str, str](), USED.findall(svg)
    while open_:
        name = open_.pop()
        if name in known and name not in found:
            found[name] = known[name]
            open_ += USED.findall(known[name])
    return "".join(found.values())


def picture(table: Seen, view: dict[str, Any], link: str) -> str:
    """The table with who plays, the turn and the link in its foot, as a document of its own."""
    drawing = render("table/_board.html", view=view)
    box = re.search(r'viewBox="([^"]+)"', drawing)
    assert box is not None
    x, y, w, h = map(float, box[1].split())
    large = float(view["size"])
    inner = drawing[drawing.index(">", drawing.index("<svg")) + 1 : drawing.rindex("</svg>")]
    foot = footed(table, view, link, (x, y + h, w), large)
    body = f'<rect class="ground" x="{x}" y="{y}" width="{w}" height="{h + FOOT * large}"/>{inner}{foot}'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {w} {h + FOOT * large:.2f}" width="1600" '
        f'height="{1600 * (h + FOOT * large) / w:.0f}"><style>{style(body + symbols(body))}{OWN}</style>'
        f"<defs>{symbols(body)}</defs>{body}</svg>"
    )


OWN = (
    ".ground{fill:var(--t-frame)}.foot-1{font:600 20px var(--serif);fill:var(--ink)}"
    ".foot-2{font:400 13px var(--sans);fill:var(--ink-2)}.counter .hit,.counter .brackets{display:none}"
)


def footed(table: Seen, view: dict[str, Any], link: str, at: tuple[float, float, float], large: float) -> str:
    """Who met whom, the turn, and where this moment is found."""
    x, y, w = at
    names = " · ".join(f"{side['name']} ({side['player']})" for side in view["sides"])
    scenario = scenario_of(table.words, table.info)
    turn = gettext("Turn {n}").format(n=view["turn"]) if view["turn"] else ""
    lines = [("foot-1", names or scenario, 26), ("foot-2", " · ".join(filter(None, [scenario, turn, link])), 50)]
    return "".join(line(kind, text, (x + w * RIM, y + down * large), w * (1 - 2 * RIM), large)
                   for kind, text, down in lines)  # fmt: skip


def line(kind: str, text: str, at: tuple[float, float], room: float, large: float) -> str:
    """A line of the foot, in smaller letters where it would be longer than there is room."""
    scale = min(large, room / (len(text) * LETTERS[kind]))
    return (
        f'<text class="{kind}" transform="translate({at[0]:.2f} {at[1]:.2f}) scale({scale:.3f})">{escape(text)}</text>'
    )
