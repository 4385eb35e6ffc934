"""What a preview says of an answer that is tried, in words: notes, marks, what adds up, why not, who is passed over."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.asks import Json
from app.engine.modifiers import Line
from app.engine.views import Mark, Note, Preview
from app.games.results import Look
from app.web.page import prompts, titles
from app.web.page.prompts import No
from app.web.page.words import Words, gettext, signed
from app.web.table.seen import Seen
from app.web.table.told import Looked, MarkTold, NoteTold, WhyNot


def breakdown(words: Words, lines: Sequence[Line]) -> list[tuple[str, str, str]]:
    """Modifier lines as (sign and number, what, clause)."""
    return [(signed(line.adds), words.word(line.id), line.clause) for line in lines]


def note(words: Words, note: Note) -> NoteTold:
    """A note in words."""
    return {"text": words.says(note.about, note.facts), "clause": note.clause}


def mark(words: Words, mark: Mark) -> MarkTold:
    """A mark for the page: kind, points and radius in 1/100 mm, words."""
    found = MarkTold(kind=mark.kind, points=mark.points, radius=mark.radius)
    if mark.note:
        found["note"] = note(words, mark.note)
    return found


def looked(words: Words, look: Look) -> Looked:
    """A preview for the page."""
    preview = look.preview or Preview()
    no = prompts.reason(words, look.no)
    return {
        "legal": look.whole and look.no is None,
        "no": WhyNot(code=look.no.code, facts=look.no.facts, **no_text(no)) if look.no and no else None,
        "notes": [note(words, n) for n in preview.notes],
        "lines": [{"adds": a, "what": w, "clause": c} for a, w, c in breakdown(words, preview.lines)],
        "marks": [mark(words, m) for m in preview.marks],
        "domain": look.domain,
        "instead": preview.instead,
    }


def passed_over(table: Seen, raw: Json) -> list[NoteTold]:
    """Who has not acted yet, where an answer ends a part of the turn in which they still may."""
    question, key = table.question, raw.get("pick") if isinstance(raw, dict) else raw
    rows = question.domain.get("options", ()) if question and question.passes else ()
    if not question or not any(row["key"] == key and not row.get("piece") and not row.get("more") for row in rows):
        return []
    words = table.own_words or table.words
    left = [titles.label(words, row, question.about) for row in rows if is_left(row)]
    said = gettext("Not yet: {who}").format(who=", ".join(left))
    return [{"text": said, "clause": question.clause}] if left else []


def is_left(row: Json) -> bool:
    """Whether an option stands for something that may act and has been told nothing."""
    return bool(row.get("piece")) and row["no"] is None and not row.get("told")


def no_text(no: No) -> NoteTold:
    """A reason as the page takes it."""
    return {"text": no.text, "clause": no.clause}
