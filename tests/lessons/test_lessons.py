"""Every lesson goes as it is written, on wrong ways too; what cannot be read or does not come out is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.engine.session import Session
from app.engine.staging import BadRow, Row
from app.engine.system import RuleSystem
from app.engine.views import View
from app.judge.referee import Referee
from app.lessons import library as reader
from app.lessons.coach import Script
from app.lessons.command import main, played
from app.lessons.library import files_of, library
from app.lessons.reading import read
from app.lessons.weighing import asked_in, misweighed
from app.systems import SYSTEMS
from app.systems.ronin import SYSTEM as RONIN
from tests.outsider import Meadow

FEW = 3
"""So many puzzles of a kind may have the same answer."""
LESSON = """
system   ronin
title    Six inches
es       Seis pulgadas
goal     A move.
es       Un movimiento.
minutes  1
model    Aki   red   at=10,20
model    Goro  blue  at=15,4

says     Move.
es       Mueve.
wants    red   Aki move
answer   red   Aki move 10,14
event    moved model=Aki how=normal
answer   blue  Goro hold
"""


def lesson(folder: Path, text: str) -> Path:
    """A lesson file of this text."""
    file = folder / "01-trial.lesson"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.timeout(600)
@pytest.mark.parametrize("system", [system for system in SYSTEMS if files_of(system)], ids=lambda system: system.key)
def test_every_lesson_comes_to_its_end_on_the_right_way_and_on_wrong_ones(
    system: object, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([system.key])  # type: ignore[attr-defined]
    said = capsys.readouterr().out
    assert status == 0, said
    assert said.rstrip().endswith(" 0 differ")


def test_a_system_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["go"]) == 1
    assert "there is no system 'go'" in capsys.readouterr().err


def test_whatever_solves_it_is_no_puzzle(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    free = LESSON.replace("wants    red   Aki move", "wants    red").replace(
        "event    moved model=Aki how=normal\n", ""
    )
    assert "that is no puzzle" in played(RONIN, lesson(folder, free)).differs
    bound = LESSON.replace("wants    red   Aki move", "wants    red")
    assert played(RONIN, lesson(folder, bound)).differs == ""


def test_each_day_has_a_puzzle_of_every_system_and_none_comes_again_before_all_have_come() -> None:
    books = library(SYSTEMS)
    for key, every in books.puzzles.items():
        days = [one.key for day in range(len(every)) for one in books.puzzles_of(day) if one.system == key]
        assert len(set(days)) == len(days) == len(every) >= 3
        kinds = [one.lesson.kind for day in range(7) for one in books.puzzles_of(day) if one.system == key]
        assert len(set(kinds)) > 1 or len({one.lesson.kind for one in every}) == 1


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_no_kind_of_puzzle_of_more_than_a_few_has_one_answer_only(system: RuleSystem[Any]) -> None:
    kinds: dict[str, list[tuple[str, ...]]] = {}
    for script in library([system]).puzzles[system.key]:
        wants = script.lesson.steps[0].wants
        assert wants is not None
        kinds.setdefault(script.lesson.kind, []).append(wants.words[1:])
    assert {kind: len(every) for kind, every in kinds.items() if len(every) > FEW and len(set(every)) == 1} == {}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_puzzle_stands_its_best_answer_is_legal_and_better_by_as_much(system: RuleSystem[Any]) -> None:
    """The right answer is played to its end by the first test; here its chances are reckoned again."""
    for script in library([system]).puzzles[system.key]:
        lesson = script.lesson
        assert lesson.kind, script.key
        if not lesson.chances:
            continue
        asked = asked_in(script)
        given = script.wanted(asked, script.begins(1))
        assert given, script.key
        assert asked.refuse(*given) is None, script.key
        assert given[0] == lesson.steps[0].wants.words[0] == script.seats[0]  # type: ignore[union-attr]
        assert lesson.chances[0].words[1:] == lesson.steps[0].wants.words[1:]  # type: ignore[union-attr]
        assert misweighed(script) == "", script.key


def brought(script: Script, step: int) -> Session[Any]:
    """The game of a lesson, played on its right way up to this step."""
    referee = Referee((script.rules,))
    referee.system, referee.rows = script.rules, list(script.lesson.stage)
    for before in script.lesson.steps[: step - 1]:
        for row in before.rows:
            referee.step(row)
    return referee.live()


@pytest.mark.parametrize(
    ("key", "step", "words", "taken"),
    [
        ("ronin/goals", 3, ("Aki", "move", "13,9"), False),
        ("ronin/goals", 3, ("Aki", "move", "13,14.5"), True),
        ("celtos/moving", 2, ("Yari", "move", "shift=8,0"), False),
        ("celtos/moving", 2, ("Yari", "move", "shift=1,-9"), True),
        ("celtos/moving", 3, ("Yumi", "move", "shift=8,0"), False),
        ("celtos/moving", 3, ("Yumi", "move", "shift=2,-5"), True),
        ("daimyo/formations", 2, ("Yari", "move", "turn=90"), False),
        ("daimyo/formations", 2, ("Yari", "move", "forward=3"), True),
        ("daimyo/formations", 3, ("Kiba", "move", "forward=8"), False),
        ("daimyo/formations", 3, ("Kiba", "move", "wheel=-30"), False),
        ("daimyo/formations", 3, ("Kiba", "move", "wheel=20"), True),
        ("kensei/moving", 6, ("Kiba", "slide=13"), False),
        ("kensei/moving", 6, ("Kiba", "slide=13", "face=30"), False),
        ("kensei/moving", 6, ("Kiba", "slide=5", "face=270"), True),
    ],
)
def test_where_a_way_is_told_another_is_not_taken(key: str, step: int, words: tuple[str, ...], taken: bool) -> None:
    script = library(SYSTEMS).of(key)
    assert script is not None
    asked, at = brought(script, step), script.begins(step)
    given = script.written(asked, Row(0, "answer", ("red", *words)))
    assert given is not None
    assert asked.refuse(*given) is None
    no = script.refuse(asked, at, *given)
    assert (no is None) == taken
    assert taken or (no is not None and no.code == "lesson.otherwise")


def test_a_puzzle_whose_chances_are_others_is_told(tmp_path: Path) -> None:
    shown = next(one for one in library([RONIN]).puzzles["ronin"] if one.lesson.chances)
    text = shown.lesson.file.read_text(encoding="utf-8")
    parts = shown.lesson.chances[0].words[0]
    folder = tmp_path / "puzzles"
    folder.mkdir()
    wrong = lesson(folder, text.replace(f"chance {parts} ", f"chance {int(parts) + 1} ", 1))
    assert "these chances are" in played(RONIN, wrong).differs


def test_what_a_lesson_names_is_there() -> None:
    books = library(SYSTEMS)
    for key in books.paths:
        for script in books.every(key):
            if script.lesson.battle:
                continue
            view = script.rules.view(script.begin().state, script.seats[0])
            for at in range(script.beats):
                said = script.taught(at)
                assert not said.clause or said.clause in script.rules.clauses.entries, (script.key, said.clause)
                names = {name for one in said.shows for name in (one.piece, one.onto) if name}
                assert names <= named(view), (script.key, said.says)


def named(view: View) -> set[str]:
    """What a table may point at."""
    groups = {group.id for side in view.sides for group in side.groups}
    return groups | {piece.id for piece in view.pieces} | {m.id for side in view.sides for m in side.models}


def test_all_that_is_refused_on_a_wrong_way_is_counted(tmp_path: Path) -> None:
    done = played(RONIN, lesson(tmp_path, LESSON))
    assert done.differs == ""
    assert done.by_lesson > 0
    assert str(done).startswith("holds    ronin/01-trial  1 steps; refused ")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("10,14", "10,13", "line 14: the rules refuse it: move.too-far"),
        ("how=normal", "how=run", "line 15: no such event"),
        ("answer   blue  Goro hold", "answer   blue  Rei hold", "line 16"),
        ("wants    red   Aki move", "wants    red   Aki run", "line 14"),
        ("minutes  1", "minutes  few", "line 7: 'few' is no whole number"),
        ("minutes  1", "minutes  1\nkind     shots", "line 8: there is no kind 'shots'"),
        ("es       Mueve.\n", "", "this text has no Spanish"),
        ("wants    red   Aki move\nanswer   red   Aki move 10,14", "wants    red   Aki move", "is never answered"),
        ("says     Move.", "says", "'says' says nothing"),
        ("title    Six inches\nes       Seis pulgadas\n", "", "a lesson needs a line 'title …'"),
        ("event    moved", "dice     3\nevent    moved", "these dice were never called for"),
    ],
)
def test_what_does_not_come_out_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in LESSON
    done = played(RONIN, lesson(tmp_path, LESSON.replace(old, new)))
    assert told in done.differs, done


def test_spanish_stands_below_its_text(tmp_path: Path) -> None:
    assert read(lesson(tmp_path, LESSON)).spanish["Six inches"] == "Seis pulgadas"
    with pytest.raises(BadRow, match="there is none"):
        read(lesson(tmp_path, LESSON.replace("minutes  1", "minutes  1\nes       Uno")))


@pytest.mark.parametrize(
    ("written", "known"),
    [(b'"One." = "Uno."', {"One.": "Uno."}), (b'"One." = "Uno', {}), (b'"One." = 1', {}), (b'"One." = "\xff"', {})],
)
def test_spanish_of_rulings_is_known_without_lessons_and_left_out_where_it_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: bytes, known: dict[str, str]
) -> None:
    (tmp_path / reader.SPANISH).write_bytes(written)
    monkeypatch.setattr(reader, "folder_of", lambda _: tmp_path)
    assert library([Meadow()]).translations() == {"es": known}
