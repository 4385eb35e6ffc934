"""A chapter is a room: its clauses, figures, events, sentences and cases stand in the folder of its prefix."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.places import ROOT
from app.engine.books import tables_in
from app.engine.events import Event
from app.systems import system_of
from tests.arrows import in_circles, inside_functions

ELSEWHERE = {
    "ronin": ("terrain.shrine", "costs.*"),
    "celtos": ("abilities.shield", "samples.*-vanguard", "profiles.*", "terrain.ford", "terrain.bridge"),
    "daimyo": (),
    "kensei": ("abilities.*", "traits.*", "weapons.*", "scenarios.layouts"),
}  # fmt: skip
"""What stands with its kind though another chapter has it, as ground of one scenario; by system, of every system."""
MOST = 9
"""Python files in a folder, besides the one that says what it is for."""
CLAUSE = re.compile(r"\b[A-Z]{3}-([A-Z]{3})-\d{2,3}")
every_system = pytest.mark.parametrize("key", ELSEWHERE)


def home(key: str) -> Path:
    """The folder of a system."""
    return ROOT / "app" / "systems" / key


def room_of(path: Path, key: str) -> str:
    """The room a file stands in; nothing at the door."""
    parts = path.relative_to(home(key)).parts
    return parts[0] if len(parts) > 1 else ""


def chapters(key: str) -> dict[str, str]:
    """The room of each prefix."""
    found: dict[str, str] = dict(import_module(f"app.systems.{key}.book").CHAPTERS)
    return found


@every_system
def test_every_chapter_has_a_room_with_its_clauses_in_both_languages(key: str) -> None:
    for room in set(chapters(key).values()):
        english, spanish = (tomllib.loads((home(key) / room / name).read_text("utf-8"))
                            for name in ("clauses.toml", "clauses.es.toml"))  # fmt: skip
        assert {chapters(key)[id.split("-")[1]] for id in english} == {room}
        assert list(english) == list(spanish)


@every_system
def test_every_table_of_figures_stands_in_the_room_of_a_clause_it_rests_on(key: str) -> None:
    rooms, wrong = set(chapters(key).values()), []
    for name, file in tables_in(home(key)).items():
        room = room_of(Path(str(file)), key)
        for part, rows in tomllib.loads(file.read_text("utf-8")).items():
            named = {chapters(key)[prefix] for prefix in CLAUSE.findall(str(rows)) if prefix in chapters(key)}
            if room in rooms and named and room not in named and not adds(rows):
                wrong.append(f"{name}.{part}")
    assert not [place for place in wrong if not any(fnmatch(place, kind) for kind in ELSEWHERE[key])]


def adds(rows: Any) -> bool:
    """Whether these are the modifiers of a roll: they stand with the roll, whoever adds them."""
    return isinstance(rows, list) and all("adds" in row and "when" in row for row in rows)


def events(key: str) -> Iterator[type[Event]]:
    """Every event of a system."""
    yield from system_of(key).event_types


@every_system
def test_every_event_stands_in_the_room_of_the_clause_it_names_first(key: str) -> None:
    wrong = []
    for kind in events(key):
        room = room_of(Path(str(import_module(kind.__module__).__file__)), key)
        named = CLAUSE.findall(kind.__doc__ or "")
        if room in set(chapters(key).values()) and (not named or chapters(key)[named[0]] != room):
            wrong.append(f"{room}: {kind.__name__} names {named[:1]}")
    assert not wrong


@every_system
def test_every_sentence_is_said_where_it_is_used(key: str) -> None:
    told = {str(kind.__struct_config__.tag): kind for kind in events(key)}
    wrong = []
    for file in sorted(home(key).glob("*/words.py")):
        room = room_of(file, key)
        for sentence in import_module(f"app.systems.{key}.{room}.words").SENTENCES:
            tag = ".".join(sentence.split(".")[:2])
            at = (
                told[tag].__module__.split(".")[3]
                if tag in told
                else chapters(key).get(sentence.removeprefix("topic."))
            )
            if at and at != room:
                wrong.append(f"{sentence} stands in {room}, not in {at}")
    assert not wrong


@every_system
def test_every_case_stands_in_a_room_of_the_system(key: str) -> None:
    folder = ROOT / "tests" / "rulings" / key
    known = {path.name for path in home(key).iterdir() if path.is_dir()}
    assert not list(folder.glob("*.case"))
    for file in folder.rglob("*.case"):
        room = file.relative_to(folder).parts[0]
        assert room in known
        if room in set(chapters(key).values()):
            prefixes = {chapters(key).get(prefix) for prefix in CLAUSE.findall(file.read_text("utf-8"))}
            assert room in prefixes, f"{file} names no clause of its room"


@every_system
def test_every_room_says_what_it_is_for(key: str) -> None:
    for room in (path for path in home(key).iterdir() if (path / "__init__.py").is_file()):
        doc = ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8"))) or ""
        mine = [f"-{prefix}" for prefix, of in chapters(key).items() if of == room.name]
        assert doc.endswith(".")
        assert all(prefix in doc for prefix in mine), f"{room.name} does not name {mine}"


@every_system
def test_no_folder_holds_more_files_than_a_reader_takes_in(key: str) -> None:
    folders = [home(key), *(path for path in home(key).rglob("*") if path.is_dir())]
    files = {path: [file for file in path.glob("*.py") if file.name != "__init__.py"] for path in folders}
    assert {path.relative_to(home(key)): len(found) for path, found in files.items() if len(found) > MOST} == {}


# -- circles --------------------------------------------------------------------------


@every_system
def test_no_files_import_each_other_in_a_circle_and_none_inside_a_function(key: str) -> None:
    assert in_circles(f"app.systems.{key}") == []
    assert inside_functions(f"app.systems.{key}") == []
