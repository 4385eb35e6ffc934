"""What a viewer sees who asks about a counter, a group or a force: its card, worded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from app.engine.clauses import ClauseIndex
from app.engine.refusals import Clause, Fact
from app.engine.system import RuleSystem
from app.engine.views import Figure, Group, Inspection, Note, Rung, View
from app.web.page.words import Words, gettext, language, signed
from app.web.table.board import inside
from app.web.table.board.badges import SYMBOLS
from app.web.table.board.drawn import distinct
from app.web.table.board.formed import called
from app.web.table.seen import Seen, rows_of
from app.web.table.told import Card, FigureTold, NoteTold, RungTold
from app.web.table.tried import breakdown, mark, note


def inspected(table: Seen, id: str, found: Inspection, system: RuleSystem[Any]) -> Card:
    """The card for the page: name, side and emblem, what it is, its profile, what it bears and can, how it stands,
    tables of modifiers with their sums, marks to draw."""
    words, book = table.words, system.rulebook(language.get())
    return {
        "id": id, "name": words.models.get(id, id), "side": side_of(table.view, id), "version": table.info.version,
        "code": code_of(table.view, id), "emblem": emblem_of(table.view, id),
        "what": [note(words, n) for n in found.what],
        "profile": [figure(words, one) for one in found.profile],
        "ladder": rungs(words, found.ladder),
        "arms": [note(words, n) for n in found.arms],
        "abilities": [{**note(words, n), "says": says(book, n)} for n in found.abilities],
        "notes": [*states(words, table.view, id, bool(found.profile)), *(note(words, n) for n in found.notes)],
        "tables": [
            {"name": words.says(key), "sum": signed(sum(line.adds for line in lines)),
             "lines": [{"adds": a, "what": w, "clause": c} for a, w, c in breakdown(words, lines)]}
            for key, lines in found.tables.items()
        ],
        "marks": [mark(words, m) for m in found.marks],
    }  # fmt: skip


def figure(words: Words, one: Figure) -> FigureTold:
    """A figure of the profile in words: what it is now, and what is printed where that is another."""
    changed = one.now is not None and one.now != one.value
    return {
        "name": words.says(f"stat.{one.key}"), "clause": one.clause,
        "value": written(words, one, one.now if changed else one.value),
        "printed": written(words, one, one.value) if changed else "",
    }  # fmt: skip


def rungs(words: Words, ladder: Sequence[Rung]) -> list[RungTold]:
    """The states of a ladder; it stands on the last that it bears."""
    here = max((n for n, one in enumerate(ladder) if one.number), default=-1)
    said = [note(words, one.said) for one in ladder]
    return [
        {"text": told["text"], "clause": told["clause"], "badge": SYMBOLS.get(one.badge, one.badge),
         "number": one.number, "here": n == here}
        for n, (one, told) in enumerate(zip(ladder, said, strict=True))
    ]  # fmt: skip


def written(words: Words, one: Figure, value: Fact | None) -> str:
    """A figure as its form wants it."""
    return f"{value}+" if one.form == "score" else str(words.format_field(value, one.form))


def says(book: ClauseIndex, one: Note) -> str:
    """The text of the clause of an ability."""
    return book[Clause(one.clause)].text if one.clause in book else ""


def known(view: View | None, id: str) -> bool:
    """Whether the viewer sees anything of this name."""
    return bool(side_of(view, id)) or (view is not None and any(p.id == id for p in view.pieces))


def side_of(view: View | None, id: str) -> str:
    """The side of a counter, a group or a force; empty if there is none."""
    return next((side for known, side in _sides(view) if known == id), "")


def code_of(view: View | None, id: str) -> str:
    """What is written on it; empty for what bears nothing."""
    return next((row.code for row in (rows_of(view) if view else ()) if row.id == id), "")


def emblem_of(view: View | None, id: str) -> int:
    """The emblem of its side as the table shows it, 0 without one."""
    side = side_of(view, id) or next((p.side for p in (view.pieces if view else ()) if p.id == id), "")
    bands = view.sides if view else ()
    shown = dict(zip((band.side for band in bands), distinct([band.emblem for band in bands]), strict=True))
    return shown.get(side, 0)


def _sides(view: View | None) -> Iterator[tuple[str, str]]:
    for band in view.sides if view else ():
        for things in (band.models, band.groups, band.forces):
            yield from ((thing.id, band.side) for thing in things)


def standard(words: Words, view: View, group: Group) -> str:
    """Whose standard a formation has; empty of one that has none."""
    force = next((f for band in view.sides for f in band.forces if f.id == group.force), None)
    return gettext("under the standard of {name}").format(name=called(words, force.name)) if force else ""


def states(words: Words, view: View | None, id: str, is_told: bool) -> list[NoteTold]:
    """What a group is, in one line, before what its system says of it; ``is_told``: that says what it is."""
    group = next((g for band in view.sides for g in band.groups if g.id == id), None) if view else None
    if view is None or group is None:
        return []
    traits = [words.word(key) for key in group.traits if f"word.{key}" in words.sentences and not is_told]
    gone = [words.word(group.gone)] if group.gone else []
    acted = [gettext("has acted")] if group.used else []
    stood = inside.told(words, view, group)
    line = ", ".join(filter(None, [*traits, *gone, *acted, stood, standard(words, view, group)]))
    return [{"text": line, "clause": ""}] if line else []
