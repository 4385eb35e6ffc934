"""The card of a piece as its reader has it, line by line."""

from __future__ import annotations

from typing import Any

from app.engine.system import RuleSystem
from app.engine.views import Inspection, Note
from app.web.page.words import Words
from app.web.table.board.inspecting import figure


def lines(system: RuleSystem[Any], found: Inspection, unit: int, name: str) -> list[str]:
    """What it is, its profile in one line, what it bears and can, how it stands."""
    words = Words(system.sentences, unit, name)

    def said(notes: tuple[Note, ...]) -> list[str]:
        return [words.says(note.about, note.facts) for note in notes]

    return [*said(found.what), *profile(words, found), *said(found.arms), *said(found.abilities), *said(found.notes)]


def profile(words: Words, found: Inspection) -> list[str]:
    """Each figure by its name; what is printed follows where it is another."""
    rows = [figure(words, one) for one in found.profile]
    told = [f"{row['name']} {row['value']}" + (f" ({row['printed']})" if row["printed"] else "") for row in rows]
    return [", ".join(told)] if told else []


def clauses(found: Inspection) -> list[str]:
    """The clause of everything on it."""
    notes = (*found.what, *found.arms, *found.abilities, *found.notes)
    return [*(note.clause for note in notes), *(one.clause for one in found.profile)]
