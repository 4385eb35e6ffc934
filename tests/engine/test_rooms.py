"""Rooms of a rule system: what stands in the wrong one is told, and doors lead where the system says."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.engine.books import Book
from app.engine.doors import Door
from app.engine.rooms import sentences_in, translations_in

CHAPTERS = {"MOV": "moving", "SHO": "shooting"}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """A package of two rooms, each with a clause in both languages."""
    name = f"house_{abs(hash(request.node.name))}"
    home = tmp_path / name
    for prefix, room in CHAPTERS.items():
        (home / room).mkdir(parents=True)
        (home / room / "__init__.py").touch()
        for file in ("clauses.toml", "clauses.es.toml"):
            write(home / room / file, f'[TOY-{prefix}-01]\ntag = "S"\ntitle = "{room}"\ntext = "{file}"\n')
    (home / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def test_clauses_stand_in_the_order_of_the_chapters(package: str) -> None:
    assert list(Book(package, CHAPTERS).clauses.entries) == ["TOY-MOV-01", "TOY-SHO-01"]
    turned = Book(package, {"SHO": "shooting", "MOV": "moving"})
    assert list(turned.clauses.entries) == ["TOY-SHO-01", "TOY-MOV-01"]
    assert [entry.text for entry in turned.rulebook("es")] == ["clauses.es.toml"] * 2


def test_a_clause_in_another_room_than_that_of_its_prefix_is_told(package: str) -> None:
    with pytest.raises(ValueError, match=r"\.moving: not of this chapter: TOY-MOV-01"):
        Book(package, {"CBT": "moving", "SHO": "shooting"})
    with pytest.raises(FileNotFoundError):
        Book(package, {**CHAPTERS, "CBT": "combat"})


def test_tables_are_found_by_their_name_in_any_room(package: str, tmp_path: Path) -> None:
    write(tmp_path / package / "shooting" / "shots.toml", "score = 6\n")
    book = Book(package, CHAPTERS)
    assert book.table("shots") is book.table("shots")
    assert book.table("shots") == {"score": 6}
    with pytest.raises(KeyError):
        book.table("clauses")
    (tmp_path / package / "moving" / "tales").mkdir()
    write(tmp_path / package / "moving" / "tales" / "shots.toml", "score = 8\n")
    assert Book(package, CHAPTERS).table("tales/shots") == {"score": 8}
    write(tmp_path / package / "moving" / "shots.toml", "score = 7\n")
    with pytest.raises(ValueError, match="two tables are called shots"):
        Book(package, CHAPTERS)


def test_sentences_of_all_rooms_are_gathered_and_a_contradiction_is_told(package: str, tmp_path: Path) -> None:
    home = tmp_path / package
    write(home / "moving" / "words.py", 'SENTENCES = {"option.no": "No", "moved": "It moved."}\n')
    assert sentences_in(package) == {"option.no": "No", "moved": "It moved."}
    write(home / "shooting" / "words.py", 'SENTENCES = {"option.no": "Never"}\n')
    with pytest.raises(ValueError, match=r"\.shooting\.words: said otherwise elsewhere: option\.no"):
        sentences_in(package)


def test_a_door_leads_where_it_was_told_to() -> None:
    flight: Door[[int], str] = Door("morale.flight")
    with pytest.raises(LookupError, match=r"nothing stands behind morale\.flight"):
        flight(1)
    flight.leads_to(lambda pace: f"{pace} inches")
    assert flight(3) == "3 inches"


def test_a_room_says_its_sentences_in_another_language(package: str, tmp_path: Path) -> None:
    room = tmp_path / package / "moving"
    write(room / "words.py", 'SENTENCES = {"move.far": "Too far.", "move.on": "On."}\n')
    assert translations_in(package, "es") == {}
    write(room / "words.es.toml", '"move.far" = "Demasiado lejos."\n')
    assert translations_in(package, "es") == {"Too far.": "Demasiado lejos."}
    write(room / "words.es.toml", '"move.fra" = "Demasiado lejos."\n')
    with pytest.raises(ValueError, match=r"\.moving: translated, but not said: move\.fra"):
        translations_in(package, "es")
