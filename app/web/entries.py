"""Lines of the log as the templates take them, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.engine.views import View
from app.games.results import Shown
from app.web.words import Words, gettext, signed


def entries(words: Words, events: Sequence[Shown], view: View) -> list[dict[str, Any]]:
    """Events as lines of the log, newest first; those the viewer may not see leave no line."""
    sides = {band.seat: band.side for band in view.sides}
    owners = {m.id: m.side for band in view.sides for m in band.models}
    told = [s for s in events if not s.skip and s.telling and s.telling.weight != "quiet"]
    return [entry(words, shown, sides, owners) for shown in reversed(told)]


def entry(words: Words, shown: Shown, sides: dict[str, str], owners: dict[str, str]) -> dict[str, Any]:
    """One event as a line of the log."""
    telling = shown.telling
    assert telling is not None
    text = words.says(telling.about, telling.facts)
    first = telling.pieces[0] if telling.pieces else ""
    return {
        "seq": shown.version, "text": text, "plain": text, "clause": shown.clause, "struck": shown.struck,
        "side": owners.get(first) or sides.get(str(telling.facts.get("seat", "")), ""),
        "turn": telling.facts.get("turn") if telling.weight == "turn" else None,
        "dice": dice(telling.faces[0]) if telling.faces else [],
        "versus": dice(telling.faces[1]) if len(telling.faces) > 1 else [],
        "notes": [f"{signed(line.adds)} {words.word(line.id)}" for line in telling.lines],
        "out": outcome(telling.total, telling.needed), "good": "", "pieces": list(telling.pieces),
    }  # fmt: skip


def dice(faces: Sequence[int]) -> list[dict[str, Any]]:
    """Faces as the templates draw them."""
    return [{"face": face, "mark": ""} for face in faces]


def outcome(total: int | None, needed: int | None) -> str:
    """The total, and what it had to reach."""
    if total is None:
        return ""
    return gettext("{total} (needs {needed})").format(total=total, needed=needed) if needed is not None else str(total)
