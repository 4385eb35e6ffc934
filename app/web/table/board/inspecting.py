"""What a viewer sees who asks about a counter, a group or a force: its card, worded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.engine.views import Inspection, View
from app.web.page.words import Words, gettext, signed
from app.web.table.seen import Seen, breakdown, mark, note


def inspected(table: Seen, id: str, found: Inspection) -> dict[str, Any]:
    """The card for the page: its name and side, its notes, tables of modifiers with their sums, marks to draw."""
    words = table.words
    return {
        "id": id, "name": words.models.get(id, id), "side": side_of(table.view, id), "version": table.info.version,
        "notes": [*states(words, table.view, id), *(note(words, n) for n in found.notes)],
        "tables": [
            {"name": words.says(key), "sum": signed(sum(line.adds for line in lines)),
             "lines": [{"adds": a, "what": w, "clause": c} for a, w, c in breakdown(words, lines)]}
            for key, lines in found.tables.items()
        ],
        "marks": [mark(words, m) for m in found.marks],
    }  # fmt: skip


def known(view: View | None, id: str) -> bool:
    """Whether the viewer sees anything of this name."""
    return bool(side_of(view, id)) or (view is not None and any(p.id == id for p in view.pieces))


def side_of(view: View | None, id: str) -> str:
    """The side of a counter, a group or a force; empty if there is none."""
    return next((side for known, side in _sides(view) if known == id), "")


def _sides(view: View | None) -> Iterator[tuple[str, str]]:
    for band in view.sides if view else ():
        for things in (band.models, band.groups, band.forces):
            yield from ((thing.id, band.side) for thing in things)


def states(words: Words, view: View | None, id: str) -> list[dict[str, str]]:
    """What a group is, in one line, before what its system says of it."""
    group = next((g for band in view.sides for g in band.groups if g.id == id), None) if view else None
    if group is None:
        return []
    traits = [words.word(key) for key in group.traits if f"word.{key}" in words.sentences]
    gone = [words.word(group.gone)] if group.gone else []
    acted = [gettext("has acted")] if group.used else []
    line = ", ".join([*traits, *gone, *acted])
    return [{"text": line, "clause": ""}] if line else []
