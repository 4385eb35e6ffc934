"""The quick sheets: made of figures that stand elsewhere, each with its name in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.systems import SYSTEMS
from app.web.page.systems import SHEET
from app.web.page.words import language
from app.web.rules.sheet import sheet
from app.web.table.seen import words_of
from tests.web.people import Person

CLAUSES = re.compile(r"\b[A-Z]{3}-[A-Z]{3}-\d+")
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


def texts(part: Any) -> list[str]:
    """All that a sheet says of itself."""
    if isinstance(part, dict):
        return [text for one in part.values() for text in texts(one)]
    return [text for one in part for text in texts(one)] if isinstance(part, list) else [str(part)]


@every_system
def test_a_sheet_names_figures_and_holds_none(system: Any) -> None:
    said = tomllib.loads(Path(str(system.book.found[SHEET])).read_text(encoding="utf-8"))
    assert [text for text in texts(said) if re.search(r"\d", CLAUSES.sub("", text))] == []
    assert {part["clause"] for part in said["part"]} <= {entry.id for entry in system.clauses}


@every_system
@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_figure_of_a_sheet_is_there_and_named(system: Any, lang: str) -> None:
    token = language.set(lang)
    try:
        parts = sheet(system, words_of(system, None, None))
    finally:
        language.reset(token)
    for part in parts:
        assert part.title
        assert part.rows, part.title
        assert part.clause
        for name, cells, clause in part.rows:
            assert name or part.kind in ("grid", "words"), part.title
            assert any(cells) or part.kind == "rows", (part.title, name)
            assert not re.fullmatch(r"[a-z]+([-_][a-z]+)+|[A-Z]\d+", name), f"{part.title}: {name} has no word"
            assert not clause or clause in {entry.id for entry in system.clauses}


def test_a_figure_of_the_sheet_is_that_of_the_rules(person: Person) -> None:
    page = person.page("/rules/ronin/sheet").text
    assert re.search(r"Move, on foot</th><td>6 in<", page)
    assert re.search(r"wears? heavy armour|heavy armour</(th|a)>", page)
    assert person.page("/rules/toy/sheet").status_code == 404
    assert "/rules/ronin/sheet" in person.page("/rules/ronin").text
