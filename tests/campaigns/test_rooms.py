"""The rules of campaigns are in rooms: clauses, figures and sentences stand in the folder of their chapter."""

from __future__ import annotations

import tomllib
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from app.campaigns.book import BOOK, CHAPTERS
from app.engine.books import tables_in
from tests.arrows import files_of

DOOR = {"book", "commands", "desk", "model", "sentences", "service", "systems"}
"""What every room asks, or what asks every room."""


def test_nothing_stands_outside_the_rooms_but_what_all_ask() -> None:
    flat = {path.stem for path in files_of("app.campaigns").values() if path.parent.name == "campaigns"}
    assert flat - {"__init__"} == DOOR


def test_every_chapter_has_clauses_in_both_languages() -> None:
    assert {entry.topic for entry in BOOK.clauses} == set(CHAPTERS)
    assert [entry.id for entry in BOOK.clauses] == [entry.id for entry in BOOK.rulebook("es")]


def test_every_table_of_figures_stands_in_the_room_of_its_clause() -> None:
    found = 0
    for name, file in tables_in(files("app.campaigns")).items():
        for part, rows in tomllib.loads(file.read_text("utf-8")).items():
            if "/" not in name and isinstance(rows, dict) and "clause" in rows:
                found += 1
                assert CHAPTERS[rows["clause"].split("-")[1]] == Path(str(file)).parent.name, f"{name}.{part}"
    assert found > 20


def test_every_chapter_is_named_in_its_own_room() -> None:
    for topic, room in CHAPTERS.items():
        package = import_module(f"app.campaigns.{room}")
        assert f"CPN-{topic}" in (package.__doc__ or "")
        words = import_module(f"app.campaigns.{room}.words").SENTENCES
        assert all(CHAPTERS[key[6:]] == room for key in words if key.startswith("topic."))
