"""What a lesson says beside its table, and what the table points at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, degrees, hypot
from typing import Any, NamedTuple

from app.games.coach import Pointer
from app.web.page.templates import render
from app.web.page.words import gettext
from app.web.table.seen import Seen

GAP = 500
"""Between an arrow and what it points from and at, in 1/100 mm."""
View = Mapping[str, Any]


class Shape(NamedTuple):
    """Something drawn over the table: a ``ring`` or ``frame`` about a piece, a ``ghost`` where one shall stand."""

    kind: str
    x: float
    y: float
    r: float = 0
    d: str = ""
    """Of a frame or the ghost of a unit its outline."""


class Arrow(NamedTuple):
    """A way that is advised: from here, so far, in this direction in degrees."""

    x: float
    y: float
    long: float
    turn: float


def shown(table: Seen) -> dict[str, Any] | None:
    """The strip of a lesson, in the reader's language."""
    said = table.lesson
    if said is None:
        return None
    system, _, name = said.key.partition("/")
    return {
        "game": table.info.id, "seat": table.viewer, "system": system, "name": name, "title": gettext(said.title),
        "path": gettext(table.words.sentences.get("system.name", system.capitalize())), "says": gettext(said.says),
        "clause": said.clause, "hint": gettext(said.hint), "step": said.step, "steps": said.steps,
        "reads": said.reads, "done": said.done, "after": said.after,
    }  # fmt: skip


def strip(table: Seen) -> str:
    """The same as drawn."""
    return render("table/_lesson.html", lesson=shown(table), rules=table.rules)


def pointed(table: Seen, view: View) -> str:
    """What the table points at, as drawn."""
    return render("table/_pointers.html", pointers=pointers(table.lesson.shows if table.lesson else (), view))


def pointers(shows: Iterable[Pointer], view: View) -> dict[str, Any]:
    """The same as shapes and arrows."""
    shapes, arrows = list[Shape](), list[Arrow]()
    for one in shows:
        mine, theirs = about(view, one.piece), about(view, one.onto)
        shapes += [*mine, *theirs, *ghosts(one, mine)]
        start = middle(mine)
        if mine and theirs:
            arrows.append(arrow(start, middle(theirs)))
        elif mine and one.at:
            arrows.append(arrow(start, Shape("", one.at.x, one.at.y, start.r)))
    return {"shapes": [shape._asdict() for shape in shapes], "arrows": [one._asdict() for one in arrows]}


def about(view: View, id: str) -> list[Shape]:
    """What surrounds a piece, the models of a unit, or a formation of this name."""
    pieces = [p for p in view["pieces"] if id and id in (p["id"], p.get("group"))]
    rings = [Shape("ring", p["x"], p["y"], p["radius"]) for p in pieces]
    frames = [Shape("frame", f["x"], f["y"], f["radius"], f["frame"]) for f in view["formations"] if f["id"] == id]
    return [*rings, *frames]


def ghosts(one: Pointer, mine: list[Shape]) -> list[Shape]:
    """Where the piece shall stand; without one the spot alone."""
    if one.at is None:
        return []
    if len(mine) != 1:
        return [Shape("ghost", one.at.x, one.at.y, middle(mine).r)]
    return [mine[0]._replace(kind="ghost", x=one.at.x, y=one.at.y)]


def middle(shapes: list[Shape]) -> Shape:
    """The middle of some shapes."""
    count, large = len(shapes) or 1, max((shape.r for shape in shapes), default=GAP)
    return Shape("", sum(shape.x for shape in shapes) / count, sum(shape.y for shape in shapes) / count, large)


def arrow(start: Shape, end: Shape) -> Arrow:
    """The way between two, from edge to edge."""
    far = hypot(end.x - start.x, end.y - start.y) or 1
    x, y = (end.x - start.x) / far, (end.y - start.y) / far
    near = start.r + GAP
    return Arrow(start.x + x * near, start.y + y * near, max(GAP, far - near - end.r - GAP), degrees(atan2(y, x)))
