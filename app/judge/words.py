"""What the log says of an event, in English, with the names that a case gives."""

from __future__ import annotations

from typing import Any

from app.engine.events import Event, Seat
from app.engine.system import RuleSystem, Telling
from app.engine.words import SENTENCES
from app.judge.compare import fields, same
from app.web.page.words import Words


def words_of(system: RuleSystem[Any]) -> Words:
    """How a system words what happens; whoever is named is called as in the case."""
    return Words({**SENTENCES, **system.sentences}, system.staging.unit, system.staging.unit_name)


def line_of(system: RuleSystem[Any], event: Event, viewer: Seat | None) -> Telling | None:
    """The line of the log that this viewer has of an event; nothing of what he may not see, or of a quiet one."""
    telling = system.tell(event) if event.is_seen_by(viewer) else None
    return None if telling is None or telling.weight == "quiet" else telling


def sentence(system: RuleSystem[Any], line: Telling) -> str:
    """What a line says, its blanks single."""
    said = words_of(system).says(line.about, {"total": line.total, "needed": line.needed, **line.facts})
    return " ".join(said.split())


def facts(line: Telling) -> dict[str, Any]:
    """What a line shows beside its sentence: dice, what was added to them and needed, whom it is about."""
    shown = {key: value for key, value in fields(line).items() if key not in ("facts", "lines", "faces", "grid")}
    dice = dict(zip(("faces", "versus"), line.faces, strict=False))
    read = {"column": line.grid.column, "row": line.grid.row} if line.grid else {}
    return {**line.facts, **shown, **read, **dice, **{added.id: added.adds for added in line.lines}}


def has(line: Telling, word: str, unit: int) -> bool:
    """Whether a line shows ``key=value``; ``key=none``: it has no such thing."""
    key, _, value = word.partition("=")
    known = facts(line)
    return same(known[key], value, unit) if key in known else value == "none"
